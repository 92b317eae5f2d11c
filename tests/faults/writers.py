"""Processes that write to one history, or to one file, at the same time."""

from __future__ import annotations

from collections.abc import Iterator

from faults.commands import CASES, COMMANDS, HISTORIES
from faults.forks import Forks, run_of
from faults.injection import expected
from faults.workplace import Workplace, prepare, runs_of, shape_of, whole

WRITERS = 8
"""The processes that write at once."""

FILES = ("score table", "records .parquet", "count .parquet", "check everything")
"""The cases whose outputs several processes write."""


def rounds(place: Workplace, runs: Forks) -> Iterator[tuple[str, int, list[str]]]:
    """Let processes write at once to each kind of history, and to the files of some cases.

    Gives what was written, by how many, and what was wrong.
    """
    for kind in HISTORIES:
        yield f"history, {kind}", WRITERS, to_one_history(place, runs, kind)
    for name in FILES:
        yield f"file, {name}", WRITERS, to_one_file(place, runs, name)


def to_one_history(place: Workplace, runs: Forks, kind: str) -> list[str]:
    """Let processes add a run each to a new history, and return what is wrong."""
    prepare(place, (), {})
    history = f"out/{HISTORIES[kind]}"
    named = f"sqlite:///{history}" if kind == "url" else history
    words = [[f"run{number}" if word == "next" else word for word in COMMANDS["check"]] for number in range(WRITERS)]
    ended = runs.run(*(run_of(["check", *word, "--history", named], place) for word in words))
    problems = [f"exit code {run.code}: {run.err}" for run in ended if run.code or run.err]
    found = runs_of(place.folder / history)
    if len(found) != WRITERS or len(set(found.values())) != 1:
        problems.append(f"not {WRITERS} whole runs: {found}")
    return problems


def to_one_file(place: Workplace, runs: Forks, name: str) -> list[str]:
    """Let processes write the outputs of a case at once, and return what is wrong."""
    case = CASES[name]
    made = expected(place, case)
    prepare(place, case.outputs, made.known)
    ended = runs.run(*[run_of(case.arguments, place)] * WRITERS)
    problems = [f"exit code {run.code}: {run.err}" for run in ended if run.code]
    problems += whole(place, made.shapes, made.runs)
    old = [output for output, shape in made.shapes.items() if shape_of(place.out / output) != shape]
    return problems + [f"{output} is old" for output in old]
