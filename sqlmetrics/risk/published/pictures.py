"""A picture of a published table: which of its cells are shown, hidden, or known all the same."""

from __future__ import annotations

from typing import Literal, NamedTuple

CellKnowledge = Literal["shown", "hidden", "recovered", "narrow", "not proven", "absent"]
"""What is known of a cell; an absent one has no row, and nobody or no total."""

MOST_PICTURED = 400
"""The most cells of a table that is drawn."""


class BoundedCell(NamedTuple):
    """A cell of a picture: what is known of it, and its counts, None without bound."""

    state: CellKnowledge
    low: int
    high: int | None


class TablePicture(NamedTuple):
    """A picture of a published table by two columns: their values, and the cells row by row."""

    keys: tuple[str, str]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[BoundedCell, ...], ...]
