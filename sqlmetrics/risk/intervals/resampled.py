"""Counts drawn again, and scored by the macros that score a table of counts.

Each count of n records becomes one of Poisson(n) records, for all replicates of a batch at once.
Where keys are near unique, nearly all classes are alike. Among classes that are alike, the numbers
that become each other class are drawn, which have a multinomial distribution.
The draws follow an order of the counts that is the same on every engine, and in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import lgamma, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.kept import Kept, keep_rows, open_store
from sqlmetrics.engine.rows import fetch_number, fetch_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.entries import rolled_entries
from sqlmetrics.risk.combinations.results import CombinationScore
from sqlmetrics.risk.intervals.jackknife import shapes_plan
from sqlmetrics.scoring.counted import OpenCounts
from sqlmetrics.spec.spec import IntervalSpec
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Wholes = NDArray[np.int64]
    Numbers = NDArray[np.float64]
    Codes = NDArray[np.uint64]

COLUMNS: Mapping[str, type] = {
    "target_number": int,
    "class_number": int,
    "alike": int,
    "value_number": int,
    "value_text": str,
    "n": int,
}
"""The columns of the macro `numbered_cells`."""

BECOMES = 30
"""About how many other classes the classes that are alike become in a replicate."""

RAREST = 1e-15
"""The least probability of a count that is drawn."""

TOGETHER = 1_000_000
"""About how many numbers are drawn in one step."""


class DrawnCounts(NamedTuple):
    """The drawn counts of a replicate.

    A row has the number of its class, how many classes are like it, its value and its records.
    """

    key_1: Wholes
    alike: Wholes
    value: Wholes
    n: Wholes


@dataclass(frozen=True)
class Kinds:
    """Classes that are alike: kinds of the same counts, their values, and the number of each."""

    counts: tuple[int, ...]
    values: Wholes
    alike: Wholes

    def drawn(self, stream: np.random.Generator, first: int) -> list[DrawnCounts]:
        """Return what the classes become; their numbers begin with `first`."""
        import numpy as np

        becomes, probabilities = outcomes(self.counts)
        parts = []
        step = max(1, TOGETHER // len(probabilities))
        for start in range(0, len(self.alike), step):
            numbers = stream.multinomial(self.alike[start : start + step], probabilities)
            kind, outcome = np.nonzero(numbers)
            for place in range(len(self.counts)):
                drawn = becomes[outcome, place]
                some = drawn > 0
                classes = np.flatnonzero(some) + first
                values = self.values[start + kind[some], place]
                parts.append(DrawnCounts(classes, numbers[kind[some], outcome[some]], values, drawn[some]))
            first += len(kind)
        return parts


@dataclass(frozen=True)
class Cells:
    """The counts of one target: class, value and records of each, and classes that are alike."""

    seed: int
    classes: Wholes
    values: Wholes
    counts: Wholes
    kinds: Sequence[Kinds]

    def drawn(self, number: int, replicate: int) -> DrawnCounts:
        """Return the counts of a replicate; `number` is the target's."""
        import numpy as np

        stream = np.random.default_rng([self.seed, number, replicate])
        drawn = stream.poisson(self.counts)
        some = np.flatnonzero(drawn)
        parts = [DrawnCounts(self.classes[some], np.ones(len(some), dtype=np.int64), self.values[some], drawn[some])]
        for kinds in self.kinds:
            first = 1 + max(int(part.key_1.max(initial=0)) for part in parts[-2:])
            parts += kinds.drawn(stream, first)
        return DrawnCounts(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def outcomes(counts: tuple[int, ...]) -> tuple[Wholes, Numbers]:
    """Return what a class of these counts may become, and the probability of each.

    The most probable comes first.
    """
    import numpy as np

    becomes, probabilities = np.zeros((1, 0), dtype=np.int64), np.ones(1)
    for count in counts:
        drawn, own = _poisson(count)
        becomes = np.column_stack([np.repeat(becomes, len(drawn), axis=0), np.tile(drawn, len(becomes))])
        probabilities = np.outer(probabilities, own).ravel()
    likely = np.flatnonzero(probabilities >= RAREST)
    order = likely[np.argsort(-probabilities[likely], kind="stable")]
    return becomes[order], probabilities[order] / probabilities[order].sum()


def _poisson(mean: int) -> tuple[Wholes, Numbers]:
    """Return the numbers that a Poisson variable may be, and the probability of each."""
    import numpy as np

    reach = 10 * sqrt(mean) + 20
    numbers = np.arange(max(0, int(mean - reach)), int(mean + reach) + 1)
    first = numbers[0] * log(mean) - mean - lgamma(numbers[0] + 1)
    steps = log(mean) - np.log(numbers[1:])
    return numbers, np.exp(first + np.concatenate([[0.0], np.cumsum(steps)]))


def cells_of(kept: Kept, place: int, seed: int) -> Cells:
    """Return the counts of the target at a place, in the order of the draws.

    Values stand in the order of their records, and as texts where these are equal. Classes stand in
    the order of a mark of their counts; those with one mark have the same counts, and it does not
    matter which of them is first.
    """
    import numpy as np

    of_target = f"target_number = {place}"
    numbers, alike, values, counts = kept.wholes("class_number", "alike", "value_number", "n", condition=of_target)
    values = _ranked(kept, place, values, counts * alike)
    _, classes = np.unique(numbers, return_inverse=True)
    single = alike == 1
    marks = np.zeros(int(classes.max(initial=-1)) + 1, dtype=np.uint64)
    np.add.at(marks, classes, _mixed(_mixed(values.astype(np.uint64)) ^ counts.astype(np.uint64)))
    order = np.lexsort((values, classes, marks[classes]))
    alone, several = order[single[order]], order[~single[order]]
    return Cells(
        seed=seed,
        classes=classes[alone],
        values=values[alone],
        counts=counts[alone],
        kinds=_kinds(classes[several], alike[several], values[several], counts[several]),
    )


def _ranked(kept: Kept, place: int, numbers: Wholes, records: Wholes) -> Wholes:
    """Return the ranks of values in place of their numbers, by their records and their texts."""
    import numpy as np

    texts = {
        number: text or ""
        for target, number, text in kept.distinct("target_number", "value_number", "value_text")
        if target == place
    }
    known, values = np.unique(numbers, return_inverse=True)
    totals = np.bincount(values, records, len(known))
    order = sorted(range(len(known)), key=lambda at: (totals[at], texts[int(known[at])]))
    ranks = np.empty(len(known), dtype=np.int64)
    ranks[order] = np.arange(len(known))
    return ranks[values]


def _kinds(classes: Wholes, alike: Wholes, values: Wholes, counts: Wholes) -> list[Kinds]:
    """Return classes that are alike by their counts; cells of a class are beside each other."""
    import numpy as np

    _, first, sizes = np.unique(classes, return_index=True, return_counts=True)
    by_counts: dict[tuple[int, ...], list[tuple[Wholes, int]]] = {}
    for start, size in zip(first.tolist(), sizes.tolist(), strict=True):
        shape = tuple(counts[start : start + size].tolist())
        by_counts.setdefault(shape, []).append((values[start : start + size], int(alike[start])))
    return [
        Kinds(shape, np.array([own for own, _ in kinds]), np.array([number for _, number in kinds]))
        for shape, kinds in sorted(by_counts.items())
        for kinds in [sorted(kinds, key=lambda kind: kind[0].tolist())]
    ]


def _mixed(numbers: Codes) -> Codes:
    """Return numbers of 64 bits mixed, by the finalizer of SplitMix64 (Steele and others 2014)."""
    import numpy as np

    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


Drawn = Mapping[tuple[str, str, str | None], Sequence[float]]
"""The values of the replicates, by metric, target and partition."""

MOST_CELLS = 1_000_000
"""The most counts of a replicate, which are in memory at a time."""

BATCH = 1_000_000
"""About how many drawn counts are scored in one statement."""

SAMPLES = "drawn_counts"
"""The relation of the drawn counts of a batch."""


def resampled(counted: OpenCounts, metrics: Sequence[Metric], asked: IntervalSpec) -> Drawn:
    """Return the values that metrics of sensitive attributes have in replicates of the counts.

    A replicate in which a metric is undefined has no value. Raises SpecError for more counts than
    can be drawn again.
    """
    source, plan = counted.source, counted.plan.measured
    places = [place for place, target in enumerate(plan.targets) if target.column is not None]
    measured = replace(
        shapes_plan(counted.plan),
        targets=tuple(plan.targets[place] for place in places),
        metrics=tuple(metrics),
        quasi_identifiers=("class",),
        recodings={},
    )
    entries = rolled_entries(measured, SAMPLES, ["class"])
    query = render("numbered_cells", counted.entries(shapes_plan(counted.plan)), dialect=source.engine.dialect)
    drawn: dict[tuple[str, str, str | None], list[float]] = {}
    with open_store(source.engine.limits, source.engine.progress) as store:
        kept = keep_rows(store, source.engine, query, source.name, COLUMNS, "intervals")
        width = _width(kept, metrics)
        cells = [cells_of(kept, place, asked.seed) for place in places]
        size = max(1, BATCH // max(1, width))
        for first in range(1, asked.replicates + 1, size):
            tables = range(first, min(first + size, asked.replicates + 1))
            with _samples(store.engine, cells, tables):
                for row in _scored(store.engine, entries, tables, source.name):
                    if row.score.value is not None:
                        key = (row.score.metric, row.score.target, row.score.partition)
                        drawn.setdefault(key, []).append(row.score.value)
    return drawn


def _width(kept: Kept, metrics: Sequence[Metric]) -> int:
    """Return the most counts of a replicate; classes that are alike give BECOMES each.

    Raises SpecError for more than MOST_CELLS.
    """
    query = f"select sum(least(alike, {BECOMES})) from {kept.from_sql}"  # noqa: S608 - ours
    width = fetch_number(kept.store.engine, query, kept.name, "intervals")
    if width > MOST_CELLS:
        raise SpecError(
            f"{', '.join(metric.name for metric in metrics)}: `intervals` draw counts again, of which there are"
            f" {width:,} and may be {MOST_CELLS:,}; name other `metrics`, or recode the quasi-identifiers"
        )
    return width


@contextmanager
def _samples(engine: Engine, cells: Sequence[Cells], tables: range) -> Iterator[None]:
    """Give the drawn counts of some replicates as the relation SAMPLES, inside only."""
    engine.connection.register(SAMPLES, _drawn(cells, tables))
    try:
        yield
    finally:
        engine.connection.unregister(SAMPLES)


def _drawn(cells: Sequence[Cells], tables: range) -> dict[str, Wholes]:
    """Return the columns of the drawn counts of some replicates."""
    import numpy as np

    parts: list[dict[str, Wholes]] = []
    for number, own in enumerate(cells):
        for table in tables:
            columns = own.drawn(number, table)._asdict()
            places = {"subset_number": table, "target_number": number}
            parts.append({name: np.full(len(columns["n"]), value) for name, value in places.items()} | columns)
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _scored(engine: Engine, entries: PlanEntries, tables: range, name: str) -> list[CombinationScore]:
    """Return the scores of the replicates that are there."""
    names = [(str(table), str(table)) for table in tables]
    query = render("resampled_scores", entries, SAMPLES, names, dialect=engine.dialect)
    return fetch_rows(engine, query, name, CombinationScore, "intervals")
