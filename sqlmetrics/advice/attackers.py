"""The cheapest recoding that keeps the limits of several attackers, each by what that one knows.

All are asked of the same counts. To an attacker an unknown column is one that is left out: classes
are seen by the known columns alone, each at the level of the node.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sqlmetrics.advice.counts.coded import Coded
from sqlmetrics.advice.counts.conditions import ClassCondition, conditions_of
from sqlmetrics.advice.counts.screening import screen
from sqlmetrics.advice.counts.settled import keeps, scored, settle
from sqlmetrics.advice.counts.table_scores import table_scores
from sqlmetrics.advice.losses import OF_CLASSES, Losses
from sqlmetrics.advice.question import PROOFS, Question, told_ways, until, without_empty_levels
from sqlmetrics.advice.result import Change, Proof
from sqlmetrics.advice.search.lattice import Lattice, Node
from sqlmetrics.advice.search.search import NodeAnswer, Search, SearchResult
from sqlmetrics.advice.view import Recoding, different, view_source
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import Threshold, read_thresholds
from sqlmetrics.scoring.attackers import AttackerPlans
from sqlmetrics.scoring.open_scores import score_attackers
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.attackers import attackers_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import Plan

NOT_FOR_SEVERAL = (
    "advise: `{word}` is for one attacker, and the spec has several: leave it out, or name what one attacker knows as"
    " `quasi_identifiers` in place of `attackers`"
)
"""The refusal of words of `advise` that are not searched for several attackers."""

ALONE = ("suppress", "local", "frontier", "workload")
"""The words of `advise` for a single attacker."""


def limits_of(spec: Spec) -> dict[str, tuple[Threshold, ...]]:
    """Return the limits of each attacker by name. Raises SpecError for words that are for one."""
    for word in ALONE:
        if getattr(spec.advise, word):
            raise SpecError(NOT_FOR_SEVERAL.format(word=word))
    if spec.advise.loss in OF_CLASSES:
        raise SpecError(NOT_FOR_SEVERAL.format(word=f"loss: {spec.advise.loss}"))
    return {name: read_thresholds(part) for name, part in attackers_of(spec).items()}


def with_all_thresholds(spec: Spec) -> Spec:
    """Return a spec with the limits of all its attackers, whose metrics are counted for."""
    limits: dict[str, list[Any]] = {}
    for part in attackers_of(spec).values():
        for metric, entries in part.thresholds.items():
            limits.setdefault(metric, []).extend(entries)
    return spec.model_copy(update={"thresholds": limits})


class AttackerQuestion(NamedTuple):
    """An attacker's part of a question: the conditions, and the columns that are not known.

    `roots` are the levels of all columns at which they are left out.
    """

    name: str
    conditions: Sequence[ClassCondition]
    question: Question
    unknown: frozenset[int]
    roots: Node

    def seen(self, node: Node) -> Node:
        """Return the node as the attacker sees it."""
        return tuple(self.roots[place] if place in self.unknown else level for place, level in enumerate(node))

    def ask(self, nodes: Sequence[Node]) -> list[NodeAnswer]:
        """Return the answers of nodes; several that look alike to the attacker are asked once."""
        seen = [self.seen(node) for node in nodes]
        known = self.question.known
        if fresh := [node for node in dict.fromkeys(seen) if node not in known]:
            self.question.ask(fresh)
        return [known[node] for node in seen]


@dataclass(frozen=True)
class QuestionOfAttackers:
    """A lattice that is asked which nodes pass for all attackers.

    A failure for one is a failure, and rules out what it rules out for that one.
    """

    lattice: Lattice
    losses: Losses
    parts: Sequence[AttackerQuestion]

    def ask(self, nodes: Sequence[Node]) -> list[NodeAnswer]:
        """Return the answers of nodes; what fails for one attacker is not asked for the next."""
        losses = self.losses.of_nodes(nodes)
        failed: dict[int, NodeAnswer] = {}
        for part in self.parts:
            left = [place for place in range(len(nodes)) if place not in failed]
            answers = part.ask([nodes[place] for place in left])
            failed |= {place: one for place, one in zip(left, answers, strict=True) if not one.passes}
        return [
            NodeAnswer(place not in failed, place in failed and failed[place].closes, loss, loss)
            for place, loss in enumerate(losses)
        ]

    @cached_property
    def proof(self) -> Proof:
        """The proof that no cheaper node passes, once the search is through: the weakest."""
        return max((part.question.proof for part in self.parts), key=PROOFS.index)

    def search(self, time_limit: float | None) -> SearchResult:
        """Return the cheapest nodes that pass for all."""
        run = self.losses.coded.run
        climbs = min(part.question.climbs for part in self.parts)
        together = min(part.question.screening.together for part in self.parts)
        tell = told_ways(self.losses.coded, self.lattice)
        with run.engine.progress.step("search", run.name):
            found = Search(self.lattice, self.ask, climbs, until(time_limit, run), together, tell).run()
        return without_empty_levels(found, self.losses.coded)

    def scores(self, node: Node) -> Mapping[str, Sequence[Score]]:
        """Return the scores of a node for each attacker, with all records."""
        coded = self.losses.coded
        return {
            part.name: settle(coded, part.conditions, part.seen(node), 0, suppress=False).scores for part in self.parts
        }

    def changes(self, before: Node, after: Mapping[str, Sequence[Score]]) -> list[Change]:
        """Return each limit of each attacker with the scores of a node before, and scores after."""
        first = self.scores(before)
        return [
            _change(condition, part.name, first[part.name], after[part.name])
            for part in self.parts
            for condition in part.conditions
        ]


def _change(condition: ClassCondition, attacker: str, before: Sequence[Score], after: Sequence[Score]) -> Change:
    first, last = scored(before, condition), scored(after, condition)
    return Change(
        metric=condition.metric.name,
        target=condition.subject.target,
        partition=condition.subject.partition,
        bound=condition.threshold.bound,
        limit=condition.threshold.limit,
        before=None if first is None else first.value,
        after=None if last is None else last.value,
        passed=keeps(condition, after),
        attacker=attacker,
    )


@contextmanager
def question_of_attackers(
    spec: Spec, plan: Plan, counts: Coded, losses: Losses, lattice: Lattice
) -> Iterator[QuestionOfAttackers]:
    """Give the question of the limits of all attackers, whose tables are there inside only.

    Raises SpecError where no attacker has a limit.
    """
    roots = tuple(column.generalization.root for column in counts.columns)
    free = Lattice(roots, tuple(tuple(0.0 for _ in range(root + 1)) for root in roots))
    parts = attackers_of(spec)
    with ExitStack() as kept:
        found = []
        for name, thresholds in limits_of(spec).items():
            if not thresholds:
                continue
            conditions = conditions_of(thresholds, plan)
            screening = kept.enter_context(screen(counts, conditions, 0))
            tables = kept.enter_context(table_scores(counts, conditions))
            own = Losses("non_uniform_entropy", counts, free, 0)
            question = Question(counts, conditions, free, screening, tables, own)
            columns = [column.generalization.column for column in counts.columns]
            known = parts[name].quasi_identifiers
            unknown = frozenset(place for place, column in enumerate(columns) if column not in known)
            found.append(AttackerQuestion(name, conditions, question, unknown, roots))
        if not found:
            raise SpecError('advice needs `thresholds`, such as {"k_anonymity": 5}')
        yield QuestionOfAttackers(lattice, losses, found)


def verified_for_attackers(
    source: Source, people: Source | None, spec: Spec, recoding: Recoding, question: QuestionOfAttackers
) -> Mapping[str, Sequence[Score]]:
    """Return the scores of an advised view for each attacker, from the source.

    Raises QueryError where they differ from what the search found.
    """
    view, residents = view_source(source, people, recoding)
    metrics = list(dict.fromkeys(one.metric.name for part in question.parts for one in part.conditions))
    keys = {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}
    words: dict[str, Any] = {"metrics": metrics, "partitions": keys, "look": False}
    plans = AttackerPlans.of(spec.model_copy(update=words))
    found = {name: scores.scores for name, scores in score_attackers(view, plans, residents).items()}
    if not all(keeps(condition, found[part.name]) for part in question.parts for condition in part.conditions):
        raise different(source.name)
    return found
