"""Thresholds as conditions on classes and on the table, with what is proven of each.

Sources: LeFevre, DeWitt and Ramakrishnan 2005 (roll-up, monotony); Machanavajjhala et al. 2007.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import Measured, Threshold, check_measured, holding, outermost, scores_of
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.entries import MetricEntry, metric_entry
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

OF_CLASSES = ("any class", "passing classes", "alone")
"""The kinds of merging of metrics whose table score is that of the worst class."""

OF_WHOLE = frozenset({"target_entropy", "target_values", "total"})
"""Facts of the whole table on which a class's score may depend."""


class ClassConditionEntry(TypedDict):
    """A condition on classes as the macros of advice take it."""

    metric: MetricEntry
    operator: str
    limit: str
    fails: bool
    bound: str | None


@dataclass(frozen=True)
class ClassCondition:
    """A threshold on one metric of one target, by the target's number in the plan."""

    threshold: Threshold
    metric: Metric
    target: int
    subject: Measured

    @property
    def of_classes(self) -> bool:
        """Whether classes that fail are suppressed: the table's score is that of the worst."""
        return self.metric.merging in OF_CLASSES

    def of_identity(self, plan: Plan) -> bool:
        """Return whether the condition is on people themselves, not on an attribute."""
        return plan.targets[self.target].column is None

    @property
    def weighed(self) -> bool:
        """Whether a class's score depends on the whole table's distribution."""
        return self.metric.weighed or self.of_whole

    @property
    def of_whole(self) -> bool:
        """Whether a class's score depends on a fact of the whole table, such as its entropy."""
        facts = render("needed_facts", [_entry(self.metric)], "class", False).split()
        return not OF_WHOLE.isdisjoint(facts)

    @property
    def limit(self) -> float:
        """The last number that keeps the threshold."""
        return outermost(self.threshold.bound, self.threshold.limit)

    def leniency(self) -> float:
        """Return a number that is the larger, the more the limit allows."""
        return self.limit if self.threshold.bound == "at_most" else -self.limit

    def entry(self, plan: Plan, bound: str | None = None) -> ClassConditionEntry:
        """Return the condition for the macros, with the name of its bound."""
        return ClassConditionEntry(
            metric=metric_entry(plan, self.metric),
            operator=">" if self.threshold.bound == "at_most" else "<",
            limit=repr(self.limit),
            fails=not self.threshold.holds(None, self.metric.undefined),
            bound=bound,
        )


def _entry(metric: Metric) -> MetricEntry:
    """Return the entry of a metric with its default parameters."""
    return MetricEntry(
        name=metric.name,
        unit=metric.unit,
        direction=metric.direction,
        targets=metric.targets,
        undefined=metric.undefined or "",
        of_people=False,
        parameters=dict(metric.parameters),
        parameter_text=None,
    )


def conditions_of(thresholds: Sequence[Threshold], plan: Plan) -> tuple[ClassCondition, ...]:
    """Return the conditions of a plan's scores.

    Raises SpecError where there is none, and for a threshold that holds for no score.
    """
    if not thresholds:
        raise SpecError('advice needs `thresholds`, such as {"k_anonymity": 5}')
    check_measured(thresholds, scores_of([plan]))
    conditions = []
    for number, target in enumerate(plan.targets):
        partition = None if target.partition is None else target.partition.name
        for metric in plan.metrics_of(target):
            subject = Measured(metric.name, target.name, partition)
            conditions += [
                ClassCondition(threshold, metric, number, subject) for threshold in holding(thresholds, subject)
            ]
    return tuple(conditions)
