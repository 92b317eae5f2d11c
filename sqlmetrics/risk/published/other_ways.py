"""Other ways than hiding cells alone: tables that are not published, and counts that are rounded.

Each is judged as hiding is: which small cells are left, and how many others have to be hidden
beside them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from sqlmetrics.risk.published.hiding import KnownTable, hide
from sqlmetrics.risk.published.programmes import UNBOUNDED

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Keys = npt.NDArray[np.int64]

MOST_CELLS = 150
"""The most cells of tables for which other ways are searched."""


class OtherWay(NamedTuple):
    """Another way to publish a table, and what it costs.

    With `fewer totals` the table by the `columns` alone is left out, with `no totals` each total,
    and with `coarser` every table that has the column. `rounded` cells are the nearest multiples of
    the `base`, and totals are their sums. `shown` cells are left; `small` ones and others `beside`
    them are hidden, with the sum `hidden_value`, and `unproven` small ones may follow all the same.
    `change` is the most by which a shown count is off.
    """

    way: Literal["fewer totals", "no totals", "coarser", "rounded"]
    columns: tuple[str, ...]
    base: int | None
    shown: int
    small: int
    beside: int
    hidden_value: int
    unproven: int
    change: int


def other_ways(
    table: KnownTable, keys: Sequence[Sequence[int]], names: Sequence[str], below: int, width: int, ends: float | None
) -> Iterator[OtherWay]:
    """Yield other ways to publish a table in which counts `below` a limit are small.

    The keys of each cell are the places of its values in the columns of the names, 0 for all.
    """
    import numpy as np

    places = np.asarray(keys, dtype=np.int64).reshape(len(keys), len(names))
    of_column = places > 0
    tables = {tuple(row) for row in of_column[table.shown].tolist()}
    inner = [own for own in tables if not any(_is_part(own, other) for other in tables - {own})]
    totals = sorted(tables - {*inner}, key=lambda own: (-sum(own), own))
    for own in totals:
        columns = tuple(name for name, there in zip(names, own, strict=True) if there)
        yield _without(table, (of_column == own).all(axis=1), below, width, ends, "fewer totals", columns)
    if len(totals) > 1:
        left_out = ~np.array([tuple(row) in inner for row in of_column.tolist()])
        yield _without(table, left_out, below, width, ends, "no totals", ())
    for place, name in enumerate(names):
        if any(not own[place] for own in tables):
            yield _without(table, of_column[:, place], below, width, ends, "coarser", (name,))
    if len(inner) == 1:
        yield _rounded(table, places, inner[0], below)


def _is_part(own: Sequence[bool], other: Sequence[bool]) -> bool:
    """Return whether a table is a total of another one."""
    return all(there or not here for here, there in zip(own, other, strict=True))


def _without(
    table: KnownTable,
    left_out: npt.NDArray[np.bool_],
    below: int,
    width: int,
    ends: float | None,
    way: Literal["fewer totals", "no totals", "coarser"],
    columns: tuple[str, ...],
) -> OtherWay:
    """Return a way in which some cells are not published."""
    import numpy as np

    shown = table.shown & ~left_out
    part = replace(
        table,
        low=np.where(left_out, 0, table.low),
        high=np.where(left_out, UNBOUNDED, table.high),
        hideable=table.hideable & ~left_out,
        shown=shown,
    )
    hiding = hide(part, part.small(below), width, ends)
    return OtherWay(
        way=way,
        columns=columns,
        base=None,
        shown=int(shown.sum()),
        small=len(hiding.small),
        beside=len(hiding.beside),
        hidden_value=int(table.counts[hiding.hidden].sum()),
        unproven=len(hiding.open),
        change=0,
    )


def _rounded(table: KnownTable, places: Keys, inner: Collection[bool], base: int) -> OtherWay:
    """Return the way in which inner cells are rounded, and totals are the sums of rounded cells."""
    import numpy as np

    own = ((places > 0) == np.array([*inner])).all(axis=1)
    rounded = np.floor(table.counts / base + 0.5) * base
    change = 0.0
    for kept in np.unique(places[table.shown] > 0, axis=0):
        _, cells = np.unique(places * kept, axis=0, return_inverse=True)
        true, published = (np.bincount(cells.ravel()[own], weights=counts[own]) for counts in (table.counts, rounded))
        change = max(change, float(np.abs(published - true).max(initial=0)))
    return OtherWay("rounded", (), base, int(table.shown.sum()), 0, 0, 0, 0, int(change))
