"""What a relation holds beside its scores: records, individuals, values without a domain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.scores import Score, Suppressed
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render


def loses(scores: Sequence[Score]) -> bool:
    """Return whether a score says that a partition leaves values out."""
    return any(score.reason == "a partition has no domain for some values" for score in scores)


def check_mapped(engine: Engine, partitions: Sequence[Partition], from_sql: str, name: str) -> None:
    """Raise SpecError with some of the values of a relation, and their records, that a partition leaves out."""
    for partition in partitions:
        if partition.unmapped == "error" and partition.prefix is None:
            rows = fetch(
                engine, render("unmapped", from_sql, partition.column, partition.recoding(), dialect=engine.dialect), name, "unmapped"
            )
            if rows:
                values, records = rows[0][2], rows[0][3]
                some = ", ".join(f"'{value}' ({count} records)" for value, count, *_ in rows)
                what = f"partition {partition.name} of '{partition.column}' has no domain for {values} values in {records} records"
                add = "add them, or say `unmapped: keep` or `unmapped: NAME`"
                raise SpecError(f"{what}: {some}{', ..' if values > len(rows) else ''}; {add}", public=f"{what}; {add}")


def check_populated(scores: Sequence[Score], name: str) -> None:
    """Raise SpecError where the population is not one that the table can be of."""
    reason = catalogue()["k_map"].undefined
    if any(score.reason == reason for score in scores):
        raise SpecError(
            f"{name} is not of this population: {reason}; it must hold everybody of the table, in columns of the same names and types"
        )


class Extent(NamedTuple):
    """What a relation holds, and what of it no score is measured on."""

    records: int
    individuals: int | None
    left_out: dict[str, int]
    suppressed: Suppressed | None = None


def extent_of(engine: Engine, plan: Plan, scores: Sequence[Score], from_sql: str, name: str) -> Extent:
    """Return what the relation holds. Where the scores say it already, nothing is read for it."""
    if not plan.reads_extent:
        return Extent(scores[0].records, None, {})
    needed = {target.name: plan.needed(target) for target in plan.targets} if plan.nulls == "drop" else {}
    query = render("extent", from_sql, plan.individual, list(needed.values()), plan.marks, dialect=engine.dialect)
    row = [None if part is None else int(part) for part in fetch(engine, query, name, "extent")[0]]
    records, *complete, suppressed, individuals = row
    assert records is not None  # noqa: S101 - a count is never NULL
    left_out = {target: records - count for target, count in zip(needed, complete, strict=True) if count is not None}
    return Extent(records, individuals, left_out, None if suppressed is None else Suppressed(suppressed, plan.keep_suppressed))


def whole_extent(engine: Engine, plan: Plan, from_sql: str, name: str) -> tuple[int, int | None]:
    """Return the records of a relation and, where a column tells them apart, its individuals."""
    row = fetch(engine, render("extent", from_sql, plan.individual, [], [], dialect=engine.dialect), name)[0]
    return int(row[0]), None if plan.individual is None else int(row[-1])
