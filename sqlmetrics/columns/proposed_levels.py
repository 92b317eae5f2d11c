"""The levels that are usual for a kind of column: of ages, years, dates, postcodes, any number."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple, get_args

from sqlmetrics.columns import values as of
from sqlmetrics.columns.cuts import CutLevels, cut_levels, even_cuts, levels_of_bands, plain_number
from sqlmetrics.columns.look import Look
from sqlmetrics.columns.sample import SampledColumn
from sqlmetrics.columns.values import share
from sqlmetrics.spec.partition import DateForm
from sqlmetrics.statement.types import kind
from sqlmetrics.text import joined

POSTCODE = 12
"""The most characters of a postcode that are told apart."""

MOST = 0.95
"""The least share of a column's values by which the column has their form."""

WIDTHS = [*map(Decimal, (5, 10, 20))]
"""The widths of bands of ages and of years of birth."""

AGES, YEARS = (Decimal(0), Decimal(90)), (Decimal(1900), Decimal(2020))
"""What bands of ages and of years of birth lie between, whatever the data."""

ISO = re.compile(r"\d{4}-\d{2}-\d{2}([ T].*)?")
"""How dates are written that need no form."""

COMMON = "YYYY-MM-DD"
"""The form of dates that a spec need not name."""

DATED = {"YYYY": r"(18|19|20)\d{2}", "MM": r"(0[1-9]|1[0-2])", "DD": r"(0[1-9]|[12]\d|3[01])"}
"""The digits of a date's year, month and day."""

COMPACT = "YYYYMMDD"
"""The form that numbers may have too, which are dates where the name of their column says so."""

PARTS = ("month", "year", "decade")
"""The levels of dates; of moments the day is one before them."""

Form = Mapping[str, Any]
"""A partition as a spec writes it."""


class KindLevels(NamedTuple):
    """The levels of a column, the finest first, each with a name if its form gives it none.

    `note` is what they are, for people, or why there are none.
    """

    forms: Sequence[tuple[str, Form]]
    note: str


def levels_of_kind(sampled: SampledColumn, look: Look) -> KindLevels | None:
    """Return the levels of a column by its kind, else of its dates or numbers, if it has any."""
    if look.kind == "postcode":
        return KindLevels(
            [("", {"prefix": length}) for length in _lengths(sampled)], "fewer and fewer first characters"
        )
    if look.identifies:
        return None
    return _levels_of_dates(sampled, look) or _levels_of_numbers(sampled, look)


def release_level(sampled: SampledColumn, look: Look, levels: KindLevels) -> tuple[Form, str]:
    """Return the level that a release has most often, the middle one but of postcodes, and why."""
    if look.kind == "postcode":
        lengths = _lengths(sampled)
        length = 3 if len(lengths) >= 4 else 2 if len(lengths) >= 2 else 1
        leading = "; write it as text with its leading zeros first" if kind(sampled.type) == "number" else ""
        return {"prefix": length}, (f"the first {length} characters" if length > 1 else "the first character") + leading
    name, form = levels.forms[len(levels.forms) // 2]
    if look.kind == "age":
        return form, "tens; Safe Harbor joins all above 89"
    if look.kind == "birth_year":
        return form, "decades"
    if name:
        return form, f"{name}; `advise` tries {levels.note}" if len(levels.forms) > 1 else levels.note
    return form, "the year, the finest date that Safe Harbor allows"


def _lengths(sampled: SampledColumn) -> range:
    """Return the numbers of first characters that may be left of a postcode, the longest first."""
    longest = max((len(value.text) for value in sampled.distinct()), default=0)
    return range(min(longest, POSTCODE) - 1, 0, -1)


def _levels_of_dates(sampled: SampledColumn, look: Look) -> KindLevels | None:
    """Return the levels of dates; numbers may be dates where the name of their column says so."""
    values = sampled.distinct()
    if not values:
        return None
    if share(values, ISO.fullmatch).values >= MOST:
        return _parts_of_dates(values, COMMON)
    shares = {form: share(values, _pattern(form).fullmatch).values for form in get_args(DateForm)}
    forms = [form for form, held in shares.items() if held >= MOST]
    certain = forms if len(forms) == 1 else [form for form in forms if shares[form] == 1]
    if len(certain) == 1 and (certain[0] != COMPACT or look.kind in {"birth_date", "date"}):
        return _parts_of_dates(values, certain[0])
    if len(forms) > 1:
        return KindLevels(
            [],
            f"none: its dates may be {' or '.join(forms)}, and their values do not tell; say which, as"
            f" {{date: [{', '.join(PARTS)}], form: {forms[0]}}}",
        )
    if share(values, of.DMY.fullmatch).values >= MOST and share(values, of.date_of).values >= MOST:
        return KindLevels([], "none: its dates are texts such as 1.12.80; make them dates in a view or a `query`")
    return None


def _pattern(form: str) -> re.Pattern[str]:
    """Return the pattern of dates in a form, which may have a time of day behind them."""
    text = re.escape(form)
    for part, digits in DATED.items():
        text = text.replace(part, digits)
    return re.compile(text + "([ T].*)?")


def _parts_of_dates(values: Sequence[of.Value], form: str) -> KindLevels:
    """Return the levels of dates in a form, the day first where they have a time of day."""
    parts = ("day", *PARTS) if any(len(value.text) > len(form) for value in values) else PARTS
    written = {} if form == COMMON else {"form": form}
    return KindLevels([("", {"date": part, **written}) for part in parts], joined(parts))


def _levels_of_numbers(sampled: SampledColumn, look: Look) -> KindLevels | None:
    """Return the levels of a column of numbers, the same everywhere for ages and years."""
    values = sampled.distinct()
    if kind(sampled.type) not in {"number", None} or not share(values, of.is_number).values >= MOST:
        return None
    found: CutLevels | None
    if look.kind in {"age", "birth_year"}:
        low, high = AGES if look.kind == "age" else YEARS
        found = levels_of_bands([even_cuts(low, high, width) for width in WIDTHS], "years")
    else:
        found = cut_levels([number for text, held in values if of.is_number(text) for number in [Decimal(text)] * held])
    if found is None:
        return None
    return KindLevels([(level.name, {"cuts": [*map(plain_number, level.cuts)]}) for level in found.levels], found.note)
