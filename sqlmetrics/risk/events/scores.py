"""The scores of a relation where some points of a person are known, and their statements."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source
from sqlmetrics.risk.events.facts import EventFacts, EventsKnown
from sqlmetrics.risk.events.question import (
    Sets,
    check_known,
    events_plan,
    known_points,
    points_query,
    target_plan,
)
from sqlmetrics.risk.events.traces import check_secret, event_facts
from sqlmetrics.risk.extent import check_mapped, whole_extent
from sqlmetrics.risk.intervals.proportions import NORMAL, wilson
from sqlmetrics.risk.question import Asked, RelationQuestion, checked_columns
from sqlmetrics.risk.roles import columns_by_role
from sqlmetrics.risk.score_rows import scores_of_plans
from sqlmetrics.risk.scores import Score, Scores, table_score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.plan import Plan, Target
from sqlmetrics.statement.statement import joined_statements
from sqlmetrics.text import csv_line, joined
from sqlmetrics.version import __version__

ALL_SETS = 10_000_000
"""The most sets of points that are all looked at; of more, people are drawn."""

DRAWN = 1000
"""The people who are drawn, unless `targets` says another number."""

WORK = 200_000_000
"""The most candidates that are looked at; where there may be more, fewer people are drawn."""

FEWEST = 100
"""The fewest people who are drawn, whatever they cost."""

DRAWN_BOUND = "only a bound follows from people who are drawn"
"""The reason why an extreme over all sets has no value."""

NO_POINTS = "nobody has a point"
"""The reason why a table without points has no score."""


class IdentityRow(NamedTuple):
    """A row of `event_identity`, of a number of points; k is None where many have them."""

    points: int
    targets: int
    unicity: float
    at_risk: float
    k: int | None


class AttributeRow(NamedTuple):
    """A row of `event_attribute`, of a number of points; entropies are in nats."""

    points: int
    targets: int
    entropy: float
    entropy_squares: float
    accuracy: float
    accuracy_squares: float
    alpha: float
    entropy_before: float
    accuracy_before: float


class Estimated(NamedTuple):
    """A score with the ends of its interval, or one end where it is a bound."""

    value: float | None
    low: float | None = None
    high: float | None = None
    reason: str | None = None

    def changed(self, factor: float, added: float) -> Estimated:
        """Return it times a factor, with a number added."""
        value, *ends = (None if end is None else factor * end + added for end in self[:3])
        low, high = ends if factor > 0 else reversed(ends)
        return Estimated(value, low, high, self.reason)


def event_scores(spec: Spec, progress: Progress | None = None) -> Scores:
    """Return what `spec.known` points of a person give away of identity and secrets.

    Every set of points counts where there are few, and else the first points, in a drawn order, of
    people who are drawn. Raises SpecError for what cannot be measured as the spec says.
    """
    check_known(spec)
    return scores_of_plans(spec, [events_plan(spec)], progress or Progress(), partial(measured_points, spec))


def events_sql(spec: Spec, *, dialect: str | None = None) -> str:
    """Return the statements that `event_scores` runs, in a dialect; nothing is opened.

    With `targets: all` they look at every set of points, else at people who are drawn.
    """
    check_known(spec)
    return joined_statements([*points_statements(spec, events_plan(spec), dialect)])


def points_statements(spec: Spec, plan: Plan, dialect: str | None) -> Iterator[str]:
    """Yield the statements of a plan's targets, in a dialect; see `events_sql`."""
    points = known_points(spec)
    sets = Sets(drawn=False) if spec.targets == "all" else Sets(drawn=True, targets=spec.targets or DRAWN)
    looked = "every set of points" if not sets.drawn else f"the drawn points of {sets.targets:,} drawn people"
    for target in plan.targets:
        if plan.metrics_of(target):
            about = (
                f"what 1 to {points} known points of a person ({joined(list(plan.quasi_identifiers))}) of {spec.name}"
                f" tell about {target.label}, by {looked}"
            )
            notes = [f"a person is one {plan.individual}; who has fewer points is known by all of them"]
            if plan.recodings:
                recoded = [f"{column} (as {partition.name})" for column, partition in plan.recodings.items()]
                notes.append(f"recoded are {joined(recoded)}")
            write = partial(points_query, points=points, sets=sets)
            yield RelationQuestion(spec, target_plan(plan, target), write, about, notes).printed(dialect)


def measured_points(spec: Spec, source: Source, plan: Plan, roles: Spec | None = None) -> Scores:
    """Return the scores of a plan's points, of a relation that is open."""
    engine, name, from_sql = source
    columns = checked_columns(source, plan)
    by_role = None if roles is None else columns_by_role(source, roles, columns)
    check_mapped(engine, plan.partitions, from_sql, name)
    points = known_points(spec)
    own = target_plan(plan, plan.targets[0])
    facts = event_facts(source, own, points)
    sets = _sets(spec, facts)
    asked = Asked(plan, engine.dialect, from_sql, None, [column for column, _ in columns])
    scores: list[Score] = []
    for target in plan.targets:
        metrics = plan.metrics_of(target)
        if not metrics:
            continue
        own = target_plan(plan, target)
        if target.column is None:
            query = points_query(asked._replace(plan=own), points, sets)
            scores += _identity_scores(plan, metrics, fetch_rows(engine, query, name, IdentityRow), sets, points)
            continue
        check_secret(source, own, target)
        narrowed = _narrowed(sets, facts)
        query = points_query(asked._replace(plan=own), points, narrowed)
        scores += _secret_scores(plan, target, metrics, fetch_rows(engine, query, name, AttributeRow), narrowed, points)
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
        events=EventsKnown(str(points), _number_drawn(sets, facts), facts.nobodys, facts.points),
    )


def _sets(spec: Spec, facts: EventFacts) -> Sets:
    """Return the sets that are looked at: all where they are few, unless people are drawn."""
    if isinstance(spec.targets, int):
        return Sets(drawn=True, targets=spec.targets)
    if facts.sets <= ALL_SETS:
        return Sets(drawn=False)
    return Sets(drawn=True, targets=None if spec.targets == "all" else DRAWN)


def _narrowed(sets: Sets, facts: EventFacts) -> Sets:
    """Return the sets with fewer people where the candidates of all would be too many."""
    if not sets.drawn or sets.targets is None or sets.targets * facts.holders <= WORK:
        return sets
    return sets._replace(targets=max(FEWEST, int(WORK / facts.holders)))


def _number_drawn(sets: Sets, facts: EventFacts) -> int | None:
    return None if not sets.drawn else min(facts.people, sets.targets or facts.people)


def _identity_scores(
    plan: Plan, metrics: Sequence[Metric], rows: Sequence[IdentityRow], sets: Sets, points: int
) -> Iterator[Score]:
    """Yield the scores of the identity; unicity has one for each number of points."""
    unicities = [_share(row.unicity, row.targets, sets) for row in rows]
    for metric in metrics:
        if metric.name == "unicity":
            for p in range(1, points + 1):
                row = rows[p - 1] if rows else None
                yield _score(plan, metric, "identity", row, unicities[p - 1] if rows else None, p)
            continue
        last = rows[-1] if rows else None
        if last is None:
            one = None
        elif metric.name == "points_to_single_out":
            share = float(plan.parameters_of(metric)["share"])
            one = points_needed(unicities, share)
        elif metric.name == "k_anonymity":
            one = _extreme(last.k, sets, worst=1, higher=False)
        else:
            one = _share(last.at_risk, last.targets, sets)
        yield _score(plan, metric, "identity", last, one, points)


def points_needed(unicities: Sequence[Estimated], share: float) -> Estimated:
    """Return the fewest points that single out a share of the people, with the interval.

    Where not even all of them do, more are needed, which is a lower bound.
    """

    def least(shares: Sequence[float | None]) -> int | None:
        return next((p for p, one in enumerate(shares, 1) if one is not None and one >= share), None)

    value = least([one.value for one in unicities])
    drawn = any(one.low is not None for one in unicities)
    low = least([one.high for one in unicities]) if drawn else None
    high = least([one.low for one in unicities]) if drawn else None
    return Estimated(value, len(unicities) + 1 if value is None and low is None else low, high)


def _secret_scores(
    plan: Plan,
    target: Target,
    metrics: Sequence[Metric],
    rows: Sequence[AttributeRow],
    sets: Sets,
    points: int,
) -> Iterator[Score]:
    """Yield the scores of a secret at the most points."""
    row = rows[-1] if rows else None
    for metric in metrics:
        if row is None:
            one = None
        elif metric.name == "alpha_k_anonymity":
            one = _extreme(row.alpha, sets, worst=1, higher=True)
        elif metric.name == "a_acc":
            gain = _mean(row.accuracy, row.accuracy_squares, row.targets, sets)
            one = gain.changed(1, -row.accuracy_before)
        else:
            left = _mean(row.entropy, row.entropy_squares, row.targets, sets)
            whole = row.entropy_before
            one = left.changed(-1 / whole, 1) if whole else Estimated(None)
        score = _score(plan, metric, target.name, row, one, points)
        yield score._replace(partition=target.view[1])


def _share(share: float, trials: int, sets: Sets) -> Estimated:
    """Return a share of people, with Wilson's interval where they are drawn."""
    return Estimated(share, *wilson(share, trials)) if sets.drawn else Estimated(share)


def _mean(mean: float, squares: float, number: int, sets: Sets) -> Estimated:
    """Return a mean over people, with its normal interval where they are drawn."""
    if not sets.drawn:
        return Estimated(mean)
    half = NORMAL * math.sqrt(max(squares - mean * mean, 0) / number)
    return Estimated(mean, mean - half, mean + half)


def _extreme(found: float | None, sets: Sets, *, worst: float, higher: bool) -> Estimated:
    """Return an extreme over all sets; of drawn ones it is a bound, unless it is the worst."""
    if not sets.drawn:
        return Estimated(found)
    if found == worst:
        return Estimated(found, found, found)
    return Estimated(None, found if higher else worst, worst if higher else found, DRAWN_BOUND)


def _score(
    plan: Plan,
    metric: Metric,
    target: str,
    row: IdentityRow | AttributeRow | None,
    one: Estimated | None,
    points: int,
) -> Score:
    """Return a score record of a number of known points."""
    one = Estimated(None, reason=NO_POINTS) if one is None else one
    parameters = plan.parameters_of(metric) | {"known": str(points)}
    return table_score(
        metric,
        target=target,
        records=0 if row is None else row.targets,
        value=one.value,
        reason=one.reason,
        quasi_identifiers=csv_line(plan.quasi_identifiers),
        parameters=", ".join(f"{name.replace('_', ' ')}={value}" for name, value in parameters.items()),
        low=one.low,
        high=one.high,
    )
