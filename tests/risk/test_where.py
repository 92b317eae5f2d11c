"""A condition on records: what it may be, and that every command measures only what meets it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import sqlmetrics
from conftest import Run, rounded
from grammars import GLOT, tree_of
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.condition import all_apart, check_condition, filtered_sql

Command = Callable[..., Run]

ROWS = (
    "select i % 7 as age, 'fm'[1 + i // 2 % 2] as sex, 'd' || (i % 4) as disease, 1 + i % 2 as day from range(240) t(i)"
)


@pytest.fixture
def days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table of two days, and each of them as a table of its own."""
    monkeypatch.chdir(tmp_path)
    duckdb.execute(f"copy ({ROWS}) to 'all.parquet'")
    for day in (1, 2):
        duckdb.execute(f"copy (from ({ROWS}) where day = {day}) to 'day{day}.parquet'")
    return tmp_path


@pytest.mark.parametrize(
    "text",
    [
        *("day = 1", "lower(sex) = 'f' and (age > 3 or age is null)", "name = 'O''Brien; --'", '"odd ) name" = 1'),
        *("age between 1 and 3", "sex in ('f', 'm')", "`select` = 1", "day % 2 = 0"),
    ],
)
def test_one_expression_is_taken_as_it_is(text: str) -> None:
    """Quotes may hold any mark; the text stands in parentheses of its own."""
    check_condition(text)
    assert filtered_sql("t", text) == f"(select * from t source where ({text}))"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        ("day = 1; drop table people", "a semicolon"),
        ("day = 1) or (1 = 1", "closes that was not opened"),
        ("(day = 1", "is not closed"),
        ("day = 1 -- )", "a comment"),
        ("day = 1 /* x", "a comment"),
        ("day = 1 # x", "a comment"),
        ("name = 'x", "the quote ' is not closed"),
        ("name = '\\') or (1=1) or (name = '", "a backslash before a quote"),
        ("age in (select age from people)", "it holds a query"),
        ("1 = 1) UNION SELECT * FROM (x", "closes that was not opened"),
        ("day = $$x$$", "a comment, or the mark of one"),
    ],
)
def test_what_is_no_expression_is_refused(text: str, why: str) -> None:
    """Nothing ends the expression, begins another statement, or reads another relation."""
    with pytest.raises(SpecError, match="`where` is one SQL expression") as error:
        check_condition(text)
    assert why in str(error.value)


@pytest.mark.parametrize("dialect", GLOT)
def test_the_condition_is_part_of_the_statement_in_every_dialect(dialect: str) -> None:
    """The source is read once, in a derived table with the condition, which the comment says."""
    text = sqlmetrics.sql("people", ["age"], ["disease"], dialect=dialect, metrics=["DR", "k"], where="day = 1")
    assert text.count("where (day = 1)") == 1
    assert "of people where day = 1:" in text.splitlines()[1]
    assert tree_of(text, dialect) is not None


def test_a_condition_measures_what_a_view_would(run: Command, days: Path) -> None:
    """The scores of records that meet it are those of a table that holds them alone."""
    wanted = sqlmetrics.score("day1.parquet", ["age", "sex"], ["disease"])
    scores = sqlmetrics.score("all.parquet", ["age", "sex"], ["disease"], where="day = 1")
    assert scores.records == 120
    assert rounded(scores.scores) == rounded(wanted.scores)
    assert scores.to_dict()["where"] == "day = 1"
    keys = ("-q", "age", "-q", "sex", "-s", "disease")
    for command, *more in (
        ("score",),
        ("classes", "--condition", "k < 50"),
        ("baseline",),
        ("posterior",),
        ("suda",),
        ("score", "--subsets", "all"),
    ):
        there = run(command, "all.parquet", *keys, "--where", "day = 1", *more)
        assert there.code == 0
        assert "all.parquet where day = 1" in there.out
        alone = run(command, "day1.parquet", *keys, *more).out.replace("day1.parquet", "all.parquet where day = 1")
        assert there.out.removeprefix("all.parquet where day = 1\n\n") == alone
    assert run("records", "all.parquet", *keys, "--where", "day = 1", "-o", "r.parquet").code == 0
    assert duckdb.execute("select count(*) from 'r.parquet'").fetchall() == [(120,)]


def test_a_database_measures_it_too(days: Path) -> None:
    """The condition is in the dialect of the database that holds the table."""
    rows = duckdb.execute(ROWS).fetchall()
    connection, metrics = sqlite3.connect(":memory:"), ["k", "uniqueness"]
    connection.execute("create table people (age integer, sex text, disease text, day integer)")
    connection.executemany("insert into people values (?, ?, ?, ?)", rows)
    there = sqlmetrics.score("people", ["age", "sex"], connection=connection, metrics=metrics, where="day = 2")
    alone = sqlmetrics.score("day2.parquet", ["age", "sex"], metrics=["k", "uniqueness"])
    assert [score.value for score in there.scores] == [score.value for score in alone.scores]
    assert there.records == 120


def test_a_spec_check_job_and_history_say_it(run: Command, days: Path) -> None:
    """`where` is a word of a spec, and what was measured is named with it."""
    words = "relation: all.parquet\nwhere: day = 1\nquasi_identifiers: [age]\nthresholds: {k: {at_least: 2}}\n"
    Path("s.yml").write_text(words)
    Path("jobs.yml").write_text("jobs: {first: s.yml}\n")
    checked = run("check", "--spec", "s.yml", "--history", "h.duckdb", "-f", "json")
    assert checked.code == 0
    assert "all.parquet where day = 1" in checked.out
    assert run("run", "jobs.yml").code == 0
    assert duckdb.connect("h.duckdb").execute("select distinct relation from sqlmetrics_history").fetchall() == [
        ("all.parquet where day = 1",)
    ]
    assert "all.parquet where day = 2" in run("check", "--spec", "s.yml", "--where", "day = 2").out
    assert sqlmetrics.score(spec="s.yml").records == 120


def test_counts_of_days_add_up_and_others_do_not(run: Command, days: Path) -> None:
    """Counts of records that cannot overlap add up to those of all; others are refused."""
    keys = ("-q", "age", "-s", "disease")
    for name, where in (("1", "day = 1"), ("2", "day = 2"), ("f", "sex = 'f'")):
        assert (
            run("count", "--allow-singles", "all.parquet", *keys, "--where", where, "-o", f"{name}.parquet").code == 0
        )
    merged = json.loads(run("score", "--counts", "1.parquet", "2.parquet", "-f", "json").out)
    assert merged["records"] == 240
    assert merged["where"] == "(day = 1) or (day = 2)"
    of_all = json.loads(run("score", "all.parquet", *keys, "-f", "json").out)["scores"]
    assert [score | {"value": None} for score in merged["scores"]] == [score | {"value": None} for score in of_all]
    values = [score["value"] for score in of_all]
    assert [score["value"] for score in merged["scores"]] == pytest.approx(values, rel=1e-12, abs=1e-12)
    refused = run("score", "--counts", "1.parquet", "f.parquet")
    assert refused.code == 2
    assert "is day = 1 and sex = 'f', so that records may be in several of them" in " ".join(refused.err.split())
    assert run("score", "--counts", "1.parquet", "1.parquet").code == 2
    assert run("score", "--counts", "1.parquet", "--where", "day = 2").code == 2


def test_conditions_that_no_record_meets_together() -> None:
    """They fix one column's value each; texts that an engine may take for equal are not apart."""
    assert all_apart(["day = 1", "day = 2", "DAY = 3"])
    assert all_apart(["day = date '2024-01-01'", "day = '2024-01-02'"])
    for one, other in (
        ("day = 1", "day = 1.0"),
        ("day = 1", "age = 2"),
        ("day = 1", "day > 1"),
        ("day = 1", None),
        ("name = 'a'", "name = 'A'"),
        ("day = '1'", "day = '01'"),
        ("day = 1", "day = '2'"),
    ):
        assert not all_apart([one, other])


def test_what_is_wrong_with_a_condition_is_said(run: Command, days: Path) -> None:
    """A column that there is not is answered by the nearest, a syntax error without the text."""
    wrong = run("score", "all.parquet", "-q", "age", "--where", "dya = 1")
    assert wrong.code == 2
    assert "no column 'dya'; did you mean 'day'?" in wrong.err
    wrong = run("score", "all.parquet", "-q", "age", "--where", "day = = 1")
    assert (wrong.code, "no expression of DuckDB: a syntax error" in wrong.err) == (2, True)
    wrong = run("score", "all.parquet", "-q", "age", "--where", "day = ?")
    assert (wrong.code, "`where` (--where) has a parameter, such as ? or $1" in wrong.err) == (2, True)


def test_releases_are_filtered_in_views(days: Path) -> None:
    """A condition on one relation is not passed over where several are compared."""
    with pytest.raises(SpecError, match="say whose records are meant by"):
        sqlmetrics.attacks("day1.parquet", "all.parquet", ["age"], ["disease"], where="day = 1")


def test_a_run_that_is_compared_with_other_records_says_so(run: Command, days: Path) -> None:
    """A condition or a query that changed since the compared run is named with the old one."""
    keys = "quasi_identifiers: [age]\nmetrics: [k]\n"
    Path("s.yml").write_text(f"relation: all.parquet\n{keys}")
    Path("q.yml").write_text(f"query: select * from 'all.parquet'\n{keys}")
    gate = ("--history", "h.duckdb", "--no-worse-than", "last", "--job", "j", "-f", "json")

    def notes(*words: str) -> list[str]:
        (job,) = json.loads(run("check", *words, *gate).out)["jobs"]
        return [note.partition("; a change")[0].partition(" measured ")[2] for note in job["notes"] if "other" in note]

    assert notes("--spec", "s.yml") == []
    assert notes("--spec", "s.yml") == []
    first = "all.parquet, and this one all.parquet where day = 1"
    assert notes("--spec", "s.yml", "--where", "day = 1") == [first]
    assert notes("--spec", "s.yml", "--where", "day = 1") == []
    again = "all.parquet where day = 1, and this one all.parquet where day = 2"
    assert notes("--spec", "s.yml", "--where", "day = 2") == [again]
    assert notes("--spec", "s.yml") == ["all.parquet where day = 2, and this one all.parquet"]
    assert notes("--spec", "q.yml") == ["all.parquet, and this one (select * from 'all.parquet')"]
    assert notes("--spec", "s.yml") == ["(select * from 'all.parquet'), and this one all.parquet"]
    assert notes("--spec", "s.yml", "day1.parquet") == []
