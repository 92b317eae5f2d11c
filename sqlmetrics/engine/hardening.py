"""Sessions in which nothing that a database defines takes the place of what a statement names.

DuckDB is confined by `attached` and `confinement`; this is for the sessions of every database, ours
and a caller's. The settings and the queries are facts of the dialect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from sqlmetrics import deadline
from sqlmetrics.engine import drivers
from sqlmetrics.engine.engine import Engine, describe, write_settings
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.relation import table_parts, table_sql
from sqlmetrics.statement.render import render
from sqlmetrics.statement.sessions import Settings


@contextmanager
def hardened(engine: Engine, name: str) -> Iterator[Engine]:
    """Give an engine whose session has the settings that our statements need.

    A setting is changed only where it differs. A caller's session has its own values again in the
    end, and keeps the functions that its database lacked. `name` is the relation's name in
    messages. Raises QueryError, and SpecError for functions of the session that may take the place
    of the engine's.
    """
    dialect = engine.dialect
    _check_functions(engine, name)
    found = [] if dialect.lookup is None else engine.client.rows(engine, dialect.lookup.schemas, name)
    schemas = tuple(str(row[0]) for row in found if row[0] is not None)
    before = {} if dialect.settings is None else _current(engine, dialect.settings, name)
    needed = () if dialect.settings is None else dialect.settings.needed
    wanted = {setting.name: setting.wanted(before[setting.name]) for setting in needed if setting.name in before}
    changed = {setting: value for setting, value in wanted.items() if value.lower() != before[setting].lower()}
    guarded = replace(engine, schemas=schemas, settings=changed)
    try:
        write_settings(guarded, changed, name)
        drivers.define_functions(engine.connection)
        if engine.own and changed and dialect.client == "cursor":
            engine.connection.commit()
        yield guarded
    finally:
        if not engine.own:
            timeless = replace(guarded, limits=replace(guarded.limits, timeout=None))
            with suppress(Exception), deadline.spared():
                write_settings(timeless, {setting: before[setting] for setting in changed}, name)


def table_source(engine: Engine, text: str) -> str:
    """Return the FROM clause of a table, with the schema where its name is found.

    Columns whose type, collation or index is made in the database are read by their bytes where
    the dialect can, since they are equal whenever the database says so. Raises SpecError,
    QueryError.
    """
    dialect, parts = engine.dialect, table_parts(text)
    schema = parts[0] if len(parts) == 2 else _schema(engine, parts[0], text) if len(parts) == 1 else None
    if schema is None:
        return table_sql(text, dialect)
    relation = ".".join(render("quoted", part, dialect=dialect) for part in (schema, parts[-1]))
    if dialect.own_types is not None:
        query = dialect.own_types.format(**_written(engine, schema, parts[-1]))
        columns = engine.client.rows(engine, query, text)
    elif dialect.own_indexes:
        columns = [(column, "collation") for column, _ in describe(engine, relation, text)]
        _check_kept([column for column, _ in columns], dialect, text)
    else:
        return relation
    return relation if all(own is None for _, own in columns) else render("guarded", relation, columns, dialect=dialect)


def _check_kept(columns: Iterable[str], dialect: Dialect, name: str) -> None:
    """Raise SpecError for a column that loses its name in the rows of a query."""
    for column in columns:
        if column.lower() in dialect.lost_names:
            quoted = render("quoted", column, dialect=dialect)
            raise SpecError(
                f"{name} has a column '{column}', a name that {dialect.name} forgets in the rows of a query; rename it"
                f" in a view, or in a `query`: select {quoted} as is_{column.lower()}, .."
            )


def table_name(engine: Engine, text: str) -> str:
    """Return a table's name with the schema where it is found, or else where it would be made."""
    dialect, parts = engine.dialect, table_parts(text)
    if len(parts) > 1 or dialect.lookup is None:
        return table_sql(text, dialect)
    places = (name for name in engine.schemas if not name.startswith(dialect.lookup.passed))
    schema = _schema(engine, parts[0], text) or next(places, None)
    named = parts if schema is None else [schema, *parts]
    return ".".join(render("quoted", part, dialect=dialect) for part in named)


def _schema(engine: Engine, table: str, name: str) -> str | None:
    """Return the first of the session's schemas that has a table, None where none is known to."""
    lookup = engine.dialect.lookup
    if lookup is None:
        return None
    for schema in engine.schemas:
        if lookup.holds is None or engine.client.rows(
            engine, lookup.holds.format(**_written(engine, schema, table)), name
        ):
            return schema
    return None


def _written(engine: Engine, schema: str, table: str) -> dict[str, str]:
    """Return the names of a table and its schema as the queries of a dialect hold them."""
    return {
        "schema": render("quoted", schema, dialect=engine.dialect),
        "schema_text": render("literal", schema, dialect=engine.dialect),
        "table_text": render("literal", table, dialect=engine.dialect),
    }


def _current(engine: Engine, settings: Settings, name: str) -> dict[str, str]:
    """Return the values of the settings that the server knows.

    Raises SpecError where the session cuts or filters results.
    """
    if settings.whole is not None and len(engine.client.rows(engine, settings.whole, name)) != 1:
        raise SpecError("settings of the session cut or filter the results of statements; reset them")
    queries = [settings.read.format(name=setting.name) for setting in settings.needed]
    if settings.together:
        queries = [" union all ".join(queries) + settings.ends]
    rows = [row for query in queries for row in engine.client.rows(engine, query, name)]
    return {str(row[0]): "" if row[1] is None else str(row[1]) for row in rows}


def _check_functions(engine: Engine, name: str) -> None:
    """Raise SpecError for functions of the session that have the names of built-in ones."""
    if engine.dialect.shadowing is None:
        return
    own, built_in = ({str(row[0]) for row in engine.client.rows(engine, sql, name)} for sql in engine.dialect.shadowing)
    if found := sorted(own & built_in):
        raise SpecError(f"functions of the session have the names of built-in ones; drop them: {', '.join(found)}")
