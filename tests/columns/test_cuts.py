"""Levels of numbers: round bands that nest, shares of what is skewed, no number of few people."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlmetrics.columns.cuts import ENDS, LEVELS, SLACK, CutLevels, cut_levels

NUMBERS = st.one_of(
    st.lists(st.integers(-50, 50), min_size=1, max_size=300),
    st.lists(st.decimals(-(10**6), 10**6, places=3), min_size=1, max_size=80),
    st.lists(st.builds(lambda tens: Decimal(10) ** tens, st.integers(-8, 12)), min_size=1, max_size=80),
)

SKEWED = "about equal shares, since one band would hold most records"


def levels_of(*numbers: object) -> CutLevels | None:
    """Return the levels of numbers."""
    return cut_levels([Decimal(str(number)) for number in numbers])


@given(NUMBERS)
def test_levels_nest_and_their_ends_hold_many(numbers: list[int | Decimal]) -> None:
    """Each level has fewer of the last one's cuts, joins values, has many people at its ends."""
    found = levels_of(*numbers)
    ordered = sorted(map(Decimal, numbers))
    for before, after in pairwise(found.levels if found else ()):
        assert {*after.cuts} < {*before.cuts}
    for level in found.levels if found else ():
        below, above = (bisect_left(ordered, cut) for cut in (level.cuts[0], level.cuts[-1]))
        assert 1 < len({bisect_right(level.cuts, number) for number in ordered}) < len({*ordered})
        assert list(level.cuts) == sorted({*level.cuts})
        assert min(below, len(ordered) - above) >= int(min(ENDS, SLACK) * len(ordered))
        assert level.width is None or not any(cut % level.width for cut in level.cuts)
    assert found is None or 0 < len(found.levels) <= LEVELS


@pytest.mark.parametrize(
    ("numbers", "note", "coarsest"),
    [
        ([150 + step / 2 for step in range(101)], "bands of 5, 10 and 20", [160, 180]),
        ([*range(20, 95)] * 2, "bands of 5, 10 and 20", [40, 60, 80]),
        ([1.5**step for step in range(60)], f"8, 4 and 2 {SKEWED}", [200000]),
        ([0] * 191 + [*range(3_000, 12_000, 1_000)], f"2 {SKEWED}", [2000]),
        ([0] * 99 + [7.5, 1_000_000], None, []),
        ([1, 2, 3, 4] * 9, None, []),
        ([], None, []),
    ],
    ids=["heights", "ages", "powers", "mostly nothing", "one great number", "codes", "no number"],
)  # fmt: skip
def test_levels_of_known_numbers(numbers: list[float], note: str | None, coarsest: list[int]) -> None:
    """Widths are round, and shares stand in for bands where one would hold most records."""
    found = levels_of(*numbers)
    assert (found and found.note) == note
    assert (list(found.levels[-1].cuts) if found else []) == coarsest
