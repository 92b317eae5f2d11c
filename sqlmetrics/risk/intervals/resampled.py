"""Counts drawn again, and scored by the macros that score a table of counts.

Each count of n records becomes one of Poisson(n) records, for all replicates of a batch at once.
Of classes that are alike, as are nearly all where keys are near unique, the numbers of those that
become another class are drawn, which have a multinomial distribution.
The draws follow an order of the counts that is the same on every engine, and in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.kept import Kept, keep_rows, open_store
from sqlmetrics.engine.rows import fetch_number, fetch_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.entries import rolled_entries
from sqlmetrics.risk.combinations.results import CombinationScore
from sqlmetrics.risk.counted import OpenCounts
from sqlmetrics.risk.intervals.cells import BECOMES, COLUMNS, Cells, cells_of
from sqlmetrics.risk.intervals.shapes import shapes_plan
from sqlmetrics.spec.spec import IntervalSpec
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Wholes = NDArray[np.int64]

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
    """Return the most counts of a replicate, of which classes that are alike give BECOMES each.

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
