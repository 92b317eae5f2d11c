"""Limits of memory, threads, temp folder and time are kept, and named where they are too small.

Nothing is left behind.
"""

from __future__ import annotations

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from coins import write_coins
from conftest import ROOT, Run, defined, same
from engines import Database
from faults.commands import commands
from sqlmetrics import deadline
from sqlmetrics.deadline import HELD_UP, held_up
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.gate.jobs import run as run_jobs
from sqlmetrics.spec.call_words import SpecWords
from sqlmetrics.spec.limits import seconds
from sqlmetrics.statement.render import render
from sqlmetrics.text import duration_text

Command = Callable[..., Run]
SCORE = ("-q", "k", "-s", "x", "-m", "itpr", "-m", "k_anonymity")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Endless views of `few` and of `many` classes, two relations that end, a folder to spill to.

    The view `pairs` has two million records, the table `little` twenty.
    """
    with duckdb.connect(str(tmp_path / "d.duckdb")) as connection:
        connection.execute("create view few as select i % 10 as k, i % 7 as x from range(100_000_000_000) t(i)")
        connection.execute("create view many as select hash(i) as k, i % 7 as x from range(100_000_000_000) t(i)")
        connection.execute("create view pairs as select hash(i // 2) as k, i % 2 as x from range(2_000_000) t(i)")
        connection.execute("create table little as select i // 2 as k, i % 2 as x from range(20) t(i)")
    write_coins(tmp_path / "coins.json", "k", [1, 2])
    (tmp_path / "spill").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a command of this checkout."""
    return os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"} | more


@pytest.mark.thorough
def test_limits_change_no_number(data: Path, run: Command) -> None:
    """Two million records in a million classes, with spilling, score as in an unlimited run."""
    spilled = ("--memory-limit", "150MB", "--threads", "1", "--temp-directory", "spill", "--timeout", "5m")
    values = []
    for limits in ((), spilled):
        ended = run("score", "pairs", "--database", "d.duckdb", *SCORE, *limits, "--format", "json")
        assert (ended.code, ended.err) == (0, "")
        values.append([score["value"] for score in json.loads(ended.out)["scores"]])
    assert defined(values[1]) == same(values[0])
    assert 2 in values[0]
    assert list((data / "spill").iterdir()) == []


@pytest.mark.parametrize("given", ["flags", "spec"])
def test_duckdb_is_told_its_limits(data: Path, run: Command, given: str) -> None:
    """Memory, threads and the folder reach DuckDB from flags or a spec; the spilled is removed.

    Paths of a spec start at its folder.
    """
    limits = (
        "current_setting('threads') as k, current_setting('memory_limit') as m, current_setting('temp_directory') as x"
    )
    with duckdb.connect("limits.duckdb") as connection:
        connection.execute(f"create view v as select {limits}")
    command = [
        "score",
        "v",
        "--database",
        data / "limits.duckdb",
        *shlex.split("--level class --show-values -q k -q m -q x"),
    ]
    if given == "flags":
        command += ["--memory-limit", "1 GiB", "--threads", "3", "--temp-directory", "spill"]
    else:
        (data / "specs").mkdir()
        (data / "specs" / "s.yml").write_text("memory_limit: 1GiB\nthreads: 3\ntemp_directory: ../spill\n")
        command += ["--spec", "specs/s.yml"]
    ended = run(*command, "-m", "k_anonymity", "--format", "json")
    assert ended.err == ""
    threads, memory, folder = json.loads(ended.out)["scores"][0]["class"]
    assert (threads, memory) == ("3", "1.0 GiB")
    assert Path(folder).resolve().parent == (data / "spill").resolve()
    assert list((data / "spill").iterdir()) == []


@pytest.mark.parametrize(
    ("flag", "value", "allowed"),
    [
        ("--memory-limit", "1", "a size such as 512MB, 1GB or 2GiB"),
        ("--memory-limit", "120%", "a share of the machine's memory such as 80%"),
        ("--memory-limit", "0GB", "a size such as"),
        ("--memory-limit", "1GB; drop table t", "a size such as"),
        ("--threads", "0", "greater than or equal to 1|not in the range"),
        ("--threads", "many", "integer"),
        ("--temp-directory", "nowhere", r"create it first \(mkdir -p nowhere\)"),
        ("--temp-directory", "d.duckdb", "is not a folder"),
        ("--timeout", "0", "a number of seconds above 0"),
        ("--timeout", "-3", "a number of seconds above 0"),
        ("--timeout", "5 weeks", "90s, 5m or 2h"),
        ("--timeout", "nan", "90s, 5m or 2h"),
    ],
)
def test_a_limit_that_is_none_says_what_is_allowed(
    data: Path, run: Command, flag: str, value: str, allowed: str
) -> None:
    """Exit code 2, and a message with what can be written."""
    ended = run("score", "few", "--database", data / "d.duckdb", *SCORE, flag, value)
    assert (ended.code, ended.out) == (2, "")
    with pytest.raises(AssertionError, match=allowed):
        raise AssertionError(" ".join(ended.err.split()))


@pytest.mark.parametrize(
    "words",
    [
        {"partitions": {"town": {"prefix": 1}}},
        {
            "partitions": {
                "illness": {"mapping": {"flu": "mild", "it's bad": "grave", "Flu": "mild"}, "unmapped": "keep"}
            }
        },
        {"orders": {"illness": "natural"}, "metrics": ["t_closeness_ordered", "k_anonymity", "itpr"]},
        {"suppressed": {"town": "*", "age": "*"}, "nulls": "drop"},
        {"level": "class", "metrics": ["k_anonymity", "itpr"]},
        {"population": "everybody.parquet", "metrics": ["k_map", "itpr"]},
    ],
)
def test_texts_of_individuals_are_listed_where_memory_is_limited(data: Path, words: dict[str, Any]) -> None:
    """Enums of texts, whose groups can be spilled, give the scores of the texts."""
    rows = """
        select i % 400 as person, i % 400 % 3 as age,
        case i % 9 when 0 then null when 1 then '*' else 'town ' || i % 400 % 5 end as town,
        case i % 7 when 0 then 'flu' when 1 then 'it''s bad' when 2 then 'Flu' when 3 then null else '' end as illness
        from range({rows}) t(i)"""
    for name, number in (("people", 900), ("everybody", 1800)):
        duckdb.execute(f"copy ({rows.format(rows=number)}) to '{name}.parquet' (format parquet)")
    limits: dict[str, Any] = {"memory_limit": "200MB", "temp_directory": data / "spill"}
    free, limited = (
        sqlmetrics.score("people.parquet", ["town", "age"], "illness", individual="person", **words, **more)
        for more in ({}, limits)
    )
    inside, outside = (
        sorted(result.scores, key=lambda score: (score.metric, score.target, str(score.class_)))
        for result in (limited, free)
    )  # classes that are alike are in no order
    assert defined([score.value for score in inside]) == same([score.value for score in outside])
    assert [score._replace(value=None) for score in inside] == [score._replace(value=None) for score in outside]
    assert limited.individuals == free.individuals == 400
    assert list((data / "spill").iterdir()) == []


def test_a_time_has_a_unit() -> None:
    """Seconds, or a number with its unit, are read, and said again as a person would."""
    assert [seconds(text) for text in (2, 0.5, "7", "90s", "1.5 m", "2h", "1d")] == [2, 0.5, 7, 90, 90, 7200, 86400]
    assert [duration_text(time) for time in (0.5, 90, 300, 7200)] == ["0.5 s", "90 s", "5 min", "2 h"]


def test_a_share_of_the_memory_is_of_what_duckdb_would_take(data: Path) -> None:
    """By default DuckDB takes 80% of the machine's memory; 40% is half of that."""

    def memory(limit: str | None) -> float:
        result = sqlmetrics.score(
            "memory", "m", database="limits.duckdb", metrics="k_anonymity", level="class", memory_limit=limit
        )
        number, unit = str(result.scores[0].class_).split()
        return float(number) * {"KiB": 1, "MiB": 1024, "GiB": 1024**2, "TiB": 1024**3}[unit]

    with duckdb.connect("limits.duckdb") as connection:
        connection.execute("create view memory as select current_setting('memory_limit') as m")
    assert memory("40%") == pytest.approx(memory(None) / 2, rel=0.02)
    assert memory("80 %") == pytest.approx(memory(None), rel=0.02)


RELEASES = ("few", "--original", "few")

COMMANDS = {
    "score": ("few", *SCORE),
    "classes": ("few", "-q", "k", "--condition", "k < 5"),
    "baseline": ("few", "-q", "k", "-s", "x"),
    "posterior": ("few", "-q", "k", "-s", "x"),
    "records": ("few", "-q", "k", "--output", "out.parquet"),
    "init": ("few", "--output", "out.yml"),
    "count": ("few", "-q", "k", "--output", "out.parquet"),
    "suda": ("few", "-q", "k", "-q", "x"),
    "outputs": ("few", "--keys", "k"),
    "epsilon plan": ("few", "--key", "k", "--epsilon", "1", "--coins", os.devnull),
    "epsilon check": ("few", "--coins", "coins.json"),
    "subsets": ("few", "-q", "k", "-q", "x", "--format", "json"),
    "attacks": (*RELEASES, "-q", "k", "-s", "x"),
    "gda": RELEASES,
    "closeness": (*RELEASES, "--control", "few"),
    "utility": RELEASES,
    "tradeoff": ("few", "few", "-q", "k", "-s", "x", "-w", "x"),
    "report": ("few", "-q", "k", "--output", "out.html"),
    "check": ("few", "--spec", "spec.yml", "--report", "out.json"),
    "advise": ("few", "--spec", "spec.yml", "--output", "out.json"),
    "release": ("few", "--spec", "spec.yml", "--output", "out.parquet", "--anyway"),
    "run": ("jobs.yml",),
}
"""The arguments of each command that takes a time limit, on what never ends."""

TEXTS = {"sql": "prints a statement and runs none"}
"""The commands with a time limit that they do not reach, with the reason."""

SPEC = "quasi_identifiers: [k]\nadvise: {generalizations: {k: {cuts: [5]}}}\nthresholds: {k_anonymity: {at_least: 2}}\n"
JOBS = (
    "database: d.duckdb\nquasi_identifiers: [k]\nthresholds: {k_anonymity: {at_least: 2}}\n"
    "jobs: {endless: {relation: few}, little: {relation: little}}\n"
)


def test_each_command_with_a_time_limit_is_stopped_by_a_test() -> None:
    """A new command that takes `--timeout` is to be added to the cases below."""
    timed = {
        name for name, parameters in commands().items() if any(parameter.name == "timeout" for parameter in parameters)
    }
    assert timed == COMMANDS.keys() | TEXTS.keys()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_run_that_takes_too_long_is_stopped(data: Path, run: Command, command: str) -> None:
    """A run ends with exit code 3 soon after its time; the message names the limit and a remedy.

    Nothing is left behind. A job that is late does not keep the next one from its run.
    """
    (data / "spec.yml").write_text(SPEC)
    (data / "jobs.yml").write_text(JOBS)
    place = () if command == "run" else ("--database", "d.duckdb")
    began = time.monotonic()
    ended = run(command, *COMMANDS[command], *place, "--timeout", "0.5", "--temp-directory", "spill")
    assert time.monotonic() - began < 10
    assert (ended.code, "k_anonymity" in ended.out if command == "run" else ended.out == "") == (3, True)
    assert "the time limit of 0.5 s has passed, in the step '" in ended.err
    assert "--timeout" in ended.err
    assert sorted(path.name for path in data.rglob("*")) == ["coins.json", "d.duckdb", "jobs.yml", "spec.yml", "spill"]


HELD = "case 10 * k + x when 91 then levenshtein(repeat('a', 50000), repeat('b', 50000 + x::int)) else 1 end > 0"
"""A condition that takes seconds for one record, in which DuckDB looks at no interruption."""


@pytest.mark.thorough
def test_a_statement_that_does_not_stop_is_left_behind(data: Path, run: Command) -> None:
    """An engine that is held up makes no run late: the error comes, and the next run is served."""
    began = time.monotonic()
    with pytest.raises(QueryError, match=r"the time limit of 0\.5 s has passed, in the step 'score' of little where"):
        sqlmetrics.score("little", "k", where=HELD, database="d.duckdb", timeout=0.5, look=False)
    ended = run("score", "little", "--database", "d.duckdb", *SCORE, "--where", HELD, "--timeout", "0.5")
    assert (ended.code, ended.out) == (3, "")
    assert time.monotonic() - began < 2 * (0.5 + 2)
    assert held_up()
    assert sqlmetrics.score("little", "k", database="d.duckdb", timeout=60).value("k_anonymity") == 2
    for thread in threading.enumerate():
        if thread.name == HELD_UP:
            thread.join(60)


LATE = """
import sys, time
from sqlmetrics.cli.app import main
from sqlmetrics.engine import duckdb
working = duckdb._interruptible
def held_up(session, sql, name):
    if sql.startswith("copy"):
        time.sleep(30)
    return working(session, sql, name)
duckdb._interruptible = held_up
sys.argv = ["sqlmetrics", *sys.argv[1:]]
main(alone=True)
"""
"""The command line in a process of its own, in which a copy asks for no deadline."""


@pytest.mark.thorough
def test_a_watchdog_ends_what_asks_for_no_deadline(data: Path) -> None:
    """The process ends within two seconds after its time, with the usual message, and tidied up."""
    (data / "out.parquet").write_text("what was there")
    command = ("records", "little", "--database", "d.duckdb", "-q", "k", "--output", "out.parquet", "--timeout", "1.5")
    began = time.monotonic()
    spilling = ("--temp-directory", "spill")
    ended = subprocess.run(
        [sys.executable, "-c", LATE, *command, *spilling], env=environment(), capture_output=True, text=True
    )
    assert time.monotonic() - began < 11
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr.startswith(
        "sqlmetrics: the time limit of 1.5 s has passed, in the step 'write' of little\ngive more time as `timeout`"
        " (--timeout)"
    )
    assert sorted(path.name for path in data.rglob("*")) == ["coins.json", "d.duckdb", "out.parquet", "spill"]
    assert (data / "out.parquet").read_text() == "what was there"


def test_each_text_and_each_step_asks_for_the_deadline() -> None:
    """Work between statements is late, too; what has begun to appear is not cut off."""
    progress = Progress()

    def error() -> QueryError:
        return QueryError("late")

    with deadline.held(time.monotonic() - 1, error):
        with pytest.raises(QueryError, match="late"):
            render("quoted", "a")
        with pytest.raises(QueryError, match="late"), progress.step("score"):
            pass
        with pytest.raises(QueryError, match="late"):
            deadline.let_finish()
    assert render("quoted", "a") == '"a"'
    with deadline.limited_run(), deadline.held(time.monotonic() + 0.05, error):
        deadline.let_finish()
        time.sleep(0.1)
        assert render("quoted", "a") == '"a"'


def test_memory_that_is_too_small_is_named(data: Path, run: Command) -> None:
    """A run that cannot spill ends with exit code 3 and the limit's name, even before it starts."""
    for limit in ("20MB", "1KB"):
        ended = run(
            "score",
            "pairs",
            "--database",
            "d.duckdb",
            *SCORE,
            "--memory-limit",
            limit,
            "--threads",
            "2",
            "--temp-directory",
            "spill",
        )
        assert (ended.code, ended.out) == (3, "")
        assert f"the memory limit of {limit} is too small" in ended.err
        assert "--memory-limit" in ended.err
        assert list((data / "spill").iterdir()) == []


def test_a_full_temp_folder_is_named(data: Path) -> None:
    """A full temp folder, here by a limit of 1 MB per file, ends a run with code 3 and its name.

    Nothing is left behind.
    """

    def little() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20))

    command = [
        sys.executable,
        *shlex.split("-m sqlmetrics score many --database d.duckdb"),
        *SCORE,
        "--memory-limit",
        "150MB",
    ]
    command += ["--timeout", "60", "--temp-directory", str(data / "spill")]
    ended = subprocess.run(command, preexec_fn=little, env=environment(), capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert f"the temp folder {data / 'spill'} has no room" in ended.stderr
    assert "--temp-directory" in ended.stderr
    assert list((data / "spill").iterdir()) == []


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_stops_a_run_that_spills(data: Path, number: signal.Signals, code: int) -> None:
    """Ctrl-C and the signals of `timeout` and schedulers end a run while it spills.

    Its folder and its output go with it.
    """
    command = [sys.executable, *shlex.split("-m sqlmetrics records many --database d.duckdb -q k --output out.parquet")]
    command += ["--memory-limit", "100MB", "--temp-directory", "spill"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment())
    until = time.monotonic() + 60
    while sum(path.stat().st_size for path in data.glob("spill/*/*")) < 2**20 and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(number)
    interrupted = time.monotonic()
    _, err = process.communicate(timeout=30)
    assert time.monotonic() - interrupted < 5
    assert process.returncode == code
    assert err == "sqlmetrics: stopped; nothing was written\n"
    assert sorted(path.name for path in data.rglob("*")) == ["coins.json", "d.duckdb", "spill"]


def test_a_time_limit_leaves_the_callers_connection_as_it_was(data: Path) -> None:
    """A caller's DuckDB connection keeps its settings and works on; changes to it are refused."""
    with duckdb.connect("d.duckdb") as connection:
        before = connection.execute("select name, value from duckdb_settings() order by name").fetchall()
        with pytest.raises(
            QueryError, match=r"the time limit of 0\.3 s has passed, in the step '(plan|count|score)' of few"
        ):
            sqlmetrics.score("few", "k", "x", connection=connection, timeout=0.3)
        for limit in ({"memory_limit": "1GB"}, {"threads": 1}, {"temp_directory": "spill"}):
            with pytest.raises(SpecError, match="the connection's settings are left as they are"):
                sqlmetrics.score("few", "k", "x", connection=connection, **limit)
        assert connection.execute("select name, value from duckdb_settings() order by name").fetchall() == before
        assert connection.execute("select 1").fetchall() == [(1,)]


def test_the_python_calls_take_limits(data: Path) -> None:
    """The keyword arguments of `score`, `classes` and `baseline` are those of the command line."""
    limits: SpecWords = {
        "database": "d.duckdb",
        "metrics": "k_anonymity",
        "memory_limit": "1GB",
        "threads": 1,
        "temp_directory": data / "spill",
        "timeout": "5m",
    }
    assert sqlmetrics.score("pairs", "k", "x", **limits).value("k_anonymity") == 2
    with pytest.raises(QueryError, match=r"the time limit of 0\.2 s"):
        sqlmetrics.classes("few", "k", conditions="k < 5", database="d.duckdb", timeout="0.2s")
    with pytest.raises(QueryError, match=r"the time limit of 0\.2 s"):
        sqlmetrics.baseline("few", "k", "x", database="d.duckdb", timeout=0.2)
    with pytest.raises(SpecError, match="key 'threads'"):
        sqlmetrics.score("few", "k", "x", database="d.duckdb", threads=0)
    with pytest.raises(SpecError, match="a time limit is a number of seconds"):
        sqlmetrics.score("few", "k", "x", database="d.duckdb", timeout=True)


def test_each_job_has_its_own_time(data: Path, run: Command) -> None:
    """A job that takes too long is an error, and the next one runs; flags replace specs' words."""
    Path("jobs.yml").write_text(
        "database: d.duckdb\nquasi_identifiers: [k]\nsensitive: [x]\nthresholds: {k_anonymity: {at_least: 2}}\n"
        "timeout: 1m\n"
        "jobs:\n  slow: {relation: few, timeout: 0.5}\n  quick: {relation: little}\n"
    )
    slow, quick = run_jobs("jobs.yml").outcomes
    assert (slow.status, slow.exit_code, quick.status) == ("error", 3, "passed")
    assert "the time limit of 0.5 s has passed" in str(slow.error)
    Path("spec.yml").write_text(
        "relation: few\ndatabase: d.duckdb\nquasi_identifiers: [k]\nthresholds: {k_anonymity: {at_least: 2}}\n"
        "timeout: 1h\n"
    )
    checked = run("check", "--spec", "spec.yml", "--timeout", "0.5s")
    assert checked.code == 3
    assert "the time limit of 0.5 s has passed" in checked.err
    assert run("run", "jobs.yml", "--timeout", "never").code == 2


@pytest.mark.parametrize("dialect", ["spark:local", "postgresql://h/d", "mariadb://h/d", "oracle://h/d"])
def test_memory_and_threads_are_duckdbs(run: Command, dialect: str) -> None:
    """Another database refuses limits before it is queried, and names its own settings."""
    for flag, value in (("--memory-limit", "1GB"), ("--threads", "2"), ("--temp-directory", "/")):
        ended = run("score", "t", "-q", "k", "--url", dialect, flag, value)
        assert ended.code == 2
        assert f"`{flag[2:].replace('-', '_')}` ({flag}) is for DuckDB" in ended.err
        assert "is set where it runs" in ended.err


@pytest.mark.parametrize("url", ["spark:local", "trino://h/d"])
def test_a_time_limit_that_cannot_be_kept_is_refused(run: Command, url: str) -> None:
    """A database whose statements cannot be stopped is not queried; the message says what can."""
    ended = run("score", "t", "-q", "k", "--url", url, "--timeout", "5m")
    assert ended.code == 2
    assert "use the database's own, or end the command from outside (timeout 5m sqlmetrics ..)" in ended.err


@pytest.fixture
def slow(engine: Database) -> str:
    """A view that no engine is through with soon."""
    view = engine.relation("slow")
    engine.rows(f"drop view if exists {view}")
    many = " cross join ".join(f"{engine.relation('t')} {alias}" for alias in "abcdef")
    engine.rows(f"create view {view} as select a.k as k, b.x as x from {many}")
    engine.connection.commit()
    return engine.written("slow")


@pytest.mark.engines("url")
def test_a_database_stops_in_time(engine: Database, slow: str, run: Command) -> None:
    """A statement of a server or SQLite ends when its time is over, through a URL or a connection.

    A caller's connection needs a driver that can cancel.
    """
    began = time.monotonic()
    ended = run("score", slow, "-q", "k", "-s", "x", "--url", engine.url, "--timeout", "1")
    assert time.monotonic() - began < 10
    assert ended.code == 3
    assert "the time limit of 1 s has passed, in the step '" in ended.err
    if engine.dialect == "mariadb":
        with pytest.raises(SpecError, match="use the database's own, or set one on the connection"):
            sqlmetrics.score(slow, "k", "x", connection=engine.connection, timeout=0.5)
        return
    with pytest.raises(QueryError, match=r"the time limit of 0\.5 s has passed"):
        sqlmetrics.score(slow, "k", "x", connection=engine.connection, timeout=0.5)
    assert sqlmetrics.score(
        engine.written("t"), "k", connection=engine.connection, metrics="k_anonymity", timeout=60
    ).scores


@pytest.mark.engines("interrupt")
def test_ctrl_c_stops_a_database(engine: Database, slow: str) -> None:
    """An interrupt ends a statement of PostgreSQL or SQLite at once, with exit code 130.

    The server does not work on.
    """
    assert engine.url is not None
    command = [sys.executable, "-m", "sqlmetrics", "score", slow, "-q", "k", "-s", "x", "--url", "env:SLOW"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment(SLOW=engine.url))
    busy = (
        "select count(*) from pg_stat_activity"
        " where state = 'active' and query like '%sqlmetrics%' and pid <> pg_backend_pid()"
    )
    until = time.monotonic() + 30
    if engine.dialect == "postgres":
        while engine.rows(busy) == [(0,)] and time.monotonic() < until:
            time.sleep(0.05)
    else:
        time.sleep(2)
    process.send_signal(signal.SIGINT)
    interrupted = time.monotonic()
    _, err = process.communicate(timeout=30)
    assert time.monotonic() - interrupted < 5
    assert (process.returncode, err) == (130, "sqlmetrics: stopped; nothing was written\n")
    if engine.dialect == "postgres":
        while engine.rows(busy) != [(0,)] and time.monotonic() < interrupted + 10:
            time.sleep(0.05)
        assert engine.rows(busy) == [(0,)]
