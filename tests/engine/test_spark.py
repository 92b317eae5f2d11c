"""A job on a Spark cluster reads the source once and shuffles counts, not records."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT, Run, defined, same
from engines import Database, need_pyspark
from spark_cluster import MEMORY, QUICK, master, run_on_cluster
from sqlmetrics.engine.engine import Engine, count_table
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import statement

ROWS = 40_000
COUNTS = 30 * 7 * 5
SPARK = DIALECTS["spark"]


@pytest.mark.engines("cluster")
def test_the_plan_reads_the_source_once(engine: Database) -> None:
    """In Spark's plan every scan of the files is below the cached counts, which are dropped."""
    spec = {
        "quasi_identifiers": ["k", "g"],
        "sensitive": ["x", "y"],
        "metrics": ["all"],
        "partitions": {"g": {"cuts": [2]}},
    }
    plan = build_plan(parse_spec(spec))
    relation = engine.relation("t")
    session = engine.connection
    with count_table(
        Engine(SPARK, session), lambda: render("counting", plan_entries(plan, relation), dialect=SPARK), "t"
    ) as table:
        text = session.sql(
            "explain " + statement(plan, "t", plan_entries(plan, relation, counted=table), SPARK)
        ).collect()[0][0]
        assert session.catalog.isCached(table)
    below = 0
    for line, under in pairwise(text.splitlines()):
        depth = len(re.match(r"[\s:+\-|*()\d]*", line)[0])  # type: ignore[index]
        if "InMemoryRelation" in line:
            below = depth
        elif "FileScan" in line:
            assert below, text
            assert depth > below
        elif depth <= below:
            below = 0
        elif below and "Exchange hashpartitioning" in line:
            assert "HashAggregate" in under, text  # a task sends its counts
    assert "InMemoryRelation" in text
    assert "FileScan" in text
    assert not session.catalog.tableExists(table)


@pytest.mark.engines("cluster")
def test_a_cluster_gives_the_same_scores(tmp_path: Path) -> None:
    """The command line on two executors over Parquet files gives DuckDB's numbers in one read.

    Each task that reads sends the others at most a count table, and no later stage sends more.
    """
    need_pyspark("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed: apt-get install openjdk-17-jre-headless")
    folder = tmp_path / "records"
    folder.mkdir()
    for part in range(4):
        duckdb.execute(
            "copy (select hash(i) % 30 as k, hash(i, 1) % 7 as g, 'x' || hash(i, 2) % 5 as x"
            f" from range({ROWS // 4 * part}, {ROWS // 4 * (part + 1)}) t(i)) to '{folder}/{part}.parquet'"
        )
    expected = sqlmetrics.score(folder, ["k", "g"], "x")
    score = ["score", str(folder), "-q", "k", "-q", "g", "-s", "x", "--url", f"spark:{master(2)}", "--format", "json"]
    ran = run_on_cluster(["-m", "sqlmetrics", *score], tmp_path / "spark", QUICK)
    result, job = json.loads(ran.printed), ran.job
    assert result["dialect"] == "spark"
    assert result["records"] == ROWS
    assert len(job.executors) == 2
    (scan,) = job.scans
    assert scan.tasks >= 2
    assert sum(stage.read for stage in job.stages.values() if stage.scans) == ROWS
    assert scan.most_shuffled <= COUNTS
    assert job.later
    assert max(stage.shuffled for stage in job.later) <= COUNTS
    assert 0 < job.pool_mb < job.heap_mb <= MEMORY
    targets = [(score["metric"], score["target"]) for score in result["scores"]]
    assert targets == [(score.metric, score.target) for score in expected.scores]
    assert defined([score["value"] for score in result["scores"]]) == same([score.value for score in expected.scores])


TUTORIAL = (ROOT / "docs" / "tutorials" / "cluster.md").read_text()


def test_the_tutorials_commands_give_the_same_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Run]
) -> None:
    """Its table, of fewer records and ages, is scored as it is and from both days' counts."""
    monkeypatch.chdir(tmp_path)
    made = TUTORIAL.partition("```py\n")[2].partition("```")[0]
    exec(made.replace("100_000_000", "40_000").replace("% 100 as", "% 5 as"), {})  # noqa: S102 - the page's own text
    files = TUTORIAL.partition("```text\n")[2].partition("```")[0].splitlines()
    assert sorted(str(path) for path in Path("events").rglob("*.parquet")) == files
    shown = "".join(re.findall(r"```sh\n(.*?)```", TUTORIAL, flags=re.DOTALL)).replace("\\\n", "")
    scored = []
    for line in shown.replace("s3a://clinic/", "").splitlines():
        words = shlex.split(re.sub(r" --url \S+| > \S+", "", line))
        if words[0] == "mkdir":
            Path(words[-1]).mkdir()
            continue
        ended = run(*words[1:], *(["--format", "json"] if words[1] == "score" else []))
        assert ended.code == 0, ended.err
        if words[1] == "score":
            scored.append([score["value"] for score in json.loads(ended.out)["scores"]])
    first, *others = scored
    assert len(others) == 3
    assert all(defined(other) == same(first) for other in others)
