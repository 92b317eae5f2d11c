"""Statements compute what they give and nothing else, and say what a row of each step is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import Run
from grammars import GLOT
from reads import LAST, unexplained, unread
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.catalogue import Metric, metrics
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render

CARRIED = {
    *("cells.n", "cells.value", "cell_shares.n", "cell_shares > sized.n"),
    *(
        f"{classes}.class_size"
        for classes in ("classes", "plain_classes", "stacked", "housed", "proportions", "risks_of")
    ),
}
"""What is carried without a use, by some metric at some level; nothing else may be."""

TREE = "1;low;*\n2;low;*\n3;high;*\n"

COLUMNS: dict[str, dict[str, Any]] = {
    "population": {"population": "people"},
    "weighted": {"weight": "w"},
    "households": {"weight": "w", "household": "h"},
    "sampled": {"population_size": 90},
    "ordered": {"orders": {"s": ["1", "2", "3"]}},
    "hierarchical": {"hierarchies": {"s": "tree.csv"}},
    "appearances": {"individual": "i"},
}
"""The words of a question that a kind of metric needs."""

CHANGES: tuple[dict[str, Any], ...] = (
    {"individual": "i"},
    {"nulls": "drop"},
    {"suppressed": "4"},
    {"partitions": {"a": {"mapping": {"1": "one"}}, "s": ["raw", {"cuts": [2]}]}},
    {"individual": "i", "partitions": {"s": ["raw", {"mapping": {"1": "one"}}]}},
)
"""What is asked beside the plain question."""


def asked(metric: Metric | None, **change: Any) -> dict[str, Any]:
    """Return the question that has a metric, or every metric."""
    words: dict[str, Any] = {"quasi_identifiers": ["a", "b"], "sensitive": ["s", "u"]}
    for targets, extra in COLUMNS.items():
        if metric is None or metric.targets == targets:
            words |= extra
    return words | {"metrics": ["all" if metric is None else metric.name]} | change


def questions() -> Iterator[dict[str, Any]]:
    """Give the questions of each metric alone, and of all of them, at the levels that they have.

    Known points and earlier releases have statements of their own.
    """
    for metric in (*(metric for metric in metrics() if metric.targets not in {"events", "releases"}), None):
        for level in ("table", "class") if metric is None else metric.levels:
            yield asked(metric, level=level)


@cache
def planned(change: int | None = None) -> list[tuple[dict[str, Any], PlanEntries]]:
    """Return the questions, with a change, and the entries of their statements."""
    found = []
    with TemporaryDirectory() as folder:
        (Path(folder) / "tree.csv").write_text(TREE)
        for words in questions():
            words |= {} if change is None else CHANGES[change]
            if "individual" in words and words.pop("population_size", None) and words["metrics"] != ["all"]:
                continue
            plan = build_plan(parse_spec(words, folder=Path(folder)))
            if plan.metrics:
                found.append((words, plan_entries(plan, "t", population="people", needed=True)))
    return found


def plain(name: str) -> str:
    """Return a name without the numbers of targets, keys and queries."""
    return re.sub(r"[ _]\d+\b", "", name)


def offences(text: str, dialect: str) -> Iterator[str]:
    """Give what statements compute and do not need, and the queries without a comment."""
    yield from map(plain, unread(text, dialect))
    yield from (f"no comment above {plain(name)}" for name in unexplained(text))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("dialect", GLOT)
def test_a_score_computes_what_its_metrics_need(dialect: str) -> None:
    """A metric alone, and all of them, have no query, column or measure without a use."""
    found = {
        name: words
        for words, entries in planned()
        for name in offences(render("score", entries, dialect=DIALECTS[dialect]), dialect)
    }
    for words in questions():
        if "population_size" in words and words["metrics"] != ["all"]:
            found |= dict.fromkeys(offences(sqlmetrics.sql("t", **words, dialect=dialect), dialect), words)
    assert {name: words for name, words in found.items() if name not in CARRIED} == {}


def test_a_changed_question_computes_what_its_metrics_need() -> None:
    """So it is with individuals, without NULLs, with marks of suppression and partitions."""
    found = {
        name: words
        for change in (None, *range(len(CHANGES)))
        for words, entries in planned(change)
        for name in offences(render("score", entries), "duckdb")
    }
    assert {name: words for name, words in found.items() if name not in CARRIED} == {}
    assert CARRIED - found.keys() == set()


KEYS = ("-q", "age", "-q", "zip", "-s", "disease", "-s", "income")
TWO = ("--hierarchy", "disease=disease.csv", "--hierarchy", "disease=zip.csv")
RELEASE = ("release", "--original", "people")
GDA = ("gda", *RELEASE, "--known", "age", "--known", "zip", "--known", "income", "--secret", "disease")
PRINTED: dict[str, tuple[str, ...]] = {
    "known points": ("sql", "people", *KEYS, "--individual", "person", "--known", "3"),
    "every set of points": ("sql", "people", *KEYS, "--individual", "person", "--known", "2", "--targets", "all"),
    "known events": ("sql", "people", *KEYS, "--individual", "person", "--known", "events:2"),
    "whole traces": ("sql", "people", *KEYS, "--individual", "person", "--known", "all"),
    "sets of points": ("classes", "people", *KEYS, "--individual", "person", "--known", "2", "--condition", "k < 2"),
    "points that are needed": ("records", "people", *KEYS, "--individual", "person", "--known", "2"),
    "classes": ("classes", "people", *KEYS, "--condition", "k < 3", "--condition", "itpr > 0.5"),
    "classes of people": (
        "classes",
        "people",
        *KEYS,
        "--condition",
        "k < 3",
        "--individual",
        "person",
        "--show-values",
    ),
    "baseline": ("baseline", "people", *KEYS),
    "posterior": ("posterior", "people", *KEYS),
    "records": ("records", "people", *KEYS),
    "count": ("count", "people", *KEYS),
    "suda": ("suda", "people", *KEYS),
    "suda of people": ("suda", "people", *KEYS, "--individual", "person"),
    "a sketch": ("count", "people", *KEYS, "--sketch", "10"),
    "an estimate": ("sql", "people", *KEYS, "--estimate", "0.5"),
    "estimated subsets": ("subsets", "people", *KEYS, "--estimate", "0.5", "--partition", "age=age.csv"),
    "subsets": ("subsets", "people", *KEYS, "--partition", "age=age.csv"),
    "subsets of people": ("subsets", "people", *KEYS, "--individual", "person"),
    "attacks by an id": ("attacks", *RELEASE, *KEYS, "--record-id", "id"),
    "attacks by keys": ("attacks", *RELEASE, *KEYS, "--external", "people", "--partition", "age=age.csv"),
    "attacks, per class": ("attacks", *RELEASE, *KEYS, "--external", "people", "--level", "class"),
    "attacks on people": ("attacks", *RELEASE, *KEYS, "--external", "people", "--individual", "person"),
    "attacks with a file": ("attacks", "release", "--auxiliary", "people", *KEYS[:4], "--individual", "person"),
    "attacks with a file by days": ("attacks", "release", "--auxiliary", "people", *KEYS[:4], "--nearly", "age=2"),
    "gda": GDA,
    "closeness": ("closeness", *RELEASE, "--control", "control"),
    "utility": ("utility", *RELEASE, "--pairs", "--pmse", "--record", "id", "--hierarchy", "zip=zip.csv"),
    "utility of people": ("utility", *RELEASE, "--individual", "person", "--queries", "20"),
    "tradeoff": ("tradeoff", "people", "release", *KEYS, "-w", "disease", "--partition", "age=age.csv"),
    "tradeoff of people": ("tradeoff", "people", "release", *KEYS, "-w", "disease", "--individual", "person"),
    "tradeoff with a control": ("tradeoff", "people", "release", *KEYS, "-w", "disease", "--control", "control"),
    "levels": ("sql", "people", *KEYS[:6], "--hierarchy", "disease=disease.csv", "--propose-partition", "0.5"),
    "values": ("sql", "people", *KEYS[:6], "--propose-partition", "0.5"),
    "agreeing": ("sql", "people", *KEYS[:4], "--nulls", "any", "--level", "class"),
    "hierarchies": ("sql", "people", *KEYS[:6], *TWO, "-m", "t_closeness_hierarchical"),
    "two steps": ("sql", "people", *KEYS, "--staged"),
    "a view": ("advise", "--spec", "values.yml", "--suppress", "20%"),
    "a view by size": ("advise", "--spec", "sizes.yml", "--suppress", "20%"),
    "stars": ("advise", "--spec", "sizes.yml", "--local"),
    "stars that match": ("advise", "--spec", "sizes.yml", "--local", "--stars", "match"),
    "classes by cuts": ("advise", "--spec", "sizes.yml", "--strategy", "mondrian"),
}
"""The command lines that print statements, in a folder with a database."""

ELSEWHERE = {"attacks by an id": "snowflake", "gda": "postgres", "utility": "mysql", "posterior": "oracle"}
"""Another dialect for those that have shims of their own in DuckDB."""

SUBSETS: tuple[str, ...] = ("sums.", "targets.", "classes.", "marginals.", "cell_shares.", "cell_shares > sized.")
SUBSETS += ("cells.value", "lattice.", "members.individual", "subsets.kept", "subsets > listed_subsets.kept")

CHAIN: tuple[str, ...] = ("candidates.", "candidates_met.", "seen.", "seen_met.", "people.records")

KNOWN: dict[str, tuple[str, ...]] = {
    "known points": (*CHAIN, "cells.secret"),
    "every set of points": ("people.records",),
    "known events": (*CHAIN, "candidates_both.ways", "seen_both.ways", "cells.secret", "owned > own", "traced.points"),
    "whole traces": ("cells > input", "counts > input"),
    "sets of points": CHAIN,
    "points that are needed": ("minimal.k", "people.records"),
    "baseline": ("cells.key",),
    "suda of people": ("people.records",),
    "subsets": SUBSETS,
    "subsets of people": SUBSETS,
    "an estimate": ("classes.key",),
    "levels": ("sums.records", "targets.records"),
    "estimated subsets": (*SUBSETS, "classes.class_size", "counts", "unmapped_keys"),
    "attacks, per class": (
        "original_counts",
        "rates.linked",
        "sides.linked",
        "sides.original_rate",
        "rates.beyond",
        "sides.beyond",
    ),
    "attacks on people": ("external_counts.records",),
    "gda": ("made_claims > drawn_claims",),
    "utility": ("shuffled.place",),
    "utility of people": ("shuffled.place",),
    "stars": ("keyed_records", "round."),
    "stars that match": ("placed_records.kept",),
}
"""The beginnings of what these carry without a use."""


def files(folder: Path) -> None:
    """Write the database, and the files that command lines name."""
    with duckdb.connect(str(folder / "d.duckdb")) as connection:
        connection.execute(
            "create table people as select i % 9 as age, 'z' || i % 5 as zip, 'd' || i * i % 11 % 4 as disease,"
            " i * 7 % 23 / 2 as income, date '2020-01-01' + cast(i % 5 as integer) as born, i % 2 = 0 as smoker,"
            " i as id, i // 2 as person from range(60) r(i)"
        )
        connection.execute("create table release as from people where id < 50")
        connection.execute("create table control as from people where id % 3 = 0")
    (folder / "age.csv").write_text("value,domain\n" + "".join(f"{age},a{age // 3}\n" for age in range(9)))
    (folder / "zip.csv").write_text("".join(f"z{i};low{i // 3};*\n" for i in range(5)))
    (folder / "disease.csv").write_text("".join(f"d{i};k{i // 2};*\n" for i in range(4)))
    sizes = "relation: people\ndatabase: d.duckdb\nquasi_identifiers: [age, zip]\n"
    (folder / "sizes.yml").write_text(f"{sizes}thresholds: {{k_anonymity: {{at_least: 4}}}}\n")
    values = "sensitive: [disease]\nthresholds: {k_anonymity: {at_least: 3}, itpr: {at_most: 0.9}}\n"
    (folder / "values.yml").write_text(f"{sizes}{values}advise: {{generalizations: {{age: [], zip: {{prefix: 1}}}}}}\n")


@pytest.mark.parametrize("name", PRINTED)
def test_other_statements_compute_what_they_give(
    name: str, run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Statements of other commands have no query or column without a use either."""
    files(tmp_path)
    monkeypatch.chdir(tmp_path)
    command = (*PRINTED[name], *(() if PRINTED[name][0] == "sql" else ("--print-sql",)))
    command += () if PRINTED[name][0] == "advise" else ("--database", "d.duckdb")
    found = set()
    for dialect in ["duckdb", *([ELSEWHERE[name]] if name in ELSEWHERE else [])]:
        printed = run(*command, *(() if dialect == "duckdb" else ("--dialect", dialect)))
        assert printed.code == 0, printed.err
        found |= set(offences(printed.out, dialect))
    assert {one for one in found if not one.startswith(KNOWN.get(name, ()))} == set()


PLANTED = {
    "a query": ("with\na as (\nselect 1 as x\n),\nb as (\nselect 1 as y\n)\nselect x from a", ["b"]),
    "a column": ("with\na as (\nselect 1 as x, 2 as y\n)\nselect x from a", ["a.y"]),
    "a column of another": ("with\na as (\nselect x, y from t\n)\nselect a.x, t.y from a cross join t", ["a.y"]),
    "a column for an unused one": (
        "with\na as (\nselect x, y from t\n),\nb as (\nselect x, sum(y) as z from a group by x\n)\nselect x from b",
        ["a.y", "b.z"],
    ),
    "a column of a branch": (
        "with\na as (\nselect 1 as x, 2 as y union all select 3, 4\n)\nselect x from a",
        ["a.y"],
    ),
    "an inner column": ("select x from (select 1 as x, 2 as y) d", [f"{LAST} > d 1.y"]),
    "nothing by a star": ("with\na as (\nselect 1 as x, 2 as y\n)\nselect a.* from a", []),
    "nothing by an order": ("with\na as (\nselect 1 as x, 2 as y\n)\nselect x from a order by y", []),
    "nothing by a number of rows": ("with\na as (\nselect 1 as x\n)\nselect count(*) as n from a", []),
}


@pytest.mark.parametrize(("statement", "expected"), PLANTED.values(), ids=PLANTED)
def test_what_is_planted_is_found(statement: str, expected: list[str]) -> None:
    """The walk finds a name that nothing reads, and no other."""
    assert unread(statement, "duckdb") == expected
