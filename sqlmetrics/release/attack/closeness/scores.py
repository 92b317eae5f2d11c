"""The scores of the closeness of a release, from the rows of its searches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from sqlmetrics.release.attack.closeness.searches import (
    RATES,
    CloserRecords,
    ClosestRecords,
    MemberDistances,
    SearchRows,
    UniformRecords,
)
from sqlmetrics.risk.intervals.proportions import TAIL, ShareInterval, clopper_pearson, wilson
from sqlmetrics.scoring.scores import Score, table_score
from sqlmetrics.sentences import Sentence
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.text import csv_line, whole_percent

NEAREST, MEMBERSHIP = "nearest_record", "membership"
"""The attacks that the scores measure."""


class Closeness(NamedTuple):
    """A measure of closeness, the records that it rests on, and its 95 % interval, if any.

    `value` is None where it is undefined, for a `reason` of its own or the metric's.
    """

    records: int
    value: float | None
    low: float | None = None
    high: float | None = None
    parameters: str | None = None
    reason: str | None = None


def closeness_scores(
    found: SearchRows, release: str, target: str, columns: tuple[str, ...], delta: float
) -> list[Score]:
    """Return the scores of a release, in the catalogue's order."""
    measures: dict[str, list[Closeness]] = {}
    for name, measure in _measures(found, delta):
        measures.setdefault(name, []).append(measure)
    return [
        table_score(
            metric,
            target=target,
            records=one.records,
            value=one.value,
            reason=one.reason,
            quasi_identifiers=csv_line(columns),
            parameters=one.parameters,
            release=release,
            attack=MEMBERSHIP if metric.rows == "member_distances" else NEAREST,
            low=one.low,
            high=one.high,
        )
        for metric in metrics_of("closeness")
        for one in measures.get(metric.name, ())
    ]


def _measures(found: SearchRows, delta: float) -> Iterator[tuple[str, Closeness]]:
    closest = found.closest
    yield "distance_to_closest", Closeness(closest.records, closest.distance)
    yield "distance_to_closest_low", Closeness(closest.records, closest.low_distance)
    yield "distance_ratio", Closeness(closest.ratios, closest.ratio)
    yield "baseline_protection", _baseline(closest, found.uniform)
    if found.closer is not None:
        closer = _closer(found.closer)
        yield "closer_to_original", closer
        yield "overfitting_protection", _overfitting(closer)
    if found.members is not None:
        yield from _membership(found.members, delta)


def _baseline(closest: ClosestRecords, uniform: UniformRecords) -> Closeness:
    """Return how far released records are from the original, beside random ones."""
    if closest.distance is None or uniform.distance is None:
        return Closeness(closest.records, None, reason="the release or the original has no records")
    if not uniform.distance:
        return Closeness(closest.records, None)
    return Closeness(closest.records, min(1.0, closest.distance / uniform.distance))


def _closer(row: CloserRecords) -> Closeness:
    """Return the share of released records that are closer to the original; a tie is half."""
    if not row.records:
        return Closeness(0, None)
    hits = row.closer + row.tied / 2
    return Closeness(row.records, hits / row.records, *clopper_pearson(hits, row.records))


def _overfitting(closer: Closeness) -> Closeness:
    """Return the protection from overfitting of a share of closer records, with its interval."""
    if closer.value is None or closer.low is None or closer.high is None:
        return Closeness(0, None)
    value, low, high = (min(1.0, 2 * (1 - share)) for share in (closer.value, closer.high, closer.low))
    return Closeness(closer.records, value, low, high)


def _membership(row: MemberDistances, delta: float) -> Iterator[tuple[str, Closeness]]:
    """Yield the measures of the membership attack; all are undefined without members or others."""
    people = row.members + row.others
    rates = [f"false_positive_rate={1 / rate:g}" for rate in RATES]
    if row.auc is None or row.advantage is None or not row.members or not row.others:
        nothing = Closeness(people, None)
        yield "membership_auc", nothing
        yield "membership_advantage", nothing
        for rate in rates:
            yield "true_positive_rate", nothing._replace(parameters=rate)
        yield "epsilon_bound", nothing._replace(parameters=f"delta={delta:g}")
        return
    ranks = of_ranks(row.auc, row.variance, min(row.members, row.others))
    yield "membership_auc", Closeness(people, row.auc, *ranks)
    difference = of_difference(row.advantage, row.members, row.others)
    yield "membership_advantage", Closeness(people, row.advantage, *difference)
    for rate, found in zip(rates, row.rates, strict=True):
        share = Closeness(row.members, found.hits / row.members, *clopper_pearson(found.hits, row.members))
        yield "true_positive_rate", share._replace(parameters=rate)
    yield "epsilon_bound", Closeness(people, epsilon_bound(row, delta), parameters=f"delta={delta:g}")


def epsilon_bound(row: MemberDistances, delta: float) -> float:
    """Return the largest epsilon that is too small for what the attack reached, at least 0.

    It is the largest of ln((TPR - delta) / FPR) over the false positive rates, and of ln((TNR -
    delta) / FNR) over the false negative rates. Each rate is taken at the cautious end of its exact
    interval. The ends of all hold together with a probability of 95 % (Bonferroni): each leaves
    0.625 % beyond it.
    """
    tail = TAIL / (2 * len(RATES))
    bounds = [0.0]
    for found in row.rates:
        low = clopper_pearson(found.hits, row.members, tail).low
        high = clopper_pearson(found.false_hits, row.others, tail).high
        if low > delta:
            bounds.append(math.log((low - delta) / high))
    for missed in row.misses:
        low = clopper_pearson(missed.passed, row.others, tail).low
        high = clopper_pearson(missed.missed, row.members, tail).high
        if low > delta:
            bounds.append(math.log((low - delta) / high))
    return max(bounds)


def closeness_notes(found: SearchRows, release: str) -> Iterator[str]:
    """Yield the notes for a reader of the numbers of a release."""
    row = found.closer
    if row is not None and row.tied:
        yield TIED.phrase(
            {"number": row.tied, "release": release, "records": row.records},
            release=release,
            tied=row.tied,
            records=row.records,
            share=whole_percent(row.tied / row.records, 1),
        )
    if found.members is not None:
        yield from _unreached(found.members, release)


def _unreached(members: MemberDistances, release: str) -> Iterator[str]:
    """Yield a note on each false positive rate at which nobody, or no other, can be taken."""
    for rate, taken in zip(RATES, members.rates, strict=True):
        of = {"others": members.others, "rate": rate, "release": release}
        words = {"release": release, "rate": f"{1 / rate:g}"}
        if 0 < members.others < rate:
            yield NO_OTHER.phrase(of, others=members.others, **words)
        elif members.others and not taken.hits and not taken.false_hits:
            yield NOBODY_TAKEN.phrase(of, **words)


TIED = Sentence(
    "{release}: {tied} of {records} records ({share}) are as close to the control group as to the original; each counts"
    " as half",
    lambda releases, of: releases.tied(of["release"]) == (of["number"], of["records"]),
)
NO_OTHER = Sentence(
    "{release}: at a false positive rate of {rate} none of {others} others may be taken for a member",
    lambda releases, of: releases.others == of["others"] < of["rate"],
)
NOBODY_TAKEN = Sentence(
    "{release}: at a false positive rate of {rate} nobody is taken for a member: more of the others than that are at"
    " the least distance",
    lambda releases, of: releases.others_at_least(of["release"]) > releases.others / of["rate"],
)


def of_ranks(auc: float, variance: float | None, fewest: float) -> ShareInterval:
    """Return the 95 % interval of an area under the ROC curve.

    It is Wilson's interval, which stays within 0 and 1, for the number of trials whose share has
    the variance of the area (DeLong, DeLong and Clarke-Pearson 1988). Where the variance is 0, as
    where all members are nearer, the trials are the `fewest` people of both groups. No area varies
    more than a share of `fewest` trials (van Dantzig 1951).
    """
    trials = auc * (1 - auc) / variance if variance else fewest
    return wilson(auc, max(trials, fewest))


def of_difference(difference: float, members: float, others: float) -> ShareInterval:
    """Return the 95 % interval of the largest difference of two distributions.

    With probability 1 - a, each distribution is everywhere within sqrt(ln(2/a) / 2n) of its sample.
    Here a is `TAIL`. Dvoretzky, Kiefer and Wolfowitz 1956 showed it, Massart 1990 the constant.
    """
    margin = sum(math.sqrt(math.log(2 / TAIL) / (2 * size)) for size in (members, others))
    return ShareInterval(max(difference - margin, 0.0), min(difference + margin, 1.0))
