"""Over time: what changed in which run, in words, and the lines of the runs."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from certificates import UNKNOWN, WITHHELD, certificate, condition, said_on_page, words_of
from sqlmetrics.certificate.certificate import RunFigure, Trend
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.gate.thresholds import Bound
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.page.trends import (
    BASE,
    TOP,
    Dot,
    SparklineRun,
    across,
    past,
    path,
    sparkline,
    trends,
    turning,
)
from sqlmetrics.output.page.words import ranges

INFINITE = Figure(None, "infinite", "a value is gone")


def trend(
    *values: Figure | float,
    metric: str = "records_at_risk",
    target: str = "identity",
    bound: Bound | None = "at_most",
    limit: float | None = 0.2,
    records: tuple[int, ...] = (),
    verdicts: tuple[bool | None, ...] = (),
) -> Trend:
    """Return a condition in runs of a day each, of which the last is this one."""
    runs = tuple(
        RunFigure(
            f"r{place}",
            f"2026-11-{place:02}T10:00:00Z",
            records[place - 1] if records else 1000,
            value if isinstance(value, Figure) else Figure(value),
            verdicts[place - 1] if verdicts else None,
        )
        for place, value in enumerate(values, 1)
    )
    unit = "individuals" if metric == "k_anonymity" else "share"
    return Trend(metric, target, None, unit, bound, limit, runs)


def said(*found: Trend) -> list[str]:
    """Return what a page says of conditions over time, after the number of runs."""
    return said_on_page(certificate(trends=found), "time")[1:]


def caption_of(*found: Trend) -> str:
    """Return how a page says that the lines of conditions are read."""
    section = page_html(certificate(trends=found)).split('<section id="time"')[1]
    return words_of(section.split("<caption>")[1].split("</caption>")[0])


K: dict[str, Any] = {"metric": "k_anonymity", "bound": "at_least", "limit": 5}
SURE = trend(0.5, 0.5, 0.5, metric="alpha_k_anonymity", target="disease", limit=0.9)


@pytest.mark.parametrize(
    ("found", "sentences"),
    [
        ((trend(0.1, 0.1, 0.1),), ["1 condition was met in every run."]),
        ((trend(0.1, 0.1, 0.1), SURE), ["2 conditions were met in every run."]),
        (
            (trend(0.1, 0.3, 0.31),),
            ["Past its limit since run 2 (2 November 2026): people in groups that are too small."],
        ),
        (
            (trend(0.1, 0.3, 0.1), SURE),
            [
                "Back within its limit since run 3 (3 November 2026): people in groups that are too small.",
                "The 1 other condition was met in every run.",
                "Highest in run 2 (2 November 2026), and lower at first and at last:"
                " people in groups that are too small.",
            ],
        ),
        (
            (trend(0.3, 0.1, 0.3), replace(SURE, limit=0.3)),
            [
                "Past its limit since run 3 (3 November 2026): people in groups that are too small.",
                "Past its limit in every run: surest guess in any group (disease).",
                "Lowest in run 2 (2 November 2026), and higher at first and at last:"
                " people in groups that are too small.",
            ],
        ),
        (
            (replace(SURE, limit=0.3), replace(SURE, limit=0.4, target="town")),
            ["Past their limits in every run: surest guess in any group (disease, town)."],
        ),
        ((trend(0.1, 0.3, UNKNOWN),), ["Not measured in this run: people in groups that are too small."]),
        (
            (trend(Figure(5, "under"), Figure(5, "under"), 7, **K),),
            ["Back within its limit since run 3 (3 November 2026): people in the smallest group."],
        ),
        (
            (trend(0.1, WITHHELD, WITHHELD, verdicts=(True, False, False)),),
            ["Past its limit since run 2 (2 November 2026): people in groups that are too small."],
        ),
        ((trend(0.1, 0.1, limit=None, bound=None),), []),
    ],
)
def test_what_changed_is_said_with_its_run(found: tuple[Trend, ...], sentences: list[str]) -> None:
    """Conditions that changed are named with the run; those that never did are counted."""
    assert said(*found) == sentences


@pytest.mark.parametrize(
    ("records", "sentence"),
    [
        ((1000, 1000), "2 runs from 1 November 2026 to 2 November 2026; the last one is this one. The table had"
         " 1,000 records in each."),
        ((1000, 900, 1000), "3 runs from 1 November 2026 to 3 November 2026; the last one is this one. The table"
         " had 1,000 records in the first and the last."),
        ((10, 1), "2 runs from 1 November 2026 to 2 November 2026; the last one is this one. The table shrank"
         " from 10 to 1 record."),
        ((10, 1200), "2 runs from 1 November 2026 to 2 November 2026; the last one is this one. The table grew"
         " from 10 to 1,200 records."),
    ],
)  # fmt: skip
def test_the_runs_are_counted_and_dated(records: tuple[int, ...], sentence: str) -> None:
    """The first sentence says how many runs there are, when they were, and how the table grew."""
    found = trend(*([0.1] * len(records)), records=records)
    assert said_on_page(certificate(trends=(found,)), "time")[0] == sentence


def test_runs_of_one_day_are_on_that_day() -> None:
    """Runs of one day have no range of days."""
    found = trend(0.1, 0.1)
    same = tuple(run._replace(recorded_at="2026-11-01T10:00:00Z") for run in found.runs)
    opening = said_on_page(certificate(trends=(replace(found, runs=same),)), "time")[0]
    assert opening.startswith("2 runs on 1 November 2026; the last")


def test_without_earlier_runs_the_page_says_how_to_have_some() -> None:
    """Neither without a history, nor with one run, nor without conditions there is a table."""
    alone = certificate(conditions=(condition("k_anonymity", "at_least", 5, 7.0, True),), trends=(trend(0.1),))
    assert trends(alone).rows == ()
    assert said_on_page(alone, "time")[0].startswith("No earlier run is known here")
    assert said_on_page(certificate(), "time")[0].startswith("No condition was set")
    assert "No condition was set, and conditions are what is followed" in page_html(certificate())


@pytest.mark.parametrize(
    ("figure", "bound", "limit", "own", "beyond"),
    [
        (Figure(0.2), "at_most", 0.2, None, False),
        (Figure(0.2 + 1e-12), "at_most", 0.2, None, False),
        (Figure(0.21), "at_most", 0.2, True, True),
        (Figure(4), "at_least", 5, None, True),
        (Figure(5, "under"), "at_least", 5, None, True),
        (Figure(9, "under"), "at_least", 5, True, False),
        (Figure(0.2, "under"), "at_most", 0.2, None, False),
        (Figure(0.3, "under"), "at_most", 0.2, None, None),
        (Figure(0.2, "over"), "at_most", 0.2, None, True),
        (Figure(0.1, "over"), "at_most", 0.2, False, True),
        (Figure(5, "over"), "at_least", 5, None, False),
        (Figure(4, "over"), "at_least", 5, True, False),
        (Figure(0.2, "up to"), "at_most", 0.2, None, False),
        (Figure(4, "up to"), "at_least", 5, None, True),
        (Figure(5, "up to"), "at_least", 5, False, True),
        (WITHHELD, "at_most", 0.2, None, None),
        (WITHHELD, "at_most", 0.2, False, True),
        (INFINITE, "at_most", 0.2, None, True),
        (INFINITE, "at_least", 0.2, None, False),
        (UNKNOWN, "at_most", 0.2, False, None),
    ],
)
def test_a_run_is_held_to_the_limit_of_today(
    figure: Figure, bound: Bound, limit: float, own: bool | None, beyond: bool | None
) -> None:
    """A bound decides where it can; else the run's own verdict does."""
    found = trend(figure, bound=bound, limit=limit, verdicts=(own,))
    assert past(found.runs[0], found) is beyond


def test_another_limit_of_an_earlier_run_is_said() -> None:
    """The squares are by the limit of today, and a run that was judged by another one is named."""
    assert "in 1 run another one was set, and that run's own" in caption_of(trend(0.3, 0.1, verdicts=(True, True)))
    assert "in 2 runs another one was set, and each of" in caption_of(trend(0.3, 0.3, 0.1, verdicts=(True, True, True)))
    assert "another" not in caption_of(trend(0.3, 0.1, verdicts=(False, True)))


def test_a_row_has_the_numbers_of_a_condition() -> None:
    """First, last, limit and result stand beside the line, and its label says them, too."""
    found = (trend(Figure(5, "under"), WITHHELD, 7, **K), trend(0.3, 0.1, 0.3))
    first, second = trends(certificate(trends=found)).rows
    assert (first.first, first.last, first.limit, first.state) == ("under 5", "7", "at least 5", "yes")
    assert first.numbers == "1: under 5, 2: withheld, 3: 7"
    section = page_html(certificate(trends=found)).split('<section id="time"')[1].split("</section>")[0]
    one, other = re.findall(r'aria-label="([^"]*)"', section)
    assert one == ("3 runs: under 5 at first, 7 at last; limit at least 5; past it in run 1; 1 run without a number")
    assert (second.state, "Not met" in section) == ("no", True)
    assert other.endswith("past it in runs 1 and 3")
    assert "only a bound" in caption_of(*found)
    assert "only a bound" not in caption_of(*found[1:])


def test_a_condition_that_is_younger_than_the_history_has_gaps() -> None:
    """Runs are those of all conditions, and a condition that a run lacks was not measured there."""
    old, young = trend(0.1, 0.1, 0.1), trend(0.1, 0.1, 0.1, metric="uniqueness")
    rows = trends(certificate(trends=(old, replace(young, runs=young.runs[1:])))).rows
    assert rows[1].numbers == "1: not measured, 2 to 3: 10.0%"
    assert rows[1].line.path.startswith("M50 ")
    assert rows[1].ends.facts["runs"] == 2


@pytest.mark.parametrize(
    ("numbers", "text"),
    [([3], "run 3"), ([1, 2, 3, 7], "runs 1 to 3 and 7"), ([1, 3, 5], "runs 1, 3 and 5")],
)
def test_runs_in_a_row_are_a_range(numbers: list[int], text: str) -> None:
    """Numbers of runs are listed, those in a row by their ends."""
    assert ranges(numbers) == text


@pytest.mark.parametrize(
    ("values", "turned"),
    [
        ([0.1, 0.3], None),
        ([0.1, 0.2, 0.3], None),
        ([0.1, 0.3, 0.2], ("1", True)),
        ([0.3, 0.1, 0.2], ("1", False)),
        ([0.3, 0.3001, 0.3], None),
        ([0.0, 0.0, 0.0], None),
    ],
)
def test_a_line_turns_where_both_ways_are_long(values: list[float], turned: tuple[str, bool] | None) -> None:
    """A change of a twentieth of the largest value or less is none."""
    assert turning([(str(place), value) for place, value in enumerate(values)]) == turned


def test_a_line_is_drawn_from_zero() -> None:
    """The highest of values and limit is at the top, zero at the bottom, and negatives below it."""
    drawn = sparkline(
        [SparklineRun(0.1, False, False), SparklineRun(0.4, True, False), SparklineRun(0.3, False, True)], 0.2
    )
    assert (drawn.zero, drawn.limit, drawn.last) == (BASE, BASE - (BASE - TOP) / 2, None)
    assert drawn.hollow == (Dot(50.0, TOP),)
    assert [dot.at for dot in drawn.squares] == [98.0]
    below = sparkline([SparklineRun(-0.1, False, False), SparklineRun(0.1, False, False)], None)
    assert (below.zero, below.limit) == ((BASE + TOP) / 2, None)
    assert below.last == Dot(98.0, TOP)
    bound = sparkline([SparklineRun(0.1, False, False), SparklineRun(0.4, True, False)], None)
    assert (bound.path, bound.hollow, bound.last) == ("M2 34.5", (Dot(98.0, TOP),), None)
    nothing = sparkline([SparklineRun(None, False, False), SparklineRun(0.0, False, False)], 0.0)
    assert (nothing.zero, nothing.limit, nothing.path) == (BASE, BASE, "M98 44")


def test_a_path_breaks_where_a_run_has_no_value() -> None:
    """Gaps are not bridged, and a single run is at the end."""
    assert path([Dot(2, 44), Dot(50, 20), None, Dot(98, 6)]) == "M2 44L50 20M98 6"
    assert across(0, 1) == 98.0
    assert across(1, 3) == 50.0


def test_names_of_the_data_are_escaped_in_a_line() -> None:
    """The name of a column is escaped in the sentences and in the table."""
    page = page_html(certificate(trends=(trend(0.1, 0.3, metric="alpha_k_anonymity", target="<i>x"),)))
    assert "<i>x" not in page
    assert "&lt;i&gt;x" in page
