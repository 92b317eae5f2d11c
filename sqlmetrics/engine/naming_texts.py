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
    described = describe(source.engine, source.from_sql, source.name)
    there = {column for column, _ in described}
    names = [column for column in identifiers if column in there]
    texts = [column for column, of_type in described if column in columns and column not in names]
    texts = [column for column in texts if kind(dict(described)[column]) == "text"]
    if not names or not texts:
        return ()
    query = render("naming_texts", source.from_sql, texts, names, dialect=source.engine.dialect)
    (counts,) = fetch(source.engine, query, source.name, "texts")
    return tuple(NamingText(text, int(count)) for text, count in zip(texts, counts, strict=True) if count)
