"""A log of SQL: what is read of a query selects its people, as DuckDB counts; the rest is said."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.published import query_log
from sqlmetrics.risk.published.differences import Differences
from sqlmetrics.risk.published.query_log import QueryLog, read_log
from sqlmetrics.statement.dialects import DIALECTS

Command = Callable[..., Run]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with 400 people some of whose values are missing."""
    monkeypatch.chdir(tmp_path)
    draw = Random(7)
    rows = [
        {
            "who": number // 2,
            "age": draw.choice([None, *range(20, 60)]),
            "Town of birth": draw.choice([None, "Ulm", "O'Fallon", "a%b", "ulm"]),
            "born": draw.choice([None, "1970-01-01", "1980-02-03"]),
            "cost": draw.choice([None, 0.5, 1e-7, 3]),
        }
        for number in range(400)
    ]
    frame = pd.DataFrame(rows)
    frame["born"] = pd.to_datetime(frame["born"]).dt.date
    frame["age"] = frame["age"].astype("Int64")
    frame.to_parquet("people.parquet")
    return tmp_path


def found(text: str, **words: Any) -> Differences:
    """Return what a log gives away of the people."""
    Path("log.sql").write_text(text)
    return sqlmetrics.published_answers("people.parquet", log="log.sql", **words)


def judged(query: str) -> list[tuple[Any, ...]]:
    """Return DuckDB's own answer to a query."""
    with duckdb.connect() as own:
        own.execute("create view people as select * from 'people.parquet'")
        return own.execute(query).fetchall()


TESTS = (
    "age < {n}",
    "people.age >= {n}",
    '"Town of birth" = {s}',
    "age between {n} and 50",
    '"Town of birth" in ({s}, {s})',
    "age not in ({n}, 31)",
    "born <= date '1975-06-01'",
    "cast('1980-02-03' as date) = born",
    "cost is null",
    "cost is not null",
    '"Town of birth" like {s}',
    '"Town of birth" not like {s}',
    "age <> {n}",
    "cost > -1",
    "(age > {n}) is not true",
    "AGE != {n}",
)


def conditions(draw: Random, depth: int = 0) -> str:
    """Return a random condition."""
    if depth > 2 or draw.random() < 0.35:
        texts = ("'Ulm'", "'O''Fallon'", "'a%'", "'%l_'", "'nobody'")
        text = draw.choice(TESTS)
        while "{" in text:
            text = text.replace("{n}", str(draw.randint(20, 60)), 1).replace("{s}", draw.choice(texts), 1)
        return text
    one, other = conditions(draw, depth + 1), conditions(draw, depth + 1)
    return draw.choice((f"{one} and {other}", f"{one} or {other}", f"not ({one})", f"({one} or {other}) and {other}"))


COUNTS = (
    "count(*)",
    "count(1) as n",
    "sum(1)",
    "count(age)",
    "sum(case when {c} then 1 else 0 end)",
    "count(case when {c} then 1 end)",
    "count(*) filter (where {c})",
)


def queries(seed: int, number: int) -> Iterator[str]:
    """Yield queries that are drawn, each with one count."""
    draw = Random(seed)
    for _ in range(number):
        count = draw.choice(COUNTS).replace("{c}", conditions(draw, 2))
        where = draw.choice(("", f" where {conditions(draw)}"))
        keys = draw.choice(("", "", '"Town of birth"', "born", 'people.born, "Town of birth"'))
        table = draw.choice(("people", "main.people", "people as people", "(select * from people) people"))
        grouped = f" group by {keys}" if keys else ""
        ordered = draw.choice(("", " order by 1"))
        yield f"select {keys}{', ' if keys else ''}{count} from {table}{where}{grouped}{ordered}"


def check_queries(texts: list[str]) -> int:
    """Check that the answers of each query count what DuckDB answers, and return their number."""
    number = 0
    for text in texts:
        result = found(text + ";")
        own = Counter(int(row[-1]) for row in judged(text.replace("main.people", "people")) if row[-1])
        assert Counter(answer.people for answer in result.answers if answer.people) == own, text
        number += len(result.answers)
    return number


def test_a_condition_that_is_read_holds_for_the_same_records() -> None:
    """DuckDB is the judge: of the query as it was asked, and of the conditions that are read."""
    assert check_queries([*queries(1, 8)]) > 10


@pytest.mark.thorough
def test_many_conditions_that_are_read_hold_for_the_same_records() -> None:
    assert check_queries([*queries(2, 400)]) > 800


LOG = """
-- the tiles of a dashboard
select count(*) from people;
SELECT COUNT(*) FROM people p WHERE p.age < 58 OR p.age IS NULL;
select "Town of birth", count(*) from people where cost > 2 group by 1;
select avg(age) from people;
"""

BY_HAND = {
    "query 1": "1 = 1",
    "query 2": "age < 58 or age is null",
    **{
        f"query 3, group {number}": f"cost > 2 and {town}"
        for number, town in enumerate(
            ("\"Town of birth\" = 'O''Fallon'", "\"Town of birth\" = 'Ulm'", "\"Town of birth\" = 'a%b'",
             "\"Town of birth\" = 'ulm'", '"Town of birth" is null'), 1)
    },
}  # fmt: skip


@pytest.mark.parametrize("individual", [None, "who"])
def test_a_log_says_the_same_as_its_conditions_by_hand(individual: str | None) -> None:
    text = LOG if individual is None else LOG.replace("count(*)", "count(distinct who)").replace(
        "COUNT(*)", "count(distinct p.who)"
    )  # fmt: skip
    log = found(text, individual=individual, minimum_frequency=60)
    by_hand = sqlmetrics.published_answers(
        "people.parquet", answers=BY_HAND, individual=individual, minimum_frequency=60
    )
    assert [(one.name, one.people) for one in log.answers] == [(one.name, one.people) for one in by_hand.answers]
    assert log.groups == by_hand.groups
    assert len(log.groups) > 0
    assert (log.differenced_groups, log.differenced_people) == (by_hand.differenced_groups, by_hand.differenced_people)
    assert log.log == (4, 3, (("a count or sum that is not read", 1),))


def test_a_log_that_is_there_twice_or_in_lines_says_the_same() -> None:
    once, lines = found(LOG), found(LOG.replace(";", ""))
    twice = found(LOG + LOG)
    assert (once.groups, once.answers) == (twice.groups, twice.answers) == (lines.groups, lines.answers)
    assert twice.log is not None
    assert (twice.log.queries, twice.log.read) == (8, 6)


def test_a_sum_is_taken_as_a_count_of_contributors() -> None:
    """Amounts are no people: whoever has none has no part in a sum, and the answer says so."""
    result = found("select sum(cost) from people where age < 30;")
    ((people,),) = judged("select count(cost) from people where age < 30")
    assert [one.people for one in result.answers] == [people]
    assert query_log.SUMMED in result.notes


UNREAD, GROUPING = query_log.UNREAD, query_log.GROUPING

LEFT_OUT = {
    "select count(*) from people join towns using (town)": "a join",
    "select count(*) from people, towns": "a join",
    "with p as (select * from people) select count(*) from p": "a with clause",
    "select count(*) from people union all select count(*) from people": "a union of queries",
    "select count(*) from (select * from people where age < 3) x": UNREAD,
    "select count(*) from (select age from people) x": "a query in the query",
    "select count(*) from people where age in (select 3)": "a query in the query",
    "select count(*) from people where age = (select max(age) from people)": "a query in the query",
    "select born, count(*) from people group by born having count(*) > 3": "a having clause",
    "select born, count(*) from people group by born limit 3": "a limit",
    "select born, count(*) from people group by born offset 3": "a limit",
    "select distinct count(*) from people": "distinct rows",
    "select count(*) from people tablesample 10 percent": "a sample",
    "select count(*) from people using sample 10": "a sample",
    "select count(*) over () from people": "a window",
    "select count(*) from people qualify row_number() over () = 1": "a window",
    "select born, count(*) from people group by cube (born)": GROUPING,
    "select born, count(*) from people group by rollup (born)": GROUPING,
    "select born, count(*) from people group by grouping sets ((born), ())": GROUPING,
    "select born, count(*) from people group by all": GROUPING,
    "select year(born), count(*) from people group by year(born)": GROUPING,
    "select count(*) from people group by year(born)": GROUPING,
    "select year(born) as cost, count(*) from people group by cost": GROUPING,
    "select age as cost, count(*) from people group by cost": GROUPING,
    "select count(*) from people where born < current_date": query_log.CONDITION,
    "select count(*) from people where random() < 0.5": query_log.CONDITION,
    "select count(*) from people where age < ?": query_log.CONDITION,
    "select count(*) from people where age + 1 < 30": query_log.CONDITION,
    "select count(*) from people where lower(\"Town of birth\") = 'ulm'": query_log.CONDITION,
    "select count(*) from people where born = 'today'": "a date that changes",
    "select count(*) from people where born = cast('now ' as date)": "a date that changes",
    "select avg(age) from people": "a count or sum that is not read",
    "select sum(age + 1) from people": "a count or sum that is not read",
    "select sum(2) from people": "a count or sum that is not read",
    "select sum(case when age < 30 then 2 else 0 end) from people": "a count or sum that is not read",
    "select count(case when age < 30 then 1 else 0 end) from people": "a count or sum that is not read",
    "select count(distinct age) from people": "a count of values, and not of people",
    "select count(*) - 1 from people": "a count or sum that is not read",
    "select max(age), count(*) from people": "a count or sum that is not read",
    "select born from people group by born": "no count and no sum",
    "select * from people": "no count and no sum",
    "select 1": "no count and no sum",
    "select count(*) from others": "another relation",
    "select count(*) from read_csv('people')": "another relation",
    "select count(*) from people where others.age = 3": "another relation",
    "select count(*) from people where aeg = 3": "a column that the relation lacks",
    "select aeg, count(*) from people group by aeg": "a column that the relation lacks",
    "select count(*) from people where age < 'old'": "a condition that the database refuses",
    "select who, age, count(*) from people group by who, age": "more than 300 answers",
    "create table x as select count(*) from people": "no select",
    "delete from people": "no select",
    "select count(*) frm people wher": "a text that is no SQL",
    "select 'a": "a text that is no SQL",
}
"""Queries that are not read, each with the reason."""


@pytest.fixture(scope="module")
def left_out(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Counter[str]]:
    """Why each query is left out, before a database is asked."""
    path = tmp_path_factory.mktemp("log") / "log.sql"
    reasons = {}
    for text in LEFT_OUT:
        path.write_text(text + ";")
        reasons[text] = read_log(path, DIALECTS["duckdb"], "people", None).left_out
    return reasons


OPENED = ("a column that the relation lacks", "a condition that the database refuses", "more than 300 answers")


@pytest.mark.parametrize("text", LEFT_OUT)
def test_what_is_not_understood_is_left_out(text: str, left_out: dict[str, Counter[str]]) -> None:
    """No query is guessed: each has its reason, in the syntax or with the database."""
    reason = LEFT_OUT[text]
    if reason not in OPENED:
        assert left_out[text] == {reason: 1}
        return
    result = found(f"select count(*) from people; {text};")
    assert result.log == (2, 1, ((reason, 1),))
    assert [one.people for one in result.answers] == [400]


def test_records_are_no_people_where_these_are_told_apart() -> None:
    with pytest.raises(SpecError, match=r"no query of log\.sql was read: 1 with a count of records"):
        found("select count(*) from people;", individual="who")


@pytest.mark.parametrize(
    ("relation", "tables", "read"),
    [
        ("people", ("people", "PEOPLE", "main.people", "d.main.people"), 4),
        ("main.people", ("people", "archive.people", "main.people", "peoples"), 2),
        ("people", ("main.people", "archive.people"), None),
        (None, ("people", "others"), None),
        (None, ("people", "main.people"), 2),
    ],
)
def test_a_query_of_another_schema_is_of_another_relation(
    relation: str | None, tables: tuple[str, ...], read: int | None, tmp_path: Path
) -> None:
    """As far as both names say a schema, it has to be the same; two schemas are never guessed."""
    path = tmp_path / "log.sql"
    path.write_text(";".join(f"select count(*) from {table}" for table in tables))
    if read is None:
        with pytest.raises(SpecError, match="name one with its schema"):
            read_log(path, DIALECTS["duckdb"], relation, None)
        return
    log = read_log(path, DIALECTS["duckdb"], relation, None)
    assert (len(log.queries), log.left_out[query_log.ANOTHER]) == (read, len(tables) - read)


def test_each_dialect_reads_its_own_quotes(tmp_path: Path) -> None:
    """A name in the quotes of a dialect is written back in them."""
    path = tmp_path / "log.sql"
    ticks = {"mysql", "mariadb", "bigquery", "spark", "databricks"}
    for name, dialect in DIALECTS.items():
        quotes = "``" if name in ticks else "[]" if name == "sqlserver" else '""'
        start, end = quotes[0], quotes[1]
        path.write_text(f"select count(*) from {start}people{end} where {start}the town{end} = 'ab' and age <= 30;")
        log: QueryLog = read_log(path, dialect, "people", None)
        assert [one.columns for one in log.queries] == [{"the town", "age"}], name
        assert f"{start}the town{end}" in log.queries[0].conditions[0]


def test_a_log_is_asked_of_the_database_of_its_url() -> None:
    """SQLite has the values of the groups, and counts their people."""
    with closing(sqlite3.connect("d.sqlite")) as own:
        own.execute("create table visits (id integer, ward text, stay real)")
        rows = [(number, [None, "it's", "B"][number % 3], number % 4 / 3) for number in range(40)]
        own.executemany("insert into visits values (?, ?, ?)", rows)
        own.commit()
        texts = ["select ward, count(*) from main.visits where id <> 7 group by ward", "select count(*) from visits v"]
        texts += ["select v.stay, sum(1) from visits v where v.ward is not null group by 1"]
        counts = [own.execute(text).fetchall() for text in texts]
    Path("log.sql").write_text(";".join(texts))
    result = sqlmetrics.published_answers("visits", url="sqlite:///d.sqlite", log="log.sql")
    expected = Counter(row[-1] for group in counts for row in group)
    assert Counter(answer.people for answer in result.answers) == expected
    assert len(result.answers) == 3 + 1 + 4


SPEC = """
relation: people.parquet
outputs: {log: logs/log.sql, minimum_frequency: 5}
thresholds: {differenced_groups: 0}
"""


def test_a_spec_has_a_log_and_the_verdict_says_what_was_read(run: Command) -> None:
    Path("s/logs").mkdir(parents=True)
    Path("people.parquet").rename("s/people.parquet")
    Path("s/logs/log.sql").write_text(LOG)
    Path("s/s.yml").write_text(SPEC)
    ended = run("check", "s/s.yml", "-f", "json")
    (job,) = json.loads(ended.out)["jobs"]
    assert job["outputs"]["log"] == {"queries": 4, "read": 3, "left_out": {"a count or sum that is not read": 1}}
    sentence = "3 of 4 queries of the log were read; left out: 1 with a count or sum that is not read"
    assert sentence in job["notes"]
    assert sentence in " ".join(run("check", "s/s.yml").out.split())
    assert "age < 58" not in ended.out
    assert run("outputs", "s/people.parquet", "--log", "s/logs/log.sql").code == 0
    printed = run("outputs", "s/people.parquet", "--log", "s/logs/log.sql", "--print-sql").out
    assert "combination of 2 answers" in printed
    assert "groups of a log are left out" in printed


REFUSED = {
    "no query": (
        "select 1; select max(age) from people;",
        "no query of log.sql was read: 1 with no count and no sum and 1",
    ),
    "nothing": ("-- nothing\n", "no query of log.sql was read: it has none"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_log_without_a_query_that_is_read_ends_in_one_sentence(case: str, run: Command) -> None:
    text, message = REFUSED[case]
    Path("log.sql").write_text(text)
    ended = run("outputs", "people.parquet", "--log", "log.sql")
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert message in ended.err


def test_wrong_use_of_a_log_ends_in_one_sentence(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("log.sql").write_text(LOG)
    for words, message in (
        (("--log", "none.sql"), "no such log: none.sql"),
        (("--log", "log.sql", "--where", "age > 3"), "the queries of a `log` (--log) are about all"),
        (("--log", "log.sql", "--keys", "age"), "which `keys` (--keys) says nothing of"),
    ):
        ended = run("outputs", "people.parquet", *words)
        assert (ended.code, ended.err.count("\n"), message in ended.err) == (2, 1, True), ended.err
    monkeypatch.setattr(query_log, "find_spec", lambda _: None)
    ended = run("outputs", "people.parquet", "--log", "log.sql")
    assert (ended.code, "pip install 'sqlmetrics[log]'" in ended.err) == (2, True)
