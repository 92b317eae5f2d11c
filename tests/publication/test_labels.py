"""The labels of a released table are those that a reader expects."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from sqlmetrics.spec.partition import Partition, cut_intervals, parse_interval

AGES, DAYS = [29, 30, 39, 40, 89, 90], [date(1949, 12, 31), date(1950, 1, 1), date(1958, 3, 9), date(1960, 7, 1)]


@pytest.mark.parametrize("typed", ["date", "varchar"])
@pytest.mark.parametrize("form", [None, "DD.MM.YYYY"])
@pytest.mark.parametrize(
    ("level", "label"),
    [
        ("decade", lambda day: f"{day.year // 10}0s"),
        ("year", lambda day: f"{day.year}"),
        ("month", lambda day: f"{day.year}-{day.month:02}"),
        ("day", lambda day: f"{day.year}-{day.month:02}-{day.day:02}"),
    ],
)
def test_dates_are_written_as_they_are_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    level: str,
    label: Callable[[date], str],
    form: str | None,
    typed: str,
) -> None:
    """A decade is 1950s and a year 1958, of dates and of texts in a form."""
    monkeypatch.chdir(tmp_path)
    if form is not None and typed == "date":
        pytest.skip("a date has no form")
    text = "strftime(d, '%d.%m.%Y')" if form else "d"
    days = ", ".join(f"(date '{day}')" for day in DAYS)
    duckdb.execute(
        f"copy (select ({text})::{typed} as born, n from (values {days}) v(d), range(3) r(n)) to 't.parquet'"
    )
    levels = {"born": {"date": level} | ({} if form is None else {"form": form})}
    words: dict[str, Any] = {"ignored": ["n"], "thresholds": {"k_anonymity": 3}, "release": {"levels": levels}}
    sqlmetrics.write_release("t.parquet", ["born"], output=Path("out.csv"), **words)
    found = Counter(row[0] for row in duckdb.execute("from read_csv('out.csv', all_varchar=true)").fetchall())
    assert found == Counter(label(day) for day in DAYS for _ in range(3))


@pytest.mark.parametrize(
    ("typed", "cuts", "closed", "labels"),
    [
        ("integer", [30, 40, 90], "left", ["under 30", "30 to 39", "30 to 39", "40 to 89", "40 to 89", "90 and over"]),
        ("integer", [30, 40], "right", ["30 and under"] * 2 + ["31 to 40"] * 2 + ["over 40"] * 2),
        ("integer", [29.5, 30.5, 39.5], "left", ["under 29.5", "30", *["31 to 39"], *["39.5 and over"] * 3]),
        ("double", [30, 40], "left", ["under 30", *["30 to under 40"] * 2, *["40 and over"] * 3]),
        ("double", [30, 40], "right", [*["30 and under"] * 2, *["over 30 to 40"] * 2, *["over 40"] * 2]),
    ],
)
def test_cuts_are_written_as_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, cuts: list[float], closed: str, labels: list[str]
) -> None:
    """Ends that are open have words, and whole numbers their last one."""
    monkeypatch.chdir(tmp_path)
    ages = ", ".join(f"({age})" for age in AGES)
    duckdb.execute(f"copy (select age::{typed} as age from (values {ages}) v(age)) to 't.parquet'")
    levels = {"age": {"cuts": cuts, "closed": closed}}
    words: dict[str, Any] = {"thresholds": {"k_anonymity": 1}, "release": {"levels": levels, "shuffle": False}}
    sqlmetrics.write_release("t.parquet", ["age"], output=Path("out.csv"), **words)
    assert Path("out.csv").read_text().splitlines() == ["age", *labels]


def test_labels_that_would_be_one_stay_apart() -> None:
    """Between two whole numbers there is none, and given labels are the author's own."""
    cuts = [Decimal(text) for text in ("1", "1.2", "1.5", "2")]
    part = Partition("p", "x", intervals=cut_intervals(cuts, "left", None, "x")).for_readers(whole=True)
    assert [one.name for one in part.intervals] == ["under 1", "1", "[1.2, 1.5)", "[1.5, 2)", "2 and over"]
    given = Partition("p", "x", intervals=(parse_interval("child", "[0, 18)", "x"),))
    assert [one.name for one in given.for_readers(whole=True).intervals] == ["child"]


def test_a_printed_release_has_the_labels_too(tmp_path: Path) -> None:
    """The statement for another database writes a decade and open ends in the same words."""
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t (born text, age integer)")
    connection.executemany("insert into t values (?, ?)", [("1958-03-09", 30), ("1961-01-01", 20), ("*", 50)])
    levels = {"born": "decade", "age": {"cuts": [30, 50]}}
    table = sqlmetrics.Table("t", ["born", "age"], connection=connection, release={"levels": levels})
    connection.executescript(table.release_sql("table"))
    assert set(connection.execute("select * from t_release").fetchall()) == {
        *(("1950s", "30 to under 50"), ("1960s", "under 30"), ("*", "50 and over")),
    }
