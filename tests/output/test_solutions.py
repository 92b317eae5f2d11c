"""The frontier of advice as a table, a picture and a page."""

from __future__ import annotations

import re

import pytest

import sqlmetrics
from sqlmetrics.advice.frontier import RISK
from sqlmetrics.output.forms import text_in
from sqlmetrics.output.report import Plot, ReportTable
from sqlmetrics.output.results.advice import advice_forms, solutions_picture

PEOPLE = {
    "<b>": ["x", "x", "y", "y", "x", "x", "z", "z"],
    "town": ["a", "b", "a", "b", "a", "b", "a", "b"],
    "age": [1, 1, 2, 2, 1, 2, 3, 3],
}
"""Eight people, of whom two columns of three together tell each apart."""


def advised(**words: object) -> sqlmetrics.Advice:
    """Return the advice with its frontier: no class below two people."""
    thresholds = {"k_anonymity": {"at_least": 2}}
    return sqlmetrics.advise(PEOPLE, [*PEOPLE], thresholds=thresholds, advise={"frontier": True, **words})


def test_the_document_has_every_recoding() -> None:
    """One column alone passes, whichever: worked out by hand, with the average risk."""
    result = advised()
    found = result.to_dict()["frontier"]
    assert (found["complete"], found["bound"]) == (True, None)
    by_levels = {tuple(one["levels"].values()): one for one in found["solutions"]}
    # of any two columns a pair is of one person: (x, 2), (b, 1) and (y, a)
    # fives of ages leave one value, and so the column is left out
    assert {levels: one["scores"][0]["value"] for levels, one in by_levels.items()} == {
        (0, 1, 4): 2,
        (1, 0, 4): 4,
        (1, 1, 0): 2,
    }
    risks = {levels: one[RISK] for levels, one in by_levels.items()}
    assert risks == {(0, 1, 4): 3 / 8, (1, 0, 4): 2 / 8, (1, 1, 0): 3 / 8}


def test_a_steered_frontier_keeps_and_bounds_columns() -> None:
    """A column that is kept stays as it is in every recoding."""
    found = advised(keep=["town"]).frontier
    assert found is not None
    assert [dict(one.levels) for one in found.solutions] == [{"<b>": 1, "town": 0, "age": 4}]


def test_the_report_lists_and_draws_each() -> None:
    """The table has a row per recoding, the plot a point, and the picture a circle."""
    result = advised()
    blocks = advice_forms(result).report().blocks
    assert [len(block.rows) for block in blocks if isinstance(block, ReportTable)][-1] == 3
    assert [len(block.points) for block in blocks if isinstance(block, Plot)] == [3]
    picture = solutions_picture(result)
    assert picture is not None
    assert sorted(point.hollow for point in picture.points) == [False, False, True]


def test_the_page_escapes_names_and_has_the_picture() -> None:
    """A column called like a tag is text, and the figure has a point per recoding."""
    page = text_in(advice_forms(advised()), "html")
    assert "<b>" not in re.sub(r"<b aria-hidden", "", page)
    assert "&lt;b&gt;" in page
    assert page.count("<circle") == 3
    assert page.count("<svg") == 1


def test_a_card_has_the_picture() -> None:
    """A notebook shows the picture in place of the letters of a terminal."""
    card = advised()._repr_html_()
    assert card.count("<circle") == 3
    assert "<pre>" not in card


def test_without_a_recoding_that_passes_there_is_none() -> None:
    """Where nothing passes the frontier is empty, which the report says."""
    result = sqlmetrics.advise(
        PEOPLE, [*PEOPLE], thresholds={"k_anonymity": {"at_least": 9}}, advise={"frontier": True}
    )
    assert result.frontier is not None
    assert result.frontier.solutions == ()
    assert solutions_picture(result) is None
    assert "There is none" in text_in(advice_forms(result), "markdown")


def test_classifiers_weigh_the_cheapest() -> None:
    """Each recoding is a release beside the original: its table, its picture, and its k."""
    town = ["a", "b"] * 20
    people = {
        "age": [1, 1, 2, 2, 3, 3, 4, 4] * 5,
        "town": town,
        "sick": ["yes" if one == "a" else "no" for one in town],
    }
    words = {"frontier": True, "suppress": "10%", "workload": "sick", "classifiers": "majority"}
    thresholds = {"k_anonymity": {"at_least": 8}}
    result = sqlmetrics.advise(people, ["age", "town"], "sick", thresholds=thresholds, advise=words)
    assert result.frontier is not None
    worth = result.frontier.worth
    assert worth is not None
    of_place = [tuple(one.levels.values()) for one in result.frontier.solutions]
    assert sorted(of_place) == [(0, 1), (4, 0)]  # fives of ages leave one: the column is left out
    by_town, by_age = (f"recoding {1 + of_place.index(levels)}" for levels in [(4, 0), (0, 1)])
    # the town tells who is sick; age alone, in classes of ten, tells nobody
    assert worth.value("u_san", release=by_town, measure="accuracy") == 1
    assert worth.value("u_san", release=by_age, measure="accuracy") == pytest.approx(0.5, abs=0.3)
    assert [worth.value("k_anonymity", release=name) for name in (by_town, by_age)] == [20, 10]
    assert text_in(advice_forms(result), "html").count("<figure>") == 2
    assert result.to_dict()["frontier"]["worth"]["releases"] == ["recoding 1", "recoding 2"]
    assert "<svg" in result._repr_html_()


def test_classifiers_need_a_frontier() -> None:
    """A workload without the frontier has nothing to weigh, which is said."""
    with pytest.raises(sqlmetrics.SpecError, match="`frontier`"):
        advised(frontier=False, workload="age")
