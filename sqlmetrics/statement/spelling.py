"""The spelling of a user's names in a printed statement: as the database keeps unquoted ones."""

from __future__ import annotations

import re
from dataclasses import replace

from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.relation import IDENTIFIER_PART, table_parts
from sqlmetrics.statement.render import render

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
    written = [match[0] for match in IDENTIFIER_PART.finditer(text)]
    parts = [
        part if text_of_part.startswith('"') else kept(part, dialect)
        for part, text_of_part in zip(table_parts(text), written, strict=True)
    ]
    return ".".join(render("quoted", part, dialect=dialect) for part in parts)


def with_spelling(plan: Plan, dialect: Dialect, *, exact: bool) -> Plan:
    """Return a plan whose columns are written as the database keeps them, unless they are exact.

    Results keep the names as the user writes them.
    """
    if exact or dialect.folds is None:
        return plan
    return replace(plan, spelling={column: kept(column, dialect) for column in plan.columns})
