"""The spelling of a user's names: as a database keeps unquoted ones, or as its catalogue has it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlmetrics.errors import SpecError
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.relation import IDENTIFIER_PART, table_parts
from sqlmetrics.statement.render import render
from sqlmetrics.text import printable

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""A pattern of names that need no quotes; every other name is spelt exactly."""

QUOTED = re.compile(r'"((?:[^"]|"")+)"')


def kept(name: str, dialect: Dialect) -> str:
    """Return a name as a database keeps it that was created with what a user writes.

    A plain name is folded as the dialect folds unquoted ones, and one in double quotes is as it is.
    """
    if dialect.folds is None:
        return name
    quoted = QUOTED.fullmatch(name)
    if quoted is not None:
        return quoted[1].replace('""', '"')
    return dialect.folded(name) if PLAIN.fullmatch(name) else name


def kept_table_sql(text: str, dialect: Dialect) -> str:
    """Return a table's name, quoted for the dialect, with plain parts as they are kept there."""
    return ".".join(render("quoted", part, dialect=dialect) for part in _kept_parts(text, dialect))


def kept_table(text: str, dialect: Dialect) -> str:
    """Return a table's name with all its parts in double quotes, plain ones as they are kept."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in _kept_parts(text, dialect))


def _kept_parts(text: str, dialect: Dialect) -> list[str]:
    written = [match[0] for match in IDENTIFIER_PART.finditer(text)]
    return [
        part if text_of_part.startswith('"') else kept(part, dialect)
        for part, text_of_part in zip(table_parts(text), written, strict=True)
    ]


def catalogued(names: Iterable[str], columns: Sequence[str], dialect: Dialect, relation: str) -> dict[str, str]:
    """Return the column that a name means, by name, where the catalogue spells it otherwise.

    A name means the column that it spells exactly, or as the database keeps unquoted names, or the
    only one that differs from it in case. Names of no column are left out. Raises SpecError for a
    name that may mean two columns.
    """
    named = list(dict.fromkeys(names))
    taken = {name for name in named if name in columns}
    meant: dict[str, str] = {}
    for name in named:
        folded = kept(name, dialect)
        if name in columns:
            found = [name, folded] if folded != name and folded in columns else [name]
        elif folded != name and folded in columns:
            found = [folded]
        elif dialect.folds is not None and QUOTED.fullmatch(name):
            found = []
        else:
            found = [column for column in columns if column.lower() == name.lower()]
        if len(found) > 1:
            raise _ambiguous(name, found, relation, dialect)
        if found and found[0] not in taken:
            taken.add(found[0])
            meant[name] = found[0]
    return meant


def _ambiguous(name: str, found: Sequence[str], relation: str, dialect: Dialect) -> SpecError:
    """Return the error for a name that may mean several columns or tables."""
    both = " or ".join(f"'{printable(one)}'" for one in found)
    how = "write it as it is spelt there" if dialect.folds is None else 'write it in double quotes, as "name"'
    return SpecError(f"'{printable(name)}' may be {both} of {relation}; {how}")


def renamed_sql(from_sql: str, columns: Iterable[str], meant: Mapping[str, str], dialect: Dialect) -> str:
    """Return a FROM clause in which the columns that names mean have these names."""
    names = {column: name for name, column in meant.items()}

    def selected(column: str) -> str:
        quoted = render("quoted", column, dialect=dialect)
        return f"source.{quoted} as {render('quoted', names.get(column, column), dialect=dialect)}"

    return f"(select {', '.join(map(selected, columns))} from {from_sql} source)"  # noqa: S608 - quoted


def with_spelling(plan: Plan, dialect: Dialect, *, exact: bool, columns: Iterable[str] = ()) -> Plan:
    """Return the plan with its columns spelt as the database keeps them, unless names are exact.

    So are other `columns` of its statement. Results keep the names as the user writes them.
    """
    if exact or dialect.folds is None:
        return plan
    return replace(plan, spelling={column: kept(column, dialect) for column in (*plan.columns, *columns)})


def dialect_notes(plan: Plan, name: str, dialect: Dialect) -> list[str]:
    """Return the lines of a comment on what a dialect makes of names, and needs of its session."""
    needed = [] if dialect.session_note is None else [dialect.session_note]
    table = re.match(r"[\w.]+(?= |$)", name)
    folds = table is not None and dialect.folded(table[0]) != table[0]
    if not plan.spelling or not (folds or any(column != spelt for column, spelt in plan.spelling.items())):
        return needed
    kept_as = f"names are in {dialect.folds} case, as {dialect.name} keeps unquoted ones"
    return [f"{kept_as}; the flag or word exact_names keeps them", *needed]
