"""The guide's queries for the words of notes, on engines and in the grammars of the others."""

from __future__ import annotations

import csv
import re

import pytest

import sqlmetrics
from conftest import ROOT
from engines import Database
from grammars import FLUFF, tree_of, unread
from sqlmetrics.statement.dialects import DIALECTS

NOTES = ROOT / "fixtures" / "notes" / "notes.csv"
PAGE = (ROOT / "docs" / "how_to" / "notes.md").read_text()
LINES = re.findall(r"^\| (\w+) \| `(select .+)` \| (.+) \|$", PAGE, flags=re.MULTILINE)
QUERIES = {name.lower().replace("postgresql", "postgres"): (query, reader) for name, query, reader in LINES}
"""The queries of the page by dialect, and what reads each, as the page says."""

with NOTES.open(newline="") as lines:
    SAID = [(int(one["patient"]), one["note"]) for one in csv.DictReader(lines)]

WORDS = sorted({(patient, word) for patient, note in SAID for word in re.findall("[a-z]{3,}", note.lower())})


def filled(database: Database) -> None:
    """Make the table of notes in a database."""
    kinds = ("Int32", "String") if database.dialect == "clickhouse" else ("integer", "varchar(100)")
    engine = " engine = Memory" if database.dialect == "clickhouse" else ""
    database.rows(f"create table notes (patient {kinds[0]}, note {kinds[1]}){engine}")
    database.rows(f"insert into notes values {', '.join(map(str, SAID))}")


@pytest.mark.engines("tables")
def test_the_query_of_an_engine_gives_the_words(engine: Database) -> None:
    """The engines that the page names give the words of a loop, and a connection their scores."""
    if engine.dialect not in QUERIES:
        pytest.skip("the guide has no query for it")
    query, reader = QUERIES[engine.dialect]
    assert reader == "its engine"
    filled(engine)
    try:
        assert sorted(map(tuple, engine.rows(query))) == WORDS
        if engine.connection is not None:
            named = query.replace("from notes", "from public.notes")
            half = "select count(distinct patient) / 2 from public.notes"
            common = f"select word from words group by word having count(*) > ({half})"
            telling = f"with words as ({named}) select patient, word from words where word not in ({common})"
            scores = sqlmetrics.score(
                query=telling, quasi_identifiers="word", individual="patient", known=3, connection=engine.connection
            )
            found = [score.value for score in scores.scores if score.metric == "unicity"]
            assert found == pytest.approx([(1 + 2 / 3) / 8, 5 / 8, 5 / 8])
    finally:
        engine.rows("drop table notes")


def test_the_query_of_duckdb_gives_the_words(truth: Database) -> None:
    """DuckDB's line of the page, as the guide's spec has it."""
    query, reader = QUERIES["duckdb"]
    assert reader == "its engine"
    filled(truth)
    try:
        assert sorted(truth.rows(query)) == WORDS
    finally:
        truth.rows("drop table notes")


@pytest.mark.parametrize("dialect", [name for name, (_, reader) in QUERIES.items() if reader == "two grammars"])
def test_the_other_queries_are_read_by_two_grammars(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Queries that no engine of the tests runs are read whole by both grammars."""
    monkeypatch.setitem(FLUFF, "bigquery", "bigquery")
    query, _ = QUERIES[dialect]
    tree_of(query, dialect)
    assert unread(query, dialect) == []


def test_the_guide_has_a_query_for_each_warehouse() -> None:
    """The page has the dialects that it says, each known to sqlmetrics."""
    assert set(QUERIES) == {"duckdb", "postgres", "clickhouse", "snowflake", "databricks", "bigquery", "trino"}
    assert set(QUERIES) <= set(DIALECTS)
