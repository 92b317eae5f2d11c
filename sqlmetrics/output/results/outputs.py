"""What published tables give away: a line per table, then the worst cells of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.names import listed_line
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, ReportTable, table
from sqlmetrics.output.shown import shows
from sqlmetrics.risk.outputs import NO_MEASURE, SCORES, Outputs, PublishedCell, PublishedTable
from sqlmetrics.text import csv_line, number, split_line

CELLS = {"cell": int, "people": int, "below": bool, "dominated": bool, "p_percent": bool}
"""The columns of a cell's record that are no texts, with their types."""

TITLES = ("smallest", "below", "dominated", "p %", "lines", "zero")
"""The titles of SCORES in a report."""


@shows(Outputs)
def outputs_forms(result: Outputs) -> Forms:
    """Return the forms of what published tables give away."""
    columns = ("quasi_identifiers", "cell", "class", "people", "below", "dominated", "p_percent", "lines")
    rows = [
        (csv_line(one.keys), cell.cell, cell.class_, *cell[2:6], csv_line(cell.lines) or None)
        for one in result
        for cell in one.unsafe_cells
    ]
    return Forms(
        report=lambda: outputs_report(result),
        document=lambda: outputs_document(result),
        records=lambda: Records(columns, rows, CELLS),
        private=True,
    )


def outputs_document(result: Outputs) -> dict[str, Any]:
    """Return what published tables give away as JSON."""
    rules = result.rules
    return {
        "relation": result.relation_name,
        "measure": result.measure,
        "individual": result.individual,
        "weight": result.weight,
        "minimum_frequency": rules.minimum_frequency,
        "dominance": list(rules.dominance),
        "p_percent": rules.p_percent,
        "class_share": rules.class_share,
        "tables": [
            one._asdict() | {"keys": list(one.keys), "unsafe_cells": [_cell(one, cell) for cell in one.unsafe_cells]}
            for one in result
        ],
    }


def _cell(of: PublishedTable, cell: PublishedCell) -> dict[str, Any]:
    """Return a cell for the document, with its values as an array."""
    values = None if cell.class_ is None else split_line(cell.class_) if of.keys else []
    own = {name: value for name, value in cell._asdict().items() if name != "class_"}
    return {"class": values, **own, "lines": list(cell.lines)}


def outputs_report(result: Outputs) -> Report:
    """Return the scores of each table, then the cells that break a rule, the worst first."""
    people = "records" if result.individual is None else f"people, whom {result.individual} tells apart"
    summed = "" if result.measure is None else f", and sums of {result.measure}"
    rules = result.rules.words(summed=result.measure is not None)
    copies = "" if result.weight is None else f" A contribution counts {result.weight} times."
    columns = [Column("table", "name"), Column("cells", "number"), *(Column(title, "number") for title in TITLES)]
    rows = [(_name(one), number(one.cells), *(number(getattr(one, score)) for score in SCORES)) for one in result]
    blocks: list[Block] = [
        Heading(f"{result.relation_name}: what published tables give away", 1),
        Paragraph(f"Cells count {people}{summed}.{copies} Rules: {rules}."),
        table(columns, rows, leading=1),
        *([Note("Dominance and p % are about sums: name a `measure`.")] if result.measure is None else []),
        *(
            Note(f"{_name(one)}: {score}: {reason}")
            for one in result
            for score, reason in one.reasons.items()
            if reason != NO_MEASURE
        ),
    ]
    return Report((*blocks, *unsafe_blocks(result)))


def unsafe_blocks(result: Outputs) -> Iterator[Block]:
    """Yield the cells of each table that break a rule, the worst first."""
    for one in result:
        if one.unsafe_cells:
            yield Heading(f"{_name(one)}: cells that break a rule, the worst first")
            yield _cells(one, result)


def names_cells(result: Outputs) -> bool:
    """Return whether cells are named by their values."""
    return any(cell.class_ is not None for one in result for cell in one.unsafe_cells)


def _name(of: PublishedTable) -> str:
    """Return the name of a table: its columns, or `all people` without one."""
    return ", ".join(of.keys) or "all people"


def _cells(of: PublishedTable, result: Outputs) -> ReportTable:
    """Return the cells of a table that break a rule, each with the rules."""
    shown = any(cell.class_ is not None for cell in of.unsafe_cells)
    columns = [Column("cell", "number"), *([Column("values", "name")] if shown else [])]
    rows = [
        (
            str(cell.cell),
            *([listed_line(cell.class_ or "")] if shown else []),
            number(cell.people),
            "; ".join(_broken(cell, result.rules.minimum_frequency)),
        )
        for cell in of.unsafe_cells
    ]
    return table([*columns, Column("people", "number"), Column("rules", "text")], rows, leading=1 + shown)


def _broken(cell: PublishedCell, frequency: int) -> list[str]:
    """Return the rules that a cell breaks, in words."""
    rules = {f"below {frequency}": cell.below, "dominated": cell.dominated, "p %": cell.p_percent}
    return [*(name for name, broken in rules.items() if broken), *(f"all of a line of {name}" for name in cell.lines)]
