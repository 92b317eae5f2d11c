"""Releases side by side: the finding, where this release stands, the picture, and the table."""

from __future__ import annotations

import re
from typing import Any

import pytest

from certificates import UNKNOWN, WITHHELD, captions_of, certificate, said_on_page
from sqlmetrics.certificate.certificate import Certificate, ComparedReleases, ReleasePoint
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.page.releases import letter_of, releases
from sqlmetrics.output.page.scatter import (
    BASE,
    LEFT,
    RIGHT,
    TOP,
    Spot,
    extent,
    named_levels,
    numbers,
    scatter,
)
from sqlmetrics.output.results.frontier import frontier_picture
from sqlmetrics.release.utility.frontier import Frontier, Point
from sqlmetrics.statement.catalogue import every_metric


def point(
    name: str,
    risk: Figure | float,
    use: Figure | float,
    beaten: tuple[str, ...] = (),
    error: float | None = None,
    **parts: Any,
) -> ReleasePoint:
    """Return a release; `error` is half the width of the interval of its use."""
    used = use if isinstance(use, Figure) else Figure(use)
    known = error is not None and used.value is not None
    facts: dict[str, Any] = {"records": 1000, "smallest": Figure(7)} | parts
    return ReleasePoint(
        name=name,
        this=name == "own",
        risk=risk if isinstance(risk, Figure) else Figure(risk),
        risk_low=None,
        risk_high=None,
        use=used,
        use_low=(used.value or 0) - (error or 0) if known else None,
        use_high=(used.value or 0) + (error or 0) if known else None,
        dominated_by=beaten,
        **facts,
    )


def beside(*points: ReleasePoint, notes: tuple[str, ...] = ()) -> Certificate:
    """Return a certificate of a relation beside other releases."""
    return certificate(releases=ComparedReleases("ward.csv", "a_acc", "disease", "u_san", "town", points, notes))


def shown(*points: ReleasePoint, notes: tuple[str, ...] = ()) -> Any:
    """Return what a page says of releases."""
    found = releases(beside(*points, notes=notes))
    assert found is not None
    return found


def test_without_other_releases_the_section_is_left_out() -> None:
    """A report of one relation says nothing of releases."""
    assert releases(certificate()) is None
    assert "Releases side by side" not in page_html(certificate())


@pytest.mark.parametrize(
    ("points", "title", "sentences"),
    [
        (
            (point("own", 0.2, 0.8, ("b",), 0.01), point("b", 0.1, 0.9, (), 0.01)),
            "B beats every other release: none is less risky or more useful",
            ["This release, A, is beaten by B."],
        ),
        (
            (point("own", 0.2, 0.8, ("b",), 0.01), point("b", 0.1, 0.81, (), 0.01)),
            "B beats every other release: none is less risky or more useful",
            [
                "This release, A, is beaten by B.",
                "Of the gap in use between A and B nothing can be said: the intervals overlap.",
            ],
        ),
        (
            (point("own", 0.2, 0.8), point("b", 0.1, 0.7)),
            "No release beats another: each that is less risky is less useful, too",
            ["No other release beats this one, A."],
        ),
        (
            (point("own", 0.2, 0.8), point("b", 0.2, 0.8)),
            "A and B are as risky and as useful as each other",
            ["No other release beats this one, A."],
        ),
        (
            (
                point("own", 0.2, 0.8, (), 0.01),
                point("b", 0.1, 0.5, (), 0.01),
                point("c", 0.3, 0.79, ("own",), 0.01),
                point("d", 0.3, 0.495, ("own", "b"), 0.01),
            ),
            "The choice is between A and B; every other release is beaten by one of them",
            [
                "No other release beats this one, A.",
                "Of the gap in use between A and C nothing can be said: the intervals overlap.",
                "Nor can anything be said of that between B and D.",
            ],
        ),
        (
            (
                point("own", 0.2, 0.8, (), 0.01),
                point("b", 0.1, 0.5, (), 0.01),
                point("d", 0.3, 0.495, ("own", "b"), 0.01),
            ),
            "The choice is between A and B; every other release is beaten by one of them",
            [
                "No other release beats this one, A.",
                "Of the gap in use between B and C nothing can be said: the intervals overlap.",
            ],
        ),
        (
            (point("own", 0.2, 0.8, (), 0.1), point("b", 0.1, 0.7, (), 0.1), point("c", 0.05, 0.65, (), 0.1)),
            "No release beats another: each that is less risky is less useful, too",
            [
                "No other release beats this one, A.",
                "Of the gap in use between A and each other release nothing can be said: the intervals overlap.",
            ],
        ),
        (
            (point("own", WITHHELD, 0.8), point("b", 0.1, UNKNOWN), point("c", 0.1, 0.7)),
            "Only C has both numbers",
            [
                "This release, A, has no place in the picture: its risk is withheld (small counts).",
                "B has no place in the picture: its use is not measured (nobody is left).",
            ],
        ),
        (
            (point("own", Figure(0.2, "over"), 0.8), point("b", WITHHELD, 0.8)),
            None,
            [
                "This release, A, has no place in the picture: its risk is over 20%.",
                "B has no place in the picture: its risk is withheld (small counts).",
            ],
        ),
    ],
)
def test_the_finding_and_where_this_release_stands(
    points: tuple[ReleasePoint, ...], title: str | None, sentences: list[str]
) -> None:
    """Dominance is said of all, then of this release, and what the error of the use leaves open."""
    found = shown(*points)
    assert [one for one, _ in captions_of(beside(*points), "releases")] == ([] if title is None else [title])
    assert said_on_page(beside(*points), "releases")[1] == " ".join(sentences)
    assert (found.scatter is None) == (title is None)
    assert page_html(beside(*points)).count("Releases side by side") == 2


def test_the_opening_says_what_risk_and_use_are() -> None:
    """The number of releases, their original, and both metrics in words."""
    assert said_on_page(beside(point("own", 0.2, 0.8), point("b", 0.1, 0.7)), "releases")[0] == (
        "2 releases of ward.csv, weighed by risk and use. Risk: more right guesses, of disease. Use: how often a"
        " classifier that learns from the release is right, of town, tested on held-out records of the original."
    )


def test_the_table_has_every_release() -> None:
    """Letters, numbers, intervals and who beats whom; withheld and undecided ones are in words."""
    first, second, third = shown(
        point("own", 0.2, 0.8, ("b",), 0.01, smallest=Figure(5, "under")),
        point("b", 0.1, 0.81, records=1200),
        point("c", WITHHELD, 0.81, smallest=UNKNOWN),
    ).rows
    assert (first.letter, first.this, first.smallest, first.risk, first.use) == ("A", True, "under 5", "20.0%", "80.0%")
    assert (first.interval, first.beaten, second.interval, second.beaten) == ("79.0% to 81.0%", "B", None, "none")
    assert (second.records, third.risk, third.smallest, third.beaten) == (
        "1,200",
        "withheld",
        "not measured",
        "not decided",
    )


def test_the_label_has_the_numbers_of_the_picture() -> None:
    """Those who do not see the picture read its numbers; notes follow the sentences."""
    points = (point("own", 0.2, 0.8), point("b", 0.1, 0.7))
    found, made = shown(*points), beside(*points, notes=("b lacks a column",))
    assert found.scatter is not None
    assert re.findall(r'role="img" aria-label="(2 releases[^"]*)"', page_html(made)) == [
        "2 releases by risk and use: A 20.0% and 80.0%; B 10.0% and 70.0%. No release beats another: each that is less"
        " risky is less useful, too."
    ]
    assert (found.scatter.up, found.scatter.right) == ("more useful", "riskier")
    assert said_on_page(made, "releases")[1].endswith(" B lacks a column")
    assert "95%" not in captions_of(made, "releases")[0][1]
    assert "95%" in captions_of(beside(point("own", 0.2, 0.8, error=0.01), points[1]), "releases")[0][1]


def test_letters_go_on_after_the_last() -> None:
    """The letters of many releases have numbers."""
    assert [letter_of(place) for place in (0, 25, 26, 52)] == ["A", "Z", "A2", "A3"]


def test_names_of_releases_are_escaped() -> None:
    """A release's name is text in the table, in titles and in labels."""
    page = page_html(beside(point("own", 0.2, 0.8), point("</title><script>", 0.1, 0.7)))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    ("values", "step", "low", "high"),
    [
        ([0.0, 1.0], 0.5, -0.1, 1.1),
        ([0.78, 0.8], 0.005, 0.778, 0.802),
        ([0.5], 0.05, 0.45, 0.55),
        ([0.0], 0.05, -0.1, 0.1),
        ([3.0, 3.0], 0.2, 2.7, 3.3),
    ],
)
def test_an_axis_reaches_a_tenth_beyond_its_values(values: list[float], step: float, low: float, high: float) -> None:
    """Its step is 1, 2 or 5 times a power of ten, with few numbers; equal values have room, too."""
    assert extent(values) == pytest.approx((step, low, high))
    assert 2 <= len(numbers(*extent(values))) <= 6


def drawn(*places: tuple[float, float], this: int | None = None) -> list[tuple[str, str, int]]:
    """Return the letters, the anchor and the lift of places in a picture of 0 to 100 each way."""
    spots = [Spot(chr(65 + number), "", x, y, this=number == this) for number, (x, y) in enumerate(places)]
    found = scatter(spots, "", up="", right="", texts=(str, str))
    return [
        ("", "", 0)
        if one.text is None
        else (one.text.letters, one.text.anchor, round(one.text.y - one.y - 5))
        for one in found.points
    ]  # fmt: skip


def test_letters_dodge_their_neighbours() -> None:
    """A letter is away from its nearest neighbour, up or down where that is close, and inside."""
    assert drawn((0, 0), (100, 100)) == [("A", "end", 0), ("B", "start", 0)]
    assert drawn((0, 0), (50, 50), (52, 50), (100, 100))[1:3] == [("B", "end", -9), ("C", "start", -9)]
    assert drawn((0, 0), (50, 50), (51, 53), (100, 100))[1:3] == [("B", "end", 9), ("C", "start", -9)]
    assert drawn((50, 50), (50, 50), (0, 0), this=1)[:2] == [("A, B (this)", "end", 0), ("", "", 0)]
    assert drawn((50, 50)) == [("A", "start", 0)]


def test_places_are_within_the_picture() -> None:
    """Intervals and levels are within the picture; larger values are higher, or more right."""
    spots = [Spot("A", "a", 0.2, 0.5, 0.4, 0.6), Spot("B", "b", 0.1, 0.3)]
    found = scatter(spots, "", up="", right="", texts=(str, str), levels=[("original", 0.9)])
    first, second = found.points
    assert LEFT < second.x < first.x < RIGHT
    assert TOP < found.levels[0].at < (first.top or 0) < first.y < (first.bottom or 0) < second.y < BASE
    assert (second.top, second.bottom) == (None, None)
    assert (first.title, found.levels[0].text) == ("A: a", "original")


def test_names_of_levels_do_not_meet() -> None:
    """A name stands below its line where another is close above, and away from points."""
    far = named_levels([(100.0, "original"), (50.0, "trivial")], [])
    assert [(one.text, one.y, one.x) for one in far] == [("trivial", 46.0, 100), ("original", 96.0, 100)]
    near = named_levels([(100.0, "original"), (110.0, "trivial")], [(90.0, 105.0)])
    assert [(one.text, one.y, one.x) for one in near] == [("original", 96.0, 50), ("trivial", 124.0, 50)]


@pytest.mark.parametrize(("long", "letters"), [("b", ["a", "b"]), ("a release with a name", ["1", "2"])])
def test_a_frontier_is_the_same_picture(long: str, letters: list[str]) -> None:
    """A tradeoff's releases are named in its picture, or numbered where a name is long."""
    every = every_metric()
    points = (Point("a", 0.2, 0.8, low=0.7, high=0.9), Point(long, 0.3, 0.7, ("a",)))
    found = frontier_picture(
        Frontier(every["a_acc"], every["u_san"], "x", "y", points, (("original", 0.85),)), {"a": "a", long: long}
    )
    assert found is not None
    assert [one.text.letters for one in found.points if one.text is not None] == letters
    assert [one.hollow for one in found.points] == [False, True]
    assert found.label.endswith(f"{letters[0]} 0.2000 and 0.8000; {letters[1]} 0.3000 and 0.7000. Hollow: dominated.")
    assert (found.up, found.right) == ("U_san, more useful", "A_acc, riskier")
    assert frontier_picture(Frontier(every["a_acc"], every["u_san"], "x", "y", points[:1]), {"a": "a"}) is None
