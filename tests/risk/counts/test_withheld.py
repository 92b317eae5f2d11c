"""Small counts are withheld: the file says so, and no score that needs them is a number."""

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
from sqlmetrics.errors import SpecError

Command = Callable[..., Run]

PEOPLE = (
    "select i % 7 as age, 'fm'[1 + i // 2 % 2] as sex, 'd' || (i % 4 + i // 239) as disease, i // 200 as ward"
    " from range(240) t(i)"
)
"""Each disease is in classes of 8 and more people but for one record; wards are lopsided."""

KEYS = ("-q", "age", "-q", "sex")


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table of people."""
    monkeypatch.chdir(tmp_path)
    duckdb.execute(f"copy ({PEOPLE}) to 'people.parquet'")
    return tmp_path


def header(file: str) -> dict[str, object]:
    """Return what a file of counts says about itself."""
    ((text,),) = duckdb.execute(f"select decode(value) from parquet_kv_metadata('{file}')").fetchall()
    return dict(json.loads(text))


def test_small_counts_are_not_in_the_file_and_their_records_are_known(run: Command, people: Path) -> None:
    """The file has the other counts, and the records of all; each attribute loses its own."""
    made = run("count", "people.parquet", *KEYS, "-s", "disease", "-s", "ward", "--min-count", "5", "-o", "c.parquet")
    assert made.code == 0
    cells = (
        "select 1 + place as attribute, age, sex, value, count(*) as n from (select age, sex, disease as value, 0 as"
    )
    cells += f" place from ({PEOPLE}) union all select age, sex, 'w' || ward, 1 from ({PEOPLE})) group by all"
    lost = dict(duckdb.execute(f"select attribute, sum(n) from ({cells}) where n < 5 group by 1").fetchall())
    assert set(lost) == {1, 2}
    words = header("c.parquet")
    assert (words["records"], words["min_count"], words["withheld"]) == (240, 5, [lost[1], lost[2]])
    kept = duckdb.execute(f"select attribute, n from ({cells}) where n >= 5 order by all").fetchall()
    assert duckdb.execute("select attribute, records from 'c.parquet' order by all").fetchall() == kept
    assert f"{max(lost.values()):,} records are in counts of fewer than 5, which are withheld" in made.err


def test_scores_that_need_withheld_counts_are_undefined(run: Command, people: Path) -> None:
    """They have the reason; the records are those of all, and nothing reads as a number."""
    assert run("count", "people.parquet", *KEYS, "-s", "disease", "--min-count", "5", "-o", "c.parquet").code == 0
    scores = sqlmetrics.score(counts="c.parquet", metrics="all")
    assert scores.records == 240
    assert {score.records for score in scores.scores} == {240}
    assert {(score.value, score.reason) for score in scores.scores} == {
        (None, "counts of fewer than 5 records were withheld")
    }
    assert {score.metric for score in scores.scores} == {
        score.metric for score in sqlmetrics.score("people.parquet", ["age", "sex"], ["disease"], metrics="all").scores
    }
    statement = run("sql", "--counts", "c.parquet", "-m", "k").out
    ((metric, *_, value, reason),) = duckdb.execute(
        f"select metric, value, reason from ({statement.strip().rstrip(';')}\n) rows"
    ).fetchall()
    assert (metric, value, reason) == ("k_anonymity", None, "counts of fewer than 5 records were withheld")
    refused = run("score", "--counts", "c.parquet", "--level", "class")
    assert (refused.code, "the classes are not all known" in refused.err) == (2, True)
    Path("s.yml").write_text("counts: c.parquet\nthresholds: {k: {at_least: 2}}\n")
    assert run("check", "--spec", "s.yml").code == 1


def test_an_attribute_whose_counts_are_all_there_is_scored(run: Command, people: Path) -> None:
    """Where nothing is withheld of it the scores are those of the records, but the identity's."""
    both = ("-s", "sex", "-s", "disease", "--min-count", "5")
    assert run("count", "people.parquet", "-q", "age", *both, "-o", "c.parquet").code == 0
    assert header("c.parquet")["withheld"] == [0, 1]
    scores = {(score.metric, score.target): score.value for score in sqlmetrics.score(counts="c.parquet").scores}
    wanted = sqlmetrics.score("people.parquet", "age", ["sex", "disease"])
    for score in wanted.scores:
        assert scores[score.metric, score.target] == (
            pytest.approx(score.value, rel=1e-12) if score.target == "sex" else None
        )
    alone = sqlmetrics.score(counts="c.parquet", sensitive="sex")
    assert rounded(alone.scores) == rounded(sqlmetrics.score("people.parquet", "age", "sex").scores)
    assert run("count", "people.parquet", "-q", "age", "-s", "sex", "--min-count", "5", "-o", "d.parquet").code == 0
    assert "withheld" not in header("d.parquet")
    assert rounded(sqlmetrics.score(counts="d.parquet").scores) == rounded(alone.scores)


def test_withheld_counts_of_several_files_add_up(run: Command, people: Path) -> None:
    """One file that lost counts is enough: the sum would be wrong without a word."""
    for name, where, least in (("a", "ward = 0", "2"), ("b", "ward = 1", "5")):
        flags = ("--where", where, "--min-count", least, "-o", f"{name}.parquet")
        assert run("count", "people.parquet", *KEYS, "-s", "disease", *flags).code == 0
    assert ("withheld" in header("a.parquet"), "withheld" in header("b.parquet")) == (False, True)
    scores = sqlmetrics.score(counts=["a.parquet", "b.parquet"])
    assert scores.records == 240
    assert {score.value for score in scores.scores} == {None}
    held = {**header("b.parquet"), "records": 240}
    both = "from 'a.parquet' union all from 'b.parquet'"
    duckdb.execute(f"copy ({both}) to 'both.parquet' (kv_metadata {{sqlmetrics_counts: '{json.dumps(held)}'}})")
    assert sqlmetrics.score(counts="both.parquet").scores == scores.scores
    alone = sqlmetrics.score(counts="a.parquet", metrics="k")
    assert alone.scores == sqlmetrics.score("people.parquet", ["age", "sex"], metrics="k", where="ward = 0").scores


def test_a_file_of_withheld_counts_that_was_changed_is_refused(run: Command, people: Path) -> None:
    """A count that is taken out, or one below the least, does not fit what the file says."""
    assert run("count", "people.parquet", *KEYS, "-s", "disease", "--min-count", "5", "-o", "c.parquet").code == 0
    text = json.dumps(header("c.parquet"))
    for change in ("select * from 'c.parquet' limit 5", "select * replace (4 as records) from 'c.parquet'"):
        duckdb.execute(f"copy ({change}) to 'x.parquet' (kv_metadata {{sqlmetrics_counts: '{text}'}})")
        with pytest.raises(SpecError, match="has been changed"):
            sqlmetrics.score(counts="x.parquet")


@pytest.mark.parametrize("dialect", GLOT)
def test_the_printed_statement_withholds_in_every_dialect(dialect: str) -> None:
    """The rows are filtered behind the count, and the comment says that they do not add up."""
    table = sqlmetrics.Table("people", ["age"], ["disease"], min_count=5)
    from sqlmetrics.risk.counts.written import count_sql

    text = count_sql(table.spec, dialect=dialect)
    assert text.rstrip().endswith("where records >= 5")
    assert "counts of fewer than 5 records are withheld" in text.splitlines()[1]
    assert tree_of(text, dialect) is not None


@pytest.mark.engines("connection")
def test_counts_of_a_database_are_withheld_too(engine: Database, tmp_path: Path) -> None:
    """The counts come from the database, and the small ones are in no file."""
    table = sqlmetrics.Table(engine.written("t"), ["k", "g"], connection=engine.connection, allow_singles=True)
    table.counts(tmp_path / "all.parquet")
    some = table.counts(tmp_path / "some.parquet", min_count=8)
    of_all = f"'{tmp_path / 'all.parquet'}'"
    ((counts, lost),) = duckdb.execute(
        f"select count_if(records >= 8), sum(records) filter (where records < 8) from {of_all}"
    ).fetchall()
    assert (some.counts, some.withheld) == (counts, lost)
    assert sqlmetrics.score(counts=str(tmp_path / "some.parquet"), metrics="k").value("k") is None
