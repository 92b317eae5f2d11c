"""Every holder of records is scored in place: files, patterns, folders, tables, views, frames."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import sqlmetrics
from sqlmetrics.engine.drivers import dialect_of
from sqlmetrics.engine.engine import Engine, batches
from sqlmetrics.errors import QueryError, SpecError

ROWS = "select i % 3 as k, i % 2 as x, 'n' || (i % 4) as part from range(24) t(i)"
COLUMNS = {"k": [i % 3 for i in range(24)], "x": [i % 2 for i in range(24)]}


def check(relation: Any, **arguments: Any) -> None:
    """Assert the scores of the 24 rows: k and x are independent; a class of k has 8 records."""
    scores = sqlmetrics.score(relation, "k", "x", **arguments)
    assert scores.records == 24
    assert scores.value("k_anonymity") == 8
    assert scores.value("entropy", target="x") == pytest.approx(1)
    assert scores.value("mutual_information", target="x") == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("d.parquet", "format parquet"),
        ("d.csv", "format csv"),
        ("d.tsv", "format csv, delimiter '\t'"),
        ("d.csv.gz", "format csv, compression gzip"),
        ("d.json", "format json, array true"),
        ("d.ndjson", "format json"),
        ("it's an odd name.parquet", "format parquet"),
    ],
)
def test_a_file_is_read_by_its_ending(tmp_path: Path, name: str, options: str) -> None:
    """Parquet, CSV and JSON files, compressed or not, are scored in place, under any file name."""
    path = tmp_path / name
    duckdb.execute(f"copy ({ROWS}) to '{str(path).replace(chr(39), chr(39) * 2)}' ({options})")
    check(path)
    assert list(tmp_path.iterdir()) == [path]


def test_patterns_and_partitioned_folders(tmp_path: Path) -> None:
    """A pattern reads all files that match, a folder also its hive columns, as ordinary keys."""
    duckdb.execute(f"copy ({ROWS}) to '{tmp_path}/hive' (format parquet, partition_by (part))")
    check(tmp_path / "hive")
    check(f"{tmp_path}/hive/*/*.parquet")
    assert sqlmetrics.score(tmp_path / "hive", ["part", "k"]).value("k_anonymity") == 2


def test_tables_and_views_of_a_connection(tmp_path: Path) -> None:
    """A connection's tables, views and temporary tables are scored, and files beside them.

    Its own settings are left alone.
    """
    connection = duckdb.connect()
    connection.execute(
        f"create table t as {ROWS}; create view v as select * from t; create temp table w as select * from t"
    )
    connection.execute(f"copy t to '{tmp_path}/d.parquet'")
    before = connection.execute("select name, value from duckdb_settings() order by name").fetchall()
    for relation in ("t", "v", "w", "main.t", '"t"', f"{tmp_path}/d.parquet"):
        check(relation, connection=connection)
    assert connection.execute("select name, value from duckdb_settings() order by name").fetchall() == before
    assert connection.execute("select count(*) from t").fetchone() == (24,)


def test_a_database_file(tmp_path: Path) -> None:
    """A table of a DuckDB file is named with the file, even beside a file or folder of its name."""
    with duckdb.connect(str(tmp_path / "d.duckdb")) as connection:
        connection.execute(f'create table "a.parquet" as {ROWS}')
    check('"a.parquet"', database=tmp_path / "d.duckdb")


@pytest.mark.parametrize(
    "frame",
    [pd.DataFrame(COLUMNS), pl.DataFrame(COLUMNS), pl.LazyFrame(COLUMNS), pa.table(COLUMNS)],
    ids=lambda f: type(f).__module__,
)
def test_frames_are_read_where_they_are(frame: Any) -> None:
    """pandas, polars and Arrow frames are scored without a copy of them in a table."""
    check(frame)


def test_a_shuffled_or_filtered_frame_scores_its_own_rows() -> None:
    """Scores depend on the rows alone, never on the frame's index."""
    frame = pd.DataFrame(COLUMNS)
    check(frame.sample(frac=1, random_state=1))
    half = frame[frame["k"] > 0]
    assert sqlmetrics.score(half, "k", "x").records == 16


def test_a_frame_without_a_named_column_is_told_what_to_do() -> None:
    """The index of a frame is no column, and an array has no names; both come with their remedy."""
    frame = pd.DataFrame({"ages": [1, 1], "age": [1, 2], "zip": [3, 3]})
    for index, names, message in (
        ("age", ["age"], r"^age is the frame's index, and no column: give frame.reset_index\(\) instead$"),
        (["age", "zip"], ["ages", "zip", "age"], "^age and zip are the frame's index, and no column: "),
    ):
        with pytest.raises(SpecError, match=message):
            sqlmetrics.score(frame.set_index(index), names)
    assert sqlmetrics.score(frame.set_index("age", drop=False), "age").value("k_anonymity") == 1
    for array in (frame.to_numpy(), frame.to_records()):
        with pytest.raises(SpecError, match="columns of a numpy array have no names; make a frame of it"):
            sqlmetrics.score(array, "age")


def test_a_variable_of_the_callers_is_no_table() -> None:
    """A Python variable is never scored because its name is that of the relation asked for."""
    patients = pd.DataFrame(COLUMNS)
    assert len(patients) == 24
    with pytest.raises(SpecError, match="no such file: patients"):
        sqlmetrics.score("patients", "k", "x")


def test_individuals_are_counted_once(tmp_path: Path) -> None:
    """Ten rows of one person are a class of one, not a crowd of ten; records stay records."""
    duckdb.execute(f"copy (select 1 as k, 7 as person, i as x from range(10) t(i)) to '{tmp_path}/d.parquet'")
    scores = sqlmetrics.score(tmp_path / "d.parquet", "k", individual="person")
    assert scores.value("k_anonymity") == 1
    assert (scores.records, scores.individuals) == (10, 1)
    assert scores.scores[0].records == 10


def test_null_policy_drop_says_what_it_left_out() -> None:
    """Records with a NULL in a key or the target are left out and counted, at both levels."""
    frame = pa.table({"k": [1, 1, 2, None, 2], "x": ["a", None, "b", "a", "a"], "y": [None, 1, 1, 1, 1]})
    for level, limit in (("table", None), ("class", None), ("class", 1)):
        scores = sqlmetrics.score(frame, "k", ["x", "y"], nulls="drop", level=level, limit=limit)  # type: ignore[arg-type]
        assert (scores.records, scores.left_out) == (5, {"identity": 1, "x": 2, "y": 2})
    assert sqlmetrics.score(frame, "k", ["x", "y"]).left_out == {}
    assert {
        score.records for score in sqlmetrics.score(frame, "k", "x", nulls="drop").scores if score.target == "x"
    } == {3}


def test_a_connection_that_is_none_is_refused() -> None:
    """What is no connection that is known gets a message, not an attribute error."""
    with pytest.raises(SpecError, match="known are connections of"):
        sqlmetrics.score("t", "k", connection=object())
    with pytest.raises(SpecError, match="without a connection"):
        sqlmetrics.score(pd.DataFrame(COLUMNS), "k", connection=duckdb.connect())


def test_rows_come_in_batches() -> None:
    """DuckDB's client and a driver's cursor give rows in batches; an error names the relation."""
    for connection in (duckdb.connect(), sqlite3.connect(":memory:")):
        engine = Engine(dialect_of(connection), connection)
        five = " union all ".join(f"select {number} as n" for number in range(5))
        assert list(batches(engine, f"{five} order by 1", "t", 2)) == [[(0,), (1,)], [(2,), (3,)], [(4,)]]
        with pytest.raises(QueryError, match="the visits"):
            list(batches(engine, "select * from no_such_table", "the visits", 2))


def test_a_lost_connection_or_a_missing_table_is_a_query_error() -> None:
    """What a driver raises ends as a QueryError with the database's words and what to check."""
    connection = sqlite3.connect(":memory:")
    with pytest.raises(QueryError, match="no such table"):
        sqlmetrics.score("t", "k", connection=connection)
    connection.close()
    with pytest.raises(QueryError, match="closed database"):
        sqlmetrics.score("t", "k", connection=connection)


def test_a_failing_expression_of_a_view_is_a_query_error() -> None:
    """A view whose values do not fit its types fails as a query, with the value in the detail."""
    connection = duckdb.connect()
    connection.execute("create view v as select cast('x' || i as integer) as k from range(3) t(i)")
    with pytest.raises(QueryError, match="a value does not fit its type") as error:
        sqlmetrics.score("v", "k", connection=connection)
    assert "'x0'" not in str(error.value)
    assert "Could not convert string 'x0'" in str(error.value.detail)


def test_a_file_whose_name_is_a_pattern_is_that_file(tmp_path: Path) -> None:
    """Brackets and stars in the name of a file that exists do not match other files."""
    duckdb.execute(f"copy (select 1 as k) to '{tmp_path}/d1.parquet'")
    duckdb.execute(f"copy (select 1 as k from range(3)) to '{tmp_path}/x.parquet'")
    (tmp_path / "x.parquet").rename(tmp_path / "d[1].parquet")
    assert sqlmetrics.score(tmp_path / "d[1].parquet", "k").records == 3
