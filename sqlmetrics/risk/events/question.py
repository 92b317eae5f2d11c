"""The question what some points of a person give away: its checks, its plan and its statements."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, TypedDict

from sqlmetrics.errors import SpecError
from sqlmetrics.risk.events.sets import FEWEST, WORK, WORK_OF_SECRETS, Sets
from sqlmetrics.scoring.known_points import NOT_COUNTED, EventCounts
from sqlmetrics.scoring.question import Asked
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue, choose
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan, Target
from sqlmetrics.statement.planning import NEEDS, build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.text import joined

SCREENED = 100
"""The most candidates that are enough; where larger numbers are at risk, all are counted."""

SAMPLED = 2**48 // 64
"""The hash below which people are in the sample that is looked at first: one of 64."""


class KnownEntry(TypedDict):
    """The points that are known, for the macros of `events`; `event_draws` describes them."""

    points: int
    events: bool
    drawn: bool
    targets: int | None
    fewest: int
    work: int | None
    enough: int | None
    sampled: int
    few: bool
    threshold: str


def known_points(spec: Spec) -> int:
    """Return the most points, or events, that the attacker of a spec knows."""
    if spec.known_events is not None:
        return spec.known_events
    assert isinstance(spec.known, int)  # noqa: S101 - checked before
    return spec.known


def asked_points(spec: Spec) -> str:
    """Return the points, or events, that are known, as they stand beside scores."""
    return "all" if spec.known == "all" else known_text(known_points(spec), events=spec.known_events is not None)


def known_text(points: int, *, events: bool) -> str:
    """Return a number of known points, or of events, as it stands beside a score."""
    return f"{points} event{'s' * (points > 1)}" if events else str(points)


def events_plan(spec: Spec) -> Plan:
    """Return the plan of a spec's points, with the metrics that they are scored by.

    Raises SpecError for a metric that is not scored where some points are known, and for one that
    needs a sensitive attribute.
    """
    chosen = choose(spec.metrics, "table")
    metrics = tuple(metric for metric in chosen if metric.known)
    if spec.metrics and "all" not in spec.metrics:
        others = [metric.name for metric in chosen if not metric.known]
        if others:
            there = joined([metric.name for metric in catalogue().values() if metric.known])
            raise SpecError(
                f"{others[0]} is not scored where some points of a person are known, as {there} are; leave it out, or"
                " say `known: all`"
            )
    plan = points_plan(spec)
    targets = tuple(replace(target, of_points=True) for target in plan.targets)
    scopes = {scope for target in targets for scope in target.scopes}
    lacking = [metric.name for metric in metrics if metric.targets not in scopes]
    if lacking and spec.metrics and "all" not in spec.metrics:
        raise SpecError(f"{lacking[0]} needs {NEEDS['sensitive']}")
    measured = tuple(metric for metric in metrics if metric.targets in scopes)
    return replace(plan, targets=targets, metrics=measured, estimated=())


def points_plan(spec: Spec, *, show_values: bool = False, limit: int | None = None) -> Plan:
    """Return the plan of a spec's points, without what does not matter to them."""
    words: dict[str, Any] = {
        "known": None,
        "targets": None,
        "resolution": [],
        "orders": {},
        "hierarchies": {},
        "metrics": [],
    }
    return build_plan(spec.model_copy(update=words), show_values=show_values, limit=limit)


def target_plan(plan: Plan, target: Target) -> Plan:
    """Return the plan of a target's statement."""
    return replace(plan, targets=(target,))


def threshold_of(plan: Plan) -> str:
    """Return the chance above which a person is at risk, as a text of SQL."""
    return plan.parameters_of(catalogue()["records_at_risk"])["threshold"]


def enough_candidates(plan: Plan) -> int | None:
    """Return the number of candidates from which on nobody is at risk, None where all may be."""
    threshold = float(threshold_of(plan))
    if threshold == 0:
        return None
    enough = max(2, math.ceil(1 / threshold))
    return enough + (1 / enough > threshold)


def known_entry(
    plan: Plan, points: int, sets: Sets, *, enough: int | None = None, work: int | None = None, few: bool = False
) -> KnownEntry:
    """Return what the macros take besides the entries of a plan.

    Of drawn people, `work` is the most candidates that are looked at, and their number does not
    matter from `enough` on. Where `few`, all points are bits of a number.
    """
    return KnownEntry(
        points=points,
        events=sets.events,
        drawn=sets.drawn,
        targets=sets.targets,
        fewest=FEWEST,
        work=None if sets.targets is None else work,
        enough=None if enough is None or enough > SCREENED else enough,
        sampled=SAMPLED,
        few=few and sets.drawn and points > 1 and not sets.events,
        threshold=threshold_of(plan),
    )


def points_query(
    asked: Asked, points: int, sets: Sets, counted: EventCounts = NOT_COUNTED, *, few: bool = False
) -> str:
    """Return the statement of a plan's only target, whose rows are score records with intervals.

    It reads the count tables that are `counted`. Of a secret `few` says that there are few points.
    """
    plan = asked.plan
    of_identity = plan.targets[0].column is None
    enough = enough_candidates(plan) if of_identity else None
    known = known_entry(plan, points, sets, enough=enough, work=WORK if of_identity else WORK_OF_SECRETS, few=few)
    own = replace(plan, metrics=plan.metrics_of(plan.targets[0]))
    entries = plan_entries(own, asked.from_sql, counted=counted.points)
    if of_identity:
        return render("event_identity", entries, known, dialect=asked.dialect)
    return render("event_attribute", entries, known, counted.values, dialect=asked.dialect)


def points_entries(plan: Plan, from_sql: str, counted: str | None = None) -> PlanEntries:
    """Return the entries of a plan for the macros of events, whose targets have no measures."""
    return plan_entries(replace(plan, metrics=()), from_sql, counted=counted)
