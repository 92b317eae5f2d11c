"""What answers give away by their differences: a line of scores, small answers, and the groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, ReportTable, table
from sqlmetrics.output.shown import shows
from sqlmetrics.risk.published.differences import DifferencedGroup, Differences
from sqlmetrics.risk.published.query_log import LogReading
from sqlmetrics.text import csv_line, joined, number

TITLES = {
    "answers": "number of answers",
    "smallest": "minimum_frequency",
    "below": "cells_below",
    "groups": "differenced_groups",
    "people": "differenced_people",
    "not proven": "unproven_groups",
}
"""The titles of the scores, and their names."""

SHOWN_NAMES = 3
"""The most answers that a group is told by."""

GROUPS = {"group": int, "people": int}
"""The columns of a group's record that are whole numbers."""


@shows(Differences)
def differences_forms(result: Differences) -> Forms:
    """Return the forms of what answers give away by their differences."""
    rows = [
        (
            one.group,
            one.people,
            one.state,
            *(csv_line(names) or None for names in (one.inside, one.outside, one.answers)),
        )
        for one in result
    ]
    return Forms(
        report=lambda: differences_report(result),
        document=lambda: differences_document(result),
        records=lambda: Records(("group", "people", "state", "inside", "outside", "answers"), rows, GROUPS),
        private=names_conditions(result),
    )


def names_conditions(result: Differences) -> bool:
    """Return whether conditions of answers are shown."""
    return any(answer.condition is not None for answer in result.answers)


def differences_document(result: Differences) -> dict[str, Any]:
    """Return what answers give away as JSON."""
    return {
        "relation": result.relation_name,
        "individual": result.individual,
        "rule": {"minimum_frequency": result.rules.minimum_frequency},
        "combinations": result.combinations,
        **{score: getattr(result, score) for score in [*TITLES.values()][1:]},
        "reasons": result.reasons,
        "answers": [answer._asdict() for answer in result.answers],
        "groups": [
            one._asdict() | {name: list(getattr(one, name)) for name in ("inside", "outside", "answers")}
            for one in result
        ],
        "differenced_atoms": result.differenced_groups,  # their name where combinations are called atoms
        **({} if result.log is None else {"queries_read": result.log.read, "log": _log(result.log)}),
        "notes": list(result.notes),
    }


def _log(log: LogReading) -> dict[str, Any]:
    """Return how much of a log was read as JSON."""
    return {"queries": log.queries, "read": log.read, "left_out": dict(log.left_out)}


def differences_report(result: Differences) -> Report:
    """Return the scores of answers, then the small answers, and the groups that follow."""
    people = "records" if result.individual is None else f"people, whom {result.individual} tells apart"
    least = result.rules.minimum_frequency
    values = (len(result.answers), *(getattr(result, score) for score in [*TITLES.values()][1:]))
    blocks: list[Block] = [
        Heading(f"{result.relation_name}: what answers give away by their differences", 1),
        Paragraph(
            f"Answers count {people}, in {number(result.combinations)} combinations. A reader is taken to know which"
            f" combinations there are. Rule: fewer than {least} people."
        ),
        table([Column(title, "number") for title in TITLES], [tuple(map(number, values))]),
        *(Note(note) for note in (*result.notes, *result.reasons.values())),
    ]
    return Report((*blocks, *group_blocks(result)))


def group_blocks(result: Differences) -> Iterator[Block]:
    """Yield the answers of too few people, and the groups that follow, or may."""
    least = result.rules.minimum_frequency
    small = [answer for answer in result.answers if answer.below]
    if small:
        yield Heading(f"Answers of fewer than {least} people")
        told = any(answer.condition is not None for answer in small)
        columns = [Column("answer", "name"), *([Column("condition", "text")] if told else [])]
        rows = [(one.name, *([one.condition or ""] if told else []), number(one.people)) for one in small]
        yield table([*columns, Column("people", "number")], rows, leading=1)
    if result.groups:
        yield Heading(f"Groups of fewer than {least} people that follow from answers, or may")
        yield _groups(result.groups)


def _groups(groups: Sequence[DifferencedGroup]) -> ReportTable:
    """Return the groups, each with the answers that it follows from."""
    columns = [Column("group", "number"), Column("people", "number"), Column("who", "text"), Column("from", "text")]
    rows = [(str(one.group), number(one.people), _who(one), "; ".join(one.answers) or one.state) for one in groups]
    return table(columns, rows, leading=1)


def _who(one: DifferencedGroup) -> str:
    """Return who is in a group: the answers that they are in, and in which they are not."""
    without = f", not {_some(one.outside)}" if one.outside else ""
    return f"{_some(one.inside)}{without}"


def _some(names: Sequence[str]) -> str:
    """Return some names, the first of many."""
    more = len(names) - SHOWN_NAMES
    return joined([*names[:SHOWN_NAMES], *([f"{more} more"] if more > 0 else [])])
