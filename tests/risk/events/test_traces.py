"""Whole traces: people whose sets of points are the same are a class, scored as any table."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sqlmetrics
from engines import Database
from events import as_table, random_events, traces_of
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.events.question import points_plan
from sqlmetrics.risk.events.traces import traces_plan, traces_sql
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
    with pytest.raises(SpecError, match="leave `targets` out"):
        sqlmetrics.score({"p": [1], "a": [1]}, "a", **words)


@pytest.mark.engines("quick")
def test_engines_give_the_same_scores(engine: Database, truth: Database) -> None:
    """The scores of whole traces are those of DuckDB."""

    def rows(database: Database) -> list[tuple[Any, ...]]:
        words: dict[str, Any] = {
            "relation": "t",
            "quasi_identifiers": ["k", "y", "g"],
            "individual": "p",
            "known": "all",
        }
        spec = spec_over(words, "the test")
        relation = traces_sql(spec, points_plan(spec), database.relation("t"), database.facts)
        plan = traces_plan(spec)
        return database.rows(statement(plan, "t", plan_entries(plan, relation, needed=True), database.facts))

    for own, duck in zip(rows(engine), rows(truth), strict=True):
        assert [own[0], own[2]] == [duck[0], duck[2]]
        assert own[8] == (None if duck[8] is None else pytest.approx(float(duck[8]), rel=1e-9)), own[0]
