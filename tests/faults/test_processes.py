"""Processes that are killed or stopped at random moments, or write at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from random import Random

import pytest

from examples import examples
from faults.commands import CASES, COMMANDS, HISTORIES
from faults.forks import ROOT, Forks
from faults.injection import expected
from faults.kills import kills, stops
from faults.workplace import Workplace
from faults.writers import FILES, to_one_file, to_one_history

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("processes of faults")]

NAMES = (
    "score table",
    "score parquet",
    "records .csv",
    "count .parquet",
    "check new file",
    "check known folder",
    "check known url",
    "check everything",
)


def test_killed_runs_leave_all_whole(place: Workplace, processes: Forks) -> None:
    """The next run removes what a killed one has left."""
    made = {CASES[name]: expected(place, CASES[name]) for name in NAMES}
    wrong = [kill for kill in kills(place, processes, made, 20, seed=1) if kill.problems]
    assert wrong == []


def test_stopped_runs_leave_nothing(place: Workplace, processes: Forks) -> None:
    """SIGINT and SIGTERM end a run with 130 and 143, without a traceback."""
    made = {CASES[name]: expected(place, CASES[name]) for name in NAMES}
    wrong = [stop for stop in stops(place, processes, made, examples(40).max_examples, seed=1) if stop.problems]
    assert wrong == []


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_starting_process_is_stopped(place: Workplace, sent: signal.Signals) -> None:
    """A signal may come while Python still imports, and is never a traceback of ours."""
    random = Random(sent)
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, "-m", "sqlmetrics", "score", *COMMANDS["score"]],
            cwd=place.folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(random.uniform(0.15, 0.9))
        process.send_signal(sent)
        _, err = process.communicate(timeout=30)
        assert process.returncode in {0, 128 + sent, -sent}, err
        assert "sqlmetrics/" not in err


@pytest.mark.parametrize("kind", HISTORIES)
def test_writers_at_once_lose_no_run(place: Workplace, processes: Forks, kind: str) -> None:
    """Eight processes add a run each to a new history."""
    assert to_one_history(place, processes, kind) == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", FILES)
def test_writers_of_one_file_leave_a_whole_one(place: Workplace, processes: Forks, name: str) -> None:
    """Eight processes write the same outputs."""
    assert to_one_file(place, processes, name) == []
