"""The extent of a relation beside its scores: records, individuals, values without a domain."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.rows import fetch_number, fetch_row, fetch_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.scores import Score, Suppressed
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.entries import PlanEntries, mark_entries, plan_entries, recoding_entry
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render
from sqlmetrics.text import counted

LOST = "a partition has no domain for some values"
"""The reason of scores that are undefined since a partition leaves values out."""


def loses(reasons: Collection[str | None]) -> bool:
    """Return whether a reason of undefined scores is that a partition leaves values out."""
    return LOST in reasons


class LostValue(NamedTuple):
    """A row of `unmapped`: a value that a partition has no domain for, with its records.

    `values` and `in_records` are all such values, and their records.
    """

    value: str
    records: int
    values: int
    in_records: int


def check_mapped(engine: Engine, partitions: Sequence[Partition], from_sql: str, name: str) -> None:
    """Raise SpecError with some of the values that a partition of a relation leaves out."""
    for partition in partitions:
        if partition.strict:
            check_domains(engine, partition, from_sql, name)


def check_domains(engine: Engine, partition: Partition, from_sql: str, name: str, *, weight: str | None = None) -> None:
    """Raise SpecError with some of the values that a partition has no domain for.

    `weight` is the column of a count relation that has the records of each of its rows.
    """
    query = render("unmapped", from_sql, partition.column, recoding_entry(partition), weight, dialect=engine.dialect)
    lost = fetch_rows(engine, query, name, LostValue, "unmapped")
    if lost:
        values, records = lost[0].values, lost[0].in_records
        some = ", ".join(f"'{row.value}' ({counted(row.records, 'record')})" for row in lost)
        raise SpecError(
            f"partition {partition.name} of '{partition.column}' has no domain for {counted(values, 'value')}"
            f" in {counted(records, 'record')}; {partition.remedy}",
            f"values without a domain: {some}{', ..' if values > len(lost) else ''}",
        )


def check_populated(reasons: Collection[str | None], name: str) -> None:
    """Raise SpecError where undefined scores say that the table is no part of the population."""
    reason = catalogue()["k_map"].undefined
    if reason in reasons:
        raise SpecError(
            f"{name} is not of this population: {reason}; it must hold everybody of the table, "
            "in columns of the same names and types"
        )


def check_weighted(reasons: Collection[str | None], name: str) -> None:
    """Raise SpecError where undefined scores say that a survey weight is none."""
    if catalogue()["individual_risk"].undefined in reasons:
        raise _weightless(name)


def check_weights(engine: Engine, plan: Plan, from_sql: str, name: str) -> None:
    """Raise SpecError where a survey weight is none that a plan needs; the weights are read."""
    if not plan.weighted:
        return
    query = render("weightless_classes", plan_entries(plan, from_sql), dialect=engine.dialect)
    if fetch_number(engine, query, name, "weights"):
        raise _weightless(name)


def _weightless(name: str) -> SpecError:
    return SpecError(
        f"a `weight` of {name} is missing, not above 0 or above a million millions, or a person has several;"
        " give each record the number of people for whom it stands, or leave it out by `where`"
    )


class Extent(NamedTuple):
    """The records and individuals of a relation, and the records that scores leave out.

    `nameless` are the records without an individual, which count as one person.
    """

    records: int
    individuals: int | None
    left_out: dict[str, int]
    suppressed: Suppressed | None = None
    nameless: int = 0


class ExtentRow(NamedTuple):
    """The row of `extent` and of `count_extent`.

    `complete` are the records without NULL in the columns of each list.
    """

    records: int
    complete: tuple[int, ...]
    suppressed: int | None
    individuals: int | None


def read_extent(engine: Engine, plan: Plan, query: str, targets: Sequence[str], name: str) -> Extent:
    """Return the extent from a statement of `extent` or `count_extent`.

    Its lists of columns have what the targets need; a further one has the individual.
    """
    row = fetch_row(engine, query, name, ExtentRow, "extent")
    named = row.complete[len(targets) :]
    return Extent(
        records=row.records,
        individuals=row.individuals,
        left_out={target: row.records - count for target, count in zip(targets, row.complete, strict=False)},
        suppressed=None if row.suppressed is None else Suppressed(row.suppressed, plan.keep_suppressed),
        nameless=row.records - named[0] if named else 0,
    )


def naming_list(plan: Plan) -> list[list[str]]:
    """Return the list of columns that says how many records have an individual, if any has."""
    return [] if plan.individual is None else [[plan.individual]]


def extent_of(engine: Engine, plan: Plan, scores: Sequence[Score], from_sql: str, name: str) -> Extent:
    """Return the extent of a relation, without a read where the scores have it already."""
    if scores and not plan.reads_extent:
        first = scores[0]
        own = (first.metric, first.view.of_table)
        sliced = [score.records for score in scores if (score.metric, score.view.of_table) == own]
        return Extent(records=sum(sliced), individuals=None, left_out={})
    needed = {target.name: plan.needed(target) for target in plan.targets} if plan.nulls == "drop" else {}
    query = render(
        "extent",
        from_sql,
        plan.individual,
        [*needed.values(), *naming_list(plan)],
        mark_entries(plan.suppressed or {}),
        dialect=engine.dialect,
    )
    return read_extent(engine, plan, query, list(needed), name)


class SlicePeople(NamedTuple):
    """A row of `slice_people`: the individuals of a slice."""

    slice: str
    people: int


def slice_people(engine: Engine, plan: Plan, entries: PlanEntries, name: str) -> dict[str, int]:
    """Return the individuals of each slice, none where no column tells them apart."""
    if not plan.tells_slice_people:
        return {}
    query = render("slice_people", entries, dialect=engine.dialect)
    return {row.slice: row.people for row in fetch_rows(engine, query, name, SlicePeople, "extent")}


def whole_extent(engine: Engine, plan: Plan, from_sql: str, name: str) -> Extent:
    """Return the records of a relation and, where a column tells them apart, its individuals."""
    query = render("extent", from_sql, plan.individual, naming_list(plan), [], dialect=engine.dialect)
    return read_extent(engine, plan, query, [], name)
