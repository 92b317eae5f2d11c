"""All scores: under their questions, a column per target, and why there is no value."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from certificates import KNOWN, UNKNOWN, WITHHELD, certificate, said_on_page, score, words_of
from sqlmetrics.certificate.certificate import ScoreFigure
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.page.scores import scores, value
from sqlmetrics.statement.catalogue import metrics

INFINITE = Figure(None, "infinite", "infinite: a class lacks a value that the table has")


def tables(*found: ScoreFigure) -> list[Any]:
    """Return the tables of scores."""
    found_tables: list[Any] = scores(certificate(scores=found)).tables
    return found_tables


def rows_of(table: Any) -> list[Any]:
    """Return the metrics of a table, question by question."""
    return [row for rows in table.groups.values() for row in rows]


def compared(*found: ScoreFigure) -> list[str]:
    """Return what a page says of the standing of scores among public surveys."""
    page = page_html(certificate(scores=found))
    return [words_of(text) for text in re.findall(r"<small>(.*?)</small>", page, re.DOTALL) if "surveys" in text]


def test_every_metric_stands_once_under_its_question() -> None:
    """The questions and the metrics keep the catalogue's order, and say their meaning."""
    every = [replace(score(metric.name, 0.5), unit=metric.unit) for metric in metrics()]
    (table,) = tables(*every)
    rows = rows_of(table)
    assert sorted(row.title for row in rows) == sorted(metric.title for metric in metrics())
    assert [*table.groups] == list(dict.fromkeys(metric.question for metric in metrics()))
    assert {row.meaning for row in rows} == {metric.plain for metric in metrics()}


def test_targets_are_columns_and_the_identity_is_who_it_is() -> None:
    """A metric that a target has no score of has an empty cell there."""
    (table,) = tables(score("k_anonymity", 3.0, unit="individuals"), score("itpr", 0.5), score("itpr", 0.25, "disease"))
    assert table.targets == ("who it is", "disease")
    assert [(row.title, row.values, row.unit) for row in rows_of(table)] == [
        ("k-anonymity", [("3", None), ("", None)], "individuals ↓"),
        ("Information-theoretic privacy risk (ITPR)", [("0.5", None), ("0.25", None)], "share ↑"),
    ]


def test_the_reason_stands_with_the_score() -> None:
    """The same reason is said once, several with their targets, in the words of the page."""
    strict = "delta_disclosure_strict"
    (table,) = tables(score(strict, INFINITE, "a", "nats"), score(strict, INFINITE, "b", "nats"))
    (row,) = rows_of(table)
    assert (row.values, row.reasons) == (
        [("infinite", None), ("infinite", None)],
        ("Infinite: a group lacks a value that the table has.",),
    )
    (table,) = tables(score("itpr", UNKNOWN, "a"), score("itpr", WITHHELD, "b"), score("itpr", 0.1, "c"))
    (row,) = rows_of(table)
    assert row.values == [("not measured", None), ("withheld", None), ("0.1", None)]
    assert row.reasons == ("Not measured: nobody is left.",)


def test_public_surveys_are_compared_with_and_never_judged_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """A score has the surveys with a lower one beside it; no verdict or condition speaks of them.

    Nothing is said of bounds, of rounded figures that leave it open, and of recoded targets.
    """
    monkeypatch.setattr(
        "sqlmetrics.risk.public_surveys.survey_values",
        lambda metric, form, of_identity: {
            ("itpr", "grouped", False): (0.1, 0.3, 0.5),
            ("a_know", "grouped", False): (0.1, 0.3),
            ("a_know", "collected", False): (0.6, 0.8),
        }.get((metric, form, of_identity), ()),
    )
    open_, told = Figure(0.3, "about", None, 0.25, 0.35), Figure(0.4, "about", None, 0.35, 0.45)
    disease, income = score("itpr", told, "disease"), score("itpr", 0.5, "income")
    assert compared(score("itpr", 0.9), disease, income) == [
        "disease, income: Higher than in 2 of 3 public surveys in groups of 11 or more; that is no limit."
    ]
    assert compared(score("a_know", 0.7, "disease")) == [
        "Higher than in 1 of 2 public surveys as they were collected, and than in 2 of them in groups of 11 or more;"
        " that is no limit."
    ]
    for one in (score("itpr", open_, "disease"), score("itpr", WITHHELD, "disease"), replace(income, partition="wide")):
        assert compared(one) == []
    html = page_html(certificate(scores=(disease,)))
    assert html.count("public surveys") == html.partition('id="h-scores"')[2].count("public surveys") == 1


def test_why_scores_are_bounds_is_said_once() -> None:
    """The lead says it for all of them."""
    bound = Figure(5, "under", "more would tell of few people")
    near = Figure(0.24, "about", None, 0.21, 0.26)
    made = certificate(scores=(score("k_anonymity", bound), score("itpr", bound), score("a_acc", near)))
    (lead,) = said_on_page(made, "scores")
    assert lead.endswith(" A bound, or “withheld”, stands where more would tell of few people.")
    assert lead.count("would tell") == 1
    assert "the score surely lies between" in lead
    rows = rows_of(scores(made).tables[0])
    assert ("about 0.24", "0.21 to 0.26") in [row.values[0] for row in rows]
    assert "bound" not in said_on_page(certificate(), "scores")[0]


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (Figure(0.0), "0"),
        (Figure(1.0), "1"),
        (Figure(0.99999), "over 0.999"),
        (Figure(0.0171), "0.0171"),
        (Figure(5, "under"), "under 5"),
        (Figure(0.2, "over"), "over 0.2"),
        (Figure(0.0171, "up to"), "up to 0.0171"),
        (WITHHELD, "withheld"),
        (UNKNOWN, "not measured"),
        (INFINITE, "infinite"),
    ],
)
def test_a_value_is_a_number_a_bound_or_a_word(figure: Figure, text: str) -> None:
    """Nothing short of certainty is 1."""
    assert value(figure) == text


def test_more_than_four_targets_have_further_tables() -> None:
    """The meanings stand in the first table only."""
    first, second = tables(*(score("itpr", 0.5, name) for name in "abcde"))
    assert (first.targets, second.targets) == (("a", "b", "c", "d"), ("e",))
    assert [rows_of(table)[0].meaning is None for table in (first, second)] == [False, True]


def test_scores_with_other_known_columns_say_so() -> None:
    """One target can be measured with several sets of known columns."""
    more = replace(score("itpr", 0.75, "disease"), known=(*KNOWN, "job"))
    (table,) = tables(score("itpr", 0.5, "disease"), more)
    assert table.targets == ("disease", "disease, knowing job too")
    (table,) = tables(
        replace(score("itpr", 0.5), known=("age", "job", "pay", "town")),
        replace(score("itpr", 0.5), known=("age", "job", "pay", "disease")),
        replace(score("itpr", 0.5, "disease"), known=("age", "job", "pay", "town")),
        replace(score("itpr", 0.5, "disease"), known=("age",)),
    )
    assert table.targets == (
        "who it is, knowing all but disease",
        "who it is, knowing all but town",
        "disease, knowing all others",
        "disease",
    )
    (table,) = tables(replace(score("itpr", 0.5, "disease"), partition="groups"))
    assert table.targets == ("disease, as groups",)


def test_parameters_stand_with_the_title() -> None:
    """A value that depends on a parameter is not told without it."""
    (table,) = tables(replace(score("records_at_risk", 0.1), parameters="threshold=0.2"))
    assert rows_of(table)[0].title == "Records at risk (threshold=0.2)"


def test_a_page_without_scores_is_whole() -> None:
    """No fold is drawn for nothing."""
    assert "All scores: " not in page_html(certificate(scores=()))
