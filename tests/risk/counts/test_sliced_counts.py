"""Files of counts answer by slice: each slice scores as the records of it alone."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from engines import Database
from grammars import GLOT, tree_of
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.counts.added import add_counts
from sqlmetrics.risk.counts.written import count_sql
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.spec import parse_spec

Command = Callable[..., Run]

count: Callable[..., Any] = partial(sqlmetrics.count, allow_singles=True)
"""Counts a few made-up records, some of which are alone."""

score_counts: Callable[..., Scores] = sqlmetrics.score_counts
score: Callable[..., Scores] = sqlmetrics.score

Slices = dict[str | None, dict[tuple[Any, ...], tuple[Any, ...]]]


def visits(seed: int = 1, number: int = 120) -> pd.DataFrame:
    """Return visits with odd names of hospitals: NULL, empty, and one with a comma."""
    pick = random.Random(seed)
    days = ["2024-01-03", "2024-01-20", "2024-02-05", "2025-01-09", None]
    rows = [
        {
            "hospital": pick.choice(["north", None, "", "C, x"]),
            "day": pick.choice(days),
            "age": pick.choice([31, 32, 45, None]),
            "sex": pick.choice("fm"),
            "disease": pick.choice(["flu", "hiv", "ok", None]),
            "pay": pick.choice([1, 2, 3]),
        }
        for _ in range(number)
    ]
    return pd.DataFrame(rows).astype({"age": "Int64"}).assign(day=lambda table: pd.to_datetime(table["day"]).dt.date)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of visits."""
    path = tmp_path_factory.mktemp("visits") / "visits.parquet"
    frame = visits()
    duckdb.from_df(frame).write_parquet(str(path))
    duckdb.execute(
        f"copy (select * replace (cast(day as date) as day) from '{path}') to '{path.with_suffix('.dates.parquet')}'"
    )
    return str(path.with_suffix(".dates.parquet"))


def by_slice(scores: Scores) -> Slices:
    """Return the scores of each slice by what they are of."""
    slices: Slices = {}
    for score in scores.scores:
        own = slices.setdefault(score.slice, {})
        of = (score.metric, score.target, score.partition, score.quasi_identifiers, score.class_)
        own[of] = (score.records, score.value, score.reason, score.parameters)
    return slices


def check_equal(result: Mapping[Any, Any], expected: Mapping[Any, Any]) -> None:
    """Assert that scores are those that are expected, to 1e-12."""
    assert result.keys() == expected.keys()
    for of, (records, value, *rest) in expected.items():
        assert (result[of][0], [*result[of][2:]]) == (records, rest), of
        assert (result[of][1] is None) == (value is None), of
        assert value is None or math.isclose(result[of][1], value, rel_tol=1e-12, abs_tol=1e-12), of


def condition(column: str, value: str | None) -> str:
    """Return the condition that a column has a value."""
    return f"{column} is null" if value is None else f"{column} = '{value}'"


NAMES = {"": None, '""': "", '"C, x"': "C, x", "north": "north"}
"""The hospitals by the names of their slices."""

CASES: dict[str, dict[str, Any]] = {
    "two targets": {"sensitive": ["disease", "pay"], "metrics": "all"},
    "drop": {"sensitive": "disease", "nulls": "drop"},
    "suppressed": {"sensitive": ["disease", "pay"], "suppressed": {"age": "31", "sex": "f"}},
    "kept as a class": {"suppressed": {"age": "31", "sex": "f"}, "keep_suppressed": True},
    "partitions": {"sensitive": "disease", "partitions": {"age": {"cuts": [40]}}},
    "classes": {"sensitive": ["disease", "pay"], "level": "class"},
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CASES)
def test_each_slice_scores_as_its_records_alone(name: str, table: str, tmp_path: Path) -> None:
    """A file that was counted by slice has the scores of filtered runs, NULL and odd names too."""
    words, file = CASES[name], tmp_path / "counts.parquet"
    scored = {word: value for word, value in words.items() if word in {"metrics", "level"}}
    counted = {word: value for word, value in words.items() if word not in scored}
    count(table, ["age", "sex"], output=file, by=["hospital"], **counted)
    result = by_slice(score_counts(file, by="hospital", **scored))
    assert result.keys() == NAMES.keys()
    for slice_, value in NAMES.items():
        where = "hospital is null" if value is None else f"hospital = '{value}'"
        check_equal(result[slice_], by_slice(score(table, ["age", "sex"], where=where, **words))[None])
    whole = sqlmetrics.score(table, ["age", "sex"], **words)
    check_equal(by_slice(score_counts(file, **scored))[None], by_slice(whole)[None])


def test_counted_columns_answer_by_slice(table: str, tmp_path: Path) -> None:
    """Keys that were counted may be slices, dates by month; a file counted by month has months."""
    keys, months = tmp_path / "keys.parquet", tmp_path / "months.parquet"
    by: dict[str, Any] = {"by": ["hospital", {"day": "month"}]}
    count(table, ["age", "sex", "hospital", "day"], "pay", output=keys)
    count(table, ["age", "sex"], "pay", output=months, **by)
    expected = by_slice(score(table, ["age", "sex"], "pay", **by))
    assert {"north,2024-01", '"",2025-01', ","} <= expected.keys()
    answers = [
        score_counts(keys, ["age", "sex"], **by),
        score_counts(keys, **by),
        score_counts(months, **by),
        score_counts(months, by=["hospital", "day"]),
    ]
    for answer in map(by_slice, answers):
        assert answer.keys() == expected.keys()
        for name, scores in expected.items():
            check_equal(answer[name], scores)
    days = by_slice(score_counts(keys, ["age", "sex"], by={"day": "year"}))
    assert days.keys() == {"", "2024", "2025"}


def test_files_by_slice_add_up(run: Command, table: str, tmp_path: Path) -> None:
    """The command line counts parts by slice, adds them up, and checks each slice."""
    one, other, both = (str(tmp_path / f"{name}.parquet") for name in ("one", "other", "both"))
    flags = ("-q", "age", "-q", "sex", "-s", "pay", "--by", "hospital", "--allow-singles")
    for place, where in ((one, "pay = 1"), (other, "pay = 2")):
        assert run("count", table, *flags, "--where", where, "-o", place).code == 0
    for by in ((), ("--by", "hospital")):
        made = run("count", "--counts", one, other, *by, "--allow-singles", "-o", both)
        assert (made.code, "_" in made.out) == (0, False), made
    shown = run("score", "--counts", both, "--by", "hospital", "--show-values", "-m", "k", "-f", "json").out
    wanted = run("score", table, *flags[:-1], "--where", "pay < 3", "--show-values", "-m", "k", "-f", "json").out
    rows = [json.loads(text)["scores"] for text in (shown, wanted)]
    slices = [[(row["slice"], row["records"], row["value"]) for row in own] for own in rows]
    assert slices[0] == slices[1]
    assert {row[0] for row in slices[0]} == NAMES.keys()
    spec = tmp_path / "s.yml"
    spec.write_text(f"counts: {both}\nby: hospital\nthresholds: {{k: {{at_least: 1000}}}}\n")
    assert run("check", "--spec", spec).code == 1
    statement = run("sql", "--counts", both, "--by", "hospital", "-m", "k").out
    named = duckdb.execute(f"select slice, records from ({statement.strip().rstrip(';')}\n) rows").fetchall()
    assert [int(name) for name, _ in named] == [1, 2, 3, 4]


REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "a column that was not counted": ({}, {"by": "ward"}, "has no column 'ward'"),
    "a sensitive attribute": ({}, {"by": "pay"}, "role of 'pay' is asked as column of slices"),
    "another part of dates": (
        {"by": {"day": "month"}},
        {"by": {"day": "year"}},
        "slice of 'day' is asked as its first 4 characters, and was counted as its first 7 characters",
    ),
    "a key and a slice": ({}, {"by": "sex", "quasi_identifiers": ["age", "sex"]}, "choose the one that is meant"),
    "suppressed by a slice": (
        {"suppressed": {"age": "31", "sex": "f"}},
        {"by": "sex"},
        "records with age=31, sex=f were counted as suppressed",
    ),
    "withheld of other slices": (
        {"by": "hospital", "min_count": 2},
        {"by": "sex"},
        "file has their slices by hospital",
    ),
    "withheld of small slices": ({"by": ["hospital", "day"], "min_count": 9}, {"by": ["day", "hospital"]}, "no name"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_counts_do_not_tell_of_slices_is_refused(name: str, table: str, tmp_path: Path) -> None:
    """A sentence says what was counted."""
    counted, asked, message = REFUSED[name]
    count(table, ["age", "sex"], "pay", output=tmp_path / "c.parquet", **counted)
    with pytest.raises(SpecError, match=re.escape(message)):
        score_counts(tmp_path / "c.parquet", **asked)


def test_older_files_are_read(table: str, tmp_path: Path) -> None:
    """Files of no slices are as they were before there were any."""
    counts = tmp_path / "counts.parquet"
    count(table, ["age", "hospital"], "pay", output=counts, min_count=2)
    ((text,),) = duckdb.execute(f"select decode(value) from parquet_kv_metadata('{counts}')").fetchall()
    written = (
        "format version dialect quasi_identifiers sensitive recodings nulls suppressed keep_suppressed types records"
    )
    assert json.loads(text).keys() == {*written.split(), "source", "min_count", "withheld"}


def test_files_by_other_slices_do_not_agree(table: str, tmp_path: Path) -> None:
    """Files are counted by the same columns of slices, or the message has both."""
    count(table, "age", output=tmp_path / "1.parquet", by="hospital", where="pay = 1")
    count(table, "age", output=tmp_path / "2.parquet", by=[{"day": "month"}], where="pay = 2")
    count(table, "age", output=tmp_path / "3.parquet", where="pay = 3")
    with pytest.raises(SpecError, match=r"by is day=month in .*2.parquet, and hospital in"):
        score_counts(tmp_path)
    with pytest.raises(SpecError, match=r"by is none in .*3.parquet, and hospital in"):
        score_counts([tmp_path / "1.parquet", tmp_path / "3.parquet"])


@pytest.mark.parametrize("dialect", GLOT)
def test_the_printed_count_groups_by_slice_in_every_dialect(dialect: str) -> None:
    """Columns of slices are counted before the keys, in sketches too."""
    words: dict[str, Any] = {"relation": "visits", "quasi_identifiers": ["age"], "by": [{"day": "year"}, "hospital"]}
    for more in ({"sensitive": ["pay"]}, {"sensitive": ["pay"], "sketch": 9}, {"sketch": 9}):
        text = count_sql(parse_spec({**words, **more}), dialect=dialect)
        assert "by day, hospital, age" in text.splitlines()[0]
        assert tree_of(text, dialect) is not None


@pytest.mark.engines("connection", "quick")
def test_counts_of_a_database_by_slice_score_as_there(engine: Database, tmp_path: Path) -> None:
    """The counts of a connection have the slices that its scores have."""
    words: dict[str, Any] = {"by": "x", "connection": engine.connection}
    count(engine.written("t"), ["k", "g"], ["y"], output=tmp_path / "c.parquet", **words)
    result = by_slice(score_counts(tmp_path / "c.parquet", by="x"))
    expected = by_slice(score(engine.written("t"), ["k", "g"], ["y"], **words))
    assert result.keys() == expected.keys()
    for name, scores in expected.items():
        check_equal(result[name], scores)


def test_small_counts_are_withheld_by_slice(tmp_path: Path) -> None:
    """A slice that lost counts has undefined scores and all its records; the others have theirs."""
    wards = "case when i < 120 then 'a, b' when i < 200 then null else '' end"
    people = f"select i % 2 as sex, 'd' || (i % 4 + i // 239) as disease, i // 60 as pay, {wards} as ward"
    whole, one, other = (str(tmp_path / f"{name}.parquet") for name in ("people", "one", "other"))
    duckdb.execute(f"copy ({people} from range(240) t(i)) to '{whole}'")
    words: dict[str, Any] = {"by": "ward", "min_count": 5}
    count(whole, "sex", ["disease", "pay"], output=one, where="sex = 0", **words)
    count(whole, "sex", ["disease", "pay"], output=other, where="sex = 1", **words)
    added = tmp_path / "added.parquet"
    assert add_counts([one, other], parse_spec({"counts": [one, other]}), added).withheld == 1
    for files in ([one, other], added):
        result = by_slice(score_counts(files, by="ward"))
        assert result.keys() == {"", '""', '"a, b"'}
        for name, condition in {"": "ward is null", '"a, b"': "ward = 'a, b'", '""': "ward = ''"}.items():
            expected = by_slice(score(whole, "sex", ["disease", "pay"], where=condition))[None]
            if name == '""':
                lost = {of: (records, None) for of, (records, *_) in expected.items() if of[1] != "pay"}
                assert {of: result[name][of][:2] for of in lost} == lost
                expected = {of: own for of, own in expected.items() if of[1] == "pay"}
            check_equal({of: own for of, own in result[name].items() if of in expected}, expected)
    assert {one.value for one in score_counts(one, metrics="k", by="ward").scores} == {20, 40, 60}
    assert score_counts(added, metrics="k").value("k") is None
