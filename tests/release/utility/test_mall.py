"""The mall of the GDA Score: a release that is good for what it was made for, and for little else.

Visitors of an hour are counted by the zip codes where they live and work, and rounded to the
nearest 20; the numbers below are worked out by hand from the true counts.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

import sqlmetrics
from conftest import ROOT

TRUE = {
    ("10:00", "10115", "10117"): (47, 40),
    ("11:00", "10115", "10117"): (60, 60),
    ("12:00", "10115", "10117"): (66, 60),
    ("10:00", "10115", "14467"): (31, 40),
    ("11:00", "10115", "14467"): (52, 60),
    ("12:00", "10115", "14467"): (25, 20),
    ("10:00", "14467", "10117"): (12, 20),
    ("11:00", "14467", "10117"): (8, 0),
    ("12:00", "14467", "10117"): (35, 40),
}
"""The visitors by hour, home and work, and what is released of them; 0 is not."""

ERRORS = (7 / 47, 0, 6 / 66, 9 / 31, 8 / 52, 5 / 25, 8 / 12, 1, 5 / 35, 10 / 90, 0, 6 / 126)
"""The relative errors of the counts above, and of the hours: 90, 120 and 126 visitors for 100, 120
and 120."""

ORIGINAL, RELEASE = (ROOT / "fixtures" / name for name in ("mall.csv", "mall_release.csv"))


def test_the_fixtures_have_these_counts() -> None:
    """The visits and the released counts are those that the errors are worked out from."""
    visits = pd.read_csv(ORIGINAL, dtype=str)
    keys = zip(visits["time"].str[11:13] + ":00", visits["home"], visits["work"], strict=True)
    assert Counter(keys) == {key: true for key, (true, _) in TRUE.items()}
    rows = pd.read_csv(RELEASE, dtype=str)
    released = zip(rows["time"].str[11:16], rows["home"], rows["work"], strict=True)
    assert dict(zip(released, rows["visitors"].astype(int), strict=True)) == {
        key: kept for key, (_, kept) in TRUE.items() if kept
    }


def test_hours_are_answered_well_and_other_queries_badly() -> None:
    """The mall's own queries are right but for the rounding; suppressed columns are all lost."""
    workload = ROOT / "fixtures" / "mall_workload.yml"
    utility = sqlmetrics.utility(ORIGINAL, RELEASE, workload=workload, queries=60, show_values=False)
    assert utility.value("accuracy", target="friendly") == pytest.approx(1 - sum(ERRORS) / 12, rel=1e-12)
    assert utility.value("missed_queries", target="friendly") == pytest.approx(1 / 12, rel=1e-12)
    assert [utility.value("coverage", target=name) for name in ("home", "work", "device", "pays")] == [1, 1, 0, 0]
    assert (utility.value("accuracy", target="generic") or 1) < 0.5


def test_finer_times_than_released_are_not_there(tmp_path: Path) -> None:
    """Of 36 times five minutes the three first of an hour have a whole hour's visitors, or none."""
    path = tmp_path / "finer.yml"
    path.write_text("- {columns: [time], bins: {time: 5 minutes}, measures: [{sum: visitors}]}\n")
    utility = sqlmetrics.utility(ORIGINAL, RELEASE, workload=path, queries=1)
    assert utility.value("accuracy", target="friendly") == 0
    assert utility.value("missed_queries", target="friendly") == pytest.approx(33 / 36, rel=1e-12)
