"""Numbers, times, foreign text and hints as a person reads them, and names as a line of CSV."""

from __future__ import annotations

import re
import reprlib
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from itertools import count


def duration_text(time: float) -> str:
    """Return seconds as a person writes them: 0.5 s, 90 s, 5 min."""
    for unit, length in (("h", 3600), ("min", 60)):
        if time >= length and time % length == 0:
            return f"{time / length:g} {unit}"
    return f"{time:g} s"


def number(value: float | None) -> str:
    """Return a score for reading: whole as it is, else to four digits; a dash if undefined.

    What is nearer to a whole number than sums of doubles can tell is that number.
    """
    if value is None:
        return "-"
    value = round(value, 13)
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:.4f}" if abs(value) >= 0.0001 else f"{value:.1e}"


def printable(text: str) -> str:
    """Return a text as one line: control characters and marks without width are codes."""
    if text.isprintable() and (text.isascii() or not _UNSEEN.search(text)):
        return text
    return "".join(
        mark if mark.isprintable() and not _UNSEEN.match(mark) else mark.encode("unicode_escape").decode()
        for mark in text
    )


_UNSEEN = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Marks that a terminal does not show, although they are no control characters."""


def brief(text: str, longest: int = 60) -> str:
    """Return a text as one printable line, cut at `longest` characters."""
    line = printable(text[: longest + 1])
    return line if len(line) <= longest else f"{line[:longest]}.."


def found(value: object) -> str:
    """Return a value for a message on it: its beginning, and of its parts the first few."""
    short = reprlib.Repr()
    short.maxlevel, short.maxdict, short.maxlist, short.maxtuple, short.maxset = 2, 3, 3, 3, 3
    short.maxstring = short.maxother = short.maxlong = 60
    return brief(short.repr(value), 200)


def width_of(text: str) -> int:
    """Return the width of a text in columns of a terminal: wide letters take two, accents none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(mark) else 1 + (unicodedata.east_asian_width(mark) in "WF") for mark in text)


def plain_name(name: str) -> str:
    """Return a name without its case, its blanks, its hyphens and its underscores."""
    return re.sub(r"[\s_-]+", "", name.casefold())


def nearest(name: str, known: Iterable[str], most: int = 3, cutoff: float = 0.5) -> list[str]:
    """Return the known names that are most like a name, the nearest first.

    Names that differ in case, blanks, hyphens or underscores alone come without all others.
    """
    by_plain: dict[str, list[str]] = {}
    for other in known:
        by_plain.setdefault(plain_name(other), []).append(other)
    plain = plain_name(name)
    near = [plain] if plain in by_plain else get_close_matches(plain, by_plain, n=most, cutoff=cutoff)
    return list(dict.fromkeys(other for found_name in near for other in by_plain[found_name]))[:most]


def did_you_mean(name: str, known: Iterable[str], most: int = 3, cutoff: float = 0.5) -> str:
    """Return a question that offers the known names like an unknown one, or an empty text."""
    return question_of(nearest(name, known, most, cutoff))


def question_of(near: Iterable[str]) -> str:
    """Return a question that offers names, or an empty text where there are none."""
    names = list(near)
    return f"did you mean {' or '.join(map(repr, names))}?" if names else ""


def there_are(
    name: str, known: Iterable[str], what: str = "there are", most: int = 3, *, near: Iterable[str] | None = None
) -> str:
    """Return the end of a message on an unknown name: the names like it, and all known ones.

    `near` are the names like it where these are known otherwise, by aliases.
    """
    names = list(known)
    question = did_you_mean(name, names, most) if near is None else question_of(near)
    listed = ", ".join(names) or "none"
    return f"{question} {what[0].upper()}{what[1:]}: {listed}" if question else f"{what}: {listed}"


def mean_text(total: int, number_of: int) -> str:
    """Return a mean with two decimals at most: 5.2."""
    return f"{round(total / number_of, 2):,}".removesuffix(".0")


def whole_percent(share: float, digits: int = 0) -> str:
    """Return a share as per cent; one that is nearly none, or nearly all, is not said to be."""
    step = 10.0 ** -(digits + 2)
    if 0 < share < step / 2:
        return f"under {step:.{digits}%}"
    if 1 - step / 2 <= share < 1:
        return f"over {1 - step:.{digits}%}"
    return f"{share:.{digits}%}"


def percent_form(share: float) -> str:
    """Return the form of a share as per cent with a decimal, or as many as some, or all, need."""
    return f".{next((one for one in range(1, 9) if share in {0, 1} or 0 < round(share, one + 2) < 1), 9)}%"


def in_lines(parts: Sequence[str], width: int, indent: int) -> str:
    """Return parts with commas between them, in lines of `width` characters where parts allow."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) + 2 > width:
            lines.append(part)
        else:
            lines[-1] += f", {part}"
    return f",\n{' ' * indent}".join(lines)


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number of things: 1 column, 2 columns."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def free_name(word: str, taken: Collection[str]) -> str:
    """Return a word, with a number behind it where that or a lower number is taken."""
    return next(name for number in count() if (name := f"{word}{number or ''}") not in taken)


def joined(names: Sequence[str], last: str = " and ") -> str:
    """Return names as a sentence lists them: a, b and c; `last` stands before the last one."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])}{last}{names[-1]}" if names else ""


def csv_field(text: str) -> str:
    """Return a name as a field of one CSV line, quoted only where it must be."""
    return '"' + text.replace('"', '""') + '"' if not text or any(mark in text for mark in ',"\n\r') else text


def csv_line(names: Iterable[str]) -> str:
    """Return names as one line of CSV."""
    return ",".join(map(csv_field, names))


_FIELD = re.compile(r'"((?:[^"]|"")*)"|([^,]*)')


def split_line(line: str) -> list[str | None]:
    """Return the fields of a line of CSV; an empty one is None, unless it is quoted."""
    fields: list[str | None] = []
    position = 0
    while position <= len(line):
        match = _FIELD.match(line, position)
        assert match is not None  # noqa: S101 - the pattern matches the empty text
        fields.append(match[1].replace('""', '"') if match[1] is not None else match[2] or None)
        position = match.end() + 1
    return fields


def values_text(line: str) -> str:
    """Return the values of a line of CSV for a sentence, where NULL and an empty text are seen."""
    return ", ".join("NULL" if value is None else value or '""' for value in split_line(line))
