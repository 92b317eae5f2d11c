"""The question that a search asks of nodes: which pass, and what their failures rule out."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlmetrics.advice.bounds import bound_of
from sqlmetrics.advice.coded import Coded
from sqlmetrics.advice.conditions import Condition
from sqlmetrics.advice.lattice import Lattice, Node
from sqlmetrics.advice.result import Proof
from sqlmetrics.advice.screening import Screen, Screened, screened
from sqlmetrics.advice.search import Answer, Found, Search
from sqlmetrics.advice.settled import keeps, settle


@dataclass
class Question:
    """A lattice of coded counts, asked for the conditions, within a budget of records.

    What was asked stays `known`.
    """

    counts: Coded
    conditions: Sequence[Condition]
    lattice: Lattice
    screening: Screen
    share: float
    known: dict[Node, Answer] = field(default_factory=dict)

    @property
    def budget(self) -> int:
        """The most records that may be suppressed."""
        return self.counts.budget(self.share)

    @property
    def of_table(self) -> list[Condition]:
        """The conditions that no class is suppressed for."""
        return [condition for condition in self.conditions if not condition.of_classes]

    def closing(self, condition: Condition) -> bool:
        """Return whether a node that fails a condition shows that finer ones fail."""
        if condition.of_classes:
            return screened(condition, self.counts) and bound_of(condition, self.counts.words, self.budget) is not None
        steady = self.counts.plan.individual is None and not self.counts.moving
        return steady and self.budget == 0 and condition.metric.merging == "table"

    @property
    def proof(self) -> Proof:
        """The proof that no cheaper node passes, once the search is through."""
        closing = [condition for condition in self.conditions if self.closing(condition)]
        if len(closing) < len(self.conditions):
            return "order of loss"
        bounds = [bound_of(condition, self.counts.words, self.budget) for condition in closing if condition.of_classes]
        return "monotone" if self.budget == 0 or all(bound == "all" for bound in bounds) else "bound"

    @property
    def climbs(self) -> float:
        """The share of the cheapest open nodes that are asked by coarser ones."""
        closing = sum(map(self.closing, self.conditions))
        return 1.0 if closing == len(self.conditions) else 0.5 if closing else 0.0

    def search(self, time_limit: float | None) -> Found:
        """Return the cheapest nodes that pass."""
        return Search(self.lattice, self.ask, self.climbs, until(time_limit), self.screening.together).run()

    def ask(self, nodes: Sequence[Node]) -> list[Answer]:
        """Return the answers of nodes that are asked together."""
        rows: Sequence[Screened | None] = self.screening.ask(nodes) if self.screening.asks else [None for _ in nodes]
        answers = [self._answer(node, row) for node, row in zip(nodes, rows, strict=True)]
        self.known.update(zip(nodes, answers, strict=True))
        return answers

    def _answer(self, node: Node, row: Screened | None) -> Answer:
        loss = self.lattice.loss(node)
        if row is not None and (row.suppressed > self.budget or row.kept_classes == 0):
            return Answer(False, row.lost > self.budget, loss, loss)
        whole = row is None or row.suppressed == 0
        if not self.of_table and self.screening.whole and (self.screening.exact or whole):
            return Answer(True, False, loss, loss, 0 if row is None else round(row.suppressed))
        settled = settle(self.counts, self.conditions, node, self.budget)
        closes = settled.suppressed == 0 and any(
            self.closing(condition) and not keeps(condition, settled.scores) for condition in self.of_table
        )
        return Answer(settled.passes, closes, loss, loss, settled.suppressed)


def until(time_limit: float | None) -> Callable[[], bool]:
    """Return the function that says whether so many seconds from now have passed."""
    end = math.inf if time_limit is None else time.monotonic() + time_limit
    return lambda: time.monotonic() > end
