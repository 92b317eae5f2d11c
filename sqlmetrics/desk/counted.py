"""The count table of a table that is open: every change of its spec is answered from there.

The known columns are counted once, as codes whose bits are the levels of a column. A level is a
mask, and a column that is not known is masked whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlmetrics.advice.counts.coded import Coded, CodedColumn, coded, most_records, narrowed
from sqlmetrics.advice.counts.conditions import ClassCondition, conditions_of
from sqlmetrics.advice.counts.settled import (
    Sight,
    Suppression,
    kept_by_each,
    records_at_risk,
    scored,
    scores_left,
    suppression,
)
from sqlmetrics.advice.generalizations import Generalization, Levels, domains_of, generalizations, numbered_level
from sqlmetrics.advice.search.lattice import Node
from sqlmetrics.desk.answer import Answer, Closest, LevelStep
from sqlmetrics.engine.engine import fetch
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import Threshold, Verdict, read_thresholds, verdict
from sqlmetrics.publication.planned import decides, levels_of_release, plan_of_release
from sqlmetrics.scoring.bands import ClassBands, bands_plan, class_bands
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.goes_with import WORDS, check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue, metric_named
from sqlmetrics.statement.plan import IDENTITY, Plan
from sqlmetrics.statement.render import render

UNSHOWN = (
    "household",
    "query",
    "where",
    "url",
    "database",
)
"""Words of a spec that the desk does not show."""

ALWAYS = ("k_anonymity", "uniqueness")
"""The metrics of every answer."""

SHARED = 2
"""The size from which each size of classes is told: smaller classes are one person alone."""


class AskedSpec(NamedTuple):
    """A spec as its count table is asked: the plan, the node of its levels, and its conditions.

    `later` are thresholds that the count table cannot judge.
    """

    spec: Spec
    coded: Coded
    node: Node
    columns: Sequence[tuple[Generalization, int]]
    conditions: tuple[ClassCondition, ...]
    later: tuple[Threshold, ...]
    budget: int

    @property
    def sized(self) -> bool:
        """Whether the sizes of classes are all that the conditions are on."""
        return self.coded.plan.individual is None and all(one.of_identity(self.coded.plan) for one in self.conditions)


def has_points(spec: Spec) -> bool:
    """Return whether a spec is about points of a person that an attacker knows."""
    return any(WORDS[word].is_asked(spec) for word in ("points", "traces", "tables"))


def check_shown(spec: Spec, *, points: bool = False) -> None:
    """Raise SpecError for a spec with words that the desk does not show.

    Known `points` have a page of their own, where nothing is written.
    """
    check_goes_with("desk", spec)
    named = [word for word in UNSHOWN if getattr(spec, word)]
    named += ["strategy"] if spec.release.strategy != "full_domain" else []
    if named:
        words = ", ".join(f"`{word}`" for word in named)
        raise SpecError(f"the desk does not show {words}: go on in the terminal, or take it out of the spec")
    if has_points(spec) and not points:
        raise SpecError("the spec is about `known` points by now, which have a page of their own: open it again")


def judged_here(threshold: Threshold) -> bool:
    """Return whether the count table can judge a threshold."""
    metric = catalogue().get(threshold.metric)
    return decides(threshold) and metric is not None and metric.targets != "population"


def known_steps(spec: Spec, proposed: Mapping[str, Levels]) -> list[tuple[Generalization, int]]:
    """Return each known column of a spec with the steps that it may take, and its own step.

    A level that is none of the steps of its column takes their place.
    """
    free: dict[str, Any] = {"keep": [], "at_most": {}, "need": {}}
    listed = {
        one.column: one
        for one in generalizations(spec.model_copy(update={"advise": spec.advise.model_copy(update=free)}), proposed)
    }
    found = []
    for own, level in levels_of_release(spec, listed):
        steps = listed[own.column]
        partition = own.partition(level)
        if partition is None:
            found.append((steps, steps.root * bool(level)))
            continue
        same = [place for place, one in enumerate(steps.partitions, 1) if domains_of(one) == domains_of(partition)]
        found.append((steps, same[0]) if same else (own, level))
    return found


@dataclass(frozen=True)
class CountedTable:
    """The counts of a relation by the columns that were known when they were counted.

    `structure` is what a spec must have in common with the counts.
    """

    counts: Coded
    plan: Plan
    structure: tuple[object, ...]
    proposed: Mapping[str, Levels]

    @classmethod
    @contextmanager
    def of(cls, source: Source, spec: Spec, proposed: Mapping[str, Levels]) -> Iterator[CountedTable]:
        """Give the counts of an open relation, inside only. Raises SpecError, QueryError."""
        check_shown(spec)
        if not spec.quasi_identifiers:
            raise SpecError("no column is Known, so nothing tells people apart")
        plan = _plan(spec, [*ALWAYS, *_secret(spec)])
        columns = [column for column, _ in known_steps(spec, proposed)]
        with coded(source, plan, columns, keyed=False) as counts:
            yield cls(counts, plan, _structure(spec, plan), proposed)

    def needs_count(self, spec: Spec) -> bool:
        """Return whether a spec needs other counts: another column is known, or secret."""
        check_shown(spec)
        if not spec.quasi_identifiers:
            return True
        columns = {one.generalization.column: one.generalization for one in self.counts.columns}
        steps = known_steps(spec, self.proposed)
        if any(columns.get(column.column) != column for column, _ in steps):
            return True
        return _structure(spec, _plan(spec, [*ALWAYS, *_secret(spec)])) != self.structure

    def asked(self, spec: Spec, thresholds: Iterable[Threshold] | None = None) -> AskedSpec:
        """Return a spec as a question to the counts, by default with its own thresholds."""
        own = read_thresholds(spec) if thresholds is None else tuple(thresholds)
        here = tuple(one for one in own if judged_here(one))
        plan = _plan(spec, [*ALWAYS, *(one.metric for one in here)])
        words = replace(self.counts.words, metrics=plan.metrics, parameters=plan.parameters)
        own_plan = replace(self.counts.plan, metrics=plan.metrics, parameters=plan.parameters)
        columns = known_steps(spec, self.proposed)
        levels = {column.column: level for column, level in columns}
        node = tuple(levels.get(one.generalization.column, one.generalization.root) for one in self.counts.columns)
        return AskedSpec(
            spec,
            replace(self.counts, plan=own_plan, words=words),
            node,
            columns,
            conditions_of(here, own_plan) if here else (),
            tuple(one for one in own if not judged_here(one)),
            most_records(spec.release.drop, self.counts.records),
        )

    def answer(self, spec: Spec) -> Answer:
        """Return what the release of a spec gives away, and what passing costs."""
        question = self.asked(spec)
        node, budget = question.node, question.budget
        own = tuple(one for one in question.conditions if one.of_classes)
        at_risk, gone, lost = 0, Suppression(), dict[str, tuple[int, int]]()
        with narrowed(question.coded, node, sized=question.sized) as counts:
            scores = scores_left(counts, node)
            if not all(kept_by_each(one, scores) for one in own):
                at_risk = records_at_risk(counts, own, node)
            if 0 < at_risk <= budget:
                with suppression(counts, [Sight(node, own)], budget) as gone:
                    if gone.records <= budget:
                        scores = scores_left(counts, node, gone.classes)
                        lost = self.lost(question, counts if counts.words.attributes else question.coded, gone)
        needed = max(at_risk, gone.records)
        dropped = needed if needed <= budget else 0
        sizes = [score.value for score in scores if (score.metric, score.target) == ("k_anonymity", IDENTITY)]
        shares = [score.value for score in scores if score.metric == "uniqueness"]
        return Answer(
            known=tuple(column.column for column, level in question.columns if level < column.root),
            sensitive=tuple(spec.sensitive),
            left_out=tuple(column.column for column, level in question.columns if level == column.root),
            records=counts.records,
            at_risk=at_risk,
            dropped=dropped,
            budget=budget,
            needed=needed if needed > budget and spec.release.drop else None,
            verdicts=tuple(_verdict(condition, scores) for condition in question.conditions),
            later=tuple(str(one) for one in question.later),
            smallest=None if not sizes or sizes[0] is None else round(sizes[0]),
            alone=None if not shares or shares[0] is None else round(shares[0] * (counts.records - dropped)),
            detail=self.details(question),
            detail_left=self.detail_left(question),
            lost=lost,
        )

    def lost(self, question: AskedSpec, counts: Coded, gone: Suppression) -> dict[str, tuple[int, int]]:
        """Return by column how many values it has, and how many go with dropped records."""
        there = {column.column: level for column, level in question.columns if level < column.root}
        columns = [one for one in counts.columns if one.generalization.column in there]
        fields = [
            (one.word, one.mask(there[one.generalization.column]), one.null_entry() if one.has_nulls else None)
            for one in columns
        ]
        numbers = []
        for hidden in ((), gone.classes):
            query = render("column_values", counts.table, fields, len(counts.words.attributes), hidden)
            numbers.append(fetch(counts.run.engine, query, counts.run.name, "search")[0])
        names = (*(one.generalization.column for one in columns), *counts.words.attributes)
        return {
            name: (before, before - left) for name, before, left in zip(names, *numbers, strict=True) if left < before
        }

    def details(self, question: AskedSpec) -> dict[str, float]:
        """Return by known column the share of the entropy of its values that its level keeps."""
        coded_columns = {one.generalization.column: one for one in self.counts.columns}
        return {column.column: _left([(coded_columns[column.column], level)]) for column, level in question.columns}

    def detail_left(self, question: AskedSpec) -> float:
        """Return the share of the entropy of all known columns that their levels keep."""
        coded_columns = {one.generalization.column: one for one in self.counts.columns}
        return _left([(coded_columns[column.column], level) for column, level in question.columns])

    def steps(self, spec: Spec, name: str) -> tuple[LevelStep, ...]:
        """Return what each step of a known column would do, the others staying.

        Steps that leave one value are not among them: the last one leaves the column out.
        """
        question = self.asked(spec)
        place = next(at for at, one in enumerate(self.counts.columns) if one.generalization.column == name)
        column, chosen = next(one for one in question.columns if one[0].column == name)
        levels = range(column.root + 1)
        nodes = [(*question.node[:place], level, *question.node[place + 1 :]) for level in levels]
        at_risk: Sequence[int | None] = [None for _ in nodes]
        if question.conditions:
            at_risk = _at_risk(question, nodes)
        return _offered(column, (self.step(question, column, level, chosen, at_risk[level]) for level in levels))

    def crowd(self, spec: Spec) -> ClassBands:
        """Return how many people are in classes of each size, before any record is dropped."""
        question = self.asked(spec)
        with narrowed(question.coded, question.node, sized=True) as counts:
            plan = bands_plan(counts.words)
            entries = counts.entries(plan, question.node)
            return class_bands(counts.run.engine, plan, entries, counts.run.name, SHARED, {})

    def broken(self, spec: Spec, limits: Mapping[str, Sequence[Threshold]]) -> dict[str, int]:
        """Return how many records are in classes that break each limit, before any is dropped.

        Limits that the count table cannot judge are left out.
        """
        found: dict[str, int] = {}
        known: dict[tuple[object, ...], int] = {}
        here = {name: own for name, own in limits.items() if own and all(map(judged_here, own))}
        tables: dict[bool, Coded] = {}
        with ExitStack() as kept:
            for name, own in here.items():
                asked_of = [_of_alone(one) for one in own]
                same = tuple((one.metric, one.limit, one.target, one.partition) for one in asked_of)
                if same not in known:
                    question = self.asked(spec, asked_of)
                    if not any(one.of_classes for one in question.conditions):
                        continue
                    if question.sized not in tables:
                        narrow = narrowed(self.counts, question.node, sized=question.sized)
                        tables[question.sized] = kept.enter_context(narrow)
                    counts = tables[question.sized]
                    metrics = question.coded.words.metrics
                    words = replace(counts.words, metrics=metrics, parameters=question.coded.words.parameters)
                    known[same] = records_at_risk(replace(counts, words=words), question.conditions, question.node)
                found[name] = known[same]
        return found

    def detail_of(self, levels: Mapping[str, int]) -> float:
        """Return the share of the entropy of columns that their levels keep."""
        return _left(
            [(one, levels[name]) for one in self.counts.columns if (name := one.generalization.column) in levels]
        )

    def uncounted(self, spec: Spec) -> dict[str, tuple[LevelStep, ...]]:
        """Return the steps of each known column without what they would do to people at risk."""
        question = self.asked(spec)
        return {
            column.column: _offered(
                column, (self.step(question, column, level, chosen, None) for level in range(column.root + 1))
            )
            for column, chosen in question.columns
        }

    def step(
        self, question: AskedSpec, column: Generalization, level: int, chosen: int, at_risk: int | None
    ) -> LevelStep:
        """Return a step of a column with what is known of it."""
        own = next(one for one in self.counts.columns if one.generalization.column == column.column)
        need = needed_level(question.spec, column)
        return LevelStep(
            level=level,
            name=step_name(column, level),
            at_risk=at_risk,
            detail_left=_left([(own, level)]),
            chosen=level == chosen,
            within=at_risk is not None and at_risk <= question.budget,
            beyond_need=need is not None and level > need,
            tells=own.tells(level),
        )


def _offered(column: Generalization, steps: Iterable[LevelStep]) -> tuple[LevelStep, ...]:
    """Return the steps that leave several values, the one that is taken, and the last one.

    Steps that the spec gives are all there.
    """
    *before, last = steps
    given = column.origin == "given"
    return (*(one for one in before if given or one.tells or one.chosen), last)


def closest(steps: Mapping[str, Sequence[LevelStep]]) -> Closest | None:
    """Return the single step that leaves the fewest at risk within the study's needs, or None."""
    found = [
        Closest(column, one.level, one.name, one.at_risk)
        for column, own in steps.items()
        for one in own
        if one.at_risk is not None and not one.chosen and not one.beyond_need
    ]
    return min(found, key=lambda one: one.at_risk, default=None)


def _at_risk(question: AskedSpec, nodes: Sequence[Node]) -> list[int]:
    """Return the records at risk of nodes, each coarser than the one before.

    They get no more with coarser classes where one that passes makes each union pass. Then all
    nodes between two with as many have as many.
    """
    own, plan = [one for one in question.conditions if one.of_classes], question.coded.plan
    falling = not question.coded.moving and all(
        one.metric.merging == "any class" and (plan.individual is None or one.of_identity(plan)) for one in own
    )
    found: dict[int, int] = {}
    tables = {-1: question.coded}
    last = len(nodes) - 1
    with ExitStack() as kept:

        def count(place: int) -> None:
            finer = tables[max(other for other in tables if other < place)]
            tables[place] = kept.enter_context(narrowed(finer, nodes[place], sized=question.sized))
            found[place] = records_at_risk(tables[place], own, nodes[place])

        def count_between(low: int, high: int) -> None:
            if falling and found[low] == found[high]:
                found.update(dict.fromkeys(range(low, high), found[low]))
            elif high - low > 1:
                middle = (low + high) // 2
                count(middle)
                count_between(low, middle)
                count_between(middle, high)

        count(0)
        count(last)
        count_between(0, last)
    return [found[place] for place in range(len(nodes))]


def _of_alone(threshold: Threshold) -> Threshold:
    """Return a limit by which nobody is alone as one on classes: each has two records."""
    if (threshold.metric, threshold.limit) != ("uniqueness", 0):
        return threshold
    return Threshold("k_anonymity", "at_least", 2.0)


def needed_level(spec: Spec, column: Generalization) -> int | None:
    """Return the coarsest level of a column that the study can use, None where any will do."""
    if column.column not in spec.advise.need:
        return None
    return numbered_level(column, spec.advise.need[column.column], "advise: `need`", spec.folder)


def step_name(column: Generalization, level: int) -> str:
    """Return what a level is called on its step."""
    partition = column.partition(level)
    if partition is None:
        return "left out" if level else "as it is"
    if partition.date is not None:
        return partition.date
    if partition.kind == "prefix":
        return f"first {partition.count}"
    return f"{partition.count} {'bands' if partition.kind == 'intervals' else 'groups'}"


def _left(columns: Sequence[tuple[CodedColumn, int]]) -> float:
    """Return the share of the entropy of columns that their levels keep."""
    whole = sum(column.facts[-1].entropy_loss for column, _ in columns)
    lost = sum(column.facts[level].entropy_loss for column, level in columns)
    return 1 - lost / whole if whole > 0 else 1.0


def _secret(spec: Spec) -> list[str]:
    """Return a metric of the sensitive attributes, if there are any."""
    return ["distinct_l_diversity"] if spec.sensitive else []


def _plan(spec: Spec, metrics: Iterable[str]) -> Plan:
    """Return the plan of a spec's known columns as they are, with metrics."""
    return plan_of_release(spec, [metric_named(name).name for name in metrics])


def _structure(spec: Spec, plan: Plan) -> tuple[object, ...]:
    """Return what a count table depends on beside the known columns."""
    return plan.targets, plan.individual, plan.nulls, plan.suppressed, spec.orders, spec.hierarchies


def _verdict(condition: ClassCondition, scores: Sequence[Score]) -> Verdict:
    """Return the verdict on the score that a condition is on."""
    score = scored(scores, condition)
    if score is None:
        raise SpecError(f"thresholds: {condition.threshold} measures nothing here")
    return verdict(condition.threshold, score)
