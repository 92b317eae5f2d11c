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
from sqlmetrics.risk.events.people import check_secret, counted_people, event_facts
from sqlmetrics.risk.events.question import (
    check_known,
    events_plan,
    known_points,
    known_text,
    metrics_of_points,
    points_query,
    target_plan,
)
from sqlmetrics.risk.events.sets import Sets, unopened_sets, wanted_sets
from sqlmetrics.risk.extent import check_mapped, whole_extent
from sqlmetrics.risk.intervals.proportions import NORMAL, wilson
from sqlmetrics.risk.question import Asked, RelationQuestion, checked_columns
from sqlmetrics.risk.roles import columns_by_role
from sqlmetrics.risk.score_rows import scores_of_plans
from sqlmetrics.risk.scores import Score, Scores, table_score
from sqlmetrics.spec.spec import KnownSpec, Spec
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.plan import Plan, Target
from sqlmetrics.statement.statement import joined_statements
from sqlmetrics.text import csv_line, joined
from sqlmetrics.version import __version__

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
    entropy_most: float
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
    return scores_of_plans(spec, [events_plan(spec)], progress or Progress(), partial(_measured, spec))


def events_sql(spec: Spec, *, dialect: str | None = None) -> str:
    """Return the statements that `event_scores` runs, in a dialect; nothing is opened.

    With `targets: all` they look at every set of points, else at people who are drawn.
    """
    check_known(spec)
    plan, points = events_plan(spec), known_points(spec)
    sets = unopened_sets(spec)
    looked = "every set of points" if not sets.drawn else f"the drawn points of {sets.targets:,} drawn people"
    texts = []
    for target in plan.targets:
        if metrics_of_points(plan, target):
            about = (
                f"what 1 to {points} known points of a person ({joined(list(plan.quasi_identifiers))}) of {spec.name}"
                f" tell about {target.label}, by {looked}"
            )
            notes = [f"a person is one {plan.individual}; who has fewer points is known by all of them"]
            write = partial(points_query, points=points, sets=sets)
            texts.append(RelationQuestion(spec, target_plan(plan, target), write, about, notes).printed(dialect))
    return joined_statements(texts)


def _measured(spec: Spec, source: Source, plan: Plan, roles: Spec | None) -> Scores:
    """Return the scores of a plan's points, of a relation that is open."""
    engine, name, from_sql = source
    columns = checked_columns(source, plan)
    by_role = None if roles is None else columns_by_role(source, roles, columns)
    check_mapped(engine, plan.partitions, from_sql, name)
    points, asked_targets = known_points(spec), [one for one in plan.targets if metrics_of_points(plan, one)]
    engine.progress.expect(2 * len(asked_targets) - 1)
    asked = Asked(plan, engine.dialect, from_sql, None, [column for column, _ in columns])
    scores: list[Score] = []
    own = target_plan(plan, plan.targets[0])
    with counted_people(source, own) as counted:
        facts = event_facts(source, own, points, events=isinstance(spec.known, KnownSpec), counted=counted)
        sets = wanted_sets(spec, facts)
        if asked_targets[0].column is None:
            query = points_query(asked._replace(plan=own), points, sets, counted)
            rows = fetch_rows(engine, query, name, IdentityRow)
            scores += _identity_scores(plan, metrics_of_points(plan, asked_targets[0]), rows, sets, points)
    for target in asked_targets:
        if target.column is not None:
            own = target_plan(plan, target)
            with counted_people(source, own) as counted:
                check_secret(source, own, target, counted)
                query = points_query(asked._replace(plan=own), points, sets, counted)
                secrets = fetch_rows(engine, query, name, AttributeRow)
            scores += _secret_scores(plan, target, metrics_of_points(plan, target), secrets, sets, points)
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
        events=_known(sets, points, facts, scores),
    )


def _known(sets: Sets, points: int, facts: EventFacts, scores: Sequence[Score]) -> EventsKnown:
    """Return what the scores rest on."""
    text = known_text(points, events=sets.events)
    if not sets.drawn:
        return EventsKnown(text, None, facts.nobodys)
    numbers = [score.records for score in scores]
    most, fewest = max(numbers, default=0), min(numbers, default=0)
    return EventsKnown(text, most, facts.nobodys, None if fewest == most else fewest)


def _identity_scores(
    plan: Plan, metrics: Sequence[Metric], rows: Sequence[IdentityRow], sets: Sets, points: int
) -> Iterator[Score]:
    """Yield the scores of the identity; unicity has one for each number of points."""
    unicities = [_share(row.unicity, row.targets, sets) for row in rows]
    for metric in metrics:
        if metric.name == "unicity":
            for p in range(1, points + 1):
                row = rows[p - 1] if rows else None
                yield _score(plan, metric, "identity", row, unicities[p - 1] if rows else None, p, sets)
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
        yield _score(plan, metric, "identity", last, one, points, sets)


def points_needed(unicities: Sequence[Estimated], share: float) -> Estimated:
    """Return the fewest points that single out a share of the people, with the interval."""

    def least(shares: Sequence[float | None]) -> int | None:
        return next((p for p, one in enumerate(shares, 1) if one is not None and one >= share), None)

    value = least([one.value for one in unicities])
    drawn = any(one.low is not None for one in unicities)
    low = least([one.high for one in unicities]) if drawn else None
    high = least([one.low for one in unicities]) if drawn else None
    return Estimated(value, low, high)


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
            gain = _mean(row.accuracy, row.accuracy_squares, 1, row.targets, sets)
            one = gain.changed(1, -row.accuracy_before)
        else:
            left = _mean(row.entropy, row.entropy_squares, row.entropy_most, row.targets, sets)
            whole = row.entropy_before
            one = left.changed(-1 / whole, 1) if whole else Estimated(None)
        score = _score(plan, metric, target.name, row, one, points, sets)
        yield score._replace(partition=target.view[1])


def _share(share: float, trials: int, sets: Sets) -> Estimated:
    """Return a share of people, with Wilson's interval where they are drawn."""
    return Estimated(share, *wilson(share, trials)) if sets.drawn else Estimated(share)


def _mean(mean: float, squares: float, most: float, number: int, sets: Sets) -> Estimated:
    """Return a mean of numbers from 0 to `most` over people, with an interval where they are drawn.

    It is the normal interval with two more people at each end of the range, which for shares is
    that of Agresti and Coull (1998): people who are all alike do not tell that all others are, too.
    """
    if not sets.drawn:
        return Estimated(mean)
    trials = number + 4
    centre = (number * mean + 2 * most) / trials
    spread = (number * squares + 2 * most * most) / trials - centre * centre
    half = NORMAL * math.sqrt(max(spread, 0) / trials)
    return Estimated(mean, min(max(centre - half, 0), mean), max(min(centre + half, most), mean))


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
    sets: Sets,
) -> Score:
    """Return a score record of a number of known points."""
    one = Estimated(None, reason=NO_POINTS) if one is None else one
    parameters = plan.parameters_of(metric) | {"known": known_text(points, events=sets.events)}
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
