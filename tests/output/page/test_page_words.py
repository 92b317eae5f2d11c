"""Figures in words: no number is scientific, none is rounded to one that it is not."""

from __future__ import annotations

import pytest

from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.words import (
    people,
    percent,
    reason_in_words,
    shown,
    three_digits,
)
from sqlmetrics.statement.catalogue import metrics


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0%"),
        (1.0, "100%"),
        (0.1, "10.0%"),
        (0.123, "12.3%"),
        (0.0001, "under 0.1%"),
        (0.9999, "over 99.9%"),
        (-0.02, "-2.0%"),
        (-0.0234, "-2.3%"),
        (-0.0001, "just under 0%"),
    ],
)
def test_a_share_is_a_per_cent_with_one_digit_at_most(share: float, text: str) -> None:
    """None and all are said of nothing else."""
    assert percent(share) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (28203940.0, "28,203,940"),
        (5.3515, "5.35"),
        (209.87, "209.9"),
        (999.7, "999.7"),
        (1234.5, "1,234"),
        (0.0000123, "0.0000123"),
        (-0.02, "-0.02"),
        (1e-14, "0"),
    ],
)
def test_a_number_has_three_digits_and_no_exponent(value: float, text: str) -> None:
    """Numbers from 100 on have the digits before their point."""
    assert three_digits(value) == text


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (Figure(0.2, "over"), "over 20%"),
        (Figure(0.0894, "up to"), "up to 8.94%"),
        (Figure(0.000166, "under"), "under 0.0166%"),
        (Figure(0.9997, "over"), "over 99.97%"),
        (Figure(0.9997), "over 99.9%"),
    ],
)
def test_a_bound_is_not_rounded(figure: Figure, text: str) -> None:
    """It has the digits that it was given, and says its form once."""
    assert shown(figure, "share") == text


def test_ends_of_a_rounded_number_that_are_written_alike_are_said_once() -> None:
    """A number of people or records between 0 and 0 is 0."""
    assert people(Figure(0, "between", None, 0, 0)) == "0"
    assert people(Figure(1200, "between", None, 1100, 1300)) == "1,100 to 1,300"


def test_reasons_speak_of_groups() -> None:
    """Each reason of the catalogue is in the words of the page."""
    reasons = {metric.undefined for metric in metrics() if metric.undefined is not None}
    assert reason_in_words("infinite: a class lacks a value that the table has") == (
        "a group lacks a value that the table has"
    )
    assert not any("class" in reason_in_words(reason) or "infinite" in reason_in_words(reason) for reason in reasons)
