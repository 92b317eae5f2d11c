"""Counts drawn again, and scored by the macros that score a table of counts.

Each count of n records becomes one of Poisson(n) records, for all replicates of a batch at once.
The draws follow an order of the counts that is the same on every engine, and in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.engine.engine import Engine, own_engine
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.entries import rolled_entries
from sqlmetrics.risk.combinations.results import CombinationScore
from sqlmetrics.risk.counted import Counted
from sqlmetrics.risk.intervals.shapes import shapes_plan
from sqlmetrics.spec.intervals import IntervalSpec
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Wholes = NDArray[np.int64]
    Codes = NDArray[np.uint64]

Drawn = Mapping[tuple[str, str, str | None], Sequence[float]]
"""The values of the replicates, by metric, target and partition."""

MOST_CELLS = 1_000_000
"""The most counts that are drawn again, which are in memory at a time."""

BATCH = 2_000_000
"""About how many drawn counts are scored in one statement."""

SAMPLES = "drawn_counts"
"""The relation of the drawn counts of a batch."""


class CellRow(NamedTuple):
    """A row of the macro `numbered_cells`."""

    target_number: int
    class_number: int
    value_number: int
    value_text: str | None
    n: int


@dataclass(frozen=True)
class Cells:
    """The counts of one target in the order of the draws: of each, its class, value and records."""

    target_number: int
    classes: Wholes
    values: Wholes
    counts: Wholes


def resampled(counted: Counted, metrics: Sequence[Metric], asked: IntervalSpec) -> Drawn:
    """Return the values that metrics of sensitive attributes have in replicates of the counts.

    A replicate in which a metric is undefined has no value. Raises SpecError for more counts than
    can be drawn again.
    """
    import numpy as np

    cells = _cells(counted, metrics)
    targets = tuple(target for target in counted.plan.measured.targets if target.column is not None)
    plan = replace(shapes_plan(counted.plan), targets=targets, metrics=tuple(metrics), quasi_identifiers=("class",))
    entries = rolled_entries(replace(plan, recodings={}), SAMPLES, ["class"])
    streams = [np.random.default_rng([asked.seed, place]) for place in range(len(cells))]
    drawn: dict[tuple[str, str, str | None], list[float]] = {}
    size = max(1, BATCH // max(1, sum(len(own.counts) for own in cells)))
    limits, progress = counted.source.engine.limits, counted.source.engine.progress
    with own_engine(files=()) as own:
        engine = replace(own, progress=progress, limits=replace(own.limits, timeout=limits.timeout))
        for first in range(0, asked.replicates, size):
            tables = range(first, min(first + size, asked.replicates))
            with _samples(engine, cells, streams, tables):
                for row in _scored(engine, entries, tables, counted.source.name):
                    if row.score.value is not None:
                        key = (row.score.metric, row.score.target, row.score.partition)
                        drawn.setdefault(key, []).append(row.score.value)
    return drawn


def _cells(counted: Counted, metrics: Sequence[Metric]) -> list[Cells]:
    """Return the counts of each sensitive target, in the order of the targets."""
    engine, name, _ = counted.source
    query = render("numbered_cells", counted.entries(shapes_plan(counted.plan)), dialect=engine.dialect)
    rows = fetch_rows(engine, query, name, CellRow, "intervals")
    if len(rows) > MOST_CELLS:
        raise SpecError(
            f"{', '.join(metric.name for metric in metrics)}: `intervals` draw counts again, of which there are"
            f" {len(rows):,} and may be {MOST_CELLS:,}; name other `metrics`, or recode the quasi-identifiers"
        )
    places = [place for place, target in enumerate(counted.plan.measured.targets) if target.column is not None]
    return [
        _ordered(number, [row for row in rows if row.target_number == place]) for number, place in enumerate(places)
    ]


def _ordered(number: int, rows: Sequence[CellRow]) -> Cells:
    """Return the counts of a target class by class, the same on every engine.

    Values stand in the order of their records, and as texts where these are equal. Classes stand in
    the order of a mark of their counts; those with one mark have the same counts, and it does not
    matter which of them is first.
    """
    import numpy as np

    texts = {row.value_number: row.value_text or "" for row in rows}
    numbers = np.array([(row.class_number, row.value_number, row.n) for row in rows], dtype=np.int64).reshape(-1, 3)
    _, classes = np.unique(numbers[:, 0], return_inverse=True)
    known, values = np.unique(numbers[:, 1], return_inverse=True)
    counts = numbers[:, 2]
    records = np.bincount(values, counts, len(known))
    order = sorted(range(len(known)), key=lambda place: (records[place], texts[int(known[place])]))
    ranks = np.empty(len(known), dtype=np.int64)
    ranks[order] = np.arange(len(known))
    values = ranks[values]
    marks = np.zeros(int(classes.max(initial=-1)) + 1, dtype=np.uint64)
    np.add.at(marks, classes, _mixed(_mixed(values.astype(np.uint64)) ^ counts.astype(np.uint64)))
    places = np.lexsort((values, classes, marks[classes]))
    return Cells(number, classes[places], values[places], counts[places])


def _mixed(numbers: Codes) -> Codes:
    """Return numbers of 64 bits mixed, by the finalizer of SplitMix64 (Steele and others 2014)."""
    import numpy as np

    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@contextmanager
def _samples(
    engine: Engine, cells: Sequence[Cells], streams: Sequence[np.random.Generator], tables: range
) -> Iterator[None]:
    """Give the drawn counts of some replicates as the relation SAMPLES, inside only."""
    import numpy as np
    import pandas as pd

    parts = []
    for own, stream in zip(cells, streams, strict=True):
        drawn = stream.poisson(own.counts, (len(tables), len(own.counts)))
        replicate, place = np.nonzero(drawn)
        columns = {
            "subset_number": replicate + tables.start + 1,
            "target_number": own.target_number,
            "key_1": own.classes[place],
            "value": own.values[place],
            "n": drawn[replicate, place],
        }
        parts.append(pd.DataFrame(columns))
    engine.connection.register(SAMPLES, pd.concat(parts))
    try:
        yield
    finally:
        engine.connection.unregister(SAMPLES)


def _scored(engine: Engine, entries: PlanEntries, tables: range, name: str) -> list[CombinationScore]:
    """Return the scores of the replicates that are there."""
    names = [(str(table + 1), str(table + 1)) for table in tables]
    query = render("resampled_scores", entries, SAMPLES, names, dialect=engine.dialect)
    return fetch_rows(engine, query, name, CombinationScore, "intervals")
