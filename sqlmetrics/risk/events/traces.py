"""The relation of whole traces: a row per person, whose points are the only quasi-identifier."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.engine.source import Source
from sqlmetrics.risk.events.people import check_secret
from sqlmetrics.risk.events.question import points_entries, points_plan, target_plan
from sqlmetrics.scoring.extent import LOST, check_mapped
from sqlmetrics.scoring.known_points import EventsKnown
from sqlmetrics.scoring.question import Asked
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.text import free_name

UNTRACED = frozenset({LOST, "people have several values of it"})
"""The reasons of undefined scores of whole traces that `check_traces` says more about."""


def traces_plan(spec: Spec, *, show_values: bool = False, limit: int | None = None) -> Plan:
    """Return the plan of a spec's whole traces: every metric of people with one record each."""
    name = trace_name(spec)
    words: dict[str, Any] = {
        "known": None,
        "resolution": [],
        "individual": None,
        "quasi_identifiers": [name],
        "suppressed": None,
        "keep_suppressed": False,
        "identifiers": {},
        "ignored": {},
        "partitions": {column: own for column, own in spec.partitions.items() if column in spec.sensitive},
    }
    plan = build_plan(spec.model_copy(update=words), show_values=show_values, limit=limit)
    points = points_plan(spec)
    return replace(plan, points=replace(target_plan(points, points.targets[0]), metrics=(), estimated=()))


def trace_name(spec: Spec) -> str:
    """Return the name of the column of traces, which no other column of people has."""
    taken = {column.lower() for column in (*spec.sensitive, str(spec.individual))}
    return free_name("trace", taken)


def whole_traces(source: Source, plan: Plan) -> EventsKnown:
    """Return what is known of people by their whole traces, from the plan of points."""
    engine, name, from_sql = source
    query = render(
        "event_nobodys", points_entries(target_plan(plan, plan.targets[0]), from_sql), dialect=engine.dialect
    )
    return EventsKnown("all", None, fetch_number(engine, query, name, "plan"))


def check_traces(source: Source, plan: Plan) -> None:
    """Raise SpecError where a person has several values of a sensitive attribute.

    So it does for values in no domain of a partition.
    """
    engine, name, from_sql = source
    check_mapped(engine, plan.partitions, from_sql, name)
    for target in plan.targets:
        if target.column is not None:
            check_secret(source, target_plan(plan, target), target)


def traces_sql(spec: Spec, plan: Plan, from_sql: str, dialect: Dialect, *, named: bool = False) -> str:
    """Return the people of a relation with their traces as the text of a FROM clause.

    Each has the sensitive attributes, or where people are `named` the column that tells them apart.
    """
    entries = points_entries(target_plan(plan, plan.targets[0]), from_sql)
    sensitive = [] if named else [plan.spelt(one) for one in spec.sensitive]
    individual = entries["individual"] if named else None
    return render("event_people", entries, trace_name(spec), sensitive, individual, dialect=dialect)


def of_traces(spec: Spec, plan: Plan, asked: Asked) -> Asked:
    """Return the people of a relation with their traces for a question, with the plan of that.

    `asked` has the relation of the points.
    """
    relation = traces_sql(spec, asked.plan, asked.from_sql, asked.dialect)
    spelling = asked.plan.spelling
    points = None if plan.points is None else replace(plan.points, spelling=spelling)
    own = replace(plan, spelling=spelling, points=points, points_sql=asked.from_sql)
    return asked._replace(plan=own, from_sql=relation)
