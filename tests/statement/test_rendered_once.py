"""A statement of a plan is rendered once, and of any other plan anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sqlmetrics.statement import render as rendering
from sqlmetrics.statement.dialects import DIALECTS, DUCKDB
from sqlmetrics.statement.render import LONGEST_KEY, MOST_TEXTS, render


@pytest.fixture(autouse=True)
def rendered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Return the list of the arguments that were rendered, by a macro that returns their text."""
    rendering._package.cache_clear()
    calls: list[Any] = []

    def shown(value: Any) -> str:
        calls.append(value)
        return repr(value)

    own = rendering._Package.__getitem__
    asked = {"score", "count_table"}  # others tell how the dialect quotes
    monkeypatch.setattr(
        rendering._Package, "__getitem__", lambda package, name: shown if name in asked else own(package, name)
    )
    yield calls
    rendering._package.cache_clear()


def test_equal_plans_are_rendered_once(rendered: list[Any]) -> None:
    """Whoever made the entries, and once in each dialect."""
    for _ in range(3):
        assert render("score", {"keys": ["age"], "often": 30}) == "{'keys': ['age'], 'often': 30}"
    assert len(rendered) == 1
    render("score", {"keys": ["age"], "often": 30}, dialect=DIALECTS["postgres"])
    render("count_table", {"keys": ["age"], "often": 30})
    assert len(rendered) == 3


@pytest.mark.parametrize("other", [{"a": True}, {"a": 1.0}, {"a": "1"}, {"a": 2}, {"b": 1}, {"a": [1]}, {"a": None}])
def test_a_plan_with_another_value_or_type_is_another(other: Any) -> None:
    """As True and 1.0 are other texts than 1, though they are equal in Python."""
    assert render("score", {"a": 1}) == "{'a': 1}"
    assert render("score", other) == repr(other)
    assert render("score", {"a": 1}) == "{'a': 1}"


class Marked(str):
    """A text that macros treat as another."""


@pytest.mark.parametrize("value", ["age", {"a": Marked("x")}, {"a": "x" * LONGEST_KEY}, {"a": object()}])
def test_other_arguments_are_rendered_each_time(value: Any, rendered: list[Any]) -> None:
    """Texts alone, values of other types, and long ones, which may hold values of the data."""
    for _ in range(2):
        render("score", value)
    assert len(rendered) == 2


def test_few_texts_are_kept(rendered: list[Any]) -> None:
    """The one that was asked for longest ago goes first."""
    for number in range(MOST_TEXTS):
        render("score", {"a": number})
    render("score", {"a": 0})
    render("score", {"a": MOST_TEXTS})
    assert len(rendered) == MOST_TEXTS + 1
    render("score", {"a": 0})
    assert len(rendered) == MOST_TEXTS + 1
    render("score", {"a": 1})
    assert len(rendered) == MOST_TEXTS + 2
    assert len(rendering._package(DUCKDB)._texts) == MOST_TEXTS
