"""The progress of a run: a line on a terminal after a second, and the seconds of each step."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics.engine.duckdb import connect
from sqlmetrics.engine.progress import Progress
from sqlmetrics.output.progress import draw_line

Command = Callable[..., Run]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with an endless view of few classes, a table, and jobs of both."""
    with duckdb.connect(str(tmp_path / "d.duckdb")) as connection:
        connection.execute("create view few as select i % 10 as k, i % 7 as x from range(100_000_000_000) t(i)")
        connection.execute('create view "few [red]" as select * from few')
        connection.execute("create table t as select i % 10 as k, i % 7 as x from range(100) t(i)")
    (tmp_path / "jobs.yml").write_text(
        "database: d.duckdb\nquasi_identifiers: [k]\nthresholds: {k_anonymity: {at_least: 2}}\n"
        "jobs: {quick: {relation: t}, slow: {relation: few}}\n"
    )
    return tmp_path


def on_a_terminal(
    folder: Path, *arguments: str, until: str | None = None, seconds: float = 20
) -> tuple[int, str, float]:
    """Run a command in a terminal of its own, and press Ctrl-C there once a text is shown.

    Return its code, its text, and the seconds since.
    """
    environment = {
        "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        "COLUMNS": "120",
        "TERM": "xterm",
        "TMPDIR": str(folder),
    }
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execve(sys.executable, [sys.executable, "-m", "sqlmetrics", *arguments], os.environ | environment)  # noqa: S606
    shown, pressed, end = b"", None, time.monotonic() + seconds
    while True:
        ready, _, _ = select.select([terminal], [], [], 0.05)
        if ready:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:
                break
            if not chunk:
                break
            shown += chunk
        late = time.monotonic() > end
        if pressed is None and (late or (until is not None and re.search(until, plain(shown)))):
            os.write(terminal, b"\x03")
            pressed = time.monotonic()
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), plain(shown), time.monotonic() - (pressed or time.monotonic())


def plain(shown: bytes) -> str:
    """Return what a terminal was sent without its codes."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode())


COMMANDS = {
    "score": (("score", "few [red]", "-q", "k", "-s", "x"), r"score few \[red\] .*0:0\d"),
    "steps": (("score", "few", "-q", "k", "-s", "x", "--nulls", "drop"), r"step 1 of 2: score few .*0:0\d"),
    "classes": (("classes", "few", "-q", "k", "--condition", "k < 5"), r"classes few .*0:0\d"),
    "baseline": (("baseline", "few", "-q", "k", "-s", "x"), r"baseline few .*0:0\d"),
    "records": (("records", "few", "-q", "k", "-o", "out.csv"), r"write few .*0:0\d"),
    "init": (("init", "few", "-o", "out.yml"), r"profile few .*0:0\d"),
    "run": (("run", "jobs.yml"), r"job 2 of 2, slow: score few .*0:0\d"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_terminal_shows_what_is_done_until_ctrl_c(data: Path, command: str) -> None:
    """After a second every command shows its step, its relation and the time.

    Ctrl-C there ends it with 130, and nothing is left behind.
    """
    arguments, text = COMMANDS[command]
    place = () if command == "run" else ("--database", "d.duckdb")
    code, shown, since = on_a_terminal(data, *arguments, *place, "--threads", "1", until=text)
    assert re.search(text, shown), shown
    assert code == 130
    assert since < 5
    assert "stopped" in shown
    assert sorted(path.name for path in data.iterdir()) == ["d.duckdb", "jobs.yml"]


@pytest.mark.thorough
def test_quiet_shows_nothing(data: Path) -> None:
    """With --quiet, and where standard error is no terminal, nothing is drawn; messages are."""
    limited = ("score", "few", "--database", "d.duckdb", "-q", "k", "-s", "x", "--threads", "1", "--timeout")
    code, shown, _ = on_a_terminal(data, *limited, "1.2", "--quiet")
    assert (code, shown.partition(",")[0]) == (3, "sqlmetrics: the time limit of 1.2 s has passed")
    code, shown, _ = on_a_terminal(data, *limited, "1.5")
    assert code == 3
    assert "score few" in shown.partition("sqlmetrics:")[0]
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    piped = subprocess.run(
        [sys.executable, "-m", "sqlmetrics", *limited, "1.2"], cwd=data, env=environment, capture_output=True, text=True
    )
    assert piped.stderr.partition(",")[0] == "sqlmetrics: the time limit of 1.2 s has passed"


@pytest.mark.thorough
def test_a_share_gives_an_estimate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of a step of two seconds leaves two; a step of unknown share shows the time alone."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    progress = Progress(draw=draw_line)
    progress.began -= 1
    progress.expect(2)
    for share, seconds in ((lambda: 50.0, 2.2), (None, 1.2)):
        with progress.step("count", "t", share=share, numbered=True):
            time.sleep(seconds)
    progress.close()
    first, _, second = plain(capsys.readouterr().err.encode()).rpartition("step 1 of 2: count t")
    assert "0:02, 50 %, about 0:02 left" in first + second.partition("step 2")[0]
    assert "step 2 of 2: count t" in second
    assert "left" not in second.partition("step 2 of 2")[2]
    assert [(step.name, round(step.seconds)) for step in progress.steps] == [("count", 2), ("count", 1)]


def test_a_profile_has_every_step(data: Path, run: Command) -> None:
    """`--profile` prints the seconds of each step on standard error; the output stays as it is.

    Python has them in `profile`.
    """
    command = ("score", "t", "--database", data / "d.duckdb", *shlex.split("-q k -s x --level class --format json"))
    plainly, profiled = run(*command), run(*command, "--profile")
    assert json.loads(profiled.out) == json.loads(plainly.out)
    assert plainly.err == ""
    lines = [line.split() for line in profiled.err.splitlines()]
    assert [line[0] for line in lines] == ["open", "describe", "score", "extent", "output", "total"]
    assert all(unit == "s" for _, _, unit in lines)
    assert sum(float(spent) for _, spent, _ in lines[:-1]) == pytest.approx(float(lines[-1][1]), abs=0.005)
    scores = sqlmetrics.score("t", "k", "x", database=data / "d.duckdb")
    assert [step.name for step in scores.profile] == ["open", "describe", "plan", "score"]
    assert all(step.seconds > 0 for step in scores.profile)
    assert scores == sqlmetrics.score("t", "k", "x", database=data / "d.duckdb")


@pytest.mark.parametrize("watched", [False, True])
def test_duckdb_draws_nothing_by_itself(watched: bool) -> None:
    """DuckDB 2.0 would draw a bar on standard output, into the result, after two seconds."""
    with connect(watched=watched) as connection:
        settings = "select current_setting('enable_progress_bar'), current_setting('enable_progress_bar_print')"
        assert connection.execute(settings).fetchall() == [(watched, False)]
