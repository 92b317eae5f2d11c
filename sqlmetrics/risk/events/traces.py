"""The relation of whole traces: a row per person, whose points are the only quasi-identifier."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from sqlmetrics.engine.rows import fetch_number, fetch_row
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.events.facts import EventFacts
from sqlmetrics.risk.events.question import facts_query, points_entries, points_plan, several_query, target_plan
from sqlmetrics.risk.extent import check_mapped
from sqlmetrics.risk.question import checked_columns
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import Plan, Target
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.text import counted


def traces_plan(spec: Spec) -> Plan:
    """Return the plan of a spec's whole traces: every metric of people with one record each."""
    name = trace_name(spec)
    words: dict[str, Any] = {
        "known": None,
        "individual": None,
        "quasi_identifiers": [name],
        "suppressed": None,
        "keep_suppressed": False,
        "identifiers": {},
        "ignored": {},
        "partitions": {column: own for column, own in spec.partitions.items() if column in spec.sensitive},
    }
    return replace(build_plan(spec.model_copy(update=words)), points=tuple(spec.quasi_identifiers))


def trace_name(spec: Spec) -> str:
    """Return the name of the column of traces, which is none of the sensitive attributes."""
    taken = {column.lower() for column in spec.sensitive}
    return next(name for number in count() if (name := f"trace{number or ''}") not in taken)


def traced(spec: Spec, source: Source) -> Source:
    """Return the people of an open relation with their traces.

    Raises SpecError where a person has several values of a sensitive attribute.
    """
    engine, name, from_sql = source
    plan = points_plan(spec)
    checked_columns(source, plan)
    check_mapped(engine, plan.partitions, from_sql, name)
    for target in plan.targets:
        if target.column is not None:
            check_secret(source, target_plan(plan, target), target)
    return source._replace(from_sql=traces_sql(spec, plan, from_sql, engine.dialect))


def traces_sql(spec: Spec, plan: Plan, from_sql: str, dialect: Dialect) -> str:
    """Return the people of a relation with their traces as the text of a FROM clause."""
    entries = points_entries(target_plan(plan, plan.targets[0]), from_sql)
    return render(
        "event_people", entries, trace_name(spec), [plan.spelt(one) for one in spec.sensitive], dialect=dialect
    )


def event_facts(source: Source, plan: Plan, points: int) -> EventFacts:
    """Return the people and points of a plan, and what looking at sets of 1 to `points` costs."""
    engine, name, from_sql = source
    return fetch_row(engine, facts_query(plan, from_sql, points, engine.dialect), name, EventFacts)


def check_secret(source: Source, plan: Plan, target: Target) -> None:
    """Raise SpecError where a person has several values of a secret."""
    engine, name, from_sql = source
    several = fetch_number(engine, several_query(plan, from_sql, engine.dialect), name)
    if several:
        raise SpecError(
            f"{counted(several, 'person', 'people')} of {name} {'has' if several == 1 else 'have'} several values of"
            f" '{target.column}', and what points give away is"
            " about one value of each person; name another column in `sensitive`, or make one value of each person"
            " in a view"
        )
