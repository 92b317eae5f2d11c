"""What estimates say of the population, in sentences for people."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmetrics.risk.scores import Score

ESTIMATORS = {
    "pitman": "Pitman's model",
    "zayatz": "Zayatz",
    "snb": "the slide negative binomial model",
}
"""The estimators of population uniqueness, by the name in the rule and at the end of the metric."""

ERRORS = (
    "Estimates are too high or too low. In 15 sets of columns whose truth was known, the rule's estimates from a tenth"
    " or a fifth were on the mean up to 53% too low and 90% too high; from a hundredth, up to eight times the truth."
    " For a decision take the largest, or the sample's own uniqueness, which was never too low."
)
"""How far the estimates were off in simulations; docs/explanation/population.md has the table."""


def population_sentences(scores: Sequence[Score]) -> list[str]:
    """Return sentences on the estimates, their spread and the rule's choice, if there are some."""
    by_metric = {score.metric: score for score in scores}
    values = {
        name: score.value
        for name in ESTIMATORS
        if (score := by_metric.get(f"population_uniqueness_{name}")) is not None and score.value is not None
    }
    if not values:
        return []
    low, high = min(values.values()), max(values.values())
    if low == high:
        names = " and ".join(ESTIMATORS[name] for name in values)
        return [f"Of the population {low:.1%} are estimated to be alone in a class, by {names}."]
    each = ", ".join(f"{value:.1%} by {ESTIMATORS[name]}" for name, value in values.items())
    ruled = by_metric.get("population_uniqueness")
    taken = "" if ruled is None else f"; the rule takes {ESTIMATORS[ruled.parameter('rule') or '']}"
    spread = f"Of the population between {low:.1%} and {high:.1%} are estimated to be alone in a class"
    return [f"{spread}: {each}{taken}.", ERRORS]
