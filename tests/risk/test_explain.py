"""`score --explain` describes the run: its steps, its reads and its metrics."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics.engine import duckdb as client
from sqlmetrics.engine.client import Rows, Session
from sqlmetrics.risk.explain import explain_score
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.call_words import SpecWords

Command = Callable[..., Run]

CASES: dict[str, tuple[list[str], SpecWords]] = {
    "identity alone": ([], {}),
    "one target": (["vote"], {}),
    "two targets and a partition": (["vote", "income"], {"partitions": {"income": ["raw", {"prefix": 1}]}}),
    "everything": (["vote"], {"metrics": "all", "orders": {"vote": "natural"}}),
    "individuals": (["vote"], {"individual": "tv_news"}),
    "without NULLs": (["vote"], {"nulls": "drop"}),
    "classes": (["vote"], {"level": "class", "nulls": "drop"}),
    "harmonised": (["vote", "income"], {"harmonise": True}),
    "suppressed": (["vote"], {"suppressed": "*"}),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_explained_is_what_runs(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The explained steps, reads and metrics are those of the run.

    Reads of the source are the scans in DuckDB's plans, and each target's metrics are its scores'.
    The sample of columns without a role is no part of it: which they are is known when it is open.
    """
    options: SpecWords = {**CASES[case][1], "look": False}
    sensitive = CASES[case][0]
    relation = str(ROOT / "fixtures" / "anes96.parquet")
    scans = []
    rows = client.rows

    def watched(session: Session, sql: str, name: str) -> Rows:
        plan = session.connection.execute(f"explain (format json) {sql}").fetchall()[0][1]
        scans.append(len(re.findall(r'"name": *"(?:READ_PARQUET|PARQUET_SCAN) *"', plan)))
        return rows(session, sql, name)

    monkeypatch.setattr(client, "rows", watched)
    scores = sqlmetrics.score(relation, ["age", "education"], sensitive, **options)
    text = explain_score(call_spec(relation, ["age", "education"], sensitive, options))
    steps = [step.name for step in scores.profile]
    assert ("plan" in steps) is ("\nplan: near-unique or sorted where" in text)
    assert re.findall(r"^step \d of \d: (\w+)", text, flags=re.MULTILINE) == [
        step for step in steps if step not in {"open", "describe", "plan"}
    ]
    assert f"reads of the source: {sum(scans)}\n" in text
    explained = set()
    target = None
    for line in text.splitlines():
        if (heading := re.match(r"  ([\w]+)(?: \(as ([\w:]+)\))?: .*(?:cells|classes)", line)) is not None:
            target = (heading[1], heading[2])
        elif (metrics := re.match(r"    .*: (.*)", line)) is not None and target is not None:
            explained |= {(*target, metric) for metric in metrics[1].split(", ")}
    assert explained == {(score.target, score.partition, score.metric) for score in scores.scores}


KINDS: dict[str, SpecWords] = {
    "attackers": {"attackers": {"neighbour": ["age", "town"], "employer": ["job"]}},
    "attackers, without NULLs": {"attackers": {"neighbour": ["age"], "employer": ["job"]}, "nulls": "drop"},
    "points": {"known": 2, "individual": "person"},
    "points, without NULLs": {"known": 2, "individual": "person", "nulls": "drop"},
    "points of some": {"known": 2, "individual": "person", "targets": 7},
    "traces": {"known": "all", "individual": "person"},
    "traces, without NULLs": {"known": "all", "individual": "person", "nulls": "drop"},
    "intervals": {"intervals": {"replicates": 30, "seed": 4}},
    "earlier releases": {"previous": ["earlier.parquet"], "individual": "person"},
}
"""Questions that are not of single records, or more than their scores."""


@pytest.mark.parametrize("secrets", [[], ["ill"], ["ill", "pay"]], ids=len)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_question_tells_its_reads(
    kind: str, secrets: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reads of the source are the scans of its file in DuckDB's plans.

    Of a file whose footer says that everybody is there DuckDB does not scan for records of nobody.
    """
    monkeypatch.chdir(tmp_path)
    if kind == "earlier releases" and not secrets:
        return
    people = "nullif(i // 2, 29) as person, i // 2 % 3 as ill, i // 2 % 2 as pay"
    table = f"select {people}, i % 5 as age, i % 3 as town, i % 4 as job"
    duckdb.execute(f"copy ({table} from range(60) r(i)) to 'people.parquet'")
    duckdb.execute(f"copy ({table} from range(60) r(i)) to 'earlier.parquet'")
    scans = []
    rows = client.rows

    def watched(session: Session, sql: str, name: str) -> Rows:
        if "people.parquet" in sql:
            plan = session.connection.execute(f"explain (format json) {sql}").fetchall()[0][1]
            read = len(re.findall(r'"name": *"(?:READ_PARQUET|PARQUET_SCAN) *"', plan))
            scans.append(read // 2 if "earlier.parquet" in sql else read)
        return rows(session, sql, name)

    monkeypatch.setattr(client, "rows", watched)
    words: SpecWords = {**KINDS[kind], "look": False}
    keys = () if "attackers" in words else ("age", "town", "job")
    sqlmetrics.score("people.parquet", keys, secrets, **words)
    text = explain_score(call_spec("people.parquet", keys, secrets, words))
    assert int(re.findall(r"reads of the source: (\d+)", text)[0]) == sum(scans), text
    for said in TOLD[kind.partition(",")[0]]:
        assert said in text, text


TOLD = {
    "attackers": ["what each of 2 attackers knows", "employer knows job", "score of employer, one statement"],
    "points": ["what up to 2 of a person's points", "at most 10,000,000, else the drawn points of 1,000 drawn people"],
    "points of some": ["the drawn points of 7 drawn people"],
    "traces": ["what all records of a person (age, town, job)", "people whose points are the same"],
    "intervals": ["intervals, several statements"],
    "earlier releases": ["releases together, for ill", "people.parquet and earlier.parquet, each read once more"],
}
"""What the explanation of a kind says."""


def test_nothing_is_opened(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file and a table of an absent server are explained, the table in its dialect.

    An impossible score is an error.
    """
    monkeypatch.chdir(tmp_path)
    typed = shlex.split("score no.parquet -q k -s x -m itpr --population all.parquet -m k_map --explain")
    shown = run(*typed)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out == run(*typed).out
    assert "the population: records per k, from all.parquet, read once" in shown.out
    assert "\nalso read: the first 10,000 records of columns without a role, for what looks" in shown.out
    assert "10,000" not in run("score", "no.parquet", "-q", "k", "--explain", "--no-look").out
    assert "each class beside its people in the population: k_map" in shown.out
    server = run(
        "score", "a.t", "-q", "k", "-s", "x", "--url", "mariadb://no.such.host/d", "--timeout", "5m", "--explain"
    )
    assert "mariadb may read it several times" in server.out
    assert "limits: timeout 5 min" in server.out
    warehouse = run("score", "a.t", "-q", "k", "-s", "x", "--url", "databricks://no.such.host/d", "--explain")
    assert "databricks may read it several times" in warehouse.out
    cluster = run("score", "a.t", "-q", "k", "-s", "x", "--url", "spark:local", "--explain")
    assert re.findall(r"step \d of 2: (\w+)", cluster.out) == ["count", "score"]
    assert run("score", "no.parquet", "-s", "x", "--explain").code == 2
    assert list(tmp_path.iterdir()) == []
    with duckdb.connect() as connection, pytest.raises(duckdb.IOException):
        connection.execute("select * from 'no.parquet'")
