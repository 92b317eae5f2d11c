"""Dialects without an engine of their own pass the self-test on a relative, or by a reader."""

from __future__ import annotations

import pytest

from documentation.attested import attested
from engines import Database
from second_reader import answer
from sqlmetrics.risk.self_test import QUESTIONS, expected_rows, statements
from sqlmetrics.statement.dialects import DIALECTS

READ = ("snowflake", "trino", "sqlserver", "oracle")
"""The dialects that sqlglot reads for DuckDB."""

STRTOL = """
create or replace function public.strtol(digits text, base int) returns bigint language sql as
$$ select ('x' || lpad(digits, 16, '0'))::bit(64)::bigint $$
"""
"""What PostgreSQL has in place of Redshift's function."""

RELATIVES = {"postgres": "redshift", "mariadb": "mysql", "spark": "databricks"}
"""The dialects that engines of the tests speak besides their own, or nearly."""


def wanted() -> dict[str, list[tuple[str, str]]]:
    """Return the answer of each question: its scores, each of which passed."""
    return {one.name: [(row[1], "passed") for row in expected_rows(one)] for one in QUESTIONS}


@pytest.mark.parametrize("dialect", READ)
def test_a_reader_passes(dialect: str) -> None:
    """What sqlglot understands of each statement has the right scores."""
    texts = statements(DIALECTS[dialect])
    assert {one.name: [row[:2] for row in answer(text, dialect)] for one, text in texts} == wanted()


@pytest.mark.engines("relative")
def test_a_relative_passes(engine: Database) -> None:
    """The statements of a dialect have the right scores on an engine that speaks it, or nearly."""
    dialect = RELATIVES[engine.dialect]
    if dialect == "redshift":
        engine.rows(STRTOL)
    found = {}
    for one, text in statements(DIALECTS[dialect]):
        rows = engine.rows(text.replace("utf8mb4_0900_bin", "utf8mb4_nopad_bin"))
        found[one.name] = [tuple(row[:2]) for row in rows]
    assert found == wanted()


def test_the_page_says_what_these_tests_run() -> None:
    """Each dialect that the tests of its own engine do not run is one of these."""
    runs = {(row.dialect, row.proof) for row in attested() if row.proof in ("reader", "relative")}
    assert runs == {(name, "reader") for name in READ} | {(name, "relative") for name in RELATIVES.values()}
    assert {name for name, _ in runs} == {name for name, one in DIALECTS.items() if not one.executed}
    passed = {row.passed for row in attested() if (row.dialect, row.proof) in runs}
    assert passed == {f"{len(QUESTIONS)} of {len(QUESTIONS)}"}
