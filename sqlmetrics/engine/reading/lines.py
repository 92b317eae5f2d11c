"""The lines of a file of text: their number, their ends, and the copy of a file whose ends differ.

Lines are counted by bytes, apart from DuckDB, so that its records can be held to them.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import NamedTuple

from sqlmetrics import deadline
from sqlmetrics.engine.reading.encodings import BLOCK, UNREADABLE, opened_text
from sqlmetrics.errors import QueryError

LOOKED_AT = BLOCK
"""The bytes at the beginning of a file that are looked at."""


class Lines(NamedTuple):
    """The lines of a file: their number, what ends each, and the bytes at its beginning.

    The `end` is empty where lines end in several ways. `whole` is whether the beginning is all.
    """

    number: int
    end: str
    beginning: bytes
    whole: bool


def lines_of(file: Path) -> Lines:
    """Return the lines of a file of text, unpacked. Raises QueryError where it cannot be read."""
    feeds = returns = pairs = size = 0
    last, beginning = b"", b""
    try:
        with opened_text(file) as source:
            while block := source.read(BLOCK):
                beginning = beginning or block
                size += len(block)
                feeds += block.count(b"\n")
                if b"\r" in block:
                    returns += block.count(b"\r")
                    pairs += block.count(b"\r\n")
                pairs += last == b"\r" and block.startswith(b"\n")
                last = block[-1:]
                deadline.check_time()
    except UNREADABLE as error:
        reason = getattr(error, "strerror", None) or "it is damaged, or its end is missing"
        raise QueryError(f"cannot read {file}: {reason}") from None
    number = _number(feeds, returns, pairs, last)
    end = "\n" if not returns else "\r\n" if feeds == returns == pairs else "\r" if not feeds else ""
    return Lines(number, end, beginning, whole=size == len(beginning))


def _number(feeds: int, returns: int, pairs: int, last: bytes) -> int:
    """Return the number of lines, by the numbers of their ends and the last byte of the file."""
    return feeds + returns - pairs + (bool(last) and last not in {b"\n", b"\r"})


def copy_alike(file: Path, copy: Path, separator: str, end: int | None) -> None:
    """Write a file of text with lines that end alike, up to its line `end`; values stay whole.

    Raises QueryError for a quote that stands where none may.
    """
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        with opened_text(file) as source, copy.open("w", encoding="utf-8", newline="") as target:
            texts = io.TextIOWrapper(source, encoding="utf-8-sig", newline="")
            writer = csv.writer(target, delimiter=separator, lineterminator="\n")
            reader = csv.reader(texts, delimiter=separator, strict=True)
            for fields in reader:
                if end is not None and reader.line_num > end:
                    break
                writer.writerow(fields)
    except (csv.Error, UnicodeError) as error:
        raise QueryError(f"cannot read {file}: a quote is not closed, or a text is too long", str(error)) from None
    except UNREADABLE as error:
        reason = getattr(error, "strerror", None) or "it is damaged, or its end is missing"
        raise QueryError(f"cannot read {file}, by way of a copy in {copy.parents[-1]}: {reason}") from None
