"""Random small tables with ways to recode their keys, and limits that a release must meet."""

from __future__ import annotations

import csv
import math
import tempfile
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import duckdb
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from hypothesis import strategies as st

from recodings import OF_POPULATION, Bound, Ladder, Limit, Question, ladder
from sqlmetrics.advice.advice import advise
from sqlmetrics.advice.result import Advice
from sqlmetrics.spec.call import call_spec

Groups = Sequence[Mapping[Any, str]]
"""The levels between the values and the root: the name of each value's group."""

NAMES = ["a", "B", "a b", "select", "é", 'a"b', "it's", "n", "records", "value", "key_1", "code", "node", "level"]
WORDS = [
    *("a", "b", "A", "", " ", "*", "'", '"', "é", "日本", "a,b", "a;b", "NULL", "0", "-1", "%"),
    *("$1", "\\", "--"),
]
PLACES = ["10115", "10117", "10551", "20095", "20", "", "日本橋区", "'\"*;,"]
NUMBERS = [-10, -2, -1, 0, 1, 2, 3, 10, 99]

IDENTITY: dict[str, tuple[Bound, list[float]]] = {
    "k_anonymity": ("at_least", [2, 3, 5]),
    "prosecutor_risk": ("at_most", [0.5, 1 / 3, 0.2]),
    "uniqueness": ("at_most", [0, 0.1, 0.3]),
    "average_prosecutor_risk": ("at_most", [0.1, 0.25, 0.5]),
    "records_at_risk": ("at_most", [0, 0.2, 0.5]),
    "distinction": ("at_most", [0.1, 0.3]),
    "separation": ("at_most", [0.3, 0.6]),
    "discrimination_rate": ("at_most", [0.3, 0.6]),
    "itpr": ("at_most", [0.3, 0.7]),
    "entropy_l_diversity_risk": ("at_most", [0.5, 0.25]),
}
POPULATION: dict[str, tuple[Bound, list[float]]] = {
    "k_map": ("at_least", [2, 4, 7]),
    "journalist_risk": ("at_most", [0.5, 0.2]),
    "delta_presence": ("at_most", [0.4, 0.7]),
    "marketer_risk": ("at_most", [0.1, 0.3]),
}
SENSITIVE: dict[str, tuple[Bound, list[float]]] = {
    "distinct_l_diversity": ("at_least", [2, 3]),
    "entropy_l_diversity": ("at_least", [1.2, 1.9, 2, 2.5]),
    "recursive_cl_diversity": ("at_most", [1, 2, 4]),
    "alpha_k_anonymity": ("at_most", [0.5, 0.6, 0.8]),
    "t_closeness_equal": ("at_most", [0, 0.1, 0.2, 0.35]),
    "t_closeness_ordered": ("at_most", [0.05, 0.15, 0.3]),
    "delta_disclosure": ("at_most", [0.3, 0.7, 1.1]),
    "delta_disclosure_strict": ("at_most", [0.5, 1.1, 2]),
    "basic_beta_likeness": ("at_most", [0.2, 0.5, 1, 2]),
    "enhanced_beta_likeness": ("at_most", [0.2, 0.5, 1]),
    "skewness": ("at_most", [0.1, 0.3, 0.6]),
    "specific_surprise": ("at_most", [0.1, 0.3, 0.6]),
    "j_measure": ("at_most", [0.02, 0.1, 0.3]),
    "value_imbalance": ("at_most", [1, 2, 4]),
    "a_diff": ("at_most", [0.1, 0.3]),
    "a_quot": ("at_most", [0.5, 1]),
    "entropy_l_diversity_risk": ("at_most", [0.5, 0.7]),
    "discrimination_rate": ("at_most", [0.05, 0.2, 0.5]),
    "itpr": ("at_most", [0.3, 0.6, 0.9]),
    "mutual_information": ("at_most", [0.05, 0.2, 0.5]),
    "maximum_information_leakage": ("at_most", [0.6, 1, 1.4]),
    "conditional_privacy": ("at_most", [0.1, 0.3]),
    "adjusted_discrimination_rate": ("at_most", [0, 0.1]),
    "a_know": ("at_most", [0.1, 0.3]),
    "a_acc": ("at_most", [0, 0.1]),
}
"""The metrics that limit a release, with bounds that some nodes of a small table meet."""

COLUMNS = ["non_uniform_entropy", "granularity", "columns_changed"]
"""The losses that add over the keys, which weights multiply."""

OTHERS = ["mutual_information", "discernibility", "average_class_size"]


@dataclass(frozen=True)
class Case:
    """A table with its question, as the reference and as the product take it.

    `rules` are the words of the keys whose groups follow from a rule, such as cuts.
    """

    rows: list[dict[str, Any]]
    numbers: frozenset[str]
    groups: Mapping[str, Groups]
    rules: Mapping[str, Any]
    as_files: bool
    sensitive: list[str]
    individual: str | None
    nulls: Literal["category", "drop"]
    population: list[dict[str, Any]] | None
    limits: list[Limit]
    share: Fraction
    loss: str
    about: list[str]
    highest: Mapping[str, int]
    weights: Mapping[str, float]

    @property
    def keys(self) -> list[str]:
        """The quasi-identifiers in order."""
        return list(self.groups)

    @property
    def ladders(self) -> dict[str, Ladder]:
        """The levels of each key on the values of the table, and of its file where it has one."""
        return {
            key: ladder([*(row[key] for row in self.rows), *self.filed(key)], groups, ruled=key in self.rules)
            for key, groups in self.groups.items()
        }

    def filed(self, key: str) -> list[Any]:
        """Return the values of a key's file, if it has one."""
        groups = self.groups[key]
        return [*groups[0]] if groups and self.as_files and key not in self.rules else []

    @property
    def nodes(self) -> int:
        """The number of nodes of the lattice."""
        return math.prod(len(levels) for levels in self.ladders.values())

    @property
    def texts(self) -> list[str]:
        """The columns of texts whose order and spelling play no part."""
        return [name for name in [*self.keys, *self.sensitive] if name not in self.numbers and name not in self.rules]

    def renamed(self, names: Mapping[str, Mapping[str, str]], rows: Sequence[Mapping[str, Any]]) -> Case:
        """Return the case with these records and other names of texts, its groups' names too."""

        def new(column: str, value: Any) -> Any:
            return value if value is None or column not in names else names[column][value]

        def renamed_rows(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
            return [{column: new(column, value) for column, value in row.items()} for row in rows]

        groups = {
            key: [{new(key, value): new(key, group) for value, group in level.items()} for level in levels]
            for key, levels in self.groups.items()
        }
        population = None if self.population is None else renamed_rows(self.population)
        return replace(self, rows=renamed_rows(rows), groups=groups, population=population)

    def question(self) -> Question:
        """Return the question to the reference."""
        return Question(
            rows=self.rows,
            ladders=self.ladders,
            limits=self.limits,
            share=self.share,
            loss=self.loss,
            individual=self.individual,
            nulls=self.nulls,
            population=self.population,
            about=self.about,
            highest=self.highest,
            weights=self.weights,
            options={"order": "natural"},
        )

    def table(self, rows: Sequence[Mapping[str, Any]]) -> pa.Table:
        """Return rows as an Arrow table."""
        types = {name: pa.int64() if name in self.numbers else pa.string() for name in self.rows[0]}
        return pa.table({name: pa.array([row[name] for row in rows], kind) for name, kind in types.items()})

    def options(self, folder: Path) -> dict[str, Any]:
        """Return the options of the product's question; hierarchies are written to the folder."""
        thresholds: dict[str, list[dict[str, Any]]] = {}
        for limit in self.limits:
            entry = {limit.bound: limit.limit, "undefined": limit.undefined}
            target = {} if limit.metric in OF_POPULATION else {"target": limit.target or "identity"}
            thresholds.setdefault(limit.metric, []).append(entry | target)
        words: dict[str, Any] = {
            "generalizations": {key: self.written(key, folder / f"{place}.csv") for place, key in enumerate(self.keys)},
            "suppress": float(self.share),
            "loss": self.loss,
            "about": self.about,
            "at_most": dict(self.highest),
            "prefer": dict(self.weights),
        }
        options: dict[str, Any] = {
            "thresholds": thresholds,
            "advise": {word: value for word, value in words.items() if value},
            "nulls": self.nulls,
            "parameters": {"l": 3},
        }
        if any(limit.metric == "t_closeness_ordered" for limit in self.limits):
            options["orders"] = {limit.target: "natural" for limit in self.limits if limit.target is not None}
        if self.individual is not None:
            options["individual"] = self.individual
        return options

    def written(self, key: str, path: Path) -> Any:
        """Return the levels of a key as the product takes them: a rule, partitions, or a file."""
        groups = self.groups[key]
        if key in self.rules:
            return self.rules[key]
        if not groups:
            return []
        if not self.as_files:
            return [{"mapping": {str(value): name for value, name in level.items()}} for level in groups]
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, delimiter=";", quoting=csv.QUOTE_ALL, lineterminator="\n")
            writer.writerows([str(value), *(level[value] for level in groups)] for value in groups[0])
        return str(path)


@st.composite
def hierarchies(draw: st.DrawFn, values: Sequence[Any], *, rooted: bool) -> list[dict[Any, str]]:
    """Return up to two levels of groups of values, the groups of the second made of the first's.

    Where it is `rooted` one level more holds all values.
    """
    levels: list[dict[Any, str]] = []
    finer = {value: number for number, value in enumerate(values)}
    for _ in range(draw(st.sampled_from([1, 0, 2]))):
        width = len(set(finer.values()))
        if width < 3:
            break
        parents = [*range(width - 1), draw(st.integers(0, width - 2))]
        if width > 3 and draw(st.booleans()):
            parents[0] = parents[1]
        if len(set(parents)) < 2:
            break
        order = sorted(set(finer.values()))
        finer = {value: parents[order.index(group)] for value, group in finer.items()}
        names = draw(st.permutations(WORDS))
        levels.append({value: names[group] for value, group in finer.items()})
    if rooted:
        levels.append(dict.fromkeys(values, draw(st.sampled_from(WORDS))))
    return levels


@st.composite
def ruled(draw: st.DrawFn, values: Sequence[Any]) -> tuple[list[dict[Any, str]], Any]:
    """Return levels of groups that follow from a rule, with the rule as the product takes it.

    Numbers have cuts, or joined ends; texts have prefixes, with stars for the rest.
    """
    if isinstance(values[0], str):
        lengths = draw(st.sampled_from([[4, 2], [3], [3, 2, 1], [5, 1]]))
        return [{value: value[:length].ljust(len(value), "*") for value in values} for length in lengths], {
            "prefix": lengths
        }
    points = sorted(draw(st.sets(st.sampled_from(NUMBERS), min_size=2, max_size=4)))
    if draw(st.booleans()):
        low, high = points[0], points[-1]
        ends = {value: "low" if value <= low else "high" if value >= high else str(value) for value in values}
        return [ends], {"bottom": low, "top": high}
    cuts = [points, points[: len(points) // 2]]
    return [{value: str(bisect_right(level, value)) for value in values} for level in cuts], {"cuts": cuts}


@st.composite
def limits(draw: st.DrawFn, sensitive: Sequence[str], *, population: bool, numbers: frozenset[str]) -> Limit:
    """Return one limit, of the identity or of a sensitive attribute."""
    known = IDENTITY | (POPULATION if population else {})
    if draw(st.integers(0, 3)) == 0:
        metric = draw(st.sampled_from(sorted(POPULATION if population and draw(st.booleans()) else known)))
        target = None
        bound, values = known[metric]
    else:
        target = draw(st.sampled_from(list(sensitive)))
        ordered = target in numbers
        metric = draw(st.sampled_from([name for name in SENSITIVE if ordered or name != "t_closeness_ordered"]))
        bound, values = SENSITIVE[metric]
    undefined: Literal["fail", "pass"] = draw(st.sampled_from(["fail", "fail", "pass"]))
    return Limit(metric, bound, draw(st.sampled_from(values)), target, undefined)


@st.composite
def tables(
    draw: st.DrawFn, keys: Mapping[str, Sequence[Any]], others: Mapping[str, Sequence[Any]]
) -> list[dict[str, Any]]:
    """Return 5 to 60 records, some of whose keys are common and others rare."""
    combinations = st.fixed_dictionaries({name: st.sampled_from(pool) for name, pool in keys.items()})
    repeated = st.tuples(combinations, st.sampled_from([1, 5, 2, 12, 3]))
    rows = [row for row, times in draw(st.lists(repeated, min_size=2, max_size=9)) for _ in range(times)][:60]
    rows += draw(st.lists(combinations, min_size=max(0, 5 - len(rows)), max_size=max(3, 5 - len(rows))))
    values = st.tuples(*(st.sampled_from(pool) for pool in others.values()))
    drawn = draw(st.lists(values, min_size=len(rows), max_size=len(rows)))
    return [row | dict(zip(others, more, strict=True)) for row, more in zip(rows, drawn, strict=True)]


@st.composite
def populations(draw: st.DrawFn, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a population of rows with one to three times as many people, and some more.

    Everybody in it is known: a person of NULL counts for one in a population.
    """
    others = draw(st.lists(st.sampled_from(rows), max_size=20))
    more = [*(row for _ in range(draw(st.integers(0, 2))) for row in rows), *others]
    known = [row | {"person": 200 + place} if row["person"] is None else row for place, row in enumerate(rows)]
    return [*known, *(row | {"person": 100 + place} for place, row in enumerate(more))]


@st.composite
def cases(draw: st.DrawFn, *, losses: Sequence[str] = (*COLUMNS, *OTHERS)) -> Case:
    """Return a table with two to four keys and a question about it."""
    names = draw(st.permutations(NAMES))
    keys = names[: draw(st.sampled_from([2, 3, 2, 4]))]
    sensitive = names[len(keys) : len(keys) + draw(st.sampled_from([1, 1, 2]))]
    numbers = frozenset(name for name in [*keys, *sensitive] if draw(st.booleans())) | {"person"}
    as_files = draw(st.booleans())
    pools: dict[str, list[Any]] = {}
    groups: dict[str, Groups] = {}
    rules: dict[str, Any] = {}
    for name in [*keys, *sensitive]:
        follows = name in keys and draw(st.integers(0, 3)) == 0
        some: Any = st.sampled_from(NUMBERS if name in numbers else PLACES if follows else WORDS)
        pool = draw(st.lists(some, min_size=2, max_size=5 if len(keys) < 4 else 4, unique=True))
        if follows:
            groups[name], rules[name] = draw(ruled(pool))
        elif name in keys:
            groups[name] = draw(hierarchies(pool, rooted=as_files and draw(st.booleans())))
        pools[name] = [*pool, *([None] if draw(st.integers(0, 2)) == 0 else [])]
    individual = "person" if draw(st.integers(0, 3)) == 0 else None
    people: list[Any] = [*range(draw(st.sampled_from([30, 8, 60, 4]))), *([None] if draw(st.booleans()) else [])]
    others = {name: pools[name] for name in sensitive} | {"person": people}
    rows = draw(tables({name: pools[name] for name in keys}, others))
    population = draw(populations(rows)) if draw(st.integers(0, 3)) == 0 else None
    wanted = st.lists(
        limits(sensitive, population=population is not None, numbers=numbers),
        min_size=1,
        max_size=2,
        unique_by=lambda limit: (limit.metric, limit.target),
    )
    case = Case(
        rows=rows,
        numbers=numbers,
        groups=groups,
        rules=rules,
        as_files=as_files,
        sensitive=list(sensitive),
        individual=individual,
        nulls=draw(st.sampled_from(["category", "category", "drop"])),
        population=population,
        limits=draw(wanted),
        share=Fraction(draw(st.sampled_from(["0.1", "0", "0.25", "0.5", "0.04"]))),
        loss=draw(st.sampled_from([*losses, losses[0], losses[0], losses[0]])),
        about=[],
        highest={},
        weights={},
    )
    return steered(draw, case)


def steered(draw: st.DrawFn, case: Case) -> Case:
    """Return the case with what its loss is about, and at times weights and bounds of levels."""
    if case.loss == "mutual_information":
        return replace(case, about=list(case.sensitive[:1]))
    if case.loss in COLUMNS and draw(st.integers(0, 3)) == 0:
        case = replace(case, weights={draw(st.sampled_from(case.keys)): draw(st.sampled_from([0.5, 3.0]))})
    if draw(st.integers(0, 3)) == 0:
        key = draw(st.sampled_from(case.keys))
        case = replace(case, highest={key: draw(st.integers(0, len(case.ladders[key]) - 1))})
    return case


def advised(connection: duckdb.DuckDBPyConnection, case: Case, **words: Any) -> Advice:
    """Return the product's answer to a case; the words are more ones of `advise`."""
    connection.register("given", case.table(case.rows))
    more: dict[str, Any] = {}
    if case.population is not None:
        connection.register("everybody", case.table(case.population))
        more["population"] = "everybody"
    with tempfile.TemporaryDirectory() as folder:
        options = {**more, **case.options(Path(folder))}
        options["advise"] |= words
        return advise(call_spec("given", case.keys, case.sensitive, options, connection=connection))
