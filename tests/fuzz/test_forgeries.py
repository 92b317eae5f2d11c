"""Forged counts and broken Parquet files are refused, or scored within the ranges of metrics."""

from __future__ import annotations

import pytest

from examples import examples
from fuzz.forgeries import forged
from fuzz.pool import pool

NUMBER = 150
"""The number of forged counts, of which a share is tried; `scripts/faults --forge N` has more."""


@pytest.mark.filterwarnings("default")
def test_a_forged_file_is_refused_or_scored() -> None:
    """Whatever a file holds, a command ends with a message or with numbers that can be."""
    with pool(seed=1, number=0) as inputs:
        found = list(forged(inputs, examples(NUMBER).max_examples, seed=1))
    assert [each for each in found if each.problems] == []
    scored = sum(each.scored for each in found)
    assert len(found) / 10 < scored < len(found)
