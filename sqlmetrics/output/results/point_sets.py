"""The sets of points that few people have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlmetrics.output.forms import Elements, Forms, Records
from sqlmetrics.output.names import listed_line
from sqlmetrics.output.points import nobodys_sentences
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, Report, table
from sqlmetrics.output.shown import shows
from sqlmetrics.risk.events.point_sets import PointSets
from sqlmetrics.text import counted, joined, number


@shows(PointSets)
def point_sets_forms(result: PointSets) -> Forms:
    """Return the forms of the sets of points that few people have."""
    kinds: dict[str, type] = {name: str if name in result.point_columns else int for name in result.columns}
    return Forms(
        report=lambda: point_sets_report(result),
        document=lambda: _document(result),
        records=lambda: Records(result.columns, result.cells if result.kept is None else result.kept, kinds),
        store=None if result.kept is None else result.kept.store,
        private=True,
    )


def _document(result: PointSets) -> dict[str, Any]:
    """Return the result as its JSON, in which the sets may be kept rows."""
    document = result.to_dict()
    if result.kept is not None:
        document["sets"] = Elements(result.kept, result.columns, lists=result.point_columns)
    return document


def point_sets_report(result: PointSets) -> Report:
    """Return the number of sets by their points, and the sets."""
    most = result.events.known
    points = f"{'one point' if most == '1' else f'1 to {most} points'} of a person"
    blocks: list[Block] = [
        Heading(f"{result.relation_name}: sets of {points}, that is {joined(result.quasi_identifiers)}", 1),
        Paragraph(" ".join(_sentences(result))),
    ]
    there = sum(result.numbers)
    if not there:
        return Report((*blocks, Paragraph("There are none.")))
    totals = [(str(size), number(sets)) for size, sets in enumerate(result.numbers, 1)]
    more = "" if len(result.sets) == there else f"; the first {len(result.sets)}"
    blocks += [
        table([Column("points", "number"), Column("sets", "number")], totals),
        Heading(f"{counted(there, 'set')}, the rarest first{more}"),
    ]
    columns = [Column("", "place"), Column("points", "number"), Column("people", "number")]
    widest = max((len(row.values) for row in result.sets), default=0)
    values = [Column(f"point {place}", "name") for place in range(1, widest + 1)]
    rows = [
        (
            *map(str, row[:2]),
            number(row.people),
            *map(listed_line, row.values),
            *[""] * (len(values) - len(row.values)),
        )
        for row in result.sets
    ]
    return Report((*blocks, table([*columns, *values], rows, leading=1)))


def _sentences(result: PointSets) -> Iterator[str]:
    """Yield which sets are listed, how they were looked for, and what was left out."""
    yield f"A set is listed where {' or '.join(result.conditions)}, and where this holds for no part of the set."
    if result.events.targets is not None:
        yield (
            f"Of {number(result.events.targets)} people, drawn at random, the first points in a drawn order were"
            " looked at, one set of each: there may be others."
        )
    yield from nobodys_sentences(result.events)
