"""A query in the place of a relation: it is one, it only reads, and every result says it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import sqlmetrics
from conftest import Run, rounded
from engines import Database
from grammars import GLOT, tree_of
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.statement.condition import check_query_text
from sqlmetrics.statement.dialects import DIALECTS, DUCKDB

Command = Callable[..., Run]

ROWS = (
    "select i % 7 as age, 'fm'[1 + i // 2 % 2] as sex, 'd' || (i % 4) as disease, 1 + i % 2 as day from range(240) t(i)"
)
DAY = "select * from 'all.parquet' where day = 1"


@pytest.fixture
def days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table of two days, as a file and in a database, and the first day alone."""
    monkeypatch.chdir(tmp_path)
    duckdb.execute(f"copy ({ROWS}) to 'all.parquet'")
    duckdb.execute(f"copy (from ({ROWS}) where day = 1) to 'day1.parquet'")
    with duckdb.connect("d.duckdb") as connection:
        connection.execute(f"create table people as {ROWS}")
        connection.execute('create schema other; create table other."odd \' name" as from people')
        connection.execute("create macro min(x) as 99; create macro sum(x) as 99")
        connection.execute("create table folded (age varchar collate nocase)")
        connection.execute("insert into folded select case when age % 2 = 0 then 'a' else 'A' end from people")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        ("select 1; drop table people", "a semicolon"),
        ("select 1) source; delete from people; select (1", "closes that was not opened"),
        ("select (1", "is not closed"),
        ("select 1 -- )", "a comment"),
        ("select 1 /* x", "a comment"),
        ("select 'x", "the quote ' is not closed"),
        ("select '\\') x; (' from t", "a backslash before a quote"),
        ("delete from people", "it only reads"),
        ("copy people to 'x.csv'", "it only reads"),
    ],
)
def test_what_is_no_query_is_refused(text: str, why: str) -> None:
    """Nothing leaves the parentheses, and nothing begins that does not read."""
    for dialect in (DUCKDB, DIALECTS["postgres"]):
        with pytest.raises(SpecError, match="`query` is one SQL query") as error:
            check_query_text(text, dialect)
        assert why in str(error.value)


@pytest.mark.parametrize("dialect", GLOT)
def test_a_query_is_printed_in_every_dialect(dialect: str) -> None:
    """It stands in the statement once, as a subquery, which the comment says."""
    query = "select age, disease from people where day = 1"
    text = sqlmetrics.sql(
        query=query, quasi_identifiers=["age"], sensitive=["disease"], metrics=["DR"], where="age > 1", dialect=dialect
    )
    assert text.count(f"from (select * from ({query}) source where (age > 1)) source") == 1
    assert f"of ({query}) where age > 1:" in text.splitlines()[1]
    assert tree_of(text, dialect) is not None


def test_a_dialect_that_nests_no_with_says_so() -> None:
    """SQL Server has no common table expression inside another query."""
    with pytest.raises(DialectError, match="sqlserver has no `with` inside another query"):
        sqlmetrics.sql(query="with x as (select 1 as a) select * from x", quasi_identifiers="a", dialect="sqlserver")


def test_a_query_measures_what_a_view_would(run: Command, days: Path) -> None:
    """Every command on one relation takes one, and answers as for the same rows in a file."""
    keys = ("-q", "age", "-q", "sex", "-s", "disease")
    for command, *more in (
        ("score",),
        ("classes", "--condition", "k < 50"),
        ("baseline",),
        ("score", "--subsets", "all"),
    ):
        there = run(command, "--query", f" {DAY}; ", *keys, *more)
        assert there.code == 0
        alone = run(command, "day1.parquet", *keys, *more).out
        assert there.out.removeprefix(f"({DAY})\n\n").replace(f"({DAY})", "day1.parquet") == alone
    result = json.loads(run("score", "--query", DAY, *keys, "-f", "json").out)
    assert (result["query"], result["records"]) == (DAY, 120)
    assert rounded(result["scores"]) == rounded(
        sqlmetrics.score("day1.parquet", ["age", "sex"], ["disease"]).to_dict()["scores"]
    )
    assert run("records", "--query", DAY, *keys, "-o", "r.parquet").code == 0
    assert duckdb.execute("select count(*) from 'r.parquet'").fetchall() == [(120,)]


def test_a_query_reads_the_tables_of_a_database_by_their_names(days: Path) -> None:
    """Names are those of the file, in any schema; its macros take the place of no function."""
    for query in (
        "select * from people where day = 1",
        "with people as (select * from main.people) select * from people where day = 1",
        'select * from other."odd \' name" x where day = (select min(day) from people)',
        f"select * from people where day = 1 and age in (select age from ({DAY}) x)",
    ):
        scores = sqlmetrics.score(query=query, quasi_identifiers=["age", "sex"], database="d.duckdb", metrics="k")
        assert (scores.records, scores.value("k")) == (120, 8)
    folded = sqlmetrics.score(query="from folded", quasi_identifiers="age", database="d.duckdb", metrics="k")
    assert folded.value("k") == 103


def test_a_query_reads_no_file_that_it_does_not_name(run: Command, days: Path) -> None:
    """Files stand as tables or in functions that read records; others are out of reach."""
    Path("secret.txt").write_text("x")
    for query in (
        "select content as age from read_text('secret.txt')",
        "select * from query('select * from ''all.parquet''')",
        "select 'x' as age, (select count(*) from glob('*')) as n",
        "select * from read_csv('sec' || 'ret.txt') x(age)",
    ):
        ended = run("score", "--query", query, "-q", "age")
        assert ended.code == 2, query
        assert "`query` (--query) reads what it does not name" in ended.err or "cannot be run" in ended.err
    for query in (
        "from 'all.parquet'",
        "from read_parquet(['all.parquet'])",
        "select x.* from 'a*.parquet' x",
    ):
        assert run("score", "--query", query, "-q", "age", "-m", "k").code == 0, query
        refused = run("sql", "--query", query, "-q", "age", "-o", "all.parquet")
        assert (refused.code, "which is only ever read" in refused.err) == (2, True)


def test_what_is_wrong_with_a_query_is_said(run: Command, days: Path) -> None:
    """A table, a file or a column that there is not is answered by the nearest."""
    for query, place, words in (
        ("select * from peple", ("--database", "d.duckdb"), "reads a table 'peple'; did you mean 'people'?"),
        ("select * from people", (), "there is no database: write a file as from 'people.parquet'"),
        ("select * from 'al.parquet'", (), "no such file: al.parquet; did you mean 'all.parquet'?"),
        ("select aeg from 'all.parquet'", (), "cannot be run: no such column: aeg"),
        ("select from where", (), "is no statement of DuckDB: a syntax error"),
        ("select age from 'all.parquet' where day = $1", (), "has a parameter, such as ? or $1, and nothing gives it"),
        ("""select * from query('copy (select 1) to ''x.csv''')""", (), "cannot be run: a syntax error"),
    ):
        ended = run("score", "--query", query, "-q", "age", *place)
        assert (ended.code, words in " ".join(ended.err.split())) == (2, True), ended.err
    ended = run("score", "all.parquet", "--query", DAY, "-q", "age")
    assert (ended.code, "stands in place of a `relation`; give one of them" in ended.err) == (2, True)


def test_a_spec_has_a_query_with_paths_from_its_own_folder(run: Command, days: Path) -> None:
    """Paths are relative to the spec, and a job that names a relation replaces a shared query."""
    Path("specs").mkdir()
    query = "select * from '../all.parquet' x where day in (select day from read_parquet('../day1.parquet'))"
    words = f'query: "{query}"\nquasi_identifiers: [age]\nthresholds: {{k: {{at_least: 2}}}}\n'
    Path("specs/s.yml").write_text(words)
    Path("specs/jobs.yml").write_text(f"{words}jobs: {{first: {{}}, second: {{relation: ../all.parquet}}}}\n")
    checked = run("check", "--spec", "specs/s.yml", "--history", "h.duckdb", "-f", "json")
    assert checked.code == 0
    (job,) = json.loads(checked.out)["jobs"]
    assert (job["relation"], job["records"]) == (f"({query})", 120)
    assert run("sql", "--spec", "specs/s.yml", "-o", "all.parquet").code == 2
    ran = json.loads(run("run", "specs/jobs.yml", "-f", "json").out)["jobs"]
    assert [(job["relation"], job["records"]) for job in ran] == [(f"({query})", 120), ("all.parquet", 240)]
    assert sqlmetrics.score("day1.parquet", spec="specs/s.yml").records == 120
    assert "from (select * from 'all.parquet' x" in run("sql", "--spec", "specs/s.yml").out


def test_counts_of_queries_add_up_only_where_no_record_can_be_in_two(run: Command, days: Path) -> None:
    """Nobody knows what two queries share, so that only counts of one query, kept apart, add up."""
    keys = ("-q", "age", "-s", "disease", "--allow-singles")
    for name, more in (
        ("a", ("--query", "select * from 'all.parquet'", "--where", "day = 1")),
        ("b", ("--query", "select * from 'all.parquet'", "--where", "day = 2")),
        ("c", ("--query", DAY)),
        ("d", ("day1.parquet",)),
    ):
        assert run("count", *more, *keys, "-o", f"{name}.parquet").code == 0
    merged = json.loads(run("score", "--counts", "a.parquet", "b.parquet", "-f", "json").out)
    assert (merged["query"], merged["records"]) == ("select * from 'all.parquet'", 240)
    whole = json.loads(run("score", "all.parquet", *keys[:4], "-f", "json").out)
    assert rounded(merged["scores"]) == rounded(whole["scores"])
    for files in (("a", "c"), ("c", "d")):
        refused = run("score", "--counts", *(f"{name}.parquet" for name in files))
        assert (refused.code, "were counted of different queries" in " ".join(refused.err.split())) == (2, True)
    Path("copy.parquet").write_bytes(Path("c.parquet").read_bytes())
    refused = run("score", "--counts", "c.parquet", "copy.parquet")
    assert (refused.code, "count twice" in " ".join(refused.err.split())) == (2, True)


@pytest.mark.engines("connection")
def test_a_database_measures_a_query(engine: Database, truth: Database) -> None:
    """The query is in its dialect, and is a subquery there."""
    table = engine.relation("t")
    scores = sqlmetrics.score(
        query=f"with chosen as (select * from {table}) select * from chosen",
        quasi_identifiers=["k", "g"],
        sensitive="x",
        metrics=["k", "DR"],
        connection=engine.connection,
    )
    wanted = sqlmetrics.score(
        truth.written("t"), ["k", "g"], "x", metrics=["k", "DR"], connection=truth.connection, where=None
    )
    assert [score.value for score in scores.scores] == pytest.approx([score.value for score in wanted.scores])
