"""No line of a printed statement is wider than a page, and its words stay as they are."""

from __future__ import annotations

from typing import Any

import pytest
import sqlglot

import sqlmetrics
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import narrow
from sqlmetrics.statement.width import WIDTH, Quotes, replaced, within_width

PLAIN: Quotes = {"escapes": False, "brackets": False}
ESCAPES: Quotes = {"escapes": True, "brackets": False}
BRACKETS: Quotes = {"escapes": False, "brackets": True}

KEYS: dict[str, Any] = {"quasi_identifiers": ["age", "education"], "sensitive": ["vote"]}

FORMS: dict[str, dict[str, Any]] = {
    "all metrics": {"metrics": ["all"]},
    "near-unique keys": {"plan": "near-unique"},
    "sorted keys": {"plan": "sorted"},
    "classes": {"level": "class"},
    "slices": {"by": "party"},
    "two points": {"individual": "person", "known": 2},
    "all points": {"individual": "person", "known": "all"},
    "earlier releases": {"previous": ["earlier"]},
    "an estimate": {"estimate": 0.5},
    "records that agree": {"nulls": "any"},
    "attackers": {"quasi_identifiers": (), "attackers": {"a": ["age"], "b": ["education"]}},
    "weights and households": {"weight": "w", "household": "h"},
    "a sample": {"population_size": 9999},
    "attributes together": {"sensitive": ["vote", "party"], "harmonise": True},
    "a long name": {"quasi_identifiers": ["what the person said on " + "the first day " * 9]},
}
"""Questions in each form that a statement takes."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("form", FORMS)
def test_no_line_is_wider_than_a_page(form: str, dialect: str) -> None:
    """But where one name or text alone is wider."""
    try:
        text = sqlmetrics.sql("survey", **KEYS | FORMS[form], dialect=dialect)
    except SpecError as refused:
        assert "dialect" in str(refused) or dialect in str(refused)  # noqa: PT017 - some have no such statement
        return
    wide = [line for line in text.splitlines() if len(line) > WIDTH]
    assert [line for line in wide if "the first day" not in line] == []


@pytest.mark.parametrize("level", ["table", "class"])
def test_breaking_a_line_changes_no_word(level: Any) -> None:
    """A statement on one line has the same words when it is broken, by another reader."""
    text = sqlmetrics.sql("survey", **KEYS, metrics=["all"], level=level)
    line = " ".join(part.partition("--")[0].strip() for part in text.splitlines())
    broken = narrow(line)
    assert max(map(len, broken.splitlines())) <= WIDTH
    assert broken.count("\n") > 50
    assert [token.text for token in sqlglot.tokenize(broken)] == [token.text for token in sqlglot.tokenize(line)]


LONG = "some words and others " * 6


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        (f"'{LONG}'", PLAIN),
        (f"'it''s {LONG}'", PLAIN),
        (f"'C:\\'||'{LONG}'", PLAIN),
        (f"'it\\'s {LONG}'", ESCAPES),
        (f'"{LONG}"', PLAIN),
        (f"`{LONG}`", PLAIN),
        (f"[it's {LONG}]", BRACKETS),
    ],
)
def test_texts_and_names_are_whole(text: str, quotes: Quotes) -> None:
    """Whatever a text or a name holds, and however it is quoted, no blank in it becomes a line."""
    statement = f"select {text} as a_long_name, another_column, and_a_third_one_of_them from somewhere"
    broken = within_width(statement, quotes)
    assert text in broken
    assert broken.split() == statement.split()
    assert broken != statement


@pytest.mark.parametrize(
    "text", [f"$$ {LONG} $$", f"E'it\\'s {LONG}'", f"1 /* it's {LONG} */", f"1 # it's {LONG}", f"'{LONG}"]
)
def test_what_one_engine_alone_reads_keeps_its_lines(text: str) -> None:
    """A condition of the user's may quote in ways that are not known here."""
    statement = f"select 1 from survey where note = {text}"
    assert within_width(statement, PLAIN) == statement


def test_a_comment_at_the_end_goes_before() -> None:
    """So that it ends no line of the statement but its own."""
    sums = ", ".join(f"sum(part_{number}) as part_{number}" for number in range(5))
    assert within_width(f"    select {sums}  -- H(X|Y=y)", PLAIN).splitlines() == [
        "    -- H(X|Y=y)",
        "    select sum(part_0) as part_0, sum(part_1) as part_1, sum(part_2) as part_2, sum(part_3) as part_3,",
        "        sum(part_4) as part_4",
    ]


def test_a_part_is_found_over_the_ends_of_lines() -> None:
    """A name takes the place of a reader, whose lines ended where the page did."""
    assert replaced("from (select a\n        from b) x", "(select a from b)", "t\\1") == "from t\\1 x"
