"""The words of a spec that say how its files are written, where that is not recognised."""

from __future__ import annotations

import codecs
from typing import NamedTuple

LONGEST = 4
"""The most bytes of a separator, as DuckDB reads it."""


class FileForm(NamedTuple):
    """How files are written: their encoding, what separates columns, and what is read of them.

    The `sheet` is a spreadsheet's, or a table of a SQLite database. With `labels` values of files
    for statistics are the labels that these give them.
    """

    encoding: str | None = None
    separator: str | None = None
    sheet: str | None = None
    labels: bool = False


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
