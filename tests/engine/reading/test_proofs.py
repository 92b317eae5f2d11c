"""Every short text, and random hard files: all is read as it is written, or nothing."""

from __future__ import annotations

import csv
import io
import itertools
import random
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import duckdb
import pytest

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.reading.read_files import ReadFiles
from sqlmetrics.errors import QueryError
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.dialects import DUCKDB

Rows = list[tuple[str | None, ...]]

ALPHABET = ',"\n# 01'
"""The marks of the texts that are all tried."""

LENGTHS = (3, pytest.param(4, marks=pytest.mark.thorough))
"""The length of the longest of them."""


def read(connection: Any, path: Path, words: FileForm | None = None) -> list[tuple[Any, ...]] | None:
    """Return the rows of a file as they are read, None where it is not read."""
    engine = Engine(DUCKDB, connection, own=True)
    with ExitStack() as stack, warnings.catch_warnings(action="ignore"):
        files = ReadFiles(Place(files=words or FileForm()), stack)
        try:
            table = files.rows(engine, str(path), path.name)
        except QueryError:
            return None
        rows: list[tuple[Any, ...]] = connection.execute(f"from {table}").fetchall()
        return rows


def parsed(text: str, separator: str = ",") -> Rows | None:
    """Return the records of a text by the rules of RFC 4180, None where it breaks them.

    A quote within a text that does not begin with one is a letter, an empty text no value, and an
    empty line no record. A blank before a quoted text and blanks behind it are no part of it, as
    for DuckDB.
    """
    rows: Rows = []
    row: list[str | None] = []
    place = 0
    while place < len(text):
        blanks = len(text[place:]) - len(text[place:].lstrip(" "))
        if blanks < 2 and text[place + blanks : place + blanks + 1] == '"':
            value, place = "", place + blanks + 1
            while True:
                if place >= len(text):
                    return None
                if text[place] != '"':
                    value, place = value + text[place], place + 1
                elif text[place + 1 : place + 2] == '"':
                    value, place = value + '"', place + 2
                else:
                    place += 1
                    break
            place += len(text[place:]) - len(text[place:].lstrip(" "))
            if place < len(text) and text[place] not in {separator, "\n"}:
                return None
            quoted = True
        else:
            start = place
            while place < len(text) and text[place] not in {separator, "\n"}:
                place += 1
            value, quoted = text[start:place], False
        row.append(value or None)
        ended = place >= len(text) or text[place] == "\n"
        place += 1
        if not ended and place >= len(text):
            row.append(None)
            ended = True
        if ended:
            if len(row) > 1 or row[0] is not None or quoted:
                rows.append(tuple(row))
            row = []
    return rows


def same(written: Sequence[Sequence[Any]], found: Sequence[Sequence[Any]]) -> bool:
    """Return whether rows are as many, and no two texts of a column are one value, nor one two."""
    if len(written) != len(found):
        return False
    for texts, values in zip(zip(*written, strict=True), zip(*found, strict=True), strict=True):
        pairs = {*zip(texts, values, strict=True)}
        if not len(pairs) == len(set(texts)) == len(set(values)):
            return False
        if any((text is None) != (value is None) for text, value in pairs):
            return False
    return True


def tables(rows: Rows) -> Iterator[Rows]:
    """Give the tables that records below two names may be.

    A separator may end each line, and row names may stand before the columns, as R writes them.
    """
    widths = {len(row) for row in rows}
    if widths <= {2}:
        yield rows
    if widths == {3}:
        if all(row[-1] is None for row in rows):
            yield [row[:-1] for row in rows]
        elif len({row[0] for row in rows} - {None}) == len(rows):
            yield rows


def bodies(longest: int) -> Iterator[str]:
    """Give all texts of the alphabet up to a length."""
    for length in range(longest + 1):
        yield from map("".join, itertools.product(ALPHABET, repeat=length))


@pytest.mark.parametrize("longest", LENGTHS)
def test_all_short_texts_below_a_header_are_read_whole_or_not_at_all(tmp_path: Path, longest: int) -> None:
    """No text of two columns loses a record or a value, and most that keep the rules are read."""
    path = tmp_path / "a.csv"
    wrong, kept, read_whole = [], 0, 0
    with duckdb.connect() as connection:
        for body in bodies(longest):
            path.write_text(f"a,b\n{body}")
            rows = parsed(body)
            fits = rows is not None and all(len(row) == 2 for row in rows)
            found = read(connection, path)
            kept += fits
            if found is not None:
                read_whole += fits
                if rows is None or not any(same(one, found) for one in tables(rows)):
                    wrong.append(body)
    assert wrong == []
    assert read_whole > 0.9 * kept > 2 ** (2 * longest - 1)


WORDS = ("Linz", "Graz", 'a "b" c', "St, Pölten", "x\ny", " Wels", "#1", '5" pipe', "-", "Ärzte; alle")
"""Texts of a column of words."""


def column(draw: random.Random, kind: str) -> str:
    """Return a text of a kind of columns."""
    number = draw.randrange(1, 60)
    texts: dict[str, Callable[[], str]] = {
        "age": lambda: str(number),
        "zip": lambda: f"{number:05}",
        "decimal": lambda: draw.choice(("1.1", "1.10", "2.5", "3")),
        "fixed": lambda: f"{number}.{draw.randrange(100):02}",
        "float": lambda: repr(number / 7),
        "code": lambda: draw.choice(("1E2", "100", "+1", "1", " 1", "-0", "0", "1e400", "12345678901234567890")),
        "date": lambda: f"2026-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}",
        "slash": lambda: f"{draw.randrange(1, 13):02}/{draw.randrange(1, 29):02}/2026",
        "time": lambda: draw.choice(("10:00", "10:00:00", "9:30")),
        "truth": lambda: draw.choice(("true", "false", "True")),
        "german": lambda: draw.choice(("3,5", "1.234,56", "0,25", "7")),
        "word": lambda: draw.choice(WORDS),
        "mark": lambda: draw.choice(("NA", "1", "2", "")),
        "late": lambda: "1",
    }
    return texts[kind]()


KINDS = (
    *("age", "zip", "decimal", "fixed", "float", "code", "date"),
    *("slash", "time", "truth", "german", "word", "mark", "late"),
)
"""The kinds of columns."""


def hard_file(draw: random.Random) -> tuple[bytes, Rows]:
    """Return the bytes of a file in some dialect, and its records."""
    kinds = [draw.choice(KINDS) for _ in range(draw.randrange(2, 6))]
    number = draw.choice((3, 12, 60, 2_400))
    rows = [[column(draw, kind) for kind in kinds] for _ in range(number)]
    for place, kind in enumerate(kinds):
        if kind == "late":
            rows[-1][place] = draw.choice(("33.4", "0815", "x", "1e2", "", "NA"))
    names = [f"{kind}{place}" for place, kind in enumerate(kinds)]
    if draw.random() < 0.2:
        names[0] = ""
    separator, end = draw.choice(",;\t|"), draw.choice(("\n", "\r\n"))
    target = io.StringIO()
    style: Any = draw.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    writer = csv.writer(target, delimiter=separator, lineterminator=end, quoting=style)
    if draw.random() < 0.15:
        target.write(f"Ward 3 of {'the hospital'}{end}{end}")
    writer.writerow(names)
    for row in rows:
        writer.writerow(row)
        if draw.random() < 0.02:
            target.write(end)
    if draw.random() < 0.1:
        is_record = separator == "," and len(kinds) == 2  # nothing tells a footer of as many fields from a record
        target.write(f"{end}Source: register{' of' if is_record else ','} 1 March{end}")
        rows = []
    text = target.getvalue()
    if draw.random() < 0.3:
        text = text.removesuffix(end)
    return text.encode("utf-8-sig" if draw.random() < 0.2 else "utf-8"), [
        tuple(one or None for one in row) for row in rows
    ]


@pytest.mark.parametrize(
    ("first", "number"),
    [(0, 100), *(pytest.param(at, 500, marks=pytest.mark.thorough) for at in (1_000, 2_000, 3_000))],
)
def test_random_hard_files_are_read_whole_or_not_at_all(tmp_path: Path, first: int, number: int) -> None:
    """Rows and values are as written; where a footer follows the records nothing is read."""
    path = tmp_path / "a.csv"
    wrong, stopped = [], 0
    with duckdb.connect() as connection:
        for seed in range(first, first + number):
            content, rows = hard_file(random.Random(seed))
            path.write_bytes(content)
            found = read(connection, path)
            if found is None:
                stopped += bool(rows)
            elif not rows or not same(rows, found):
                wrong.append(seed)
    assert wrong == []
    assert stopped < 0.1 * number
