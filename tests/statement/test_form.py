"""A printed statement is short, no wider than a page, and says what each step is."""

from __future__ import annotations

import re
from typing import Any

import duckdb
import pytest
from golden import GOLDEN

import sqlmetrics
from conftest import ROOT
from reads import unexplained
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import macro_folder, render

SURVEY = ROOT / "fixtures" / "anes96.parquet"
KEYS = ["age", "education"]

ASKED: dict[str, tuple[dict[str, Any], int, int]] = {
    "k alone": ({"metrics": ["k_anonymity"]}, 31, 1_500),
    "DR alone": ({"sensitive": ["vote"], "metrics": ["discrimination_rate"]}, 70, 4_000),
    "DR with ITPR": ({"sensitive": ["vote"], "metrics": ["discrimination_rate", "itpr"]}, 70, 4_000),
    "the default": ({"sensitive": ["vote"]}, 200, 11_264),
}
"""Questions, with the most lines and characters of their statements."""

FORMS: dict[str, dict[str, Any]] = {
    "a table": {"sensitive": ["vote"]},
    "classes": {"sensitive": ["vote"], "level": "class"},
    "individuals": {"sensitive": ["vote"], "individual": "id"},
    "a partition": {"sensitive": ["vote"], "partitions": {"age": {"cuts": [30, 60]}, "vote": {"prefix": 1}}},
    "a population": {"population": "everybody"},
    "weights": {"weight": "w"},
    "two attributes": {"sensitive": ["vote", "income"]},
}
"""Questions on a table, for the forms that a statement takes."""


@pytest.mark.parametrize("name", ASKED)
def test_a_statement_is_short(name: str) -> None:
    """The everyday questions have at most so many lines and characters."""
    words, lines, characters = ASKED[name]
    text = sqlmetrics.sql(SURVEY.relative_to(ROOT), KEYS, **words)
    assert text.count("\n") <= lines
    assert len(text) <= characters
    assert max(map(len, text.splitlines())) <= 110


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_line_of_an_agreed_text_is_wider_than_a_page(dialect: str) -> None:
    """No line has more than 110 characters, and no comment ends as a statement does."""
    for line in (GOLDEN / f"{dialect}.sql").read_text(encoding="utf-8").splitlines():
        assert len(line) <= 110, line
        assert not (line.startswith("--") and line.endswith(";")), line


def test_macros_are_no_wider_than_a_page() -> None:
    """A macro's lines are read as its statement is."""
    for path in macro_folder().rglob("*.sql"):
        assert [line for line in path.read_text(encoding="utf-8").splitlines() if len(line) > 110] == [], path.name


@pytest.mark.parametrize("name", FORMS)
def test_each_step_says_what_a_row_is(name: str) -> None:
    """A comment stands above each common table expression, in every dialect."""
    for dialect in DIALECTS:
        text = sqlmetrics.sql("survey", KEYS, **FORMS[name], dialect=dialect)
        assert unexplained(text) == [], dialect
        assert re.findall(r"(?m)^(\w+) as \($", text), dialect


def test_the_first_lines_name_few_metrics_and_count_many() -> None:
    """A comment that lists dozens of names would hide what the statement is of."""
    few = sqlmetrics.sql("t", "k", "x", metrics=["itpr", "discrimination_rate"]).splitlines()
    assert few[0].endswith(": itpr and discrimination_rate")
    assert re.fullmatch(r"-- sqlmetrics \S+: \d+ metrics", sqlmetrics.sql("t", "k", "x").splitlines()[0])


def test_columns_keep_their_names_where_the_statement_has_no_use_for_them() -> None:
    """A key that has the name of a column of the statement is numbered, in any case of letters."""
    text = sqlmetrics.sql("t", ["Town", "N"], "place", metrics=["itpr"])
    assert 'group by "Town", key_2, value_1' in text
    assert 'source."N" as key_2' in text


def own_words() -> set[str]:
    """Return the names of columns and relations that the macros of scores write."""
    text = "".join(
        re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for folder in ("counts", "measures", "metrics/relation")
        for path in (macro_folder() / folder).rglob("*.sql")
        if path.stem not in {"own_name", "sampled_keys", "kinds_of_relation", "merged", "near"}
    )
    return set(re.findall(r"\bas ([a-z][a-z_]+)\b(?! \()", text)) | set(re.findall(r"(?m)^([a-z][a-z_]+) as ", text))


def test_no_column_takes_a_name_of_the_statement() -> None:
    """Each name of a column or a relation of a statement is refused as that of a user's column."""
    types = {"bigint", "double", "integer", "varchar"}
    assert {word for word in own_words() - types if render("own_name", word.upper())} - {"it"} == set()


@pytest.mark.parametrize("level", ["table", "class"])
def test_a_table_of_such_names_scores_as_one_of_others(level: Any) -> None:
    """Whatever the columns are called, the numbers are the same."""
    names = ["n", "p", "q", "class_size", "records", "target_number", "cells", "h_p"]
    rows = "create or replace table {} as select i % 5 as {}, i % 3 as {}, i % 4 as {} from range(40) r(i)"
    with duckdb.connect() as connection:
        connection.execute(rows.format("plain", "a", "b", "c"))
        wanted = sqlmetrics.score("plain", ["a", "b"], "c", level=level, connection=connection)
        for place, name in enumerate(names):
            other = names[place - 1]
            connection.execute(rows.format("odd", f'"{name}"', f'"{other}"', '"place"'))
            found = sqlmetrics.score("odd", [name, other], "place", level=level, connection=connection)
            assert [score.value for score in found] == [
                None if score.value is None else pytest.approx(score.value, rel=1e-12) for score in wanted
            ]
