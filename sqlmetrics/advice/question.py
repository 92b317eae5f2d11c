"""The question of a search: which nodes keep conditions, and what failures rule out."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from sqlmetrics.advice.counts.coded import Coded
from sqlmetrics.advice.counts.conditions import ClassCondition, bound_of
from sqlmetrics.advice.counts.screening import Screen, Screened, screened
from sqlmetrics.advice.counts.settled import Left, keeps, scored, settle
from sqlmetrics.advice.counts.table_scores import NodeScores, TableScores, scored_together
from sqlmetrics.advice.frontier import RISK, Solution, Solutions, SolutionScore
from sqlmetrics.advice.losses import Losses
from sqlmetrics.advice.result import Proof
from sqlmetrics.advice.search.lattice import Lattice, Node
from sqlmetrics.advice.search.search import NodeAnswer, Search, SearchResult, Sweep
from sqlmetrics.engine.progress import Progress
from sqlmetrics.phrase import Phrase
from sqlmetrics.risk.combinations.packed import PackedRun

PROOFS: tuple[Proof, ...] = ("monotone", "bound", "order of loss")
"""The proofs, the strongest first."""

SCORED_RECODINGS = 20
"""The most recodings of a frontier that are scored, listed and drawn."""

CLOSED = frozenset({"any class", "passing classes"})
"""The kinds of merging of conditions that hold for the union of classes that pass."""


@dataclass
class Question:
    """A lattice of coded counts, asked for the conditions, within the budget of its losses.

    What was asked stays `known`.
    """

    counts: Coded
    conditions: Sequence[ClassCondition]
    lattice: Lattice
    screening: Screen
    tables: TableScores
    losses: Losses
    known: dict[Node, NodeAnswer] = field(default_factory=dict)

    @property
    def budget(self) -> int:
        """The most records that may be suppressed."""
        return self.losses.budget

    @property
    def of_table(self) -> list[ClassCondition]:
        """The conditions that no class is suppressed for."""
        return [condition for condition in self.conditions if not condition.of_classes]

    @property
    def suppresses(self) -> bool:
        """Whether a node may suppress records."""
        return self.budget > 0 and len(self.of_table) < len(self.conditions)

    def proof_of(self, condition: ClassCondition) -> Proof:
        """Return what shows that finer nodes fail a condition, the order of loss if nothing."""
        steady = self.counts.plan.individual is None and not self.counts.moving
        if condition.of_classes and screened(condition, self.counts):
            bound = bound_of(condition, self.counts.words, self.budget)
            return "monotone" if bound == "all" else "order of loss" if bound is None else "bound"
        if condition.of_classes and condition.metric.targets == "population" and self._counts_people(condition):
            return "monotone"
        if self.suppresses or not steady:
            return "order of loss"
        if condition.of_classes:
            certain = condition.threshold.undefined == "fail" and condition.metric.merging in CLOSED
            return "monotone" if certain else "order of loss"
        bounded = condition.metric.name == "itpr" and scored_together(condition, self.counts)
        return "monotone" if condition.metric.merging == "table" else "bound" if bounded else "order of loss"

    def _counts_people(self, condition: ClassCondition) -> bool:
        """Return whether a class fails for nothing but too few people in the population.

        A coarser class has more of them, unless the population lacks people of the table: then it
        may have fewer than the table, and fails.
        """
        return condition.metric.merging == "any class" and not self.counts.moving and self.counts.resident

    def closing(self, condition: ClassCondition) -> bool:
        """Return whether a node that fails a condition may show that finer ones fail."""
        return self.proof_of(condition) != "order of loss"

    @property
    def proof(self) -> Proof:
        """The proof that no cheaper node passes, once the search is through: the weakest."""
        return max((self.proof_of(condition) for condition in self.conditions), key=PROOFS.index)

    @property
    def climbs(self) -> float:
        """The share of the cheapest open nodes that are asked by coarser ones."""
        closing = sum(map(self.closing, self.conditions))
        return 1.0 if closing == len(self.conditions) else 0.5 if closing else 0.0

    def search(self, time_limit: float | None) -> SearchResult:
        """Return the cheapest nodes that pass."""
        run, together = self.counts.run, self.screening.together
        tell = told_ways(self.counts, self.lattice)
        with run.engine.progress.step("search", run.name):
            found = Search(self.lattice, self.ask, self.climbs, until(time_limit, run), together, tell).run()
        return without_empty_levels(found, self.counts)

    def frontier(self, time_limit: float | None) -> Solutions:
        """Return the minimal recodings that pass; nodes that the search asked are known by now."""
        together = self.screening.together
        sweep = Sweep(self.lattice, self.ask, self.climbs, until(time_limit, self.counts.run), together)
        minimal = sweep.run(dict(self.known))
        names = [column.generalization.column for column in self.counts.columns]
        found = []
        for place, (node, answer) in enumerate(minimal.nodes.items()):
            levels = zip(names, self.counts.without_empty_levels(node), strict=True)
            solution = Solution(dict(levels), answer.loss, answer.suppressed)
            found.append(self._scored(solution, node) if place < SCORED_RECODINGS else solution)
        return Solutions(tuple(found), minimal.asked, minimal.bound)

    def _scored(self, solution: Solution, node: Node) -> Solution:
        """Return a recoding with the scores of what it leaves."""
        settled = settle(self.counts, self.conditions, node, self.budget)
        scores = tuple(
            SolutionScore(score.metric, score.target, score.partition, score.value)
            for score in (scored(settled.scores, condition) for condition in self.conditions)
            if score is not None
        )
        risk = next((score.value for score in settled.scores if score.metric == RISK), None)
        return solution._replace(suppressed=settled.suppressed, scores=scores, risk=risk, rounds=settled.rounds)

    def ask(self, nodes: Sequence[Node]) -> list[NodeAnswer]:
        """Return the answers of nodes that are asked together."""
        rows: Sequence[Screened | None] = self.screening.ask(nodes) if self.screening.asks else [None for _ in nodes]
        asked = dict(zip(nodes, rows, strict=True))
        whole = [node for node, row in asked.items() if self._is_whole(row)]
        rest = self._final([node for node, row in asked.items() if node not in whole and self._within(row)])
        scores = dict(zip(whole, self.tables.of(whole), strict=True))
        if rest and self.tables.conditions:
            with self.screening.failing(rest) as out:
                scores |= zip(rest, self.tables.of(rest, out), strict=True)
        else:
            scores |= {node: {} for node in rest}
        losses = dict(zip(nodes, self.losses.of_nodes(nodes), strict=True))
        answers = [self._answer(node, row, scores.get(node), losses[node]) for node, row in asked.items()]
        self.known.update(zip(nodes, answers, strict=True))
        return answers

    def _within(self, row: Screened | None) -> bool:
        """Return whether a node suppresses no more than it may, by all conditions on classes."""
        within = row is not None and row.suppressed <= self.budget and row.kept_classes > 0
        return within and self.screening.whole

    def _final(self, nodes: list[Node]) -> list[Node]:
        """Return which nodes suppress no more than the classes that fail at first."""
        if self.screening.exact or not (nodes and self.screening.repeats):
            return nodes if self.screening.exact else []
        return [node for node, row in zip(nodes, self.screening.left(nodes), strict=True) if row.suppressed == 0]

    def _is_whole(self, row: Screened | None) -> bool:
        """Return whether a node suppresses nothing, by all conditions on classes."""
        if row is None:
            return not self.suppresses
        return row.suppressed == 0 and (self.screening.whole or self.budget == 0)

    def _answer(self, node: Node, row: Screened | None, scores: NodeScores | None, loss: float) -> NodeAnswer:
        """Return the answer of a node, with scores on the table where what it leaves is known."""
        least = loss if row is None else self.losses.least(row, loss)
        if row is not None and (row.suppressed > self.budget or row.kept_classes == 0):
            return NodeAnswer(False, row.lost > self.budget, loss, least)
        known = self.tables.conditions if scores is not None else []
        failed = [condition for condition in known if not self.tables.keeps(condition, scores or {})]
        if failed:
            return NodeAnswer(False, any(self._rules_out(condition, scores or {}) for condition in failed), loss, least)
        if scores is not None and len(known) == len(self.of_table) and self.screening.whole:
            if row is None:
                return NodeAnswer(True, False, loss, least)
            loss = self.losses.of_left(Left(row.kept_squares, row.kept_classes, row.suppressed), loss)
            return NodeAnswer(True, False, loss, least, round(row.suppressed))
        settled = settle(self.counts, self.conditions, node, self.budget, sized=self.losses.sized)
        loss = self.losses.of_left(settled.left, loss)
        if self.budget == 0 and settled.suppressed:
            apart = [one for one in self.conditions if one.of_classes and not screened(one, self.counts)]
            return NodeAnswer(False, bool(apart) and all(map(self.closing, apart)), loss, least, settled.suppressed)
        if settled.suppressed > self.budget:
            own = [condition for condition in self.conditions if condition.of_classes]
            certain = all(self.proof_of(condition) == "monotone" for condition in own)
            return NodeAnswer(False, certain, loss, least, settled.suppressed)
        closes = settled.suppressed == 0 and any(
            self.closing(condition) and not keeps(condition, settled.scores) for condition in self.of_table
        )
        return NodeAnswer(settled.passes, closes, loss, least, settled.suppressed)

    def _rules_out(self, condition: ClassCondition, scores: NodeScores) -> bool:
        """Return whether a failed condition on the table shows that finer nodes fail it."""
        proof = self.proof_of(condition)
        return proof == "monotone" or (proof == "bound" and self.tables.rules_out(condition, scores))


def without_empty_levels(found: SearchResult, counts: Coded) -> SearchResult:
    """Return a result whose columns of one value are left out, as that is what they are."""
    return replace(found, nodes=tuple(dict.fromkeys(map(counts.without_empty_levels, found.nodes))))


def until(time_limit: float | None, run: PackedRun) -> Callable[[], bool]:
    """Return whether `time_limit` seconds have passed, or enough is found, as a function."""
    end = math.inf if time_limit is None else time.monotonic() + time_limit
    return lambda: time.monotonic() > end or run.engine.progress.enough.is_set()


def told_ways(counts: Coded, lattice: Lattice) -> Callable[[SearchResult], None]:
    """Return the function that shows how far a search of coded counts is, and what it has found."""
    progress = counts.run.engine.progress
    names = [column.generalization.column for column in counts.columns]

    def tell(found: SearchResult) -> None:
        tell_found(progress, counts.run.name, found, lattice)
        if found.nodes:
            progress.passing = dict(zip(names, counts.without_empty_levels(found.nodes[0]), strict=True))

    return tell


def tell_found(progress: Progress, name: str, found: SearchResult, lattice: Lattice) -> None:
    """Show how far the search of a relation is."""
    progress.tell(Phrase("search {relation}: {found}", relation=name, found=found_so_far(found, lattice)))
    progress.overall = Phrase(
        "Trying ways: {asked} of about {nodes}", asked=(found.asked, ","), nodes=(lattice.nodes, ",")
    )


def found_so_far(found: SearchResult, lattice: Lattice) -> Phrase:
    """Return how far a search of a lattice is, in a few words."""
    return Phrase(
        "{asked} of {nodes} asked"
        if found.loss is None
        else "{asked} of {nodes} asked, loss {loss}, at most {share} less",
        asked=found.asked,
        nodes=lattice.nodes,
        loss=(found.loss or 0.0, ",.6g"),
        share=(found.gap or 0.0, ".1%"),
    )
