"""What to coarsen: the people whom known points single out, where columns are at coarser levels."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import KnownPoints
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.grid import unicity_grid
from sqlmetrics.output.page.language import figures, wording

TINTS = (0.05, 0.25, 0.5)
"""The shares of people from which on a cell has the next tint."""


class ResolutionTable(NamedTuple):
    """The share of people singled out at each combination of levels of columns, with tints.

    `known` is how many points are known, and `drawn` how many people were drawn.
    """

    coarser: tuple[str, ...]
    known: int
    drawn: Grounds | None
    down: str
    across: str
    columns: tuple[str, ...]
    rows: list[tuple[str, list[tuple[int, str]]]]


def resolution(own: KnownPoints) -> ResolutionTable | None:
    """Return the share of people singled out at each combination of levels, if it was measured."""
    found = own.resolution
    if found is None:
        return None
    grid = unicity_grid(found.columns, {(one.levels, one.known): one.unicity.value for one in found.figures})
    return ResolutionTable(
        coarser=found.columns,
        known=max(one.known for one in found.figures),
        drawn=None if found.targets is None else Grounds({"drawn": found.targets}, are_counted),
        down=grid.down,
        across=grid.across,
        columns=grid.columns,
        rows=[
            (name, [(sum(share is not None and share >= tint for tint in TINTS), _text(share)) for share in shares])
            for name, shares in zip(grid.rows, grid.shares, strict=True)
        ],
    )


def _text(share: float | None) -> str:
    """Return a share in whole per cent, which is never none or all where it is not."""
    if share is None:
        return wording("none")
    if 0 < share < 0.005:
        return wording("<1%")
    return wording(">99%") if 0.995 < share < 1 else f"{figures(share, '.0%')}"
