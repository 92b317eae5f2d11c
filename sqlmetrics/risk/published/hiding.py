"""Advice: which cells to hide beside the small ones, so that no small count follows from the rest.

For each small cell the cheapest change of the table that moves its count as far as asked names the
cells to hide; then cells are shown again where no small one needs them. Programmes prove at the end
how far apart the counts of each small cell can be. More may be hidden than the least possible.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlmetrics.risk.published.programmes import UNBOUNDED, Proofs, parts_of, prove

if TYPE_CHECKING:
    from sqlmetrics.risk.published.programmes import Numbers, Places

MOVED = 1e-7
"""The least distance by which a cell moves that is hidden for it."""

FREE = 1e-6
"""The share of its weight that a hidden cell keeps, so that no move is longer than needed."""


@dataclass(frozen=True)
class KnownTable:
    """A table whose counts are all known to the publisher.

    `counts` are these by cell; `low` and `high` bound the cells that are not shown at all, and are
    the count of each other one. A `hideable` cell is `shown` and has people. The terms of lines are
    given by `line`, `cell` and `sign`.
    """

    counts: Numbers
    low: Numbers
    high: Numbers
    hideable: Any
    shown: Any
    line: Places
    cell: Places
    sign: Places

    def small(self, below: int) -> list[int]:
        """Return the cells that are shown, and have people, and fewer than a number."""
        found: list[int] = (self.shown & (self.counts > 0) & (self.counts < below)).nonzero()[0].tolist()
        return found

    def proofs(self, hidden: Collection[int], small: Collection[int], width: float, ends: float | None) -> Proofs:
        """Return the bounds of small cells where cells are hidden, proven as far as `width`."""
        low, high = self.low.copy(), self.high.copy()
        own = [*hidden]
        low[own], high[own] = 0, UNBOUNDED
        proofs = Proofs.of(low, high)
        prove(proofs, parts_of(proofs, self.line, self.cell, self.sign), dict.fromkeys(small, width), ends, self.counts)
        return proofs

    def moves(self, matrix: Any, small: int, weights: Numbers, width: float) -> Numbers | None:
        """Return how far each cell moves in the cheapest two changes of the table.

        One moves the small cell up and one down, together by the width. None where nothing does.
        """
        import numpy as np
        from scipy.optimize import linprog
        from scipy.sparse import block_diag, csr_array, hstack, vstack

        size = len(self.counts)
        change = hstack([matrix, -matrix])
        own = np.zeros(4 * size)
        own[[small, 3 * size + small]] = 1
        equal = vstack([block_diag([change, change]), csr_array(own[None, :])]).tocsr()
        sums = np.zeros(equal.shape[0])
        sums[-1] = width
        movable = self.hideable | (self.low < self.high)
        up = np.where(movable, np.inf, 0.0)
        down = np.where(movable, self.counts, 0.0)
        most = np.concatenate([up, down, up, down])
        most[[size + small, 2 * size + small]] = 0
        found = linprog(
            np.concatenate([weights] * 4),
            A_eq=equal,
            b_eq=sums,
            bounds=np.column_stack([np.zeros(4 * size), most]),
            method="highs",
        )
        if found.status != 0:
            return None
        moved: Numbers = found.x.reshape(4, size).sum(axis=0)
        return moved


@dataclass(frozen=True)
class Hiding:
    """Cells that are hidden: the `small` ones, others `beside` them, and the proofs.

    `open` are the small cells whose counts are not shown to lie as far apart as asked.
    """

    small: tuple[int, ...]
    beside: tuple[int, ...]
    open: tuple[int, ...]
    proofs: Proofs

    @property
    def hidden(self) -> list[int]:
        """All cells that are hidden, the small ones first."""
        return [*self.small, *self.beside]


def hide(table: KnownTable, small: Sequence[int], width: float, ends: float | None = None) -> Hiding:
    """Return the cells to hide, so that the counts of each small cell lie `width` apart."""
    best: tuple[float, list[int]] | None = None
    for order in (lambda cell: (table.counts[cell], cell), lambda cell: (-table.counts[cell], cell)):
        hidden = _grown(table, sorted(small, key=order), small, width)
        hidden = _pruned(table, hidden, small, width, ends)
        value = float(table.counts[hidden].sum())
        if best is None or value < best[0]:
            best = value, hidden
    hidden = [] if best is None else best[1]
    proofs = table.proofs({*hidden, *small}, small, width, ends)
    return Hiding(tuple(small), tuple(sorted(hidden)), tuple(_open(proofs, small, width)), proofs)


def _open(proofs: Proofs, small: Sequence[int], width: float) -> list[int]:
    """Return the small cells that are not shown to have counts that lie a width apart."""
    return [cell for cell in small if not proofs.seen_high[cell] - proofs.seen_low[cell] >= width]


def _grown(table: KnownTable, ordered: Sequence[int], small: Collection[int], width: float) -> list[int]:
    """Return cells to hide beside the small ones, by the cheapest change for each small cell."""
    import numpy as np
    from scipy.sparse import csr_array

    _, row = np.unique(table.line, return_inverse=True)
    shape = (int(row.max()) + 1 if len(row) else 0, len(table.counts))
    matrix = csr_array((table.sign.astype(float), (row, table.cell)), shape=shape)
    hidden = dict.fromkeys(small)
    for cell in ordered:
        weights = np.where(table.hideable, table.counts, FREE)
        weights[[*hidden]] *= FREE
        moved = table.moves(matrix, cell, weights, width)
        if moved is not None:
            hidden |= dict.fromkeys(np.flatnonzero((moved > MOVED) & table.hideable).tolist())
    return [cell for cell in hidden if cell not in small]


def _pruned(
    table: KnownTable, hidden: Sequence[int], small: Sequence[int], width: float, ends: float | None
) -> list[int]:
    """Return the cells that stay hidden, once cells are shown again that no small one needs.

    A cell is shown again only where all small ones are proven without it.
    """
    kept = sorted(hidden, key=lambda cell: (-table.counts[cell], cell))
    for cell in [*kept]:
        fewer = [one for one in kept if one != cell]
        if not _open(table.proofs({*fewer, *small}, small, width, ends), small, width):
            kept = fewer
    return kept
