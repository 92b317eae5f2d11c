"""Estimates of metrics from sums over sampled classes, with 95 % intervals.

A class is in the sample where the hash of its keys is below a threshold, with the probability of
the share s, whatever it holds. The sum of f over all classes is estimated by F / s, with F the sum
over the sample. The estimate has no bias, and its variance is (1 - s) / s^2 times the sum of f^2
over the sample. Horvitz and Thompson 1952, A generalization of sampling without replacement, JASA
47, showed it. Classes that are counted whole for their weight are added as they are. A score that
is a function of a sum, or is cut at the end of its range, is not without bias.

An extreme of the sampled classes is a bound of the table's, and its value where it is the worst
that there can be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from math import log, sqrt
from typing import NamedTuple

from sqlmetrics.risk.estimation.formulas import Formula
from sqlmetrics.risk.estimation.sums import TERMS, ClassSample, ClassSums
from sqlmetrics.risk.intervals.proportions import NORMAL
from sqlmetrics.statement.catalogue import Metric

NO_CLASS = "no class is in the sample; sample more of them by `estimate`, or by a larger `sketch`"

BOUND = "only a bound follows from a sample of the classes"

NO_ESTIMATE = "it does not follow from a sample of the classes; leave out `estimate`"

FEW = (
    "too few of the classes are in the sample for an estimate whose interval can be told; sample more by `estimate`, or"
    " by a larger `sketch`"
)

UNKNOWN = "it needs the counts of the values in the whole table, which are not there"

ALIKE = (60, 20)
"""The fewest classes for an interval of a sum that a few large classes may be most of: as many as
would vary as much if they had the same number of records. The second is for a sample that has all
classes of much weight."""

MISSED = 3.3
"""How many standard deviations off the records of the sample's classes are where they tell that
large classes are missing, or too many, although nobody looked for them. One of a thousand samples
of small classes is as far off."""

MINOR = 0.05
"""The share of the records below which such classes are too few to matter for a score."""

AT_THE_WORST = 1e-12
"""The relative difference of rounding, by which a bound may miss the worst value."""


class Estimate(NamedTuple):
    """An estimate with the ends of its 95 % interval, or a bound, which has one end.

    `value` is None, for the `reason`, where only a bound is known, or nothing.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    reason: str | None = None


class Total(NamedTuple):
    """The estimate of a sum over all classes, and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def estimated(
    metric: Metric, sums: ClassSums, sample: ClassSample, parameters: Mapping[str, str] | None = None
) -> Estimate:
    """Return the estimate of a metric of one target, by the formulas of its header.

    `parameters` are the parameters with which it is scored.
    """
    text = metric.estimate or metric.bound
    if text is None:
        return Estimate(None, reason=NO_ESTIMATE)
    chosen = {**metric.parameters, **(parameters or {})}
    log_unit = log(2) if chosen.get("log_base") == "2" else 1.0
    numbers = {**sample.totals, "log_unit": log_unit}
    own = sample.formula(text)
    if not sums.classes and any(name not in numbers for name in own.names):
        return Estimate(None, reason=NO_CLASS)
    if any(name not in {**numbers, **sums.sums, **sums.extremes} for name in own.names):
        return Estimate(None, reason=UNKNOWN)
    if metric.bound is not None:
        return _bounded(metric, own, sums, sample, numbers)
    unseen = {name: TERMS[name].unseen(chosen) for name in own.names if name in TERMS}
    return _estimated(metric, own, sums, sample, numbers, unseen)


def estimated_total(name: str, sums: ClassSums, share: float, unseen: float | None = None) -> Total:
    """Return the estimate of a term's sum over all classes, and its interval.

    The interval has all sums from which F is at most 1.96 standard deviations away. The variance of
    F is taken as s (1 - s) times the sum times the mean size of an event, which is the sum of
    squares by F. So the interval begins at what was counted, and a sum of 0 has an upper end too.
    Where it makes events larger, one more event of the size `unseen` is counted, by default the
    smallest.
    """
    found, squares = sums.sums[name], sums.squares[name]
    more = TERMS[name].event if unseen is None else unseen
    event = max(squares / found if found > 0 else 0.0, (squares + more * more) / (found + more)) * (1 - share)
    shift = NORMAL * NORMAL * event / 2
    half = NORMAL * sqrt(max(found * event + NORMAL * NORMAL * event * event / 4, 0.0))
    whole = sums.whole.get(name, 0.0)
    ends = (found / share, max((found + shift - half) / share, found), (found + shift + half) / share)
    return Total(*(whole + end for end in ends))


def _within(
    name: str, sums: ClassSums, sample: ClassSample, numbers: Mapping[str, float], unseen: float | None = None
) -> Total:
    """Return the total of a term, between the least and the most that it can be.

    Where the classes of the sample are too few for an interval, its ends are what was counted, and
    the most that the records of the classes that are not counted whole allow.
    """
    term, whole = TERMS[name], sums.whole.get(name, 0.0)
    one = estimated_total(name, sums, sample.share, unseen)
    least = sample.formula(term.least).value_if_known(numbers) or 0.0
    mosts = [] if term.most is None else [sample.formula(term.most).value_if_known(numbers)]
    drawn = _drawn(sums, sample)
    if drawn is not None:
        of_drawn = {**numbers, "records": drawn}
        mosts += [
            whole + (sample.formula(cap).value_if_known(of_drawn) or 0.0) if drawn else whole for cap in term.caps
        ]
    most = min((most for most in mosts if most is not None), default=float("inf"))
    if term.grows and _few(sums, sample):
        one = Total(one.value, whole + sums.sums[name], most)
    return Total(*(max(least, min(number, most)) for number in one))


def _drawn(sums: ClassSums, sample: ClassSample) -> float | None:
    """Return the records of all classes that are not counted whole for their weight, if known."""
    return sample.totals["records"] - sums.whole.get("records", 0.0) if "records" in sample.totals else None


def _few(sums: ClassSums, sample: ClassSample) -> bool:
    """Tell whether the sampled classes are too few for intervals of what grows with a class."""
    if sample.share >= 1:
        return False
    found, squares = sums.sums["records"], sums.squares["records"]
    searched = bool(sums.whole) and not sample.slice
    if found**2 <= ALIKE[searched] * squares:
        return True
    drawn = None if searched else _drawn(sums, sample)
    return drawn is not None and abs(found - drawn * sample.share) > MISSED * sqrt((1 - sample.share) * squares)


def _estimated(
    metric: Metric,
    own: Formula,
    sums: ClassSums,
    sample: ClassSample,
    numbers: Mapping[str, float],
    unseen: Mapping[str, float],
) -> Estimate:
    """Return the estimate of a score that follows from sums.

    `unseen` are the numbers of a class that the sample does not show, by the names of terms. Where
    only one of the sums is unknown the ends of its interval give the score's. Else the variance is
    the variance of the score's linear part (the delta method), with one event more, so that a sum
    of 0 has a variance too.
    """
    open_ = [name for name in own.names if name not in numbers]
    totals = {name: _within(name, sums, sample, numbers, unseen[name]) for name in open_}
    at = {**numbers, **{name: one.value for name, one in totals.items()}}
    value = own.value(at)
    if value is None:
        return Estimate(None, reason=metric.undefined)
    if len(open_) == 1:
        found = [own.value({**at, open_[0]: end}) for end in totals[open_[0]]]
        ends = [end for end in found if end is not None]
    else:
        slopes = {name: own.slope(at, name) or 0.0 for name in open_}
        pairs = sum(slopes[one] * slopes[other] * sums.product(one, other) for one, other in product(open_, repeat=2))
        event = max((slopes[name] * unseen[name] for name in open_), key=abs, default=0.0)
        half = NORMAL * sqrt((1 - sample.share) * (max(pairs, 0.0) + event**2)) / sample.share
        ends = [value - half, value + half]
    least, most = _range(metric)
    value, low, high = (max(least, min(number, most)) for number in (value, min([value, *ends]), max([value, *ends])))
    few = any(TERMS[name].grows for name in open_) and _few(sums, sample) and not _same(low, high)
    if few and (_drawn(sums, sample) or 0.0) > MINOR * sample.totals.get("records", 0.0):
        return Estimate(None, low, high, FEW)
    return Estimate(value, low, high)


def _bounded(
    metric: Metric, own: Formula, sums: ClassSums, sample: ClassSample, numbers: Mapping[str, float]
) -> Estimate:
    """Return the bound of a score that is an extreme, or its value where it is the worst of all.

    Of sums in it the end is taken that gives the weaker bound.
    """
    extremes = {name: sums.extremes[name] for name in own.names if name in sums.extremes}
    known = {name: number for name, number in extremes.items() if number is not None}
    if len(known) < len(extremes):
        return Estimate(None, reason=metric.undefined)
    open_ = [name for name in own.names if name not in numbers and name not in extremes]
    totals = [_within(name, sums, sample, numbers) for name in open_]
    ends = [{**numbers, **known, **dict(zip(open_, at, strict=True))} for at in product(*totals)]
    values = [(own.value(at), _worst(metric, sample, at)) for at in ends]
    if any(value is None for value, _ in values):
        return Estimate(None, reason=metric.undefined)
    worst = values[0][1]
    if sample.share >= 1:
        return Estimate(values[0][0], values[0][0], values[0][0])
    if all(end is not None and value is not None and _same(value, end) for value, end in values):
        return Estimate(worst, worst, worst)
    bounds = [value for value, _ in values if value is not None]
    if metric.direction == "higher is riskier":
        return Estimate(None, low=min(bounds), high=worst, reason=BOUND)
    return Estimate(None, low=worst, high=max(bounds), reason=BOUND)


def _worst(metric: Metric, sample: ClassSample, numbers: Mapping[str, float]) -> float | None:
    """Return the worst value that a metric can have, None where there is none that is known."""
    return None if metric.worst is None else sample.formula(metric.worst).value_if_known(numbers)


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= AT_THE_WORST * max(abs(one), abs(other))


def _range(metric: Metric) -> tuple[float, float]:
    """Return the ends of a metric's range that are numbers, and else infinity."""
    begins = re.match(r"(above |up )?(\d)", metric.range)
    ends = re.search(r"\bto (\d)\b", metric.range)
    least = float(begins[2]) if begins and begins[1] != "up " else float("-inf")
    return least, float(ends[1]) if ends else float("inf")
