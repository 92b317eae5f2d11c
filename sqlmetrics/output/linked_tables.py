"""Several tables of the same people for reading: what each gives away alone, and all together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmetrics.output.points import points_text
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, table
from sqlmetrics.scoring.linked_tables import LinkedTables, TableAlone
from sqlmetrics.scoring.scores import Score, Scores
from sqlmetrics.text import counted, joined, number

COMPARED = ("k_anonymity", "uniqueness", "unicity")
"""The metrics that each table has a column for, beside all tables together."""


def linked_points(tables: LinkedTables) -> str:
    """Return what a point of a person is: a row of one of the tables, by its columns."""
    each = [f"{one.table} ({', '.join(one.columns)})" for one in tables.tables if one.columns]
    each += [one.table for one in tables.tables[1:] if not one.columns]
    return f"a row of {joined(each, ' or ')}"


def linked_blocks(scores: Scores) -> Iterator[Block]:
    """Yield what each of several tables gives away alone, the riskiest first, and all together."""
    tables = scores.tables
    if tables is None:
        return
    whole = [*{one.metric: one for one in _compared(scores.scores)}.values()]
    alone = sorted((one for one in tables.tables if one.scores), key=_risk)
    yield Heading("each table alone, and all together")
    columns = [
        Column("table", "name"),
        Column("with a row", "number"),
        *(Column(_title(one), "number") for one in whole),
    ]
    rows = [(one.table, number(one.people), *_values(one.scores, whole)) for one in alone]
    people = number(scores.individuals or 0)
    yield table(columns, [*rows, ("all together", people, *_values(scores.scores, whole))])
    if sentences := linked_sentences(tables):
        yield Paragraph(" ".join(sentences))


def linked_sentences(tables: LinkedTables) -> list[str]:
    """Return which rows of tables are left out, and who has no point."""
    lost = [
        f"{counted(one.orphans, 'row')} of {one.table} whose key {tables.tables[0].table} lacks"
        for one in tables.tables
        if one.orphans
    ]
    lost += [f"{counted(one.nobodys, 'row')} of {one.table} without a key" for one in tables.tables if one.nobodys]
    without = [f"{number(one.without)} in {one.table}" for one in tables.tables if one.without]
    said = [f"Left out: {joined(lost)}."] if lost else []
    said += [f"People without a row: {joined(without)}."] if without else []
    said += [f"{counted(tables.pointless, 'person', 'people')} without any point: in no score."] * bool(
        tables.pointless
    )
    return said


def _compared(scores: Sequence[Score]) -> list[Score]:
    """Return the scores of the identity that tables are compared by."""
    return [one for one in scores if one.metric in COMPARED and one.target == "identity"]


def _values(scores: Sequence[Score], wanted: Sequence[Score]) -> list[str]:
    """Return the scores of the same metrics and parameters as those that are wanted."""
    own = {(one.metric, one.parameters): one.value for one in _compared(scores)}
    return [number(own.get((one.metric, one.parameters))) for one in wanted]


def _title(score: Score) -> str:
    """Return the title of a column of scores."""
    known = score.parameter("known") or ""
    return f"{score.metric}, {points_text(known)}" if score.metric == "unicity" else score.metric


def _risk(one: TableAlone) -> tuple[float, float]:
    """Return the place of a table among all: whose points single out most, then the smallest k."""
    values = {score.metric: score.value or 0.0 for score in _compared(one.scores)}
    return -values.get("unicity", values.get("uniqueness", 0.0)), values.get("k_anonymity", 0.0)
