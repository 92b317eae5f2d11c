"""The page of slices: who passes, where each lies beside the limits, and the worst of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from certificates import certificate, condition, plain, said_on_page, verdict_on
from sqlmetrics.certificate.certificate import Certificate, SlicedTable, SliceFacts, SliceFigures, SliceScore
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.answer import answer, page_verdict
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.page.slices import ROWS, slices
from sqlmetrics.output.slices import SHOWN

Row = tuple[str, float, bool | None, float, float]
"""A slice: its name, people, whether it passes, its smallest group, its discrimination rate."""

FAILS: Row = ("3", 40, False, 2, 0.4)
PASSES: Row = ("1", 90, True, 9, 0.2)
FEW: Row = ("12", 4, None, 1, 0.9)


def sliced(*rows: Row, named: bool = False, audience: Any = "internal", **parts: Any) -> Certificate:
    """Return a certificate of slices with two conditions, on k and on a rate."""
    found = tuple(
        SliceFacts(
            name,
            Figure(people),
            passed,
            (
                SliceScore(Figure(k), passed),
                SliceScore(Figure(rate), passed is not None or None, Figure(rate / 2)),
            ),
        )
        for name, people, passed, k, rate in rows
    )
    outcomes = [row[2] for row in rows]
    counts = SliceFigures(Figure(len(rows)), *(Figure(outcomes.count(one)) for one in (True, False, None)))
    k = [row[3] for row in rows if row[2] is not None]
    met = False if False in outcomes else True if True in outcomes else None
    conditions = (
        condition("k_anonymity", "at_least", 5, Figure(min(k)) if k else Figure(None, "undefined", "few"), met),
        condition("discrimination_rate", "at_most", 0.5, 0.4, met and True, target="disease"),
    )
    own = SlicedTable(("ward",), named, named, 20, counts, found)
    return certificate(slices=own, conditions=conditions, audience=audience, passed=met is not False, **parts)


@pytest.mark.parametrize(
    ("made", "state", "verdict", "sentence"),
    [
        (
            sliced(FAILS, PASSES, FEW),
            *("no", "Not met: 1 of 2 slices fails"),
            "By ward: 1 of 2 slices passes; 1 slice has too few people to say."
            " The worst: slice 3 (people in the smallest group 2).",
        ),
        (
            sliced(("", 40, False, 2, 0.4), PASSES, named=True),
            *("no", "Not met: 1 of 2 slices fails"),
            "By ward: 1 of 2 slices passes. The worst: NULL (people in the smallest group 2).",
        ),
        (
            sliced(PASSES, FEW),
            *("yes", "Met: no slice with enough people fails"),
            "By ward: 1 of 1 slice passes; 1 slice has too few people to say.",
        ),
        (
            sliced(FEW),
            *("un", "Not decided: each slice has too few people to say"),
            "By ward: 1 slice has too few people to say.",
        ),
        (
            replace(sliced(PASSES), identifiers=("name",)),
            *("no", "Not met: 1 identifier in the table"),
            "By ward: 1 of 1 slice passes.",
        ),
        (
            replace(sliced(PASSES), conditions=()),
            *("un", "No conditions were set"),
            "1 slice by ward. No condition was set, so none is judged.",
        ),
    ],
)
def test_the_verdict_is_that_of_the_slices(made: Certificate, state: str, verdict: str, sentence: str) -> None:
    """The answer says how many pass, which is the worst, and how many have too few people."""
    assert (page_verdict(made).state, verdict_on(made)) == (state, verdict)
    assert any(one.startswith(sentence) for one in said_on_page(made, "answer"))
    assert said_on_page(made, "slices")[0] == sentence
    assert page_html(made).startswith("<!doctype html>")


def test_a_hidden_failure_is_said_of_conditions() -> None:
    """Where only slices of few people fail, which a public report does not count, conditions do."""
    counts = SliceFigures(Figure(None, "withheld"), Figure(2), Figure(0), Figure(None, "withheld"))
    made = sliced(FAILS, PASSES, audience="public")
    assert made.slices is not None
    hidden = replace(made, slices=replace(made.slices, counts=counts, slices=()))
    assert verdict_on(hidden) == "Not met: 2 of 2 conditions fail in a slice"
    assert said_on_page(hidden, "slices")[0] == "By ward: 2 of 2 slices pass."


def test_a_condition_names_its_worst_slice() -> None:
    """The measured value is that of the slice below it."""
    rows = {row.measured: plain(row.reason or "") for row in answer(sliced(FAILS, PASSES, FEW)).rows}
    assert rows == {"2": "slice 3", "40.0%": "slice 3"}


def test_a_row_has_its_verdict_and_chance_beside_a_rate() -> None:
    """The worst are first, and those that fail a condition are marked there."""
    found = slices(sliced(FAILS, PASSES, FEW))
    assert found is not None
    assert [(row.name, row.people, row.result) for row in found.rows] == [
        ("3", "40", "Fails"),
        ("1", "90", "Passes"),
        ("12", "4", "Too few"),
    ]
    assert [(cell.text, cell.state, cell.chance) for cell in found.rows[0].cells] == [
        ("2", "no", None),
        ("40.0%", None, "20.0% by chance"),
    ]
    assert "by chance alone" in page_html(sliced(FAILS, PASSES, FEW))


def test_the_worst_are_shown_and_how_many_more_there_are() -> None:
    """A thousand slices have twenty rows, and points that stand for several."""
    many = [(str(n), 100.0, n > 100, 1 + n % 40, n / 2000) for n in range(1000)]
    made = sliced(*many)
    found, html = slices(made), page_html(made)
    assert found is not None
    assert len(found.rows) == SHOWN
    assert "In the certificate are 980 more slices." in html
    heights = [strip.base - dot.height for strip in found.strips for dot in strip.dots]
    assert max(heights) <= 8 * ROWS
    assert all(len(strip.dots) < 500 for strip in found.strips)
    assert "a point is up to" in html


def test_points_stand_on_their_side_of_the_limit() -> None:
    """A strip says its numbers in words, and hollow points have too few people."""
    made = sliced(("1", 50, False, 4.9, 0.4), ("2", 50, True, 5, 0.2), FEW)
    found = slices(made)
    assert found is not None
    strip = found.strips[0]
    sides = {dot.state: dot.at - strip.limit for dot in strip.dots}
    assert sides["no"] <= 0 <= sides["yes"]
    assert sides["un"] < 0
    named = slices(sliced(('"C, x"', 50, True, 5, 0.2), named=True))
    assert named is not None
    assert {dot.title for dot in named.strips[0].dots} == {"C, x: 5"}
    assert 'aria-label="3 slices, 1 to 5, limit at least 5: 1 past it"' in page_html(made)
    assert {dot.title for dot in strip.dots} == {"slice 1: 4.9", "slice 2: 5", "slice 12: 1"}


@pytest.mark.parametrize("k", [1, 5, 7])
def test_equal_values_have_a_place(k: float) -> None:
    """Slices that are alike, at the limit or beside it, are points within the width."""
    found = slices(sliced(*[(str(n), 50.0, k >= 5, k, 0.0) for n in range(3)]))
    assert found is not None
    assert all(0 <= dot.at <= 100 for strip in found.strips for dot in strip.dots)
    assert all(0 <= at <= 100 for strip in found.strips for at, *_ in strip.ticks)


def test_other_sections_say_that_they_describe_the_whole_table() -> None:
    """The cards have no bar against a limit of slices, and there are no trends of slices."""
    made = sliced(FAILS, PASSES)
    html, whole = page_html(made), "All figures here describe the whole table, and no slice."
    assert html.count(whole) >= 4
    assert "one more known column (quasi-identifier)" in html
    keys = {"Limits hold for each slice", "From 0% to 100%. Limits hold for each slice"}
    assert {*said_on_page(made, "three", "key")} <= {*keys, "No value to draw"}
    assert said_on_page(made, "time")[0].startswith("Slices are not followed")
    assert whole not in page_html(certificate())
    assert slices(certificate()) is None


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "a\u202eb\n", "n" * 500, '"C, x",', "{{7*7}}"])
def test_odd_names_of_slices_are_text(name: str) -> None:
    """Markup, turned and long names are text, cut at a length."""
    html = page_html(sliced((name, 40, False, 2, 0.4), named=True))
    assert "<script" not in html
    assert "\u202e" not in html
    assert "n" * 130 not in html
    assert "49" not in html.split("{{7*7}}")[-1][:20]


@pytest.mark.parametrize(("rows", "hollow"), [((FAILS, PASSES, FEW), True), ((FAILS, PASSES), False), ((FEW,), True)])
def test_hollow_points_are_explained_where_there_are_some(rows: tuple[Row, ...], hollow: bool) -> None:
    """One slice with too few people to say is enough."""
    told = "; hollow: too few people to say" if hollow else ""
    assert f"A point is a slice; dashed: the limit; a red square: past it{told}<" in page_html(sliced(*rows))
