"""The counts that a search adds up, in DuckDB, with what the source's dialect makes of values.

DuckDB counts in the session of the source, and recodes the counted values. Any other engine counts
and recodes in one statement, whose rows are put into a DuckDB of our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import NamedTuple, TypedDict

from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.engine.engine import Engine, describe, own_engine
from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.entries import applied, base_entries
from sqlmetrics.risk.combinations.packed import PackedRun
from sqlmetrics.risk.counts.gathered import gathered
from sqlmetrics.risk.extent import check_mapped
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.entries import KeyEntry, RecodingEntry, recoding_entry
from sqlmetrics.statement.plan import IDENTITY, Plan, Target
from sqlmetrics.statement.render import render

NO_DOMAIN = "sqlmetrics: in no domain"
"""The domain of a sensitive value that its partition leaves out, until the counts are checked."""


class CountedKey(NamedTuple):
    """A key's column in a count table, and its levels' columns where the source recoded it."""

    column: str
    levels: tuple[str, ...]


class CountedSource(NamedTuple):
    """A count table in DuckDB, its keys, and the plan of what its values are."""

    table: str
    keys: tuple[CountedKey, ...]
    plan: Plan


class RecodedColumnEntry(TypedDict):
    """A column that a derived table has beside the columns of its relation."""

    name: str
    column: str
    recoding: RecodingEntry


@contextmanager
def search_engine(source: Source) -> Iterator[Engine]:
    """Give the engine in which a source's counts are searched: its own, or a DuckDB of ours."""
    if source.engine.dialect.packs_counts:
        yield source.engine
        return
    limits, progress = source.engine.limits, source.engine.progress
    with own_engine(files=()) as engine:
        yield replace(engine, progress=progress, limits=replace(engine.limits, timeout=limits.timeout))


def counted_source(
    source: Source, run: PackedRun, columns: Sequence[Generalization], stack: ExitStack
) -> CountedSource:
    """Return the counts of a source, which is read once, in a table that the stack drops.

    Raises SpecError where a partition leaves out values of a sensitive attribute.
    """
    if source.engine is run.engine:
        table = run.counts(render("counting", base_entries(run.plan, source.from_sql)), stack)
        run.check_partitions(base_entries(run.plan, source.from_sql, table), source.from_sql)
        plain = [CountedKey(f"key_{number}", ()) for number in range(1, 1 + len(columns))]
        return CountedSource(table, tuple(plain), run.plan)
    plan, from_sql = _recoded_values(source, run.plan)
    entries, keys = base_entries(plan, from_sql), list[KeyEntry]()
    found = []
    for column in columns:
        start = len(keys) + 1
        keys += _levels(plan.spelt(column.column), column.partitions, start)
        found.append(CountedKey(f"key_{start}", tuple(f"key_{number}" for number in range(start + 1, len(keys) + 1))))
    names = [f"key_{number}" for number in range(1, len(keys) + 1)]
    names += [f"value_{number}" for number in range(1, 1 + len(plan.attributes))]
    people = ["individual"] if plan.individual is not None else []
    leading = ["attribute"] if len(plan.attributes) > 1 else []
    query = render("count_rows", {**entries, "quasi_identifiers": keys}, dialect=source.engine.dialect)
    listed = [*leading, *people, *names, "records"]
    aim = f"search the counts of {source.name}"
    table = stack.enter_context(
        run.table(gathered(source.engine, query, run.engine, listed, source.name, aim), "count")
    )
    _check_values(source, run, plan, table)
    return CountedSource(table, tuple(found), plan)


def _levels(column: str, partitions: Sequence[Partition], start: int) -> list[KeyEntry]:
    """Return a key as it is and on each of its levels, as keys with the numbers from `start`."""
    entries: list[RecodingEntry | None] = [None, *map(_open, partitions)]
    return [
        KeyEntry(number=start + level, column=column, name="", alias=None, recoding=entry)
        for level, entry in enumerate(entries)
    ]


def _open(partition: Partition) -> RecodingEntry:
    """Return a partition's entry, by which values in no domain become NULL and are not counted."""
    entry = recoding_entry(partition)
    return {**entry, "unmapped": "null"} if entry["unmapped"] == "error" else entry


def _recoded_values(source: Source, plan: Plan) -> tuple[Plan, str]:
    """Return a plan whose sensitive attributes are recoded already, and its FROM clause.

    Values in a partition become a column, and so do texts that an order or a hierarchy lists.
    """
    targets: list[Target] = []
    columns: dict[str, RecodedColumnEntry] = {}
    for number, target in enumerate(plan.targets):
        partition = target.partition
        of_texts = partition is not None or target.hierarchy is not None or target.order not in {None, "natural"}
        if target.column is None or not of_texts:
            targets.append(target)
            continue
        entry = recoding_entry(partition or applied(Partition("", target.column)))
        if entry["unmapped"] == "error":
            entry = {**entry, "unmapped": "name", "rest": NO_DOMAIN}
        name = f"sqlmetrics_value_{number}"
        columns[name] = RecodedColumnEntry(name=name, column=plan.spelt(target.column), recoding=entry)
        recoded = None if partition is None else applied(partition)
        targets.append(replace(target, column=name, partition=recoded))
    if not columns:
        return plan, source.from_sql
    kept = [plan.spelt(column) for column in plan.columns]
    from_sql = render("recoded_columns", source.from_sql, kept, list(columns.values()), dialect=source.engine.dialect)
    return replace(plan, targets=tuple(targets)), from_sql


def _check_values(source: Source, run: PackedRun, plan: Plan, table: str) -> None:
    """Raise SpecError for sensitive values in no domain, or whose order is not known here."""
    types = dict(describe(run.engine, table, run.name))
    for target in plan.targets:
        if target.column is None:
            continue
        value = f"value_{plan.attributes.index(target.column) + 1}"
        lost = f"select count(*) from {table} where cast({value} as varchar) = {render('literal', NO_DOMAIN)}"  # noqa: S608
        if target.partition is not None and fetch_number(run.engine, lost, run.name, "codes"):
            check_mapped(source.engine, run.plan.partitions, source.from_sql, source.name)
        dialect = source.engine.dialect
        bytewise = not dialect.text_keys and render("byte_order", "value", dialect=dialect) == "value"
        if target.order == "natural" and types[value] == "VARCHAR" and not bytewise:
            raise SpecError(
                f"advise: the natural order of '{target.name}' is not known outside {dialect.name}; "
                "give its values in `orders`"
            )


def identity_plan(plan: Plan) -> Plan:
    """Return a plan of the keys alone, as a population has them."""
    return replace(plan, targets=(Target(IDENTITY),))
