"""Figures and metrics in words, as every section of a page writes them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from sqlmetrics.certificate.figure import AtMost, Figure
from sqlmetrics.columns.kinds import kinds
from sqlmetrics.gate.epsilon import NOISY_ANSWERS
from sqlmetrics.gate.linkage import OF_A_FILE
from sqlmetrics.gate.outputs import ANSWERS, PUBLISHED
from sqlmetrics.gate.repetition import OF_RUNS
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.risk.published.differences import ANSWER_SCORES
from sqlmetrics.risk.published.hidden_cells import HIDDEN_SCORES
from sqlmetrics.statement.catalogue import Metric, catalogue, every_metric
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import joined, printable

SHARES = {"share", "probability"}
"""The units that are written as per cent."""

MEASURED = {"is", "estimated"}
"""The forms of figures that are drawn and written as their value."""

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)

OWN = "Own"
"""Whose limit it is where nobody is named."""

OPENS, CLOSES = "\u2068", "\u2069"
"""What names in sentences stand between: Unicode's isolates, so that no name turns the words."""

FORMS = {
    "is": "{number}",
    "about": "about {number}",
    "between": "between {low} and {high}",
    "estimated": "estimated {number}",
    "under": "under {number}",
    "over": "over {number}",
    "up to": "up to {number}",
    "at least": "at least {number}",
}
"""A number by the form of its figure."""

BOUNDS = {**FORMS, "under": "fewer than {number}", "over": "more than {number}"}
"""A number of people in a sentence, by the form of its figure."""

NO_COLUMNS = {
    OF_A_FILE: "people of a file",
    NOISY_ANSWERS: "noisy answers",
    ANSWERS: "answers",
    PUBLISHED: "published tables",
    **{target: target for target in OF_RUNS.values()},
}
"""The words for the targets of conditions that are no columns of the table."""

NO_VALUE = {"withheld": "withheld", "undefined": "not measured", "infinite": "infinite"}
"""The words for a figure without a value."""


def shown(figure: Figure, unit: str) -> str:
    """Return a figure with its unit, as text."""
    if figure.value is None:
        return wording(NO_VALUE[figure.form])
    if figure.form in MEASURED:
        return percent(figure.value) if unit in SHARES else three_digits(figure.value)
    number, low, high = (
        "" if end is None else exact_percent(end) if unit in SHARES else figures(end, ",.6g")
        for end in (figure.value, figure.low, figure.high)
    )
    return wording(FORMS[figure.form], number=number, low=low, high=high)


def people(figure: Figure) -> str:
    """Return a number of people as text."""
    if figure.value is None:
        return wording(NO_VALUE[figure.form])
    if figure.form == "between" and figure.low is not None and figure.high is not None:
        low, high = figures(figure.low, ",.0f"), figures(figure.high, ",.0f")
        return low if low == high else wording("{low} to {high}", low=low, high=high)
    text = figures(round(figure.value), ",")
    return text if figure.form == "is" else wording(FORMS[figure.form], number=text)


def crowd(figure: Figure) -> str:
    """Return a number of people with its noun: 1 person, under 5 people."""
    return wording("{number} person" if one_person(figure) else "{number} people", number=people(figure))


def one_person(figure: Figure) -> bool:
    """Return whether a number of people is one person, or at least one."""
    return figure.value == 1 and figure.form in {"is", "at least"}


def records_of(figure: Figure) -> str:
    """Return a number of records as text: 12 records, under 5 records."""
    return wording("{number} record" if figure == Figure(1) else "{number} records", number=people(figure))


def percent(value: float) -> str:
    """Return a share as per cent: none and all as they are, else to one digit."""
    shown = value * 100
    if abs(shown) < 1e-9 or abs(shown - 100) < 1e-9:
        return wording("{number}%", number=figures(abs(shown), ".0f"))
    if abs(shown) < 0.05:
        return wording("under 0.1%") if shown > 0 else wording("just under 0%")
    if 99.95 <= shown < 100:
        return wording("over 99.9%")
    return wording("{number}%", number=figures(shown, ".1f"))


def at_most_percent(end: AtMost) -> str:
    """Return a share that is surely not exceeded as per cent, with one digit rounded up."""
    return wording("{number}%", number=figures(math.ceil(end.number * 1000 - 1e-6) / 10, ".1f"))


def exact_percent(share: float) -> str:
    """Return a share as per cent: no digit less, and none more."""
    return wording("{number}%", number=figures(share * 100, ".6g"))


def three_digits(value: float) -> str:
    """Return a number to three significant digits; a whole one is as it is."""
    if abs(value - round(value)) < 1e-9:
        return figures(round(value), ",")
    if abs(value) >= 100:
        return figures(value, ",.1f" if abs(value) < 1000 else ",.0f")
    return figures(Decimal(f"{value:.3g}"), "f")


def some(figure: Figure) -> bool:
    """Return whether a number of people is more than 0, or may be."""
    return figure.most is None or figure.most.number > 0


def reason_in_words(reason: str) -> str:
    """Return why there is no value in the words of a page: groups for classes."""
    text = reason.removeprefix("infinite: ")
    for term, word in (("classes", "groups"), ("class", "group")):
        text = re.sub(rf"\b{term}\b", word, text)
    return wording(text)


def metric_of(name: str) -> Metric:
    """Return a metric by its name."""
    return every_metric()[name]


def everyday_name(name: str) -> str:
    """Return what a metric measures in a few everyday words, or its title where it has none."""
    metric = metric_of(name)
    return wording(metric.short or metric.title)


def about_score(metric: str, target: str) -> str:
    """Return what a score measures, in a few words, and that it is about who a person is, if so."""
    text = everyday_name(metric)
    return f"{text} ({who(target)})" if target == IDENTITY and metric_of(metric).targets == "any" else text


def of_condition(metric: str, target: str, partition: str | None) -> str:
    """Return the column that a condition is about, or the words for what is no column."""
    beside = {*HIDDEN_SCORES, *ANSWER_SCORES, *catalogue("attacks"), *catalogue("noise")}
    is_one = target not in NO_COLUMNS or metric not in beside
    return of_target(target, partition) if is_one else wording(NO_COLUMNS[target])


def of_target(target: str, partition: str | None) -> str:
    """Return a sensitive attribute's name with the partition that it is measured as."""
    return target if partition is None else wording("{target}, as {partition}", target=target, partition=partition)


def with_unit(figure: Figure, unit: str) -> str:
    """Return a figure as text, with the unit of numbers that say nothing without one."""
    text = shown(figure, unit)
    return f"{text} {unit}" if unit in {"bits", "nats"} and figure.value is not None else text


def between(figure: Figure, unit: str) -> str | None:
    """Return the interval of a figure as text, None where it has none."""
    if figure.low is None or figure.high is None or figure.low == figure.high:
        return None
    return wording(
        "{low} to {high}",
        low=with_unit(Figure(figure.low), unit),
        high=with_unit(Figure(figure.high), unit),
    )


def limit_text(limit: float | None, unit: str) -> str:
    """Return a limit as it was set: no digit less, and none more."""
    if limit is None:
        return wording("the score then")
    if unit in SHARES:
        return exact_percent(limit)
    text = figures(limit, ",.6g") if abs(limit) < 1e6 else three_digits(limit)
    return f"{text} {unit}" if unit in {"bits", "nats"} else text


def limit_wording(bound: str | None, limit: str) -> str:
    """Return a limit with its side."""
    return wording("at least {limit}" if bound == "at_least" else "at most {limit}", limit=limit)


def looks_like(kind: str) -> str:
    """Return what the values of a kind of column are."""
    return wording(kinds()[kind].says)


def source_of(source: str) -> str:
    """Return whose limit it is; the publisher's own in the words of the page."""
    return wording("Own") if source == OWN else source


def listed_some(names: Sequence[str], most: int = 8) -> str:
    """Return names in a sentence: a, b and c; the first ones and the number of others."""
    if len(names) > most:
        names = [*names[: most - 1], wording("{number} more", number=len(names) - most + 1)]
    return joined(names, wording(" and "))


def ranges(found: Sequence[int]) -> str:
    """Return the numbers of runs, those in a row as a range: run 3, runs 1 to 4 and 7."""
    starts = [number for number in found if number - 1 not in found]
    ends = [number for number in found if number + 1 not in found]
    texts = [
        str(low) if low == high else wording("{low} to {high}", low=low, high=high)
        for low, high in zip(starts, ends, strict=True)
    ]
    return wording("run {runs}" if len(found) == 1 else "runs {runs}", runs=listed_some(texts, len(texts)))


def of_people(figure: Figure, everybody: Figure) -> str:
    """Return a number of people out of all: 515 of 30,162 people (1.7%)."""
    return _people(
        figure,
        everybody,
        wording(" people") if everybody.value is None else wording(" of {crowd}", crowd=crowd(everybody)),
    )


def some_people(figure: Figure, everybody: Figure | None = None) -> str:
    """Return a number of people with their share of all: 515 people (1.7%)."""
    return _people(figure, everybody, wording(" person") if one_person(figure) else wording(" people"))


def _people(figure: Figure, everybody: Figure | None, whom: str) -> str:
    if figure.value is None:
        return wording("some{whom} (how many is {form})", whom=whom, form=wording(NO_VALUE[figure.form]))
    share = "" if everybody is None or not everybody.value else share_of(figure, round(everybody.value))
    number_of = (
        people(figure)
        if figure.form in {"about", "between"}
        else wording(BOUNDS[figure.form], number=figures(round(figure.value), ","))
    )
    return f"{number_of}{whom}{f' ({share})' if share else ''}"


def share_of(figure: Figure, everybody: int) -> str:
    """Return the share of people in all, or nothing where their number is not shown.

    Rounded numbers are never more than all.
    """
    if figure.form not in {"is", "about"} or figure.value is None or not everybody:
        return ""
    share = min(figure.value / everybody, 1.0)
    return (
        percent(share)
        if figure.form == "is" or share == 1
        else wording("{number}%", number=figures(share * 100, ".2g"))
    )


def name(text: str) -> str:
    """Return a name as a part of a sentence, isolated from its words; pages set it apart."""
    return f"{OPENS}{printable(text)}{CLOSES}"


def names(texts: Sequence[str], most: int = 8) -> str:
    """Return names as a list in a sentence: all, or the first ones and the number of others."""
    return listed_some([name(text) for text in texts], most)


def parts(sentence: str) -> list[tuple[bool, str]]:
    """Return the parts of a sentence in their order, each with whether it is a name.

    If the sentence is marked up, they are, too.
    """
    pieces = re.split(f"{OPENS}([^{CLOSES}]*){CLOSES}", sentence)
    return [(place % 2 == 1, type(sentence)(piece)) for place, piece in enumerate(pieces) if piece]


def sentence(text: str) -> str:
    """Return a text with a capital letter first; a name that begins it stays as it is."""
    return text[:1].upper() + text[1:]


def whole_sentence(text: str) -> str:
    """Return a text with a capital letter first, and a full stop."""
    return sentence(text).rstrip(".") + "."


def day(iso: str) -> str:
    """Return the day of a time: 22 November 2026."""
    when = datetime.fromisoformat(iso)
    return wording("{day} {month} {year}", day=when.day, month=wording(MONTHS[when.month - 1]), year=when.year)


def moment(iso: str) -> str:
    """Return a time in UTC for reading: 22 November 2026, 10:16 UTC."""
    return wording("{day}, {time} UTC", day=day(iso), time=f"{datetime.fromisoformat(iso):%H:%M}")


def who(target: str) -> str:
    """Return what a figure tells about people: who they are, or a sensitive column."""
    return wording("who it is") if target == IDENTITY else name(target)
