"""The lattice of recodings, whose nodes are a level for each quasi-identifier, and antichains."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Node = tuple[int, ...]
"""The level of each quasi-identifier."""


@dataclass(frozen=True)
class Lattice:
    """The nodes up to the coarsest level of each column, with their losses, which add up by column.

    `losses` has for each column the loss of each level, which never falls.
    """

    most: Node
    losses: tuple[tuple[float, ...], ...]

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return prod(level + 1 for level in self.most)

    @property
    def bottom(self) -> Node:
        """The finest node."""
        return tuple(0 for _ in self.most)

    def loss(self, node: Node) -> float:
        """Return the loss of a node, summed in the order of the columns."""
        return sum(levels[level] for levels, level in zip(self.losses, node, strict=True))

    def coarser(self, node: Node) -> Iterator[Node]:
        """Give the nodes that are one level coarser in one column."""
        for place, level in enumerate(node):
            if level < self.most[place]:
                yield raised(node, place, level + 1)

    def finer(self, node: Node) -> Iterator[Node]:
        """Give the nodes that are one level finer in one column."""
        for place, level in enumerate(node):
            if level > 0:
                yield raised(node, place, level - 1)

    def chain(self) -> list[Node]:
        """Return a way from the coarsest node to the finest, each time by the largest loss."""
        nodes = [self.most]
        while any(nodes[-1]):
            nodes.append(min(self.finer(nodes[-1]), key=self.loss))
        return nodes

    @property
    def flat(self) -> bool:
        """Whether losses do not add up by column, and are known only of nodes that were asked."""
        return not any(map(any, self.losses))

    def within(self, node: Node, coarsest: Node, limit: float) -> Node:
        """Return the coarsest level of each column that a node alone may have within a loss."""
        room = limit - self.loss(node)
        return tuple(
            min(most, bisect_right(levels, levels[level] + room) - 1)
            for level, most, levels in zip(node, coarsest, self.losses, strict=True)
        )

    def highest(self, node: Node, limit: float, chance: Random) -> Node:
        """Return a node above one: its loss is within a limit, every coarser node's is above it.

        Where there are many such nodes, chance decides.
        """
        room = limit - self.loss(node)
        levels = list(node)
        places = [place for place, level in enumerate(node) if level < self.most[place]]
        while places:
            place = chance.choice(places)
            level, losses = levels[place], self.losses[place]
            step = losses[level + 1] - losses[level]
            fits = step <= room
            if fits:
                room -= step
                levels[place] += 1
            if not fits or levels[place] == self.most[place]:
                places.remove(place)
        return tuple(levels)


def raised(node: Node, place: int, level: int) -> Node:
    """Return a node with another level of one column."""
    return (*node[:place], level, *node[place + 1 :])


def covers(coarser: Node, finer: Node) -> bool:
    """Return whether a node is as coarse as another in every column."""
    return all(level >= other for level, other in zip(coarser, finer, strict=True))


def middle(finer: Node, coarser: Node) -> Node:
    """Return a node half way between two."""
    return tuple((low + high + 1) // 2 for low, high in zip(finer, coarser, strict=True))


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
