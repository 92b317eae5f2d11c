"""Intervals of entropies, of mutual information and of the Discrimination Rate."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import log, log2, sqrt
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.risk.intervals.jackknife import (
    Bounds,
    entropy_less,
    entropy_term,
    entropy_twice,
    normal,
    variance,
)
from sqlmetrics.risk.intervals.proportions import NORMAL

if TYPE_CHECKING:
    from sqlmetrics.risk.intervals.shapes import Numbers, Shapes

CORRECTED = "miller_madow_"
"""The prefix of the metrics of Miller and Madow's entropies."""

EVENT = 2.0
"""The bits of N H(X|Y) in a class of two records with two values."""

UNSEEN = NORMAL * NORMAL * EVENT
"""The bits of N H(X|Y) of as many such classes as may not have shown by chance, about four."""


class Sums(NamedTuple):
    """The entropies of a target and what each record takes away, in bits times the records.

    `left` is N H(X|Y), `whole` N H(X) and `joint` N H(X,Y); `left_pairs` and `joint_pairs` are the
    squares of what pairs of records take away together. `values` are the target's.
    """

    records: float
    values: float
    weights: Numbers
    left: float
    whole: float
    joint: float
    less_left: Numbers
    less_whole: Numbers
    less_joint: Numbers
    left_pairs: float
    joint_pairs: float


def sums_of(shapes: Shapes, *, corrected: bool) -> Sums:
    """Return the entropies of a target, `corrected` by Miller and Madow or not."""
    bit = log(2)
    term, less, twice = (partial(one, corrected=corrected) for one in (entropy_term, entropy_less, entropy_twice))
    left_pairs, joint_pairs = shapes.pairs(twice)
    left, whole, joint = (total / bit for total in shapes.sums(term))
    less_left, less_whole, less_joint = (changes / bit for changes in shapes.deleted(less))
    return Sums(
        records=shapes.records,
        values=float((shapes.weights / shapes.value_size).sum()),
        weights=shapes.weights,
        left=left,
        whole=whole,
        joint=joint,
        less_left=less_left,
        less_whole=less_whole,
        less_joint=less_joint,
        left_pairs=left_pairs / bit**2,
        joint_pairs=joint_pairs / bit**2,
    )


def of_entropies(metric: str, shapes: Shapes, value: float) -> Bounds | None:
    """Return the interval of an entropy, or None where the target has one value or only one record.

    Of the identity only H(X|Y) and what follows from it vary from sample to sample.
    """
    plain = metric.removeprefix(CORRECTED)
    sums = sums_of(shapes, corrected=metric != plain)
    constant = shapes.value_size.max() == sums.records
    own = shapes.value_size.max() > 1
    if constant or (not own and plain in {"entropy", "joint_entropy"}):
        return None
    if plain == "conditional_privacy":
        low, high = _information(sums)
        return 1 - 2 ** -max(low, 0.0), 1 - 2**-high
    if plain == "adjusted_discrimination_rate":
        return _adjusted(sums, value)
    low, high = _INTERVALS[plain](sums)
    if metric != plain:
        return low, high
    return max(low, 0.0), min(high, log2(sums.records) if plain == "joint_entropy" else _MOST.get(plain, high))


def _around(value: float, changes: Numbers, sums: Sums, pairs: float, event: float) -> Bounds:
    """Return the normal interval of a score, with the variance of one event more."""
    return normal(value, variance(changes, sums.weights, pairs) + event**2)


def _unseen(sums: Sums) -> float:
    """Return the bits by which N H(X|Y) may be larger where no class has two values."""
    return UNSEEN if sums.left <= 0 else 0.0


def _entropy(sums: Sums) -> Bounds:
    """Return the interval of H(X), which varies by chance also where the values are even."""
    records = sums.records
    even = sqrt((sums.values - 1) / 2) / log(2) / records
    return _around(sums.whole / records, -sums.less_whole / (records - 1), sums, 0.0, even)


def _conditional(sums: Sums) -> Bounds:
    records = sums.records
    changes, pairs = -sums.less_left / (records - 1), sums.left_pairs / records**2
    low, high = _around(sums.left / records, changes, sums, pairs, EVENT / records)
    return low, high + _unseen(sums) / records


def _joint(sums: Sums) -> Bounds:
    records = sums.records
    changes, pairs = -sums.less_joint / (records - 1), sums.joint_pairs / records**2
    low, high = _around(sums.joint / records, changes, sums, pairs, EVENT / records)
    return low - (0.0 if sums.joint_pairs else UNSEEN / records), high


def _information(sums: Sums) -> Bounds:
    records = sums.records
    changes, pairs = (sums.less_left - sums.less_whole) / (records - 1), sums.left_pairs / records**2
    low, high = _around((sums.whole - sums.left) / records, changes, sums, pairs, EVENT / records)
    return low - _unseen(sums) / records, high


def _normalized(sums: Sums) -> Bounds:
    """Return the interval of H(X|Y) / H(X), of which a record changes both."""
    left, whole = sums.left, sums.whole
    changes = (left * sums.less_whole - whole * sums.less_left) / (whole * (whole - sums.less_whole))
    low, high = _around(left / whole, changes, sums, sums.left_pairs / whole**2, EVENT / whole)
    return low, high + _unseen(sums) / whole


def _rate(sums: Sums) -> Bounds:
    low, high = _normalized(sums)
    return 1 - high, 1 - low


def _adjusted(sums: Sums, value: float) -> Bounds | None:
    """Return the interval of the adjusted rate, with the mean by chance as it is in the table."""
    if value >= 1:
        return None
    information = sums.whole - sums.left
    chance = (information - value * sums.whole) / (1 - value)
    room = sums.whole - chance
    if room <= 0:
        return None
    changes = (information - chance) * sums.less_whole / room**2 - (sums.less_whole - sums.less_left) / room
    return _around(value, changes, sums, sums.left_pairs / room**2, EVENT / room)


_MOST = {"discrimination_rate": 1.0, "normalized_conditional_entropy": 1.0}

_INTERVALS: dict[str, Callable[[Sums], Bounds]] = {
    "entropy": _entropy,
    "conditional_entropy": _conditional,
    "joint_entropy": _joint,
    "mutual_information": _information,
    "normalized_conditional_entropy": _normalized,
    "discrimination_rate": _rate,
}
