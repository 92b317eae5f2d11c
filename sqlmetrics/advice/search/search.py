"""The search for the cheapest recoding that passes: which nodes are asked, and what that proves.

Nodes that are known to fail with all finer ones are kept as an antichain of their coarsest. The
nodes that may still pass are those above none of them, and the cheapest of these are found best
first. Cheap nodes are not asked themselves but one far above them, at least up to the best known
loss, since one that fails closes all below it. How far beyond is learnt from the answers: the more
nodes fail, the farther the next ones are.

The nodes that may still pass are boxes that share no node. A settled node that covers the finest
one of a box rules out a part of it; the rest is cut into boxes, each coarser than the settled node
in one more column. So no node is kept that was seen, and a lattice of any size needs as much memory
as there are boxes within the best known loss.

A sweep searches for all minimal recodings, which pass while no finer one does.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from random import Random
from typing import NamedTuple

from sqlmetrics.advice.search.lattice import Antichain, Lattice, Node, covers, middle, raised

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
    stopped: Callable[[], bool]
    together: int
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
