"""Propagation: bounds of cells are moved by their lines until none moves, in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.risk.published.lines import BOUNDS, LINES, line_rows
from sqlmetrics.risk.published.programmes import UNBOUNDED
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_ROUNDS = 500
"""The most rounds. Bounds hold after each; what would still move is then wider than it could be."""


class Moves(NamedTuple):
    """The bounds that lines moved: by cell and end, each round with the line, in order."""

    low: dict[int, list[tuple[int, int]]]
    high: dict[int, list[tuple[int, int]]]


class Contradiction(NamedTuple):
    """A line whose cells cannot have the counts that are shown."""

    line: int | None
    cell: int


class Propagated(NamedTuple):
    """The bounds of all cells by their number, less 1, after propagation, and what moved them."""

    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]
    moves: Moves
    contradiction: Contradiction | None


def propagate(engine: Engine) -> Propagated:
    """Return the bounds of the cells in the database, after rounds until none moves."""
    import numpy as np

    moves, source = Moves({}, {}), BOUNDS
    contradiction = _shown_apart(engine, source)
    for number in range(1, MOST_ROUNDS + 1):
        target = f"bounds_{number}"
        statement = render("published_round", LINES, source)
        fetch(engine, f"create temporary table {target} as {statement}", "the table", "propagation")
        found = line_rows(
            engine,
            f"select cell, low, high, low_line, high_line from {target}"  # noqa: S608
            " where low_line is not null or high_line is not null",
        )
        moved = False
        for cell, low, high, low_line, high_line in found:
            moved = True
            for line, own in ((low_line, moves.low), (high_line, moves.high)):
                if line is not None:
                    own.setdefault(int(cell), []).append((number, int(line)))
            if high is not None and low > high and contradiction is None:
                contradiction = Contradiction(int(low_line if low_line is not None else high_line), int(cell))
        if source != BOUNDS:
            fetch(engine, f"drop table {source}", "the table", "propagation")
        source = target
        if not moved or contradiction is not None:
            break
    bounds = engine.connection.sql(f"select low, high from {source} order by cell").fetchnumpy()  # noqa: S608
    low = np.asarray(bounds["low"], dtype=np.float64)
    high = np.ma.filled(np.ma.asarray(bounds["high"]).astype(np.float64), UNBOUNDED)
    return Propagated(low, high, moves, contradiction)


def _shown_apart(engine: Engine, bounds: str) -> Contradiction | None:
    """Return a cell that two tables show apart, if there is one."""
    cell = fetch_number(engine, f"select min(cell) from {bounds} where low > high", "the table", "propagation")  # noqa: S608
    return Contradiction(None, cell) if cell else None
