"""What to coarsen: the people whom known points single out, where columns are at coarser levels."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import KnownPoints
from sqlmetrics.output.assertions import Assertion, are_counted
from sqlmetrics.output.grid import unicity_grid
from sqlmetrics.output.page.language import counted_things, figures, wording
from sqlmetrics.output.page.words import names

TINTS = (0.05, 0.25, 0.5)
"""The shares of people from which on a cell has the next tint."""


DRAWN_THERE = Assertion(" The points of {persons} were drawn.", are_counted)


class ResolutionTable(NamedTuple):
    """The share of people singled out at each combination of levels, with tints."""

    caption: str
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
    two = len(found.columns) == 2
    known = counted_things(max(one.known for one in found.figures), "known point")
    looked = (
        ""
        if found.targets is None
        else DRAWN_THERE.say({"drawn": found.targets}, persons=counted_things(found.targets, "person", "people"))
    )
    return ResolutionTable(
        caption=wording(
            "People singled out where {names} {are} coarser{by}.{looked}",
            names=names(found.columns),
            are=wording("are") if two else wording("is"),
            by=wording(", by {known}", known=known) if two else "",
            looked=looked,
        ),
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
