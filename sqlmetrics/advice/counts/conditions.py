"""Thresholds as conditions on classes and on the table, and bounds that rule out finer recodings.

Sources: LeFevre, DeWitt and Ramakrishnan 2005 (roll-up, monotony); Machanavajjhala et al. 2007."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import Measured, Threshold, check_measured, holding, outermost, scores_of
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.entries import MetricEntry, metric_entry
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import macro_files, render

OF_CLASSES = ("any class", "passing classes", "alone")
"""The kinds of merging of metrics whose table score is the worst class's score."""

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
        """Whether classes that fail are suppressed: the table's score is the worst class's."""
        return self.metric.merging in OF_CLASSES

    def of_identity(self, plan: Plan) -> bool:
        """Return whether the condition is on people themselves, not on an attribute."""
        return plan.targets[self.target].column is None

    @property
    def weighed(self) -> bool:
        """Whether a class's score depends on the whole table's distribution."""
        return self.metric.weighed or self.of_whole

    @property
    def compared(self) -> bool:
        """Whether a class's score changes with other classes: it compares with all records."""
        return self.weighed or self.metric.targets in {"ordered", "hierarchical"}

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
        raise SpecError('advice needs `thresholds`, such as {"k_anonymity": 5}, or published `limits`')
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


SAFETY = 1e-9
"""The share by which a bound's numbers are moved to the safe side, more than sums differ by."""

ENTROPIES = frozenset({"entropy_l_diversity", "entropy_l_diversity_risk", "skewness"})
"""The metrics that hold where a class's entropy is large enough."""


def bound_of(condition: ClassCondition, plan: Plan, budget: float) -> str | None:
    """Return the bound of a condition on classes: `all`, the measure of a macro, or None.

    If one passing class makes every union pass, a failing class has only records that finer
    recodings suppress, too: `all`. That is so as well where nothing may be suppressed and a union
    of passing classes passes. Otherwise the measure `most_<metric>` is the most of a failing
    class's records that can be in passing classes. Where a person may be in several classes, their
    values join in a union, and only the sizes of classes follow these rules.
    """
    kind = condition.metric.merging
    if kind == "any class" and (plan.individual is None or condition.of_identity(plan)):
        return "all"
    if kind == "passing classes" and condition.metric.targets == "any" and condition.of_identity(plan):
        return "all"  # the identity's values are its records
    if plan.individual is not None:
        return None
    if kind == "passing classes" and budget == 0:
        return "all"
    measure = f"most_{condition.metric.name}"
    return measure if measure in macro_files() else None


class Whole(NamedTuple):
    """A row of `coded_whole`: the values of a target, their entropy in bits, and the records."""

    target_values: int
    target_entropy: float
    total: float


def bound_parameters(condition: ClassCondition, plan: Plan, whole: Whole | None) -> dict[str, str]:
    """Return the parameters of a bound's measure; `whole` is needed of a condition on entropy."""
    parameters = {**plan.parameters_of(condition.metric), "limit": repr(condition.limit)}
    if condition.metric.name in ENTROPIES and whole is not None:
        least = entropy_needed(condition, whole) - SAFETY
        shares = {values: largest_share(values, least) for values in _numbers(least, whole.target_values)}
        return {**parameters, **{f"share_of_{values}": repr(share) for values, share in shares.items()}}
    if condition.metric.name == "basic_beta_likeness":
        return {**parameters, "ratio": repr((1 + condition.limit) * (1 + SAFETY))}
    if condition.metric.name.startswith(("delta_disclosure", "a_quot")):
        nats = condition.limit * (math.log(2) if parameters.get("log_base") == "2" else 1)
        return {**parameters, "ratio": repr(math.exp(min(nats, 500)) * (1 + SAFETY))}
    return parameters


def entropy_needed(condition: ClassCondition, whole: Whole) -> float:
    """Return the least entropy in nats of a class that keeps a condition on entropy."""
    limit = condition.limit
    if condition.metric.name == "skewness":
        return (whole.target_entropy - limit) * math.log(2)
    if limit <= 0:
        return 0.0 if condition.metric.name == "entropy_l_diversity" else math.inf
    return math.log(limit) if condition.metric.name == "entropy_l_diversity" else -math.log(limit)


def largest_share(values: int, least: float) -> float:
    """Return the largest share that one of `values` values may have at the `least` entropy in nats.

    Where one share is fixed, the entropy is largest where the other values are alike. From equal
    shares on it falls as that share grows. The result is rounded up.
    """
    if least <= 0:
        return 1.0
    low, high = 1 / values, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _most_entropy(middle, values) >= least:
            low = middle
        else:
            high = middle
    return min(1.0, high + SAFETY)


def _most_entropy(share: float, values: int) -> float:
    """Return the most entropy of `values` values, one of them with a `share`, in nats."""
    rest = 1 - share
    return -sum(part * math.log(part) for part in (share, rest) if part > 0) + rest * math.log(max(values - 1, 1))


def _numbers(least: float, most: int) -> Iterator[int]:
    """Give numbers of values with the `least` entropy in nats, from the fewest, in wider steps."""
    first = values = max(1, math.ceil(math.exp(min(least, 50.0)) * (1 - SAFETY)))
    while values < most:
        yield values
        values += max(1, (values - first) // 2)
    yield max(first, most)


def least_size(conditions: Sequence[ClassCondition]) -> int:
    """Return the least records of a class that keeps conditions."""
    return max((_least(condition) for condition in conditions), default=1)


def _least(condition: ClassCondition) -> int:
    """Return the least records of a class that keeps a condition."""
    name, limit = condition.metric.name, condition.limit
    if name in {"k_anonymity", "distinct_l_diversity", "entropy_l_diversity"}:
        least = limit
    elif name in {"prosecutor_risk", "alpha_k_anonymity", "entropy_l_diversity_risk"} and limit > 0:
        least = 1 / limit
    else:
        return 1
    return max(1, math.ceil(min(least, 2.0**53) * (1 - SAFETY)))
