"""The scores of combinations from the sums over their sampled classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.entries import moving
from sqlmetrics.risk.combinations.lattice import Keys
from sqlmetrics.risk.combinations.results import CombinationScore
from sqlmetrics.risk.estimation.drawn import SumRow, WantedSums, columns_of, estimated_scores, wanted_sums
from sqlmetrics.risk.estimation.sums import HASHES
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan


class SampledRow(NamedTuple):
    """A row of the macro `sampled_subsets`: a combination, a target, and its numbers."""

    subset_number: int
    target_number: int
    numbers: tuple[float | None, ...]


def check_sampled(plan: Plan) -> None:
    """Raise SpecError for what is not estimated of combinations together."""
    if plan.individual is not None:
        raise SpecError("`estimate` takes each record for a person; leave out `individual`, or `estimate`")
    if moving(plan):
        raise SpecError(
            "`estimate` takes the same records in every combination; leave `nulls: drop` out, say `keep_suppressed`,"
            " or leave out `estimate`"
        )
    for entry, target in zip(plan_entries(plan, "")["targets"], plan.targets, strict=True):
        for metric in plan.metrics_of(target):
            if entry["attribute"] is not None and (metric.weighed or not (metric.estimate or metric.bound)):
                raise SpecError(
                    f"{metric.name} is not estimated of combinations together; leave it out, or leave out `estimate`"
                )


def wanted_of(plan: Plan) -> dict[int, WantedSums]:
    """Return the sums that the estimates of each target's metrics take."""
    return {number: wanted_sums(plan, target) for number, target in enumerate(plan.targets)}


def sampled_scores(
    plan: Plan, rows: Sequence[SampledRow], numbers: Mapping[Keys, int], thresholds: Mapping[Keys, int]
) -> list[CombinationScore]:
    """Return the scores of combinations with these thresholds, from the rows of their targets.

    `numbers` are those by which the rows name combinations.
    """
    wanted = wanted_of(plan)
    combinations = {numbers[keys]: keys for keys in thresholds}
    by_subset: dict[int, list[SumRow]] = {}
    for row in rows:
        by_subset.setdefault(row.subset_number, []).append(SumRow(row.target_number, row.numbers))
    sampled_at = columns_of(wanted).index("sampled_classes")
    views = {
        (target.name, None if target.partition is None else target.partition.name): number
        for number, target in enumerate(plan.targets)
    }
    found = []
    for subset, own in by_subset.items():
        keys = combinations[subset]
        share = thresholds[keys] / HASHES
        of_keys = replace(plan, quasi_identifiers=tuple(plan.quasi_identifiers[place] for place in sorted(keys)))
        classes = {row.target_number: round((row.numbers[sampled_at] or 0.0) / share) for row in own}
        found += [
            CombinationScore(score, classes[views[score.target, score.partition]])
            for score in estimated_scores(of_keys, of_keys, wanted, own, share)
        ]
    return found
