"""Texts that name the people they are about: records whose texts hold their own identifier."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlmetrics.engine.engine import describe, fetch
from sqlmetrics.engine.source import Source
from sqlmetrics.spec.place import NamingText
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import kind


def naming_texts(source: Source, identifiers: Iterable[str], columns: Collection[str]) -> tuple[NamingText, ...]:
    """Return the columns among some whose texts name people by identifiers of the same record.

    Raises QueryError where the relation cannot be read.
    """
    types = dict(describe(source.engine, source.from_sql, source.name))
    names = [column for column in identifiers if column in types]
    texts = [
        name for name, of_type in types.items() if name in columns and name not in names and kind(of_type) == "text"
    ]
    if not names or not texts:
        return ()
    query = render("naming_texts", source.from_sql, texts, names, dialect=source.engine.dialect)
    (counts,) = fetch(source.engine, query, source.name, "texts")
    return tuple(NamingText(text, int(count)) for text, count in zip(texts, counts, strict=True) if count)
