"""Whatever a command is given: a documented exit code, a message, and nothing lost or shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given

from examples import examples
from faults.workplace import hashes
from fuzz.cases import COMMANDS, Case, cases
from fuzz.invariants import tried
from fuzz.pool import Pool, pool

OTHERS = 88
"""The number of cases of a command; `scripts/faults --fuzz N` tries more."""

CASES = {"attacks": 75, "closeness": 40, "gda": 75, "report": 55, "run": 75, "tradeoff": 80, "utility": 80}
"""The number of cases of the commands that take longest."""

assert sum(CASES.get(command, OTHERS) for command in COMMANDS) >= 2000


@pytest.fixture(scope="module")
def inputs() -> Iterator[Pool]:
    """The relations of all cases; no byte of them changes."""
    with pool(seed=1) as made:
        before = hashes(made.folder / "in")
        yield made
        assert hashes(made.folder / "in") == before


@pytest.mark.thorough
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("command", COMMANDS)
def test_any_words(inputs: Pool, command: str) -> None:
    """The names, values, specs and flags are random, and the same in each run.

    A third of the cases or more does what the command is for.
    """
    codes: list[int] = []

    @examples(CASES.get(command, OTHERS), default=1 / 8, thorough=1 / 2)
    @given(cases(inputs, command))
    def check(case: Case) -> None:
        outcome = tried(inputs, case)
        assert outcome.problems == [], outcome
        assert outcome.ended is not None
        codes.append(outcome.ended.code)

    check()
    assert 3 * sum(code in {0, 1} for code in codes) >= len(codes)
