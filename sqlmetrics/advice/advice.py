"""The cheapest recoding of a relation whose scores keep the thresholds, with the proof."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

from sqlmetrics.advice.coded import MARK, Coded, coded
from sqlmetrics.advice.conditions import Condition, bound_of, conditions_of
from sqlmetrics.advice.generalizations import Generalization, generalizations
from sqlmetrics.advice.lattice import Lattice, Node
from sqlmetrics.advice.losses import lattice_of
from sqlmetrics.advice.screening import Screen, Screened, screen, screened
from sqlmetrics.advice.search import Answer, Found, Search
from sqlmetrics.advice.settled import Settled, scored, settle
from sqlmetrics.advice.view import create_view, view_query
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.gate.thresholds import read_thresholds
from sqlmetrics.risk.combinations.packed import Run
from sqlmetrics.risk.result import Result
from sqlmetrics.risk.score import score_source
from sqlmetrics.risk.scores import Score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__

Proof = Literal["monotone", "bound", "order of loss"]


class Change(NamedTuple):
    """A threshold with the score of the relation as it is, and that of the advised view.

    Either is None where it is undefined, and `after` also where nothing passes.
    """

    metric: str
    target: str
    partition: str | None
    bound: str
    limit: float
    before: float | None
    after: float | None
    passed: bool


class ColumnChange(NamedTuple):
    """A quasi-identifier with its advised level, of so many, and what the level is called."""

    column: str
    level: int
    levels: int
    name: str


@dataclass(frozen=True, repr=False)
class Advice(Result[ColumnChange]):
    """The cheapest recoding that passes, or how far the coarsest is from passing.

    Attributes
    ----------
    relation_name, dialect, version
        What was recoded, the dialect of the view, and the version of sqlmetrics.
    records, suppressed, budget
        The records, those that the view suppresses, and those that it might.
    columns
        The level of each quasi-identifier; of the coarsest recoding where nothing passes.
    loss_name, loss
        The measure of what is lost, and its value; None where nothing passes.
    ties
        The levels of the other recodings with the same loss.
    thresholds
        Each threshold before and after.
    nodes, asked
        The recodings there are, and those that were asked.
    proven, proof, bound, gap
        Whether no cheaper recoding passes, and by what; the least loss that was not ruled out, and
        the share of the loss by which it is less.
    view
        The statement that creates the view; None where nothing passes.
    """

    relation_name: str
    dialect: str
    version: str
    records: int
    suppressed: int
    budget: int
    columns: tuple[ColumnChange, ...]
    loss_name: str
    loss: float | None
    ties: tuple[Mapping[str, int], ...]
    thresholds: tuple[Change, ...]
    nodes: int
    asked: int
    proven: bool
    proof: Proof
    bound: float
    gap: float | None
    view: str | None

    @property
    def rows(self) -> tuple[ColumnChange, ...]:
        """The columns with their levels."""
        return self.columns

    @property
    def passed(self) -> bool:
        """Whether a recoding passes."""
        return self.view is not None

    @property
    def levels(self) -> dict[str, int] | None:
        """The level of each quasi-identifier, None where nothing passes."""
        return {change.column: change.level for change in self.columns} if self.passed else None

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as its JSON."""
        return {
            "relation": self.relation_name,
            "dialect": self.dialect,
            "version": self.version,
            "records": self.records,
            "levels": self.levels,
            "columns": [change._asdict() for change in self.columns],
            "loss_name": self.loss_name,
            "loss": self.loss,
            "suppressed": self.suppressed,
            "budget": self.budget,
            "ties": [dict(levels) for levels in self.ties],
            "proven": self.proven,
            "proof": self.proof,
            "nodes": self.nodes,
            "asked": self.asked,
            "bound": self.bound,
            "gap": self.gap,
            "thresholds": [change._asdict() for change in self.thresholds],
            "view": self.view,
        }


def advise(spec: Spec, *, progress: Progress | None = None) -> Advice:
    """Return the recoding of a spec's relation that passes its thresholds with the least loss.

    The relation is read once and searched as counts; the view is scored from the relation before it
    is returned. Raises SpecError for what cannot be searched as the spec says, QueryError where the
    engine fails, and where the view's scores are not those of the search.
    """
    plan = advised_plan(spec)
    conditions = conditions_of(read_thresholds(spec), plan)
    levels = generalizations(spec, {})
    with opened_records(spec, progress or Progress(), beside=[spec.population]) as source:
        check_columns(plan, describe(source.engine, source.from_sql, source.name), source.name)
        with coded(Run(source.engine, plan, source.name), source.from_sql, levels) as counts:
            lattice = lattice_of(spec.advise.loss, counts.columns, spec.advise.prefer)
            with screen(counts, conditions) as screening:
                question = Question(counts, conditions, lattice, screening, spec.advise.suppress)
                found = question.search(spec.advise.time_limit)
            before = settle(counts, conditions, lattice.bottom, 0, suppress=False)
            node = found.nodes[0] if found.nodes else lattice.most
            settled = settle(counts, conditions, node, question.budget if found.nodes else counts.records)
        view, after = None, settled.scores
        if found.nodes:
            query = _query(source, plan, levels, node, conditions, settled)
            after = _verified(source, spec, query, conditions, settled)
            view = create_view(_view_name(spec), comment(*_about(spec, levels, node, settled, counts.records)) + query)
    return Advice(
        relation_name=source.name,
        dialect=source.engine.dialect.name,
        version=__version__,
        records=counts.records,
        suppressed=settled.suppressed,
        budget=question.budget,
        columns=tuple(
            ColumnChange(column.column, level, column.root, column.name(level))
            for column, level in zip(levels, node, strict=True)
        ),
        loss_name=spec.advise.loss,
        loss=found.loss,
        ties=tuple(_named(levels, other) for other in found.nodes[1:]),
        thresholds=tuple(_change(condition, before.scores, after) for condition in conditions),
        nodes=lattice.nodes,
        asked=found.asked,
        proven=found.proven,
        proof=question.proof,
        bound=found.bound,
        gap=found.gap,
        view=view,
    )


def advised_plan(spec: Spec) -> Plan:
    """Return the plan of a spec's thresholds, over its quasi-identifiers as they are.

    Raises SpecError for words that do not go with advice.
    """
    if spec.harmonise and len(spec.sensitive) > 1:
        raise SpecError("advice and `harmonise` do not go together: name the attributes as quasi-identifiers")
    if spec.suppressed is not None:
        raise SpecError("advice is of records as they are: leave `suppressed` out, or score the release")
    if spec.counts:
        raise SpecError("advice reads the records, of which it makes a view: name their `relation`")
    metrics = [threshold.metric for threshold in read_thresholds(spec)]
    partitions = {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}
    words: dict[str, Any] = {"metrics": list(dict.fromkeys(metrics)), "partitions": partitions, "level": "table"}
    return build_plan(spec.model_copy(update=words)).measured


@dataclass
class Question:
    """A lattice of coded counts, asked for the conditions, within a budget of records."""

    counts: Coded
    conditions: Sequence[Condition]
    lattice: Lattice
    screening: Screen
    share: float

    @property
    def budget(self) -> int:
        """The most records that may be suppressed."""
        return int(self.share * self.counts.records * (1 + 1e-12))

    @property
    def of_table(self) -> list[Condition]:
        """The conditions that no class is suppressed for."""
        return [condition for condition in self.conditions if not condition.of_classes]

    def closing(self, condition: Condition) -> bool:
        """Return whether a node that fails a condition shows that finer ones fail."""
        if condition.of_classes:
            return screened(condition, self.counts) and bound_of(condition, self.counts.words) is not None
        steady = self.counts.plan.individual is None and not self.counts.moving
        return steady and self.budget == 0 and condition.metric.merging == "table"

    @property
    def proof(self) -> Proof:
        """The proof that no cheaper node passes, once the search is through."""
        closing = [condition for condition in self.conditions if self.closing(condition)]
        if len(closing) < len(self.conditions):
            return "order of loss"
        bounds = [bound_of(condition, self.counts.words) for condition in closing if condition.of_classes]
        return "monotone" if self.budget == 0 or all(bound == "all" for bound in bounds) else "bound"

    def search(self, time_limit: float | None) -> Found:
        """Return the cheapest nodes that pass."""
        closing = sum(map(self.closing, self.conditions))
        climbs = 1.0 if closing == len(self.conditions) else 0.5 if closing else 0.0
        end = None if time_limit is None else time.monotonic() + time_limit
        stopped = partial(_past, end)
        return Search(self.lattice, self.ask, climbs, stopped, self.screening.together).run()

    def ask(self, nodes: Sequence[Node]) -> list[Answer]:
        """Return the answers of nodes that are asked together."""
        rows: Sequence[Screened | None] = self.screening.ask(nodes) if self.screening.asks else [None for _ in nodes]
        return [self._answer(node, row) for node, row in zip(nodes, rows, strict=True)]

    def _answer(self, node: Node, row: Screened | None) -> Answer:
        loss = self.lattice.loss(node)
        if row is not None and row.suppressed > self.budget:
            return Answer(False, row.lost > self.budget, loss, loss)
        whole = row is None or row.suppressed == 0
        if not self.of_table and self.screening.whole and (self.screening.exact or whole):
            return Answer(True, False, loss, loss)
        settled = settle(self.counts, self.conditions, node, self.budget)
        closes = settled.suppressed == 0 and any(
            self.closing(condition) and not _kept(condition, settled.scores) for condition in self.of_table
        )
        return Answer(settled.passes, closes, loss, loss)


def _kept(condition: Condition, scores: Sequence[Score]) -> bool:
    score = scored(scores, condition)
    return score is not None and condition.holds(score.value, score.reason)


def _past(end: float | None) -> bool:
    return end is not None and time.monotonic() > end


def _named(levels: Sequence[Generalization], node: Node) -> dict[str, int]:
    return {column.column: level for column, level in zip(levels, node, strict=True)}


def _change(condition: Condition, before: Sequence[Score], after: Sequence[Score]) -> Change:
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
        passed=_kept(condition, after),
    )


def _query(
    source: Source,
    plan: Plan,
    levels: Sequence[Generalization],
    node: Node,
    conditions: Sequence[Condition],
    settled: Settled,
) -> str:
    """Return the query of the advised view."""
    columns = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
    pairs = list(zip(levels, node, strict=True))
    return view_query(plan, columns, pairs, conditions, settled.rounds, source.from_sql, source.engine.dialect)


def _verified(
    source: Source, spec: Spec, query: str, conditions: Sequence[Condition], settled: Settled
) -> tuple[Score, ...]:
    """Return the scores of the view, from the source.

    Raises QueryError where they are not those that the search found.
    """
    keys = {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}
    metrics = list(dict.fromkeys(condition.metric.name for condition in conditions))
    words: dict[str, Any] = {"metrics": metrics, "partitions": keys, "level": "table", "look": False}
    words["suppressed"] = MARK if settled.suppressed else None
    plan = build_plan(spec.model_copy(update=words))
    view = source._replace(from_sql=f"(\n{query}\n)")
    result = score_source(view, plan)
    held = all(_kept(condition, result.scores) for condition in conditions)
    if not held or (result.suppressed or (0,))[0] != settled.suppressed:
        raise QueryError(
            f"the advised view of {source.name} does not score as the search found, which is an error of sqlmetrics;"
            " please report it with the spec"
        )
    return result.scores


def _view_name(spec: Spec) -> str:
    return render("quoted", f"{spec.called}_advised")


def _about(spec: Spec, levels: Sequence[Generalization], node: Node, settled: Settled, records: int) -> list[str]:
    """Return the lines that describe the view."""
    lines = [f"sqlmetrics {__version__}: {spec.name}, recoded so that its thresholds pass"]
    for column, level in zip(levels, node, strict=True):
        lines.append(f"{column.column}: level {level} of {column.root}, {column.name(level)}")
    share = settled.suppressed / records
    lines.append(f"{settled.suppressed:,} of {records:,} records ({share:.1%}) have {MARK} in every quasi-identifier")
    return lines
