"""Which cells of a table to hide: what is hidden, how much that is, and each cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.names import listed_line
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, ReportTable, table
from sqlmetrics.output.shown import shows
from sqlmetrics.risk.published.hiding_advice import CellToHide, HidingAdvice
from sqlmetrics.risk.published.other_ways import OtherWay
from sqlmetrics.text import joined, number, split_line

INTEGERS = {"cell": int, "record": int, "width": int, "people": int}
"""The columns of a cell's record that are whole numbers."""

FIGURES = ("shown", "small", "beside", "shown_value", "hidden_value", "unproven")
"""The numbers of an advice."""

COLUMNS = ("cell", "table", "record", "column", "class", "why", "width", "people")
"""The columns of the records of cells."""


@shows(HidingAdvice)
def hiding_forms(advice: HidingAdvice) -> Forms:
    """Return the forms of an advice which cells to hide."""
    return Forms(
        report=lambda: hiding_report(advice),
        document=lambda: hiding_document(advice),
        records=lambda: Records(COLUMNS, [tuple(cell) for cell in advice], INTEGERS),
        private=True,
    )


def hiding_document(advice: HidingAdvice) -> dict[str, Any]:
    """Return an advice as JSON."""
    return {
        "below": advice.below,
        "width": advice.width,
        "dimensions": list(advice.dimensions),
        **{figure: getattr(advice, figure) for figure in FIGURES},
        "cells": [_cell(cell) for cell in advice],
        "notes": list(advice.notes),
        "ways": [one._asdict() | {"columns": list(one.columns)} for one in advice.ways],
    }


def _cell(cell: CellToHide) -> dict[str, Any]:
    """Return a cell for the document, with its values as an array."""
    values = None if cell.class_ is None else split_line(cell.class_)
    return {("class" if name == "class_" else name): value for name, value in cell._asdict().items()} | {
        "class": values
    }


def hiding_report(advice: HidingAdvice) -> Report:
    """Return what is hidden and what that costs, then the cells."""
    blocks: list[Block] = [Heading(f"Cells to hide, so that no count below {advice.below} follows", 1)]
    if not advice.small:
        blocks.append(Paragraph(f"No cell with people has a count below {advice.below}: none has to be hidden."))
        return Report(tuple(blocks))
    share = advice.hidden_value / advice.shown_value
    blocks += [
        Paragraph(
            f"{number(advice.shown)} cells are shown. Hidden are the small ones ({number(advice.small)}), and others"
            f" beside them ({number(advice.beside)}). The counts that are hidden add up to"
            f" {number(advice.hidden_value)} of {number(advice.shown_value)} ({100 * share:.1f}%)."
        ),
        Paragraph(
            "Give all of them one mark, which says nothing of their counts. A reader who knows all shown cells then"
            f" finds counts possible for each small cell that lie {number(advice.width)} or more apart. Somebody who is"
            " in the table may know more."
        ),
        *(Note(note) for note in advice.notes),
        Heading("The cells"),
        _cells(advice),
        *_ways(advice),
    ]
    return Report(tuple(blocks))


def _ways(advice: HidingAdvice) -> Iterator[Block]:
    """Yield what other ways to publish the table cost, beside hiding."""
    if not advice.ways:
        return
    yield Heading("Other ways")
    columns = [Column("way", "name"), *(Column(title, "number") for title in ("cells shown", "hidden", "their counts"))]
    costs = [("all tables, as above", advice.shown, advice.small + advice.beside, advice.hidden_value, 0)]
    costs += [(_way(one), one.shown, one.small + one.beside, one.hidden_value, one.change) for one in advice.ways]
    rows = [(name, *(number(count) for count in counts)) for name, *counts in costs]
    yield table([*columns, Column("off by up to", "number")], rows)
    open_ = [_way(one) for one in advice.ways if one.unproven]
    if open_:
        yield Note(f"Not all small cells are proven to be hidden {joined(open_)}.")
    if any(one.way == "rounded" for one in advice.ways):
        yield Paragraph(ROUNDED.format(base=advice.below, apart=number((advice.below + 1) // 2 - 1)))


ROUNDED = (
    "Rounded, each cell is the nearest multiple of {base}, and totals are sums of rounded cells. A reader of a 0 then"
    " finds counts possible that lie {apart} apart."
)
"""What a rounded table says."""


def _way(one: OtherWay) -> str:
    """Return another way in words."""
    columns = joined(list(one.columns))
    if one.way == "fewer totals":
        return f"without the table by {columns}" if columns else "without the total of all"
    if one.way == "coarser":
        return f"without the column {columns}"
    return "without all totals" if one.way == "no totals" else f"rounded to {one.base}"


def _cells(advice: HidingAdvice) -> ReportTable:
    """Return the cells, the small ones first."""
    several = len({cell.table for cell in advice}) > 1
    shown = any(cell.class_ is not None for cell in advice)
    names = [*(["table"] if several else []), "cell", "record", *(["values", "people"] if shown else [])]
    columns = [Column(name, "name" if name in {"table", "values"} else "number") for name in names]
    rows = [
        (
            *([cell.table] if several else []),
            str(cell.cell),
            "" if cell.record is None else str(cell.record),
            *([listed_line(cell.class_ or ""), str(cell.people)] if shown else []),
            cell.why,
            _apart(cell, advice.width),
        )
        for cell in advice
    ]
    return table([*columns, Column("why", "text"), Column("counts apart", "text")], rows, leading=len(names))


def _apart(cell: CellToHide, width: int) -> str:
    """Return how far apart the counts of a small cell are shown to lie."""
    if cell.why != "small":
        return ""
    if cell.width is None:
        return f"{width} or more"
    return f"{cell.width} or more" if cell.width >= width else f"{cell.width}, not proven"
