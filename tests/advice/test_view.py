"""The view of a recoding: its text in every dialect, and its rows."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
from advised_views import COLUMNS, GOLDEN, SIZES, by_cuts, recoding, view
from sqlglot import exp

from grammars import FLUFF, GLOT, tree_of, unread
from sqlmetrics.advice.advice import advise
from sqlmetrics.advice.view import KnownClasses
from sqlmetrics.errors import DialectError
from sqlmetrics.spec.call import call_spec
from sqlmetrics.statement.dialects import DIALECTS

VALUES = {
    "distinct_l_diversity": {"at_least": 2},
    "t_closeness_equal": {"at_most": 0.3},
    "entropy_l_diversity": {"at_least": 1.5},
}

RECODINGS: dict[str, dict[str, Any]] = {
    "nothing suppressed": {"levels": (1, 2, 1), "thresholds": SIZES, "rounds": 0},
    "values": {"levels": (1, 1, 0), "thresholds": VALUES},
    "two rounds": {"levels": (1, 3, 0), "thresholds": VALUES, "rounds": 2},
    "individuals": {"levels": (0, 0, 0), "thresholds": VALUES, "individual": "income"},
    "a population": {"levels": (1, 3, 0), "thresholds": {"k_map": {"at_least": 5}}, "population": "everybody"},
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_view_is_the_one_agreed(dialect: str) -> None:
    """A change of the text in any dialect is a change of its golden file.

    `python tests/advice/advised_views.py` writes the files.
    """
    text = view(dialect, recoding((1, 1, 2), SIZES))
    assert text + "\n" == (GOLDEN / f"{dialect}.sql").read_text(encoding="utf-8")
    if dialect in FLUFF:
        assert unread(text, dialect) == []


@pytest.mark.parametrize("case", RECODINGS)
@pytest.mark.parametrize("dialect", GLOT)
def test_grammars_read_views(dialect: str, case: str) -> None:
    """The view of each way to suppress is one statement; SQL Server says what it cannot nest."""
    asked = recoding(**RECODINGS[case])
    if asked.rounds and not DIALECTS[dialect].nests_with:
        with pytest.raises(DialectError, match="takes no `with` clause"):
            view(dialect, asked)
        return
    tree = tree_of(f"create view v as\n{view(dialect, asked)}", dialect)
    assert tree.expression.named_selects == COLUMNS[1:]


@pytest.mark.parametrize("dialect", GLOT)
def test_grammars_read_the_turns_of_attackers(dialect: str) -> None:
    """Each turn reads what the one before has left, and groups by what its attacker knows."""
    asked = recoding((1, 1, 0), SIZES)
    turns = [KnownClasses(frozenset(known), asked.conditions) for known in (["zip", "age"], ["age", "sex"], ["zip"])]
    text = view(dialect, replace(asked, taken=tuple(turns), starred=False))
    tree = tree_of(f"create view v as\n{text}", dialect)
    assert tree.expression.named_selects == COLUMNS[1:]
    assert sum(table.name.lower() == "t" for table in tree.find_all(exp.Table)) == 1


@pytest.mark.parametrize("dialect", GLOT)
def test_grammars_read_classes_of_cuts(dialect: str) -> None:
    """The rows of classes are one statement, which reads the table once."""
    text = view(dialect, by_cuts())
    tree = tree_of(f"create view v as\n{text}", dialect)
    assert tree.expression.named_selects == COLUMNS[1:]
    assert sum(table.name.lower() == "t" for table in tree.find_all(exp.Table)) == 1
    if dialect in FLUFF:
        assert unread(text, dialect) == []


@pytest.fixture
def clinic() -> duckdb.DuckDBPyConnection:
    """A connection with a table of 10 records, two of them with keys of their own."""
    connection = duckdb.connect()
    connection.execute("create table t (name varchar, zip varchar, age integer, disease varchar)")
    rows = [("a", "12345", 20, "flu"), ("b", "12399", 20, "cold"), ("c", None, 20, "flu"), ("d", None, 20, "cold")]
    rows += [(str(number), "12311", 20, "flu") for number in range(4)]
    connection.executemany("insert into t values (?, ?, ?, ?)", [*rows, ("e", "9", 20, "flu"), ("f", "123", 90, "flu")])
    return connection


def rows(connection: duckdb.DuckDBPyConnection, **words: Any) -> list[tuple[Any, ...]]:
    """Return the rows of the advised view of the table, with k of 2."""
    words = {"identifiers": ["name"], "thresholds": {"k_anonymity": {"at_least": 2}}, **words}
    advice = advise(call_spec("t", ["zip", "age"], "disease", words, connection=connection))
    assert advice.view is not None
    connection.execute(advice.view)
    return connection.execute("select * from t_advised order by all").fetchall()


def test_the_view_has_the_advised_rows(clinic: duckdb.DuckDBPyConnection) -> None:
    """NULL stays NULL below the root, the name is not there, and marks stand in suppressed rows."""
    words = {"generalizations": {"zip": {"prefix": 3}, "age": []}, "suppress": 0.2}
    found = rows(clinic, advise=words)
    starred = [("*", "*", "flu"), ("*", "*", "flu")]
    kept = [("123**", "20", "cold"), *[("123**", "20", "flu")] * 5]
    assert found == [*starred, *kept, (None, "20", "cold"), (None, "20", "flu")]


def test_without_suppression_columns_keep_their_types(clinic: duckdb.DuckDBPyConnection) -> None:
    """A column that is left out is the mark in every row, and NULL with it; numbers are numbers."""
    clinic.execute("delete from t where age = 90")
    assert set(rows(clinic, advise={"keep": ["age"]})) == {("*", 20, "flu"), ("*", 20, "cold")}


def test_a_second_round_is_in_the_view() -> None:
    """Classes that fail by the shares of what the first round left are marked, too.

    Of the 18 records 14 are x, and four single x leave for k 2. The pure class of x is then at
    1 - 10/14 from the rest, above a quarter, and leaves; see test_recodings.
    """
    connection = duckdb.connect()
    connection.execute("create table t (zip integer, age integer, disease varchar)")
    classes = ["x", "x", "x", "x", "xxxxxxyyyy", "xxxx"]
    given = [(number, 1, value) for number, values in enumerate(classes) for value in values]
    connection.executemany("insert into t values (?, ?, ?)", given)
    thresholds = {"k_anonymity": {"at_least": 2}, "t_closeness_equal": {"at_most": 0.25}}
    found = rows(connection, thresholds=thresholds, identifiers=[], advise={"suppress": 0.5, "keep": ["zip", "age"]})
    assert sorted(set(found)) == [("*", "*", "x"), ("4", "1", "x"), ("4", "1", "y")]
    assert found.count(("*", "*", "x")) == 8


@pytest.mark.parametrize("name", ['say "hi"', "it's", "a.b", "class_size"])
def test_columns_may_have_any_name(name: str, tmp_path: Path) -> None:
    """Quotes, dots and the names of our own columns are read as they are."""
    quoted = '"' + name.replace('"', '""') + '"'
    path = tmp_path / "it's.csv"
    connection = duckdb.connect()
    connection.sql(f"select range % 3 as {quoted}, range % 2 as key_1 from range(13)").write_csv(str(path))
    words = {"thresholds": {"k_anonymity": {"at_least": 3}}, "advise": {"suppress": "20%"}}
    advice = advise(call_spec(path, [name, "key_1"], (), words))
    assert advice.view is not None
    connection.execute(advice.view)
    assert connection.table(f"{path.stem}_advised").columns == [name, "key_1"]


def test_both_zeros_of_floats_are_one_text() -> None:
    """A zero with a sign is in the class of zero, and so is its text beside marks."""
    with duckdb.connect(config={"python_enable_replacements": False}) as connection:
        rows = "(0.0::double), (cast('-0.0' as double)), (0.0::double), (1.5::double)"
        connection.execute(f"create table measured as select * from (values {rows}) v(f)")
        words = {"thresholds": {"k_anonymity": {"at_least": 3}}, "advise": {"suppress": 0.3}}
        advice = advise(call_spec("measured", ["f"], (), words, connection=connection))
        assert (advice.levels, advice.suppressed) == ({"f": 0}, 1)
        connection.execute(str(advice.view))
        assert connection.execute("select f, count(*) from measured_advised group by f order by f").fetchall() == [
            ("*", 1),
            ("0.0", 3),
        ]


def test_texts_of_any_collation_differ_by_their_bytes() -> None:
    """A class of 'A' alone is marked, though the table's collation takes it for 'a'."""
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t (K text collate nocase, x text)")
    connection.executemany("insert into t values (?, ?)", [*[("a", "flu")] * 3, ("A", "flu"), *[("b", "cold")] * 4])
    words = {"thresholds": {"k_anonymity": {"at_least": 3}}, "advise": {"suppress": "20%", "keep": ["k"]}}
    advice = advise(call_spec("t", ["k"], (), words, connection=connection))
    assert advice.view is not None
    connection.execute(advice.view)
    found = connection.execute("select K, count(*) from t_advised group by 1 order by 1").fetchall()
    assert found == [("*", 1), ("a", 3), ("b", 4)]
