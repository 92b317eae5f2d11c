"""Unicity as a grid: two columns by their levels, or resolutions by the number of known points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.text import counted, joined

if TYPE_CHECKING:
    from sqlmetrics.risk.events.resolution import UnicityCurves


class Grid(NamedTuple):
    """A table of shares from 0 to 1; `down` is the title of its rows, `across` of its columns.

    Where it is `ordered`, each row is coarser than the one before.
    """

    title: str
    down: str
    across: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    shares: tuple[tuple[float | None, ...], ...]
    ordered: bool = False


def curves_grid(curves: UnicityCurves) -> Grid:
    """Return the grid of unicity curves."""
    return unicity_grid(curves.columns, {(one.levels, one.known): one.unicity for one in curves.unicities})


def unicity_grid(names: Sequence[str], unicities: Mapping[tuple[tuple[str, ...], int], float | None]) -> Grid:
    """Return the unicity of the most known points by the levels of two columns.

    The `unicities` are by the levels of the named columns, and the known points. Columns whose
    levels change together, as the coordinates of a place do, are one. Of one column, or of more
    than two, the grid has a row for each combination of levels, and a column for each number of
    known points.
    """
    resolutions = tuple(dict.fromkeys(levels for levels, _ in unicities))
    axes = _axes(resolutions)
    told = {levels: tuple(_of_axis([levels[place] for place in axis], ", ") for axis in axes) for levels in resolutions}
    own = [_of_axis([names[place] for place in axis], " and ") for axis in axes]
    shares = {(told[levels], number): share for (levels, number), share in unicities.items()}
    known = max(number for _, number in unicities)
    if len(axes) == 2:
        rows, columns = (tuple(dict.fromkeys(of)) for of in zip(*told.values(), strict=True))
        return Grid(
            f"unicity of {counted(known, 'known point')}",
            own[0],
            own[1],
            rows,
            columns,
            tuple(tuple(shares[(row, column), known] for column in columns) for row in rows),
        )
    numbers = range(1, known + 1)
    return Grid(
        title="unicity",
        down=joined(own),
        across="known points",
        rows=tuple(", ".join(levels) for levels in told.values()),
        columns=tuple(map(str, numbers)),
        shares=tuple(tuple(shares[levels, number] for number in numbers) for levels in told.values()),
        ordered=len(axes) == 1,
    )


def _axes(resolutions: Sequence[tuple[str, ...]]) -> list[list[int]]:
    """Return the places of columns by what changes: each level of one goes with one of another."""
    axes: dict[tuple[int, ...], list[int]] = {}
    for place, own in enumerate(zip(*resolutions, strict=True)):
        numbers = {level: number for number, level in enumerate(dict.fromkeys(own))}
        axes.setdefault(tuple(numbers[level] for level in own), []).append(place)
    return [*axes.values()]


def _of_axis(texts: Sequence[str], mark: str) -> str:
    """Return the names of what changes together, each once."""
    return mark.join(dict.fromkeys(texts))


def grid_text(share: float | None) -> str:
    """Return a share as a cell shows it: two digits, never rounded to 0 or 1; a dash for none."""
    if share is None:
        return "-"
    if 0 < share < 0.005:
        return "< .01"
    if 0.995 < share < 1:
        return "> .99"
    return f"{share:.2f}" if 0 < share < 1 else f"{share:.0f}"
