"""Tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


def blocks(header: Sequence[str], rows: Sequence[Sequence[str]], leading: int, width: int) -> list[list[int]]:
    """Return the columns of each table that fits the width: the leading ones, then as many of the others as there is room for."""
    widths = [max(len(cells[column]) for cells in (header, *rows)) + 3 for column in range(len(header))]
    lead = list(range(leading))
    found: list[list[int]] = []
    room = 0
    for column in range(len(lead), len(header)):
        if not found or widths[column] > room:
            found.append([*lead])
            room = width - sum(widths[column] for column in lead)
        found[-1].append(column)
        room -= widths[column]
    return found


def grid(header: Sequence[str], rows: Sequence[Sequence[str]], *, by_class: bool) -> Table:
    """Return a table for the terminal: of a target's metrics, or of its classes."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for index, name in enumerate(header):
        right = index >= len(header) - (len(header) - 1 - ("class" in header)) if by_class else index == 1
        wraps = by_class or index == len(header) - 1
        table.add_column(name, justify="right" if right or (by_class and index == 0) else "left", no_wrap=not wraps)
    for cells in rows:
        styles = {"higher is riskier": "red", "higher is safer": "green"}
        style = next((styles[start] for start in styles if cells[-1].startswith(start)), "yellow") if not by_class else ""
        table.add_row(*(Text(cell, style=style if index == len(cells) - 1 else "") for index, cell in enumerate(cells)))
    return table
