"""Counts of another database, put into tables of a DuckDB of our own."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from sqlmetrics.engine.engine import Engine, batches, fetch
from sqlmetrics.engine.reasons import failure
from sqlmetrics.errors import QueryError

BATCH = 100_000
"""How many counts of another database are in memory at a time, as Python's values."""


def gathered(source: Engine, query: str, engine: Engine, columns: Sequence[str], name: str, aim: str) -> str:
    """Return the query of another database's counts, put into tables of DuckDB in batches.

    `columns` are the query's columns, among them `records`. `name` is the relation's name in
    messages, and `aim` says there what the counts are gathered for. Raises QueryError for values
    that DuckDB does not hold, or does not tell apart.
    """
    tables: dict[str, str] = {}
    prefix = f"counts_{uuid4().hex[:12]}"
    for number, rows in enumerate(batches(source, query, name, BATCH)):
        lists = [list(column) for column in zip(*rows, strict=True)]
        table = f"{prefix}_{number}"
        unnested = ", ".join(f"unnest(?) as {column}" for column in columns)
        try:
            engine.connection.execute(f"create table {table} as select {unnested}", lists)
        except Exception as error:
            raise failure(f"cannot {aim}", error, "cast the column in a view") from None
        missing = [column.count(None) for column in lists]
        present = ", ".join(f"count(*) - count({column})" for column in columns)
        if list(fetch(engine, f"select {present} from {table}", name)[0]) != missing:  # noqa: S608
            raise QueryError(f"cannot {aim}: DuckDB reads not-a-number as NULL; update it to 2.0 or later")
        null = [column for column, count in zip(columns, missing, strict=True) if count == len(rows)]
        tables[table] = ", ".join(f"null as {column}" if column in null else column for column in columns)
    if not tables:
        return f"select {', '.join(f'cast(null as bigint) as {column}' for column in columns)} where 1 = 0"
    query = " union all ".join(f"select {select} from {table}" for table, select in tables.items())  # noqa: S608
    grouped = [column for column in columns if column not in {"records", "unmapped"}]
    repeated = f"select 1 from ({query}) counts group by {', '.join(grouped)} having count(*) > 1 limit 1"  # noqa: S608
    if fetch(engine, repeated, name):
        raise QueryError(f"cannot {aim}: a column has values of several types; cast it in a view")
    return query
