"""Counting into a table first changes no number; with --roll-up the whole suite runs so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from conftest import ROOT, defined, same
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened
from sqlmetrics.scoring.open_scores import score_source
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.planning import build_plan


def staged_score(
    words: dict[str, Any],
    *,
    staged: bool,
    connection: duckdb.DuckDBPyConnection | None = None,
    database: Path | None = None,
) -> tuple[Scores, list[str]]:
    """Return the scores of a spec, by a count table where `staged`, and the steps of the run."""
    spec, progress = parse_spec(words), Progress()
    with opened(spec.relation, Place(connection=connection, database=database), progress) as source:
        scores = score_source(source._replace(engine=replace(source.engine, staged=staged)), build_plan(spec))
    return scores, [step.name for step in progress.steps]


@pytest.mark.parametrize("level", ["table", "class"])
def test_a_count_table_of_duckdb_changes_nothing(level: str) -> None:
    """A score from a temporary count table gives the same records, and the table is dropped."""
    relation = str(ROOT / "fixtures" / "anes96.parquet")
    words: dict[str, Any] = {
        "relation": relation,
        "quasi_identifiers": ["age", "education"],
        "sensitive": ["vote"],
        "level": level,
    }
    words |= {"partitions": {"age": {"cuts": [30, 60]}}, "nulls": "drop"}
    with duckdb.connect() as connection:
        (once, _), (staged, steps) = (
            staged_score(words, staged=staged, connection=connection) for staged in (False, True)
        )
        assert steps.count("count") == 1
        for direct, rolled in zip(once.scores, staged.scores, strict=True):
            assert direct._replace(value=None) == rolled._replace(value=None)
            assert defined([rolled.value]) == same([direct.value])
        assert connection.execute("select count(*) from duckdb_tables() where temporary").fetchone() == (0,)


def test_a_database_opened_for_reading_takes_a_count_table(tmp_path: Path) -> None:
    """The table is temporary, so that a file that is only read stays as it is."""
    with duckdb.connect(str(tmp_path / "d.duckdb")) as connection:
        connection.execute("create table t as select i % 3 as a, i % 2 as s from range(20) r(i)")
    words = {"relation": "t", "quasi_identifiers": ["a"], "sensitive": ["s"]}
    scores, steps = staged_score(words, staged=True, database=tmp_path / "d.duckdb")
    assert scores.value("k_anonymity") == 6
    assert "count" in steps
