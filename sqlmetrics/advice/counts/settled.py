"""A node settled alone, with the statements of scores: what is suppressed, and what is left."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlmetrics.advice.counts.coded import Coded
from sqlmetrics.advice.counts.conditions import ClassCondition, ClassConditionEntry
from sqlmetrics.advice.search.lattice import Node
from sqlmetrics.engine.rows import fetch_number, fetch_row
from sqlmetrics.risk.score_rows import score_rows
from sqlmetrics.risk.scores import Score
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

OF_TABLE = frozenset({"total", "classes", "target_values", "target_entropy", "weighted_entropy"})
"""The facts of the whole table that a metric of classes may need."""


class Left(NamedTuple):
    """The squares and the number of the classes that are left, and the suppressed records."""

    squares: float
    classes: float
    suppressed: float = 0


@dataclass(frozen=True)
class Settled:
    """A node with the records that are suppressed, and the scores of what is left.

    `rounds` is how often classes were suppressed, the last time by the distribution of what was
    left. Without scores more than the budget is suppressed. `left` is there where it was wanted.
    """

    suppressed: int
    rounds: int
    scores: tuple[Score, ...]
    passes: bool
    left: Left | None = None


def by_target(conditions: Sequence[ClassCondition], plan: Plan) -> dict[int, list[ClassConditionEntry]]:
    """Return the conditions on classes for the macros, by the numbers of a plan's own targets."""
    measured = plan.measured.targets
    found: dict[int, list[ClassConditionEntry]] = {}
    for condition in conditions:
        if condition.of_classes:
            number = measured.index(plan.targets[condition.target])
            found.setdefault(number, []).append(condition.entry(plan))
    return found


def class_plan(plan: Plan, conditions: Sequence[ClassCondition]) -> Plan:
    """Return the plan of the classes that conditions are on."""
    metrics = {condition.metric.name: condition.metric for condition in conditions if condition.of_classes}
    return replace(plan, level="class", metrics=tuple(metrics.values()))


def class_entries(entries: PlanEntries) -> tuple[PlanEntries, bool]:
    """Return the entries of a plan of classes, and whether they need nothing of the whole table.

    They then have no more facts than these need; see the macro `class_measures`.
    """
    if not OF_TABLE.isdisjoint(entries["facts"]):
        return entries, False
    needed = any("class_entropy" in render("measured", entries, metric) for metric in entries["metrics"])
    spare = {"class_share"} if needed else {"class_share", "class_entropy"}
    return {**entries, "facts": [fact for fact in entries["facts"] if fact not in spare]}, True


def settle(
    coded: Coded,
    conditions: Sequence[ClassCondition],
    node: Node,
    budget: int,
    *,
    suppress: bool = True,
    sized: bool = False,
) -> Settled:
    """Return a node with classes suppressed until every condition on classes holds on what is left.

    First the classes that fail by the distribution of the whole table are suppressed, then the
    classes that fail by the distribution of the rest. Without `suppress` all records are scored,
    and with `sized` the sizes of the classes that are left are there, too.
    """
    run, masks = coded.run, coded.masks(node)
    classes = class_plan(coded.words, conditions)
    listed = by_target(conditions, classes)
    suppressed, rounds, out, size = 0, 0, None, 0
    with ExitStack() as kept:
        while suppress and listed:
            entries, alone = class_entries(coded.entries(classes, node, out))
            query = render("failing_classes", entries, listed, out, alone)
            found = kept.enter_context(run.table(query, "search"))
            if (new := run.size(found)) == size:
                break
            out, size, rounds = found, new, rounds + 1
            count = render("records_in", coded.keys, masks, out)
            suppressed = int(fetch_number(run.engine, count, run.name, "search"))
            if suppressed > budget:
                return Settled(suppressed, rounds, (), False)
        scores = score_rows(run.engine, coded.words, coded.entries(coded.words, node, out), run.name, None).scores
        left = None
        if sized:
            left = fetch_row(run.engine, render("classes_left", coded.keys, masks, out), run.name, Left, "search")
            left = left._replace(suppressed=suppressed)
    passes = suppressed < coded.records and all(keeps(condition, scores) for condition in conditions)
    return Settled(suppressed, rounds, scores, passes, left)


def scored(scores: Sequence[Score], condition: ClassCondition) -> Score | None:
    """Return the score that a condition is on, None where there is none."""
    return next(
        (
            score
            for score in scores
            if score.metric == condition.metric.name
            and (score.target, score.partition) == (condition.subject.target, condition.subject.partition)
        ),
        None,
    )


def keeps(condition: ClassCondition, scores: Sequence[Score]) -> bool:
    """Return whether the score that a condition is on keeps it."""
    score = scored(scores, condition)
    return score is not None and condition.threshold.holds(score.value, score.reason)
