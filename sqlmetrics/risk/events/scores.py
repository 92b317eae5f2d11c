"""The scores of a relation where some points of a person are known, and their statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sqlmetrics.columns.roles import columns_by_role
from sqlmetrics.engine.engine import counted_once
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source
from sqlmetrics.risk.events.people import check_secret, counted_people, event_facts, has_few_points
from sqlmetrics.risk.events.question import (
    known_points,
    known_text,
    points_query,
    target_plan,
)
from sqlmetrics.risk.events.sets import Sets, wanted_sets
from sqlmetrics.scoring.extent import check_mapped, whole_extent
from sqlmetrics.scoring.known_points import EventFacts, EventsKnown
from sqlmetrics.scoring.question import Asked, RelationQuestion, checked_columns
from sqlmetrics.scoring.scores import Score, Scores
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import Plan
from sqlmetrics.text import joined
from sqlmetrics.version import __version__


class BoundedScore(NamedTuple):
    """A score record with the ends of its interval, or one end where it is a bound."""

    score: Score
    low: float | None
    high: float | None


def points_statements(spec: Spec, plan: Plan, dialect: str | None) -> Iterator[str]:
    """Yield the statements of a plan's targets, in a dialect; nothing is opened.

    With `targets: all` they look at every set of points, else at people who are drawn.
    """
    points = known_points(spec)
    sets = wanted_sets(spec)
    for target in plan.targets:
        if plan.metrics_of(target):
            about = (
                f"what 1 to {points} known points of a person ({joined(list(plan.quasi_identifiers))}) of {spec.name}"
                f" tell about {target.label}, by {sets.label}"
            )
            notes = [
                f"a person is one {plan.individual}; who has fewer points is known by all of them",
                "direction says which way value is riskier, reason why it is NULL",
            ]
            notes += ["low and high are the ends of a 95 % interval, or of the range"] if sets.drawn else []
            if plan.recodings:
                recoded = [f"{column} (as {partition.name})" for column, partition in plan.recodings.items()]
                notes.append(f"recoded are {joined(recoded)}")
            write = partial(points_query, points=points, sets=sets)
            yield RelationQuestion(spec, target_plan(plan, target), write, about, notes).printed(dialect)


def measured_points(spec: Spec, source: Source, plan: Plan, roles: Spec | None = None) -> Scores:
    """Return the scores of a plan's points, of a relation that is open.

    Every set of points counts where there are few, and else the first points, in a drawn order, of
    people who are drawn.
    """
    engine, name, from_sql = source
    columns = checked_columns(source, plan)
    by_role = None if roles is None else columns_by_role(source, roles, columns)
    check_mapped(engine, plan.partitions, from_sql, name)
    points, targets = known_points(spec), [target for target in plan.targets if plan.metrics_of(target)]
    engine.progress.expect(2 * len(targets) - 1)
    asked = Asked(plan, engine.dialect, from_sql, None, [column for column, _ in columns])
    rows: list[BoundedScore] = []
    facts = None
    with counted_once(engine) as once:
        for target in targets:
            own = target_plan(plan, target)
            with counted_people(source._replace(engine=once), own) as counted:
                if target.column is not None:
                    check_secret(source, own, target, counted.values)
                if facts is None:
                    events = spec.known_events is not None
                    facts = event_facts(source, own, points, events=events, counted=counted.points)
                    sets = wanted_sets(spec, facts)
                few = target.column is not None and sets.drawn and has_few_points(source, own, facts, counted.points)
                query = points_query(asked._replace(plan=own), points, sets, counted, few=few)
                rows += fetch_rows(engine, query, name, BoundedScore)
    assert facts is not None  # noqa: S101 - a plan of points has a target
    scores = [row.score._replace(low=row.low, high=row.high) for row in rows]
    return Scores(
        relation_name=name,
        records=whole_extent(engine, plan, from_sql, name).records,
        individuals=facts.people,
        nulls=plan.nulls,
        left_out={},
        recodings={column: partition.name for column, partition in plan.recodings.items()},
        dialect=engine.dialect.name,
        version=__version__,
        scores=tuple(scores),
        key_types=plan.key_types(columns),
        columns_by_role=by_role,
        events=events_known(sets, points, facts, [score.records for score in scores]),
    )


def events_known(sets: Sets, points: int, facts: EventFacts, numbers: Sequence[int]) -> EventsKnown:
    """Return what scores rest on, each for one of the `numbers` of people."""
    text = known_text(points, events=sets.events)
    if not sets.drawn:
        return EventsKnown(text, None, facts.nobodys)
    most, fewest = max(numbers, default=0), min(numbers, default=0)
    return EventsKnown(text, most, facts.nobodys, None if fewest == most else fewest)
