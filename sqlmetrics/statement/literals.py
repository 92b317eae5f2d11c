"""Texts of a program's own as literals of a statement, for the macro `listed_rows`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render


def literal_rows(columns: Sequence[Sequence[str | None]], dialect: Dialect) -> list[list[str]]:
    """Return columns of texts as literals that `listed_rows` takes.

    Each distinct text is rendered once; digits need no escape.

    Where a dialect splits texts, each column is one text, behind the two characters that separate
    the cells and stand for NULL.
    """
    texts = {text for column in columns for text in set(column) if text is not None}
    if dialect.splits_texts:
        used = set().union(*texts) if texts else set()
        apart, none = islice(
            (mark for mark in map(chr, chain((31, 30, 29, 28), range(0xE000, 0xF8FF))) if mark not in used), 2
        )
        listed = (apart.join(none if text is None else text for text in column) for column in columns)
        return [[render("literal", text, dialect=dialect) for text in (apart, none, *listed)]]
    known: dict[str | None, str] = {
        text: f"'{text}'" if text.isdecimal() else render("literal", text, dialect=dialect) for text in texts
    }
    known[None] = render("as_string", "null", dialect=dialect)
    return [[known[text] for text in row] for row in zip(*columns, strict=True)]
