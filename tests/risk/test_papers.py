"""Every number that the papers print is computed again from their tables."""

from __future__ import annotations

from collections import Counter

import pytest

from paper_values import PrintedValue, label, ours, printed_values, verdict

pytestmark = pytest.mark.xdist_group("papers")  # which keeps the scores of each table

VALUES = printed_values()


def name(value: PrintedValue) -> str:
    """Return a test's name: the paper, the place and the metric."""
    return f"{value.paper}, {value.where}: {label(value)}"


@pytest.mark.parametrize("value", VALUES, ids=name)
def test_paper_value(value: PrintedValue) -> None:
    """The product gives the number by definition, and the printed one gets its recorded verdict."""
    computed = ours(value)
    assert computed == pytest.approx(float(value.computed), rel=1e-9, abs=1e-12)
    assert verdict(computed, value.printed) == value.verdict


def test_all_values_are_there() -> None:
    """The verdicts on the 160 printed numbers are counted.

    Numbers agree, are truncated, come from a truncated number, or are misprints.
    """
    assert Counter(value.verdict for value in VALUES) == {
        "as printed": 125,
        "printed truncated, not rounded": 12,
        "one minus a truncated number": 8,
        "misprint": 15,
    }


@pytest.mark.parametrize(
    ("computed", "printed", "expected"),
    [
        (0.788946739442, "0.79", "as printed"),
        (0.788946739442, "0.78", "printed truncated, not rounded"),
        (0.211053260558, "0.22", "one minus a truncated number"),
        (0.211053260558, "0.23", "misprint"),
        (0.125, "0.125", "as printed"),
        (0.60375937482, "0.6", "as printed"),
        (1 - 1e-15, "1", "as printed"),
        (None, "0", "undefined"),
    ],
)
def test_verdict(computed: float | None, printed: str, expected: str) -> None:
    """A printed number is compared at the decimals that it has."""
    assert verdict(computed, printed) == expected
