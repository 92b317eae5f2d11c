"""The coarsest nodes that are known to fail with every finer one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlmetrics.advice.lattice import Node

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Antichain:
    """Nodes of which none is as coarse as another in every column."""

    def __init__(self) -> None:
        self._nodes: NDArray[np.int8] | None = None

    def __iter__(self) -> Iterator[Node]:
        for row in [] if self._nodes is None else self._nodes.tolist():
            yield tuple(row)

    def add(self, node: Node) -> None:
        """Add a node, in place of those that it covers."""
        import numpy as np

        row = np.array([node], dtype=np.int8)
        if self._nodes is None:
            self._nodes = row
        elif not (self._nodes >= row).all(axis=1).any():
            kept = self._nodes[~(self._nodes <= row).all(axis=1)]
            self._nodes = np.concatenate([kept, row])

    def above(self, node: Node, most: Node) -> Node | None:
        """Return a node that covers another, or None.

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
