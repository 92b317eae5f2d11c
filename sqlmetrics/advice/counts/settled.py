"""A node settled alone, with the statements of scores: what is suppressed, and what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlmetrics.advice.counts.coded import Coded, HiddenClasses
from sqlmetrics.advice.counts.conditions import ClassCondition, ClassConditionEntry
from sqlmetrics.advice.search.lattice import Node
from sqlmetrics.engine.rows import fetch_number, fetch_row
from sqlmetrics.scoring.score_rows import score_rows
from sqlmetrics.scoring.scores import Score
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
    """Return the plan of the classes that conditions are on; no such condition asks for weights."""
    metrics = {condition.metric.name: condition.metric for condition in conditions if condition.of_classes}
    return replace(plan, level="class", metrics=tuple(metrics.values()), weight=None)


def class_entries(entries: PlanEntries) -> tuple[PlanEntries, bool]:
    """Return the entries of a plan of classes, and whether they need nothing of the whole table.

    They then have no more facts than these need; see the macro `class_measures`.
    """
    if not OF_TABLE.isdisjoint(entries["facts"]):
        return entries, False
    needed = any("class_entropy" in render("measured", entries, metric) for metric in entries["metrics"])
    spare = {"class_share"} if needed else {"class_share", "class_entropy"}
    return {**entries, "facts": [fact for fact in entries["facts"] if fact not in spare]}, True


class Sight(NamedTuple):
    """A node as an attacker sees it, without unknown columns, and the conditions on its classes."""

    node: Node
    conditions: Sequence[ClassCondition]


class Suppression(NamedTuple):
    """The classes that were suppressed, with their records.

    The `turns` of each round are the places of the attackers for whom some were found.
    """

    records: int = 0
    turns: tuple[tuple[int, ...], ...] = ()
    classes: tuple[HiddenClasses, ...] = ()


@contextmanager
def suppression(coded: Coded, sights: Sequence[Sight], budget: int, most: int | None = None) -> Iterator[Suppression]:
    """Give the classes to suppress until every condition on classes holds, inside only.

    In each round each attacker's classes are judged in turn, on what the turns before have left.
    It ends before its time once more records than the `budget` are suppressed, and after more turns
    than the `most` found some. A single attacker's classes are judged once where no class's score
    depends on the others.
    """
    run = coded.run
    once = len(sights) == 1 and not any(one.of_classes and one.compared for one in sights[0].conditions)
    tables: dict[int, HiddenClasses] = {}
    sizes = dict.fromkeys(range(len(sights)), 0)
    records, turns = 0, list[tuple[int, ...]]()
    with ExitStack() as kept:
        while (not turns or turns[-1]) and records <= budget and (most is None or sum(map(len, turns)) <= most):
            found = list[int]()
            for place, (node, conditions) in enumerate(sights):
                classes = class_plan(coded.words, conditions)
                if not (listed := by_target(conditions, classes)):
                    continue
                entries, alone = class_entries(coded.entries(classes, node, [*tables.values()]))
                own = tables[place].table if place in tables else None
                query = render("failing_classes", entries, listed, own, alone)
                table = kept.enter_context(run.table(query, "search"))
                if (size := run.size(table)) == sizes[place]:
                    continue
                sizes[place] = size
                found.append(place)
                tables[place] = HiddenClasses(table, coded.masks(node))
                left = render("records_left", coded.keys, [*tables.values()])
                records = coded.records - int(fetch_number(run.engine, left, run.name, "search"))
                if records > budget:
                    break
            turns.append(tuple(found))
            if once:
                break
        yield Suppression(records, tuple(filter(None, turns)), tuple(tables.values()))


def records_at_risk(coded: Coded, conditions: Sequence[ClassCondition], node: Node) -> int:
    """Return the records of a node in classes that fail a condition, before any is suppressed.

    Where people are counted, or records with a NULL do not take part, a class has other records
    than it counts.
    """
    own = [one for one in conditions if one.of_classes]
    if not own:
        return 0
    put = _on_one_target(own)
    classes = class_plan(coded.words, put)
    listed = by_target(put, classes)
    targets = tuple(target for number, target in enumerate(classes.measured.targets) if number in listed)
    entries, alone = class_entries(coded.entries(replace(classes, targets=targets), node))
    if not alone or coded.plan.individual is not None or coded.plan.nulls == "drop":
        with suppression(coded, [Sight(node, own)], 0) as failing:
            return failing.records
    numbers = {place: listed[number] for place, number in enumerate(sorted(listed))}
    query = render("failing_records", entries, numbers)
    return int(fetch_number(coded.run.engine, query, coded.run.name, "search"))


SIZES = frozenset({"k_anonymity", "prosecutor_risk"})
"""The metrics that say of a class how many records it has."""


def _on_one_target(conditions: Sequence[ClassCondition]) -> list[ClassCondition]:
    """Return conditions with the sizes of classes put to an attribute, whose classes they are."""
    place = next((one.target for one in conditions if one.metric.name not in SIZES), None)
    if place is None:
        return [*conditions]
    return [replace(one, target=place) if one.metric.name in SIZES else one for one in conditions]


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
    run = coded.run
    with suppression(coded, [Sight(node, conditions)] if suppress else [], budget) as gone:
        suppressed, rounds, hidden = gone.records, len(gone.turns), gone.classes
        if suppressed > budget:
            return Settled(suppressed, rounds, (), False)
        scores = scores_left(coded, node, hidden)
        left = None
        if sized:
            query = render("classes_left", coded.keys, coded.masks(node), hidden)
            left = fetch_row(run.engine, query, run.name, Left, "search")._replace(suppressed=suppressed)
    passes = suppressed < coded.records and all(keeps(condition, scores) for condition in conditions)
    return Settled(suppressed, rounds, scores, passes, left)


def scores_left(coded: Coded, node: Node, hidden: Sequence[HiddenClasses] = ()) -> tuple[Score, ...]:
    """Return the scores of a node's records that are in no hidden class."""
    entries = coded.entries(coded.words, node, hidden)
    return score_rows(coded.run.engine, coded.words, entries, coded.run.name, None).scores


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


def kept_by_each(condition: ClassCondition, scores: Sequence[Score]) -> bool:
    """Return whether the score of the table says that each class keeps a condition on classes.

    It does not where a class may have no score, which the table's, the worst of the others, hides.
    """
    return keeps(condition, scores) and not condition.metric.undefined
