"""Advice on a table before it is published: which cells to hide, and what that costs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.published.hidden_cells import PART_OF_TIME, FoundCells, HiddenQuestion, hidden_question
from sqlmetrics.risk.published.hiding import KnownTable, hide
from sqlmetrics.risk.published.other_ways import MOST_CELLS as WAYS_FOR
from sqlmetrics.risk.published.other_ways import OtherWay, other_ways
from sqlmetrics.risk.published.programmes import UNBOUNDED, solver_installed
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.spec import Spec

SMALL, BESIDE = "small", "beside"
"""Why a cell is hidden: for its own count, or so that small ones do not follow."""

MOST_CELLS = 1_000
"""The most cells of tables for which cells are searched."""

MAY_FOLLOW = "not all small cells are proven to be hidden; coarsen the table, publish fewer totals, or ask for less"
NOT_SEARCHED = f"other ways are searched for tables of {WAYS_FOR} cells at most"
SMALLER = "coarsen it (`advise`), publish fewer totals, or round inside and publish sums of the rounded cells"


class CellToHide(NamedTuple):
    """A cell to hide.

    `cell` is its number in the order of reading, with the table, `record` and column that it was
    read from. `why` is small or beside. `width` is how far apart the counts of a small cell are
    shown to lie, once all cells are hidden; None without bound, and of a cell beside. `class_`, a
    line of CSV of its values, and its `people` are None where they are not shown.
    """

    cell: int
    table: str
    record: int | None
    column: str | None
    class_: str | None
    why: str
    width: int | None
    people: int | None


@dataclass(frozen=True, repr=False)
class HidingAdvice(Result[CellToHide]):
    """The cells to hide in a table before it is published, and what that costs.

    Attributes
    ----------
    below
        Cells of fewer people are small.
    width
        How far apart two counts have to be that are possible for each small cell.
    dimensions
        The columns that place a cell, in the order of a cell's values.
    cells
        The cells to hide: small ones, then those beside them.
    shown, small, beside
        The cells that are shown before, and of these the small ones and the ones beside.
    shown_value, hidden_value
        The sum of the counts of all cells that are shown before, and of all that are hidden.
    unproven
        The small cells whose counts are not shown to lie as far apart.
    notes
        What else there is to know.
    ways
        Other ways to publish the table, and what they cost; for tables of up to 150 cells.
    """

    below: int
    width: int
    dimensions: tuple[str, ...]
    cells: tuple[CellToHide, ...]
    shown: int
    small: int
    beside: int
    shown_value: int
    hidden_value: int
    unproven: int
    notes: tuple[str, ...]
    ways: tuple[OtherWay, ...] = ()

    @property
    def rows(self) -> tuple[CellToHide, ...]:
        """The cells."""
        return self.cells

    @property
    def key_types(self) -> dict[str, str]:
        """The types of the dimensions, whose values are texts, as DuckDB names them."""
        return dict.fromkeys(self.dimensions, "VARCHAR")


@dataclass(frozen=True)
class HidingQuestion:
    """The question which cells to hide in tables whose counts are all shown."""

    hidden: HiddenQuestion
    below: int

    @property
    def width(self) -> int:
        """How far apart the counts of a small cell have to lie; as a mark for small ones says."""
        return max(1, self.below - 2) if self.hidden.width is None else self.hidden.width

    def printed(self, dialect: str | None = None) -> str:
        """Return one round of propagation in a dialect; the search itself is no statement."""
        return self.hidden.printed(dialect)

    def answer(self, progress: Progress | None = None) -> HidingAdvice:
        """Return the cells to hide. Raises SpecError for a table with hidden cells, QueryError."""
        progress = progress or Progress()
        if not solver_installed():
            raise SpecError("cells are searched by scipy's programmes: pip install 'sqlmetrics[outputs]'")
        found = self.hidden.read(progress)
        table = _known_table(found)
        small = table.small(self.below)
        timeout = self.hidden.spec.place.limits.timeout
        ends = None if timeout is None else progress.began + PART_OF_TIME * timeout
        hiding = hide(table, small, self.width, ends)
        searched = len(table.counts) <= WAYS_FOR
        asked = (found.places.keys, found.cells.dimensions, self.below, self.width, ends)
        ways = other_ways(table, *asked) if small and searched else ()
        cells = [
            self._cell(found, cell, SMALL if cell in hiding.small else BESIDE, hiding.proofs) for cell in hiding.hidden
        ]
        return HidingAdvice(
            below=self.below,
            width=self.width,
            dimensions=found.cells.dimensions,
            cells=tuple(cells[: self.hidden.limit]),
            shown=int(table.shown.sum()),
            small=len(hiding.small),
            beside=len(hiding.beside),
            shown_value=int(table.counts[table.shown].sum()),
            hidden_value=int(table.counts[hiding.hidden].sum()),
            unproven=len(hiding.open),
            notes=(*((MAY_FOLLOW,) if hiding.open else ()), *((NOT_SEARCHED,) if small and not searched else ())),
            ways=tuple(ways),
        )

    def _cell(self, found: FoundCells, cell: int, why: str, proofs: Any) -> CellToHide:
        """Return a cell that is hidden, with its values and its count where they are shown."""
        apart = proofs.seen_high[cell] - proofs.seen_low[cell]
        listed = found.listed(cell, why, ())
        return CellToHide(
            cell=listed.cell,
            table=listed.table,
            record=listed.record,
            column=listed.column,
            class_=listed.class_,
            why=why,
            width=int(apart) if why == SMALL and 0 <= apart < math.inf else None,
            people=listed.low,
        )


def _known_table(found: FoundCells) -> KnownTable:
    """Return a table whose counts are all known. Raises SpecError for another one."""
    import numpy as np

    places, proofs = found.places, found.proofs
    if len(places.number) > MOST_CELLS:
        raise SpecError(f"the tables have {len(places.number):,} cells, and cells to hide are searched in tables of"
                        f" {MOST_CELLS:,} at most; {SMALLER}")  # fmt: skip
    unknown = np.flatnonzero((proofs.low != proofs.high) | np.array(places.hidden))
    if len(unknown):
        raise SpecError(
            f"{found.place(int(unknown[0]))}: the count is not known; which cells to hide follows from a table with"
            " all its counts, in which no cell is hidden or rounded"
        )
    shown = np.array([number is not None for number in places.number])
    open_ = np.array([high is None for high in places.high]) & ~shown
    low = np.where(open_, 0, proofs.low)
    high = np.where(open_, UNBOUNDED, proofs.high)
    return KnownTable(proofs.low, low, high, shown & (proofs.low > 0), shown, found.line, found.cell, found.sign)


def hiding_question(
    spec: Spec, tables: Sequence[Any] = (), *, below: int, show_values: bool, limit: int | None = None
) -> HidingQuestion:
    """Return the question which cells to hide in the published tables of a spec's `outputs`.

    Other `tables` may stand in place of the names there. Raises SpecError for words that make no
    sense.
    """
    if not spec.outputs.published and not tables:
        raise SpecError("cells to hide are cells of a table of counts: name it as `published`")
    if below < 2:
        raise SpecError("a small cell has fewer people than 2 or more; a limit of 1 hides nothing")
    question = hidden_question(spec, tables, show_values=show_values)
    return HidingQuestion(replace(question, limit=limit), below)
