"""Whichever call fails, outputs are whole, inputs are as they were, and nothing is left."""

from __future__ import annotations

import pytest

from faults import commands
from faults.commands import COMMANDS, ENDINGS, READ, WRITES_NOTHING, Case, paths, quick
from faults.injection import swept
from faults.workplace import Workplace


def test_each_command_is_tried() -> None:
    """A command or a parameter with a path that is new belongs to the lists of these tests."""
    known = commands.commands()
    assert {*COMMANDS, *WRITES_NOTHING} == known.keys()
    for name, parameters in known.items():
        assert paths(parameters) <= READ | {*ENDINGS, "output"}, name
        assert name not in WRITES_NOTHING or paths(parameters) == set()


@pytest.mark.parametrize("case", quick(), ids=lambda case: case.name)
def test_any_call_may_fail(place: Workplace, case: Case) -> None:
    """The errors take turns; `scripts/faults` tries every form of every file in the same way."""
    wrong = [f"{counter.hit} ({problem})" for counter, problems in swept(place, case, 0, 1) for problem in problems]
    assert wrong == []
