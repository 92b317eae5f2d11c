"""The words of a spec that say how its files are written, where that is not recognised."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

LONGEST = 4
"""The most bytes of a separator, as DuckDB reads it."""


UNQUOTED = "unquoted"
"""The word among those for missing values by which a field in quotes is never missing."""


class FileForm(NamedTuple):
    """How files are written: their encoding, what separates columns, and what is read of them.

    The `sheet` is a spreadsheet's, or a table of a SQLite database. With `labels` values of files
    for statistics are the labels that these give them. The `header` is the line with the names of
    columns, or whether there is one, and the `end` the last line of the table. Texts that are
    `missing` are no values; where `unquoted` is among them an empty field in quotes is a text, and
    lines end within quotes as they are. Columns have the `types` that are named. With `loose` the
    files of a table with a log are read as they lie.
    """

    encoding: str | None = None
    separator: str | None = None
    sheet: str | None = None
    labels: bool = False
    header: bool | int | None = None
    end: int | None = None
    missing: tuple[str, ...] = ()
    types: Mapping[str, str] = MappingProxyType({})
    loose: bool = False

    @property
    def quotes_texts(self) -> bool:
        """Whether a field in quotes is always a text, also an empty one."""
        return UNQUOTED in self.missing

    @property
    def as_written(self) -> bool:
        """Whether every field of a text and the header are known, so that nothing is guessed."""
        return self.quotes_texts and self.header is True and self.separator is not None

    @property
    def marks(self) -> list[str]:
        """The texts that are missing."""
        return [mark for mark in self.missing if mark != UNQUOTED]

    @property
    def words(self) -> dict[str, Any]:
        """All words, as a spec holds them."""
        return {**self._asdict(), "missing": [*self.missing], "types": {**self.types}}

    @property
    def given(self) -> dict[str, Any]:
        """The words that say something, as a spec holds them."""
        return {word: value for word, value in self.words.items() if value != FileForm().words[word]}


def encoding_name(name: str) -> str:
    """Return the name of an encoding of texts. Raises ValueError for an unknown one."""
    try:
        "".encode(name)
        return codecs.lookup(name).name
    except (LookupError, ValueError):
        raise ValueError(
            "no encoding of texts has this name; such are windows-1252, latin-1, utf-16, cp850 and utf-8"
        ) from None


def separator_mark(text: str) -> str:
    """Return a separator, a tab where one is named. Raises ValueError for what cannot be one."""
    mark = "\t" if text in {"\\t", "tab"} else text
    if not 0 < len(mark.encode()) <= LONGEST or any(one in mark for one in '"\r\n'):
        raise ValueError("a separator is one mark, such as ;, or tab")
    return mark


TYPES = ("text", "whole", "number")
"""The types of columns that are words; others are ways to write dates."""

DATE_PARTS = {
    "YYYY": "%Y", "MM": "%m", "DD": "%d", "hh": "%H", "HH": "%H", "mm": "%M", "ss": "%S", "M": "%-m", "D": "%-d",
    "h": "%-H",
}  # fmt: skip
"""The parts of dates as a spec writes them, in DuckDB's words."""


def type_word(word: str) -> str:
    """Return a word for the type of a column. Raises ValueError for another."""
    if word not in TYPES:
        written_dates(word)
    return word


def written_dates(word: str) -> str:
    """Return a way to write dates, as MM/DD/YYYY, in DuckDB's words. Raises ValueError."""
    written, rest = "", word
    while rest:
        part = next((one for one in DATE_PARTS if rest.startswith(one)), None)
        if part is None and rest[0] not in "./-: ,T":
            break
        named = rest[0] if part is None else DATE_PARTS[part]
        written += "%M" if named == "%m" and "H" in written else named
        rest = rest[len(part or rest[0]) :]
    if rest or not all(any(one in written for one in parts) for parts in (("%Y",), ("%m", "%-m"), ("%d", "%-d"))):
        raise ValueError(
            "a type is text, whole, number, or a way to write dates, such as MM/DD/YYYY or DD.MM.YYYY hh:mm"
        )
    return written


def header_word(word: Any) -> bool | int | None:
    """Return the line of a header, or whether there is one. Raises ValueError for another word."""
    if word is None or isinstance(word, bool) or (isinstance(word, int) and word > 0):
        return word
    raise ValueError("a header is the number of its line, or true or false")
