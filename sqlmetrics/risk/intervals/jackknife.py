"""Intervals of entropies and of metrics of class sizes, from leaving out one record, and two.

The variance of a symmetric statistic is a sum of parts of one record, of pairs, and so on (Efron
and Stein 1981, The jackknife estimate of variance, Annals of Statistics 9). Leaving out one record
counts the part of pairs twice, which matters where nearly every record is alone in its class;
leaving out two shows how large that part is. The cells of a target are taken by their sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby
from math import log, log2, sqrt
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.risk.intervals.proportions import NORMAL
from sqlmetrics.scoring.counted import OpenCounts
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


Term = Callable[["Numbers"], "Numbers"]
"""A function of counts; entropies are sums of its values."""


class ShapeRow(NamedTuple):
    """A row of the macro `count_shapes`."""

    target_number: int
    value_size: int
    class_size: int
    cell_size: int
    cells: int


def shapes_plan(plan: Plan) -> Plan:
    """Return a plan of the same targets, whose counts have the sizes that make shapes."""
    measured = plan.measured
    names = ["a_know"] if measured.attributes else []
    names += ["k_anonymity"] if any(target.column is None for target in measured.targets) else []
    metrics = tuple(catalogue()[name] for name in names)
    return replace(measured, metrics=metrics, level="table", limit=None, numbered=False)


def target_shapes(counted: OpenCounts) -> Mapping[int, Shapes]:
    """Return the shapes of each target of the counts, by its place among those measured."""
    import numpy as np

    engine, name, _ = counted.source
    query = render("count_shapes", counted.entries(shapes_plan(counted.plan)), dialect=engine.dialect)
    rows = fetch_rows(engine, query, name, ShapeRow, "intervals")
    return {
        number: Shapes(*np.array(list(own), dtype=np.float64).T[1:])
        for number, own in groupby(rows, key=lambda row: row.target_number)
    }


@dataclass(frozen=True)
class Shapes:
    """The cells of a target: the sizes of a cell, its class and its value, and how many are so.

    A cell has the records of one class with one value. Sums of entropies are in nats, times the
    records. `deleted` numbers are what one record less takes away from a sum.
    """

    value_size: Numbers
    class_size: Numbers
    cell_size: Numbers
    cells: Numbers

    @cached_property
    def weights(self) -> Numbers:
        """The records of the cells of each row."""
        return self.cell_size * self.cells

    @cached_property
    def records(self) -> float:
        """The records of the table."""
        return float(self.weights.sum())

    @cached_property
    def sizes(self) -> tuple[Numbers, Numbers]:
        """The sizes of classes, each once, and how many classes have it."""
        import numpy as np

        size, place = np.unique(self.class_size, return_inverse=True)
        return size, np.bincount(place, self.weights) / size

    def sums(self, term: Term) -> tuple[float, float, float]:
        """Return N H(X|Y), N H(X) and N H(X,Y) for a term."""
        import numpy as np

        whole = float(term(np.array([self.records]))[0])
        values = float((self.weights / self.value_size * term(self.value_size)).sum())
        classes = float((self.weights / self.class_size * term(self.class_size)).sum())
        cells = float((self.cells * term(self.cell_size)).sum())
        return classes - cells, whole - values, whole - cells

    def deleted(self, less: Term) -> tuple[Numbers, Numbers, Numbers]:
        """Return what a record takes from each sum of `sums`; `less` is a term's difference."""
        import numpy as np

        whole, cells = less(np.array([self.records])), less(self.cell_size)
        return less(self.class_size) - cells, whole - less(self.value_size), whole - cells

    def pairs(self, twice: Term) -> tuple[float, float]:
        """Return the squares of what two records together take away more than each by itself.

        The first belongs to N H(X|Y), over all pairs of records of a class; the second to N H(X,Y),
        over the pairs of a cell. `twice` is a term's second difference.
        """
        of_class, of_cell = twice(self.class_size), twice(self.cell_size)
        classes = self.weights / self.class_size * self.class_size * (self.class_size - 1) / 2 * of_class**2
        alike = self.cells * self.cell_size * (self.cell_size - 1) / 2
        conditional = classes.sum() + (alike * ((of_class - of_cell) ** 2 - of_class**2)).sum()
        return float(conditional), float((alike * of_cell**2).sum())


Bounds = tuple[float, float]
"""The low and the high end of an interval."""


def entropy_term(counts: Numbers, corrected: bool = False) -> Numbers:
    """Return n ln n, or n ln n - 1/2 for the Miller-Madow entropies; 0 where n is 0."""
    import numpy as np

    whole = np.maximum(counts, 1)
    term = whole * np.log(whole) - (0.5 if corrected else 0.0)
    return np.where(counts > 0, term, 0.0)


def entropy_less(counts: Numbers, corrected: bool = False) -> Numbers:
    """Return what one record less takes away from the term of a count of at least 1.

    It is ln n - (n - 1) ln(1 - 1/n), which keeps its digits where n is large.
    """
    import numpy as np

    many = np.maximum(counts, 2)
    less = np.log(many) - (many - 1) * np.log1p(-1 / many)
    return np.where(counts > 1, less, -0.5 if corrected else 0.0)


def entropy_twice(counts: Numbers, corrected: bool = False) -> Numbers:
    """Return the second difference of the term of a count, 0 for a count below 2."""
    import numpy as np

    many = np.maximum(counts, 2)
    return np.where(counts > 1, entropy_less(many, corrected) - entropy_less(many - 1, corrected), 0.0)


def variance(changes: Numbers, weights: Numbers, pairs: float) -> float:
    """Return the variance of a score.

    Parameters
    ----------
    changes
        What the score changes by where one record is left out, up to a constant.
    weights
        How many records have each change.
    pairs
        The sum over pairs of records of the square of what leaving out both changes more than
        leaving out each. It is taken off, to half of the variance at most.
    """
    records = weights.sum()
    mean = (weights * changes).sum() / records
    single = float((weights * (changes - mean) ** 2).sum() * (records - 1) / records)
    return max(single - pairs, single / 2)


def normal(value: float, spread: float) -> tuple[float, float]:
    """Return the interval around a value with a variance."""
    return value - NORMAL * sqrt(spread), value + NORMAL * sqrt(spread)


def of_share(share: float, spread: float, records: float, event: float) -> Bounds:
    """Return the interval of a share of records with a variance.

    It holds the normal one, with one record more of variance, and Wilson's (1927) for `records` /
    `event` draws. So a share of 0 or 1 has a bound too, as if about four events, of `event` records
    each, had not shown in the table.
    """
    low, high = normal(share, spread + 1 / records**2)
    shift = NORMAL * NORMAL * event / records
    half = NORMAL * sqrt(spread + shift * event / records / 4)
    low = min(low, (share + shift / 2 - half) / (1 + shift))
    high = max(high, (share + shift / 2 + half) / (1 + shift))
    return max(low, 0.0) if share > 0 else 0.0, min(high, 1.0) if share < 1 else 1.0


def of_sizes(metric: str, shapes: Shapes, threshold: float | None) -> Bounds | None:
    """Return the interval of a metric of class sizes, or None where the table tells nothing of it.

    A share changes by records of whole classes: an event is a class that reaches the first size
    that the share does not count.
    """
    import numpy as np

    size, classes = shapes.sizes
    if metric == "separation":
        return _separation(size, classes)
    if metric == "uniqueness":
        return _share(lambda n: np.where(n == 1, 1.0, 0.0), size, classes, 2)
    if metric == "records_at_risk":
        if threshold is None or not 0 < threshold < 1:
            return None
        return _share(lambda n: np.where(1 / np.maximum(n, 1) > threshold, n, 0.0), size, classes, 1 / threshold)
    return _share(lambda n: np.where(n > 0, 1.0, 0.0), size, classes, 1)


def _share(term: Callable[[Numbers], Numbers], size: Numbers, classes: Numbers, event: float) -> Bounds:
    """Return the interval of a sum over the classes of a term of their size, by the records."""
    import numpy as np

    records = float((size * classes).sum())
    less = term(size) - term(size - 1)
    before = term(size - 1) - term(np.maximum(size - 2, 0))
    twice = np.where(size > 1, less - before, 0.0)
    pairs = float((classes * size * (size - 1) / 2 * twice**2).sum()) / records**2
    share = float((classes * term(size)).sum()) / records
    return of_share(share, variance(-less / (records - 1), size * classes, pairs), records, event)


def _separation(size: Numbers, classes: Numbers) -> Bounds | None:
    """Return the interval of the share of pairs of records that are told apart."""
    records = float((size * classes).sum())
    if records < 3:
        return None
    alike = float((classes * size * (size - 1)).sum())
    apart = records * (records - 1)
    changes = 2 * (size - 1) / ((records - 1) * (records - 2))
    pairs = alike / 2 * (2 / apart) ** 2
    return of_share(1 - alike / apart, variance(changes, size * classes, pairs), apart, 2)


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

    Rates have none either where all but one record have one value: without that one no rate is
    defined. Of the identity only H(X|Y) and what follows from it vary from sample to sample.
    """
    plain = metric.removeprefix(CORRECTED)
    sums = sums_of(shapes, corrected=metric != plain)
    constant = shapes.value_size.max() == sums.records
    own = shapes.value_size.max() > 1
    if constant or (not own and plain in {"entropy", "joint_entropy"}):
        return None
    if plain in _MOST and shapes.value_size.max() >= sums.records - 1:
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
    """Return the interval of H(X|Y) / H(X); a record changes both terms."""
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
