"""A query and a condition read what they name, write nothing, and are one part of one statement."""

from __future__ import annotations

import pytest

from examples import examples
from fuzz.hostile import hostile
from fuzz.pool import pool

NUMBER = 200
"""The number of texts, of which a share is tried; `scripts/faults --hostile N` has more."""


@pytest.mark.filterwarnings("default")
def test_a_hostile_text_reads_and_writes_nothing() -> None:
    """Whatever it says, no secret is shown, no file appears, and the message is documented."""
    with pool(seed=1, number=0) as inputs:
        found = list(hostile(inputs, examples(NUMBER).max_examples, seed=1))
    assert [each for each in found if each.problems] == []
    assert any(each.scored for each in found)
