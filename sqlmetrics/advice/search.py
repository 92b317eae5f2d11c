"""The search for the cheapest recoding that passes: which nodes are asked, and what that proves.

Nodes that are known to fail with all finer ones are kept as an antichain of their coarsest. The
nodes that may still pass are those above none of them, and the cheapest of these are found best
first: a node below a failed one leads to its coarser ones that are not. Cheap nodes are not asked
themselves but the coarsest above them within the best known loss, since one that fails closes all
below it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlmetrics.advice.antichain import Antichain
from sqlmetrics.advice.lattice import Lattice, Node, covers, raised

TOGETHER = 50
"""The most nodes that are asked together."""

TIE = 1e-9
"""The share of a loss within which two are equal."""


class Answer(NamedTuple):
    """What is known of a node that was asked.

    With `closes` every finer node fails too. `loss` is what it costs, and `least` what it and each
    coarser node cost at least. `suppressed` are the records that one that passes suppresses.
    """

    passes: bool
    closes: bool
    loss: float
    least: float
    suppressed: int = 0


Ask = Callable[[Sequence[Node]], Sequence[Answer]]
"""Asks nodes together."""


@dataclass(frozen=True)
class Found:
    """The result of a search: the cheapest nodes that pass, of equal loss; none where none passes.

    `bound` is the least loss that a node may have which was not ruled out, and `asked` the number
    of nodes that were asked. A search that was stopped is not `proven`.
    """

    nodes: tuple[Node, ...]
    loss: float | None
    bound: float
    asked: int
    proven: bool

    @property
    def gap(self) -> float | None:
        """The share of the loss by which a better node may be cheaper; None where none passes."""
        if self.loss is None:
            return None
        return 0.0 if self.proven or self.loss <= 0 else max(0.0, (self.loss - self.bound) / self.loss)


@dataclass
class Search:
    """A search of a lattice.

    So many of the cheapest open nodes as the share `climbs` are asked by the coarsest above them,
    which is right where failures close what is below; the others are asked themselves, as where
    no failure does, or losses are known only of nodes that were asked. `stopped` says whether there
    is no time left.
    """

    lattice: Lattice
    ask: Ask
    climbs: float
    stopped: Callable[[], bool] = lambda: False
    together: int = TOGETHER
    answers: dict[Node, Answer] = field(default_factory=dict)
    failed: Antichain = field(default_factory=Antichain)
    best: float | None = None

    @property
    def limit(self) -> float:
        """The largest loss that is still of interest: the best known, and its ties."""
        return float("inf") if self.best is None else self.best + TIE * abs(self.best)

    def run(self) -> Found:
        """Return the cheapest nodes that pass, with the proof or how far it went."""
        if self.climbs:
            self._descend()
        frontier = Frontier(self)
        while not self.stopped():
            cheapest = frontier.cheapest(self.together)
            if not cheapest:
                return self._found(self.limit, proven=True)
            self._asked(self._chosen(cheapest))
        bound = frontier.least
        return self._found(min(bound, self.limit), proven=bound > self.limit)

    def _found(self, bound: float, *, proven: bool) -> Found:
        passing = [node for node, answer in self.answers.items() if answer.passes and answer.loss <= self.limit]
        nodes = tuple(sorted(passing, key=lambda node: (sum(node), node)))
        return Found(nodes, self.best, bound, len(self.answers), proven)

    def _descend(self) -> None:
        """Ask a way from the coarsest node down, and go on from the cheapest that passes."""
        self._asked(self.lattice.chain())
        while not self.stopped():
            passing = [node for node, answer in self.answers.items() if answer.passes and answer.loss == self.best]
            below = [node for known in passing for node in self.lattice.finer(known) if self.open(node)]
            if not below:
                return
            before = self.best
            self._asked(list(dict.fromkeys(below)))
            if self.best == before:
                return

    def _chosen(self, cheapest: Sequence[Node]) -> list[Node]:
        """Return the nodes to ask for the cheapest that may pass."""
        themselves = [node for place, node in enumerate(cheapest) if place >= self.climbs * len(cheapest)]
        chosen: list[Node] = []
        for node in cheapest[: len(cheapest) - len(themselves)]:
            if not any(covers(other, node) for other in chosen):
                highest = self.lattice.highest(node, self.limit)
                chosen.append(highest if highest not in self.answers else node)
        return list(dict.fromkeys([*themselves, *chosen]))

    def _asked(self, nodes: Sequence[Node]) -> None:
        """Ask nodes, and keep what their answers rule out."""
        for start in range(0, len(nodes), self.together):
            part = nodes[start : start + self.together]
            for node, answer in zip(part, self.ask(part), strict=True):
                self.answers[node] = answer
                if answer.passes:
                    self.best = answer.loss if self.best is None else min(self.best, answer.loss)
                elif answer.closes:
                    self.failed.add(node)

    def open(self, node: Node) -> bool:
        """Return whether a node was not asked, and may pass."""
        return node not in self.answers and self.failed.above(node, self.lattice.most) is None


class Frontier:
    """The nodes that may still pass, the cheapest first."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.heap: list[tuple[float, Node]] = []
        self.seen: set[Node] = set()
        self._push([search.lattice.bottom], 0.0)

    def _push(self, nodes: Iterable[Node], least: float) -> None:
        for node in nodes:
            if node not in self.seen:
                self.seen.add(node)
                heapq.heappush(self.heap, (max(least, self.search.lattice.loss(node)), node))

    @property
    def least(self) -> float:
        """The least loss of a node that may still pass, as far as it is known."""
        return self.heap[0][0] if self.heap else float("inf")

    def cheapest(self, most: int) -> list[Node]:
        """Return the cheapest nodes that are open and within the best loss, at most so many."""
        search, found = self.search, list[tuple[float, Node]]()
        while self.heap and len(found) < most and self.least <= search.limit:
            least, node = heapq.heappop(self.heap)
            failed = search.failed.above(node, search.lattice.most)
            if failed is not None:
                self._push(self._past(node, failed), least)
            elif node in search.answers:
                self._push(search.lattice.coarser(node), max(least, search.answers[node].least))
            else:
                found.append((least, node))
        for entry in found:
            heapq.heappush(self.heap, entry)
        return [node for _, node in found]

    def _past(self, node: Node, failed: Node) -> Iterator[Node]:
        """Give the finest nodes above one that a failed node does not cover."""
        for place, level in enumerate(failed):
            if level < self.search.lattice.most[place]:
                yield raised(node, place, level + 1)
