"""The bounds that rule out finer recodings of a class that fails, and the numbers they take.

Sources: LeFevre, DeWitt and Ramakrishnan 2005 (roll-up, monotony).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlmetrics.advice.counts.conditions import ClassCondition
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import macro_files

SAFETY = 1e-9
"""The share by which a bound's numbers are moved to the safe side, more than sums differ by."""

ENTROPIES = frozenset({"entropy_l_diversity", "entropy_l_diversity_risk", "skewness"})
"""The metrics that hold where a class's entropy is large enough."""


def bound_of(condition: ClassCondition, plan: Plan, budget: float) -> str | None:
    """Return the bound of a condition on classes: `all`, the measure of a macro, or None.

    A class that fails a condition which holds for the union of a passing class with any other has
    only records that finer recodings suppress too; where nothing may be suppressed, so has one that
    fails a condition which holds for the union of passing classes. The measure `most_<metric>` is
    else the most of its records that can be in classes that pass. Where a person may be in several
    classes, their values join in a union, and only the sizes of classes hold so.
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
    """Return the largest share that one of so many values may have with so much entropy in nats.

    The entropy of the others is largest where they are alike, and falls as the share grows from
    that of all alike; the share is rounded up.
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
    """Return the most entropy of so many values of which one has a share, in nats."""
    rest = 1 - share
    return -sum(part * math.log(part) for part in (share, rest) if part > 0) + rest * math.log(max(values - 1, 1))


def _numbers(least: float, most: int) -> Iterator[int]:
    """Give numbers of values with so much entropy in nats, from the fewest, ever wider apart."""
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
