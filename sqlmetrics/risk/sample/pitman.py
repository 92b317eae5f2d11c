"""Population uniqueness by the model of Ewens and Pitman (Hoshino 2001)."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.risk.sample.gamma import digamma_step, log_gamma_step
from sqlmetrics.risk.sample.roots import root
from sqlmetrics.risk.sample.sizes import ClassSizes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SMALL = 1e-7
"""The smallest alpha that is told apart from 0."""

LOGARITHMS = (-30.0, 70.0)
"""The bounds of ln(theta + alpha) between which a maximum is sought."""


class Pitman(NamedTuple):
    """The parameters of the model: 0 < `alpha` < 1, and `theta` above -alpha."""

    alpha: float
    theta: float


def pitman(sizes: ClassSizes) -> float | None:
    """Return the estimated share of the population that is alone in its class, from 0 to 1.

    With the most likely parameters it is G(t+1)/G(t+a) N^(a-1). None where no parameters are the
    most likely. Hoshino, Applying Pitman's sampling formula to microdata
    disclosure risk assessment, 2001.
    """
    if not sizes.of_size(1):
        return 0.0
    fitted = fitted_pitman(sizes)
    if fitted is None:
        return None
    above, step = fitted.theta + fitted.alpha, 1 - fitted.alpha
    return min(1.0, exp(log_gamma_step(above, step) - step * log(sizes.population)))


def fitted_pitman(sizes: ClassSizes) -> Pitman | None:
    """Return the most likely parameters of classes, None where there are none.

    At each alpha the most likely theta is sought; so taken, the likelihood rises in alpha up to its
    greatest value, and falls from there on. It rises up to 1 where all records are alone, and falls
    from 0 on where the classes differ too little in size.
    """
    import numpy as np

    if sizes.classes in {1, sizes.people}:
        return None
    further = np.array([row.size - 1 for row in sizes.rows], dtype=float)
    classes = np.array([row.classes for row in sizes.rows], dtype=float)

    def slope(alpha: float) -> float:
        theta = _theta(sizes, alpha)
        return np.nan if theta is None else _slope_of_alpha(Pitman(alpha, theta), sizes.classes, further, classes)

    alpha = root(slope, SMALL, 1 - 1e-15)
    theta = None if alpha is None else _theta(sizes, alpha)
    return None if alpha is None or theta is None else Pitman(alpha, theta)


def _theta(sizes: ClassSizes, alpha: float) -> float | None:
    """Return the most likely theta at an alpha.

    There the sum of 1/(t + i a) over the classes but one equals the sum of 1/(t + i) over the
    people but one.
    """

    def slope(logarithm: float) -> float:
        above = exp(logarithm)
        return _sum(above, alpha, sizes.classes - 1) - _sum(above + 1 - alpha, 1.0, sizes.people - 1)

    logarithm = root(slope, *LOGARITHMS)
    return None if logarithm is None else exp(logarithm) - alpha


def _sum(first: float, step: float, terms: int) -> float:
    """Return the sum of `terms` of 1/(first + i step), from i = 0 on."""
    return float(digamma_step(first / step, float(terms))) / step


def _slope_of_alpha(fitted: Pitman, classes: int, further: NDArray[np.float64], counts: NDArray[np.float64]) -> float:
    """Return the slope of the logarithm of the likelihood along alpha.

    It is the sum of i/(t + i a) over the classes but one, less the sum of 1/(j - a) over the
    records of each class but its first.
    """
    alpha, theta = fitted
    gained = (classes - 1 - theta * _sum(theta + alpha, alpha, classes - 1)) / alpha
    return gained - float(counts @ digamma_step(1 - alpha, further))
