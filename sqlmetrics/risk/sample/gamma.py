"""Steps of the gamma and digamma functions, which keep their digits where the functions are large.

A difference of two values of `lgamma` near 10^10 has lost ten digits.
"""

from __future__ import annotations

from math import lgamma, log, log1p
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Number = TypeVar("Number", float, "NDArray[np.float64]")

LARGE = 16
"""The argument from which on the series of Stirling have sixteen digits."""


def log_gamma_step(x: float, step: float) -> float:
    """Return ln G(x + step) - ln G(x), for x > 0 and a step from 0 to 1."""
    if x < LARGE:
        return lgamma(x + step) - lgamma(x)
    main = (x + step - 0.5) * log1p(step / x) + step * (log(x) - 1)
    return main + _stirling(x + step) - _stirling(x)


def digamma_step(x: float, step: Number) -> Number:
    """Return psi(x + step) - psi(x), for x > 0 and a step of 0 or more, or for each of many."""
    import numpy as np

    below = step * 0.0
    if x < LARGE:
        for place in range(LARGE):
            below = below + step / ((x + place) * (x + place + step))
        x += LARGE
    to = x + step
    above: Number = below + np.log1p(step / x) + step / (2 * x * to)
    return above + _digamma_rest(to) - _digamma_rest(x)


def _stirling(x: float) -> float:
    """Return ln G(x) without (x - 1/2) ln x - x + ln(2 pi)/2."""
    square = 1 / (x * x)
    return (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / x


def _digamma_rest(x: Number) -> Number:
    """Return psi(x) without ln x - 1/(2x)."""
    square = 1 / (x * x)
    return -square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))))
