"""The rows of files of SPSS, Stata and SAS: codes are values, also where they are declared missing.

The reader of such a file sees its codes, and a refused answer may tell more than another. With
`missing: declared` they are NULL.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlmetrics.engine.reading import imported_rows
from sqlmetrics.engine.reading.imported_rows import ImportedRows
from sqlmetrics.engine.reading.reading import Remark, remark
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.text import joined

FUNCTIONS = {
    ".sav": "read_sav",
    ".zsav": "read_sav",
    ".por": "read_por",
    ".dta": "read_dta",
    ".sas7bdat": "read_sas7bdat",
    ".xpt": "read_xport",
}
"""The functions of pyreadstat by endings."""

DECLARED = "declared"
"""The word of `missing` for values that a file declares as missing."""

MARKS_SHOWN = 6
"""The most marks of missing values that a remark lists."""

HEADER = b"HEADER RECORD*******"
"""The beginning of the header lines of a SAS transport file."""

LINE, VARIABLE = 80, 140
"""The bytes of a line of a SAS transport file, and of what describes a variable."""

SPECIAL = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_")
"""The first bytes of special missing values, whose other bytes are zero."""


def statistics_rows(path: Path, words: FileForm) -> ImportedRows:
    """Return the rows of a file of SPSS, Stata or SAS, with the labels of values where asked."""
    import pyreadstat

    suffix = path.suffix.lower()
    read: Callable[..., Any] = getattr(pyreadstat, FUNCTIONS[suffix])
    _, facts = read(str(path), metadataonly=True)
    declared = DECLARED in words.missing
    options: dict[str, Any] = {"output_format": "dict"}
    if suffix in {".sav", ".zsav", ".dta", ".sas7bdat"} and not declared:
        options["user_missing"] = True
    remarks: list[Remark] = []
    labels, joined_labels = _labels(facts) if words.labels else ({}, [])
    remarks += [remark("labels_joined", column=column) for column in joined_labels]
    chunks = _chunks(read, path, options)
    rows = _batches(chunks, facts.column_names, labels, remarks, dotted=suffix in {".dta", ".sas7bdat"})
    if suffix == ".xpt":
        special = special_missing(path)
        if special:
            marks = joined([f".{mark}" for mark in sorted(special)][:MARKS_SHOWN])
            remarks.append(remark("special_missing", file=str(path), count=special.total(), marks=marks))
    return ImportedRows(facts.column_names, rows, remarks)


def _chunks(read: Callable[..., Any], path: Path, options: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Give the columns of a file in batches of rows, with what the file says of them."""
    offset = 0
    while True:
        values, facts = read(str(path), row_offset=offset, row_limit=imported_rows.BATCH, **options)
        number = len(next(iter(values.values()), ()))
        if number or not offset:
            yield values, facts
        if number < imported_rows.BATCH:
            return
        offset += number


def _labels(facts: Any) -> tuple[dict[str, dict[Any, str]], list[str]]:
    """Return the labels of the values of columns, and the columns where several codes have one.

    There a label is written with its code.
    """
    found, several = {}, []
    for column, labels in facts.variable_value_labels.items():
        times = Counter(labels.values())
        found[column] = {
            code: label if times[label] == 1 else f"{label} ({_code(code)})" for code, label in labels.items()
        }
        if any(number > 1 for number in times.values()):
            several.append(column)
    return found, several


def _batches(
    chunks: Iterator[tuple[Mapping[str, Sequence[Any]], Any]],
    columns: Sequence[str],
    labels: Mapping[str, Mapping[Any, str]],
    remarks: list[Remark],
    *,
    dotted: bool,
) -> Iterator[Sequence[Sequence[Any]]]:
    """Give the rows of a file in batches; an empty text is no value in files for statistics.

    In the end values that the file declares as missing are remarked. Marks of missing values are
    `dotted` in Stata and SAS, where they are letters.
    """
    missing: dict[str, Counter[str]] = {column: Counter() for column in columns}
    held: Counter[str] = Counter()
    for values, facts in chunks:
        batch = []
        for column in columns:
            listed = [None if value == "" else value for value in values[column]]
            marks = set(facts.missing_user_values.get(column, ())) if dotted else set()
            ranges = facts.missing_ranges.get(column, ())
            if marks or ranges:
                held[column] += sum(value is not None and value == value for value in listed)
                for value in listed:
                    if value in marks:
                        missing[column][f".{value}"] += 1
                    elif ranges and value is not None and any(_within(value, one) for one in ranges):
                        missing[column][_code(value)] += 1
            named = labels.get(column, {})
            batch.append([named.get(value, f".{value}" if value in marks else value) for value in listed])
        yield [*zip(*batch, strict=True)]
    for column, found in missing.items():
        if found:
            shown = joined(sorted(found)[:MARKS_SHOWN]) + (" and others" if len(found) > MARKS_SHOWN else "")
            remarks.append(remark("declared_missing", column=column, count=found.total(), of=held[column], marks=shown))


def _within(value: Any, one: Mapping[str, Any]) -> bool:
    """Return whether a value lies in a range of missing values."""
    try:
        return bool(one["lo"] <= value <= one["hi"])
    except TypeError:
        return False


def _code(value: Any) -> str:
    """Return a code as it is written, a whole number without a decimal point."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def special_missing(path: Path) -> Counter[str]:
    """Return the special missing values of a SAS transport file, .A to .Z and ._, by their letters.

    They are one with the plain missing value for what reads the rows.
    """
    found: Counter[str] = Counter()
    with path.open("rb") as file:
        head = file.read(1 << 22)
        start = next((head.find(HEADER + word) for word in (b"NAMESTR", b"NAMSTV8") if HEADER + word in head), -1)
        data = next((head.find(HEADER + word) for word in (b"OBS ", b"OBSV8") if HEADER + word in head), -1)
        if start < 0 or data < 0:
            return found
        end = head.find(HEADER, start + LINE)
        described = [head[at : at + VARIABLE] for at in range(start + LINE, end - VARIABLE + 1, VARIABLE)]
        places = [(*struct.unpack(">hxxh", one[:6]), struct.unpack(">i", one[84:88])[0]) for one in described]
        width = sum(length for _, length, _ in places)
        file.seek(data + LINE)
        while width and (block := file.read(width * 10_000)):
            block = block.partition(HEADER)[0]
            for kind, length, place in places:
                if kind != 1:
                    continue
                for number, first in enumerate(block[place::width]):
                    at = number * width + place
                    if first in SPECIAL and not any(block[at + 1 : at + length]) and at + length <= len(block):
                        found[chr(first)] += 1
    return found
