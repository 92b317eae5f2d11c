"""Jobs: several relations in one file, where each runs to its end."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics.gate.history.history import read_history
from sqlmetrics.gate.jobs import Options, measure, merged
from sqlmetrics.gate.jobs import run as run_jobs
from sqlmetrics.spec.place import History
from sqlmetrics.spec.spec import parse_spec

Command = Callable[..., Run]

JOBS = """
quasi_identifiers: [age]
sensitive: [disease]
thresholds:
  k_anonymity: {at_least: 2}
jobs:
  good: {relation: good.csv}
  missing: {relation: none.csv}
  misspelt: {relation: good.csv, sensitiv: [disease]}
  alone: {relation: alone.csv}
  table: {relation: t, database: data.duckdb, quasi_identifiers: [sex], thresholds: {itpr: {at_most: 1}}}
  broken: {relation: broken.parquet}
  own: other/release.yml
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of jobs and their relations, some of them broken.

    It is not the working folder.
    """
    (tmp_path / "good.csv").write_text("age,disease\n30,flu\n30,cold\n40,flu\n40,cold\n")
    (tmp_path / "alone.csv").write_text("age,disease\n30,flu\n30,cold\n40,flu\n")
    (tmp_path / "broken.parquet").write_text("no Parquet file")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "d.csv").write_text("age,disease\n1,a\n1,b\n1,b\n")
    (tmp_path / "other" / "release.yml").write_text(
        "relation: d.csv\nquasi_identifiers: age\nthresholds: {k_anonymity: {at_least: 3}}\n"
    )
    with duckdb.connect(str(tmp_path / "data.duckdb")) as connection:
        connection.execute("create table t as select i % 2 as sex, i % 3 as disease from range(12) t(i)")
    (tmp_path / "jobs.yml").write_text(JOBS)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path


def test_all_jobs_run_and_each_is_reported(data: Path, run: Command) -> None:
    """A job that fails or ends with an error stops no other; the worst one has the exit code."""
    ended = run("run", "../jobs.yml", "-f", "json", "--report", "r.xml", "--metrics-file", "m.prom")
    jobs = json.loads(ended.out)["jobs"]
    assert [(job["job"], job["status"]) for job in jobs] == [
        ("good", "passed"),
        ("missing", "error"),
        ("misspelt", "error"),
        ("alone", "failed"),
        ("table", "passed"),
        ("broken", "error"),
        ("own", "passed"),
    ]
    assert ended.code == 3
    assert "sqlmetrics: missing: no such file: " in ended.err
    assert "key 'sensitiv' is unknown; did you mean 'sensitive'?" in ended.err
    assert "sqlmetrics: broken: cannot read" in ended.err
    assert (
        jobs[2]["error"]
        == f"{Path('../jobs.yml')}: job 'misspelt': key 'sensitiv' is unknown; did you mean 'sensitive'?"
    )
    assert jobs[5]["error"] == "a query or connection failed; standard error says how"
    assert [job["records"] for job in jobs] == [4, None, None, 3, 12, None, 3]
    assert [verdict["metric"] for verdict in jobs[4]["verdicts"]] == ["k_anonymity", "itpr", "itpr"]
    suites = ET.fromstring(Path("r.xml").read_text())
    assert [(suite.get("failures"), suite.get("errors")) for suite in suites] == [
        ("0", "0"),
        ("0", "1"),
        ("0", "1"),
        ("1", "0"),
        ("0", "0"),
        ("0", "1"),
        ("0", "0"),
    ]
    metrics = Path("m.prom").read_text()
    assert 'sqlmetrics_job_measured{job_name="broken"} 0.0' in metrics
    assert 'sqlmetrics_job_passed{job_name="alone"} 0.0' in metrics
    assert "1 of 6 thresholds failed in 7 jobs; 3 ended with an error" in run("run", "../jobs.yml").out


@pytest.mark.parametrize(
    ("only", "arguments", "code"),
    [
        (("good", "own"), (), 0),
        (("good", "alone"), (), 1),
        (("good", "alone"), ("--warn",), 0),
        (("missing", "alone"), (), 2),
        (("missing", "alone"), ("--warn",), 2),
        (("missing", "broken"), (), 3),
    ],
)
def test_the_exit_code_is_that_of_the_worst(
    data: Path, run: Command, only: tuple[str, ...], arguments: tuple[str, ...], code: int
) -> None:
    """The exit code is 1 where only thresholds failed, 2 or 3 after an error, also with --warn."""
    named = [part for job in only for part in ("--job", job)]
    ended = run("run", "../jobs.yml", *named, *arguments, "-f", "json")
    assert ended.code == code
    assert [job["job"] for job in json.loads(ended.out)["jobs"]] == list(only)


def test_what_is_wrong_in_shared_words_is_said_once(data: Path, run: Command) -> None:
    """A wrong shared key or value stops the run with one message, before any job is measured."""
    for wrong, message in {
        "sensitiv: [disease]": "key 'sensitiv' is unknown; did you mean 'sensitive'?",
        "nulls: none": "key 'nulls': input should be 'category', 'drop' or 'any' (found: 'none')",
    }.items():
        Path("jobs.yml").write_text(f"{wrong}\n{JOBS}")
        ended = run("run", "jobs.yml")
        assert (ended.code, ended.out, ended.err) == (2, "", f"sqlmetrics: jobs.yml:\n  {message}\n")


def test_run_has_the_flags_of_check(data: Path, run: Command) -> None:
    """Nobody looks with --no-look, all verdicts are rows, and each annotation is on its file."""
    Path("people.csv").write_text("age,email\n" + "".join(f"{30 + i % 2},p{i}@example.org\n" for i in range(40)))
    job = "{relation: people.csv, quasi_identifiers: age, thresholds: {k_anonymity: {at_least: 50}}}"
    Path("jobs.yml").write_text(f"jobs: {{a: {job}, b: {job}, own: spec.yml, none: {{relation: none.csv}}}}")
    Path("spec.yml").write_text(job)
    told = run("run", "jobs.yml", "-f", "github").out
    assert told.count("::error file=jobs.yml,title=a::'email' looks like e-mail addresses") == 1
    assert "::error file=spec.yml,title=own%3A k_anonymity of identity::20, at least 50" in told
    assert "::error file=jobs.yml,title=none%3A not measured::" in told
    assert "looks like" not in run("run", "jobs.yml", "-f", "github", "--no-look").out
    rows = list(csv.DictReader(run("run", "jobs.yml", "-f", "csv").out.splitlines()))
    assert [(row["job"], row["metric"], row["value"], row["passed"]) for row in rows] == [
        (name, "k_anonymity", "20.0", "false") for name in ("a", "b", "own")
    ]


def test_a_job_adds_to_what_is_shared() -> None:
    """A job's words replace the shared ones, but thresholds and partitions are merged by name."""
    shared = {
        "quasi_identifiers": ["age", "zip"],
        "partitions": {"age": {"cuts": [30]}, "zip": {"prefix": 3}},
        "thresholds": {"itpr": {"at_most": 0.7}, "k_anonymity": {"at_least": 5}},
    }
    own = {"thresholds": {"k_anonymity": {"at_least": 10}}, "partitions": {"zip": {"prefix": 2}}, "nulls": "drop"}
    assert merged(shared, own) == {
        "quasi_identifiers": ["age", "zip"],
        "partitions": {"age": {"cuts": [30]}, "zip": {"prefix": 2}},
        "thresholds": {"itpr": {"at_most": 0.7}, "k_anonymity": {"at_least": 10}},
        "nulls": "drop",
    }
    assert merged(shared, {"quasi_identifiers": "age"})["partitions"] == {"age": {"cuts": [30]}}
    assert merged(shared, {"thresholds": 3})["thresholds"] == 3


def test_a_key_that_is_there_twice_is_an_error(data: Path, run: Command) -> None:
    """Two thresholds or jobs of the same name are an error, as YAML would drop one silently."""
    text = (data / "jobs.yml").read_text()
    (data / "twice.yml").write_text(text + "  good: {relation: alone.csv}\n")
    ended = run("run", "../twice.yml")
    assert (ended.code, ended.out) == (2, "")
    assert "key 'good' (line 14) is there twice" in ended.err
    (data / "s.yml").write_text(
        "quasi_identifiers: [age]\nthresholds: {itpr: {at_most: 1}, k_anonymity: {at_least: 2}, itpr: {at_most: 0.1}}\n"
    )
    assert "key 'itpr' (line 2) is there twice" in run("check", "../good.csv", "--spec", "../s.yml").err


def test_a_defect_in_one_job_stops_no_other(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A defect of sqlmetrics is the error of its job, with exit code 3."""
    from sqlmetrics.risk.score import score
    from sqlmetrics.spec.spec import Spec

    def broken(spec: Spec, **words: Any) -> object:
        if str(spec.relation).endswith("alone.csv"):
            raise ZeroDivisionError("oops")
        return score(spec, **words)

    monkeypatch.setattr("sqlmetrics.gate.judged.score", broken)
    done = run_jobs("../jobs.yml", only=["alone", "own"])
    assert [(outcome.status, outcome.exit_code) for outcome in done.outcomes] == [("error", 3), ("passed", 0)]
    assert not done.passed
    assert "unexpected ZeroDivisionError in test_jobs.py, line " in str(done.outcomes[0].error)
    assert done.outcomes[0].error is not None
    assert done.outcomes[0].error.detail == "oops"


def test_the_history_has_the_jobs_that_were_measured(data: Path, run: Command) -> None:
    """All jobs of a run have its id; the same id again adds only the jobs that are missing."""
    arguments = ("run", "../jobs.yml", "--history", "h.duckdb", "--run-id", "nightly:1")
    assert run(*arguments, "--job", "good").code == 0
    assert run(*arguments).code == 3
    entries = read_history(History("h.duckdb"))
    assert {(entry.job, entry.run_id, entry.status) for entry in entries} == {
        ("good", "nightly:1", "passed"),
        ("alone", "nightly:1", "failed"),
        ("table", "nightly:1", "passed"),
        ("own", "nightly:1", "passed"),
    }
    keys = [(entry.job, entry.place) for entry in entries]
    assert len(set(keys)) == len(keys)


def test_each_job_is_held_to_its_own_past(data: Path, run: Command) -> None:
    """A job that became riskier fails; one without an earlier run is recorded, and says so."""
    arguments = ("run", "../jobs.yml", "--history", "h")
    assert run(*arguments, "--job", "good", "--job", "own").code == 0
    (data / "jobs.yml").write_text(
        JOBS.replace("relation: good.csv}", "relation: alone.csv, thresholds: {k_anonymity: {at_least: 1}}}")
    )
    ended = run(*arguments, "--job", "good", "--job", "table", "--job", "own", "--no-worse-than", "last", "-f", "json")
    jobs = json.loads(ended.out)["jobs"]
    assert ended.code == 1
    assert [(job["job"], job["status"]) for job in jobs] == [("good", "failed"), ("table", "passed"), ("own", "passed")]
    assert [(verdict["limit"], verdict["passed"], verdict["origin"] is None) for verdict in jobs[0]["verdicts"]] == [
        (1, True, True),
        (2, False, False),
    ]
    assert jobs[1]["notes"] == ["nothing to compare with yet: h has no earlier run of 'table'; this run is recorded"]
    assert [job["notes"] for job in (jobs[0], jobs[2])] == [[], []]


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (
            {"no_worse_than": "last"},
            "nothing to compare with yet: h has no earlier run of 'good'; a report records none",
        ),
        ({}, "nothing was judged: the spec names no threshold; a report records no scores in the history"),
    ],
)
def test_a_report_beside_an_empty_history_records_nothing(data: Path, words: dict[str, str], note: str) -> None:
    """Its notes do not say that it is recorded, as those of a check do."""
    spec = parse_spec({"relation": str(data / "good.csv"), "quasi_identifiers": ["age"], "history": "h"} | words)
    (outcome,) = measure(spec, "good", Options(evidence=True)).outcomes
    assert outcome.held is not None
    assert outcome.held.notes == (note,)
    assert not (data / "h").exists()


def test_what_was_judged_has_no_note_of_it(data: Path) -> None:
    """Beside a history a threshold is judged, and nothing says that none was."""
    words = {"relation": str(data / "good.csv"), "quasi_identifiers": ["age"], "history": "h"}
    spec = parse_spec({**words, "thresholds": {"k_anonymity": {"at_least": 2}}})
    (outcome,) = measure(spec, "good", Options()).outcomes
    assert outcome.held is not None
    assert (outcome.status, outcome.held.notes) == ("passed", ())


def test_a_history_that_fails_is_the_jobs_error(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job whose scores cannot be recorded has not passed."""
    from sqlmetrics.errors import QueryError

    def locked(*_: object) -> None:
        raise QueryError("the history h is open in another process")

    monkeypatch.setattr("sqlmetrics.gate.history.history.append", locked)
    done = run_jobs("../jobs.yml", only=["good"], options=Options(words={"history": "h"}))
    assert (done.outcomes[0].status, done.exit_code) == ("error", 3)


def test_ctrl_c_names_the_jobs_that_the_history_has(data: Path) -> None:
    """An interrupted run ends with 130 and names the jobs that ended; no report is written.

    The history has these jobs whole.
    """
    with duckdb.connect(str(data / "slow.duckdb")) as connection:
        connection.execute("create view v as select hash(i) as age, i % 7 as disease from range(100_000_000_000) t(i)")
    (data / "slow.yml").write_text(
        JOBS.partition("jobs:")[0]
        + "jobs:\n  good: {relation: good.csv}\n  slow: {relation: v, database: slow.duckdb}\n"
    )
    command = [sys.executable, "-m", "sqlmetrics", "run", "slow.yml", "--history", "h", "--report", "r.xml"]
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    process = subprocess.Popen(
        command, cwd=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    until = time.monotonic() + 30
    while not list(data.glob("h/*.parquet")) and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert "stopped; the history has the jobs that had ended: good" in err
    assert not (data / "r.xml").exists()
    assert {entry.job for entry in read_history(History(str(data / "h")))} == {"good"}


def test_counts_are_held_as_their_records_are(data: Path, run: Command) -> None:
    """`check`, `run` and Python hold files of counts to limits and a history, as the records."""

    words: dict[str, Any] = {
        "quasi_identifiers": ["age"],
        "sensitive": ["disease"],
        "thresholds": {"k_anonymity": {"at_least": 3}, "itpr": {"at_most": 0.9}},
    }
    Path("records.csv").write_text(
        "age,disease\n" + "30,flu\n" * 4 + "30,cold\n" * 3 + "40,flu\n" * 2 + "40,cold\n" * 2
    )
    Path("records.yml").write_text(json.dumps(words | {"relation": "records.csv"}))
    Path("counts.yml").write_text(json.dumps({"counts": "silo.parquet", "thresholds": words["thresholds"]}))
    assert run("count", "--spec", "records.yml", "-o", "silo.parquet").code == 0

    def verdicts(*arguments: str) -> list[dict[str, Any]]:
        ended = run(*arguments, "-f", "json")
        assert ended.code == 0, ended.err
        held: list[dict[str, Any]] = json.loads(ended.out)["jobs"][0]["verdicts"]
        return held

    expected = verdicts("check", "--spec", "records.yml")
    assert (expected[0]["metric"], expected[0]["value"]) == ("k_anonymity", 4)
    assert len(expected) > 2
    assert verdicts("check", "--spec", "counts.yml") == expected
    assert verdicts("check", "--counts", "silo.parquet", "--spec", "records.yml") == expected
    Path("held.yml").write_text(json.dumps({"jobs": {"silo": {"counts": ["silo.parquet"]} | words}}))
    assert verdicts("run", "held.yml", "--history", "past", "--run-id", "r1") == expected
    gate = ("check", "--spec", "counts.yml", "--job", "silo", "--history", "past", "--no-worse-than", "last")
    assert [one["origin"] for one in verdicts(*gate)] == [None] * len(expected) + ["r1"] * len(expected)
    assert run("history", "past", "-m", "k_anonymity").code == 0
    held = sqlmetrics.check(counts="silo.parquet", thresholds=words["thresholds"]).outcomes[0].held
    assert held is not None
    assert [verdict.score.value for verdict in held.verdicts] == [one["value"] for one in expected]
    assert sqlmetrics.Table(counts=["silo.parquet"]).score().value("k_anonymity") == 4
    refused = run("classes", "--spec", "counts.yml", "-q", "age", "--condition", "k_anonymity < 3")
    assert (refused.code, "classes does not take `counts`" in refused.err) == (2, True)
    both = {"counts": "silo.parquet", "relation": "records.csv"} | words
    Path("both.yml").write_text(json.dumps({"jobs": {"a": both}}))
    assert "`counts` stand in place of a `relation`" in run("run", "both.yml").err
