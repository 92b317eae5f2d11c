"""The unicity of known points at each resolution: what to coarsen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.grid import curve_grid, grid_text
from sqlmetrics.output.plot import draw_grid
from sqlmetrics.output.points import events_sentences, points_known
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, table
from sqlmetrics.output.shown import shows
from sqlmetrics.risk.events.resolution import ResolutionUnicity, UnicityCurve
from sqlmetrics.text import joined, number


@shows(UnicityCurve, drawn="a unicity curve", plot=lambda curve: partial(draw_grid, curve_grid(curve)))
def resolution_forms(curve: UnicityCurve) -> Forms:
    """Return the forms of the unicity at each resolution."""
    return Forms(
        report=lambda: resolution_report(curve), document=lambda: _document(curve), records=lambda: _records(curve)
    )


def _records(curve: UnicityCurve) -> Records:
    """Return a row for each resolution and number of points, with the level of each column."""
    own = kinds_of(ResolutionUnicity)
    kinds: dict[str, type] = {f"{column}_level": str for column in curve.columns}
    kinds |= {name: kind for name, kind in own.items() if name != "levels"}
    return Records(tuple(kinds), [(*one.levels, *one[1:]) for one in curve.unicities], kinds)


def _document(curve: UnicityCurve) -> dict[str, Any]:
    return {
        "relation": curve.relation_name,
        "records": curve.records,
        "individuals": curve.individuals,
        "events": curve.events._asdict(),
        "levels": {column: [*names] for column, names in curve.levels.items()},
        "unicities": [
            {"levels": dict(zip(curve.columns, one.levels, strict=True))}
            | {name: value for name, value in one._asdict().items() if name != "levels"}
            for one in curve.unicities
        ],
    }


def resolution_report(curve: UnicityCurve) -> Report:
    """Return the grid of unicities below its question, and how to read it."""
    grid = curve_grid(curve)
    people = "" if curve.individuals is None else f" of {number(curve.individuals)} people"
    blocks: list[Block] = [
        Heading(f"{curve.relation_name}: {number(curve.records)} records{people}", 1),
        Paragraph(
            f"How many people are singled out by {points_known(curve.events)}{joined(list(curve.quasi_identifiers))}?"
        ),
        Heading(f"{grid.title}, {grid.down} by {grid.across}"),
        table(
            [Column(grid.down, "name"), *(Column(name, "number") for name in grid.columns)],
            [(name, *map(grid_text, shares)) for name, shares in zip(grid.rows, grid.shares, strict=True)],
        ),
        *map(Note, dict.fromkeys(one.reason for one in curve.unicities if one.reason is not None)),
        Paragraph(" ".join(resolution_sentences(curve))),
    ]
    return Report(tuple(blocks))


def resolution_sentences(curve: UnicityCurve) -> Iterator[str]:
    """Yield how to read the numbers, and how exact they are."""
    yield "Unicity is the share of the people whom the points single out, from 0 to 1."
    yield events_sentences(curve.events._replace(targets=None))
    if curve.events.targets is not None:
        widest = max(one.high - one.low for one in curve.unicities if one.low is not None and one.high is not None)
        yield (
            f"The points of {number(curve.events.targets)} people, drawn at random, were looked at: 95 % intervals are"
            f" up to {widest:.2f} wide, and JSON and CSV have their ends."
        )
