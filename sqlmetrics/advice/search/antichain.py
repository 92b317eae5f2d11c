"""Sets of nodes in which no node is as coarse as another in every column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlmetrics.advice.search.lattice import Node

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Antichain:
    """The coarsest nodes that were added, or with `finest` the finest ones."""

    def __init__(self, *, finest: bool = False) -> None:
        self._nodes: NDArray[np.int8] | None = None
        self._sign = -1 if finest else 1

    def __iter__(self) -> Iterator[Node]:
        for row in [] if self._nodes is None else self._nodes.tolist():
            yield tuple(row)

    def add(self, node: Node) -> None:
        """Add a node, in place of the nodes that it makes needless."""
        import numpy as np

        row = np.array([node], dtype=np.int8) * self._sign
        if self._nodes is None:
            self._nodes = row
        elif not (self._nodes >= row).all(axis=1).any():
            kept = self._nodes[~(self._nodes <= row).all(axis=1)]
            self._nodes = np.concatenate([kept, row])

    def covers(self, node: Node) -> bool:
        """Return whether a node is as fine as one of the coarsest, or as coarse as a finest."""
        import numpy as np

        if self._nodes is None:
            return False
        return bool((self._nodes >= np.array(node, dtype=np.int8) * self._sign).all(axis=1).any())

    def above(self, node: Node, most: Node) -> Node | None:
        """Return one of the coarsest that covers a node, or None.

        Of several it is the one that the fewest columns, each at `most` as coarse, lead past.
        """
        import numpy as np

        if self._nodes is None:
            return None
        covering = self._nodes[(self._nodes >= np.array(node, dtype=np.int8)).all(axis=1)]
        if not len(covering):
            return None
        ways = (covering < np.array(most, dtype=np.int8)).sum(axis=1)
        return tuple(int(level) for level in covering[int(ways.argmin())])

    def capped(self, node: Node, most: Node) -> Node:
        """Return `most`, lowered where one more column of a node reaches one of the finest."""
        import numpy as np

        if self._nodes is None:
            return most
        finest = -self._nodes
        short = finest > np.array(node, dtype=np.int8)
        levels = list(most)
        for row, columns in zip(finest[short.sum(axis=1) == 1], short[short.sum(axis=1) == 1], strict=True):
            place = int(columns.argmax())
            levels[place] = min(levels[place], int(row[place]) - 1)
        return tuple(levels)
