"""Counting into a table first changes no number: the option --roll-up, with which the whole suite can run so."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT, defined, same
from sqlmetrics.engine import engine


@pytest.mark.parametrize("level", ["table", "class"])
def test_a_count_table_of_duckdb_changes_nothing(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the option a score is asked of a temporary table and gives the same records; nothing is left of the table."""
    asked = {"level": level, "partitions": {"age": {"cuts": [30, 60]}}, "nulls": "drop"}
    ran: list[str] = []
    fetch = engine.fetch

    def listening(on: engine.Engine, sql: str, name: str, step: str = "score") -> list[tuple[object, ...]]:
        ran.append(sql)
        return fetch(on, sql, name, step)

    with duckdb.connect() as connection:
        relation = str(ROOT / "fixtures" / "anes96.parquet")
        found = []
        for staged in ({"spark"}, {"spark", "duckdb"}):
            monkeypatch.setattr(engine, "STAGED", staged)
            monkeypatch.setattr(engine, "fetch", listening)
            found.append(sqlmetrics.score(relation, ["age", "education"], ["vote"], connection=connection, **asked))  # type: ignore[arg-type]
        for direct, rolled in zip(found[0].scores, found[1].scores, strict=True):
            assert direct._replace(value=None) == rolled._replace(value=None)
            assert defined([rolled.value]) == same([direct.value])
        assert [sql.partition(" as ")[0][:31] for sql in ran if "create" in sql] == ["create temporary table sqlmetri"]
        assert connection.execute("select count(*) from duckdb_tables() where temporary").fetchone() == (0,)


def test_a_database_opened_for_reading_takes_a_count_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is temporary, so that a file that is only read stays as it is."""
    with duckdb.connect(str(tmp_path / "d.duckdb")) as connection:
        connection.execute("create table t as select i % 3 as a, i % 2 as s from range(20) r(i)")
    monkeypatch.setattr(engine, "STAGED", {"duckdb"})
    assert sqlmetrics.score("t", "a", "s", database=tmp_path / "d.duckdb").value("k_anonymity") == 6
