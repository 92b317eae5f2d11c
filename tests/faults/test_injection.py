"""Whichever call fails, outputs are whole, inputs are as they were, and nothing is left."""

from __future__ import annotations

import pytest

from faults import commands
from faults.commands import CASES, COMMANDS, ENDINGS, READ, WRITES_NOTHING, Case, paths, quick
from faults.injection import swept
from faults.workplace import Workplace

QUICK = quick()
REST = [case for case in CASES.values() if case not in QUICK]


def test_each_command_is_tried() -> None:
    """A command or a parameter with a path that is new belongs to the lists of these tests."""
    known = commands.commands()
    assert {*COMMANDS, *WRITES_NOTHING} == known.keys()
    for name, parameters in known.items():
        assert paths(parameters) <= READ | {*ENDINGS, "output"}, name
        assert name not in WRITES_NOTHING or paths(parameters) == set()


def _swept(place: Workplace, case: Case, number: int, offset: int) -> None:
    """Let each call of a case fail in turn."""
    wrong = [
        f"{counter.hit} ({problem})" for counter, problems in swept(place, case, number, offset) for problem in problems
    ]
    assert wrong == []


@pytest.mark.parametrize("case", QUICK, ids=lambda case: case.name)
def test_any_call_may_fail(place: Workplace, case: Case) -> None:
    """The errors take turns."""
    _swept(place, case, 0, 1)


@pytest.mark.thorough
@pytest.mark.parametrize("case", REST, ids=lambda case: case.name)
def test_any_call_of_every_form_may_fail(place: Workplace, case: Case) -> None:
    """Each form of each file, in the same way."""
    _swept(place, case, 3, 1)
