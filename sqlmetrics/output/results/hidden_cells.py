"""What follows from published tables: a line per table, then the cells that are not hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.names import listed_line
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, ReportTable, table
from sqlmetrics.output.shown import shows
from sqlmetrics.risk.published.hidden_cells import HiddenCell, HiddenCells
from sqlmetrics.text import csv_line, number, split_line

INTEGERS = {"cell": int, "record": int, "width": int, "low": int, "high": int}
"""The columns of a cell's record that are whole numbers."""

SHOWN_LINES = 4
"""The most lines of a cell that a report shows."""

TITLES = ("table", "cells", "hidden", "recovered", "narrow", "not proven")
"""The titles of the numbers of a table."""


@shows(HiddenCells)
def hidden_forms(result: HiddenCells) -> Forms:
    """Return the forms of what follows from published tables."""
    columns = ("cell", "table", "record", "column", "class", "state", "width", "low", "high", "lines")
    rows = [(*cell[:-1], csv_line(cell.lines) or None) for cell in result]
    return Forms(
        report=lambda: hidden_report(result),
        document=lambda: hidden_document(result),
        records=lambda: Records(columns, rows, INTEGERS),
        private=True,
    )


def hidden_document(result: HiddenCells) -> dict[str, Any]:
    """Return what follows from published tables as JSON."""
    return {
        "tables": [one._asdict() for one in result.tables],
        "dimensions": list(result.dimensions),
        "recovered_cells": result.recovered_cells,
        "narrow_cells": result.narrow_cells,
        "unproven_cells": result.unproven_cells,
        "cells": [_cell(cell) for cell in result],
        "notes": list(result.notes),
    }


def _cell(cell: HiddenCell) -> dict[str, Any]:
    """Return a cell for the document, with its values as an array."""
    values = None if cell.class_ is None else split_line(cell.class_)
    own = {("class" if name == "class_" else name): value for name, value in cell._asdict().items()}
    return own | {"class": values, "lines": list(cell.lines)}


def hidden_report(result: HiddenCells) -> Report:
    """Return the numbers of each table, then the cells, the worst first."""
    columns = [Column("table", "name"), *(Column(title, "number") for title in TITLES[1:])]
    rows = [(one.table, *(number(count) for count in one[1:])) for one in result.tables]
    name = result.tables[0].table if len(result.tables) == 1 else f"{len(result.tables)} tables"
    blocks: list[Block] = [
        Heading(f"{name}: what follows for hidden cells", 1),
        Paragraph(
            f"A reader of the table{'' if len(result.tables) == 1 else 's'} who knows what marks mean can calculate the"
            " recovered cells, and knows the narrow ones better than their mark says."
        ),
        table(columns, rows, leading=1),
        *(Note(note) for note in result.notes),
    ]
    return Report((*blocks, *hidden_blocks(result)))


def hidden_blocks(result: HiddenCells) -> Iterator[Block]:
    """Yield the cells that follow from others, or may, the worst first."""
    if result.cells:
        yield Heading("Cells that are not hidden, or not proven to be, the worst first")
        yield _cells(result)


def names_hidden(result: HiddenCells) -> bool:
    """Return whether cells are shown by their values."""
    return any(cell.class_ is not None for cell in result)


def _cells(result: HiddenCells) -> ReportTable:
    """Return the cells, each with what it follows from."""
    several = len(result.tables) > 1
    shown = any(cell.class_ is not None for cell in result)
    names = [*(["table"] if several else []), "cell", *(["values"] if shown else [])]
    columns = [Column(name, "number" if name == "cell" else "name") for name in names]
    rows = [
        (
            *([cell.table] if several else []),
            str(cell.cell),
            *([listed_line(cell.class_ or "")] if shown else []),
            _known(cell),
            _lines(cell),
        )
        for cell in result
    ]
    return table([*columns, Column("known", "text"), Column("from", "text")], rows, leading=len(names))


def _known(cell: HiddenCell) -> str:
    """Return what is known of a cell, in words."""
    if cell.low is None:
        within = "" if cell.width in {0, None} else f", within {cell.width}"
        return f"{cell.state}{within}"
    if cell.low == cell.high:
        return f"exactly {cell.low}"
    counts = f"{cell.low} or more" if cell.high is None else f"{cell.low} to {cell.high}"
    return f"{cell.state}: {counts}"


def _lines(cell: HiddenCell) -> str:
    """Return the lines that a cell follows from, the first of many."""
    more = len(cell.lines) - SHOWN_LINES
    listed = "; ".join(cell.lines[:SHOWN_LINES])
    return f"{listed}; and {more} more" if more > 0 else listed
