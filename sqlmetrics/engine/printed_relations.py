"""Relations in statements that are printed: their FROM clauses, in a dialect and for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlmetrics.credentials import without_credentials
from sqlmetrics.engine.engine import FileReader
from sqlmetrics.engine.reading.unopened import printed_files
from sqlmetrics.engine.url import dialect_to_write, names_tables
from sqlmetrics.engine.user_query import located_query
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.place import (
    Derived,
    Filtered,
    Place,
    Query,
    Released,
    WordedRelation,
    filtered_name,
    made_of,
    name_of,
)
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.condition import filtered_sql
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import CONDITION, QUERY
from sqlmetrics.statement.linked_tables import linked_entries, linked_sql
from sqlmetrics.statement.relation import is_path, printed_relation_sql, short_name
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept_table_sql
from sqlmetrics.statement.words import worded_sql


def unopened(spec: Spec, name: str | None, files: FileReader | None = None) -> tuple[Dialect, str, str | None]:
    """Return the dialect of a printed statement, and the FROM clauses of relation and population.

    `name` is the dialect's name, by default the URL's or DuckDB's; `files` is what has read the
    files, where they were opened. Raises SpecError for an unknown dialect, DialectError for one
    that cannot read a relation.
    """
    check_relation(spec.records)
    dialect = dialect_to_write(name, spec.url)
    from_sql, *others = (
        printed_relation(relation, dialect, spec.place, exact=spec.exact_names, files=files)
        for relation in (spec.records, spec.population)
        if relation is not None
    )
    return dialect, from_sql, others[0] if others else None


def printed_relation(
    relation: Any, dialect: Dialect, place: Place, *, exact: bool, files: FileReader | None = None
) -> str:
    """Return a relation's FROM clause for a statement that is printed.

    A table is spelt as the database keeps unquoted names, unless it is `exact`. `files` is what has
    read the files, where they were opened.
    """
    if isinstance(relation, Filtered):
        whole = printed_relation(relation.relation, dialect, place, exact=exact, files=files)
        return filtered_sql(whole, relation.where)
    if isinstance(relation, Derived):
        each = [printed_relation(one, dialect, place, exact=exact, files=files) for one in made_of(relation)]
        return _derived_sql(relation, each, dialect)
    table = names_tables(place)
    if isinstance(relation, Query):
        relation = located_query(relation) if dialect.parses_queries else relation
    elif not exact and dialect.folds is not None and (table or not is_path(name_of(relation))):
        return kept_table_sql(without_credentials(name_of(relation)), dialect)
    from_sql = printed_relation_sql(relation, dialect, table=table, form=place.files)
    if dialect.client != "embedded" or table or isinstance(relation, Query):
        return from_sql
    if files is None:
        return printed_files(name_of(relation), place, from_sql)
    return files.printed(name_of(relation), from_sql)


def _derived_sql(relation: Derived, each: Sequence[str], dialect: Dialect) -> str:
    """Return the FROM clause of what is made of relations, by the FROM clause of each."""
    if isinstance(relation, Released):
        return f"(\n{relation.query(each[0], dialect, True)}\n)"
    if isinstance(relation, WordedRelation):
        return worded_sql(relation, each[0], dialect, printed=True)
    return linked_sql(linked_entries(relation, each, dialect, printed=True), dialect)


def public_relation(relation: Any, dialect: Dialect, place: Place, *, exact: bool) -> tuple[str, str]:
    """Return the name and the FROM clause of a relation for everybody.

    Files are without their folder; a condition on records and a query are placeholders.
    """
    if isinstance(relation, Filtered):
        name, from_sql = public_relation(relation.relation, dialect, place, exact=exact)
        return filtered_name(name, CONDITION), filtered_sql(from_sql, CONDITION)
    if isinstance(relation, Derived):
        each = [public_relation(one, dialect, place, exact=exact) for one in made_of(relation)]
        name = relation.called([name for name, _ in each])
        if isinstance(relation, Released):
            return name, render("quoted", "release", dialect=dialect)
        return name, _derived_sql(relation, [from_sql for _, from_sql in each], dialect)
    if isinstance(relation, Query):
        return f"({QUERY})", f"({QUERY})"
    name = name_of(relation)
    if names_tables(place) or not (is_path(name) or Path(name).is_dir()):
        return name, printed_relation(relation, dialect, place, exact=exact)
    return short_name(name), render("quoted", short_name(name), dialect=dialect)


def check_relation(relation: Any) -> None:
    """Raise SpecError where a spec has files of counts, and no relation of records."""
    if relation is None:
        raise SpecError("`counts` are scored and checked; this reads records: name their `relation`")
