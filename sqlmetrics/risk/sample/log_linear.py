"""The risk of people who are alone in a sample, by log-linear models (Skinner and Shlomo 2008)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.risk.sample.sizes import PopulationEstimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CELLS = 200_000
"""The most combinations of values that a model with interactions is fitted to."""

ROUNDS = 500
"""The most rounds of the fit."""

NEAR, FAR = 1e-9, 0.02
"""The difference of fitted margins from the sample's, in people, at which the fit ends.

Where combinations are missing it comes nearer ever more slowly: after all rounds `FAR` is enough.
"""


class AloneRow(NamedTuple):
    """The row of the macro `expected_alone`."""

    people: int
    alone: int
    tau_1: float
    tau_2: float


class CodedRow(NamedTuple):
    """A row of the macro `coded_classes`."""

    people: int
    cells: float
    class_people: int
    values: tuple[int, ...]


def of_independence(row: AloneRow) -> Mapping[str, PopulationEstimate]:
    """Return the estimates of the model in which the keys are independent of each other."""
    return _estimates("independence", row.tau_1, row.tau_2)


def of_two_way(rows: Sequence[CodedRow], odds: float) -> Mapping[str, PopulationEstimate]:
    """Return the estimates of the model with an interaction of each two keys.

    `odds` is the number of people who are not in the sample beside each who is. The expected counts
    of all combinations of values, those without people too, are fitted by iterated proportions.
    """
    import numpy as np

    if rows[0].cells > CELLS:
        return _undefined(f"there are more than {CELLS:,} combinations of values; recode the keys, or name fewer")
    values = np.array([row.values for row in rows]) - 1
    counts = np.zeros(values.max(axis=0) + 1)
    counts[tuple(values.T)] = [row.class_people for row in rows]
    expected = fitted_margins(counts)
    if expected is None:
        return _undefined(f"the model is not fitted after {ROUNDS} rounds; recode the keys, or name fewer")
    unseen = odds * expected[counts == 1]
    near = np.where(unseen > 0, unseen, 1)
    found = np.where(unseen > 0, -np.expm1(-near) / near, 1)
    return _estimates("two_way", float(np.exp(-unseen).sum()), float(found.sum()))


def fitted_margins(counts: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Return the expected counts with the margins of each two axes, None where they are not found.

    In turn they are scaled to each margin (Deming and Stephan 1940).
    """
    import numpy as np

    axes = range(counts.ndim)
    kept = list(combinations(axes, min(2, counts.ndim)))
    summed = [tuple(axis for axis in axes if axis not in pair) for pair in kept]
    margins = [counts.sum(axis=others, keepdims=True) for others in summed]
    expected = np.full(counts.shape, counts.sum() / counts.size)
    furthest = 0.0
    for _ in range(ROUNDS):
        furthest = 0.0
        for margin, others in zip(margins, summed, strict=True):
            now = expected.sum(axis=others, keepdims=True)
            furthest = max(furthest, float(np.abs(now - margin).max()))
            expected *= np.divide(margin, now, out=np.zeros_like(now), where=now > 0)
        if furthest <= NEAR:
            break
    return expected if furthest <= FAR else None


def _estimates(
    model: str, tau_1: float | None, tau_2: float | None, reason: str | None = None
) -> dict[str, PopulationEstimate]:
    """Return the estimates of a model by their metrics."""
    return {
        f"population_uniques_{model}": PopulationEstimate(tau_1, reason),
        f"correct_matches_{model}": PopulationEstimate(tau_2, reason),
    }


def _undefined(reason: str) -> dict[str, PopulationEstimate]:
    """Return that a model with interactions has no estimates, and why."""
    return _estimates("two_way", None, None, reason)
