"""A query's rows written to a file by the engine, as Parquet or CSV, whole or not at all."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from pathlib import Path

from sqlmetrics.engine.engine import Engine, describe, fetch
from sqlmetrics.engine.files import write_whole
from sqlmetrics.errors import SpecError
from sqlmetrics.files.footprint import STANDARD
from sqlmetrics.spec.file_words import UNQUOTED, FileForm
from sqlmetrics.statement.render import render

FORMATS = {".parquet": "parquet", ".csv": "csv"}
"""The formats of rows, by the ending of the file's name."""

OPTIONS = {
    "parquet": "format parquet, use_tmp_file false",
    "csv": "format csv, use_tmp_file false, header",
    "lines": "format csv, use_tmp_file false, header false, quote '', escape '', delimiter e'\\x1f'",
}
"""DuckDB's options to write a query's rows into a file that is there, by their format.

The format `lines` writes texts as they are.
"""


def check_format(path: Path) -> None:
    """Raise SpecError where a file's name ends in none of the formats of rows."""
    if path.suffix.lower() not in FORMATS and path != STANDARD:
        raise SpecError(f"cannot tell the format of '{path}'; its name must end in {' or '.join(FORMATS)}")


def check_copies(engine: Engine) -> None:
    """Raise SpecError where an engine does not write a query's rows to a file."""
    if not engine.dialect.writes_files:
        raise SpecError(
            "a file is written by DuckDB; in another database create a table of the statement that would be written"
        )


def copy_to(engine: Engine, query: str, path: Path, name: str, *, metadata: Mapping[str, str] | None = None) -> int:
    """Write a query's rows to a Parquet or CSV file, whole or not at all; return their number.

    A new file is its owner's alone. Standard output receives CSV, or Parquet if there are
    `metadata`, which go into a Parquet file's footer. `name` is the name of the relation in
    messages. Raises SpecError for a path at which no file can be written, OutputError where writing
    fails, QueryError where the query does.
    """
    check_format(path)
    check_copies(engine)
    format_ = FORMATS.get(path.suffix.lower(), "parquet" if metadata else "csv")
    written = 0

    def write(unfinished: Path) -> None:
        nonlocal written
        written = copy_rows(engine, query, unfinished, format_, name, "write", metadata=metadata)

    write_whole(path, write, private=True)
    return written


def copy_rows(
    engine: Engine,
    query: str,
    file: Path,
    format_: str,
    name: str,
    step: str = "write",
    *,
    metadata: Mapping[str, str] | None = None,
) -> int:
    """Let DuckDB fill a file with a query's rows in one of the formats; return their number."""
    pairs = ", ".join(f"{key}: {render('literal', text)}" for key, text in (metadata or {}).items())
    options = OPTIONS[format_] + (f", kv_metadata {{{pairs}}}" if pairs else "")
    place = render("literal", str(file))
    return int(fetch(engine, f"copy (\n{query}\n) to {place} ({options})", name, step)[0][0])


ENUM = re.compile(r"""(?P<name>"(?:[^"]|"")*")|ENUM\('(?:[^']|'')*'(?:, '(?:[^']|'')*')*\)""")
"""A type of listed texts within a type's text; names of fields are passed over."""


FLOATS = frozenset({"DOUBLE", "FLOAT"})
"""The types of DuckDB whose zero has a negative twin, which is the same value and another text."""

TYPED = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL.*|DOUBLE|FLOAT|BOOLEAN|DATE|TIMESTAMP(_\w+)?")
"""A pattern of the types whose values a CSV file has as texts that are told from others again."""


def plain_values(engine: Engine, query: str, name: str) -> tuple[str, FileForm]:
    """Return a query whose columns hold plain values, and how a CSV file of its rows is read.

    A column of listed texts (ENUM) has texts: its type names every text of its source, also a text
    that no record has. A negative zero is zero, as it is where it is counted. In a CSV file the
    columns that are no numbers, dates or truth values are texts, whatever they look like.
    """
    described = describe(engine, f"(\n{query}\n)", name)
    types = {column: ENUM.sub(lambda found: found["name"] or "VARCHAR", of_type) for column, of_type in described}
    listed = [_plain(column, of_type, types[column]) for column, of_type in described]
    if listed != [render("quoted", column) for column, _ in described]:
        query = f"select {', '.join(listed)} from (\n{query}\n) released"  # noqa: S608 - quoted
    texts = {column: "text" for column, of_type in types.items() if not TYPED.fullmatch(of_type)}
    return query, FileForm(separator=",", header=True, missing=(UNQUOTED,), types=texts)


def _plain(column: str, of_type: str, plain: str) -> str:
    """Return a column's plain value in SQL."""
    quoted = render("quoted", column)
    if of_type in FLOATS:
        return f"{quoted} + 0::{of_type} as {quoted}"
    return quoted if plain == of_type else f"cast({quoted} as {plain}) as {quoted}"


DATABASES = (".duckdb", ".ddb")
"""The endings of a DuckDB file, whose table holds rows; SQLite files end in .db."""


def create_table(engine: Engine, query: str, file: Path, table: str, name: str, *, before: Path | None = None) -> int:
    """Let DuckDB make a table of a query's rows in a new file; return their number.

    The new file also holds what the file `before` holds. The rows that a table of the same name had
    leave no byte in it.
    """
    database = f"released_{uuid.uuid4().hex[:12]}"
    place, quoted = render("literal", str(file)), render("quoted", table)
    fetch(engine, f"attach {place} as {database}", name, "write")
    if before is not None:
        _keep_tables(engine, before, database, table, name)
    fetch(engine, f"create table {database}.main.{quoted} as\n{query}", name, "write")
    (row,) = fetch(engine, f"select count(*) from {database}.main.{quoted}", name, "write")  # noqa: S608 - quoted
    fetch(engine, f"detach {database}", name, "write")
    return int(row[0])


def _keep_tables(engine: Engine, before: Path, database: str, table: str, name: str) -> None:
    """Copy what another DuckDB file holds into a new one, but for the rows of one table."""
    kept = f"kept_{uuid.uuid4().hex[:12]}"
    fetch(engine, f"attach {render('literal', str(before))} as {kept} (read_only)", name, "write")
    tables = fetch(
        engine,
        f"select schema_name, table_name from duckdb_tables() where database_name = '{kept}' order by table_oid",  # noqa: S608 - ours
        name,
        "write",
    )
    if ("main", table) not in {(str(schema), str(one)) for schema, one in tables}:
        fetch(engine, f"copy from database {kept} to {database}", name, "write")
    else:
        fetch(engine, f"copy from database {kept} to {database} (schema)", name, "write")
        fetch(engine, f"drop table {database}.main.{render('quoted', table)}", name, "write")
        for schema, one in tables:
            if (schema, one) != ("main", table):
                full = f"{render('quoted', str(schema))}.{render('quoted', str(one))}"
                query = f"select * from {kept}.{full}"  # noqa: S608 - quoted
                fetch(engine, f"insert into {database}.{full} {query}", name, "write")
    fetch(engine, f"detach {kept}", name, "write")
