"""A DuckDB that waits for the next call keeps nothing of the one before, and its limits hold."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from sqlmetrics.engine import instances
from sqlmetrics.engine.engine import Engine, fetch, own_engine
from sqlmetrics.engine.source import opened
from sqlmetrics.errors import QueryError
from sqlmetrics.files import footprint
from sqlmetrics.spec.limits import Limits
from sqlmetrics.spec.place import Place


@pytest.fixture(autouse=True)
def openings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Return the list of the instances that are opened; none waits before the test or after it."""
    instances.close_waiting()
    found: list[Any] = []
    connect = duckdb.connect

    def opening(*words: Any, **settings: Any) -> Any:
        found.append(settings)
        return connect(*words, **settings)

    monkeypatch.setattr(duckdb, "connect", opening)
    yield found
    instances.close_waiting()


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """Return a Parquet file of four records, two of which are alone by `k`."""
    return written(tmp_path / "people.parquet", "(1, 1), (1, 2), (2, 1), (3, 1)")


def written(path: Path, rows: str) -> Path:
    """Write rows of `k` and `x` to a Parquet file."""
    duckdb.sql(f"copy (from (values {rows}) records(k, x)) to '{path}'")
    return path


def answer(engine: Engine, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a statement."""
    return fetch(engine, sql, "the test")


def least(path: Path | str, **words: Any) -> float | None:
    """Return the k-anonymity of a file by `k`."""
    return sqlmetrics.score(path, ["k"], ["x"], metrics=["k_anonymity"], **words).scores[0].value


def test_calls_with_equal_settings_take_one_instance(people: Path, openings: list[Any]) -> None:
    """Five calls open one; a limit of memory, of threads and another file open one each."""
    for _ in range(5):
        assert least(people) == 1
    assert len(openings) == 1
    least(people, memory_limit="1GB")
    assert openings[1]["config"]["memory_limit"] == "1GB"
    least(people, threads=1)
    assert openings[2]["config"]["threads"] == "1"
    least(written(people.with_name("others.parquet"), "(1, 1), (1, 2)"))
    assert len(openings) == 4


LEFT = {
    "create temporary table left_table as select 1 as k": "from left_table",
    "create temporary view left_view as select 1 as k": "from left_view",
    "create temporary type left_type as enum ('k')": "select 'k'::left_type",
    "create temporary macro left_macro() as 1": "select left_macro()",
    "prepare left_statement as select 1": "execute left_statement",
}
"""What a call may make, and the statement that finds it."""


@pytest.mark.parametrize("made", LEFT)
def test_what_a_call_makes_ends_with_it(made: str, openings: list[Any]) -> None:
    """The next call on the same instance does not find it."""
    with own_engine() as engine:
        engine.connection.execute(made)
        engine.connection.execute(LEFT[made])
    with own_engine() as engine, pytest.raises(duckdb.Error, match="does not exist"):
        engine.connection.execute(LEFT[made])
    assert len(openings) == 1


def test_frames_and_variables_end_with_the_call(openings: list[Any]) -> None:
    """A registered frame and a variable are the cursor's, and settings cannot be changed."""
    with own_engine() as engine:
        engine.connection.register("left_frame", pd.DataFrame({"k": [1]}))
        engine.connection.execute("set variable left_variable = 1")
        with pytest.raises(duckdb.InvalidInputException, match="locked"):
            engine.connection.execute("set threads = 1")
    with own_engine() as engine:
        assert answer(engine, "select getvariable('left_variable')") == [(None,)]
        assert answer(engine, "select count(*) from duckdb_secrets()") == [(0,)]
        with pytest.raises(duckdb.Error, match="does not exist"):
            engine.connection.execute("from left_frame")
    assert len(openings) == 1


@pytest.mark.parametrize(
    "made",
    [
        "create table left_table as select 1 as k",
        "create view left_view as select 1 as k",
        "attach ':memory:' as left_database",
    ],
)
def test_an_instance_in_which_something_is_left_is_closed(made: str, openings: list[Any]) -> None:
    """What would outlive the cursor ends the instance."""
    with own_engine() as engine:
        engine.connection.execute(made)
    with own_engine() as engine:
        assert answer(engine, "select count(*) from duckdb_tables() where not internal") == [(0,)]
        assert answer(engine, "select count(*) from duckdb_databases() where not internal") == [(1,)]
    assert len(openings) == 2


def test_an_instance_waits_without_the_data_of_the_last_call(tmp_path: Path) -> None:
    """A million kept numbers are freed, and the folder to spill to is there for calls alone."""
    with own_engine(Limits(temp_directory=tmp_path)) as engine:
        answer(engine, "create temporary table numbers as select hash(i) as n from range(1_000_000) t(i)")
        assert len(list(tmp_path.iterdir())) == 1
    (waiting,) = instances._WAITING
    query = "select coalesce(sum(memory_usage_bytes), 0) from duckdb_memory() where tag <> 'ALLOCATOR'"
    assert waiting.root.execute(query).fetchone() == (0,)
    assert list(tmp_path.iterdir()) == []


def test_each_call_spills_within_its_limit(tmp_path: Path) -> None:
    """Two calls in turns sort more than their memory holds, and leave no file."""
    limits = Limits(memory="60MB", threads=1, temp_directory=tmp_path)
    for _ in range(2):
        with own_engine(limits) as engine:
            query = "select n from (select hash(i) as n, i from range(4_000_000) t(i) order by n, i offset 3_999_999)"
            assert len(answer(engine, query)) == 1
        assert list(tmp_path.iterdir()) == []


def test_a_failed_call_ends_its_instance(people: Path, openings: list[Any]) -> None:
    """An error, an interruption and a time limit do not come to the next call."""
    for error in (QueryError("failed"), KeyboardInterrupt()):
        with pytest.raises(type(error)), own_engine():
            raise error
        assert instances._WAITING == []
    with pytest.raises(QueryError, match="time limit"), own_engine(Limits(timeout=0.2)) as engine:
        answer(engine, "select count(*) from range(100_000_000_000) t(i) where hash(i) = 1")
    assert instances._WAITING == []
    assert least(people) == 1
    assert len(openings) == 4


def test_calls_at_once_have_an_instance_each(openings: list[Any]) -> None:
    """A call that runs shares its memory with none."""
    with own_engine() as first, own_engine() as second:
        assert first.connection is not second.connection
        assert len(openings) == 2
        found: list[Any] = []

        def third() -> None:
            with own_engine() as engine:
                found.append(answer(engine, "select 1"))

        thread = threading.Thread(target=third)
        thread.start()
        thread.join()
        assert found == [[(1,)]]
        assert len(openings) == 3
    assert len(instances._WAITING) == instances.MOST


def test_a_call_reads_no_file_of_another(people: Path, openings: list[Any]) -> None:
    """Neither an earlier call's nor, by the same relative name, one of another folder."""
    other = written(people.with_name("other.parquet"), "(1, 1), (1, 1)")
    for file, hidden in ((people, other), (other, people), (people, other)):
        with opened(str(file), Place()) as source:
            assert answer(source.engine, f"select count(*) > 0 from '{file}'") == [(True,)]
            with pytest.raises(QueryError):
                answer(source.engine, f"from '{hidden}'")
    with opened(pd.DataFrame({"k": [1]}), Place()) as source, pytest.raises(QueryError):
        answer(source.engine, f"from '{people}'")
    assert len(openings) == 3


def test_a_relative_name_is_of_its_folder(people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same name in another folder is another file."""
    (tmp_path / "sub").mkdir()
    written(tmp_path / "sub" / people.name, "(1, 1), (1, 1)")
    monkeypatch.chdir(tmp_path)
    assert least(people.name) == 1
    monkeypatch.chdir(tmp_path / "sub")
    assert least(people.name) == 2
    monkeypatch.chdir(tmp_path)
    assert least(people.name) == 1


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_a_file_that_was_written_over_is_read_anew(tmp_path: Path, openings: list[Any], ending: str) -> None:
    """Also where its size and its times stay the same."""
    file = tmp_path / f"people.{ending}"
    facts = set()
    for rows, expected in (("(1, 1), (1, 2), (2, 1), (3, 1)", 1), ("(1, 1), (1, 2), (2, 1), (2, 2)", 2)):
        file.write_bytes(written(tmp_path / f"made.{ending}", rows).read_bytes())
        os.utime(file, ns=(10**18, 10**18))
        facts.add((file.stat().st_size, file.stat().st_mtime_ns, file.stat().st_ino))
        assert least(file) == expected
    assert len(openings) == 1
    assert len(facts) == 1


def test_outputs_patterns_and_folders_are_of_one_call(people: Path, openings: list[Any]) -> None:
    """What they may read or write may be another file by the next call."""
    for _ in range(2):
        least(str(people.parent / "*.parquet"))
        least(people.parent)
    with footprint.recorded_run():
        footprint.writes(people.with_name("scores.csv"), "output")
        least(people)
    assert len(openings) == 5
    assert instances._WAITING == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_a_fork_takes_no_instance_with_it(people: Path) -> None:
    """A child has none of DuckDB's threads, so that it opens its own; so does the parent again."""
    least(people)
    child = os.fork()
    if not child:
        os._exit(0 if not instances._WAITING and least(people) == 1 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert least(people) == 1
