"""The search for the cheapest recoding that passes: which nodes are asked, and what that proves.

Nodes that are known to fail with all finer ones are kept as an antichain of their coarsest. The
nodes that may still pass are those above none of them, and the cheapest of these are found best
first. Cheap nodes are not asked themselves but one far above them, at least up to the best known
loss, since one that fails closes all below it. How far beyond is learnt from the answers: the more
nodes fail, the farther the next ones are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil
from random import Random
from typing import NamedTuple

from sqlmetrics.advice.search.antichain import Antichain
from sqlmetrics.advice.search.boxes import MOST_BOXES, Box, Boxes
from sqlmetrics.advice.search.lattice import Lattice, Node, covers, middle

NODES_TOGETHER = 50
"""The most nodes that are asked together."""

TIE = 1e-9
"""The share of a loss within which two are equal."""

LEAST_TIE = 1e-12
"""The least difference of two losses."""


FAILING = 0.7
"""The share of the nodes above cheap ones that fail where they are as far above as they should."""

FARTHER = 1.3
"""The factor by which they are farther once all fail."""


class NodeAnswer(NamedTuple):
    """What is known of a node that was asked.

    With `closes` every finer node fails too. `loss` is what it costs, and `least` what it and each
    coarser node cost at least. `suppressed` are the records that one that passes suppresses.
    """

    passes: bool
    closes: bool
    loss: float
    least: float
    suppressed: int = 0


Ask = Callable[[Sequence[Node]], Sequence[NodeAnswer]]
"""Asks nodes together."""


@dataclass(frozen=True)
class SearchResult:
    """The result of a search: the cheapest nodes that pass, of equal loss; none where none passes.

    `bound` is the least loss that a node may have which passes, as far as it is known; None where
    it is known that no node passes. `asked` is the number of nodes that were asked. A search that
    was stopped is not `proven`.
    """

    nodes: tuple[Node, ...]
    loss: float | None
    bound: float | None
    asked: int
    proven: bool

    @property
    def gap(self) -> float | None:
        """The share of the loss by which a better node may be cheaper; None where none passes."""
        if self.loss is None or self.bound is None:
            return None
        return 0.0 if self.proven or self.loss <= 0 else max(0.0, (self.loss - self.bound) / self.loss)


@dataclass
class Search:
    """A search of a lattice.

    A share `climbs` of the cheapest open nodes is asked by a coarsest node above each, which is
    right where failures close the nodes below. The other nodes are asked themselves, which is right
    where no failure does. `stopped` says whether there is no time left, `told` hears of each step,
    and `most` is the number of boxes of nodes that are kept.
    """

    lattice: Lattice
    ask: Ask
    climbs: float
    stopped: Callable[[], bool] = lambda: False
    together: int = NODES_TOGETHER
    told: Callable[[SearchResult], None] = lambda _: None
    most: int = MOST_BOXES
    answers: dict[Node, NodeAnswer] = field(default_factory=dict)
    failed: Antichain = field(default_factory=Antichain)
    dear: Antichain = field(default_factory=lambda: Antichain(finest=True))
    best: float | None = None
    bound: float = 0.0
    reach: float = 1.0
    chance: Random = field(default_factory=lambda: Random(0))  # noqa: S311 - decides what is asked, and no secret

    @property
    def limit(self) -> float:
        """The largest loss that is still worth a search: the best known, and its ties."""
        return float("inf") if self.best is None else self.best + max(TIE * abs(self.best), LEAST_TIE)

    def run(self) -> SearchResult:
        """Return the cheapest nodes that pass, with the proof or how far it went."""
        if self.climbs:
            self._descend()
        while not self.stopped():
            asked = len(self.answers)
            left = self._through(Boxes(self.lattice, self.most))
            if left > self.limit or (self.best is None and left == float("inf")):
                return self._found(proven=True)
            if len(self.answers) == asked:
                break
        return self._found(proven=False)

    def _through(self, boxes: Boxes) -> float:
        """Ask until no node of any box may pass; return the least loss of what is left."""
        while not self.stopped():
            cheapest = boxes.cheapest(self.together, self.limit, self._cut, self.stopped)
            self.bound = max(self.bound, min(boxes.least, self.limit))
            if not cheapest:
                break
            themselves, above = self._chosen(cheapest)
            self._asked(list(dict.fromkeys([*themselves, *above])))
            self._learn(above)
        return boxes.least

    def _found(self, *, proven: bool) -> SearchResult:
        passing = [node for node, answer in self.answers.items() if answer.passes and answer.loss <= self.limit]
        nodes = tuple(sorted(passing, key=lambda node: (sum(node), node)))
        bound = self.best if proven else self.bound if self.best is None else min(self.bound, self.best)
        return SearchResult(nodes, self.best, bound, len(self.answers), proven)

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

    def _cut(self, box: Box) -> tuple[Box, Node | None]:
        """Return the part of a box that is worth a search, and a settled node above its finest."""
        if self.dear.covers(box.finest):
            return box, box.coarsest
        coarsest = self.dear.capped(box.finest, self.lattice.within(box.finest, box.coarsest, self.limit))
        failed = self.failed.above(box.finest, coarsest)
        answer = self.answers.get(box.finest)
        least = box.least if answer is None else max(box.least, answer.least)
        return Box(least, box.finest, coarsest), failed or (None if answer is None else box.finest)

    def _chosen(self, cheapest: Sequence[Box]) -> tuple[list[Node], list[Node]]:
        """Return the nodes to ask for the cheapest boxes: their own finest, and some far above."""
        climbing = ceil(self.climbs * len(cheapest))
        chosen: list[Node] = []
        for _, node, coarsest in cheapest[:climbing]:
            if not any(covers(other, node) for other in chosen):
                chosen.append(self._above(node, coarsest))
        return [box.finest for box in cheapest[climbing:]], list(dict.fromkeys(chosen))

    def _above(self, node: Node, coarsest: Node) -> Node:
        """Return a node to ask for one that is open."""
        if self.lattice.flat:
            top = middle(node, coarsest)
            return node if top in self.answers else top
        limits = (self.limit * self.reach, self.limit)
        tops = (self.lattice.highest(node, limit, self.chance) for limit in limits)
        return next((top for top in tops if top not in self.answers), node)

    def _learn(self, above: Sequence[Node]) -> None:
        """Look farther above cheap nodes where nearly all of those failed, else less far."""
        answers = [self.answers[node] for node in above if node in self.answers]
        if answers:
            failing = sum(not answer.passes for answer in answers) / len(answers)
            self.reach = max(1.0, self.reach * FARTHER ** (failing - FAILING))

    def _asked(self, nodes: Sequence[Node]) -> None:
        """Ask nodes, and keep what their answers rule out."""
        for start in range(0, len(nodes), self.together):
            part = nodes[start : start + self.together]
            before = self.best
            for node, answer in zip(part, self.ask(part), strict=True):
                self.answers[node] = answer
                if answer.passes:
                    self.best = answer.loss if self.best is None else min(self.best, answer.loss)
                elif answer.closes:
                    self.failed.add(node)
            if self.lattice.flat:
                for node in part if self.best == before else self.answers:
                    if self.answers[node].least > self.limit:
                        self.dear.add(node)
            self.told(self._found(proven=False))
            if self.stopped():
                return

    def open(self, node: Node) -> bool:
        """Return whether a node was not asked, and may pass."""
        return node not in self.answers and not self.failed.covers(node)
