"""What published tables give away: the rules, each table's verdict, and a picture of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from sqlmetrics.certificate.certificate import (
    AnswerFacts,
    Certificate,
    HiddenFacts,
    OutputFacts,
    TableFacts,
    TableGrid,
)
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.limited_scores import limits_state
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import names, shown
from sqlmetrics.risk.published.pictures import BoundedCell, TablePicture
from sqlmetrics.sentences import Facts, World

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


class TablesSection(NamedTuple):
    """What published tables give away: `says` has the grounds of sentences by what they are on."""

    kind: Literal["tables", "answers", "published"]
    facts: OutputFacts | HiddenFacts
    public: bool
    says: Mapping[str, Grounds]
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
        kind="tables",
        facts=own,
        public=public,
        says=_kept(own) | _rules(own),
        titles=[] if public else [wording(FIGURES[figure]) for figure in FIGURES],
        rows=[_row(one, public=public) for one in own.tables],
        grid=None if own.grid is None else _grid(own.grid),
    )


def _answers(own: OutputFacts, found: AnswerFacts, *, public: bool) -> TablesSection:
    """Return what answers give away by their differences."""
    return TablesSection(
        kind="answers",
        facts=own,
        public=public,
        says=_grounds(answers={"answers": found.answers, "minimum_frequency": own.minimum_frequency})
        | ({} if own.log is None else _grounds(log={"queries": own.log.queries, "read": own.log.read})),
        titles=[] if public else [wording(ANSWER_FIGURES[figure]) for figure in ANSWER_FIGURES],
        rows=[_verdict_on(wording("all answers"), found, () if public else ANSWER_FIGURES)],
        grid=None,
    )


def _hidden(found: HiddenFacts, *, public: bool) -> TablesSection:
    """Return what follows in tables that are published alone."""
    return TablesSection(
        kind="published",
        facts=found,
        public=public,
        says=_grounds(looked={"tables": found.tables}),
        titles=[] if public else [wording(HIDDEN_FIGURES[figure]) for figure in HIDDEN_FIGURES],
        rows=[_verdict_on(wording("all tables"), found, () if public else HIDDEN_FIGURES)],
        grid=None if found.picture is None else _picture(found.picture),
    )


def _grounds(**facts: Facts) -> dict[str, Grounds]:
    """Return the grounds of sentences on facts that a world has by the same names."""
    return {name: Grounds(of, _has) for name, of in facts.items()}


def _has(world: World, of: Facts) -> bool:
    return all(getattr(world, name) == value for name, value in of.items())


def _verdict_on(subject: str, found: AnswerFacts | HiddenFacts, figures: Iterable[str]) -> TableVerdict:
    """Return the verdict on all answers or tables, with some of their figures."""
    return TableVerdict(
        name=subject,
        state=limits_state(found.passed),
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


def _kept(own: OutputFacts) -> dict[str, Grounds]:
    """Return the grounds of how many tables keep their limits; none where nothing was judged."""
    judged = [one.passed for one in own.tables if one.passed is not None]
    return {"kept": Grounds({"kept": sum(judged), "judged": len(judged)}, are_counted)} if judged else {}


def _rules(own: OutputFacts) -> dict[str, Grounds]:
    """Return the grounds of the rules with their parameters, as far as these are not secret."""
    rules: dict[str, Facts] = {
        "small": {"minimum_frequency": own.minimum_frequency},
        "share": {"class_share": own.class_share},
    }
    if own.dominance is None or own.p_percent is None:
        return _grounds(**rules)
    return _grounds(**rules, dominated={"dominance": own.dominance}, close={"p_percent": own.p_percent})


def _row(one: TableFacts, *, public: bool) -> TableVerdict:
    """Return a table with its verdict and, in an internal report, its figures."""
    return TableVerdict(
        name=names(one.keys) if one.keys else wording("all people"),
        state=limits_state(one.passed),
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
