"""Unicity as a grid: two columns by their levels, or resolutions by the number of known points."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.risk.events.resolution import UnicityCurve
from sqlmetrics.text import joined


class Grid(NamedTuple):
    """Shares from 0 to 1 in rows below columns; `down` and `across` are the titles of both."""

    title: str
    down: str
    across: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    shares: tuple[tuple[float | None, ...], ...]


def unicity_grid(curve: UnicityCurve) -> Grid:
    """Return the unicity of the most known points by the levels of two columns.

    Of one column, or of more than two, it is the unicity by resolution and known points.
    """
    found = {(one.levels, one.known): one.unicity for one in curve.unicities}
    if len(curve.levels) == 2:
        (down, rows), (across, columns) = curve.levels.items()
        shares = tuple(tuple(found[(row, column), curve.known] for column in columns) for row in rows)
        return Grid(unicity_title(curve), down, across, rows, columns, shares)
    resolutions = tuple(dict.fromkeys(one.levels for one in curve.unicities))
    numbers = range(1, curve.known + 1)
    return Grid(
        title="unicity",
        down=joined(list(curve.levels)),
        across="known points",
        rows=tuple(", ".join(levels) for levels in resolutions),
        columns=tuple(map(str, numbers)),
        shares=tuple(tuple(found[levels, known] for known in numbers) for levels in resolutions),
    )


def unicity_title(curve: UnicityCurve) -> str:
    """Return which unicity a grid has."""
    return f"unicity of {curve.known} known points" if curve.known > 1 else "unicity of one known point"


def grid_text(share: float | None) -> str:
    """Return a share as a cell shows it: two digits, never rounded to 0 or 1; a dash for none."""
    if share is None:
        return "-"
    if 0 < share < 0.005:
        return "< .01"
    if 0.995 < share < 1:
        return "> .99"
    return f"{share:.2f}" if 0 < share < 1 else f"{share:.0f}"
