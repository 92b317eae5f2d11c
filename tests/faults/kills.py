"""Runs that are killed at random moments, and clean runs after them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from signal import SIGINT, SIGKILL, SIGTERM
from typing import NamedTuple

from faults.commands import Case
from faults.forks import Forks, run_of
from faults.injection import Expected
from faults.workplace import Workplace, prepare, replaced, whole


class Kill(NamedTuple):
    """A run that was killed: whether in time, and what was wrong then and after a clean run."""

    case: str
    in_time: bool
    problems: list[str]


def kills(place: Workplace, runs: Forks, made: dict[Case, Expected], number: int, seed: int) -> Iterator[Kill]:
    """Kill runs of random cases at random moments; check each, and that a clean run mends it.

    Litter of the killed run is removed by the clean one.
    """
    random = Random(seed)
    seconds: dict[Case, float] = {}
    for _ in range(number):
        case = random.choice(list(made))
        expected = made[case]
        run = run_of(case.arguments, place)
        if case not in seconds:
            prepare(place, case.outputs, expected.known)
            seconds[case] = runs.run(run)[0].seconds
        prepare(place, case.outputs, expected.known)
        killed = runs.run(run | {"signal": SIGKILL, "after": random.uniform(0, seconds[case] * 1.1)})[0]
        problems = whole(place, expected.shapes, expected.runs, killed=True)
        ended = runs.run(run)[0]
        if ended.code != 0:
            problems.append(f"the next run ended with {ended.code}: {ended.err}")
        problems += [f"after a clean run: {problem}" for problem in whole(place, expected.shapes, expected.runs)]
        if sorted(replaced(place, expected.shapes)) != sorted(case.outputs):
            problems.append("the next run has not written all outputs")
        yield Kill(case.name, killed.code == -SIGKILL, problems)


def stops(place: Workplace, runs: Forks, made: dict[Case, Expected], number: int, seed: int) -> Iterator[Kill]:
    """Stop runs of random cases at random moments by SIGINT and SIGTERM in turn, and check each."""
    random = Random(seed)
    for turn in range(number):
        case = random.choice(list(made))
        expected = made[case]
        prepare(place, case.outputs, expected.known)
        sent = (SIGINT, SIGTERM)[turn % 2]
        run = run_of(case.arguments, place)
        ended = runs.run(run | {"signal": sent, "after": random.uniform(0, 0.4)})[0]
        problems = whole(place, expected.shapes, expected.runs, failed=ended.code != 0)
        if ended.code not in {0, 128 + sent, -sent}:
            problems.append(f"exit code {ended.code}")
        problems += [word for word in ("Traceback", "unexpected") if word in ended.err]
        yield Kill(case.name, ended.code != 0, problems and [*problems, ended.err])
