"""Several tables of the same people for reading: what each gives away alone, and all together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmetrics.output.report import Block, Column, Heading, Paragraph, table
from sqlmetrics.scoring.linked_tables import SINGLED, LinkedTables, TableAlone
from sqlmetrics.scoring.scores import Score, Scores
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import counted, joined, number

COMPARED = ("k_anonymity", *SINGLED)
"""The metrics that each table has a column for, beside all tables together."""


def linked_points(tables: LinkedTables) -> str:
    """Return what a point of a person is: a row of one of the tables, by its columns as recoded."""
    each = [f"{one.table} ({', '.join(_columns(one))})" for one in tables.tables if one.columns]
    each += [one.table for one in tables.tables[1:] if not one.columns]
    return f"a row of {joined(each, ' or ')}"


def linked_blocks(scores: Scores) -> Iterator[Block]:
    """Yield the table of tables: each one alone, and beside it all others without it.

    The table that contributes most is the first: without it the fewest are singled out.
    """
    tables = scores.tables
    if tables is None:
        return
    whole = [*{one.metric: one for one in _compared(scores.scores)}.values()]
    symbols = [catalogue()[one.metric].symbol for one in whole]
    numbers = ["with a row", *(f"{one} alone" for one in symbols), *(f"{one} without" for one in symbols)]
    yield Heading("each table alone, and all others without it")
    rows = [
        (one.table, number(one.people), *_values(one.scores, whole), *_values(one.others, whole))
        for one in tables.by_contribution
    ]
    together = (number(scores.individuals or 0), *_values(scores.scores, whole), *("" for _ in whole))
    yield table(
        [Column("table", "name"), *(Column(title, "number") for title in numbers)],
        [*rows, ("all together", *together)],
    )
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
    pointless = counted(tables.pointless, "person", "people")
    return [*said, f"{pointless} without any point: in no score."] if tables.pointless else said


def _columns(one: TableAlone) -> list[str]:
    """Return the columns of a table, each with its partition if it has one."""
    own = one.partitions
    return [f"{column} as {own[column].name}" if column in own else column for column in one.columns]


def _compared(scores: Sequence[Score]) -> list[Score]:
    """Return the scores of the identity that tables are compared by."""
    return [one for one in scores if one.metric in COMPARED and one.target == IDENTITY]


def _values(scores: Sequence[Score], wanted: Sequence[Score]) -> list[str]:
    """Return the scores of the same metrics and parameters as the wanted ones."""
    own = {(one.metric, one.parameters): one.value for one in _compared(scores)}
    return [number(own.get((one.metric, one.parameters))) for one in wanted]
