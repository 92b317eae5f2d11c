"""Releases of another system, which answers one query after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.drivers import dialect_of
from sqlmetrics.engine.engine import Engine, describe
from sqlmetrics.engine.rows import fetch_rows, read_rows
from sqlmetrics.engine.url import open_url
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.answers import AnsweredQuery, Reply, reply_of
from sqlmetrics.release.utility.column_scores import covered_form
from sqlmetrics.release.utility.measured import MeasuredColumns
from sqlmetrics.release.utility.user_statements import Answering, Miss, attempt
from sqlmetrics.release.utility.workload import QueryCondition
from sqlmetrics.scoring.scores import Score, table_score
from sqlmetrics.spec.place import Filtered, Place, bare, name_of, renamed
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.condition import filtered_sql
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.relation import relation_sql
from sqlmetrics.statement.render import render


class ValueCount(NamedTuple):
    """A row of `value_counts`: a value, its records, and whether several individuals have it."""

    value: Any
    records: int
    several: int


@contextmanager
def open_system(releases: Mapping[str, Any] | Sequence[Any], place: Place) -> Iterator[list[Answering]]:
    """Open the system that answers for the releases, which are its tables."""
    tables = dict(releases) if isinstance(releases, Mapping) else {name_of(bare(one)): one for one in releases}
    if not all(isinstance(bare(table), str | Path) for table in tables.values()):
        raise SpecError("a release of another system is the name of a table there")

    def described(engine: Engine) -> list[Answering]:
        """Return the tables with their columns."""
        texts = {
            renamed(name, table): filtered_sql(
                relation_sql(str(bare(table)), engine.dialect, table=True),
                table.where if isinstance(table, Filtered) else None,
            )
            for name, table in tables.items()
        }
        return [(engine, Compared(name, text, tuple(describe(engine, text, name)))) for name, text in texts.items()]

    if place.url is None:
        yield described(Engine(dialect_of(place.connection), place.connection))
    else:
        with open_url(place.url) as (dialect, own):
            yield described(Engine(dialect, own))


def ask_one_by_one(
    engine: Engine, release: Compared, queries: Sequence[AnsweredQuery], number: int, individual: str | None
) -> Iterator[Reply]:
    """Send each query on its own, and yield the reply.

    An error, no record and NULL are a miss with its reason.
    """
    for query in queries:
        plan = {
            "relation": release.from_sql,
            "measure": query.measure,
            "column": individual if query.measure == "individuals" else query.of,
            "conditions": [_literals(condition, engine.dialect) for condition in query.conditions or ()],
        }
        rows, miss = attempt(engine, render("single_query", plan, dialect=engine.dialect), release.name)
        ((value,),) = rows or ((None,),)
        answer = None if value is None else float(value)
        if answer == 0 and query.measure in {"records", "individuals"}:
            answer = None
        yield reply_of(number, query, answer, *miss)


def _literals(condition: QueryCondition, dialect: Dialect) -> dict[str, Any]:
    """Return a condition as the template takes it, its values as literals of the dialect."""

    def literal(text: str | None) -> str | None:
        if text is None:
            return None
        if condition.column.numeric:
            return str(float(text)) if "e" in text.lower() else text
        quoted = render("literal", text, dialect=dialect)
        if condition.column.kind != "date" or condition.value is not None:
            return quoted
        return render("as_moment", quoted, dialect=dialect) if " " in text else f"cast({quoted} as date)"

    if condition.value is not None:
        return {"column": condition.column.name, "value": literal(condition.value)}
    return {"column": condition.column.name, "low": literal(condition.low), "high": literal(condition.high)}


def coverage_scores(measured: MeasuredColumns, engine: Engine, release: Compared) -> Iterator[Score]:
    """Yield the coverage of each column by a system, from one query a column."""
    coverage, invented = (catalogue("utility")[name] for name in ("coverage", "invented_values"))
    relations, options = measured.relations, measured.options
    original = relations.original
    for column in measured.columns:
        rows: list[tuple[Any, ...]] = []
        miss = Miss()
        if column.name in release.column_names:
            query = render("value_counts", release.from_sql, column.name, None, dialect=engine.dialect)
            rows, miss = attempt(engine, query, release.name)
        released = {
            _as_key(row.value): row.records
            for row in read_rows(rows, ValueCount)
            if row.value is not None and str(row.value) != options.suppressed
        }
        individuals = (options.individual, relations.text_individual)
        tally = render("value_counts", original.from_sql, column.name, *individuals, dialect=relations.engine.dialect)
        tallies = fetch_rows(relations.engine, tally, original.name, ValueCount)
        there = {_as_key(row.value): row for row in tallies if row.value is not None}
        several = [value for value, row in there.items() if row.several]
        filled = sum(row.records for row in there.values())
        if column.continuous:
            value = min(sum(released.values()) / filled, 1.0) if filled else None
        else:
            value = sum(1 for key in several if key in released) / len(several) if several else None
        parameters = covered_form(column) if not miss.reason else f"{covered_form(column)}, failed"
        for metric, score, words in (
            (coverage, value, parameters),
            (invented, len(released.keys() - there.keys()), None),
        ):
            yield table_score(
                metric, target=column.name, records=filled, value=score, parameters=words, release=release.name
            )


def _as_key(value: Any) -> Any:
    """Return a value as another driver may give it: numbers as numbers, the rest as text."""
    return float(value) if isinstance(value, int | float | Decimal) and not isinstance(value, bool) else str(value)
