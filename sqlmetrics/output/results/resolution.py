"""The unicity of known points at each resolution: what to coarsen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.grid import curves_grid, grid_text
from sqlmetrics.output.plot import draw_grid
from sqlmetrics.output.points import events_sentences, points_known
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, table
from sqlmetrics.output.shown import shows
from sqlmetrics.output.words import words_sentences
from sqlmetrics.risk.events.resolution import ResolutionUnicity, UnicityCurves
from sqlmetrics.text import counted, joined


@shows(UnicityCurves, drawn="unicity curves", plot=lambda curves: partial(draw_grid, curves_grid(curves)))
def resolution_forms(curves: UnicityCurves) -> Forms:
    """Return the forms of the unicity at each resolution."""
    return Forms(
        report=lambda: resolution_report(curves), document=lambda: _document(curves), records=lambda: _records(curves)
    )


def _records(curves: UnicityCurves) -> Records:
    """Return a row for each resolution and number of points, with the level of each column."""
    own = kinds_of(ResolutionUnicity)
    kinds: dict[str, type] = {f"{column}_level": str for column in curves.columns}
    kinds |= {name: kind for name, kind in own.items() if name != "levels"}
    return Records(tuple(kinds), [(*one.levels, *one[1:]) for one in curves.unicities], kinds)


def _document(curves: UnicityCurves) -> dict[str, Any]:
    return {
        "relation": curves.relation_name,
        "records": curves.records,
        "individuals": curves.individuals,
        "events": curves.events._asdict(),
        **({} if curves.words is None else {"words": curves.words._asdict()}),
        "levels": {column: [*names] for column, names in curves.levels.items()},
        "unicities": [
            {"levels": dict(zip(curves.columns, one.levels, strict=True))}
            | {name: value for name, value in one._asdict().items() if name != "levels"}
            for one in curves.unicities
        ],
    }


def resolution_report(curves: UnicityCurves) -> Report:
    """Return the grid of unicities below its question, and how to read it."""
    grid = curves_grid(curves)
    people = "" if curves.individuals is None else f" of {counted(curves.individuals, 'person', 'people')}"
    blocks: list[Block] = [
        Heading(f"{curves.relation_name}: {counted(curves.records, 'record')}{people}", 1),
        Paragraph(
            f"How many people are singled out by {points_known(curves.events)}{joined(list(curves.quasi_identifiers))}?"
        ),
        *([] if curves.words is None else [Paragraph(words_sentences(curves.words))]),
        Heading(f"{grid.title}, {grid.down} by {grid.across}"),
        table(
            [Column(grid.down, "name"), *(Column(name, "number") for name in grid.columns)],
            [(name, *map(grid_text, shares)) for name, shares in zip(grid.rows, grid.shares, strict=True)],
        ),
        *map(Note, dict.fromkeys(one.reason for one in curves.unicities if one.reason is not None)),
        Paragraph(" ".join(resolution_sentences(curves))),
    ]
    return Report(tuple(blocks))


def resolution_sentences(curves: UnicityCurves) -> Iterator[str]:
    """Yield how to read the numbers, and how exact they are."""
    yield "Unicity is the share of the people whom the points single out, from 0 to 1."
    yield events_sentences(curves.events._replace(targets=None))
    if curves.events.targets is not None:
        widest = max(one.high - one.low for one in curves.unicities if one.low is not None and one.high is not None)
        yield (
            f"The points of {counted(curves.events.targets, 'person', 'people')}, drawn at random, were looked at:"
            f" 95 % intervals are up to {widest:.2f} wide, and JSON and CSV have their ends."
        )
