"""Files that map values to domains: CSV mappings and hierarchies."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.input_file import read_text
from sqlmetrics.spec.partition import read_pairs
from sqlmetrics.text import brief

LONGEST_LINE = 100_000
"""The most characters in a line of a file."""

LINES_OF_A_ROW = 100
"""The most lines that quotes may join to one row."""

LEVELS = 100
"""The most levels of a hierarchy, with the value itself."""


def file_rows(path: Path, separator: str | None = None) -> Iterator[tuple[int, list[str]]]:
    """Give the rows of a file, each with the number of its last line.

    Without a separator it is `,`, or `;` where the first line has no comma. Raises SpecError.
    """
    content = read_text(path, "mapping file").encode()
    text = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline="")
    if separator is None:
        header = text.readline()
        text.seek(0)
        separator = ";" if ";" in header and "," not in header else ","
    end = 0

    def lines() -> Iterator[str]:
        for number, line in enumerate(text, start=1):
            if len(line) > LONGEST_LINE:
                raise SpecError(f"{path}, line {number}: a line has at most {LONGEST_LINE:,} characters; split it")
            if number - end > LINES_OF_A_ROW:
                raise SpecError(f"{path}, line {end + 1}: its quote spans {LINES_OF_A_ROW} lines; close it")
            yield line

    rows = csv.reader(lines(), delimiter=separator)
    try:
        for row in rows:
            end = rows.line_num
            yield end, row
    except csv.Error as error:
        raise SpecError(f"{path}, line {end + 1}: {error}; write one value and its domains on each line") from None


def read_csv_mapping(path: Path) -> dict[str, str]:
    """Return the mapping of a CSV file with the columns `value` and `domain`. Raises SpecError."""
    rows = file_rows(path)
    names = next(rows, (0, []))[1]
    missing = [name for name in ("value", "domain") if name not in names]
    if missing:
        raise SpecError(
            f"{path}: column '{missing[0]}' is missing; a mapping file starts with the line `value,domain`"
            f" (found: {brief(', '.join(names)) or 'nothing'}). A hierarchy file needs a level: {path.name}:1"
        )
    value, domain = names.index("value"), names.index("domain")
    known: dict[str, str] = {}

    def pairs() -> Iterator[tuple[str, str]]:
        for number, row in rows:
            if row and len(row) <= max(value, domain):
                raise SpecError(f"{path}, line {number}: a value and a domain are needed")
            if row:
                yield row[value], known.setdefault(row[domain], row[domain])

    return read_pairs(pairs(), str(path), of_file=True)


def read_tree(path: Path) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a `;`-separated hierarchy: the value, then each coarser level.

    Raises SpecError where it is no tree.
    """
    known: dict[str, str] = {}
    rows = tuple(
        dict.fromkeys(
            (row[0], *(known.setdefault(text, text) for text in row[1:])) for _, row in file_rows(path, ";") if row
        )
    )
    if not rows:
        raise SpecError(f"{path}: the hierarchy is empty")
    if len(rows[0]) > LEVELS:
        raise SpecError(f"{path}: a hierarchy has at most {LEVELS} levels; the first line has {len(rows[0]):,} fields")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]) or len(row) < 2:
            levels = f"{len(row) - 1} levels behind the value, where the first line has {len(rows[0]) - 1}"
            raise SpecError(f"{path}, line {number}: {levels}; every line needs the same, and at least one")
    for level in range(len(rows[0]) - 1):
        read_pairs(_pairs(rows, level, level + 1), f"{path}, level {level + 1}", of_file=True)
    return rows


def _pairs(rows: Sequence[tuple[str, ...]], below: int, above: int) -> Iterator[tuple[str, str]]:
    """Return the values of two levels beside each other."""
    return zip(map(itemgetter(below), rows), map(itemgetter(above), rows), strict=True)


def mapping_of(rows: Sequence[tuple[str, ...]], level: int) -> dict[str, str]:
    """Return the mapping from value to one level of the rows of a hierarchy."""
    return dict(_pairs(rows, 0, level))


def read_rooted_tree(path: Path) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a hierarchy with a single root, which distances over it need.

    Raises SpecError where the last level has several values.
    """
    rows = read_tree(path)
    roots = list(dict.fromkeys(row[-1] for row in rows))
    if len(roots) > 1:
        raise SpecError(
            f"{path}: the last level has {len(roots)} values; add a level with one, such as *",
            f"values of the last level: {roots[0]} and others",
        )
    return rows


def sole_files(hierarchies: Mapping[str, Sequence[Path]]) -> dict[str, Path]:
    """Return the file of each column's hierarchy. Raises SpecError where a column has several."""
    for column, files in hierarchies.items():
        if len(files) > 1:
            raise SpecError(
                f"'{column}' has {len(files)} hierarchies, and one is taken here; name one in `hierarchies`"
            )
    return {column: files[0] for column, files in hierarchies.items()}


def read_hierarchy(path: Path, level: int) -> dict[str, str]:
    """Return the mapping from value to one level of a `;`-separated hierarchy. Raises SpecError."""
    rows = read_tree(path)
    height = len(rows[0]) - 1
    if not 0 <= level <= height:
        raise SpecError(f"{path} has the levels 0 (the value) to {height}, not {level}")
    return mapping_of(rows, level)
