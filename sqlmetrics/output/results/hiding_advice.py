"""Which cells of a table to hide: what is hidden, how much that is, and each cell."""

from __future__ import annotations

from typing import Any

from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.names import listed_line
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, ReportTable, table
from sqlmetrics.output.shown import shows
from sqlmetrics.risk.published.hiding_advice import CellToHide, HidingAdvice
from sqlmetrics.text import number, split_line

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
    ]
    return Report(tuple(blocks))


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
