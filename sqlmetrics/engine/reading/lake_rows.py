"""The rows of a table with a log: DuckDB reads its live files in place, without deleted rows.

A column is found in each file by its number or its name there, and has the type of the table. Files
that hold it in the same way are read together. What DuckDB cannot be told of a table goes through
the reader of its package, as a temporary table.
"""

from __future__ import annotations

import glob
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import lru_cache
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.reading.reading import Reading, ReadPart
from sqlmetrics.engine.reasons import error_text
from sqlmetrics.errors import QueryError, SqlmetricsError
from sqlmetrics.lakes.table import LakeColumn, LakeFile, LakeTable
from sqlmetrics.statement.render import render

LAKE = "sqlmetrics_lake"
"""The prefix of the names of views and tables of a table with a log."""

FILE, PLACE = "sqlmetrics_file", "file_row_number"
"""The columns of a file that is read: its path, and the number of each row."""

WIDER = {
    "TINYINT": {"SMALLINT", "INTEGER", "BIGINT", "FLOAT", "DOUBLE"},
    "SMALLINT": {"INTEGER", "BIGINT", "FLOAT", "DOUBLE"},
    "INTEGER": {"TINYINT", "SMALLINT", "BIGINT", "DOUBLE"},
    "BIGINT": {"INTEGER"},
    "UTINYINT": {"SMALLINT", "INTEGER", "BIGINT"},
    "USMALLINT": {"INTEGER", "BIGINT"},
    "UINTEGER": {"INTEGER", "BIGINT"},
    "UBIGINT": {"BIGINT"},
    "FLOAT": {"DOUBLE"},
    "DATE": {"TIMESTAMP"},
    "TIME WITH TIME ZONE": {"TIME"},
    **{key: {"TIMESTAMP"} for key in ("TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS")},
    "TIMESTAMP": {"TIMESTAMP_NS"},
}
"""The types that a column of files is cast to; a value that does not fit is an error."""

DECIMAL = re.compile(r"DECIMAL\((\d+),(\d+)\)")
"""A pattern of DuckDB's type of decimals, with its digits in all and behind the point."""


ALONE = 8
"""The most files with deleted rows that are read one by one."""


class _UnfitError(Exception):
    """A file does not hold a column as the table's log says."""


class _Held(NamedTuple):
    """A column as a file holds it: its name, and DuckDB's type of it, None for one of parts."""

    name: str
    type: str | None


class _Layout(NamedTuple):
    """How a file holds columns: its own, and those by whose values rows are deleted, as SQL."""

    columns: tuple[str, ...]
    compared: tuple[tuple[str, ...], ...]
    has_dead: bool
    listed: bool


def lake_rows(engine: Engine, table: LakeTable, stack: ExitStack) -> tuple[str, Reading]:
    """Return the name of what gives the rows, until the stack closes, and the reading.

    Raises QueryError where neither DuckDB nor the package reads the table.
    """
    name = f"{LAKE}_{uuid.uuid4().hex[:12]}"
    parts = tuple(ReadPart(file.path) for file in table.files)
    reading = Reading(table.form, None, (), parts, lake=table.at_version, parted_by=table.parted_by)
    with engine.progress.step("read", table.name):
        if table.in_place:
            try:
                query = _query(engine, table, name, stack)
            except _UnfitError:
                pass
            else:
                stack.callback(_drop, engine, "view", name)
                fetch(engine, f"create temporary view {name} as {query}", table.name, "read")
                return name, reading
        stack.callback(_drop, engine, "table", name)
        records = _whole(engine, table, name)
    return name, reading._replace(records=records)


def _whole(engine: Engine, table: LakeTable, name: str) -> int:
    """Make a table of all rows, as the package reads them, and return their number."""
    try:
        engine.connection.register(f"{name}_rows", table.whole())
        try:
            engine.connection.execute(f"create temporary table {name} as select * from {name}_rows")  # noqa: S608 - ours
        finally:
            engine.connection.unregister(f"{name}_rows")
        ((records,),) = engine.connection.execute(f"select count(*) from {name}").fetchall()  # noqa: S608 - ours
    except SqlmetricsError:
        raise
    except Exception as error:
        raise QueryError(
            f"cannot read {table.name} ({table.form}): it has what neither DuckDB nor its own package reads",
            error_text(error),
        ) from None
    return int(records)


def _query(engine: Engine, table: LakeTable, name: str, stack: ExitStack) -> str:
    """Return the query of the rows of a table whose files are read in place."""
    schemas = _schemas(engine, table.paths, table.name)
    dead = _dead_table(engine, table, f"{name}_dead", stack)
    compared = list(dict.fromkeys(one.columns for one in table.by_value))
    for number, columns in enumerate(compared):
        _deletes_table(engine, table, columns, f"{name}_by{number}", schemas, stack)
    layouts: dict[_Layout, list[LakeFile]] = {}
    for file in table.files:
        layout = _layout(table, file, compared, schemas[file.path], has_dead=file.path in dead)
        layouts.setdefault(layout, []).append(file)
    if any(layout.listed for layout in layouts):
        _list_table(engine, table, f"{name}_files", stack)
    branches = [
        _branch(table, layout, some, name) for layout, files in layouts.items() for some in _apart(layout, files)
    ]
    return "\nunion all\n".join(branches) or _empty(table)


def _empty(table: LakeTable) -> str:
    """Return a query of no row."""
    columns = ", ".join(f"cast(null as {column.type}) as {render('quoted', column.name)}" for column in table.columns)
    return f"select {columns} where false"


def _apart(layout: _Layout, files: Sequence[LakeFile]) -> list[Sequence[LakeFile]]:
    """Return few files with deleted rows one by one, so that only numbers are compared."""
    return [[file] for file in files] if layout.has_dead and len(files) <= ALONE else [files]


def _branch(table: LakeTable, layout: _Layout, files: Sequence[LakeFile], name: str) -> str:
    """Return the query of the rows of files that hold all columns in the same way."""
    held = zip(layout.columns, table.columns, strict=True)
    columns = ", ".join(f"{sql} as {render('quoted', column.name)}" for sql, column in held)
    named = layout.listed or (layout.has_dead and len(files) > 1)
    query = f"select {columns} from {_read((file.path for file in files), named=named)} f"  # noqa: S608 - quoted
    conditions = []
    if layout.listed:
        query += f" join {name}_files l on l.file = f.{FILE}"
    if layout.has_dead:
        file = f"f.{FILE}" if named else render("literal", files[0].path)
        conditions.append(f"not exists (select 1 from {name}_dead d where d.file = {file} and d.place = f.{PLACE})")  # noqa: S608 - quoted
    for number, values in enumerate(layout.compared):
        same = "".join(f" and d.c{place} is not distinct from {sql}" for place, sql in enumerate(values))
        conditions.append(
            f"not exists (select 1 from {name}_by{number} d"  # noqa: S608 - quoted
            f" where d.sequence > l.sequence and coalesce(d.part = l.part, true){same})"
        )
    return query + (f" where {' and '.join(conditions)}" if conditions else "")


def _read(paths: Iterable[str], *, named: bool) -> str:
    """Return the table function that reads files alone, whatever their folders are called.

    Where the files are `named`, FILE is a column.
    """
    listed = ", ".join(render("literal", glob.escape(path)) for path in paths)
    column = f", filename = '{FILE}'" if named else ""
    return f"read_parquet([{listed}], hive_partitioning = false, can_have_nan = true{column})"


def _schemas(engine: Engine, paths: Sequence[str], name: str) -> dict[str, dict[int | str, _Held]]:
    """Return the columns of files, by their numbers and by their names."""
    found: dict[str, dict[int | str, _Held]] = {path: {} for path in paths}
    if not paths:
        return found
    listed = ", ".join(render("literal", glob.escape(path)) for path in found)
    columns = "file_name, name, coalesce(num_children, 0), field_id, duckdb_type"
    query = f"select {columns} from parquet_schema([{listed}])"  # noqa: S608 - literals
    left: dict[str, int] = {}
    for file, column, children, number, of_type in fetch(engine, query, name, "describe"):
        if file not in left:
            left[file] = 0
            continue
        if not left[file]:
            left[file] = 1
            held = _Held(str(column), None if children or of_type is None else _plain(str(of_type)))
            found[str(file)][str(column)] = held
            if number is not None:
                found[str(file)][int(number)] = held
        left[file] += int(children) - 1
    return found


def _plain(of_type: str) -> str:
    """Return the short name of a type."""
    return "TIMESTAMPTZ" if of_type == "TIMESTAMP WITH TIME ZONE" else of_type


def _layout(
    table: LakeTable,
    file: LakeFile,
    compared: Sequence[tuple[LakeColumn, ...]],
    schema: Mapping[int | str, _Held],
    *,
    has_dead: bool,
) -> _Layout:
    """Return how a file holds the columns of a table."""
    listed = bool(compared)
    sql: dict[LakeColumn, str] = {}
    for column in dict.fromkeys((*table.columns, *(one for columns in compared for one in columns))):
        held = _held(table, column, schema)
        if column.logged or (held is None and file.values.get(column.key) is not None):
            listed = True
            sql[column] = f"cast(l.{render('quoted', f'v{column.key}')} as {column.type})"
        else:
            sql[column] = _value(held, column)
    if (has_dead and PLACE in schema) or ((has_dead or listed) and FILE in schema):
        raise _UnfitError
    return _Layout(
        tuple(sql[column] for column in table.columns),
        tuple(tuple(sql[column] for column in columns) for columns in compared),
        has_dead,
        listed,
    )


def _held(table: LakeTable, column: LakeColumn, schema: Mapping[int | str, _Held]) -> _Held | None:
    """Return a column as a file holds it, None where it does not. Raises _UnfitError.

    Files whose columns have no numbers have names that the table gives numbers to.
    """
    if isinstance(column.key, int) and not any(isinstance(key, int) for key in schema):
        if schema and not table.names:
            raise _UnfitError
        return next((schema[name] for name, key in table.names.items() if key == column.key and name in schema), None)
    return schema.get(column.key)


@lru_cache(maxsize=4096)
def _value(held: _Held | None, column: LakeColumn) -> str:
    """Return a column of a file, or what stands for it where the file is older, as SQL."""
    if held is None:
        default = "null" if column.default is None else render("literal", column.default)
        return f"cast({default} as {column.type})"
    sql, wanted = f"f.{render('quoted', held.name)}", str(column.type)
    if held.type == wanted:
        return sql
    if held.type is None:
        raise _UnfitError
    if (held.type.startswith("TIMESTAMP") and wanted == "TIMESTAMPTZ") or (
        held.type == "TIMESTAMPTZ" and wanted == "TIMESTAMP"
    ):
        return f"timezone('UTC', {sql if held.type == 'TIMESTAMPTZ' else f'cast({sql} as timestamp)'})"
    if (held.type, wanted) in {("BLOB", "VARCHAR"), ("VARCHAR", "BLOB")}:
        return f"{'decode' if wanted == 'VARCHAR' else 'encode'}({sql})"
    if wanted in WIDER.get(held.type, ()) or _is_wider_decimal(held.type, wanted):
        return f"cast({sql} as {wanted})"
    raise _UnfitError


def _is_wider_decimal(held: str, wanted: str) -> bool:
    """Return whether a decimal holds all values of a narrower one, or of a whole number."""
    to = DECIMAL.fullmatch(wanted)
    if to is None:
        return False
    of = DECIMAL.fullmatch(held)
    if of is None:
        return held in {"TINYINT", "SMALLINT", "INTEGER", "BIGINT"}
    return int(to[2]) >= int(of[2]) and int(to[1]) - int(to[2]) >= int(of[1]) - int(of[2])


def _list_table(engine: Engine, table: LakeTable, name: str, stack: ExitStack) -> None:
    """Make a table of the files, with what the log says of each."""
    keys = list(dict.fromkeys(key for file in table.files for key in file.values))
    columns = "".join(f", {render('quoted', f'v{key}')} varchar" for key in keys)
    _make(engine, f"{name} (file varchar, sequence bigint, part varchar{columns})", name, stack)
    rows = [(file.path, file.sequence, file.partition, *(file.values.get(key) for key in keys)) for file in table.files]
    _insert(engine, name, rows)


def _dead_table(engine: Engine, table: LakeTable, name: str, stack: ExitStack) -> frozenset[str]:
    """Make a table of the deleted rows by their places, and return the files that have such."""
    if not table.by_place and not any(file.dead for file in table.files):
        return frozenset()
    _make(engine, f"{name} (file varchar, place bigint)", name, stack)
    for file in table.files:
        if file.dead:
            query = f"insert into {name} select ?, unnest(?::bigint[])"
            engine.connection.execute(query, [file.path, list(file.dead)])
    if table.by_place:
        _make(engine, f"{name}_logged (file varchar, logged varchar, sequence bigint)", f"{name}_logged", stack)
        _insert(engine, f"{name}_logged", [(one.path, one.logged, one.sequence) for one in table.files])
        _make(engine, f"{name}_lists (file varchar, sequence bigint)", f"{name}_lists", stack)
        _insert(engine, f"{name}_lists", table.by_place)
        lists = _read((one.path for one in table.by_place), named=True)
        query = (
            f"insert into {name} select distinct l.file, d.pos from {lists} d"  # noqa: S608 - ours
            f" join {name}_lists s on s.file = d.{FILE}"
            f" join {name}_logged l on l.logged = d.file_path and s.sequence >= l.sequence"
        )
        fetch(engine, query, table.name, "read")
    found = engine.connection.execute(f"select distinct file from {name}").fetchall()  # noqa: S608 - ours
    return frozenset(str(file) for (file,) in found)


def _deletes_table(
    engine: Engine,
    table: LakeTable,
    columns: tuple[LakeColumn, ...],
    name: str,
    schemas: Mapping[str, Mapping[int | str, _Held]],
    stack: ExitStack,
) -> None:
    """Make a table of the values of some columns whose rows are deleted, from when on and where."""
    listed = "".join(f", c{place} {column.type}" for place, column in enumerate(columns))
    _make(engine, f"{name} (sequence bigint, part varchar{listed})", name, stack)
    for one in table.by_value:
        if one.columns == columns:
            values = "".join(f", {_value(_held(table, column, schemas[one.path]), column)}" for column in columns)
            part = "null" if one.partition is None else render("literal", one.partition)
            query = f"insert into {name} select {one.sequence}, {part}{values} from {_read([one.path], named=False)} f"  # noqa: S608
            fetch(engine, query, table.name, "read")


def _make(engine: Engine, definition: str, name: str, stack: ExitStack) -> None:
    """Make a temporary table, which is dropped when the stack closes."""
    stack.callback(_drop, engine, "table", name)
    engine.connection.execute(f"create temporary table {definition}")


def _insert(engine: Engine, name: str, rows: Sequence[Sequence[object]]) -> None:
    """Insert rows into a table."""
    if rows:
        marks = ", ".join(f"unnest(?::{'bigint' if isinstance(value, int) else 'varchar'}[])" for value in rows[0])
        engine.connection.execute(
            f"insert into {name} select {marks}", [list(column) for column in zip(*rows, strict=True)]
        )


def _drop(engine: Engine, what: str, name: str) -> None:
    """Drop what was made, unless its connection is closed."""
    with suppress(Exception):
        engine.connection.execute(f"drop {what} if exists {name}")
