"""A query of the user's own as a relation: what it names is found in the text, before it is run.

DuckDB parses it. In a DuckDB of our own it then reads the files that it names as tables or in a
function that reads files, the tables of an attached file, and nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.engine.attached import binary, full_name, table_names
from sqlmetrics.engine.engine import Engine, describe, fetch
from sqlmetrics.engine.queries import check_query, parsed_tree, tree_objects
from sqlmetrics.engine.reasons import error_text, failure, reason
from sqlmetrics.errors import QueryError, SpecError, UnknownNameError
from sqlmetrics.files import footprint
from sqlmetrics.files.footprint import RELATION
from sqlmetrics.spec.place import Filtered, Query, name_of
from sqlmetrics.statement.condition import query_sql
from sqlmetrics.statement.relation import check_files, is_path
from sqlmetrics.statement.render import render

READERS = frozenset(
    {
        *("read_parquet", "parquet_scan", "read_csv", "read_csv_auto"),
        *("read_json", "read_json_auto", "read_ndjson", "read_ndjson_auto"),
    }
)
"""DuckDB's functions that read records from files."""


PATH = "; a table of a query needs its schema before its name, as no schema is searched while it runs"
"""The end of a message on a missing table where no name is looked up in the user's schemas."""


class Mention(NamedTuple):
    """A table or file that a query names: the parts of its name, and the byte where it stands."""

    parts: tuple[str, ...]
    place: int


class Mentions(NamedTuple):
    """What a query names in its FROM clauses: tables, files of functions, and its own CTEs."""

    tables: tuple[Mention, ...] = ()
    files: tuple[Mention, ...] = ()
    ctes: frozenset[str] = frozenset()

    @property
    def paths(self) -> tuple[Mention, ...]:
        """The files: the arguments of functions, and tables whose name is a path."""
        return (*self.files, *(table for table in self.tables if len(table.parts) == 1 and is_path(table.parts[0])))


def mentions(connection: Any, text: str) -> Mentions:
    """Return what a query names, by DuckDB's parser; nothing for a text that it does not parse."""
    tree = parsed_tree(connection, text)
    if tree["error"]:
        return Mentions()
    nodes = list(tree_objects(tree))
    tables = [node for node in nodes if node.get("type") == "BASE_TABLE"]
    calls = [node["function"] for node in nodes if node.get("type") == "TABLE_FUNCTION"]
    return Mentions(
        tables=tuple(
            Mention(
                tuple(part for part in (node["catalog_name"], node["schema_name"], node["table_name"]) if part),
                node["query_location"],
            )
            for node in tables
        ),
        files=tuple(
            Mention((path,), constant["query_location"])
            for call in calls
            if call["function_name"].lower() in READERS
            for constant in _constants(_arguments(call)[:1])
            if (path := _text(constant)) is not None
        ),
        ctes=frozenset(
            str(entry["key"]).lower() for node in nodes if "cte_map" in node for entry in node["cte_map"]["map"]
        ),
    )


def _arguments(call: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the arguments of a call, as either version of DuckDB writes them."""
    return [entry["expression"] for entry in call["arguments"]] if "arguments" in call else call["children"]


def _constants(arguments: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the constants among arguments, and in lists."""
    for argument in arguments:
        if argument["type"] == "VALUE_CONSTANT":
            yield argument
        elif argument.get("function_name") == "list_value":
            yield from _constants(_arguments(argument))


def _text(constant: dict[str, Any]) -> str | None:
    """Return the text of a constant, None for one of another type."""
    if "literal" in constant:
        return str(constant["literal"]["text"]) if constant["literal"]["kind"] == "STRING" else None
    return str(constant["value"]["value"]) if constant["value"]["type"]["id"] == "VARCHAR" else None


def located(connection: Any, query: Query) -> Query:
    """Return a query whose paths are relative to the working directory. Raises SpecError."""
    if query.folder.absolute() == Path.cwd():
        return query
    text = query.text.encode()
    for mention in sorted(mentions(connection, query.text).paths, key=lambda mention: -mention.place):
        (path,) = mention.parts
        if "://" in path or Path(path).is_absolute():
            continue
        quoted = next(
            (
                mark
                for mark in ("'", '"')
                if text.startswith(f"{mark}{path.replace(mark, mark * 2)}{mark}".encode(), mention.place)
            ),
            None,
        )
        if quoted is None:
            raise SpecError(f"`query` names the file {path}, which is in the spec's folder; write its whole path")
        there = os.path.relpath(query.folder / path)
        end = mention.place + len(path.replace(quoted, quoted * 2).encode()) + 2
        written = f"{quoted}{there.replace(quoted, quoted * 2)}{quoted}".encode()
        text = text[: mention.place] + written + text[end:]
    return Query(text.decode())


def located_query(relation: Any) -> Any:
    """Return a relation for a statement of DuckDB that is printed, its query located and declared.

    Nothing is read.
    """
    if isinstance(relation, Filtered):
        return relation._replace(relation=located_query(relation.relation))
    if not isinstance(relation, Query):
        return relation
    import duckdb

    with duckdb.connect() as connection:
        here = located(connection, relation)
        declare(connection, here)
    return here


def declare(connection: Any, query: Query) -> list[str]:
    """Declare the files that a query names as read, and return them.

    Raises SpecError where one is an output of the run.
    """
    files = [mention.parts[0] for mention in mentions(connection, query.text).paths]
    for file in files:
        footprint.reads(file, RELATION)
    return files


def rows_of(engine: Engine, query: Query) -> str:
    """Return the FROM clause of a user's query, which the engine has checked.

    Raises SpecError for a text that is not one query that reads, or that names what there is not.
    """
    from_sql, name = query_sql(query.text, engine.dialect), name_of(query)
    check_query(engine, query.text, "`query`")
    if not engine.dialect.parses_queries:
        return _guarded(engine, from_sql, name)
    if engine.own:
        _show_tables(engine, query)
    _check_names(engine, from_sql, name)
    return binary(engine.connection, from_sql, name)


def _guarded(engine: Engine, from_sql: str, name: str) -> str:
    """Return a query of another database than DuckDB, whose texts are compared by their bytes."""
    dialect = engine.dialect
    try:
        columns = [column for column, _ in describe(engine, from_sql, name)]
    except QueryError as error:
        settings = () if dialect.settings is None else dialect.settings.needed
        path = "no such table" in str(error) and any(setting.name == "search_path" for setting in settings)
        raise type(error)(f"{error}{PATH if path else ''}", error.detail) from None
    own: dict[int, str] = {}
    if dialect.own_indexes:
        own = dict.fromkeys(range(len(columns)), "collation")
    elif dialect.own_types is not None:
        query = render("query_types", from_sql, columns, dialect=dialect)
        own = {int(place) - 1: str(word) for place, word in fetch(engine, query, name, "open") if word is not None}
    if not own:
        return from_sql
    guarded = [(column, own.get(place)) for place, column in enumerate(columns)]
    return render("guarded", from_sql, guarded, False, dialect=dialect)


def _check_names(engine: Engine, from_sql: str, name: str) -> None:
    """Raise SpecError where a query names what DuckDB does not know.

    Raises QueryError where it cannot read a file.
    """
    import duckdb

    try:
        engine.connection.execute(f"describe select * from {from_sql} source").fetchall()  # noqa: S608 - checked
    except duckdb.PermissionException as error:
        raise SpecError(
            "`query` reads what it does not name: a run reads only files that the query names as tables, from"
            " 'people.parquet', or in read_parquet, read_csv and read_json",
            error_text(error),
        ) from None
    except (duckdb.CatalogException, duckdb.BinderException, duckdb.ParserException) as error:
        raise SpecError(f"`query` cannot be run: {reason(error)}", error_text(error)) from None
    except (duckdb.InvalidInputException, duckdb.OperationalError) as error:
        raise failure(f"cannot read {name}", error) from None


def _show_tables(engine: Engine, query: Query) -> None:
    """Make the tables of the attached file, if there is one, visible by the names that a query has.

    Raises SpecError, with the nearest names, for one that there is not.
    """
    connection, database = engine.connection, engine.database
    own = [] if database is None else table_names(connection, attached=True)
    known = {name.lower() for name in own}
    loose = engine.files is not None and engine.files.loose
    found = mentions(connection, query.text)
    for parts, _ in found.tables:
        name = ".".join(parts)
        short = [part.lower() for part in (parts[1:] if len(parts) > 1 and parts[0].lower() == "main" else parts)]
        if database is not None and (".".join(short) in known):
            _show_table(connection, parts, full_name(connection, database, _written(parts)))
        elif len(parts) == 1 and is_path(parts[0]):
            check_files(parts[0], loose=loose)
            _show_file(engine, parts[0])
        elif len(parts) == 1 and parts[0].lower() not in found.ctes:
            if database is None:
                raise SpecError(
                    f"`query` reads a table '{name}', and there is no database: write a file as from 'people.parquet',"
                    " or name the `database` or the `url`"
                )
            raise UnknownNameError(f"`query` reads a table '{name}'", name, sorted(own))
    for mention in found.files:
        check_files(mention.parts[0], loose=loose)


def _show_file(engine: Engine, path: str) -> None:
    """Make a view of files as they are read, under the name that a query has for them."""
    if engine.files is not None:
        rows = engine.files.rows(engine, path, path)
        engine.connection.execute(f"create or replace temporary view {_written((path,))} as from {rows}")


def _written(parts: tuple[str, ...]) -> str:
    return ".".join(render("quoted", part) for part in parts)


def _show_table(connection: Any, parts: tuple[str, ...], table: str) -> None:
    """Make a view of a table, compared by its bytes, under the name that a query has for it."""
    if len(parts) == 2:
        connection.execute(f"create schema if not exists {_written(parts[:1])}")
    rows = binary(connection, table, ".".join(parts))
    connection.execute(f"create or replace view {_written(parts)} as select * from {rows} source")  # noqa: S608 - quoted
