"""The figures of measurements: limits, their table, and the comparison of two commits."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import comparison
from benchmarks.figures import Figure, table

FIGURE = Figure("few: Python", 10_000_000, 120, "the bare group-by", 0.2, 0.25, 1.05)


@pytest.mark.parametrize(
    ("figure", "limit", "held"),
    [
        (FIGURE, "<= 1.05x", "missed"),
        (replace(FIGURE, spare=0.05), "<= 1.05x + 50 ms", "yes"),
        (replace(FIGURE, wanted=0.0, spare=0.2), "<= 200 ms", "missed"),
        (replace(FIGURE, wanted=1.3), "<= 1.3x", "yes"),
        (replace(FIGURE, wanted=1.3, peak_mb=301.0, peak_wanted_mb=300.0), "<= 1.3x, <= 300 MB", "missed"),
        (replace(FIGURE, seconds=0.01, wanted=20.0, faster=True), ">= 20x", "yes"),
        (replace(FIGURE, seconds=0.02, wanted=20.0, faster=True), ">= 20x", "missed"),
        (replace(FIGURE, wanted=None), "", ""),
    ],
)
def test_limits_are_kept_or_missed(figure: Figure, limit: str, held: str) -> None:
    """A limit is of the ratio, with seconds beside it or alone, and of memory."""
    assert (figure.limits, figure.held) == (limit, held)


def test_the_table_marks_what_is_missed() -> None:
    """A row has the times, the ratio, the limit, and whether it is kept."""
    row = "| few: Python | 10,000,000 | 120 | the bare group-by | 0.200 | 0.250 | 1.25 | <= 1.05x | **missed** |  |"
    assert table([FIGURE]).splitlines()[-1] == row


def test_two_commits_are_compared_case_by_case() -> None:
    """Each case is beside its own yardstick, so that a slower machine changes nothing."""
    then = [
        replace(FIGURE, case="a", yardstick_seconds=0.1, seconds=0.2),
        replace(FIGURE, case="b", yardstick_seconds=0.1, seconds=0.1, peak_mb=200.0),
        replace(FIGURE, case="c", yardstick_seconds=1.0, seconds=0.1, faster=True),
        replace(FIGURE, case="gone"),
    ]
    now = [
        replace(FIGURE, case="a", yardstick_seconds=0.2, seconds=0.44),
        replace(FIGURE, case="b", yardstick_seconds=0.2, seconds=0.222, peak_mb=150.0),
        replace(FIGURE, case="c", yardstick_seconds=2.0, seconds=0.1, faster=True),
        replace(FIGURE, case="new", rows=5),
    ]
    assert comparison.compared(now, then, ("here", "there")).splitlines() == [
        "| case | rows | ratio at there | ratio at here | times as long | peak memory | |",
        "|---|---:|---:|---:|---:|---:|---|",
        "| a | 10,000,000 | 2.00 | 2.20 | 1.10 |  |  |",
        "| b | 10,000,000 | 1.00 | 1.11 | 1.11 | 200 to 150 MB | **slower** |",
        "| c | 10,000,000 | 10.00 | 20.00 | 0.50 |  | faster |",
        "",
        "Only now: new (5 rows).",
        "",
        "Only then: gone (10,000,000 rows).",
    ]


def test_figures_are_kept_with_their_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written is read again, also by a version whose figures have fewer fields."""
    monkeypatch.setattr(comparison, "commit", lambda: "abc123, changed")
    monkeypatch.setattr(comparison, "machine", lambda: "2 cores")
    path = tmp_path / "figures.json"
    document = comparison.document([FIGURE])
    document["figures"][0]["unknown"] = 1
    path.write_text(json.dumps(document))
    assert comparison.read(path) == ("abc123, changed", [FIGURE])
