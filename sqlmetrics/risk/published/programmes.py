"""Proofs by programmes: the least and the most that hidden cells may have, and tables that show it.

The cells that lines connect are a part. A linear programme bounds a cell of its part; where its
table has fractions, an integer programme does. The tables are kept: they show at once for many
cells that several counts are possible. scipy's HiGHS solves both (`sqlmetrics[outputs]`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Places = npt.NDArray[np.int64]

UNBOUNDED = math.inf
"""The upper end of a count without bound."""

NEARLY = 1e-6
"""The most by which a programme's number is off, which is rounded inwards."""

NEIGHBOURS = 400
"""The most cells that are moved together in a table."""

MOST_SECONDS = 60
"""The most seconds of an integer programme."""

INFEASIBLE, UNLIMITED = 2, 3
"""What a programme that has no table, and one without bound, ends with."""


def solver_installed() -> bool:
    """Return whether scipy is there."""
    return find_spec("scipy") is not None


class NoTableError(Exception):
    """No table of whole numbers has the counts that are shown."""


@dataclass
class Proofs:
    """The bounds of cells, and what tables have shown.

    `seen_low` and `seen_high` are the least and the most that a cell has in a table with the counts
    that are shown. `lines` bound a cell, where a programme found them.
    """

    low: Numbers
    high: Numbers
    seen_low: Numbers
    seen_high: Numbers
    lines: dict[int, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, low: Numbers, high: Numbers) -> Proofs:
        """Return bounds for which no table is known yet."""
        import numpy as np

        return cls(low.copy(), high.copy(), np.full(len(low), math.inf), np.full(len(low), -math.inf))

    def enough(self, cell: int, width: float) -> bool:
        """Return whether a cell is known, or its counts are shown to lie apart as far as they may.

        Where they cannot lie as far apart as the width, two counts are enough.
        """
        apart = self.high[cell] - self.low[cell]
        return bool(apart == 0 or self.seen_high[cell] - self.seen_low[cell] >= (width if apart >= width else 1))


@dataclass
class LinkedCells:
    """Cells that lines connect: their places, and the lines as a matrix with the sum of each."""

    cells: Places
    lines: Places
    matrix: Any
    sums: Numbers


def parts_of(proofs: Proofs, line: Places, cell: Places, sign: Places) -> list[LinkedCells]:
    """Return the parts of cells that are not known; the terms of lines are given by column."""
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    known = proofs.low == proofs.high
    if not len(line):
        return []
    lines, row = np.unique(line, return_inverse=True)
    sums = np.zeros(len(lines))
    np.add.at(sums, row[known[cell]], -sign[known[cell]] * proofs.low[cell[known[cell]]])
    open_terms = ~known[cell]
    row, cell, sign = row[open_terms], cell[open_terms], sign[open_terms]
    if not len(row):
        return []
    cells, column = np.unique(cell, return_inverse=True)
    matrix = csr_array((sign.astype(float), (row, column)), shape=(len(lines), len(cells)))
    size = len(lines)
    graph = csr_array((np.ones(len(row)), (row, size + column)), shape=(size + len(cells),) * 2)
    count, of = connected_components(graph, directed=False)
    order_rows, order_columns = np.argsort(of[:size], kind="stable"), np.argsort(of[size:], kind="stable")
    row_ends = np.searchsorted(of[:size][order_rows], np.arange(count + 1))
    column_ends = np.searchsorted(of[size:][order_columns], np.arange(count + 1))
    parts = []
    for number in range(count):
        own = order_columns[column_ends[number] : column_ends[number + 1]]
        rows = order_rows[row_ends[number] : row_ends[number + 1]]
        if len(own):
            parts.append(LinkedCells(cells[own], lines[rows], matrix[rows][:, own], sums[rows]))
    return parts


def prove(
    proofs: Proofs,
    parts: Sequence[LinkedCells],
    widths: Mapping[int, float],
    ends: float | None = None,
    known: Numbers | None = None,
) -> None:
    """Bound the cells of `widths` by programmes, until each is enough proven or time `ends`.

    A width is how far apart two counts of a cell have to be shown. Programmes of a cell's
    neighbours come first, then linear ones of its part, and integer ones at the end. They begin
    with a table that is `known`, if there is one. Raises NoTableError.
    """
    searches = [_Search(proofs, part, widths, ends, known) for part in parts]
    searches = [search for search in searches if search.left()]
    for step in (_Search.begin, _Search.near, _Search.linear, _Search.whole):
        for search in searches:
            for cell in search.left():
                if search.is_late():
                    return
                if not search.is_done(cell):
                    step(search, cell)


class _Search:
    """The search for tables of a part; `table` is the last one that was found."""

    def __init__(
        self,
        proofs: Proofs,
        part: LinkedCells,
        widths: Mapping[int, float],
        ends: float | None,
        known: Numbers | None = None,
    ) -> None:
        self.proofs, self.part, self.widths, self.ends = proofs, part, widths, ends
        self.place = {int(cell): place for place, cell in enumerate(part.cells)}
        self.table: Numbers | None = None
        self.columns = part.matrix.tocsc()
        if known is not None:
            self._keep(known[part.cells])

    def left(self) -> list[int]:
        """Return the cells that are not enough proven, those with the widest bounds first."""
        left = [cell for cell in self.place if cell in self.widths and not self.is_done(cell)]
        return sorted(left, key=lambda cell: (self.proofs.low[cell] - self.proofs.high[cell], cell))

    def is_done(self, cell: int) -> bool:
        """Return whether a cell is enough proven."""
        return self.proofs.enough(cell, self.widths[cell])

    def is_late(self) -> bool:
        """Return whether no time is left."""
        return self.ends is not None and time.monotonic() >= self.ends

    def begin(self, cell: int) -> None:
        """Find a first table, whatever the cell."""
        import numpy as np

        if self.table is None:
            zeros, part = np.zeros(len(self.part.cells)), self.part
            if not self._linear(zeros)[0]:
                found = _whole_table(zeros, part.matrix, part.sums, self._low(), self._high(), self._seconds())
                if found.table is not None:
                    self._keep(found.table)

    def near(self, cell: int) -> None:
        """Move the cell and its neighbours in a table, and leave all others as they are."""
        import numpy as np

        if self.table is None:
            return
        own = self._neighbours(self.place[cell])
        matrix = self.columns[:, own]
        matrix = matrix.tocsr()[np.unique(matrix.indices)]
        for count in self._sought(cell):
            if self.is_done(cell):
                return
            low, high = self._low(own), self._high(own)
            low[0] = high[0] = count
            for solve in (_linear_table, _whole_table):
                try:
                    found = solve(np.zeros(len(own)), matrix, matrix @ self.table[own], low, high, self._seconds(1))
                except NoTableError:
                    break
                table = self.table.copy()
                if found.table is not None:
                    table[own] = found.table
                    if self._keep(table):
                        break

    def _sought(self, cell: int) -> list[float]:
        """Return counts of a cell that would show enough: its ends, or some far from a table's."""
        low, high, width = self.proofs.low[cell], self.proofs.high[cell], self.widths[cell]
        width = width if high - low >= width else 1
        seen = self.proofs.seen_low[cell], self.proofs.seen_high[cell]
        if width < high - low:
            return [count for count in (seen[1] - width, seen[0] + width) if low <= count <= high] or [low, high]
        return [end for end, shown in ((low, seen[0] <= low), (high, seen[1] >= high)) if not shown]

    def linear(self, cell: int) -> None:
        """Bound the cell by linear programmes of its part, where no table has its ends."""
        import numpy as np

        for sign in (1, -1):
            if not self._is_shown(cell, sign) and not self.is_done(cell) and not self.is_late():
                weights = np.zeros(len(self.part.cells))
                weights[self.place[cell]] = sign
                _, bound, lines = self._linear(weights)
                self._tighten(cell, sign, bound, lines)

    def whole(self, cell: int) -> None:
        """Find tables of whole numbers with a cell's ends, which move where there is none."""
        import numpy as np

        proofs, place, zeros = self.proofs, self.place[cell], np.zeros(len(self.part.cells))
        for sign in (1, -1):
            while not self._is_shown(cell, sign) and not self.is_done(cell) and not self.is_late():
                low, high = self._low(), self._high()
                low[place] = high[place] = proofs.low[cell] if sign > 0 else proofs.high[cell]
                if math.isinf(low[place]):
                    return
                try:
                    found = _whole_table(
                        zeros, self.part.matrix, self.part.sums, low, high, self._seconds(MOST_SECONDS)
                    )
                except NoTableError:
                    self._tighten(cell, sign, sign * low[place] + 1, set(self.part.lines.tolist()))
                    continue
                if found.table is None or not self._keep(found.table):
                    break

    def _is_shown(self, cell: int, sign: int) -> bool:
        """Return whether a table has the least of a cell, or with the other sign the most."""
        proofs = self.proofs
        return bool(
            proofs.seen_low[cell] <= proofs.low[cell] if sign > 0 else proofs.seen_high[cell] >= proofs.high[cell]
        )

    def _tighten(self, cell: int, sign: int, bound: float, lines: set[int]) -> None:
        """Move an end of a cell to a bound of its count times the sign."""
        proofs = self.proofs
        if math.isinf(bound):
            return
        whole = math.ceil(bound - NEARLY)
        if sign > 0 and whole > proofs.low[cell]:
            proofs.low[cell] = whole
        elif sign < 0 and -whole < proofs.high[cell]:
            proofs.high[cell] = -whole
        else:
            return
        proofs.lines.setdefault(cell, set()).update(lines)

    def _neighbours(self, place: int) -> Places:
        """Return a place with others near it, those by its own lines first."""
        import numpy as np

        found, at = {place: None}, 0
        while at < len(found) < NEIGHBOURS:
            here = next(islice(found, at, None))
            for row in self.columns.indices[self.columns.indptr[here] : self.columns.indptr[here + 1]]:
                matrix = self.part.matrix
                found |= dict.fromkeys(matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]].tolist())
            at += 1
        return np.fromiter(islice(found, NEIGHBOURS), dtype=np.int64)

    def _linear(self, weights: Numbers) -> tuple[bool, float, set[int]]:
        """Keep the table of the least weight; return whether it is whole, its weight and lines."""
        import numpy as np

        part = self.part
        found = _linear_table(weights, part.matrix, part.sums, self._low(), self._high(), self._seconds())
        if found.is_open and np.count_nonzero(weights) == 1:
            self.proofs.seen_high[part.cells[np.argmin(weights)]] = UNBOUNDED
        lines = {int(line) for line in part.lines[found.rows]}
        return found.table is not None and self._keep(found.table), found.bound, lines

    def _low(self, own: Any = slice(None)) -> Numbers:
        low: Numbers = self.proofs.low[self.part.cells[own]]
        return low

    def _high(self, own: Any = slice(None)) -> Numbers:
        high: Numbers = self.proofs.high[self.part.cells[own]]
        return high

    def _seconds(self, most: float = math.inf) -> float:
        """Return the seconds that a programme may take."""
        return min(most, math.inf if self.ends is None else max(self.ends - time.monotonic(), 0.01))

    def _keep(self, counts: Numbers) -> bool:
        """Keep a table and return True, if it has whole numbers and the sums of its lines."""
        import numpy as np

        part, proofs = self.part, self.proofs
        whole = np.rint(counts)
        fits = bool(
            np.all(np.abs(whole - counts) < 1e-4)
            and np.array_equal(part.matrix @ whole, part.sums)
            and np.all(whole >= self._low())
            and np.all(whole <= self._high())
        )
        if fits:
            self.table = whole
            proofs.seen_low[part.cells] = np.minimum(proofs.seen_low[part.cells], whole)
            proofs.seen_high[part.cells] = np.maximum(proofs.seen_high[part.cells], whole)
        return fits


class _Programme(NamedTuple):
    """What a programme found: its table, a bound of the weight, rows with a price; or no bound."""

    table: Numbers | None
    bound: float
    rows: npt.NDArray[np.bool_]
    is_open: bool = False


def _linear_table(
    weights: Numbers, matrix: Any, sums: Numbers, low: Numbers, high: Numbers, seconds: float
) -> _Programme:
    """Return the table with the least weight, which may have fractions. Raises NoTableError."""
    import numpy as np
    from scipy.optimize import linprog

    limit = {} if math.isinf(seconds) else {"time_limit": seconds}
    found = linprog(weights, A_eq=matrix, b_eq=sums, bounds=np.column_stack([low, high]), method="highs", options=limit)
    none = np.zeros(len(sums), dtype=bool)
    if found.status == INFEASIBLE:
        raise NoTableError
    if found.status != 0:
        return _Programme(None, -math.inf, none, is_open=found.status == UNLIMITED)
    return _Programme(found.x, float(found.fun), np.abs(found.eqlin.marginals) > NEARLY)


def _whole_table(
    weights: Numbers, matrix: Any, sums: Numbers, low: Numbers, high: Numbers, seconds: float
) -> _Programme:
    """Return the table of whole numbers with the least weight. Raises NoTableError."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    limit = {} if math.isinf(seconds) else {"time_limit": seconds}
    found = milp(
        weights,
        integrality=np.ones(len(weights)),
        bounds=Bounds(low, high),
        constraints=LinearConstraint(matrix, sums, sums),
        options=limit,
    )
    if found.status == INFEASIBLE:
        raise NoTableError
    return _Programme(found.x, -math.inf, np.ones(len(sums), dtype=bool))
