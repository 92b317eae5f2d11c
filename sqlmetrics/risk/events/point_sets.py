"""The minimal sets of points that few people have, the rarest first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from sqlmetrics.engine.kept import Kept, Store
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.classes import Condition, parsed_conditions
from sqlmetrics.risk.events.people import event_facts
from sqlmetrics.risk.events.question import (
    known_entry,
    known_points,
    points_entries,
    points_plan,
    target_plan,
)
from sqlmetrics.risk.events.scores import events_known
from sqlmetrics.risk.events.sets import Sets, wanted_sets
from sqlmetrics.scoring.extent import check_mapped
from sqlmetrics.scoring.known_points import EventsKnown
from sqlmetrics.scoring.question import Asked, RelationQuestion
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.render import render
from sqlmetrics.text import joined, split_line
from sqlmetrics.version import __version__


class PointSet(NamedTuple):
    """A set of points that few people have: its place, and the numbers of its points and people.

    `values` are its points, each as a line of CSV, where they are shown.
    """

    set: int
    points: int
    people: int
    values: tuple[str, ...] = ()


class SetRow(NamedTuple):
    """A row of `event_point_sets`: a set, the sets of 1, 2, .. points in all, and its points."""

    set: int
    points: int
    people: int
    sets: tuple[int, ...]
    values: tuple[str | None, ...]


@dataclass(frozen=True, repr=False)
class PointSets(Result[PointSet]):
    """The minimal sets of points that few people have.

    A set is minimal where no part of it meets the condition.

    Attributes
    ----------
    relation_name
        What messages call the relation.
    quasi_identifiers
        The columns that make a point.
    conditions
        The conditions on the people of a set, such as `k_anonymity < 2`.
    individuals
        The people of the relation.
    events
        The most points of a set, the people who were drawn, if any, and the records of nobody.
    numbers
        How many such sets have 1, 2, .. points.
    dialect, version
        The dialect of the statement, and the version of sqlmetrics.
    sets
        The sets: the fewest people come first, then the fewest points.
    kept
        The sets on disk, where they were not fetched.
    named
        Whether sets have the values of their points.
    """

    relation_name: str
    quasi_identifiers: tuple[str, ...]
    conditions: tuple[str, ...]
    individuals: int
    events: EventsKnown
    numbers: tuple[int, ...]
    dialect: str
    version: str
    sets: tuple[PointSet, ...]
    kept: Kept | None = field(default=None, compare=False)
    named: bool = False

    @property
    def point_columns(self) -> tuple[str, ...]:
        """The columns of the values of points, none where these are not shown."""
        return tuple(f"point_{place}" for place in range(1, len(self.numbers) + 1)) if self.named else ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a set in every output."""
        return ("set", "points", "people", *self.point_columns)

    @property
    def rows(self) -> tuple[PointSet, ...]:
        """The sets."""
        return self.sets

    @property
    def cells(self) -> list[tuple[Any, ...]]:
        """The values of each set by its columns; behind its last point there are none."""
        width = len(self.point_columns)
        return [(*row[:3], *row.values, *[None] * (width - len(row.values))) for row in self.sets]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as its JSON."""
        return {
            "relation": self.relation_name,
            "quasi_identifiers": [*self.quasi_identifiers],
            "conditions": [*self.conditions],
            "individuals": self.individuals,
            "events": self.events._asdict(),
            "dialect": self.dialect,
            "version": self.version,
            "numbers": [{"points": points, "sets": sets} for points, sets in enumerate(self.numbers, 1)],
            "sets": [
                {
                    name: split_line(value) if isinstance(value, str) else value
                    for name, value in zip(self.columns, row, strict=True)
                }
                for row in self.cells
            ],
        }


def point_sets(
    spec: Spec,
    where: Iterable[str],
    *,
    show_values: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> PointSets:
    """Return the minimal sets of 1 to `spec.known` points that few people have.

    A condition on k, such as "k < 2", says how few. Every set is looked at where there are few of
    them; else each of the people who are drawn has at most one. `limit` keeps the first sets; the
    numbers count all of them. Values are shown only with `show_values`. With a `store` the sets are
    kept there, and not fetched.

    Raises SpecError for what cannot be measured as the spec says, QueryError where the engine
    fails.
    """
    conditions, question = _question(spec, where, show_values=show_values, limit=limit)
    points, plan = known_points(spec), question.plan
    with question.opened(progress) as found:
        engine, name, from_sql = found.source
        check_mapped(engine, plan.partitions, from_sql, name)
        facts = event_facts(found.source, found.asked.plan, points)
        sets = wanted_sets(spec, facts)
        query = sets_query(found.asked, points, sets, few_people(conditions))
        kept = None
        if store is None:
            rows = fetch_rows(engine, query, name, SetRow, "classes", sizes={"sets": points})
            numbers = rows[0].sets if rows else (0,) * points
        else:
            counted = [f"sets_{place}" for place in range(1, points + 1)]
            kinds: dict[str, type] = dict.fromkeys(["set", "points", "people", *counted], int)
            kinds |= {f"point_{place}": str for place in range(1, points + 1) if show_values}
            kept, rows = found._replace(write=lambda _: query).kept(store, kinds, "classes"), []
            numbers = next(iter(kept.distinct(*counted)), (0,) * points)
    return PointSets(
        relation_name=name,
        quasi_identifiers=plan.quasi_identifiers,
        conditions=tuple(map(str, conditions)),
        individuals=facts.people,
        events=events_known(sets, points, facts, [min(facts.people, sets.targets or facts.people)]),
        numbers=numbers,
        dialect=engine.dialect.name,
        version=__version__,
        sets=tuple(
            PointSet(row.set, row.points, row.people, tuple(value for value in row.values if value is not None))
            for row in rows
        ),
        kept=kept,
        named=show_values,
    )


def point_sets_sql(
    spec: Spec, where: Iterable[str], *, dialect: str | None = None, show_values: bool = False, limit: int | None = None
) -> str:
    """Return the statement that `point_sets` runs, in a dialect; nothing is opened.

    With `targets: all` it looks at every set of points, else at people who are drawn.
    """
    return _question(spec, where, show_values=show_values, limit=limit)[1].printed(dialect)


def few_people(conditions: Sequence[Condition]) -> int:
    """Return the fewest people of a set that meets none of the conditions.

    Raises SpecError for a condition that does not say how few people are few.
    """
    for condition in conditions:
        if condition.metric.name != "k_anonymity" or not condition.operator.startswith("<"):
            raise SpecError(
                f"'{condition}': sets of known points are listed where few people have them; write a condition on k,"
                ' such as "k < 2", or say `known: all`'
            )
    return max(
        math.floor(number) + 1 if condition.operator == "<=" else math.ceil(number)
        for condition in conditions
        for number in [min(condition.value, 2.0**53)]
    )


def sets_query(asked: Asked, points: int, sets: Sets, few: int) -> str:
    """Return the statement of the minimal sets that fewer than `few` people have."""
    plan = asked.plan
    known = known_entry(plan, points, sets, enough=few)
    return render("event_point_sets", points_entries(plan, asked.from_sql), known, few, dialect=asked.dialect)


def _question(
    spec: Spec, where: Iterable[str], *, show_values: bool, limit: int | None
) -> tuple[list[Condition], RelationQuestion]:
    """Return the conditions that texts state, and the question for the sets that meet one."""
    check_goes_with("sets", spec)
    conditions = parsed_conditions(where)
    few = few_people(conditions)
    if not isinstance(spec.known, int):
        raise SpecError(
            "a set has up to `known` points: give a number, such as 4; whole traces, of `known: all`, are listed by"
            " `classes`"
        )
    points, sets = known_points(spec), wanted_sets(spec)
    plan = points_plan(spec, show_values=show_values, limit=limit)
    own = target_plan(plan, plan.targets[0])
    about = (
        f"the minimal sets of 1 to {points} points of a person ({joined(list(plan.quasi_identifiers))}) of {spec.name}"
        f" with {' or '.join(map(str, conditions))}, by {sets.label}"
    )
    notes = [f"a person is one {spec.individual}; sets_1, sets_2, .. count all sets with 1, 2, .. points"]
    return conditions, RelationQuestion(spec, own, partial(sets_query, points=points, sets=sets, few=few), about, notes)
