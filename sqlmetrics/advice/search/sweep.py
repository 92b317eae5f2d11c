"""The minimal recodings, which pass while no finer one does, and the search for all of them."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlmetrics.advice.search.antichain import Antichain
from sqlmetrics.advice.search.lattice import Lattice, Node, covers, raised
from sqlmetrics.advice.search.search import NODES_TOGETHER, Ask, NodeAnswer

STEP = 0.05
"""The share of a chain by which the place of the next question moves after each batch."""

LOWEST, HIGHEST = 0.25, 0.9
"""The lowest and the highest place on a chain, as a share of it, at which a node is asked."""


class Minimal(NamedTuple):
    """The minimal nodes that pass, the cheapest first, with what is known of them.

    Where the search was stopped, `bound` is the least loss of a node that is still open. All
    minimal nodes that cost less are there; a node that costs more may be above one that passes.
    """

    nodes: Mapping[Node, NodeAnswer]
    asked: int
    bound: float | None

    @property
    def complete(self) -> bool:
        """Whether these are all."""
        return self.bound is None


@dataclass
class Sweep:
    """A search for all minimal nodes.

    A node above one that passes is not minimal, whether it passes or not, and a node below one that
    failed may be ruled out by the answer. A share `climbs` of the cheapest open nodes is asked by a
    node between each and the coarsest open one above it, so that about half of the answers pass.
    The other nodes are asked themselves, which is right where no failure rules out others.
    """

    lattice: Lattice
    ask: Ask
    climbs: float
    stopped: Callable[[], bool] = lambda: False
    together: int = NODES_TOGETHER
    place: float = 0.5
    answers: dict[Node, NodeAnswer] = field(default_factory=dict)
    failed: Antichain = field(default_factory=Antichain)
    passed: Antichain = field(default_factory=Antichain)
    heap: list[tuple[float, Node]] = field(default_factory=list)
    seen: set[Node] = field(default_factory=set)

    def run(self, known: Mapping[Node, NodeAnswer]) -> Minimal:
        """Return the minimal nodes; the `known` ones are not asked again."""
        for node, answer in known.items():
            self._keep(node, answer)
        heapq.heappush(self.heap, (self.lattice.loss(self.lattice.bottom), self.lattice.bottom))
        while cheapest := self._cheapest():
            if self.stopped():
                break
            chosen = self._chosen(cheapest)
            answers = self.ask(chosen)
            for node, answer in zip(chosen, answers, strict=True):
                self._keep(node, answer)
            passing = sum(answer.passes for answer in answers)
            moved = self.place + (-STEP if 2 * passing > len(answers) else STEP)
            self.place = min(max(moved, LOWEST), HIGHEST)
        nodes = sorted(map(self._mirrored, self.passed), key=lambda node: (self.answers[node].loss, node))
        return Minimal(
            nodes={node: self.answers[node] for node in nodes},
            asked=len(self.answers),
            bound=self.heap[0][0] if cheapest else None,
        )

    def _cheapest(self) -> list[Node]:
        """Return the cheapest open nodes, and keep them and what may be open above others."""
        found: list[tuple[float, Node]] = []
        while self.heap and len(found) < self.together:
            least, node = heapq.heappop(self.heap)
            if self.dominated(node):
                continue
            failed = self.failed.above(node, self.lattice.most)
            if failed is None and node not in self.answers:
                found.append((least, node))
                continue
            for place, level in enumerate(node if failed is None else failed):
                if level < self.lattice.most[place] and (past := raised(node, place, level + 1)) not in self.seen:
                    self.seen.add(past)
                    heapq.heappush(self.heap, (self.lattice.loss(past), past))
        for entry in found:
            heapq.heappush(self.heap, entry)
        return [node for _, node in found]

    def dominated(self, node: Node) -> bool:
        """Return whether a node is as coarse in every column as one that passes."""
        return self.passed.above(self._mirrored(node), self.lattice.most) is not None

    def _mirrored(self, node: Node) -> Node:
        return tuple(most - level for most, level in zip(self.lattice.most, node, strict=True))

    def _keep(self, node: Node, answer: NodeAnswer) -> None:
        self.answers[node] = answer
        if answer.passes:
            self.passed.add(self._mirrored(node))
        elif answer.closes:
            self.failed.add(node)

    def _open(self, node: Node) -> bool:
        return (
            node not in self.answers and not self.dominated(node) and self.failed.above(node, self.lattice.most) is None
        )

    def _chosen(self, cheapest: Sequence[Node]) -> list[Node]:
        """Return the nodes to ask for the cheapest open ones."""
        chosen: list[Node] = []
        climbing = round(self.climbs * len(cheapest))
        for node in cheapest[:climbing]:
            if not any(covers(other, node) or covers(node, other) for other in chosen):
                chosen.append(self._between(node))
        return list(dict.fromkeys([*chosen, *cheapest[climbing:]]))

    def _between(self, node: Node) -> Node:
        """Return a node on a way of open ones, from one as far up as it goes."""
        chain = [node]
        while way := next(filter(self._open, sorted(self.lattice.coarser(chain[-1]), key=self.lattice.loss)), None):
            chain.append(way)
        return chain[int(self.place * len(chain))]
