"""The printed statement as a person uses it: piped into the console of a database."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import Run
from engines import Database, arrow_table
from sqlmetrics.scoring.scores import COLUMNS

FLAGS = (
    *("-q", "k", "-q", "g", "-s", "x", "-s", "y", "--individual", "p", "--nulls", "drop"),
    *("-m", "itpr", "-m", "discrimination_rate", "-m", "k_anonymity", "-m", "t_closeness_equal"),
)


def check(output: str, separator: str, null: str = "") -> None:
    """Assert that a console printed DuckDB's score records, to the digits that it shows."""
    connection = duckdb.connect()
    connection.register("t", arrow_table("t"))
    metrics = ["itpr", "discrimination_rate", "k_anonymity", "t_closeness_equal"]
    words: dict[str, Any] = {"individual": "p", "nulls": "drop", "metrics": metrics}
    expected = sqlmetrics.score("t", ["k", "g"], ["x", "y"], connection=connection, **words)
    header, *rows = csv.reader(io.StringIO(output), delimiter=separator)
    assert header == list(COLUMNS)
    assert len(rows) == len(expected.scores)
    for row, score in zip(rows, expected.scores, strict=True):
        assert row[:2] == [score.metric, score.target]
        assert float(row[header.index("value")]) == pytest.approx(score.value, rel=1e-9)
        assert row[header.index("reason")] == null
        assert int(row[header.index("records")]) == score.records


@pytest.mark.engines("console")
@pytest.mark.parametrize("steps", [(), ("--staged", "--count-table")], ids=["one statement", "two"])
def test_the_printed_sql_runs_in_a_console(engine: Database, run: Callable[..., Run], steps: tuple[str, ...]) -> None:
    """psql, mariadb and sqlite3 take what `sqlmetrics sql` prints, and print DuckDB's scores."""
    if shutil.which(engine.client[0]) is None:
        pytest.skip(f"{engine.client[0]} is not installed: apt-get install sqlite3 mariadb-client")
    counted = engine.written("pasted counts")
    printed = run(
        "sql", engine.written("t"), *FLAGS, "--dialect", engine.dialect, *steps, *([counted] if steps else [])
    )
    assert printed.code == 0
    ended = subprocess.run(engine.client, input=printed.out, capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    check(ended.stdout, engine.separator, "NULL" if engine.dialect == "mariadb" else "")
    if steps:
        engine.rows(f"drop table {engine.relation('pasted counts')}")


def test_the_printed_sql_runs_in_the_console_of_duckdb(run: Callable[..., Run], tmp_path: Path) -> None:
    """DuckDB's console takes it over a Parquet file, whatever its folder is called."""
    folder = tmp_path / 'it\'s "here"'
    folder.mkdir()
    connection = duckdb.connect()
    connection.register("t", arrow_table("t"))
    path = str(folder / "t.parquet")
    connection.execute("copy (select * from t) to '" + path.replace("'", "''") + "'")
    printed = run("sql", path, *FLAGS)
    console = shutil.which("duckdb", path=str(Path(sys.executable).parent)) or "duckdb"
    ended = subprocess.run([console, "-csv"], input=printed.out, capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    check(ended.stdout, ",", "NULL")
