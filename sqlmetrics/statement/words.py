"""The words of texts as the points of people, and their numbers."""

from __future__ import annotations

from typing import TypedDict

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.place import WORD, WordedRelation
from sqlmetrics.statement.dialects import DIALECTS, Dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept
from sqlmetrics.text import joined


class WordsEntry(TypedDict):
    """A relation of texts for the macros of `words`.

    It has the FROM clause of the `relation`, the column of the `text`, the columns `kept` with the
    person first, and the name of the column of words. As many words as `length` are a point. They
    are in lower case, or as they are `written`.
    """

    relation: str
    text: str
    kept: list[str]
    word: str
    length: int
    written: bool


def words_entry(worded: WordedRelation, from_sql: str, dialect: Dialect, *, printed: bool = False) -> WordsEntry:
    """Return the entry of a relation of texts.

    Where it is `printed`, columns are spelt as the database keeps them. Raises SpecError where the
    dialect cannot split a text.
    """
    if not dialect.tells_words:
        able = [name for name, one in DIALECTS.items() if one.tells_words]
        raise SpecError(
            f"{dialect.name} has no way to make rows of the words of a `text`; make a table of a person's words, and"
            f" name it as the relation with `quasi_identifiers: {WORD}`, or ask in {joined(able, ' or ')}"
        )

    def spelt(column: str) -> str:
        return kept(column, dialect) if printed and not worded.exact else column

    columns = [*map(spelt, (worded.person, *worded.secrets))]
    return WordsEntry(
        relation=from_sql,
        text=spelt(worded.text),
        kept=columns,
        word=spelt(WORD),
        length=worded.length,
        written=worded.written,
    )


def worded_sql(worded: WordedRelation, from_sql: str, dialect: Dialect, *, printed: bool = False) -> str:
    """Return the words of people as the text of a FROM clause. Raises SpecError."""
    return render("word_points", words_entry(worded, from_sql, dialect, printed=printed), dialect=dialect)


def word_extent_sql(worded: WordedRelation, from_sql: str, dialect: Dialect) -> str:
    """Return the statement of the numbers of words. Raises SpecError."""
    return render("word_extent", words_entry(worded, from_sql, dialect), dialect=dialect)
