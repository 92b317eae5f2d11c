"""The nodes that may still pass, as boxes that share no node, the cheapest first.

A settled node that covers the finest one of a box rules out a part of it; the rest is cut into
boxes, each coarser than the settled node in one more column. So no node is kept that was seen, and
a lattice of any size needs as much memory as there are boxes within the best known loss.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import NamedTuple

from sqlmetrics.advice.search.lattice import Lattice, Node, raised

MOST_BOXES = 200_000
"""The most boxes that are kept; of more the dearer half is left out."""


class Box(NamedTuple):
    """The nodes from a finest to a coarsest one; each costs at least `least`."""

    least: float
    finest: Node
    coarsest: Node


Cut = Callable[[Box], tuple[Box, Node | None]]
"""Returns the part of a box that is worth a search, and a node at least as coarse as its finest.

The node is settled with all finer ones; it is None where the finest node is open."""


class Boxes:
    """The boxes of a lattice that are not settled.

    `left` is the least loss of the boxes that were left out since there were too many.
    """

    def __init__(self, lattice: Lattice, most: int = MOST_BOXES) -> None:
        self.lattice = lattice
        self.most = most
        self.heap = [Box(lattice.loss(lattice.bottom), lattice.bottom, lattice.most)]
        self.left = float("inf")

    @property
    def least(self) -> float:
        """The least loss that a node of a box may have, infinite where there is none."""
        return min(self.heap[0].least, self.left) if self.heap else self.left

    def cheapest(self, number: int, limit: float, cut: Cut, stopped: Callable[[], bool]) -> list[Box]:
        """Return at most `number` boxes within a loss, the cheapest whose finest nodes are open."""
        found: list[Box] = []
        while self.heap and len(found) < number and self.heap[0].least <= limit and not stopped():
            box, settled = cut(heapq.heappop(self.heap))
            if settled is None:
                found.append(box)
            else:
                self._split(box, settled, limit)
        for box in found:
            heapq.heappush(self.heap, box)
        return found

    def _split(self, box: Box, settled: Node, limit: float) -> None:
        """Keep the parts of a box within a loss that a settled node does not cover."""
        losses = self.lattice.losses
        past = [place for place, level in enumerate(settled) if level < box.coarsest[place]]
        past.sort(key=lambda place: losses[place][box.finest[place]] - losses[place][settled[place] + 1])
        coarsest = box.coarsest
        for place in past:
            finest = raised(box.finest, place, settled[place] + 1)
            least = max(box.least, self.lattice.loss(finest))
            if least <= limit:
                heapq.heappush(self.heap, Box(least, finest, coarsest))
            coarsest = raised(coarsest, place, settled[place])
        if len(self.heap) > self.most:
            self.heap.sort()
            kept = max(1, self.most // 2)
            self.left = min(self.left, self.heap[kept].least)
            del self.heap[kept:]
