"""The hour, day, week, month and year that a partition leaves of dates, in every dialect."""

from __future__ import annotations

import re
import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, get_args

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from engines import Database
from sqlmetrics.errors import SpecError
from sqlmetrics.publication.planned import planned_release
from sqlmetrics.spec.advice import GeneralizationSpec
from sqlmetrics.spec.partition import DATES, DateForm
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.render import render

MOMENTS = [
    datetime.fromisoformat(text)
    for text in ("2026-11-29 23:59:59", "2027-01-01", "2024-03-02 07:00", "1969-12-29 01:00")
]
"""A Sunday, weeks that begin in the month or the year before, one of a leap year, and a Monday."""


def left(moment: datetime, part: str) -> str:
    """Return what is left of a moment, by Python's calendar."""
    if part == "week":
        return f"{moment - timedelta(moment.weekday()):%Y-%m-%d}"
    text = f"{moment:%Y-%m-%d %H}"
    decade = f"{text[:3]}*******"
    return {
        "hour": text,
        "day": text[:10],
        "month": f"{text[:7]}***",
        "year": f"{text[:4]}******",
        "decade": decade,
    }[part]


@pytest.mark.engines
def test_engines_leave_the_same_of_moments(engine: Database) -> None:
    """A part of a moment has one name on every engine."""

    def moment(one: datetime) -> str:
        text = render("literal", f"{one:%Y-%m-%d %H:%M:%S}", dialect=engine.facts)
        return render("as_string", render("as_moment", text, dialect=engine.facts), dialect=engine.facts)

    asked = [(one, part) for one in MOMENTS for part in DATES]
    columns = [render("date_part", moment(one), part, dialect=engine.facts) for one, part in asked]
    ((*found,),) = engine.rows(f"select {', '.join(f'{text} as c{n}' for n, text in enumerate(columns))}")
    assert found == [left(one, part) for one, part in asked]


WRITTEN = {
    "DD.MM.YYYY": "%d.%m.%Y",
    "DD/MM/YYYY": "%d/%m/%Y",
    "MM/DD/YYYY": "%m/%d/%Y",
    "DD-MM-YYYY": "%d-%m-%Y",
    "MM-DD-YYYY": "%m-%d-%Y",
    "YYYY/MM/DD": "%Y/%m/%d",
    "YYYY.MM.DD": "%Y.%m.%d",
    "YYYYMMDD": "%Y%m%d",
}


@pytest.mark.engines
def test_engines_leave_the_same_of_written_dates(engine: Database) -> None:
    """A date's text in any form has the parts of the date; other texts are counted, and hidden."""
    assert [*WRITTEN] == [*get_args(DateForm)]
    asked: list[tuple[Any, Any, str]]
    asked = [(one, part, form) for one in MOMENTS for part in DATES for form in WRITTEN]
    asked += [(None, "month", "DD.MM.YYYY"), ("*", "year", "DD.MM.YYYY"), ("1980-12-31", "day", "DD.MM.YYYY")]

    def literal(one: Any, form: str) -> str:
        text = one.strftime(f"{WRITTEN[form]} %H:%M") if isinstance(one, datetime) else one
        return "nullif('*', '*')" if text is None else render("literal", text, dialect=engine.facts)

    columns = [
        render("written_date_part", literal(one, form), part, form, dialect=engine.facts) for one, part, form in asked
    ]
    ((*found,),) = engine.rows(f"select {', '.join(f'{text} as c{n}' for n, text in enumerate(columns))}")
    assert found == [left(one, part) for one, part, _ in asked[:-3]] + [None, "*", "**********"]
    texts = ["31.12.1980", "01.02.1980 10:15", "*", "12.31.1980", "00.01.1980", "31.12.80", "31.12.19801"]
    union = " union all ".join(f"select {render('literal', text, dialect=engine.facts)} as born" for text in texts)
    forms = [("born", "month", "DD.MM.YYYY"), ("born", "hour", "DD.MM.YYYY"), ("born", "year", "MM/DD/YYYY")]
    query = render("other_texts", f"({union})", forms, dialect=engine.facts)
    ((*counted,),) = engine.rows(query)
    assert [int(number) for number in counted] == [4, 5, 6]


@pytest.mark.parametrize("client", ["duckdb", "sqlite"])
def test_parts_of_a_column(client: str) -> None:
    """Texts and moments are put into the same parts, however many digits their seconds have."""
    connection: Any = duckdb.connect() if client == "duckdb" else sqlite3.connect(":memory:")
    connection.execute("create table data (text varchar, moment timestamp)")
    for one in MOMENTS:
        texts = [f"{one:%Y-%m-%d %H:%M:%S}", f"{one:%Y-%m-%dT%H:%M:%S}.25"]
        connection.executemany("insert into data values (?, ?)", [(texts[1], text) for text in texts])
    for part in DATES:
        expected = {left(one, part) for one in MOMENTS}
        for column in ("text", "moment"):
            table = sqlmetrics.Table("data", column, metrics="k_anonymity", level="class", connection=connection)
            assert {one.class_ for one in table.score(partitions={column: {"date": part}}).scores} == expected


@pytest.mark.parametrize(
    ("part", "text", "message"),
    [
        ("hour", "2026-11-23", "the hour is kept of dates that are written as 2026-11-23 10:15"),
        ("hour", "2026-11-23 9:15", "1 record of data has other texts"),
        ("day", "2026-11", "the day is kept of dates that are written as 2026-11-23, and"),
        ("week", "23.11.2026", "the week is kept of dates"),
    ],
)
def test_other_texts_are_refused(part: Any, text: str, message: str) -> None:
    """Texts that have no such part are refused with their number."""
    connection = duckdb.connect()
    connection.execute("create table data as select unnest(['*', ?]) as at", [text])
    with pytest.raises(SpecError, match=message):
        sqlmetrics.score("data", "at", partitions={"at": {"date": part}}, connection=connection)


def test_texts_of_a_form_are_scored_and_advised(tmp_path: Path) -> None:
    """A table's German dates are proposed their levels, scored by them, and released by a year."""
    born = [datetime(1950, 1, 1) + timedelta(n * 97) for n in range(200)]
    people = {"birth_date": [f"{one:%d.%m.%Y}" for one in born], "ill": ["a", "b"] * 100}
    path = str(tmp_path / "people.parquet")
    pd.DataFrame(people).to_parquet(path)
    advice = sqlmetrics.advise(path, "birth_date", "ill", thresholds={"k_anonymity": 10})
    assert advice.view is not None
    own = duckdb.connect()
    own.execute(advice.view)
    rows = own.execute("select distinct birth_date from people_advised").fetchall()
    assert {text for (text,) in rows} == {left(one, "decade") for one in born}
    form: Any = {"birth_date": {"date": "month", "form": "DD.MM.YYYY"}}
    scored = sqlmetrics.score(path, "birth_date", metrics="k_anonymity", level="class", partitions=form)
    assert {one.class_ for one in scored.scores} == {left(one, "month") for one in born}
    limits: Any = {"relation": path, "quasi_identifiers": ["birth_date"], "thresholds": {"k_anonymity": 2}}
    for partitions, level in [({}, form["birth_date"] | {"date": "year"}), (form, "year")]:
        spec = Spec.model_validate(limits | {"partitions": partitions, "release": {"levels": {"birth_date": level}}})
        query = planned_release(spec).written(f"'{path}'", DUCKDB)
        rows = own.execute(f"select distinct birth_date from ({query})").fetchall()
        assert {text for (text,) in rows} == {f"{one.year}" for one in born}
    own.close()


def test_words_of_a_form_are_checked() -> None:
    """A form goes with a date, and dates that are no texts have none; dbt knows the same forms."""
    with pytest.raises(SpecError, match="a form goes with the date"):
        PartitionSpec(prefix=3, form="YYYYMMDD").resolve("at", Path())
    with pytest.raises(SpecError, match="a form goes with the dates"):
        GeneralizationSpec.model_validate({"prefix": 3, "form": "YYYYMMDD"}).resolve("at", Path())
    connection = duckdb.connect()
    connection.execute("create table data as select date '2026-11-23' as at, '13/31/1980' as told")
    for column, message in (("at", "leave the `form` out"), ("told", "written as MM/DD/YYYY, and 1 record ")):
        partitions: Any = {column: {"date": "year", "form": "MM/DD/YYYY"}}
        with pytest.raises(SpecError, match=message):
            sqlmetrics.score("data", column, partitions=partitions, connection=connection)
    text = Path("templates/dbt/date_forms.sql").read_text()
    assert re.findall(r"'([^']+)'", text) == [*WRITTEN]


def test_a_date_has_no_hour() -> None:
    """The hour of a column of dates is refused, and its week is in no month."""
    connection = duckdb.connect()
    connection.execute("create table data as select date '2026-11-23' as at")
    with pytest.raises(SpecError, match="'at' of data has none"):
        sqlmetrics.score("data", "at", partitions={"at": {"date": "hour"}}, connection=connection)
    partition = PartitionSpec(date="week").resolve("at", Path())
    assert (partition.kind, partition.strict, partition.words) == ("week", False, {"name": "at: week", "date": "week"})
