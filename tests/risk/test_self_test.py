"""The self-test passes where the scores are right, and fails where one formula is not."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256

import duckdb
import pytest
from sqlglot import exp

from conftest import Run
from engines import Database
from exact_scores import as_rows, exact_scores, text_of
from grammars import GLOT, tree_of
from mutation.self_tested import ENGINES, is_noticed, line_changes
from reference import measure
from sqlmetrics.risk.self_test import FILE, QUESTIONS, expected_rows, self_test_sql, statements
from sqlmetrics.statement.dialects import DIALECTS, DUCKDB
from vendor_facts import RESERVED

UNPASTED = {"sqlite": {"known all"}}
"""The questions that need a function of our sessions."""


def scores_of(question: str) -> dict[str, list[str]]:
    """Return the expected rows of a question by their names."""
    return {row[1]: row for one in QUESTIONS if one.name == question for row in expected_rows(one)}


def test_the_file_is_what_exact_arithmetic_gives() -> None:
    """`python tests/exact_scores.py` would write the same file."""
    assert FILE.read_text(encoding="utf-8") == text_of(exact_scores())


def test_another_reference_gives_the_same_slices() -> None:
    """The reference of the tests, which counts with floats, agrees with the exact scores."""
    for part in ("north", "south", None):
        rows = [row for row, _ in as_rows(block=False) if row["part"] == part]
        bands = {"age": lambda age: age >= 40}
        for target, name in ((None, "identity"), ("select", "select")):
            metrics = measure(rows, ["age", "it's zip"], target, recodings=bands).table
            for _, score, _, top, bottom, _ in scores_of("by").values():
                metric, of_target, slice_name = score.split(", ")
                if (of_target, slice_name) == (name, part or "-"):
                    value = metrics[metric]
                    assert value is None if top == "-" else value == pytest.approx(int(top) / int(bottom), abs=1e-11)


def test_duckdb_passes() -> None:
    """Each score of each question has a row, which says `passed`."""
    with duckdb.connect() as connection:
        for question, text in statements(DUCKDB):
            rows = connection.execute(text).fetchall()
            number = len(scores_of(question.name))
            assert rows == [(score, "passed", f"{number} of {number}") for score in scores_of(question.name)]


@pytest.mark.engines("attested")
def test_an_engine_passes(engine: Database) -> None:
    """Each engine of the tests passes, whatever tables it has."""
    texts = [*statements(engine.facts)]
    assert {one.name for one in QUESTIONS} - {one.name for one, _ in texts} == UNPASTED.get(engine.dialect, set())
    for question, text in texts:
        rows = [tuple(row) for row in engine.rows(text)]
        assert [row[:2] for row in rows] == [(score, "passed") for score in scores_of(question.name)]


def test_a_wrong_score_says_what_it_is() -> None:
    """A row whose score is wrong says so, with the right score; all other rows pass."""
    text = next(statements(DUCKDB))[1].replace("'uniqueness' then sum_class_alone / total", "'uniqueness' then 0.5")
    with duckdb.connect() as connection:
        failed = [row for row in connection.execute(text).fetchall() if row[1] != "passed"]
    assert failed == [
        (
            "uniqueness, identity, table",
            "failed: got 0.5 of 50019 records, expected 0.0 of 50019 records",
            "41 of 42",
        )
    ]


@pytest.mark.parametrize("dialect", ENGINES)
@pytest.mark.parametrize("kind", ["formula", "aggregate"])
def test_a_changed_formula_is_noticed(dialect: str, kind: str) -> None:
    """A change of a formula is noticed; `scripts/self_test_mutants` makes all of them."""
    changes = [change for change in line_changes(dialect) if change.kind == kind]
    first = max(changes, key=lambda change: sha256(repr(change).encode()).digest())
    assert is_noticed(first), first


@pytest.mark.parametrize("dialect", [name for name in GLOT if not DIALECTS[name].executed])
def test_a_statement_reads_no_table(dialect: str) -> None:
    """Each statement is one that the grammar reads; all that it reads is in it."""
    for question, text in statements(DIALECTS[dialect]):
        if question.name not in ("records", "by"):
            continue
        tree = tree_of(text, dialect)
        named = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
        read = {table.name.lower() for table in tree.find_all(exp.Table)} - {"dual", "listed", ""}
        assert read <= named, dialect
        plain = {name.name for name in tree.find_all(exp.Identifier) if not name.args.get("quoted")}
        assert plain.isdisjoint(RESERVED[dialect])


def test_no_number_has_a_mark_of_decimals() -> None:
    """An expected value is a fraction of whole numbers: no session reads a point in another way."""
    for _, _, records, top, bottom, _ in (row for one in QUESTIONS for row in expected_rows(one)):
        assert re.fullmatch("-|-?[0-9]+", top)
        assert re.fullmatch("[1-9][0-9]*", bottom)
        assert records.isdecimal()


def test_the_command_prints_the_statements(run: Callable[..., Run]) -> None:
    """`sql --self-test` prints them with their numbers, and takes no word of a question."""
    printed = run("sql", "--self-test", "--dialect", "snowflake")
    assert printed.out == self_test_sql("snowflake")
    assert printed.out.count("a console that takes one statement is given each by itself") == 1
    for flags in (["people.csv"], ["-q", "age"], ["--staged"], ["--known", 2], ["--level", "class"]):
        refused = run("sql", "--self-test", *flags)
        assert (refused.code, refused.out) == (2, "")
        assert "--self-test does not take" in refused.err
    assert run("sql", "--self-test", "--dialect", "klingon").code == 2
