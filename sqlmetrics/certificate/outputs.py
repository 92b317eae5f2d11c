"""Published tables in a certificate: the rules of the test, the figures, and a picture of one."""

from __future__ import annotations

from dataclasses import replace

from sqlmetrics.certificate.certificate import (
    AnswerFacts,
    GridCell,
    HiddenFacts,
    LogFacts,
    OutputFacts,
    TableFacts,
    TableGrid,
)
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.gate.outputs import JudgedTables
from sqlmetrics.gate.thresholds import joint_verdict
from sqlmetrics.risk.outputs import SCORES, Outputs, PublishedCell, PublishedTable, output_name
from sqlmetrics.risk.published.differences import ANSWER_SCORES, Differences
from sqlmetrics.risk.published.hidden_cells import HIDDEN_SCORES, HiddenCells
from sqlmetrics.text import split_line

FIGURES = SCORES[:-1]
"""The scores of a table that a certificate has."""

WITHHELD = Figure(None, "withheld", "the internal version shows it")
"""A figure of a public certificate."""


def output_facts(judged: JudgedTables | None) -> OutputFacts | None:
    """Return what a certificate says of published tables; None where there are none."""
    if judged is None or isinstance(judged.outputs, HiddenCells):
        return None
    found = judged.outputs
    if isinstance(found, Differences):
        return _of_answers(found, judged)
    summed = found.measure is not None
    return OutputFacts(
        measure=found.measure,
        individual=found.individual,
        minimum_frequency=found.rules.minimum_frequency,
        dominance=found.rules.dominance if summed else None,
        p_percent=found.rules.p_percent if summed else None,
        class_share=found.rules.class_share,
        tables=tuple(_table(one, judged) for one in found),
        grid=None if judged.drawn is None else _grid(judged.drawn, found),
    )


def hidden_facts(judged: JudgedTables | None) -> HiddenFacts | None:
    """Return what a certificate says of tables that are published alone; None without any."""
    if judged is None or not isinstance(judged.outputs, HiddenCells):
        return None
    found = judged.outputs
    figures = {score: _figure(getattr(found, score), None) for score in HIDDEN_SCORES}
    return HiddenFacts(
        tables=len(found.tables),
        passed=judged.passed,
        cells=Figure(sum(table.cells for table in found.tables)),
        hidden=Figure(sum(table.hidden for table in found.tables)),
        picture=found.picture,
        **figures,
    )


def _of_answers(found: Differences, judged: JudgedTables) -> OutputFacts:
    """Return what a certificate says of answers."""
    own = [verdict.passed for verdict in judged.verdicts]
    figures = {score: _figure(getattr(found, score), found.reasons.get(score)) for score in ANSWER_SCORES}
    return OutputFacts(
        measure=None,
        individual=found.individual,
        minimum_frequency=found.rules.minimum_frequency,
        dominance=None,
        p_percent=None,
        class_share=found.rules.class_share,
        tables=(),
        log=None if found.log is None else LogFacts(found.log.queries, found.log.read),
        answers=AnswerFacts(len(found.answers), joint_verdict(own), **figures),
    )


def _figure(value: float | None, reason: str | None) -> Figure:
    return Figure(None, "undefined", reason) if value is None else Figure(value)


def _table(table: PublishedTable, judged: JudgedTables) -> TableFacts:
    """Return the figures of a table, and whether it keeps its limits."""
    own = [verdict.passed for verdict in judged.verdicts if verdict.score.target == output_name(table.keys)]
    figures = {score: _figure(getattr(table, score), table.reasons.get(score)) for score in FIGURES}
    return TableFacts(table.keys, joint_verdict(own), Figure(table.cells), **figures)


def _grid(drawn: PublishedTable, found: Outputs) -> TableGrid:
    """Return the picture of a table of two columns, with its values in the table's order."""
    cells = {tuple(map(_value, split_line(cell.class_ or ""))): cell for cell in drawn.unsafe_cells}
    ordered = sorted(cells, key=lambda values: cells[values].cell)
    rows = dict.fromkeys(row for row, _ in ordered)
    columns: list[str] = []
    for row in rows:
        place = 0
        for column in (column for other, column in ordered if other == row):
            if column in columns:
                place = columns.index(column) + 1
            else:
                columns.insert(place, column)
                place += 1
    drawn_rows = tuple(
        tuple(_cell(cells.get((row, column)), found.rules.minimum_frequency) for column in columns) for row in rows
    )
    return TableGrid((drawn.keys[0], drawn.keys[1]), tuple(rows), tuple(columns), drawn_rows)


def _value(value: str | None) -> str:
    """Return a value of a cell as a text."""
    return "NULL" if value is None else value


def _cell(cell: PublishedCell | None, frequency: int) -> GridCell:
    """Return how a picture shows a cell; None stands for one that has nobody."""
    if cell is None:
        return GridCell("empty", 0)
    unsafe = cell.dominated or cell.p_percent
    return GridCell("below" if cell.people < frequency else "dominated" if unsafe else "shown", cell.people)


def judged_hidden(own: HiddenFacts | None) -> HiddenFacts | None:
    """Return what everybody may know of tables that are published alone: the verdict."""
    return (
        None if own is None else HiddenFacts(own.tables, own.passed, WITHHELD, WITHHELD, WITHHELD, WITHHELD, WITHHELD)
    )


def judged_outputs(own: OutputFacts | None) -> OutputFacts | None:
    """Return what everybody may know of published tables: their columns, rules and verdicts."""
    if own is None:
        return None
    tables = tuple(TableFacts(one.keys, one.passed, *[WITHHELD] * (1 + len(FIGURES))) for one in own.tables)
    answers = own.answers
    if answers is not None:
        answers = AnswerFacts(answers.answers, answers.passed, *[WITHHELD] * len(ANSWER_SCORES))
    return replace(own, dominance=None, p_percent=None, tables=tables, grid=None, answers=answers)
