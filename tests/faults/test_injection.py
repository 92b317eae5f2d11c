"""Whichever call fails, outputs are whole, inputs are as they were, and nothing is left."""

from __future__ import annotations

import pytest

from faults import commands
from faults.commands import COMMANDS, ENDINGS, READ, WRITES_NOTHING, Case, paths, quick
from faults.injection import Site, swept
from faults.workplace import Workplace


def test_each_command_is_tried() -> None:
    """A command or a parameter with a path that is new belongs to the lists of these tests."""
    known = commands.commands()
    assert {*COMMANDS, *WRITES_NOTHING} == known.keys()
    for name, parameters in known.items():
        assert paths(parameters) <= READ | {*ENDINGS, "output"}, name
        assert name not in WRITES_NOTHING or paths(parameters) <= {"folder", "metrics_path", "table"}


@pytest.fixture(scope="module")
def known() -> set[tuple[str, Site]]:
    """The sites of calls that have failed."""
    return set()


@pytest.mark.sampled(16)
@pytest.mark.parametrize("case", quick(), ids=lambda case: case.name)
def test_any_call_may_fail(place: Workplace, case: Case, known: set[tuple[str, Site]]) -> None:
    """Each call that stands in the code fails once, and those of a history once for each kind.

    The errors take turns; `scripts/faults` lets every call of every form of every file fail.
    """
    sweep = swept(place, case, 0, 1, known)
    wrong = [f"{counter.hit} ({problem})" for counter, problems in sweep for problem in problems]
    assert wrong == []
