"""Forms in which a column's texts are written, each with a type that gives back the same texts.

A column has a form where each of its texts, read as the type and written again, is the same text.
So no two texts become one value, and none is cut; every other column stays one of texts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from sqlmetrics.spec.file_words import written_dates

DIGITS = 15
"""The digits of decimals that a floating number tells apart."""

PLACES = 6
"""The most decimal places of a column whose numbers all have as many."""

MISSING = frozenset(
    ("NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "None", "<NA>", ".", "-", "--", "?", "\\N", "#NULL!",
     "missing")
)  # fmt: skip
"""Marks by which programs write that there is no value."""

THOUSANDS = r"\d{1,3}([.]\d{3})*"
"""A pattern of a whole number with points between thousands."""

SURE = r",(\d{1,2}|\d{4,})$|^-?0,|[.].*,"
"""A pattern of a number whose comma is no mark of thousands, as it may be in 1,234."""


class TextForm(NamedTuple):
    """A form of texts: its name, a pattern by which it is guessed, and its type.

    `read` is what a text is read as in SQL, where the text stands as `{}`, and `test` whether that,
    as `{v}`, is written so and not otherwise; `made` makes the value of it. A form that DuckDB's
    reader reads `plain` needs no expression in a statement that is printed. Where it is `sure` one
    text has to match SURE. `example` is how a value is written, and `order` of a date whether day
    or month is first, where both may be.
    """

    name: str
    pattern: str
    type: str
    read: str
    test: str
    made: str = "{v}"
    plain: bool = True
    sure: bool = False
    example: str = ""
    order: str = ""

    @property
    def holds(self) -> str:
        """The test of a text in SQL."""
        return self.test.replace("{v}", self.read)

    @property
    def value(self) -> str:
        """The value of a text in SQL."""
        return self.made.replace("{v}", self.read)

    @property
    def strict(self) -> str:
        """The value in a statement that is printed, which fails for a text of another form."""
        return self.value.replace("try_", "")


TEXT = TextForm("texts", "", "VARCHAR", "{}", "true")
"""The form of every other column."""

WHOLE = TextForm("whole numbers", r"0|-?[1-9]\d{0,18}", "BIGINT", "try_cast({} as bigint)", "{v}::varchar = {}")

DOUBLE = TextForm(
    "numbers",
    r"-?\d+(\.\d+)?(e[+-]\d+)?",
    "DOUBLE",
    "try_cast({} as double)",
    "{v}::varchar = {} and isfinite({v})",
)

NUMBER = DOUBLE._replace(test="isfinite({v})")
"""The form of numbers, however they are written, where a spec says that they are numbers."""


def _truth(true: str, false: str) -> TextForm:
    return TextForm(
        "truth values", f"{true}|{false}", "BOOLEAN", f"({{}} = '{true}')", f"{{}} in ('{true}', '{false}')"
    )


def _fixed(places: int) -> TextForm:
    return TextForm(
        "numbers",
        rf"-?(0|[1-9]\d{{0,{DIGITS - places - 1}}})\.\d{{{places}}}",
        "DOUBLE",
        f"try_cast({{}} as decimal({DIGITS}, {places}))",
        f"{{v}}::varchar = {{}} and {{}} <> '-0.{'0' * places}'",
        "{v}::double",
    )


PLAIN = TextForm(
    "numbers",
    r"0|-?[1-9]\d{0,14}|-?(0|[1-9]\d*)\.\d*[1-9]",
    "DOUBLE",
    "try_cast({} as double)",
    "case when {v} = trunc({v}) then try_cast({v} as bigint)::varchar else {v}::varchar end = {}"
    f" and abs({{v}}) < 1e{DIGITS}",
)


def _comma(places: int | None, *, grouped: bool) -> TextForm:
    """Return the form of numbers with a decimal comma and some places, grouped by points or not."""
    inner = _fixed(places) if places else PLAIN
    pattern = f"-?{THOUSANDS if grouped else chr(92) + 'd+'}" + (rf",\d{{{places}}}" if places else r"(,\d+)?")
    text = "replace(replace({}, '.', ''), ',', '.')"
    return inner._replace(
        pattern=pattern,
        read=inner.read.replace("{}", text),
        test=f"{inner.test.replace('{}', text)} and regexp_full_match({{}}, '{pattern}')",
        plain=False,
        sure=True,
        example="3,5",
    )


PARTS = {
    "%Y": r"\d{4}", "%m": r"\d\d", "%d": r"\d\d", "%-m": r"[1-9]\d?", "%-d": r"[1-9]\d?",
    "%H": r"\d\d", "%M": r"\d\d", "%S": r"\d\d", "%-H": r"\d\d?", "%-I": r"\d\d?", "%p": "[AP]M",
}  # fmt: skip
"""The parts of dates in DuckDB's words, each with its pattern."""

WORDS = {
    "%Y": "YYYY", "%m": "MM", "%d": "DD", "%-m": "M", "%-d": "D", "%H": "hh", "%M": "mm", "%S": "ss", "%-H": "h",
    "%-I": "h", "%p": "AM",
}  # fmt: skip
"""The parts of dates in DuckDB's words, each as a spec writes it."""

EXAMPLES = {
    "%Y": "1980", "%m": "12", "%d": "31", "%-m": "12", "%-d": "31", "%H": "10", "%M": "15", "%S": "30", "%-H": "10",
    "%-I": "10", "%p": "AM",
}  # fmt: skip
"""The parts of an example date."""

PART = re.compile("%-?[A-Za-z]")
"""A pattern of a part of a date."""


def date_form(written: str, order: str = "") -> TextForm:
    """Return the form of dates that are written in a way, which DuckDB's words describe."""
    named = PART.sub(lambda part: WORDS[part[0]], written)
    pattern = "".join(PARTS.get(part, re.escape(part)) for part in re.split(r"(%-?[A-Za-z])", written))
    of_type = "TIMESTAMP" if "%M" in written else "DATE"
    return TextForm(
        f"dates as {named}",
        pattern,
        of_type,
        f"try_strptime({{}}, '{written}')",
        f"strftime({{v}}, '{written}') = {{}}",
        f"{{v}}::{of_type.lower()}",
        plain=False,
        example=PART.sub(lambda part: EXAMPLES[part[0]], written),
        order=order,
    )


@cache
def forms() -> tuple[TextForm, ...]:
    """Return the forms that are recognised; a column has the first that fits."""
    dates = [
        ("%d.%m.%Y", ""), ("%-d.%-m.%Y", ""),
        *((date.replace("/", mark), order)
          for mark in "/-"
          for date, order in (
              ("%d/%m/%Y", "day"), ("%-d/%-m/%Y", "day"), ("%m/%d/%Y", "month"), ("%-m/%-d/%Y", "month"))),
        ("%Y/%m/%d", ""),
    ]  # fmt: skip
    times = ["%H:%M", "%H:%M:%S", "%-H:%M", "%-I:%M %p", "%-I:%M:%S %p"]
    return (
        WHOLE,
        *(_truth(*words) for words in (("true", "false"), ("True", "False"), ("TRUE", "FALSE"))),
        *map(_fixed, range(1, PLACES + 1)),
        PLAIN,
        DOUBLE,
        TextForm("dates", r"\d{4}-\d\d-\d\d", "DATE", "try_cast({} as date)", "{v}::varchar = {}"),
        TextForm(
            "dates with times",
            r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?",
            "TIMESTAMP",
            "try_cast({} as timestamp)",
            "{v}::varchar = {}",
        ),
        *(date_form(f"%Y-%m-%d{mark}%H:%M{more}") for more in ("", ":%S", ":%SZ") for mark in " T"),
        *(date_form(date, order) for date, order in dates),
        *(date_form(f"{date} {time}", order) for date, order in dates for time in times),
        *(_comma(places, grouped=grouped) for places in (*range(1, PLACES + 1), None) for grouped in (False, True)),
    )


def named_form(word: str) -> TextForm:
    """Return the form of a word of a spec, such as text, whole, number or MM/DD/YYYY."""
    known = {"text": TEXT, "whole": WHOLE, "number": NUMBER}
    if word in known:
        return known[word]
    return date_form(written_dates(word))._replace(test="{v} is not null")


def guessed(texts: Sequence[str], without: Collection[TextForm] = ()) -> list[TextForm]:
    """Return the forms that all texts may have: one, or more where day and month are in doubt.

    They are none of those `without` which it has to be.
    """
    kept = [text for text in texts if text]
    if not kept:
        return []
    fitting: list[TextForm] = []
    for form in (form for form in forms() if form not in without):
        if fitting and not (fitting[0].order and form.order and form.order != fitting[0].order):
            continue
        if _all_match(form, kept):
            fitting.append(form)
            if not form.order:
                break
    return fitting


def _all_match(form: TextForm, texts: Sequence[str]) -> bool:
    """Return whether texts may be of a form, by its pattern and by what days and months can be."""
    match = re.compile(form.pattern, re.ASCII).fullmatch
    if not all(map(match, texts)) or (form is DOUBLE and any(repr(float(text)) != text for text in texts)):
        return False
    if form.order:
        place = 1 if form.order == "day" else 0
        return all(int(re.split(r"\D", text)[place]) <= 12 for text in texts)
    return not form.sure or any(re.search(SURE, text) for text in texts)


def loosely_numbers(texts: Sequence[str]) -> bool:
    """Return whether a reader that does not ask for the same texts would take them for numbers."""
    return any(texts) and all(LOOSE.fullmatch(text) for text in texts if text)


def joined_as_numbers(texts: Sequence[str]) -> bool:
    """Return whether texts that are loosely numbers would be fewer values as such."""
    kept = {text for text in texts if text}
    return len({float(text) for text in kept}) < len(kept)


LOOSE = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
"""A pattern of what is read as a number, however it is written."""


def checked_value(form: TextForm, column: str, read: str, place: int) -> str:
    """Return a column's value in SQL, which fails with its place for a text of another form.

    `read` is the name of what its texts are read as.
    """
    test, made = (part.replace("{}", column).replace("{v}", read) for part in (form.test, form.made))
    return f"case when {test} or {column} is null then {made} else error('form:{place}') end"


def misses(form: TextForm, column: str) -> str:
    """Return the number of a column's texts that are not of a form, as an aggregate in SQL."""
    return f"count_if({column} is not null and not coalesce({form.holds.replace('{}', column)}, false))"
