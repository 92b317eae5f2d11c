"""Unicity as a grid: two columns by their levels, or resolutions by the number of known points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.text import counted, joined

if TYPE_CHECKING:
    from sqlmetrics.risk.events.resolution import UnicityCurves


class Grid(NamedTuple):
    """A table of shares from 0 to 1; `down` is the title of its rows, `across` of its columns."""

    title: str
    down: str
    across: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    shares: tuple[tuple[float | None, ...], ...]


def curves_grid(curves: UnicityCurves) -> Grid:
    """Return the grid of unicity curves."""
    return unicity_grid(curves.columns, {(one.levels, one.known): one.unicity for one in curves.unicities})


def unicity_grid(names: Sequence[str], unicities: Mapping[tuple[tuple[str, ...], int], float | None]) -> Grid:
    """Return the unicity of the most known points by the levels of two columns.

    The `unicities` are by the levels of the named columns, and the known points. Of one column, or
    of more than two, the grid has a row for each combination of levels, and a column for each
    number of known points.
    """
    resolutions = tuple(dict.fromkeys(levels for levels, _ in unicities))
    known = max(number for _, number in unicities)
    if len(names) == 2:
        rows, columns = (tuple(dict.fromkeys(own)) for own in zip(*resolutions, strict=True))
        shares = tuple(tuple(unicities[(row, column), known] for column in columns) for row in rows)
        return Grid(f"unicity of {counted(known, 'known point')}", names[0], names[1], rows, columns, shares)
    numbers = range(1, known + 1)
    return Grid(
        title="unicity",
        down=joined(list(names)),
        across="known points",
        rows=tuple(", ".join(levels) for levels in resolutions),
        columns=tuple(map(str, numbers)),
        shares=tuple(tuple(unicities[levels, number] for number in numbers) for levels in resolutions),
    )


def grid_text(share: float | None) -> str:
    """Return a share as a cell shows it: two digits, never rounded to 0 or 1; a dash for none."""
    if share is None:
        return "-"
    if 0 < share < 0.005:
        return "< .01"
    if 0.995 < share < 1:
        return "> .99"
    return f"{share:.2f}" if 0 < share < 1 else f"{share:.0f}"
