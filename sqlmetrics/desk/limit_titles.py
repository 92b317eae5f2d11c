"""What limits are called: on their cards, and in what a change did."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmetrics.gate.thresholds import Threshold, thresholds_of
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.words import everyday_name, exact_percent, limit_text, limit_wording
from sqlmetrics.output.published_limits import group_of
from sqlmetrics.spec.published_limits import PublishedLimit, published_limit
from sqlmetrics.statement.catalogue import catalogue


def limit_title(name: str) -> str:
    """Return what a published limit asks for, as its card says it. Raises SpecError for no such."""
    limit = published_limit(name)
    thresholds = on_people(thresholds_of(limit))
    return threshold_title(thresholds[0], limit) if thresholds else name


def threshold_title(threshold: Threshold, limit: PublishedLimit | None) -> str:
    """Return what a limit asks for, in words."""
    size = None if limit is None else group_of(limit)
    if threshold.metric == "k_anonymity":
        return wording("Groups of at least {size}", size=figures(threshold.limit, ",g"))
    if threshold.metric == "uniqueness" and not threshold.limit:
        return wording("Nobody is alone")
    unit = catalogue()[threshold.metric].unit
    bound = limit_wording(threshold.bound, limit_text(threshold.limit, unit))
    if threshold.metric == "prosecutor_risk":
        return wording(
            "Chance of at most {chance} to pick the right record, that is groups of at least {size}"
            if size
            else "Chance of at most {chance} to pick the right record",
            chance=exact_percent(threshold.limit),
            size=size,
        )
    if threshold.metric == "distinct_l_diversity":
        return wording("At least {limit} different values in each group", limit=figures(threshold.limit, ",g"))
    return f"{everyday_name(threshold.metric)}: {bound}"


def on_people(thresholds: Sequence[Threshold]) -> tuple[Threshold, ...]:
    """Return the limits that are not on published tables or noisy answers."""
    return tuple(threshold for threshold in thresholds if threshold.family == "relation")
