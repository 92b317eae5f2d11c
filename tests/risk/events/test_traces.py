"""Whole traces: people whose sets of points are the same are a class, scored as any table."""

from __future__ import annotations

import random
from typing import Any

import duckdb
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pytest

import sqlmetrics
from engines import Database
from events import as_table, random_events, traces_of
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.events.question import points_plan
from sqlmetrics.risk.events.traces import of_traces, traces_plan
from sqlmetrics.scoring.question import Asked
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.statement import statement


@pytest.mark.parametrize("seed", range(100, 115))
def test_every_metric_is_that_of_a_table_of_traces(seed: int) -> None:
    """The scores are those of a table with a record for each person, and the trace as a text."""
    rows = random_events(random.Random(seed))
    traces = traces_of(rows)
    secrets: dict[int, Any] = {row[0]: row[3] for row in rows}
    words: dict[str, Any] = {"sensitive": "secret", "metrics": ["all"], "look": False}
    known: dict[str, Any] = {"individual": "person", "known": "all"}
    found = sqlmetrics.score(as_table(rows), ["place", "hour"], **words, **known)
    frame: dict[str, list[Any]] = {
        "trace": [str(sorted(points, key=str)) for points in traces.values()],
        "secret": [secrets[person] for person in traces],
    }
    expected = sqlmetrics.score(frame, "trace", **words)
    assert found.records == len(rows)
    assert [score.metric for score in found] == [score.metric for score in expected]
    for own, other in zip(found, expected, strict=True):
        assert own.value == (None if other.value is None else pytest.approx(other.value, abs=1e-12)), own.metric
        assert own.quasi_identifiers == "place,hour"
        assert own.parameter("known") == "all"


def test_points_are_told_apart_as_a_whole() -> None:
    """Traces with the same places and the same hours, but other points, are two."""
    table = {"p": [1, 1, 2, 2], "place": ["a", "b", "a", "b"], "hour": [1, 2, 2, 1]}
    words: dict[str, Any] = {"individual": "p", "known": "all", "metrics": "k_anonymity"}
    assert sqlmetrics.score(table, ["place", "hour"], **words)["k_anonymity"] == 1
    again = {"p": [1, 1, 2, 2, 3, 3], "place": ["a", "b"] * 3, "hour": [1, 2, 2, 1, 1, 2]}
    assert sqlmetrics.score(again, ["place", "hour"], **words)["k_anonymity"] == 1
    assert sqlmetrics.score(again, "place", **words)["k_anonymity"] == 3


def test_a_person_has_one_value_of_a_secret() -> None:
    """People with several values of a sensitive attribute are counted in the message."""
    words: dict[str, Any] = {"individual": "p", "known": "all"}
    with pytest.raises(SpecError, match=r"1 person of .* has several values of 's'"):
        sqlmetrics.score({"p": [1, 1, 2], "a": [1, 2, 3], "s": ["x", None, "y"]}, "a", "s", **words)


def test_targets_are_for_some_points() -> None:
    """Of whole traces nobody is drawn."""
    words: dict[str, Any] = {"individual": "p", "known": "all", "targets": 5}
    with pytest.raises(SpecError, match="`targets` does not go with `known: all`: it looks at everybody"):
        sqlmetrics.score({"p": [1], "a": [1]}, "a", **words)


@pytest.mark.parametrize(
    ("secrets", "words"),
    [
        (["u", "w", "v", "v"], {"partitions": {"s": {"mapping": {"u": "U", "w": "U", "v": "V"}}}}),
        (["u", None, "v", "v"], {"nulls": "drop"}),
    ],
)
def test_a_person_is_one_record(secrets: list[str | None], words: dict[str, Any]) -> None:
    """Values that a partition makes one, or that are left out, make no second person."""
    table = {"p": [1, 1, 2, 2], "a": ["x", "y", "x", "y"], "s": secrets}
    scores = sqlmetrics.score(table, "a", "s", individual="p", known="all", look=False, **words)
    assert {score.records for score in scores} == {2}
    assert scores.value("k_anonymity") == 2
    assert scores.value("alpha_k_anonymity") == 0.5


@pytest.mark.parametrize("metrics", ["all", "discrimination_rate", "k_anonymity"])
def test_the_printed_statement_says_what_cannot_be_scored(metrics: str) -> None:
    """Alone it has a reason for each score that the product refuses, and the others are right."""
    places = {"a": "A", "b": "A"}
    events = {
        "p": [1, 1, 2, 3, None],
        "a": ["a", "b", "a", "c", "d"],
        "s": ["u", "v", "u", "u", "u"],
        "t": [1, 1, 2, 2, 1],
    }
    words: dict[str, Any] = {"individual": "p", "known": "all", "metrics": metrics}
    words |= {"quasi_identifiers": ["a"], "sensitive": ["s", "t"] if metrics != "k_anonymity" else []}

    def printed(**more: Any) -> list[tuple[Any, ...]]:
        with duckdb.connect() as connection:
            connection.register("events", pa.table(events))
            return connection.execute(sqlmetrics.sql("events", **words, **more)).fetchall()

    several = {row[9] for row in printed() if row[1] == "s"}
    assert several == ({"people have several values of it"} if metrics != "k_anonymity" else set())
    one_value = sqlmetrics.score(events, look=False, **words | {"sensitive": words["sensitive"][1:]})
    others = [row[8] for row in printed() if row[1] != "s"]
    assert others == [None if one.value is None else pytest.approx(one.value) for one in one_value]
    lost = printed(partitions={"a": {"mapping": places}})
    assert {(row[8], row[9]) for row in lost} == {(None, "a partition has no domain for some values")}
    mapped = printed(partitions={"a": {"mapping": places, "unmapped": "keep"}})
    assert any(row[8] is not None for row in mapped)


@pytest.mark.engines("quick")
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"sensitive": ["s"], "partitions": {"s": ["raw", {"cuts": [5, 30]}]}},
        {"sensitive": ["s", "h"], "nulls": "drop"},
        {"sensitive": ["s"], "partitions": {"g": {"mapping": {"1": "one"}}}},
    ],
    ids=["identity", "secret", "several values", "values without a domain"],
)
def test_engines_give_the_same_scores(more: dict[str, Any], engine: Database, truth: Database) -> None:
    """The scores of whole traces, and the reasons, are those of DuckDB."""

    def rows(database: Database) -> list[tuple[Any, ...]]:
        words = {"relation": "t", "quasi_identifiers": ["k", "y", "g"], "individual": "p", "known": "all", **more}
        spec = spec_over(words, "the test")
        name = database.relation("t")
        own = f"(select p as person, min(y) as s from {name} source group by p)"
        relation = f"(select t.k, t.y, t.g, t.p, t.y as h, own.s from {name} t join {own} own on own.person = t.p)"
        asked = Asked(points_plan(spec), database.facts, relation, None, [])
        plan, _, people, _, _ = of_traces(spec, traces_plan(spec), asked)
        return database.rows(statement(plan, "t", plan_entries(plan, people, needed=True), database.facts))

    for own, duck in zip(rows(engine), rows(truth), strict=True):
        assert own[:8] + own[9:] == duck[:8] + duck[9:]
        assert own[8] == (None if duck[8] is None else pytest.approx(float(duck[8]), rel=1e-9, abs=1e-12)), own[0]
