"""What chance gives: the rate of an unrelated attribute in classes of the same sizes.

In small classes every attribute seems to be told by the keys. So each rate of a sensitive attribute
is scored beside what chance gives, whether that was asked for or not.
Source: Vinh, Epps and Bailey 2010.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlmetrics.risk.scores import Score
from sqlmetrics.risk.view import Chance, View
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY, Plan

OF_ITSELF = (
    "rates are of a release by itself: of synthetic or shuffled records they say nothing of people;"
    " replication and attribution in `attacks`, and `gda`, set records beside those of the original"
)
"""The note on releases that nothing links to people."""

RATE, ADJUSTED = "discrimination_rate", "adjusted_discrimination_rate"
ALONE = "uniqueness"

ABOUT = 30
"""The mean number of records from which chance is an expansion, exact to a thousandth of itself."""


def with_chance(plan: Plan) -> Plan:
    """Return a plan that scores the adjusted rate too, where it scores the rate of an attribute."""
    names = {metric.name for metric in plan.metrics}
    if plan.level != "table" or RATE not in names or ADJUSTED in names or not plan.attributes:
        return plan
    both = sorted((*plan.metrics, catalogue()[ADJUSTED]), key=lambda metric: metric.order)
    return replace(plan, metrics=tuple(both), often=ABOUT)


def without_chance(scores: Sequence[Score], plan: Plan) -> tuple[tuple[Score, ...], Mapping[View, Chance]]:
    """Return the scores that a plan asks for, and what chance gives of its sensitive targets.

    Where only classes were counted, that is at least the share of people who are alone in one: a
    class of one record always tells its value.
    """
    values = {(score.metric, score.view): score.value for score in scores if score.level == "table"}
    alone = {(score.quasi_identifiers, score.slice): score.value for score in scores if score.metric == ALONE}
    found: dict[View, Chance] = {}
    for (metric, view), rate in values.items():
        if metric != RATE or view.target == IDENTITY or rate is None:
            continue
        adjusted, least = values.get((ADJUSTED, view)), alone.get((view.known, view.slice))
        if adjusted is not None:
            found[view] = Chance(1.0 if adjusted >= 1 else min(max((rate - adjusted) / (1 - adjusted), 0.0), 1.0))
        elif (ADJUSTED, view) in values:
            found[view] = Chance(1.0)
        elif least is not None:
            found[view] = Chance(least, at_least=True)
    asked = {metric.name for metric in plan.scored}
    return tuple(score for score in scores if score.metric in asked), found
