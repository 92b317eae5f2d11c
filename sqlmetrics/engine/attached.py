"""A DuckDB file beside a database in memory, its tables read by their full names and nothing else.

The file is attached for reading only and never becomes the schema in use. So no macro, view or type
of the file takes the place of a function, a table or a type that a statement of ours names. A view
of the file still calls the macros beside it, for its own rows.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlmetrics.engine.reasons import failure
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.limits import Limits
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.relation import table_parts
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

CATALOG = "sqlmetrics_database"
"""The name of the attached file in statements."""

SQLITE = b"SQLite format 3"
"""The first bytes of a SQLite database."""

PROBE = "sqlmetrics_probe"
"""The name of the empty table that shows the collations of a relation's columns."""


def attach(connection: DuckDBPyConnection, database: Path, limits: Limits) -> None:
    """Attach a DuckDB file for reading only.

    Raises SpecError where there is none, QueryError where DuckDB cannot open it within limits.
    """
    import duckdb

    if not database.is_file():
        raise SpecError(f"no such database: {database}")
    with suppress(OSError), database.open("rb") as file:
        if file.read(len(SQLITE)) == SQLITE:
            raise SpecError(
                f"{database} is a SQLite database, and `database` is DuckDB's: name it as the relation, with its table"
                f" as `sheet`, or as `url: sqlite:///{database}`"
            )
    try:
        attach_file(connection, database)
    except duckdb.OutOfMemoryException:
        raise limits.memory_error(str(database)) from None
    except duckdb.Error as error:
        raise failure(f"cannot open {database} as a DuckDB database", error) from None


def attach_file(connection: DuckDBPyConnection, database: Path, *, writable: bool = False) -> None:
    """Attach a DuckDB file, which is made where it is `writable`. Raises the errors of DuckDB."""
    place, mode = render("literal", str(database.absolute())), "read_write" if writable else "read_only"
    connection.execute(f"attach {place} as {CATALOG} ({mode}, type duckdb)")


def full_name(connection: DuckDBPyConnection, database: Path, text: str) -> str:
    """Return the full name of a table or view of an attached file, quoted.

    `text` is the name as it would be in the file itself: `t` is in the schema main, `s.t` in the
    schema s, and the name of the file may stand before either. Raises SpecError for no name.
    """
    parts = table_parts(text)
    if len(parts) > 1 and _names(database, parts[0]) and not (len(parts) == 2 and _has(connection, parts[0])):
        parts = parts[1:]
    if len(parts) > 2:
        raise SpecError(f"no such table or view: {text}; {database} holds tables as t, or as s.t in a schema s")
    schema, table = parts if len(parts) == 2 else ("main", *parts)
    return ".".join(render("quoted", part, dialect=DUCKDB) for part in (CATALOG, schema, table))


def table_names(connection: DuckDBPyConnection, *, attached: bool) -> list[str]:
    """Return the names of the tables and views of an attached file, or else of a connection.

    Outside the schema main the schema's name stands before. Temporary tables of ours are left out.
    """
    found = connection.execute(
        "select table_schema, table_name from information_schema.tables where (table_catalog = ?) = ?"
        " and not starts_with(table_name, 'sqlmetrics_') order by all",
        [CATALOG, attached],
    ).fetchall()
    return [str(table) if schema == "main" else f"{schema}.{table}" for schema, table in found]


def binary(connection: DuckDBPyConnection, relation: str, name: str) -> str:
    """Return a FROM clause of a relation in which texts are compared byte by byte.

    A collation such as NOCASE would make one class of 'a' and 'A'. `name` is the relation's name in
    messages. A relation that does not exist is returned as it is: whatever reads its columns raises
    the error. Raises SpecError for a collation inside a list or a structure.
    """
    import duckdb

    try:
        connection.execute(f"create or replace temporary table {PROBE} as select * from {relation} source limit 0")  # noqa: S608 - quoted
    except (duckdb.CatalogException, duckdb.BinderException):
        return relation
    ((text,),) = connection.execute(f"select json_serialize_plan('select * from temp.main.{PROBE}')").fetchall()  # noqa: S608
    connection.execute(f"drop table temp.main.{PROBE}")
    columns = _types(json.loads(text))
    for column, of_type in columns.items():
        if _collated(of_type) and of_type["id"] != "VARCHAR":
            raise SpecError(
                f"column '{column}' of {name} holds texts of a collation in a {of_type['id'].lower()}; "
                'compare them byte by byte in a view (collate "binary"), or leave the column out'
            )
    quoted = [render("quoted", column, dialect=DUCKDB) for column, of_type in columns.items() if _collated(of_type)]
    replaced = ", ".join(f'{column} collate "binary" as {column}' for column in quoted)
    return f"(select * replace ({replaced}) from {relation} source)" if quoted else relation  # noqa: S608 - quoted


def check_macros(connection: DuckDBPyConnection) -> None:
    """Raise SpecError where a macro of a caller's connection has the name of a function of DuckDB.

    It would take the function's place in our statements, and scores would be what it says.
    """
    own = connection.execute(
        "select distinct function_name from duckdb_functions() where not internal"
        " and function_type in ('macro', 'table_macro') and database_name in (current_database(), 'temp')"
        " and schema_name in (select unnest(current_schemas(true)))"
    ).fetchall()
    if not own:  # to list all functions takes as long as a score
        return
    found = connection.execute(
        "select distinct function_name from duckdb_functions() where internal and function_name in"
        " (select unnest(?)) order by all",
        [[name for (name,) in own]],
    ).fetchall()
    if found:
        names = ", ".join(str(row[0]) for row in found)
        raise SpecError(
            f"the connection has macros with names of functions of DuckDB, which would stand in for them: {names}\n"
            "drop them, give the file as `database`, or say `trusted` where they are your own"
        )


def _types(plan: Any) -> dict[str, Any]:
    """Return the types of a table's columns, by name, from the plan of a statement on it."""
    nodes = list(plan.get("plans", ()))
    while nodes:
        node = nodes.pop()
        if "returned_types" in node:
            return dict(zip(node["names"], node["returned_types"], strict=True))
        nodes += node.get("children", ())
    raise ValueError("DuckDB's plan of a table names no types")


def _collated(of_type: Any) -> bool:
    """Return whether a type has a collation anywhere."""
    if isinstance(of_type, list):
        return any(_collated(part) for part in of_type)
    if not isinstance(of_type, dict):
        return False
    return bool(of_type.get("collation")) or any(_collated(part) for part in of_type.values())


def _names(database: Path, part: str) -> bool:
    """Return whether the first part of a table's name is its file's name."""
    return part.lower() in {database.stem.lower(), database.name.partition(".")[0].lower()}


def _has(connection: DuckDBPyConnection, schema: str) -> bool:
    """Return whether an attached file has a schema."""
    return bool(
        connection.execute(
            "select 1 from duckdb_schemas() where database_name = ? and lower(schema_name) = lower(?)",
            [CATALOG, schema],
        ).fetchall()
    )
