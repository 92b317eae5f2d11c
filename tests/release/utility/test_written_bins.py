"""The bins of a user's workload: units and widths of time and of numbers, and their mistakes."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from engines import ENGINES, Database
from grammars import tree_of
from sqlmetrics import SpecError
from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.rows import read_rows
from sqlmetrics.release.utility.answers import ConditionCounts, queries_plan
from sqlmetrics.release.utility.columns import Bin, UtilityColumn
from sqlmetrics.release.utility.groups import Relations
from sqlmetrics.release.utility.workload import Base
from sqlmetrics.release.utility.workload_file import friendly_bases
from sqlmetrics.statement.render import render
from statements import CHECKED

MOMENTS = (
    *("1900-01-01 00:00:00", "1969-12-28 23:59:59", "1969-12-29 00:00:00", "1969-12-31 23:59:59.500"),
    *("1970-01-01 00:00:00", "1970-01-01 00:14:59.999", "1970-01-01 00:15:00", "2024-02-29 12:00:00"),
    *("2024-02-29 12:59:59.999", "2024-02-29 13:00:00", "2024-12-31 23:59:00", "2024-02-29 12:00:00", None),
)
"""Moments before and after 1970, at and beside the ends of bins, and none."""

MONDAY = datetime(1969, 12, 29)
NUMBERS = (-10.0, -7.5, -5.0, -0.5, 0.0, 4.5, 5.0, 9.5, None)

WIDTHS = {
    "minute": 60,
    "hour": 3600,
    "day": 86_400,
    "week": 7 * 86_400,
    "900": 900,
    "15 minutes": 900,
    "{width: 7200}": 7200,
    "{width: 2 hours}": 7200,
    "36 hours": 36 * 3600,
    "1 second": 1,
}
"""Bins of time as they are written, with their seconds."""


def bases(dates_are_texts: bool) -> list[Base]:
    """Return the count tables of all kinds of bins, of moments and of numbers."""
    import yaml

    written = [f"{{columns: [t], bins: {{t: {bins}}}}}" for bins in WIDTHS]
    written += [f"{{columns: [t], bins: {{t: {bins}}}}}" for bins in ("month", "year")]
    written += [f"{{columns: [x], bins: {{x: {bins}}}}}" for bins in ("5", "{width: 2.5}")]
    kind = "text" if dates_are_texts else "date"
    columns = {
        "t": UtilityColumn(1, "t", kind, may_be_dates=dates_are_texts),
        "x": UtilityColumn(2, "x", "number", -10.0, 9.5),
    }
    entries = [yaml.safe_load(entry) for entry in written]
    return friendly_bases(entries, columns, counted=False, first=1, where="here")


def relation(database: Database) -> str:
    """Return a relation of the moments and numbers, as a database types them."""
    facts = database.facts
    rows = []
    for place, moment in enumerate(MOMENTS):
        number = NUMBERS[place] if place < len(NUMBERS) else None
        text = "null" if moment is None else render("literal", moment, dialect=facts)
        typed = text if facts.dates_are_texts else render("as_moment", text, dialect=facts)
        x = render("as_double", "null" if number is None else str(number), dialect=facts)
        rows.append(f"select {typed} as t, {x} as x{render('one_row', dialect=facts)}")
    return f"({' union all '.join(rows)})"


def statement(database: Database) -> str:
    """Return the statement that counts the moments and numbers by all bins."""
    rows = relation(database)
    original = Compared("t", rows, (("t", ""), ("x", "")))
    relations = Relations(Engine(database.facts, None), original, (original,), None, None)
    plan = queries_plan(relations, bases(database.facts.dates_are_texts), None, 1)
    return render("asked_queries", plan, dialect=database.facts)


def test_every_engine_counts_by_the_calendar(engine: Database) -> None:
    """Each bin has the moments between its ends, of the calendar, and NULL is in none."""
    check(engine)


def test_duckdb_counts_by_the_calendar() -> None:
    """The same bins in DuckDB, which the others are compared with elsewhere."""
    with ENGINES["duckdb"].open() as database:
        check(database)


def check(engine: Database) -> None:
    """Compare the bins of a database with those of Python's calendar."""
    rows = read_rows(engine.rows(statement(engine)), ConditionCounts, sizes={"codes": 1})
    given = bases(engine.facts.dates_are_texts)
    found: dict[int, Counter[tuple[str | None, str | None]]] = {base.number: Counter() for base in given}
    for row in rows:
        base = given[row.grade - 1]
        (condition,) = base.conditions(base.grades[0], row.codes)
        truth, answer = row.relations
        assert truth == answer
        found[base.number][condition.low, condition.high] = int(truth.records or 0)
    for number, seconds in enumerate(WIDTHS.values(), 1):
        width = timedelta(seconds=seconds)
        passed = [datetime.fromisoformat(moment) - MONDAY for moment in MOMENTS if moment is not None]
        starts = Counter(MONDAY + time // width * width for time in passed)
        wanted = {(start, start + width): n for start, n in starts.items()}
        mine = {tuple(datetime.fromisoformat(str(end)) for end in ends): n for ends, n in found[number].items()}
        assert mine == wanted
    assert found[len(WIDTHS) + 1] == Counter({("1900-01-01", "1900-02-01"): 1} | MONTHS)
    assert found[len(WIDTHS) + 2][("1969-01-01", "1970-01-01")] == 3
    assert found[len(WIDTHS) + 3] == Counter(
        {("-10", "-5"): 2, ("-5", "0"): 2, ("0", "5"): 2, ("5", "10"): 2},
    )
    assert found[len(WIDTHS) + 4][("-7.5", "-5")] == 1


MONTHS = {
    ("1969-12-01", "1970-01-01"): 3,
    ("1970-01-01", "1970-02-01"): 3,
    ("2024-02-01", "2024-03-01"): 4,
    ("2024-12-01", "2025-01-01"): 1,
}


@pytest.mark.parametrize("dialect", CHECKED)
def test_bins_of_time_are_a_query_of_the_dialects_without_an_engine(dialect: str) -> None:
    """A grammar reads the statement, which the vendors' servers were not asked for."""
    assert tree_of(statement(Database(dialect, lambda _: [])), dialect) is not None


WRONG = {
    "t: 3 months": "the bins of 't' are year, month, day, hour, minute, week, or a width of whole seconds",
    "t: 0.5": "in {t: hour}, {t: 15 minutes} or {t: 900}; not 0.5",
    "t: [1, 2]": "not [1, 2]",
    "t: {wide: 5}": "the only key of the bins of 't' is `width`; not {'wide': 5}",
    "t: {width: [1]}": "cuts of 't' are a list of their own, without `width`",
    "x: hour": "as in {x: 10} or {x: [18, 65]}; not 'hour'",
    "x: {width: -5}": "the width of the bins of 'x' is a number above 0",
    "note: hour": "'note' is no column of numbers or dates, so it has no bins; where its texts are numbers or dates,",
}
"""Bins that a column cannot have, and what the message says."""


@pytest.mark.parametrize("bins", sorted(WRONG))
def test_wrong_bins_say_the_key_and_the_fix(bins: str, tmp_path: Path, run: Callable[..., Run]) -> None:
    """The command ends with exit code 2, and the message has an example that works."""
    data, workload = tmp_path / "o.csv", tmp_path / "w.yml"
    data.write_text("t,x,note\n2024-01-01 10:00:00,1,2024-01-01\n2024-01-01 11:00:00,2,soon\n")
    workload.write_text(f"- {{columns: [{bins.partition(':')[0]}], bins: {{{bins}}}}}\n")
    ended = run("utility", data, "--original", data, "--workload", workload, "--queries", "1")
    assert ended.code == 2
    assert WRONG[bins] in " ".join(ended.err.split())


@pytest.mark.parametrize("measures", ["5", "{sum: t}", "{sum: [x]}", "[[records]]"])
def test_wrong_measures_end_with_a_message(measures: str, tmp_path: Path, run: Callable[..., Run]) -> None:
    """One measure needs no list, and what is none is said."""
    data, workload = tmp_path / "o.csv", tmp_path / "w.yml"
    data.write_text("t,x\n2024-01-01,1\n2024-01-02,2\n")
    command = ("utility", data, "--original", data, "--workload", workload, "--queries", "1")
    workload.write_text(f"- {{columns: [x], measures: {measures}}}\n")
    assert run(*command).code == 2
    workload.write_text("- {columns: x, measures: {sum: x}}\n- {columns: t, measures: records}\n")
    assert "Answers to the friendly workload: 4 queries" in run(*command).out


def test_texts_that_are_dates_have_bins_where_there_is_no_type_of_dates(tmp_path: Path) -> None:
    """SQLite's dates are texts; one that is no date stops, and is not shown."""
    path = tmp_path / "w.yml"
    path.write_text("- {columns: [t], bins: {t: hour}}\n")
    with sqlite3.connect(":memory:") as connection:
        connection.execute("create table o (t text)")
        rows = [("2024-01-01 10:00:00",), ("2024-01-01T10:30:00",), ("2024-01-01",), (None,)]
        connection.executemany("insert into o values (?)", rows)
        words = {"connection": connection, "workload": path, "queries": 1}
        utility = sqlmetrics.utility("o", ["o"], **words)  # type: ignore[arg-type]
        answers = {answer.condition: answer.original for answer in utility.answers if answer.workload == "friendly"}
        assert answers == {
            "t >= 2024-01-01 00:00:00 and < 2024-01-01 01:00:00": 1,
            "t >= 2024-01-01 10:00:00 and < 2024-01-01 11:00:00": 2,
        }
        connection.execute("insert into o values ('soon')")
        with pytest.raises(SpecError, match="'t' of o has 1 texts that are no dates") as caught:
            sqlmetrics.utility("o", ["o"], **words)  # type: ignore[arg-type]
        assert "soon" not in str(caught.value)


def test_a_date_that_no_calendar_has_is_an_error(tmp_path: Path) -> None:
    """A year after 9999 has no end that Python can name; the message says what to do."""
    data, path = tmp_path / "o.parquet", tmp_path / "w.yml"
    import duckdb

    duckdb.execute(f"copy (select timestamp '9999-12-31 23:30:00' as t) to '{data}'")
    path.write_text("- {columns: [t], bins: {t: hour}}\n")
    with pytest.raises(SpecError, match="dates that are not of the years 1 to 9999"):
        sqlmetrics.utility(data, data, workload=path, queries=1)


def test_a_width_is_the_unit_that_it_is(tmp_path: Path) -> None:
    """Hours are 3600 seconds, by either word, and give the same answers."""
    times = [datetime(1969, 12, 31, 20) + timedelta(minutes=17 * place) for place in range(40)]
    original = pd.DataFrame({"t": times})
    path, shown = tmp_path / "w.yml", []
    for bins in ("hour", "3600", "{width: 60 minutes}"):
        path.write_text(f"- {{columns: [t], bins: {{t: {bins}}}}}\n")
        utility = sqlmetrics.utility(original, original.head(30), workload=path, queries=1)
        shown.append([answer for answer in utility.answers if answer.workload == "friendly"])
    assert shown[0] == shown[1] == shown[2]
    assert len(shown[0]) == 12


@pytest.mark.parametrize(
    ("own", "words"),
    [
        (Bin("number", width=Fraction(5, 2)), "of 2.5"),
        (Bin("cuts", cuts=("-1", "10", "20.5")), "between -1, 10, 20.5"),
        (Bin("date", length=7), "month"),
        (Bin("time", width=Fraction(900)), "of 900 seconds"),
    ],
)
def test_bins_are_called_by_their_width_or_their_cuts(own: Bin, words: str) -> None:
    """The parameter `bins` of a score says how values were put together."""
    assert str(own) == words
