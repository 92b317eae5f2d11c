"""The look at a CSV file: its separator, the names of its columns, and where its records begin.

Python looks at the first lines. DuckDB is then told all of it, and detects nothing: whatever does
not fit later is an error with its line.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.engine.reading.reading import Remark, remark, stop
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.text import counted, joined

SEPARATORS = (",", ";", "\t", "|")
"""The marks that are recognised between columns."""

MARKS = ";,\t|~^"
"""The marks in the name of an only column that ask whether the separator was right."""

NAMED = {"\t": "a tab", ",": "a comma", ";": "a semicolon", "|": "a bar"}
"""The marks in words."""

MOST_RECORDS = 2_000
"""The records that are looked at."""

MOST_CELLS = 100_000
"""The cells that are looked at; of wide files fewer records are."""

MOST_ABOVE = 5
"""The most lines with text above the header that are passed over by themselves."""

NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?")
"""A pattern of a number."""

NAMED_SEPARATOR = re.compile(r'"?sep=(.)"?(\r\n|\n|\r)', re.IGNORECASE)
"""A pattern of the first line by which Excel is told the separator."""


class Line(NamedTuple):
    """A record of a text: the line where it begins, the line where it ends, and its fields."""

    first: int
    last: int
    fields: list[str]


class TextLook(NamedTuple):
    """What a CSV file looks like.

    `skipped` are the records that DuckDB skips, `above` the lines that they take. The `samples` are
    the texts of each column in the first records. A separator that ends every line makes the last
    column `nameless`.
    """

    separator: str
    names: tuple[str, ...]
    skipped: int
    above: int
    samples: tuple[tuple[str, ...], ...]
    remarks: tuple[Remark, ...] = ()
    nameless: bool = False


def first_look(text: str, words: FileForm, name: str, *, whole: bool) -> TextLook:
    """Return what the beginning of a file looks like; `whole` is whether it is all of the file.

    Raises QueryError for a line that does not fit, SpecError for a header that there is not.
    """
    text = text.removeprefix("\ufeff")
    told = NAMED_SEPARATOR.match(text) if words.separator is None else None
    candidates = [words.separator] if words.separator else [told[1]] if told else [*SEPARATORS]
    parsed = {mark: _lines(text, mark, whole=whole) for mark in candidates}
    if told:
        parsed = {mark: lines[1:] for mark, lines in parsed.items()}
    if words.end is not None:
        parsed = {mark: [line for line in lines if line.last <= words.end] for mark, lines in parsed.items()}
    filled = {mark: [line for line in lines if line.fields] for mark, lines in parsed.items()}
    if not any(filled.values()):
        return TextLook(",", ("column1",), 0, 0, ((),), (remark("empty_file", file=name),))
    separator, remarks = _separator(filled, name, chosen=words.separator is not None or told is not None)
    found = _header(filled[separator], words, name)
    above = [line for line in parsed[separator] if found.line is not None and line.last <= found.line.last]
    skipped = len(above) + bool(told)
    records = [line for line in filled[separator] if found.line is None or line.first > found.line.last]
    names = found.names
    _check_widths(records, names, found, name, again=not words.as_written)
    nameless = len(names) > 1 and not names[-1].strip() and not any(line.fields[-1] for line in records)
    if len(names) == 1 and words.separator is None and any(mark in names[0] for mark in MARKS):
        remarks.append(remark("one_column", file=name))
    if renamed := renamed_again(names):
        remarks.append(remark("same_names", file=name, names=joined(renamed)))
    columns = [*zip(*(line.fields for line in records), strict=True)] or [()] * len(names)
    return TextLook(
        separator,
        tuple(distinct(names)),
        skipped if found.line is not None or told else 0,
        found.line.last if found.line is not None else int(bool(told)),
        tuple(columns),
        (*found.remarks, *remarks),
        nameless,
    )


def distinct(names: Sequence[str]) -> list[str]:
    """Return names that differ, also where their case does not count: the second a is a_1."""
    taken: set[str] = set()
    found = []
    for place, given in enumerate(names, 1):
        name = stem = given.strip() or f"column{place}"
        number = 0
        while name.lower() in taken:
            number += 1
            name = f"{stem}_{number}"
        taken.add(name.lower())
        found.append(name)
    return found


def renamed_again(names: Sequence[str]) -> list[str]:
    """Return the names as which columns of an equal name are read, the first one among them."""
    stems = Counter(name.strip().lower() for name in names if name.strip())
    return [new for given, new in zip(names, distinct(names), strict=True) if stems[given.strip().lower()] > 1]


def _lines(text: str, separator: str, *, whole: bool) -> list[Line]:
    """Return the first records of a text; the last is left out where it may be cut."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator[:1])
    found: list[Line] = []
    cells = 0
    try:
        for fields in reader:
            found.append(Line(found[-1].last + 1 if found else 1, reader.line_num, fields))
            cells += len(fields)
            if len(found) > MOST_RECORDS or cells > MOST_CELLS:
                return found
    except csv.Error:  # a field that is longer than Python reads, or a byte of zero in older versions
        return found
    return found if whole else found[:-1]


def _separator(filled: dict[str, list[Line]], name: str, *, chosen: bool) -> tuple[str, list[Remark]]:
    """Return the mark that separates columns, and what is remarked of it."""
    if chosen or len(filled) == 1:
        return next(iter(filled)), []
    shares = {}
    for mark, lines in filled.items():
        ((width, times),) = Counter(len(line.fields) for line in lines[1:] or lines).most_common(1)
        if width > 1 or (lines and len(lines[0].fields) > 1):
            fits = bool(lines) and abs(len(lines[0].fields) - width) <= 1
            shares[mark] = (width > 1, fits, times / len(lines), width)
    if shares:
        return max(shares, key=lambda mark: shares[mark]), []
    own = "," if name.lower().endswith((".csv", ".csv.gz", ".csv.zst")) else None
    if own is not None and any(len(line.fields) > 1 for line in filled[own]):
        return own, []
    remarks = []
    for mark, lines in filled.items():
        wider = sum(len(line.fields) > 1 for line in lines)
        if wider:
            remarks.append(remark("marks_within", file=name, count=wider, mark=NAMED[mark]))
    free = next((mark for mark, lines in filled.items() if all(len(line.fields) < 2 for line in lines)), "\x1f")
    return free, remarks


class _Header(NamedTuple):
    """The line of a header, None where there is none; its names, its width, and its remarks."""

    line: Line | None
    names: list[str]
    remarks: tuple[Remark, ...] = ()


def _header(lines: list[Line], words: FileForm, name: str) -> _Header:
    """Return the header of a file among its lines that hold anything. Raises QueryError."""
    first, *rest = lines
    if words.header is False:
        width = Counter(len(line.fields) for line in lines).most_common(1)[0][0]
        return _Header(None, [""] * width)
    if words.header is True:
        return _Header(first, first.fields)
    if words.header is not None:
        wanted = next((line for line in lines if line.first <= words.header <= line.last), None)
        if wanted is None:
            raise SpecError(f"{name} has no line {words.header:,} with names of columns among its first ones: `header`")
        return _Header(wanted, wanted.fields)
    width = Counter(len(line.fields) for line in rest).most_common(1)[0][0] if rest else len(first.fields)
    if len(first.fields) != width:
        other = _of_other_width(lines, width, name)
        if other is not None:
            return other
    _check_names(first, [line for line in rest if len(line.fields) == len(first.fields)], name)
    return _Header(first, first.fields)


def _of_other_width(lines: list[Line], width: int, name: str) -> _Header | None:
    """Return the header where the first line is none by its width, or has a name more or less."""
    first, *rest = lines
    uniform = all(len(line.fields) == width for line in rest)
    if uniform and len(first.fields) == width + 1 and not first.fields[-1].strip():
        return _Header(first, first.fields[:-1])
    if uniform and len(first.fields) == width - 1 and width > 2:
        if not any(line.fields[-1] for line in rest):
            return _Header(first, [*first.fields, ""])
        names = [line.fields[0] for line in rest]
        if len(names) > 1 and all(names) and len(set(names)) == len(names) and not _is_header(rest[0], rest[1:]):
            return _Header(first, ["", *first.fields], (remark("row_names", file=name),))
    at = next(place for place, line in enumerate(lines) if len(line.fields) == width)
    above, header, below = lines[:at], lines[at], lines[at + 1 :]
    widths = [len(line.fields) for line in above if len(line.fields) > 1]
    texts = [field for line in above for field in line.fields if field.strip()]
    cells = {field for line in lines[at:] for field in line.fields}
    if (
        at > MOST_ABOVE
        or width < 2
        or len(set(widths)) < len(widths)
        or any(len(line.fields) != width for line in below)
        or any(NUMBER.fullmatch(text.strip()) for text in texts)
        or any(text in cells for text in texts)
        or len(set(texts)) < len(texts)
        or not below
        or not all(field.strip() and not NUMBER.fullmatch(field.strip()) for field in header.fields)
        or not (header.first > above[-1].last + 1 or _is_header(header, below))
    ):
        return None
    _check_names(header, below, name)
    told = remark("title", file=name, line=header.first, above=f"{counted(at, 'line')} {'is' if at == 1 else 'are'}")
    return _Header(header, header.fields, (told,))


def _shape(text: str) -> str:
    """Return the shape of a text: runs of digits and of letters, and its other marks."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text))


def _is_header(line: Line, below: list[Line]) -> bool:
    """Return whether in some column a line has a shape that no record has, and these have one."""
    for place, field in enumerate(line.fields):
        shapes = {_shape(other.fields[place]) for other in below if place < len(other.fields)}
        if len(shapes) == 1 and _shape(field) not in shapes:
            return True
    return False


def _check_names(header: Line, records: list[Line], name: str) -> None:
    """Raise QueryError for a first line that looks like a record."""
    filled = [(place, field) for place, field in enumerate(header.fields) if field.strip()]
    values = [{line.fields[place] for line in records if line.fields != header.fields} for place, _ in filled]
    like = sum(
        bool(NUMBER.fullmatch(field.strip())) or field in known
        for (_, field), known in zip(filled, values, strict=True)
    )
    if filled and records and 3 * like >= 2 * len(filled):
        raise stop("header_record", file=name, line=header.first, count=like, of=len(filled))


def _check_widths(records: list[Line], names: list[str], found: _Header, name: str, *, again: bool) -> None:
    """Raise QueryError for the first record with more or fewer fields than there are names.

    With `again` also for a header that comes again.
    """
    wrong = [line for line in records if len(line.fields) != len(names)]
    header = None if found.line is None else found.line.fields
    second = next((line for line in records if header is not None and line.fields == header), None)
    if (
        again
        and second is not None
        and (not wrong or second.first < wrong[0].first)
        and any(field.strip() for field in second.fields)
    ):
        raise stop("second_header", file=name, line=second.first, more="")
    if not wrong:
        return
    line = wrong[0]
    last = line is records[-1] or all(len(one.fields) != len(names) for one in records[records.index(line) :])
    looked = f" ({len(wrong):,} such of {len(records):,} looked at)" if len(wrong) > 1 else ""
    raise misfit(line.first, line.fields, len(names), header, name, looked, ends=last)


def misfit(
    line: int, fields: Sequence[str], expected: int, header: Sequence[str] | None, name: str, looked: str, *, ends: bool
) -> Exception:
    """Return the error for a line with more or fewer fields than there are columns.

    `ends` is whether the lines behind it do not fit either.
    """
    names = [field for field in header or () if field.strip()]
    gone = [field for field in names if field not in fields]
    if len(names) > 1 and 3 * len(gone) <= len(names):
        added = [] if gone else [field for field in fields if field not in names and field.strip()]
        parts = [f"with {', '.join(added)} more"] * bool(added) + [f"without {', '.join(gone)}"] * bool(gone)
        return stop("second_header", file=name, line=line, more="".join(f" {part}" for part in parts))
    remedy = "put texts that hold the separator in quotes, or name the `separator`"
    if ends:
        remedy = f"name {line - 1:,} as `end` where the table ends before it; else {remedy}"
    return stop(
        "widths",
        file=name,
        line=line,
        found=counted(len(fields), "field"),
        expected=expected,
        more=looked,
        remedy=remedy,
    )
