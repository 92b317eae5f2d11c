"""Scores beside their limits, as sections of a page list them, and the verdict on all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from sqlmetrics.certificate.certificate import MeasuredLimit, ScoreFigure
from sqlmetrics.output.assertions import Grounds
from sqlmetrics.output.page.language import wording
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import (
    about_score,
    between,
    limit_text,
    limit_wording,
    of_target,
    reason_in_words,
    with_unit,
)
from sqlmetrics.sentences import Predicate
from sqlmetrics.statement.plan import IDENTITY

LIMIT_RESULTS = {True: "Met", False: "Not met", None: "No limit"}
"""The verdicts on limits in words."""


class LimitedScore(NamedTuple):
    """A score and the first condition on it, both in words."""

    what: str
    of: str | None
    measured: str
    reason: str | None
    limit: str | None
    state: State | None
    result: str | None


def limited_score(score: ScoreFigure, conditions: Sequence[MeasuredLimit]) -> LimitedScore:
    """Return a score with the first condition on it."""
    own = next((one for one in conditions if is_limit_on(one, score)), None)
    figure = score.measured
    undefined = figure.form in {"undefined", "infinite"} and figure.reason is not None
    return LimitedScore(
        what=about_score(score.metric, score.target),
        of=None if score.target == IDENTITY else of_target(score.target, score.partition),
        measured=with_unit(figure, score.unit),
        reason=reason_in_words(figure.reason or "") if undefined else between(figure, score.unit),
        limit=limit_wording(own.bound, limit_text(own.limit, own.unit)) if own else None,
        state=limits_state(bool(own.passed)) if own else None,
        result=wording(LIMIT_RESULTS[bool(own.passed)]) if own else None,
    )


def is_limit_on(condition: MeasuredLimit, score: ScoreFigure) -> bool:
    """Return whether a condition is on a score, with a limit that is no earlier score."""
    return (condition.metric, condition.target, condition.partition, condition.origin) == (
        *(score.metric, score.target, score.partition),
        None,
    )


def limits_state(passed: bool | None) -> State:
    """Return the state of limits that are kept or not; None where there is none."""
    return "un" if passed is None else "yes" if passed else "no"


def share_grounds(
    scores: Iterable[ScoreFigure], metrics: Collection[str], holds: Predicate, **facts: Any
) -> Grounds | None:
    """Return the grounds of the shares that metrics measure; None where one has no value."""
    found = {score.metric: score.measured for score in scores if score.metric in metrics}
    defined = len(found) == len(metrics) and all(figure.value is not None for figure in found.values())
    return Grounds({**found, **facts}, holds) if defined else None
