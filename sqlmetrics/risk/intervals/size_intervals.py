"""Intervals of the metrics of class sizes: shares of unique records, and of those at risk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlmetrics.risk.intervals.jackknife import Bounds, of_share, variance

if TYPE_CHECKING:
    from sqlmetrics.risk.intervals.shapes import Numbers, Shapes


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
