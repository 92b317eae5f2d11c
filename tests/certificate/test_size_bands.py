"""People by the size of their group, in the bands of a certificate."""

from __future__ import annotations

import pytest

from certificates import condition
from sqlmetrics.certificate.measured import size_bands
from sqlmetrics.scoring.bands import Band, ClassBands

ONE_EACH = ClassBands(5, 100, tuple(Band(size, 1, size) for size in (1, 4, 5, 11, 12, 20, 100, 101, 1000)), ())


@pytest.mark.parametrize(
    ("asked", "ends"),
    [
        ([], [(1, 4), (5, 10), (11, 19), (20, 49), (50, 99), (100, 499), (500, 999), (1000, None)]),
        ([None, 5], [(1, 4), (5, 10), (11, 19), (20, 49), (50, 99), (100, 499), (500, 999), (1000, None)]),
        ([12], [(1, 4), (5, 11), (12, 19), (20, 49), (50, 99), (100, 499), (500, 999), (1000, None)]),
        (
            [7, 30],
            [(1, 4), (5, 6), (7, 10), (11, 19), (20, 29), (30, 49), (50, 99), (100, 499), (500, 999), (1000, None)],
        ),
        ([400], [(1, 4), (5, 10), (11, 19), (20, 49), (50, 99), (100, 499), (500, 999), (1000, None)]),
    ],
)
def test_bands_end_below_the_sizes_that_limits_ask_for(
    asked: list[int | None], ends: list[tuple[int, int | None]]
) -> None:
    """A limit takes the place of an end close to it, but beyond the exact sizes."""
    bands = size_bands(ONE_EACH, asked)
    assert [(band.low, band.high) for band in bands] == ends
    assert sum(band.people.value or 0 for band in bands) == 1 + 4 + 5 + 11 + 12 + 20 + 100 + 101 + 1000


@pytest.mark.parametrize(
    ("metric", "limit", "size"),
    [
        *[("k_anonymity", 5, 5), ("k_anonymity", 4.5, 5), ("k_anonymity", 5 * (1 + 1e-12), 5)],
        *[("prosecutor_risk", 0.2, 5), ("prosecutor_risk", 0.09, 12), ("prosecutor_risk", 1 / 3, 3)],
        *[("prosecutor_risk", 0, None), ("records_at_risk", 0.05, None)],
    ],
)
def test_a_limit_asks_for_a_size_of_groups(metric: str, limit: float, size: int | None) -> None:
    """The size is that which the verdict holds groups to, rounding included."""
    assert condition(metric, "at_most", limit, 1.0, False).group_size == size
