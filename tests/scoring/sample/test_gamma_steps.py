"""A step of ln G, or of its slope, equals a sum, whether or not it is computed by a series."""

from __future__ import annotations

from math import log

import pytest

from sqlmetrics.scoring.sample.uniqueness import digamma_step, log_gamma_step


@pytest.mark.parametrize("x", [1.0, 2.5, 15.5, 16.0, 17.0, 40.0, 1e3, 1e6])
def test_steps_are_sums(x: float) -> None:
    """G(x + 1) = x G(x), by halves, too; psi(x + n) - psi(x) is the sum of 1/(x + i)."""
    assert log_gamma_step(x, 0) == 0
    assert log_gamma_step(x, 1) == pytest.approx(log(x), rel=1e-12, abs=1e-14)
    assert log_gamma_step(x, 0.5) + log_gamma_step(x + 0.5, 0.5) == pytest.approx(log(x), rel=1e-12, abs=1e-14)
    for steps in (1, 2, 7, 100):
        assert digamma_step(x, float(steps)) == pytest.approx(sum(1 / (x + i) for i in range(steps)), rel=1e-13)
