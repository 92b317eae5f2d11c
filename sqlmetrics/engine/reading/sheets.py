"""The rows of a spreadsheet: the names of columns are found, and merged cells have their value.

Errors, hidden rows and totals are remarked, and no row is left out for them. What calamine does not
say of a sheet is read from its own file, where that is .xlsx or .xlsm.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from zipfile import BadZipFile, ZipFile

from sqlmetrics.engine.reading import imported_rows
from sqlmetrics.engine.reading.imported_rows import ImportedRows
from sqlmetrics.engine.reading.look import renamed_again
from sqlmetrics.engine.reading.reading import Remark, remark, stop
from sqlmetrics.errors import SpecError, UnknownNameError
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.text import counted, joined

Row: TypeAlias = tuple[int, list[Any]]

LOOKED_AT = 200
"""The rows in which the names of columns are looked for."""

TOTAL = re.compile(
    r"((grand |sub)?total|sum|summe|gesamt|insgesamt|average|mean|mittelwert|durchschnitt|count|anzahl|n)\b",
    re.IGNORECASE,
)
"""A pattern of the first text of a row that adds up others."""

ERROR = re.compile(rb'<c\b[^>]*\br="[A-Z]+(\d+)"[^>]*\bt="e"')
UNCOMPUTED = re.compile(rb'<c\b[^>]*\br="[A-Z]+(\d+)"[^>]*>\s*<f\b[^>]*>[^<]*</f>\s*(?:<v\s*/>|<v></v>)?\s*</c>')
HIDDEN = re.compile(rb'<(row|col)\b[^>]*\bhidden="(?:1|true)"')
"""Patterns of what a sheet's own file says of cells, rows and columns."""


class SheetFacts(NamedTuple):
    """What a sheet's own file says: the rows of cells with an error, and hidden parts."""

    errors: Counter[int]
    hidden: int = 0


def sheet_rows(path: Path, words: FileForm, book: Any) -> ImportedRows:
    """Return the rows of a sheet of an open book. Raises SpecError for an unknown sheet."""
    import python_calamine

    shown = [
        sheet.name
        for sheet in book.sheets_metadata
        if sheet.typ == python_calamine.SheetTypeEnum.WorkSheet
        and (sheet.name == words.sheet or sheet.visible == python_calamine.SheetVisibleEnum.Visible)
    ]
    if words.sheet is None and len(shown) > 1:
        shown = [name for name in shown if book.get_sheet_by_name(name).height > 0]
    name = named_part(path, "sheet", shown, words.sheet)
    sheet = book.get_sheet_by_name(name)
    facts = _facts(path, name)
    merged = [one for one in sheet.merged_cell_ranges or () if one[0] != one[1]]
    numbered = (
        (number, [None if value == "" else value for value in row]) for number, row in enumerate(sheet.iter_rows(), 1)
    )
    held = (
        (number, row) for number, row in numbered if facts.errors[number] or any(value is not None for value in row)
    )
    first = [*islice(held, LOOKED_AT)]
    remarks: list[Remark] = []
    at, names = _header(first, words, merged, path, remarks)
    below = ((number, row) for number, row in chain(first, held) if number > at)
    filled = _filled(below, merged, at)
    if renamed := renamed_again(names):
        remarks.append(remark("same_names", file=str(path), names=joined(renamed)))
    rows = _to_end(filled, words, path, remarks)
    if any(top >= at for (top, _), _ in merged):
        ranges = sum(top >= at for (top, _), _ in merged)
        remarks.append(remark("merged_cells", file=str(path), count=ranges, ranges=counted(ranges, "range")))
    wrong = sum(number for row, number in facts.errors.items() if row > at)
    if wrong:
        remarks.append(remark("error_cells", file=str(path), count=wrong, cells=counted(wrong, "cell")))
    if facts.hidden:
        remarks.append(remark("hidden", file=str(path), count=facts.hidden))
    return ImportedRows(names, iter(lambda: [*islice(rows, imported_rows.BATCH)], []), remarks)


def _held(rows: Iterator[Sequence[Any]], facts: SheetFacts) -> Iterator[Row]:
    """Give the rows that hold anything, with their numbers; an error is something."""
    for number, row in enumerate(rows, 1):
        values = [None if value == "" else value for value in row]
        if facts.errors[number] or any(value is not None for value in values):
            yield number, values


def _header(
    rows: Sequence[Row], words: FileForm, merged: Sequence[Any], path: Path, remarks: list[Remark]
) -> tuple[int, list[str]]:
    """Return the number of the row with the names of columns, and these; 0 where there is none."""
    if not rows:
        return 0, []
    if words.header is False:
        return 0, [""] * max(len(row) for _, row in rows)
    place = 0
    if words.header is not None and words.header is not True:
        place = next((at for at, (number, _) in enumerate(rows) if number == words.header), -1)
        if place < 0:
            raise SpecError(f"{path} has no row {words.header:,} with names of columns: `header`")
    elif words.header is None:
        place = _below_title(rows)
        if place:
            above = f"{counted(place, 'row')} {'is' if place == 1 else 'are'}"
            remarks.append(remark("sheet_title", file=str(path), line=rows[place][0], above=above))
        number = rows[place][0]
        if place + 1 < len(rows) and any(top == number - 1 and right > left for (top, left), (_, right) in merged):
            raise stop("two_headers", file=str(path), line=number, next=rows[place + 1][0])
    number, row = rows[place]
    return number, ["" if value is None else str(value) for value in row]


def _below_title(rows: Sequence[Row]) -> int:
    """Return the place of the first row behind a title, which fills a single cell."""
    filled = [sum(value is not None for value in row) for _, row in rows]
    usual = Counter(filled).most_common(1)[0][0]
    place = next((at for at, number in enumerate(filled) if number > 1), 0)
    apart = place > 0 and rows[place][0] > rows[place - 1][0] + 1
    return place if usual > 2 or (usual == 2 and apart) else 0


def _filled(rows: Iterator[Row], merged: Sequence[Any], header: int) -> Iterator[Row]:
    """Give rows whose merged cells have the value of their range."""
    values: dict[Any, Any] = {}
    for number, row in rows:
        for one in merged:
            (top, left), (bottom, right) = one
            if header <= top <= number - 1 <= bottom:
                if number - 1 == top:
                    values[one] = row[left]
                row[left : right + 1] = [values.get(one)] * (right + 1 - left)
        yield number, row


def _to_end(rows: Iterator[Row], words: FileForm, path: Path, remarks: list[Remark]) -> Iterator[list[Any]]:
    """Give the rows of the table, up to its end; a last row that looks like a total is remarked."""
    last: Row | None = None
    before = 0
    for number, row in rows:
        if words.end is not None and number > words.end:
            break
        if last is not None:
            before = last[0]
            yield last[1]
        last = (number, row)
    if last is None:
        return
    text = next((value for value in last[1] if isinstance(value, str)), "")
    if words.end is None and before and TOTAL.match(text.strip()):
        remarks.append(remark("total_row", file=str(path), line=last[0], before=before))
    yield last[1]


def _facts(path: Path, name: str) -> SheetFacts:
    """Return what a sheet's own file says of its cells; nothing of other forms of spreadsheets."""
    if path.suffix.lower() not in {".xlsx", ".xlsm"}:
        return SheetFacts(Counter())
    try:
        with ZipFile(path) as book:
            part = _part(book, name)
            text = book.read(part) if part else b""
    except (OSError, KeyError, BadZipFile):
        return SheetFacts(Counter())
    errors = Counter(int(found[1]) for found in ERROR.finditer(text)) if b't="e"' in text else Counter()
    errors += Counter(int(found[1]) for found in UNCOMPUTED.finditer(text)) if b"<f" in text else Counter()
    return SheetFacts(errors, sum(1 for _ in HIDDEN.finditer(text)) if b"hidden=" in text else 0)


def _part(book: ZipFile, name: str) -> str | None:
    """Return the file of a sheet within its book."""
    sheets = re.findall(r"<sheet\b[^>]*>", book.read("xl/workbook.xml").decode(errors="replace"))
    targets = re.findall(r"<Relationship\b[^>]*>", book.read("xl/_rels/workbook.xml.rels").decode(errors="replace"))
    for sheet in sheets:
        title, key = re.search(r'\bname="([^"]*)"', sheet), re.search(r'\br:id="([^"]*)"', sheet)
        if title is None or key is None or unescape(title[1]) != name:
            continue
        for target in targets:
            if f'Id="{key[1]}"' in target and (found := re.search(r'\bTarget="/?(?:xl/)?([^"]*)"', target)):
                return f"xl/{found[1]}"
    return None


def named_part(path: Path, what: str, names: Sequence[str], wanted: str | None) -> str:
    """Return the sheet or the table that is wanted, or the only one. Raises SpecError."""
    if wanted is not None and wanted not in names:
        raise UnknownNameError(f"{path} has no {what} '{wanted}'", wanted, names)
    if wanted is None and len(names) != 1:
        several = f"has the {what}s {', '.join(names)}: name one as `sheet`" if names else f"has no {what} with data"
        raise SpecError(f"{path} {several}")
    return names[0] if wanted is None else wanted
