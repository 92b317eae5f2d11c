"""The lattice of recodings: a node is a level for each quasi-identifier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

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

    def highest(self, node: Node, limit: float) -> Node:
        """Return a node above one whose loss is within a limit, and that of all above it is not."""
        loss = self.loss(node)
        levels = list(node)
        for place in _by_gain(self.losses, node):
            while levels[place] < self.most[place]:
                more = self.losses[place][levels[place] + 1] - self.losses[place][levels[place]]
                if loss + more > limit:
                    break
                loss += more
                levels[place] += 1
        return tuple(levels)


def raised(node: Node, place: int, level: int) -> Node:
    """Return a node with another level of one column."""
    return (*node[:place], level, *node[place + 1 :])


def covers(coarser: Node, finer: Node) -> bool:
    """Return whether a node is as coarse as another in every column."""
    return all(level >= other for level, other in zip(coarser, finer, strict=True))


def _by_gain(losses: Sequence[Sequence[float]], node: Node) -> list[int]:
    """Return the columns, those first whose next level costs least."""

    def cost(place: int) -> float:
        level = node[place]
        of_levels = losses[place]
        return of_levels[level + 1] - of_levels[level] if level + 1 < len(of_levels) else 0.0

    return sorted(range(len(node)), key=cost)
