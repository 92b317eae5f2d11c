"""The best recoding of a small table, found by trying every one in plain Python.

It shares no code with the product. A node is a level for each key; `try_all` recodes the rows to
each node, suppresses the classes that fail, round by round, scores what is left by the reference's
`measure`, and keeps the least loss that passes. It is made to be read, not to be fast.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, Literal, NamedTuple

from reference import INFINITE, Metrics, Row, canonical, measure

ROOT = "*"
"""The one value of every record at the last level of a key."""

Ladder = Sequence[Mapping[Hashable, Hashable]]
"""A key's levels, from the values as they are to the root: what each value becomes."""

Levels = tuple[int, ...]
Bound = Literal["at_most", "at_least"]

WORST_CLASS = {
    *("k_anonymity", "prosecutor_risk", "distinct_l_diversity", "entropy_l_diversity", "recursive_cl_diversity"),
    *("alpha_k_anonymity", "t_closeness_equal", "t_closeness_ordered", "t_closeness_hierarchical"),
    *("delta_disclosure", "delta_disclosure_strict", "basic_beta_likeness", "enhanced_beta_likeness", "skewness"),
    *("specific_surprise", "j_measure", "value_imbalance"),
    *("a_diff", "a_quot", "entropy_l_diversity_risk", "k_map", "journalist_risk", "delta_presence"),
}
"""The metrics whose failing classes are suppressed."""

OF_POPULATION = {
    *("k_map", "delta_presence", "delta_presence_least", "journalist_risk"),
    *("average_journalist_risk", "marketer_risk"),
}
"""The metrics of the table beside its population."""

TOLERANCE = 1e-9
"""The share of a limit by which a score may miss it, and of a loss by which two are tied."""


class Limit(NamedTuple):
    """A bound on a metric of a sensitive attribute, or of the identity where the target is None."""

    metric: str
    bound: Bound
    limit: float
    target: str | None = None
    undefined: Literal["fail", "pass"] = "fail"

    def allows(self, value: float | None) -> bool:
        """Return whether a score passes; an infinite one never does."""
        if value is None:
            return self.undefined == "pass" and self.metric not in INFINITE
        missing = value - self.limit if self.bound == "at_most" else self.limit - value
        return missing <= TOLERANCE * max(1, abs(self.limit))


@dataclass(frozen=True)
class Question:
    """A table, what its keys may become, and what must hold.

    `share` of the records may be suppressed. `highest` bounds the level of a key, and `weights`
    multiply a key's part of the loss. `options` go to `measure` for sensitive attributes.
    """

    rows: Sequence[Row]
    ladders: Mapping[str, Ladder]
    limits: Sequence[Limit]
    share: Fraction = Fraction(0)
    loss: str = "non_uniform_entropy"
    individual: str | None = None
    nulls: Literal["category", "drop"] = "category"
    population: Sequence[Row] | None = None
    about: Sequence[str] = ()
    highest: Mapping[str, int] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """A node: the records that it suppresses, its loss, and whether it passes.

    Where the budget does not suffice, `suppressed` is what it would have to be. `scores` are those
    of what is left, by metric and target.
    """

    levels: Levels
    suppressed: int
    loss: float
    passes: bool
    scores: Mapping[tuple[str, str | None], float | None]


@dataclass(frozen=True)
class Answer:
    """The nodes of least loss that pass, none where nothing does, and all nodes.

    `finest` and `coarsest` are the scores of all records at the ends of the lattice.
    """

    best: Sequence[Outcome]
    outcomes: Mapping[Levels, Outcome]
    finest: Mapping[tuple[str, str | None], float | None]
    coarsest: Mapping[tuple[str, str | None], float | None]


class Scored(NamedTuple):
    """The scores of one target: of the table, and of each class."""

    table: Metrics
    classes: Mapping[tuple[Any, ...], Metrics]


def ladder(
    values: Iterable[Any], given: Sequence[Mapping[Any, Any]], *, ruled: bool = False
) -> list[dict[Hashable, Hashable]]:
    """Return the levels of a key: its values, the given levels, and the root.

    The last given level is the root where it has one value, unless the levels are `ruled`: then the
    root comes behind them. NULL stays NULL below the root.
    Raises ValueError where the levels are no tree.
    """
    known = {canonical(value) for value in values}
    levels: list[dict[Hashable, Hashable]] = [{value: value for value in known}]
    levels += [{value: None if value is None else level[value] for value in known} for level in given]
    if given and not ruled and len(set(given[-1].values())) == 1:
        levels.pop()
    levels.append(dict.fromkeys(known, ROOT))
    for finer, coarser in pairwise(levels):
        if len({(finer[value], coarser[value]) for value in known}) > len({finer[value] for value in known}):
            raise ValueError("a value of a level has two parents")
    return levels


def recoded(rows: Sequence[Row], ladders: Mapping[str, Ladder], levels: Levels) -> list[dict[str, Any]]:
    """Return rows with each key at its level."""
    return [
        {**row}
        | {
            key: ladder[level][canonical(row[key])]
            for (key, ladder), level in zip(ladders.items(), levels, strict=True)
        }
        for row in rows
    ]


def class_of(row: Row, keys: Iterable[str]) -> tuple[Any, ...]:
    """Return the values of a row's keys."""
    return tuple(canonical(row[key]) for key in keys)


def sizes(rows: Sequence[Row], question: Question) -> Counter[tuple[Any, ...]]:
    """Return the people of each class; without an individual column each record is one."""
    people = set()
    for number, row in enumerate(rows):
        person = number if question.individual is None else canonical(row[question.individual])
        key = class_of(row, question.ladders)
        if question.nulls == "category" or None not in (*key, person):
            people.add((key, person))
    return Counter(key for key, _ in people)


def beside_population(rows: Sequence[Row], population: Sequence[Row], question: Question) -> Scored:
    """Return the scores of rows beside their population, both recoded."""
    inside, around = sizes(rows, question), sizes(population, question)
    if not inside:
        return Scored(dict.fromkeys(OF_POPULATION), {})
    mean = math.fsum(count / around[key] for key, count in inside.items()) / inside.total()
    presence = {key: count / around[key] for key, count in inside.items()}
    table: Metrics = {
        "k_map": min(around[key] for key in inside),
        "journalist_risk": max(1 / around[key] for key in inside),
        "delta_presence": max(presence.values()),
        "delta_presence_least": min(presence.values()),
        "average_journalist_risk": max(len(inside) / sum(around[key] for key in inside), mean),
        "marketer_risk": mean,
    }
    return Scored(
        table,
        {
            key: {"k_map": around[key], "journalist_risk": 1 / around[key], "delta_presence": presence[key]}
            for key in inside
        },
    )


def scored(rows: Sequence[Row], limit: Limit, levels: Levels, question: Question) -> Scored:
    """Return the scores of recoded rows that a limit is about."""
    if limit.metric in OF_POPULATION:
        population = recoded(question.population or (), question.ladders, levels)
        return beside_population(rows, population, question)
    options = {} if limit.target is None else question.options
    keys = list(question.ladders)
    measured = measure(rows, keys, limit.target, individual=question.individual, nulls=question.nulls, **options)
    return Scored(measured.table, {key: of_class.metrics for key, of_class in measured.classes.items()})


def failing(rows: Sequence[Row], levels: Levels, question: Question) -> set[tuple[Any, ...]]:
    """Return the classes of recoded rows that fail a limit on the worst class."""
    return {
        key
        for limit in question.limits
        if limit.metric in WORST_CLASS
        for key, metrics in scored(rows, limit, levels, question).classes.items()
        if not limit.allows(metrics[limit.metric])
    }


def tried(question: Question, levels: Levels) -> Outcome:
    """Return the outcome of one node.

    Failing classes are suppressed, and what is left is scored by itself, until no class fails.
    """
    whole = recoded(question.rows, question.ladders, levels)
    kept: list[dict[str, Any]] = whole
    while unsafe := failing(kept, levels, question):
        kept = [row for row in kept if class_of(row, question.ladders) not in unsafe]
    suppressed = len(whole) - len(kept)
    scores = scores_of(kept, levels, question)
    held = all(limit.allows(scores[limit.metric, limit.target]) for limit in question.limits)
    return Outcome(
        levels,
        suppressed,
        loss(question, levels, whole, kept),
        held and bool(kept) and suppressed <= question.share * len(whole),
        scores,
    )


def scores_of(rows: Sequence[Row], levels: Levels, question: Question) -> dict[tuple[str, str | None], float | None]:
    """Return the scores of recoded rows that limits are about, by metric and target."""
    return {
        (limit.metric, limit.target): scored(rows, limit, levels, question).table[limit.metric]
        for limit in question.limits
    }


def loss(question: Question, levels: Levels, whole: Sequence[Row], kept: Sequence[Row]) -> float:
    """Return the loss of a node.

    Losses of columns are about all records, those of classes about the kept ones.
    """
    if question.loss == "discernibility":
        left = Counter(class_of(row, question.ladders) for row in kept)
        return sum(count * count for count in left.values()) + (len(whole) - len(kept)) * len(whole)
    if question.loss == "average_class_size":
        left = Counter(class_of(row, question.ladders) for row in kept)
        return len(kept) / len(left) if left else math.inf
    if question.loss == "mutual_information":
        return known_about(question.rows, question) - known_about(whole, question)
    return math.fsum(
        question.weights.get(key, 1) * loss_of_key(question, key, level)
        for key, level in zip(question.ladders, levels, strict=True)
    )


def named(question: Question, levels: Levels) -> Levels:
    """Return levels with each key left out that has one value, unless it may not be left out."""
    return tuple(
        len(ladder) - 1
        if question.highest.get(key, len(ladder)) >= len(ladder) - 1 and tells_nothing(question, key, level)
        else level
        for (key, ladder), level in zip(question.ladders.items(), levels, strict=True)
    )


def tells_nothing(question: Question, key: str, level: int) -> bool:
    """Return whether a level leaves one value, which is not NULL.

    A population may have more, where a limit asks for its people.
    """
    if any(limit.metric in OF_POPULATION for limit in question.limits) and question.population is not None:
        return False
    left = {question.ladders[key][level][canonical(row[key])] for row in question.rows}
    nulls = any(row[key] is None for row in question.rows)
    return level > 0 and len(left) == 1 and not nulls


def loss_of_key(question: Question, key: str, level: int) -> float:
    """Return a key's part of a loss of columns at one level: of one value, that of none."""
    recoding = question.ladders[key][-1 if tells_nothing(question, key, level) else level]
    values = [canonical(row[key]) for row in question.rows]
    if question.loss == "columns_changed":
        return float(level > 0)
    if question.loss == "granularity":
        leaves = Counter(recoding.values())
        return math.fsum(leaves[recoding[value]] / leaves.total() for value in values) / (
            len(values) * len(question.ladders)
        )
    fine, coarse = Counter(values), Counter(recoding[value] for value in values)
    return math.fsum(-math.log2(fine[value] / coarse[recoding[value]]) for value in values)


def known_about(rows: Sequence[Row], question: Question) -> float:
    """Return the information that the keys share with the attributes of interest, in bits."""

    def entropy(columns: Iterable[str]) -> float:
        counts = Counter(class_of(row, columns) for row in rows)
        return math.fsum(-count / len(rows) * math.log2(count / len(rows)) for count in counts.values())

    keys, about = list(question.ladders), list(question.about)
    return entropy(keys) + entropy(about) - entropy([*keys, *about])


def nodes(question: Question) -> Iterator[Levels]:
    """Give all nodes of the lattice."""
    heights = {key: len(ladder) - 1 for key, ladder in question.ladders.items()}
    yield from product(*(range(min(height, question.highest.get(key, height)) + 1) for key, height in heights.items()))


def try_all(question: Question) -> Answer:
    """Return the best nodes of the lattice, with every node's outcome."""
    outcomes = {levels: tried(question, levels) for levels in nodes(question)}
    passing = [outcome for outcome in outcomes.values() if outcome.passes]
    least = min((outcome.loss for outcome in passing), default=0.0)
    best = [outcome for outcome in passing if math.isclose(outcome.loss, least, rel_tol=TOLERANCE, abs_tol=1e-12)]
    finest, coarsest = (
        scores_of(recoded(question.rows, question.ladders, levels), levels, question)
        for levels in (min(outcomes), max(outcomes))
    )
    return Answer(best, outcomes, finest, coarsest)
