"""What is shown of scores that would tell answers that may be a person's value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlmetrics.release.utility.answers import AnswerErrors, Reply
from sqlmetrics.release.utility.private import CLASSES, DIGITS, error_class
from sqlmetrics.statement.catalogue import Metric


class WithheldErrors(NamedTuple):
    """The withheld errors among the answers of a release to a measure of a workload.

    `unknown` counts those that are no misses, whose relative errors are 1. `worst` says that the
    largest relative error is among them, and `rest` how many are unknown once what is shown of
    single measures is taken from what is shown of all.
    """

    answers: int
    unknown: int
    worst: bool
    rest: int


Key = tuple[int, str, str]
"""A release by its number, a workload, and a measure or `all`."""


def withheld_errors(
    replies: Sequence[Reply], errors: Sequence[AnswerErrors], minimum_people: int
) -> Mapping[Key, WithheldErrors]:
    """Return the withheld errors of each release, workload and measure, and of all measures."""
    groups: dict[Key, list[tuple[Reply, AnswerErrors]]] = {}
    for reply, error in zip(replies, errors, strict=True):
        for measure in (reply.query.measure, "all"):
            groups.setdefault((reply.release, reply.query.workload, measure), []).append((reply, error))
    found = {key: _withheld(group) for key, group in groups.items()}
    rests = dict.fromkeys(found, 0)
    for (release, workload, measure), group in found.items():
        if measure != "all" and group.unknown < minimum_people:
            rests[release, workload, "all"] += group.unknown
    return {key: group._replace(rest=rests[key]) for key, group in found.items()}


def _withheld(group: Sequence[tuple[Reply, AnswerErrors]]) -> WithheldErrors:
    hidden = [(reply, error) for reply, error in group if reply.query.private is not None]
    unknown = [error.relative for reply, error in hidden if reply.answer is not None]
    known = [error.relative for reply, error in group if reply.query.private is None or reply.answer is None]
    worst = bool(unknown) and max(unknown) > max(known, default=-1.0)
    return WithheldErrors(len(hidden), len(unknown), worst, 0)


class ShownScore(NamedTuple):
    """What is shown of a metric of answers: its value, or why it is withheld, and its rounding."""

    value: float | None
    reason: str | None = None
    rounded: float | None = None


def shown_score(
    metric: Metric, value: float | None, hidden: WithheldErrors | None, queries: int, minimum_people: int
) -> ShownScore:
    """Return what is shown of a metric of the answers to so many queries.

    Errors in the unit of the answers are withheld where one of the answers is: the error of a miss
    is the true answer. The largest relative error is, where it is one of them. Means that would
    tell the relative errors of a few are rounded, so that none is known to less than its class; of
    few queries, and of squares, they are withheld.
    """
    if value is None or hidden is None or metric.name == "missed_queries":
        return ShownScore(value)
    if metric.needs == "measure":
        told = f"withheld: {hidden.answers} of the true answers may be a person's value"
        return ShownScore(None, told) if hidden.answers else ShownScore(value)
    few = 0 < hidden.unknown < minimum_people or 0 < hidden.rest < minimum_people
    if not (hidden.worst if metric.name.startswith("worst") else few):
        return ShownScore(value)
    if metric.name in {"accuracy", "mean_relative_error"} and queries >= 2 * CLASSES[0] * 10**DIGITS:
        return ShownScore(round(value, DIGITS), None, 10**-DIGITS)
    error = 1 - value if metric.direction == "higher is more useful" else value
    return ShownScore(None, f"withheld: it would tell what may be a person's value; the error is {error_class(error)}")
