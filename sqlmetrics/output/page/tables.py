"""What published tables give away: the rules, each table's verdict, and a picture of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sqlmetrics.certificate.certificate import (
    AnswerFacts,
    Certificate,
    HiddenFacts,
    LogFacts,
    OutputFacts,
    TableFacts,
    TableGrid,
)
from sqlmetrics.output.assertions import Assertion
from sqlmetrics.output.page.language import counted_things, figures, wording
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import name, names, shown
from sqlmetrics.risk.published.pictures import BoundedCell, TablePicture

FIGURES = {
    "cells": "Cells",
    "minimum_frequency": "Smallest cell",
    "cells_below": "Too small",
    "dominated_cells": "Dominated",
    "p_percent_cells": "By p percent",
    "class_disclosing_lines": "Disclosing lines",
}
"""The columns of the table of an internal report, by the figures that they show."""

ANSWER_FIGURES = {
    "minimum_frequency": "Smallest answer",
    "cells_below": "Too small",
    "differenced_groups": "Groups that follow",
    "differenced_people": "People in them",
}
"""The columns of the table of answers in an internal report, by the figures that they show."""

HIDDEN_FIGURES = {
    "cells": "Cells",
    "hidden": "Hidden",
    "recovered_cells": "Recovered",
    "narrow_cells": "Narrow",
    "unproven_cells": "Not proven",
}
"""The columns of the table of published tables alone in an internal report, by their figures."""

KNOWN_STATES = {
    "shown": "shown",
    "hidden": "hidden",
    "recovered": "recovered",
    "narrow": "narrow",
    "not proven": "not proven",
    "absent": "no row",
}
"""What is known of cells, in words."""

STATES = {"shown": "shown", "below": "too few people", "dominated": "a sum of a few", "empty": "nobody"}
"""The states of cells in words."""

RESULTS = {True: "within its limits", False: "beyond a limit", None: "no limit"}
"""The verdicts on a table in words."""

INTERNAL = "How many cells break a rule, and which, is in the internal version."
"""What a public report does not say."""

UNTESTED = (
    "No rule says that a table is safe. Hidden cells that follow from others, and what is known from elsewhere, were"
    " not examined."
)
"""What the rules do not say."""

SMALL = Assertion(
    "A cell of fewer than {number} people is too small.", lambda tables, of: tables.minimum_frequency == of["number"]
)
DOMINATED = Assertion(
    "A sum is dominated if the largest {number} contributions have more than {percent} % of it.",
    lambda tables, of: tables.dominance == (of["number"], of["percent"]),
)
CLOSE = Assertion(
    "By the p percent rule a sum is unsafe if the second largest contributor knows the largest within {percent} %.",
    lambda tables, of: tables.p_percent == of["percent"],
)
ALL_IN_ONE = "A row or column discloses if all of its people are in one cell."
MOST_IN_ONE = Assertion(
    "A row or column discloses if more than {percent} % of its people are in one cell.",
    lambda tables, of: tables.class_share == of["share"],
)
ANSWERED = Assertion(
    "Among {answers} differences were looked for: groups of fewer than {number} people that follow exactly.",
    lambda own, of: (own.answers, own.minimum_frequency) == (of["answers"], of["number"]),
)
LOGGED = Assertion(
    "Of the {queries} of a log {read} were read; nothing is said of the others.",
    lambda own, of: (own.queries, own.read) == (of["queries"], of["read"]),
)
COMBINED = (
    "A reader is taken to know which combinations of answers there are, and nothing from elsewhere. No rule says that"
    " answers are safe."
)
"""What a reader of answers is taken to know."""

GIVEN_AWAY = "How many groups follow is in the internal version."
"""What a public report does not say of answers."""

LOOKED = Assertion(
    "In {tables} hidden cells were looked for whose counts follow from what is shown.",
    lambda own, of: own.tables == of["tables"],
)
READERS = (
    "A reader is taken to know what marks and rounding mean, and nothing from elsewhere. No proof says that a table is"
    " safe."
)
"""What a reader of published tables is taken to know."""

CALCULATED = "How many cells follow, and which, is in the internal version."
"""What a public report does not say of published tables alone."""

KEPT = Assertion(
    "Within their limits: {kept} of {tables}.",
    lambda tables, of: (tables.count("kept"), tables.count("judged")) == (of["kept"], of["judged"]),
)


class TablesSection(NamedTuple):
    """What published tables give away."""

    caption: str
    head: str
    sentences: list[str]
    rules: list[str]
    titles: list[str]
    rows: list[TableVerdict]
    grid: GridPicture | None


class TableVerdict(NamedTuple):
    """A table with its verdict and, in an internal report, its figures."""

    name: str
    state: State
    result: str
    figures: list[str]


class DrawnCell(NamedTuple):
    """A cell of a picture of a table."""

    state: str
    people: str
    says: str


class GridPicture(NamedTuple):
    """A picture of a table: its cells by their rows, and what their states are called."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, list[DrawnCell]]]
    legend: list[tuple[str, str]]


def tables(certificate: Certificate) -> TablesSection | None:
    """Return what published tables give away; None where the spec names none."""
    own, public = certificate.outputs, certificate.audience == "public"
    if certificate.hidden is not None:
        return _hidden(certificate.hidden, public=public)
    if own is None:
        return None
    if own.answers is not None:
        return _answers(own, own.answers, public=public)
    return TablesSection(
        caption=wording("Published tables"),
        head=wording("Columns"),
        sentences=[*_what(own), *_verdict(own), wording(INTERNAL) if public else "", wording(UNTESTED)],
        rules=[*_rules(own)],
        titles=[] if public else [wording(FIGURES[figure]) for figure in FIGURES],
        rows=[_row(one, public=public) for one in own.tables],
        grid=None if own.grid is None else _grid(own.grid),
    )


def _answers(own: OutputFacts, found: AnswerFacts, *, public: bool) -> TablesSection:
    """Return what answers give away by their differences."""
    of = {"answers": found.answers, "number": own.minimum_frequency}
    things = counted_things(found.answers, "answer")
    return TablesSection(
        caption=wording("Published answers"),
        head=wording("Answers"),
        sentences=[
            ANSWERED.say(of, answers=things, number=own.minimum_frequency),
            "" if own.log is None else _of_log(own.log),
            wording(GIVEN_AWAY) if public else "",
        ],
        rules=[wording(COMBINED)],
        titles=[] if public else [wording(ANSWER_FIGURES[figure]) for figure in ANSWER_FIGURES],
        rows=[_verdict_on(wording("all answers"), found, () if public else ANSWER_FIGURES)],
        grid=None,
    )


def _of_log(log: LogFacts) -> str:
    """Return how many queries of a log were read."""
    things = counted_things(log.queries, "query", "queries")
    return LOGGED.say({"queries": log.queries, "read": log.read}, queries=things, read=figures(log.read, ","))


def _hidden(found: HiddenFacts, *, public: bool) -> TablesSection:
    """Return what follows in tables that are published alone."""
    return TablesSection(
        caption=wording("Published tables"),
        head=wording("Tables"),
        sentences=[
            LOOKED.say({"tables": found.tables}, tables=counted_things(found.tables, "table")),
            wording(CALCULATED) if public else "",
        ],
        rules=[wording(READERS)],
        titles=[] if public else [wording(HIDDEN_FIGURES[figure]) for figure in HIDDEN_FIGURES],
        rows=[_verdict_on(wording("all tables"), found, () if public else HIDDEN_FIGURES)],
        grid=None if found.picture is None else _picture(found.picture),
    )


def _verdict_on(subject: str, found: AnswerFacts | HiddenFacts, figures: Iterable[str]) -> TableVerdict:
    """Return the verdict on all answers or tables, with some of their figures."""
    return TableVerdict(
        name=subject,
        state="un" if found.passed is None else "yes" if found.passed else "no",
        result=wording(RESULTS[found.passed]),
        figures=[shown(getattr(found, figure), "") for figure in figures],
    )


def _picture(picture: TablePicture) -> GridPicture:
    """Return a picture of a published table: what is known of its cells, with their counts."""
    cells: list[list[Any]] = [
        [DrawnCell(cell.state.replace(" ", "-"), _counts(cell), wording(KNOWN_STATES[cell.state])) for cell in row]
        for row in picture.cells
    ]
    return GridPicture(
        title=names(picture.keys),
        columns=picture.columns,
        rows=list(zip(picture.rows, cells, strict=True)),
        legend=[(state.replace(" ", "-"), wording(says)) for state, says in KNOWN_STATES.items()],
    )


def _counts(cell: BoundedCell) -> str:
    """Return the counts that a cell of a picture may have; none of one without a row."""
    if cell.state == "absent":
        return ""
    low = figures(cell.low, ",")
    if cell.high is None:
        return wording("{low} or more", low=low)
    return low if cell.low == cell.high else wording("{low} to {high}", low=low, high=figures(cell.high, ","))


def _what(own: OutputFacts) -> Iterator[str]:
    """Yield what the tables count."""
    yield (
        wording("The tables count records.")
        if own.individual is None
        else wording("The tables count people, whom {name} tells apart.", name=name(own.individual))
    )
    if own.measure is not None:
        yield wording("They have sums of {name}.", name=name(own.measure))


def _verdict(own: OutputFacts) -> Iterator[str]:
    """Yield how many tables keep their limits."""
    judged = [one.passed for one in own.tables if one.passed is not None]
    kept = sum(judged)
    if judged:
        things = counted_things(len(judged), "table")
        yield KEPT.say({"kept": kept, "judged": len(judged)}, kept=kept, tables=things)
    else:
        yield wording("No limit was held for them.")


def _rules(own: OutputFacts) -> Iterator[str]:
    """Yield the rules with their parameters, as far as these are not secret."""
    yield SMALL.say({"number": own.minimum_frequency}, number=own.minimum_frequency)
    if own.dominance is not None and own.p_percent is not None:
        largest, percent = own.dominance
        yield DOMINATED.say({"number": largest, "percent": percent}, number=largest, percent=f"{percent:g}")
        yield CLOSE.say({"percent": own.p_percent}, percent=f"{own.p_percent:g}")
    elif own.measure is not None:
        yield wording("Sums are held to rules whose numbers the internal version has.")
    if own.class_share == 1:
        yield wording(ALL_IN_ONE)
    else:
        yield MOST_IN_ONE.say({"share": own.class_share}, percent=f"{100 * own.class_share:g}")


def _row(one: TableFacts, *, public: bool) -> TableVerdict:
    """Return a table with its verdict and, in an internal report, its figures."""
    return TableVerdict(
        name=names(one.keys) if one.keys else wording("all people"),
        state="un" if one.passed is None else "yes" if one.passed else "no",
        result=wording(RESULTS[one.passed]),
        figures=[] if public else [shown(getattr(one, figure), "") for figure in FIGURES],
    )


def _grid(grid: TableGrid) -> GridPicture:
    """Return a picture of a table: its cells by their rows, each with its state."""
    cells: list[list[Any]] = [
        [
            DrawnCell(state=cell.state, people=figures(cell.people, ","), says=wording(STATES[cell.state]))
            for cell in row
        ]
        for row in grid.cells
    ]
    return GridPicture(
        title=names(grid.keys),
        columns=grid.columns,
        rows=list(zip(grid.rows, cells, strict=True)),
        legend=[(state, wording(says)) for state, says in STATES.items()],
    )
