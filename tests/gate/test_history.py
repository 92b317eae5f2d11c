"""History: rows are added once and whole, by many at once, and read back as metrics over time."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT, Run
from engines import Database
from histories import entry, unnumbered
from sqlmetrics.engine.fingerprint import of_files, of_table
from sqlmetrics.engine.url import open_url
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.files.listing import files_of
from sqlmetrics.gate.history.history import append, read_history
from sqlmetrics.gate.history.rows import COLUMNS, VERSION, HistoryEntry, definition, history_of
from sqlmetrics.gate.judged import earlier_run
from sqlmetrics.gate.trend import changes, resolve, series, text_sparkline, way
from sqlmetrics.spec.place import TABLE, History
from sqlmetrics.statement.dialects import DIALECTS, Dialect
from sqlmetrics.statement.render import render

Command = Callable[..., Run]

PLACES = ["h.duckdb", "h", "sqlite:///h.db"]
SPEC = "relation: d.csv\nquasi_identifiers: [age]\nsensitive: [disease]\nmetrics: [k_anonymity, discrimination_rate]\n"
SAFE = "age,disease\n30,flu\n30,cold\n40,flu\n40,cold\n"
RISKY = "age,disease\n30,flu\n30,cold\n40,flu\n"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a safe release and its spec, which is the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("d.csv").write_text(SAFE)
    Path("release.yml").write_text(f"{SPEC}thresholds: {{k_anonymity: {{at_least: 2}}}}\n")
    return tmp_path


@pytest.mark.parametrize("place", PLACES)
def test_what_is_added_is_read_once(data: Path, place: str) -> None:
    """A history of any kind returns all entries as they were added, and adds a run only once."""
    history = History(place)
    first = [entry("b", 1, 0.1 + 0.2), entry("b", 2, None, reason="it's NULL", partition="x")]
    second = [entry("a", 1, recorded_at="2026-01-02T00:00:00.000000Z", relation_records=10**12)]
    other = [entry("b", 1, job="other", recorded_at="2026-01-03T00:00:00.000000Z")]
    assert append(history, second)
    assert append(history, first)
    assert append(history, other)
    assert not append(history, first)
    assert not append(history, [entry("b", 7)])
    assert [item.added for item in read_history(history)] == [1, 2, 2, 3]
    assert unnumbered(history) == [*second, *first, *other]


def test_the_runs_of_a_folder_are_numbered_in_the_order_added(data: Path) -> None:
    """Each run has the number after the last one's, and not after the first one's."""
    history = History("h")
    assert all(append(history, [entry(name, 1)]) for name in ("c", "a", "b"))
    assert {item.run_id: item.added for item in read_history(history)} == {"c": 1, "a": 2, "b": 3}


def older_definition(relation: str, dialect: Dialect, lacking: tuple[str, ...]) -> str:
    """Return the statement that made the table of a history that lacked columns."""
    made, kinds = definition(relation, dialect), history_of(dialect)
    for name in lacking:
        column = f", {render('quoted', name, dialect=dialect)} {kinds.text if name == 'slice' else kinds.whole}"
        assert column in made
        made = made.replace(column, "")
    return made


def older(place: str, entries: list[HistoryEntry], lacking: tuple[str, ...]) -> None:
    """Write a history as an older version made it."""
    names = [name for name in COLUMNS if name not in lacking]
    rows = [item[: len(names)] for item in entries]
    dialect = DIALECTS["sqlite" if place.startswith("sqlite") else "duckdb"]
    made = older_definition(TABLE, dialect, lacking)
    insert = f"insert into {TABLE} ({', '.join(names)}) values ({', '.join('?' * len(names))})"
    connect: Any = sqlite3.connect if dialect.name == "sqlite" else duckdb.connect
    folder = place == "h"
    with closing(connect(":memory:" if folder else place.removeprefix("sqlite:///"))) as connection:
        connection.execute(made)
        connection.executemany(insert, rows)
        if folder:
            Path(place).mkdir()
            key = sha256(b"a\nrelease").hexdigest()[:24]
            connection.execute(f"copy {TABLE} to '{place}/release-{key}.parquet' (format parquet)")
        elif dialect.name == "sqlite":
            connection.commit()


@pytest.mark.parametrize("lacking", [("slice", "added"), ("added",)])
@pytest.mark.parametrize("place", PLACES)
def test_an_older_history_goes_on(data: Path, place: str, lacking: tuple[str, ...]) -> None:
    """It is read as one without slices, or without the numbers of runs, and then has them."""
    first = [entry("a", 1), entry("a", 2, None, reason="it's NULL")]
    older(place, first, lacking)
    history = History(place)
    assert read_history(history) == first
    assert not append(history, [entry("a", 1, slice="B")])
    new = [entry("b", 1, slice=name, recorded_at="2026-01-02T00:00:00.000000Z") for name in ("A", '"C, x"', "", None)]
    new = [item._replace(place=number) for number, item in enumerate(new, 1)]
    assert append(history, new)
    assert not append(history, new)
    assert unnumbered(history) == [*first, *new]
    assert [item.added for item in read_history(history)] == [None, None, 1, 1, 1, 1]


@pytest.mark.parametrize("place", PLACES)
def test_the_last_run_is_the_one_that_was_added_last(data: Path, place: str) -> None:
    """A run whose clock was ahead is not the last one for ever, and a worse table fails."""
    history = History(place)
    for number, (run_id, year, value) in enumerate([("a", 2099, 0.9), ("b", 2026, 0.1), ("c", 2026, 0.9)], 1):
        assert append(history, [entry(run_id, 1, value, recorded_at=f"{year}-01-0{number}T00:00:00.000000Z")])
    entries = read_history(history)
    assert [item.run_id for item in entries] == ["a", "b", "c"]
    assert [resolve(entries, "release", which) for which in ("previous", "last")] == ["b", "c"]
    assert [item.run_id for item in earlier_run(entries, "release", "last", history, but="c")] == ["b"]


@pytest.mark.engines("url")
def test_a_history_is_kept_in_the_database_of_a_url(engine: Database, run: Command, data: Path) -> None:
    """Tables of servers hold the same entries, also under a quoted name.

    The session that scores stays read-only.
    """
    assert engine.url is not None
    table = engine.written("my %s history")
    words = {"relation": engine.written("t"), "quasi_identifiers": ["g"], "sensitive": ["x"], "url": "env:CLINIC"}
    Path("release.yml").write_text(json.dumps(words | {"thresholds": {"k_anonymity": {"at_least": 1}}}))
    os.environ["CLINIC"] = engine.url
    try:
        arguments = ("check", "--spec", "release.yml", "--history", "env:CLINIC", "--history-table", table)
        first = run(*arguments, "--run-id", "r1")
        assert (first.code, first.err) == (0, "")
        again = run(*arguments, "--run-id", "r1")
        assert again.code == 0
        assert "the history has run r1 of release already; nothing was added" in again.err
        assert run(*arguments, "--run-id", "r2", "--no-worse-than", "last").code == 0
        entries = read_history(History("env:CLINIC", table))
        assert [item.run_id for item in entries if item.metric == "k_anonymity"] == ["r1", "r2"]
        assert {item.dialect for item in entries} == {engine.dialect}
        assert all(re.search(rf", {engine.dialect} \d+\.\d+[\d.]*, python", item.versions) for item in entries)
        assert len({(item.run_id, item.place) for item in entries}) == len(entries)
        shown = run("history", "env:CLINIC", "--history-table", table, "-m", "k_anonymity")
        assert "release: 2 runs" in shown.out
    finally:
        del os.environ["CLINIC"]
        engine.rows(f"drop table if exists {engine.relation('my %s history')}")


@pytest.mark.engines("url")
def test_a_table_of_a_server_gets_slices(engine: Database) -> None:
    """A table of a server that was made before there were slices is read, and gets their column."""
    assert engine.url is not None
    dialect, written = DIALECTS[engine.dialect], engine.written("older history")
    relation, history = engine.relation("older history"), History(engine.url, written)
    engine.rows(older_definition(relation, dialect, ("slice", "added")))
    try:
        assert read_history(history) == []
        new = [entry("a", 1, slice='"C, x"'), entry("a", 2)]
        assert append(history, new)
        assert not append(history, new)
        assert unnumbered(history) == new
    finally:
        engine.rows(f"drop table {relation}")


@pytest.mark.parametrize("place", PLACES)
def test_another_version_is_neither_read_nor_written(data: Path, run: Command, place: str) -> None:
    """A history of another version or other columns ends with exit code 2, and stays unchanged."""
    history = History(place)
    append(history, [entry(history_version=VERSION + 1)])
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    ended = run("check", "--spec", "release.yml", "--history", place)
    assert ended.code == 2
    assert f"holds a history of version {VERSION + 1}; this sqlmetrics writes version {VERSION}" in ended.err
    assert run("history", place).code == 2
    with pytest.raises(SpecError, match="history of version"):
        read_history(history)
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("place", PLACES)
def test_a_failing_check_makes_no_history(data: Path, run: Command, place: str) -> None:
    """A run that measures nothing creates no history."""
    before = sorted(data.rglob("*"))
    ended = run("check", "none.csv", "--spec", "release.yml", "--history", place)
    assert (ended.code, ended.out) == (2, "")
    assert "no such file: none.csv" in ended.err
    assert sorted(data.rglob("*")) == before


@pytest.mark.parametrize("place", PLACES)
def test_a_night_that_is_not_measured_has_a_row(data: Path, run: Command, place: str) -> None:
    """The history says why, and compares with the last night that was measured.

    A run of the same id that measures follows it, and what is said once is not said again.
    """
    words = ("--spec", "release.yml", "--history", place, "--run-id")
    assert run("check", *words, "r1").code == 0
    assert [run("check", "none.csv", *words, "r2").code for _ in range(2)] == [2, 2]
    shown = " ".join(run("history", place).out.split())
    assert "release: 1 run, 2" in shown
    assert shown.count("run r2: no such file: none.csv") == 1
    entries = json.loads(run("history", place, "-f", "json").out)
    assert [(item["run_id"], item["place"], item["status"], item["value"] is None) for item in entries][-2:] == [
        ("r1", 3, "passed", False),
        ("r2", 0, "error", True),
    ]
    assert "no such file: none.csv" in run("history", place, "-f", "csv").out
    kept = sqlmetrics.history(place)
    assert ({item.run_id for item in kept}, [item.reason[:12] for item in kept.missed if item.reason]) == (
        {"r1"},
        ["no such file"],
    )
    again = run("check", *words, "r2", "--no-worse-than", "last")
    assert (again.code, "as in run r1" in again.out) == (0, True)
    assert [item.run_id for item in read_history(History(place))] == ["r1"] * 3 + ["r2"] * 3
    assert "r1 -> r2" in run("diff", "previous", "last", "--history", place).out
    assert "not measured" not in run("history", place, "-m", "k_anonymity", "--job", "release", "--last", "1").out


def test_a_table_that_is_no_history_is_refused(data: Path, run: Command) -> None:
    """A table of the history's name with other columns is never written to."""
    with duckdb.connect("h.duckdb") as connection:
        connection.execute("create table sqlmetrics_history as select 1 as a")
    Path("h").mkdir()
    duckdb.execute("copy (select 1 as a) to 'h/x.parquet'")
    import sqlite3

    with sqlite3.connect("h.db") as server:
        server.execute("create table sqlmetrics_history (a integer)")
    for place in PLACES:
        ended = run("check", "--spec", "release.yml", "--history", place)
        assert ended.code == 2
        assert "holds a history of another version of sqlmetrics, or none" in ended.err


def test_the_database_that_is_scored_holds_no_history(data: Path, run: Command) -> None:
    """Source data is only ever read, even where its file holds a table of the history's name."""
    append(History("d.duckdb"), [entry()])
    with duckdb.connect("d.duckdb") as connection:
        connection.execute("create table t as from 'd.csv'")
    ended = run("check", "t", "--spec", "release.yml", "--database", "d.duckdb", "--history", "./d.duckdb")
    assert ended.code == 2
    assert "is the database that is scored, which is only ever read" in ended.err


def test_a_locked_file_is_waited_for_then_an_error(data: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run waits for a process that has the file open; if it stays, exit code 3 and no entry."""
    append(History("h.duckdb"), [entry()])
    holder = (
        "import duckdb, sys, time\nc = duckdb.connect('h.duckdb')\n"
        "print('open', flush=True)\ntime.sleep(float(sys.argv[1]))\n"
    )

    def hold(seconds: float) -> subprocess.Popen[str]:
        process = subprocess.Popen([sys.executable, "-c", holder, str(seconds)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        return process

    monkeypatch.setattr("sqlmetrics.gate.history.files.WAIT", 0.3)
    process = hold(60)
    try:
        ended = run("check", "--spec", "release.yml", "--history", "h.duckdb", "--report", "r.xml")
    finally:
        process.kill()
        process.communicate()
    assert (ended.code, ended.out) == (3, "")
    assert (
        "the history h.duckdb is open in another process (waited 0.3 seconds); run again when that has ended"
        in ended.err
    )
    assert not Path("r.xml").exists()
    assert len(read_history(History("h.duckdb"))) == 1
    monkeypatch.setattr("sqlmetrics.gate.history.files.WAIT", 30.0)
    with hold(0.5):
        assert run("check", "--spec", "release.yml", "--history", "h.duckdb").code == 0


def adding(place: str, name: str, times: int, table: str = TABLE) -> subprocess.Popen[str]:
    """Start a process that adds runs of forty scores, and prints the id of each added run."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, str(ROOT / "tests" / "histories.py"), place, name, str(times), table]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path}
    )


def runs(history: History) -> dict[str, list[int]]:
    """Return the places of each run's entries."""
    places: dict[str, list[int]] = {}
    for item in read_history(history):
        places.setdefault(item.run_id, []).append(item.place)
    return places


@pytest.mark.sampled(3)
@pytest.mark.parametrize("place", PLACES)
def test_runs_at_once_lose_nothing(data: Path, place: str) -> None:
    """Processes that add to a new history at once all add their runs, whole and once.

    That holds for a run that two of them add, too.
    """
    names = ["one", "two", "one"]
    processes = [adding(place, name, 4) for name in names]
    ended = [(process.communicate(timeout=120), process.returncode) for process in processes]
    assert [code for _, code in ended] == [0, 0, 0], ended
    assert runs(History(place)) == {
        f"{name}-{number}": list(range(1, 41)) for name in set(names) for number in range(4)
    }


@pytest.mark.parametrize("place", PLACES)
def test_threads_wait_and_lose_no_score(data: Path, place: str) -> None:
    """Eight threads of a process that add to a new history at once all add their runs."""
    names = [f"run {number}" for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        added = threads.map(lambda name: append(History(place), [entry(name, at) for at in range(1, 4)]), names)
        assert [*added] == [True] * 8
    assert runs(History(place)) == {name: [1, 2, 3] for name in names}


@pytest.mark.thorough
@pytest.mark.engines("server")
def test_runs_at_once_lose_nothing_in_a_server(engine: Database) -> None:
    """Processes that add to a new table of a server at once all add their runs, whole and once.

    A killed process leaves no part of a run.
    """
    assert engine.url is not None
    os.environ["SERVER"] = engine.url
    history = History("env:SERVER", engine.written(TABLE))
    try:
        processes = [adding(history.place, name, 4, history.table) for name in ("one", "two", "one")]
        ended = [(process.communicate(timeout=120), process.returncode) for process in processes]
        assert [code for _, code in ended] == [0, 0, 0], ended
        assert runs(history) == {
            f"{name}-{number}": list(range(1, 41)) for name in ("one", "two") for number in range(4)
        }
        process = adding(history.place, "killed", 1000, history.table)
        assert process.stdout is not None
        printed = {process.stdout.readline().strip()}
        time.sleep(0.1)
        process.kill()
        printed |= set(process.communicate()[0].split())
        recorded = runs(history)
        assert printed <= recorded.keys()
        assert all(places == list(range(1, 41)) for places in recorded.values())
    finally:
        del os.environ["SERVER"]
        engine.rows(f"drop table if exists {history.table if engine.dialect == 'postgres' else engine.relation(TABLE)}")


@pytest.mark.thorough
@pytest.mark.parametrize("place", PLACES)
def test_a_killed_run_leaves_the_history_whole(data: Path, place: str) -> None:
    """A killed process has added whole runs only, with all that it printed; others go on adding."""
    pick = random.Random(1)
    printed: set[str] = set()
    for attempt in range(4):
        process = adding(place, f"k{attempt}", 1000)
        assert process.stdout is not None
        if attempt:
            process.stdout.readline()
            printed.add(f"k{attempt}-0")
            time.sleep(pick.random() * 0.2)
        else:
            time.sleep(0.5 + pick.random() * 0.5)
        process.send_signal(signal.SIGKILL)
        printed |= set(process.communicate()[0].split())
        assert not printed or printed <= runs(History(place)).keys()
    assert append(History(place), [entry("after", number) for number in range(1, 41)])
    recorded = runs(History(place))
    assert all(places == list(range(1, 41)) for places in recorded.values())
    assert printed | {"after"} <= recorded.keys()


def test_an_entry_says_how_its_score_came_about(data: Path, run: Command) -> None:
    """A run's entries have its score records, the relation's facts and verdicts, and no class."""
    assert run("check", "--spec", "release.yml", "--history", "h.duckdb", "--run-id", "r1").code == 0
    entries = read_history(History("h.duckdb"))
    assert [(item.metric, item.target, item.value) for item in entries] == [
        ("k_anonymity", "identity", 2),
        ("discrimination_rate", "identity", pytest.approx(0.5)),
        ("discrimination_rate", "disease", pytest.approx(0)),
    ]
    first = entries[0]
    assert (first.run_id, first.job, first.place, first.status, first.relation, first.relation_records) == (
        "r1",
        "release",
        1,
        "passed",
        "d.csv",
        4,
    )
    assert first.recorded_at.endswith("Z")
    assert first.fingerprint == of_files([Path("d.csv")])
    assert first.versions.startswith(f"sqlmetrics {sqlmetrics.__version__}, duckdb ")
    assert first.statement_hash == sha256(run("sql", "--spec", "release.yml").out.encode()).hexdigest()
    assert json.loads(first.verdicts) == [
        {"bound": "at_least", "limit": 2, "origin": None, "passed": True, "margin": 0}
    ]
    assert entries[1].verdicts == "[]"
    assert "class" not in COLUMNS


def test_a_fingerprint_changes_with_the_relation(data: Path) -> None:
    """Fingerprints depend on files' names, sizes and times, or on a table's records and columns."""
    Path("e.csv").write_text("x\n")
    files = files_of("*.csv")
    assert {path.name for path in files} == {"d.csv", "e.csv"}
    before = of_files(files)
    assert of_files(files[::-1]) == before
    assert of_files([path.absolute() for path in files]) == before
    Path("d.csv").write_text(RISKY)
    assert of_files(files) != before
    assert files_of("s3://bucket/*.parquet") == []
    assert of_table(3, ["a", "b"]) == of_table(3, ["b", "a"])
    assert len({of_table(3, ["a", "b"]), of_table(4, ["a", "b"]), of_table(3, ["a"])}) == 3


def test_a_regression_fails_until_it_is_mended(data: Path, run: Command) -> None:
    """`--no-worse-than last-passed` holds a run to the last that passed, never to a regression."""
    arguments = ("check", "--spec", "release.yml", "--history", "h.duckdb", "--no-worse-than", "last-passed")
    Path("release.yml").write_text(f"{SPEC}thresholds: {{k_anonymity: {{at_least: 1}}}}\n")
    assert run(*arguments[:-2], "--run-id", "r1").code == 0
    Path("d.csv").write_text(RISKY)
    for attempt in ("r2", "r3"):
        worse = run(*arguments, "--run-id", attempt)
        assert worse.code == 1
        assert "k_anonymity of identity" in worse.out
        assert "at least 2, as in run r1" in worse.out
        assert "failed by 1" in worse.out
    assert run(*arguments, "--tolerance", "0.5", "--run-id", "r4").code == 0
    Path("d.csv").write_text(SAFE)
    assert run(*arguments, "--run-id", "r5").code == 0
    assert run(*arguments[:-1], "r9").code == 2
    Path("release.yml").write_text(SPEC)
    ungated = json.loads(run(*arguments[:-1], "r1", "--run-id", "r6", "-f", "json").out)["jobs"][0]["verdicts"]
    assert [(verdict["metric"], verdict["target"], verdict["origin"], verdict["passed"]) for verdict in ungated] == [
        ("k_anonymity", "identity", "r1", True),
        ("discrimination_rate", "identity", "r1", True),
        ("discrimination_rate", "disease", "r1", True),
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", ["last", "last-passed"])
def test_a_gate_starts_by_itself(data: Path, run: Command, place: str, name: str) -> None:
    """The first run is recorded and passes, without any threshold, and says why."""
    Path("release.yml").write_text(SPEC)
    arguments = ("check", "--spec", "release.yml", "--history", place, "--no-worse-than", name)
    first = run(*arguments, "--run-id", "r1")
    assert first.code == 0
    said = " ".join(first.out.split())
    assert f"nothing to compare with yet: {'the history' if '://' in place else place}" in said
    assert "no threshold was held" in said
    Path("d.csv").write_text(RISKY)
    worse = run(*arguments, "--run-id", "r2")
    assert worse.code == 1
    assert "at least 2, as in run r1" in worse.out
    assert "nothing to compare with" not in worse.out
    assert {item.run_id: item.status for item in read_history(History(place))} == {"r1": "passed", "r2": "failed"}
    again = run(*arguments, "--run-id", "r3")
    assert again.code == (0 if name == "last" else 1)
    assert f"at least {1 if name == 'last' else 2}, as in run {'r2' if name == 'last' else 'r1'}" in again.out


def test_a_job_that_never_passed_is_compared_with_its_last_run(data: Path, run: Command) -> None:
    """After a run that failed its threshold `last` is that run, and `last-passed` is none yet."""
    Path("release.yml").write_text(f"{SPEC}thresholds: {{k_anonymity: {{at_least: 5}}}}\n")
    arguments = ("check", "--spec", "release.yml", "--history", "h", "-f", "json")
    first = run(*arguments, "--run-id", "0123456789abcdef")
    assert first.code == 1
    verdicts = json.loads(run(*arguments, "--no-worse-than", "last").out)["jobs"][0]["verdicts"]
    assert [(item["limit"], item["passed"]) for item in verdicts] == [(5, False), (2, True)]
    passed = json.loads(run(*arguments, "--no-worse-than", "last-passed").out)["jobs"][0]
    assert [(item["limit"], item["passed"]) for item in passed["verdicts"]] == [(5, False)]
    assert passed["notes"] == [
        "nothing to compare with yet: h has no run that passed of 'release'; this run is recorded"
    ]
    named = json.loads(run(*arguments, "--no-worse-than", "01234567").out)["jobs"][0]["verdicts"]
    assert named[1]["origin"] == "0123456789abcdef"


def test_a_history_alone_is_enough_to_record(data: Path, run: Command) -> None:
    """Scores are recorded without any threshold, and every report says that nothing was judged."""
    Path("release.yml").write_text(SPEC)
    reports = ("--report", "r.xml", "--report", "r.md")
    ended = run("check", "--spec", "release.yml", "--history", "h.duckdb", *reports)
    assert ended.code == 0
    for text in (ended.out, Path("r.xml").read_text(), Path("r.md").read_text()):
        assert "nothing was judged: the spec names no threshold" in " ".join(text.split())
    assert len(read_history(History("h.duckdb"))) == 3
    assert sqlmetrics.check(spec="release.yml", history="h.duckdb", no_worse_than="last").exit_code == 0
    assert run("check", "--spec", "release.yml").code == 2


@pytest.mark.thorough
def test_a_gate_is_one_file(data: Path, run: Command) -> None:
    """A spec, or what jobs share, says the history and what no score may be worse than.

    A place in a file is relative to it, one of a flag to here; what a flag says holds.
    """
    Path("sub").mkdir()
    spec = Path("sub/release.yml")
    spec.write_text(SPEC.replace("d.csv", "../d.csv") + "history: runs\nno_worse_than: {run: last, tolerance: 0.0}\n")
    check = ("check", "--spec", spec, "--run-id")
    Path("d.csv").write_text(SAFE.replace("cold\n4", "cold\n30,cold\n4") + "40,flu\n")
    first = run(*check, "r1")
    assert (first.code, "nothing to compare with yet" in first.out) == (0, True)
    Path("d.csv").write_text(RISKY)
    worse = run(*check, "r2")
    assert (worse.code, "r1" in worse.out) == (1, True), worse.out
    place = History("sub/runs")
    assert [item.run_id for item in read_history(place)] == ["r1"] * 3 + ["r2"] * 3
    assert run(*check, "r3", "--no-worse-than", "r1", "--tolerance", "1000").code == 0
    assert run(*check, "r4", "--history", "here").code == 0
    assert {item.run_id for item in read_history(History("here"))} == {"r4"}
    python = sqlmetrics.check(spec=spec, run_id="r5", no_worse_than={"run": "r1", "tolerance": 1000})
    assert (python.exit_code, sqlmetrics.check(spec=spec, no_worse_than="r1", run_id="r6").exit_code) == (0, 1)
    assert {item.run_id for item in read_history(place)} == {"r1", "r2", "r3", "r5", "r6"}
    before = len(read_history(place))
    page = run("report", "--spec", spec)
    assert (page.code, len(read_history(place))) == (0, before)
    Path("sub/jobs.yml").write_text(
        "history: runs\nno_worse_than: r1\njobs:\n  release: release.yml\n  other: {relation: ../d.csv,"
        " quasi_identifiers: [age], history: others, no_worse_than: last, thresholds: {k_anonymity: {at_least: 1}}}\n"
    )
    assert run("run", "sub/jobs.yml", "--run-id", "r7").code == 0
    assert {item.job for item in read_history(place)} == {"release"}
    assert {item.job for item in read_history(History("sub/others"))} == {"other"}
    assert sqlmetrics.run("sub/jobs.yml", run_id="r8", history="all", only=["other"]).exit_code == 0
    assert {(item.job, item.run_id) for item in read_history(History("all"))} == {("other", "r8")}
    spec.write_text(SPEC + "no_worse_than: last\n")
    assert "`no_worse_than` (--no-worse-than) compares with a run of a history" in run(*check, "r9").err


def test_the_start_of_an_id_names_a_run(data: Path, run: Command) -> None:
    """The start of an id names an earlier run; the start of several ids is an error."""
    arguments = ("check", "--spec", "release.yml", "--history", "h")
    assert [run(*arguments, "--run-id", name).code for name in ("monday-1", "monday-2")] == [0, 0]
    verdicts = json.loads(run(*arguments, "--no-worse-than", "monday-1", "-f", "json").out)["jobs"][0]["verdicts"]
    assert {verdict["origin"] for verdict in verdicts} >= {"monday-1"}
    assert run(*arguments, "--run-id", "tuesday", "--no-worse-than", "monday-2").code == 0
    named = json.loads(run(*arguments, "--no-worse-than", "tues", "-f", "json").out)["jobs"][0]["verdicts"]
    assert {verdict["origin"] for verdict in named} >= {"tuesday"}
    several, none = run(*arguments, "--no-worse-than", "monday"), run(*arguments, "--no-worse-than", "friday")
    assert (several.code, none.code) == (2, 2)
    assert "h has 2 runs 'monday' of 'release'; the latest are: " in several.err
    assert "h has no run 'friday' of 'release'; the latest are: " in none.err


def test_what_was_measured_otherwise_is_not_compared(data: Path, run: Command) -> None:
    """A run without a comparable score, or without the named run, is an error, never a pass."""
    arguments = ("check", "--spec", "release.yml", "--history", "h")
    assert run(*arguments).code == 0
    other = run(*arguments, "--job", "other", "--no-worse-than", "r1")
    assert other.code == 2
    assert "h has no run 'r1' of 'other'; it has none yet; `no_worse_than: last` (--no-worse-than last)" in other.err
    Path("release.yml").write_text(
        f"{SPEC}thresholds: {{k_anonymity: {{at_least: 1}}}}\n".replace("[age]", "[disease]").replace(
            "[disease]\nm", "[age]\nm"
        )
    )
    ended = run(*arguments, "--no-worse-than", "last")
    assert ended.code == 2
    assert "can be compared with this one" in ended.err
    assert "run it once without `no_worse_than` (--no-worse-than)" in ended.err
    assert len({item.run_id for item in read_history(History("h"))}) == 1


def test_a_metric_over_time(data: Path, run: Command) -> None:
    """`history` draws each metric, or lists the runs of a single one; machines get all entries."""
    for number, text in enumerate((SAFE, RISKY, SAFE), 1):
        Path("d.csv").write_text(text)
        run("check", "--spec", "release.yml", "--history", "h", "--run-id", f"r{number}")
    shown = run("history", "h").out
    assert "release: 3 runs" in shown
    every = run("history", "h", "--all").out
    scores = [line.split("  ")[0] for line in shown.splitlines() if " of " in line and "--all" not in line]
    assert scores[0] == "k_anonymity of identity"
    left = len([line for line in every.splitlines() if " of " in line]) - len(scores)
    assert left > 0
    assert f"{left} of {left + len(scores)} scores are not shown; --all shows them" in shown
    line = next(line for line in shown.splitlines() if line.startswith("k_anonymity"))
    assert line.split() == ["k_anonymity", "of", "identity", "2", "█▁█", "2", "safer"]
    single = run("history", "h", "-m", "k_anonymity").out
    assert [line.split()[2:] for line in single.splitlines() if "d.csv" in line] == [
        ["r1", "d.csv", "4", "2", "passed"],
        ["r2", "d.csv", "3", "1", "failed"],
        ["r3", "d.csv", "4", "2", "passed"],
    ]
    assert "█" not in run("history", "h", "--last", "1").out
    entries = json.loads(run("history", "h", "-f", "json", "--target", "disease", "--job", "release").out)
    assert [(entry["run_id"], entry["metric"]) for entry in entries] == [
        (f"r{number}", "discrimination_rate") for number in (1, 2, 3)
    ]
    assert run("history", "h", "-f", "csv").out.splitlines()[0] == ",".join(COLUMNS)
    wrong = run("history", "h", "-m", "itpr")
    assert wrong.code == 2
    assert "h has no metric 'itpr'; there are: k_anonymity, discrimination_rate" in wrong.err


def test_the_difference_of_two_runs(data: Path, run: Command) -> None:
    """`diff` shows the changed scores with their ways, and the other differences of the runs."""
    for number, text in enumerate((SAFE, RISKY), 1):
        Path("d.csv").write_text(text)
        run("check", "--spec", "release.yml", "--history", "h.duckdb", "--run-id", f"run{number}")
    shown = run("diff", "previous", "last", "--history", "h.duckdb").out
    assert "release: run1 -> run2" in shown
    assert "records: 4 -> 3" in shown
    line = next(line for line in shown.splitlines() if line.startswith("k_anonymity"))
    assert line.split() == ["k_anonymity", "of", "identity", "2", "1", "-1", "riskier"]
    (difference,) = json.loads(run("diff", "run2", "run1", "--history", "h.duckdb", "-f", "json").out)
    assert {change["metric"]: change["way"] for change in difference["changes"]}["k_anonymity"] == "safer"
    assert run("diff", "run", "last", "--history", "h.duckdb").code == 2
    assert "0 of 3 scores" not in run("diff", "last", "last", "--history", "h.duckdb").out


def test_another_duckdb_is_said_beside_the_scores(data: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """`check`, `diff` and `history` say that DuckDB may have changed what a condition chose."""
    arguments = ("check", "--spec", "release.yml", "--history", "h", "--where", "disease ~ '.*'")
    monkeypatch.setattr("sqlmetrics.gate.engine_versions.version", lambda _: "1.5.6")
    assert run(*arguments, "--run-id", "r1").code == 0
    monkeypatch.setattr("sqlmetrics.gate.engine_versions.version", lambda _: "2.0.1")
    for ended in (
        run(*arguments, "--run-id", "r2", "--no-worse-than", "last"),
        run("diff", "r1", "r2", "--history", "h"),
        run("history", "h"),
    ):
        said = " ".join((ended.out + ended.err).split())
        assert "DuckDB 1.5.6 became 2.0.1, and `where` or `query` uses ~" in said


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ([0.0, 1.0], "▁█"),
        ([5.0, 5.0, 5.0], "▁▁▁"),
        ([0.3, 0.1 + 0.2], "▁▁"),
        ([None, 1.0, 2.0, None], " ▁█ "),
        ([None], " "),
        ([], ""),
        ([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], "▁▂▃▄▅▆▇█"),
    ],
)
def test_a_sparkline_spans_the_values(values: list[float | None], line: str) -> None:
    """The least value is the lowest bar, the greatest the highest; noise is flat, NULL blank."""
    assert text_sparkline(values) == line


@pytest.mark.parametrize(
    ("before", "after", "direction", "expected"),
    [
        (1.0, 2.0, "higher is riskier", "riskier"),
        (1.0, 2.0, "higher is safer", "safer"),
        (2.0, 1.0, "higher is safer", "riskier"),
        (0.3, 0.1 + 0.2, "higher is riskier", "same"),
        (0.3, 0.299992, "higher is riskier", "same"),
        (0.3, 0.3004, "higher is riskier", "riskier"),
        (0.0, 1e-6, "higher is riskier", "riskier"),
        (None, None, "higher is safer", "same"),
        (None, 1.0, "higher is safer", "defined"),
        (1.0, None, "higher is safer", "undefined"),
    ],
)
def test_which_way_a_score_went(before: float | None, after: float | None, direction: str, expected: str) -> None:
    """A rise is riskier or safer by the metric's direction, up to a thousandth it is neither."""
    assert way(before, after, direction) == expected


def test_the_share_up_to_which_a_score_is_the_same() -> None:
    """It is of the earlier score, and none forgives a rise from zero."""
    rise = "higher is riskier"
    assert [way(0.3, 0.299992, rise, share) for share in (0.0, 1e-6, 1e-4)] == ["safer", "safer", "same"]
    assert [way(0.0, 1e-6, rise, share) for share in (0.0, 1.0)] == ["riskier", "riskier"]


def test_scores_come_and_go() -> None:
    """A score that only one run has is new or gone."""
    differences = changes([entry("a", 1), entry("a", 2)], [entry("b", 2), entry("b", 3)])
    assert [(change.target, change.way) for change in differences] == [("t2", "same"), ("t3", "new"), ("t1", "gone")]
    assert [one.target for one in series([entry("a", 1), entry("b", 1), entry("b", 2)])] == ["t1", "t2"]


def test_a_run_is_named_by_the_start_of_its_id() -> None:
    """A run is named as `last`, as `previous`, by its id or by the start of its id."""
    entries = [entry("abc"), entry("abd"), entry("ab"), entry("x", job="other")]
    assert [resolve(entries, "release", name) for name in ("last", "previous", "abc", "abd", "ab")] == [
        "ab",
        "abd",
        "abc",
        "abd",
        "ab",
    ]
    for name in ("a", "x", ""):
        with pytest.raises(SpecError, match=r"is called|the latest are"):
            resolve(entries if name else entries[:1], "release", name)


def test_a_history_that_is_not_a_database(data: Path) -> None:
    """A file of another kind holds no history, for who writes and who reads, and stays as it is."""
    Path("h.duckdb").write_text("no database")
    Path("odd.csv").write_text("x,y\n1,2\n")
    for name in ("h.duckdb", "odd.csv"):
        history, before = History(name), Path(name).read_text()
        for call in (lambda: append(history, [entry()]), lambda: read_history(history)):  # noqa: B023 - called here
            with pytest.raises(SpecError, match=rf"{name} holds no history \(it is no DuckDB file\)"):
                call()
        assert Path(name).read_text() == before


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Let no file grow beyond a size, as on a disk that is full."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.sampled(3)
@pytest.mark.skipif(os.name == "nt", reason="files have no limit")
@pytest.mark.parametrize("made", [False, True], ids=["new", "made before"])
@pytest.mark.parametrize("place", PLACES)
def test_a_full_disk_leaves_the_history_whole(data: Path, place: str, made: bool) -> None:
    """Without room a run is added whole or not at all; with room again the next one is added."""
    history = History(place)
    before = [entry("first", number) for number in range(1, 41)]
    if made:
        append(history, before)
    kept = set(data.iterdir())
    recorded = {"first"} if made else set()
    for size in (0, 2_000, 10_000, 50_000, 280_000, 600_000):
        run_id = f"run-{size}"
        with files_of_at_most(size):
            try:
                append(history, [entry(run_id, number, relation="x" * 2_000) for number in range(1, 41)])
                recorded.add(run_id)
            except SqlmetricsError as error:
                assert error.exit_code == 3, str(error)  # noqa: PT017 - both ways are right
        if recorded:
            assert runs(history).keys() == recorded
    assert append(history, [entry("last", number) for number in range(1, 41)])
    assert runs(history) == {name: [*range(1, 41)] for name in (*recorded, "last")}
    named = {Path(place.removeprefix("sqlite:///")).absolute()}
    assert set(data.iterdir()) - kept <= named


def test_a_file_that_was_left_without_its_table_is_mended(data: Path, run: Command) -> None:
    """An empty database becomes a history; a database of others and an empty file are refused."""
    Path("empty.duckdb").touch()
    for name in ("tableless.duckdb", "other.duckdb"):
        duckdb.connect(name).close()
    with duckdb.connect("other.duckdb") as connection:
        connection.execute("create table t (a integer)")
    assert read_history(History("tableless.duckdb")) == []
    assert run("check", "--spec", "release.yml", "--history", "tableless.duckdb", "--run-id", "r1").code == 0
    assert {item.run_id for item in read_history(History("tableless.duckdb"))} == {"r1"}
    for name, message in {
        "other.duckdb": "other.duckdb holds no history (no table sqlmetrics_history); name another file",
        "empty.duckdb": "the history empty.duckdb is an empty file and no database; remove it",
    }.items():
        ended = run("check", "--spec", "release.yml", "--history", name)
        assert (ended.code, ended.out) == (2, "")
        assert message in ended.err


def test_a_locked_table_is_waited_for_once(data: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who adds or reads waits as long as for a file, then ends with 3 and says what to do."""
    history = History("sqlite:///h.db")
    append(history, [entry()])
    import sqlite3

    monkeypatch.setattr("sqlmetrics.gate.history.server.WAIT", 0.2)
    with closing(sqlite3.connect("h.db", isolation_level=None)) as holder:
        holder.execute("begin exclusive")
        began = time.monotonic()
        for arguments in (
            ("check", "--spec", "release.yml", "--history", history.place),
            ("history", history.place),
        ):
            ended = run(*arguments)
            assert (ended.code, ended.out) == (3, "")
            assert (
                "the history's table sqlmetrics_history is locked by another process (waited 0.2 seconds);"
                " run again when that has ended" in " ".join(ended.err.split())
            )
        with pytest.raises(QueryError, match=r"locked by another process \(waited 0.2 seconds\)"):
            append(history, [entry("b")])
        assert time.monotonic() - began < 5  # one wait of five seconds, the driver's own, would be longer
        holder.execute("rollback")
    assert append(history, [entry("b")])


@pytest.mark.thorough
@pytest.mark.engines("server")
def test_a_locked_table_of_a_server_is_waited_for(engine: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session of a server waits for a lock as long as every history does."""
    assert engine.url is not None
    monkeypatch.setenv("SERVER", engine.url)
    monkeypatch.setattr("sqlmetrics.gate.history.server.WAIT", 1.0)
    history = History("env:SERVER", engine.written(TABLE))
    relation = history.table if engine.dialect == "postgres" else engine.relation(TABLE)
    lock = (
        f"lock table {relation} in exclusive mode" if engine.dialect == "postgres" else f"lock tables {relation} write"
    )
    try:
        append(history, [entry()])
        with open_url(engine.url, writable=True) as (_, holder):
            holder.cursor().execute(lock)
            with pytest.raises(QueryError, match=r"locked by another process \(waited 1 seconds\)"):
                append(history, [entry("b")])
            holder.rollback()
        assert append(history, [entry("b")])
    finally:
        engine.rows(f"drop table if exists {relation}")


def test_every_database_that_keeps_a_history_waits() -> None:
    """Each dialect with a history's table says how long a session waits, but a file of DuckDB."""
    kept = {name: dialect.history for name, dialect in DIALECTS.items() if dialect.history is not None}
    assert [name for name, table in kept.items() if table.wait is None] == ["duckdb"]


@pytest.mark.parametrize("place", PLACES)
def test_a_history_that_is_read_only_is_told(
    data: Path, run: Command, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Nothing is scored where a history cannot be written; exit code 3 with what to do."""
    append(History(place), [entry()])
    named = place.removeprefix("sqlite:///")
    allowed = os.access

    def shutting(shut: Path) -> Callable[..., bool]:
        return lambda path, *way: Path(path).absolute() != shut and allowed(path, *way)

    for shut in (Path(named).absolute(), data):
        monkeypatch.setattr(
            os, "access", lambda path, *way, shut=shut: Path(path).absolute() != shut and allowed(path, *way)
        )
        ended = run("check", "--spec", "release.yml", "--history", place)
        if shut == data and place == "h":
            assert ended.code == 0  # runs are files in the folder itself
            continue
        assert (ended.code, ended.out) == (3, "")
        assert "is read-only; allow writing to it, or name another place as `history` (--history)" in ended.err
        assert run("history", place).code == 0
    monkeypatch.setattr(os, "access", shutting(data))
    new = run(
        "check",
        "--spec",
        "release.yml",
        "--history",
        place.replace("h", "n", 1) if place[0] == "h" else "sqlite:///n.db",
    )
    assert (new.code, new.out) == (3, "")
    assert f"the folder {data} is read-only" in " ".join(new.err.split())


@pytest.mark.skipif(os.name == "nt", reason="links and pipes")
def test_a_history_behind_a_link_is_one_history(data: Path, run: Command) -> None:
    """A link is followed, also one to a file that is not there yet; what is no file is refused."""
    Path("folder").mkdir()
    Path("link.duckdb").symlink_to("folder/h.duckdb")
    assert append(History("link.duckdb"), [entry("a")])
    assert append(History("folder/h.duckdb"), [entry("b")])
    assert not append(History("link.duckdb"), [entry("b")])
    assert Path("link.duckdb").is_symlink()
    assert [path.name for path in Path("folder").iterdir()] == ["h.duckdb"]
    Path("folder.duckdb").mkdir()
    os.mkfifo("pipe.duckdb")
    os.mkfifo("pipe")
    for place, message in {
        "pipe.duckdb": "pipe.duckdb is neither",
        "pipe": "pipe is neither",
        "folder.duckdb": "folder.duckdb is neither",
        "x" * 5_000: "cannot be opened: File name too long",
        "x" * 5_000 + ".duckdb": "cannot be opened: File name too long",
        "none/h.duckdb": "does not exist; create it first",
    }.items():
        ended = run("check", "--spec", "release.yml", "--history", place)
        assert (ended.code, ended.out) == (2, ""), place
        assert message in " ".join(ended.err.split())


@pytest.mark.parametrize(
    ("facts", "what"),
    [
        ({"verdicts": "[" * 100_000}, "in run a, column verdicts"),
        ({"verdicts": "[1]"}, "in run a, column verdicts"),
        ({"verdicts": '[{"passed": 1}]'}, "in run a, column verdicts"),
        ({"verdicts": "{}"}, "in run a, column verdicts"),
        ({"recodings": f'{{"a": {"9" * 5_000}}}'}, "in run a, column recodings"),
        ({"recodings": "nope"}, "in run a, column recodings"),
        ({"status": None}, "with a NULL or of other types"),
    ],
)
def test_a_row_that_sqlmetrics_has_not_written_is_refused(
    data: Path, run: Command, facts: dict[str, Any], what: str
) -> None:
    """A history from elsewhere makes no report stumble."""
    append(History("h.duckdb"), [entry("a"), entry("a", 2, **facts)])
    for arguments in (
        ("history", "h.duckdb", "-f", "json"),
        ("check", "--spec", "release.yml", "--history", "h.duckdb"),
    ):
        ended = run(*arguments)
        assert (ended.code, ended.out) == (2, "")
        assert f"h.duckdb holds a row that sqlmetrics has not written, {what}; restore it" in " ".join(
            ended.err.split()
        )


FORGED = ("min(x) as 0", "sum(x) as 0", "count(*) as 0", "list(x) as ['forged']", "starts_with(a, b) as true")
"""Macros that would stand in for functions in statements on a history."""


def test_a_handed_over_history_forges_nothing(data: Path, run: Command) -> None:
    """Macros in a history's file have no part in what is read from it, compared or added."""
    arguments = ("check", "--spec", "release.yml", "--history", "h.duckdb", "--no-worse-than", "last")
    assert run(*arguments, "--run-id", "r1").code == 0
    plain = read_history(History("h.duckdb"))
    with duckdb.connect("h.duckdb") as connection:
        for macro in FORGED:
            connection.execute(f"create macro {macro.replace('count(*)', 'count()')}")
        connection.execute("create schema pg_catalog_own")
    assert read_history(History("h.duckdb")) == plain
    Path("d.csv").write_text(RISKY)
    worse = run(*arguments, "--run-id", "r2")
    assert worse.code == 1, worse.err
    assert "k_anonymity" in run("diff", "r1", "r2", "--history", "h.duckdb").out
    assert [item.run_id for item in read_history(History("h.duckdb"))] == ["r1"] * len(plain) + ["r2"] * len(plain)


def test_a_history_that_is_a_view_reads_no_other_file(data: Path) -> None:
    """A view in the place of a history's table reaches nothing beyond its file."""
    append(History("other"), [entry()])
    (other,) = Path("other").glob("*.parquet")
    with duckdb.connect("h.duckdb") as connection:
        connection.execute(f"create view {TABLE} as select * from read_parquet('{other.absolute()}')")
    with pytest.raises(QueryError, match="reads another file"):
        read_history(History("h.duckdb"))


def test_hidden_files_of_a_folder_are_no_history(data: Path) -> None:
    """A hidden file in a folder is not read; a name with a wildcard is that file alone."""
    append(History("h"), [entry()])
    (file,) = Path("h").glob("*.parquet")
    file.rename("h/[r]*.parquet")
    Path("h/.left.parquet").write_bytes(Path("h/[r]*.parquet").read_bytes())
    assert len(read_history(History("h"))) == 1


def test_the_worst_of_several_hierarchies_may_be_another_one(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs compare the largest distance, whichever hierarchy gives it, and no other hierarchies."""
    monkeypatch.chdir(tmp_path)
    Path("one.csv").write_text("a;p;*\nb;p;*\nc;q;*\nd;q;*\n")
    Path("two.csv").write_text("a;p;*\nb;q;*\nc;p;*\nd;q;*\n")
    spec = "relation: d.csv\nquasi_identifiers: k\nsensitive: x\nlook: false\nhistory: runs.duckdb\n"
    spec += "thresholds: {t_closeness_hierarchical: 1}\n"
    Path("spec.yml").write_text(spec + "hierarchies: {x: [one.csv, two.csv]}\n")
    arguments = ("check", "--spec", "spec.yml", "--run-id")
    for values, worst, more in (("abcd", "one", ()), ("acbd", "two", ("--no-worse-than", "last"))):
        Path("d.csv").write_text("k,x\n" + "".join(f"k{place // 2},{x}\n" for place, x in enumerate(values)))
        ended = run(*arguments, worst, *more)
        assert (ended.code, f"(worst: {worst})" in ended.out) == (0, True)
    Path("spec.yml").write_text(spec + "hierarchies: {x: one.csv}\n")
    other = run(*arguments, "three", "--no-worse-than", "two")
    assert (other.code, "nothing of run two can be compared" in other.err) == (2, True)
