"""What the texts of a published table of counts mean: numbers, marks, rounding and totals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.outputs import NULL

TOTAL = "Total"
"""The label of totals where none is named."""

ROUNDINGS = ("nearest", "random", "sums")
"""The kinds of rounding: each cell for itself, at random, or inside with sums of rounded cells."""

GROUPED = re.compile(r"\d{1,3}(?:([., '\u2019\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*")
"""A pattern of a whole number with separators of thousands."""

PLAIN = re.compile(r"\d{1,15}")
"""A pattern of a whole number without separators, which a double holds exactly."""

MOST = 10**15 - 1
"""The largest count."""

ZEROS = re.compile(r"(?<=\d)[.,]0+$")
"""A pattern of a fraction of zeros."""

FOOTNOTE = re.compile(
    r"(?<=\d)(?:\s*[\u00b9\u00b2\u00b3\u2070-\u209c\u2020\u2021\u00a7*]+|\s+[abcdefghijlnoprstuvwxyz]|\s*[(\[][a-z0-9]{1,2}[)\]])$"
)
"""A pattern of a footnote's mark behind a number; k and m would be thousands and millions."""

SHORT_MARK = re.compile(r"[^\w\s]{1,3}|[<\u2264]\s?\d{1,3}|[A-Za-z]{1,2}")
"""A pattern of the marks that a message names, since they are nobody's value."""


class CountRange(NamedTuple):
    """The whole numbers that a count may be: from `low` to `high`, which is None without bound."""

    low: int
    high: int | None

    @property
    def is_open(self) -> bool:
        """Whether more than one number is possible."""
        return self.low != self.high


class Rounding(NamedTuple):
    """How shown counts were rounded: to multiples of a base, in one of ROUNDINGS."""

    base: int
    kind: str = "nearest"

    def around(self, shown: int) -> CountRange:
        """Return the counts that are shown as a multiple of the base; halves go up."""
        if self.kind == "random":
            return CountRange(max(shown - self.base + 1, 0), shown + self.base - 1)
        return CountRange(max(shown - self.base // 2, 0), shown + (self.base + 1) // 2 - 1)


@dataclass(frozen=True)
class CellWords:
    """What the cells of a published table mean.

    Attributes
    ----------
    absent
        The counts of a row that is not there.
    marks
        The counts that each mark stands for; NULL is a mark, too.
    totals
        The labels of totals, None for NULL.
    names_totals
        Whether somebody named these labels, which then have to be there.
    rounded
        How the shown counts were rounded, None where they are as they were counted.
    """

    absent: CountRange
    marks: Mapping[str, CountRange]
    totals: tuple[str | None, ...]
    names_totals: bool = False
    rounded: Rounding | None = None

    def is_total(self, label: str | None) -> bool:
        """Return whether a value of a column says that it is the total."""
        if label is None:
            return None in self.totals
        return label.casefold() in {total.casefold() for total in self.totals if total is not None}


class ReadCell(NamedTuple):
    """What a text of a table means: its counts, and whether it is a mark."""

    counts: CountRange
    marked: bool


def cell_words(
    absent: Any,
    marks: Mapping[Any, Any] | None = None,
    total: Iterable[str | None] | str | None = None,
    rounded: Any = None,
) -> CellWords:
    """Return the words of a published table. Raises SpecError for senseless ones."""
    if absent is None:
        raise SpecError(
            "say what a row that is not there means (`absent`): zero where all cells with people are shown, hidden"
            " where small ones are left out, or counts such as 0..9"
        )
    named = {"zero": CountRange(0, 0), "hidden": CountRange(0, None)}
    ranges = {NULL if mark in {None, ""} else str(mark).strip(): read_range(counts, f"mark {mark}")
              for mark, counts in (marks or {}).items()}  # fmt: skip
    labels = [total] if isinstance(total, str) else [*(total or (TOTAL,))]
    return CellWords(
        named[absent] if isinstance(absent, str) and absent in named else read_range(absent, "`absent`"),
        ranges,
        tuple(None if label in {None, NULL} else str(label).strip() for label in labels),
        bool(total),
        None if rounded is None else read_rounding(rounded),
    )


def read_range(counts: Any, what: str) -> CountRange:
    """Return counts that are written as `1..9`, `0..`, `..4`, 0, or a pair. Raises SpecError."""
    low, high = counts if isinstance(counts, tuple | list) and len(counts) == 2 else _ends(counts)
    low = 0 if low is None else low
    whole = all(type(end) is int for end in (low, high) if end is not None)
    if not whole or low < 0 or (high is not None and high < low):
        raise SpecError(f"{what}: write the counts that it stands for, as 1..9, 0.. without a bound, or 0")
    return CountRange(low, high)


def _ends(counts: Any) -> tuple[Any, Any]:
    """Return the two ends of counts that are no pair; -1 for what is none."""
    text = str(counts).strip()
    low, dots, high = text.partition("..")
    if not dots:
        return (int(text), int(text)) if PLAIN.fullmatch(text) else (-1, None)
    if not all(PLAIN.fullmatch(end) for end in (low, high) if end) or not low + high:
        return -1, None
    return int(low or 0), int(high) if high else None


def read_rounding(rounded: Any) -> Rounding:
    """Return how counts were rounded, as `5`, `random:3` or `sums:5`. Raises SpecError."""
    kind, colon, base = str(rounded).strip().rpartition(":")
    kind = kind if colon else "nearest"
    if kind not in ROUNDINGS or not PLAIN.fullmatch(base) or not 2 <= int(base) <= 1_000_000:
        raise SpecError(
            f"`rounded` is a base such as 5, random:3 for rounding at random, or sums:5 where totals are sums of"
            f" rounded cells (found: {str(rounded)[:20]})"
        )
    return Rounding(int(base), kind)


def looks_whole(text: str | None) -> bool:
    """Return whether a text is a whole number as tables write it."""
    return text is not None and whole_number(text) is not None


def whole_number(text: str, *, typed: bool = False) -> int | None:
    """Return the whole number that a text of a table means, None for any other text.

    A count has no fraction, so three digits behind a point or comma are thousands, unless the
    column's type is a number. A mark of a footnote may follow.
    """
    text = text.strip()
    if typed:
        whole = ZEROS.sub("", text)
        return int(whole) if PLAIN.fullmatch(whole) else None
    text = FOOTNOTE.sub("", text)
    for written in (text, ZEROS.sub("", text)):
        if PLAIN.fullmatch(written):
            return int(written)
        if GROUPED.fullmatch(written):
            digits = re.sub(r"\D", "", written)
            return int(digits) if PLAIN.fullmatch(digits) else None
    return None


def _is_too_large(mark: str) -> bool:
    """Return whether a text is a number above all counts."""
    digits = re.sub(r"\D", "", mark) if GROUPED.fullmatch(mark) else mark
    try:
        return mark[0].isdecimal() and float(digits) > MOST
    except ValueError:
        return False


def read_cell(text: str | None, words: CellWords, *, typed: bool = False) -> ReadCell | None:
    """Return what a text of the column of counts means, None for one without a meaning.

    Raises SpecError for a percentage, for a number that was not rounded as is said, and for
    one that is too large.
    """
    mark = NULL if text is None or not text.strip() else text.strip()
    if mark in words.marks:
        return ReadCell(words.marks[mark], True)
    if mark.endswith("%"):
        raise SpecError("percentages are not judged; name the column of counts as `measure`")
    shown = whole_number(mark, typed=typed)
    if shown is None and _is_too_large(mark):
        raise SpecError(f"a count is {MOST:,} at most; name the column of counts as `measure`")
    if shown is None:
        return None
    if words.rounded is None:
        return ReadCell(CountRange(shown, shown), False)
    if shown % words.rounded.base:
        raise SpecError(f"the count is no multiple of {words.rounded.base}, to which counts are `rounded`")
    return ReadCell(words.rounded.around(shown), False)
