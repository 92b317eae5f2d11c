"""A statement of one metric holds what the metric needs, and nothing else."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

import sqlmetrics


def test_k_alone_is_short() -> None:
    """The smallest class is a count, a minimum, and the record; no sensitive attribute is read."""
    statement = sqlmetrics.sql("people", ["age", "zip"], ["disease"], metrics=["k_anonymity"])
    assert len([line for line in statement.splitlines() if not line.startswith("--")]) <= 26
    assert statement.count("group by") == statement.count("count(*)") == 1
    assert "ln(" not in statement
    assert "disease" not in statement


CHANGES: list[dict[str, Any]] = [
    {"individual": "u", "sensitive": ["s"]},
    {"nulls": "drop"},
    {"suppressed": "4"},
]
"""What is asked beside the plain question."""


def alone_and_among_all(level: str, change: dict[str, Any], picked: slice) -> None:
    """Compare each of some metrics, scored alone, with its records among those of all metrics."""
    asked: dict[str, Any] = {"quasi_identifiers": ["a", "b"], "sensitive": ["s", "u"], "population": "t"} | change
    asked |= {"weight": "w", "household": "h"}
    asked |= {"orders": dict.fromkeys(asked["sensitive"], "natural"), "level": level}
    with duckdb.connect() as connection:
        connection.execute(
            "create table t as select i % 7 as a, i % 3 as b, i * i % 11 % 3 + 1 as s, i % 5 as u, 5 + i % 5 as w,"
            " i // 4 as h"
            " from range(90) r(i) union all select 4, 9, 1, 0, 5, 1"
        )
        every = sqlmetrics.score("t", **asked, metrics=["all"], connection=connection)
        for metric in list(dict.fromkeys(score.metric for score in every.scores))[picked]:
            alone = sqlmetrics.score("t", **asked, metrics=[metric], connection=connection)
            expected = [score for score in every.scores if score.metric == metric]
            assert len(alone.scores) == len(expected)
            for one, other in zip(alone.scores, expected, strict=True):
                assert one._replace(value=None) == other._replace(value=None)
                assert one.value == (None if other.value is None else pytest.approx(other.value, rel=1e-12, abs=1e-12))


@pytest.mark.parametrize("level", ["table", "class"])
def test_a_metric_alone_is_the_number_among_all(level: str) -> None:
    """A shorter statement gives the same records as the one of all metrics.

    Each metric is asked plainly, or with one of the changes.
    """
    questions: list[dict[str, Any]] = [{}, *CHANGES]
    for place, question in enumerate(questions):
        alone_and_among_all(level, question, slice(place, None, len(questions)))


@pytest.mark.thorough
@pytest.mark.parametrize("level", ["table", "class"])
@pytest.mark.parametrize("change", [{}, *CHANGES], ids=lambda change: next(iter(change), "none"))
def test_a_metric_alone_is_the_number_with_every_change(level: str, change: dict[str, Any]) -> None:
    """A shorter statement of every metric gives the same records, with every change and without."""
    alone_and_among_all(level, change, slice(None))
