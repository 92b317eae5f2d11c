"""The cheapest recoding of a relation whose scores keep the thresholds, with the proof.

A search asks of nodes which pass, and what their failures rule out.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmetrics.advice.counts.coded import Coded, coded
from sqlmetrics.advice.counts.conditions import ClassCondition, bound_of, conditions_of
from sqlmetrics.advice.counts.screening import Screen, Screened, screen, screened
from sqlmetrics.advice.counts.settled import Left, keeps, scored, settle
from sqlmetrics.advice.counts.table_scores import NodeScores, TableScores, scored_together, table_scores
from sqlmetrics.advice.frontier import RISK, WEIGHED_RECODINGS, Solution, Solutions, SolutionScore, workload_task, worth
from sqlmetrics.advice.generalizations import check_words, generalizations, proposals
from sqlmetrics.advice.local.local import least_records, local_beside
from sqlmetrics.advice.losses import Losses, lattice_of, with_workload
from sqlmetrics.advice.lost import LostValues, lost_values
from sqlmetrics.advice.result import Advice, Change, Proof, column_change
from sqlmetrics.advice.search.lattice import Lattice, Node
from sqlmetrics.advice.search.search import NodeAnswer, Search, SearchResult, Sweep
from sqlmetrics.advice.series import (
    advice_in_series,
    check_series,
    earlier_recoding,
    earlier_series,
    own_thresholds,
    recoded_series,
)
from sqlmetrics.advice.view import Recoding, source_spec, verified, view_spec, view_texts
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened_records, population_source, unopened
from sqlmetrics.engine.written_dates import check_dates
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.scores import Score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import WEIGHTED, Plan
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.version import __version__

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
        progress, name = self.counts.run.engine.progress, self.counts.run.name

        def tell(found: SearchResult) -> None:
            progress.tell(f"search {name}: {self._standing(found)}")

        together = self.screening.together
        with progress.step("search", name):
            return Search(self.lattice, self.ask, self.climbs, until(time_limit), together, tell).run()

    def frontier(self, time_limit: float | None) -> Solutions:
        """Return the minimal recodings that pass; nodes that the search asked are known by now."""
        together = self.screening.together
        sweep = Sweep(self.lattice, self.ask, self.climbs, until(time_limit), together)
        minimal = sweep.run(dict(self.known))
        names = [column.generalization.column for column in self.counts.columns]
        found = []
        for place, (node, answer) in enumerate(minimal.nodes.items()):
            solution = Solution(dict(zip(names, node, strict=True)), answer.loss, answer.suppressed)
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

    def _standing(self, found: SearchResult) -> str:
        """Return how far a search is, in a few words."""
        asked = f"{found.asked:,} of {self.lattice.nodes:,} asked"
        if found.loss is None:
            return asked
        return f"{asked}, loss {found.loss:,.6g}, at most {found.gap or 0.0:.1%} less"

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


def until(time_limit: float | None) -> Callable[[], bool]:
    """Return the function that says whether `time_limit` seconds from now have passed."""
    end = math.inf if time_limit is None else time.monotonic() + time_limit
    return lambda: time.monotonic() > end


FLOATS = frozenset({"DOUBLE", "FLOAT"})
"""The types of DuckDB whose zero has a negative twin."""


def advise(spec: Spec, *, dialect: str | None = None, progress: Progress | None = None) -> Advice:
    """Return the recoding of a spec's relation that passes its thresholds with the least loss.

    The relation is read once and searched as counts, after a look at a sample of columns without
    levels; the view is scored from the relation before it is returned. Its text is in the named
    `dialect`, by default in the dialect of the relation's place. Raises SpecError for what cannot
    be searched as the spec says, QueryError where the engine fails, and where the view's scores
    differ from the scores of the search.

    With earlier releases the earlier recoding is the advice, where it passes all thresholds.
    """
    check_series(spec)
    plan = advised_plan(spec)
    conditions = conditions_of(own_thresholds(spec), plan)
    check_words(spec)
    task = workload_task(spec)
    if dialect is not None:
        unopened(spec, dialect)
    k = least_records(spec, conditions) if spec.advise.local else 0
    earlier = earlier_series(spec, progress)
    keep = earlier is not None and earlier.passed
    with opened_records(spec, progress or Progress(), beside=[spec.population]) as source:
        described = describe(source.engine, source.from_sql, source.name)
        check_columns(plan, described, source.name)
        levels = generalizations(spec, proposals(source, spec))
        given = [level for level in levels if level.column in spec.advise.generalizations]
        dates = [(level.column, part.date) for level in given for part in level.partitions]
        check_dates(source.engine, dates, source.from_sql, source.name)
        people = population_source(source, spec) if plan.populated else None
        with coded(source, plan, levels, people) as counts:
            lattice = lattice_of(spec.advise.loss, counts.columns, spec.advise.prefer)
            budget = counts.budget(spec.advise.suppress)
            losses = Losses(spec.advise.loss, counts, lattice, budget, spec.advise.about)
            with (
                screen(counts, conditions, budget, sized=losses.sized) as screening,
                table_scores(counts, conditions) as tables,
            ):
                question = Question(counts, conditions, lattice, screening, tables, losses)
                found = question.search(spec.advise.time_limit)
                minimal = question.frontier(spec.advise.time_limit) if spec.advise.frontier else None
            before = settle(counts, conditions, lattice.bottom, 0, suppress=False)
            node = found.nodes[0] if found.nodes else lattice.most
            mark = counts.mark(node)
            settled = settle(counts, conditions, node, question.budget if found.nodes else counts.records)
            whole = None if found.nodes else settle(counts, conditions, node, 0, suppress=False)
        pairs = tuple(zip(levels, node, strict=True))
        starred = not spec.advise.leave_out
        lost: tuple[LostValues, ...] = ()
        texts, after = None, () if whole is None else whole.scores
        floating = frozenset(column for column, of_type in described if of_type in FLOATS)
        omitted = frozenset(column for column, reason in spec.identifiers.items() if not reason)
        whole_rows = Recoding(plan, pairs, mark, conditions, 0, omitted, starred, floating=floating)
        cheapest = replace(whole_rows, rounds=settled.rounds) if found.nodes else None
        recoding = cheapest
        if keep:
            pairs, settled, found = earlier_recoding(spec, source, plan, conditions, people, found)
            recoding = replace(whole_rows, levels=pairs)
        if recoding is not None:
            after = verified(source, people, spec, recoding, settled, counts.records)
            texts = view_texts(recoding, source, spec, dialect, settled.suppressed, counts.records)
            if settled.suppressed:
                there = [column.column for column, level in pairs if level < column.root]
                lost = tuple(lost_values(source, people, recoding, [*there, *spec.sensitive]))
        if minimal is not None and minimal.solutions and task is not None:
            weighed = _recodings(whole_rows, minimal.listed[:WEIGHED_RECODINGS])
            minimal = replace(minimal, worth=worth(source, people, task, weighed))
        local = None
        if spec.advise.local:
            recoded = node if recoding is cheapest and settled.suppressed else lattice.bottom
            local_pairs = tuple(zip(levels, recoded, strict=True))
            local = local_beside(source, spec, replace(whole_rows, levels=local_pairs), k, dialect)
    changes = [_change(condition, before.scores, after) for condition in conditions]
    series = None
    if spec.released:
        searched = recoded_series(spec, cheapest or whole_rows, progress)
        chosen = earlier if earlier is not None and earlier.passed else searched
        if searched.verdicts:
            changes += chosen.changes(recoded_series(spec, None, progress))
        series = advice_in_series(earlier, searched, found=cheapest is not None)
        if not chosen.passed:
            texts, found = None, replace(found, nodes=(), loss=None, proven=False)
    return Advice(
        relation_name=source.name,
        dialect=source.engine.dialect.name if texts is None else texts.dialect,
        version=__version__,
        records=counts.records,
        suppressed=settled.suppressed,
        budget=question.budget,
        columns=tuple(column_change(column, level) for column, level in pairs),
        loss_name=spec.advise.loss,
        loss=found.loss,
        ties=tuple(dict(zip(spec.quasi_identifiers, other, strict=True)) for other in found.nodes[1:]),
        thresholds=tuple(changes),
        nodes=lattice.nodes,
        asked=found.asked,
        proven=found.proven,
        proof=question.proof,
        bound=found.bound,
        gap=found.gap,
        view=None if texts is None else texts.statement,
        model=None if texts is None else texts.model,
        spec=None
        if texts is None
        else view_spec(spec, texts.name, pairs, mark if settled.suppressed and starred else None),
        source_spec=source_spec(spec, pairs) if texts is not None and not settled.suppressed else None,
        frontier=minimal,
        local=local,
        series=series,
        lost=lost,
    )


def advised_plan(spec: Spec) -> Plan:
    """Return the plan of a spec's thresholds, over its quasi-identifiers as they are.

    Raises SpecError for words that do not go with advice.
    """
    if spec.harmonise and len(spec.sensitive) > 1:
        raise SpecError("advice and `harmonise` do not go together: name the attributes as quasi-identifiers")
    if spec.suppressed is not None:
        raise SpecError("advice recodes records as they are: leave `suppressed` out, or score the release")
    if spec.counts:
        raise SpecError("advice reads the records and makes a view of them: name their `relation`")
    thresholds = own_thresholds(spec)
    for threshold in thresholds:
        if catalogue()[threshold.metric].targets in {"sampled", *WEIGHTED}:
            raise SpecError(
                f"advice does not search for {threshold.metric}, which is estimated: leave its threshold out,"
                " and check the view for it"
            )
    metrics = [threshold.metric for threshold in thresholds] + ([RISK] if spec.advise.frontier else [])
    partitions = {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}
    words: dict[str, Any] = {"metrics": list(dict.fromkeys(metrics)), "partitions": partitions, "level": "table"}
    return with_workload(build_plan(spec.model_copy(update=words)).measured, spec.advise)


def _recodings(recoding: Recoding, solutions: Sequence[Solution]) -> dict[str, Recoding]:
    """Return the recodings of a frontier by the names that its table gives them."""
    columns = [column for column, _ in recoding.levels]
    return {
        f"recoding {place}": replace(
            recoding,
            levels=tuple((column, one.levels[column.column]) for column in columns),
            rounds=one.rounds,
        )
        for place, one in enumerate(solutions, 1)
    }


def _change(condition: ClassCondition, before: Sequence[Score], after: Sequence[Score]) -> Change:
    first, last = scored(before, condition), scored(after, condition)
    threshold = condition.threshold
    return Change(
        metric=condition.metric.name,
        target=condition.subject.target,
        partition=condition.subject.partition,
        bound=threshold.bound,
        limit=threshold.limit,
        before=None if first is None else first.value,
        after=None if last is None else last.value,
        passed=keeps(condition, after),
    )
