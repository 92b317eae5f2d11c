"""The statements of known points give score records, alone as in the product, on every engine."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import Run
from engines import Database, Row
from events import as_table, random_events
from sqlmetrics.engine.drivers import value_hash
from sqlmetrics.risk.events.question import events_plan, points_query, target_plan
from sqlmetrics.risk.events.sets import Sets
from sqlmetrics.scoring.question import Asked
from sqlmetrics.scoring.scores import BOUNDS, COLUMNS
from sqlmetrics.spec.reading import spec_over

WORDS: dict[str, Any] = {"quasi_identifiers": ["place", "hour"], "individual": "person"}

QUESTIONS: list[dict[str, Any]] = [
    {"sensitive": "secret", "targets": "all"},
    {"sensitive": "secret", "targets": 4, "parameters": {"threshold": 0.4}},
    {"targets": 3, "metrics": ["unicity"], "partitions": {"place": {"prefix": 0}}},
    {
        "sensitive": "secret",
        "targets": "all",
        "nulls": "drop",
        "partitions": {"secret": ["raw", {"name": "m", "mapping": {"x": "X", "y": "X"}}]},
    },
]
"""What is asked of random events."""


def printed(table: object, **words: Any) -> list[Row]:
    """Return the rows of the printed statements, run in DuckDB by themselves."""
    with duckdb.connect() as connection:
        connection.register("events", table)
        statements = sqlmetrics.sql("events", **WORDS, **words).split(";\n")
        return [row for text in statements if text.strip() for row in connection.execute(text).fetchall()]


@pytest.mark.parametrize("seed", range(200, 212))
def test_the_printed_statements_give_the_scores(seed: int) -> None:
    """Their rows are the records of `score`, with the ends of intervals behind them."""
    table = as_table(random_events(random.Random(seed)))
    words = QUESTIONS[seed % len(QUESTIONS)] | {"known": seed % 3 + 1}
    scores = sqlmetrics.score(table, **WORDS, **words, look=False)
    names = [*(name if name != "class" else "class_" for name in COLUMNS), *BOUNDS]
    assert printed(table, **words) == [tuple(getattr(score, name) for name in names) for score in scores]


def test_each_printed_statement_runs_by_itself() -> None:
    """SQLite's driver takes one at a time; who is drawn is known by a function of the session."""
    rows = [(person, place, person % 2) for person in range(6) for place in range(person % 3, 3)]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table events(person, place, secret)")
        connection.executemany("insert into events values (?, ?, ?)", rows)
        connection.create_function("sqlmetrics_value_hash", 1, value_hash, deterministic=True)
        asked: dict[str, Any] = {"known": 2, "individual": "person", "sensitive": "secret", "dialect": "sqlite"}
        text = sqlmetrics.sql("events", ["place"], **asked)
        parts = text.split(";\n")[:-1]
        assert [sqlite3.complete_statement(f"{part};") for part in parts] == [True, True]
        assert [part.splitlines()[0][:14] for part in parts] == ["-- part 1 of 2", "-- part 2 of 2"]
        assert all("function of the session" in part for part in parts)
        found = [{row[1] for row in connection.execute(part)} for part in parts]
    assert found == [{"identity"}, {"secret"}]


@pytest.mark.parametrize(
    ("known", "dialect", "said"), [("all", "sqlite", True), ("2", "sqlite", True), ("2", "duckdb", False)]
)
def test_what_no_console_can_run_is_said_before(run: Callable[..., Run], known: str, dialect: str, said: bool) -> None:
    """A statement that needs the hash of our sessions is printed after a word on that."""
    words = ("sql", "t", "-q", "place", "--individual", "who", "--dialect", dialect)
    printed = run(*words, "--known", known)
    assert (printed.code, "a console of SQLite cannot run this statement" in printed.err) == (0, said)
    assert ("sqlmetrics_value_hash(" in printed.out) is said
    assert run(*words).err == ""
    kept = run(*words, "--known", known, "--as", "view")
    assert ("the hash that our sessions alone have" in kept.err) is said


@pytest.mark.parametrize("share", [None, 0.2, 0.9])
@pytest.mark.parametrize("targets", ["all", 6])
def test_points_to_single_out(targets: str | int, share: float | None) -> None:
    """They are the first whose unicity reaches the share; its intervals make theirs."""
    reached = set()
    words: dict[str, Any] = WORDS | {"known": 3, "targets": targets, "look": False}
    words |= {"metrics": ["unicity", "points_to_single_out"], "parameters": {} if share is None else {"share": share}}
    least = 0.5 if share is None else share
    for seed in range(300, 310):
        rows = random_events(random.Random(seed))
        *scores, needed = sqlmetrics.score(as_table(rows), **words)
        ends = zip(*((score.value, score.high, score.low) for score in scores), strict=True)
        first = [next((p for p, one in enumerate(end, 1) if one is not None and one >= least), None) for end in ends]
        more = 4 if first[0] is None and first[1] is None else first[1]
        assert [needed.value, needed.low, needed.high] == [first[0], more, first[2]]
        assert needed.reason == (None if first[0] else "the known points single out a smaller share")
        assert needed.parameters == f"share={least}, known=3"
        reached.add(first[0])
    assert len(reached) > 1


@pytest.mark.parametrize(
    ("table", "words", "reasons"),
    [
        ({"person": [], "secret": []}, {}, {"nobody has a point"}),
        ({"person": [None], "secret": ["x"]}, {"targets": "all"}, {"nobody has a point"}),
        (
            {"person": [1, 1, 2], "secret": ["x", None, "x"]},
            {"targets": "all"},
            {None, "the known points single out a smaller share", "people have several values of it"},
        ),
        (
            {"person": [1, 2, 2], "secret": ["y", "x", "x"]},
            {"partitions": {"secret": {"mapping": {"x": "X"}}, "hour": {"mapping": {"1": "one"}}}},
            {"a partition has no domain for some values"},
        ),
        (
            {"person": [1, 1, 2], "secret": ["x", "x", "x"]},
            {"metrics": ["k_anonymity", "discrimination_rate", "alpha_k_anonymity"]},
            {"only a bound follows from people who are drawn", "the target has a single value", None},
        ),
    ],
)
def test_reasons(table: dict[str, Sequence[object]], words: dict[str, Any], reasons: set[str | None]) -> None:
    """A score that is undefined is NULL with its reason, and so are the ends of its interval.

    What the product refuses, asking the data first, is a reason in a statement that runs alone.
    """
    events = [(person, "a", 2, secret) for person, secret in zip(table["person"], table["secret"], strict=True)]
    rows = printed(as_table([*events, (1, "a", 2, "x")])[: len(events)], sensitive="secret", known=2, **words)
    assert {row[9] for row in rows} == reasons
    for row in rows:
        value, reason, (low, high) = row[8], row[9], row[13:]
        assert (value is None) == (reason is not None)
        if value is None and not (reason or "").startswith(("only a bound", "the known points")):
            assert (low, high) == (None, None)


@pytest.mark.engines("quick")
@pytest.mark.parametrize(("secret", "events"), [(None, False), ("s", False), (None, True), ("s", True)])
@pytest.mark.parametrize("drawn", [True, False])
def test_engines_give_the_same_records(
    secret: str | None, events: bool, drawn: bool, engine: Database, truth: Database
) -> None:
    """Records are those of DuckDB, whose drawn order and points are the same; so it is without.

    So they are of events, half of which come twice.
    """

    def rows(database: Database, table: str) -> list[Row]:
        name = database.relation(table)
        own = f"(select p as person, min(y) as s from {name} source group by p)"
        both = f"(select k, y, g, p from {name} source union all select k, y, g, p from {name} source where y > 9)"
        relation = f"(select t.k, t.y, t.g, t.p, own.s from {both} t join {own} own on own.person = t.p)"
        words = {"relation": "t", "quasi_identifiers": ["k", "y", "g"], "individual": "p", "known": 3}
        partitions = {"g": {"mapping": {"1": "one"}, "unmapped": "keep"}, "s": {"cuts": [5, 30]}}
        words |= {"sensitive": secret or [], "partitions": partitions if secret else {}}
        plan = events_plan(spec_over(words, "the test"))
        asked = Asked(target_plan(plan, plan.targets[-1]), database.facts, relation, None, [])
        return database.rows(points_query(asked, 3, Sets(drawn, 40 if drawn else None, events)))

    for table in ("t", "empty"):
        for own, duck in zip(rows(engine, table), rows(truth, table), strict=True):
            assert own[:8] + own[9:13] == duck[:8] + duck[9:13]
            for one, other in zip(own[8:9] + own[13:], duck[8:9] + duck[13:], strict=True):
                expected = None if other is None else pytest.approx(float(other), rel=1e-9, abs=1e-12)
                assert (one if one is None else float(one)) == expected, own[0]
