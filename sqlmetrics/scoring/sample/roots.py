"""The root of a function that changes its sign."""

from __future__ import annotations

from collections.abc import Callable

STEPS = 200
"""The most halvings of an interval; sixteen digits take about sixty."""


def root(function: Callable[[float], float], low: float, high: float) -> float | None:
    """Return where a function is zero between two places, None where its sign is the same at both.

    The interval is halved until there is no number between its ends.
    """
    rising = function(high) > 0
    if (function(low) > 0) is rising:
        return None
    for _ in range(STEPS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (low, middle) if (function(middle) > 0) is rising else (middle, high)
    return (low + high) / 2
