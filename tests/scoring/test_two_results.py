"""Two exact results of one table show who left between them, as the page on security says."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pandas as pd
import pytest

import sqlmetrics

VOTES = ["A", "A", "B"]


def result(votes: list[str]) -> dict[str, float | None]:
    """Return k and the entropy of the votes of people who are all in one class."""
    frame = pd.DataFrame({"town": "x", "vote": votes})
    scores = sqlmetrics.score(frame, "town", "vote", metrics=["k_anonymity", "entropy"], look=False)
    return {one.metric: one.value for one in scores.scores if one.target != "identity" or one.metric == "k_anonymity"}


def test_the_entropy_after_a_person_left_tells_the_vote() -> None:
    """It is one bit if an A left, and none if the B did; k is 2 both times."""
    assert result(VOTES) == {"k_anonymity": 3, "entropy": pytest.approx(0.9183, abs=5e-5)}
    assert result(["A", "B"]) == {"k_anonymity": 2, "entropy": pytest.approx(1)}
    assert result(["A", "A"]) == {"k_anonymity": 2, "entropy": pytest.approx(0)}


def test_two_count_files_show_the_cell_that_changed(tmp_path: Path) -> None:
    """A least count hides no difference: twelve and eleven may both stand in a file."""
    people = pd.DataFrame({"town": ["x"] * 22 + ["y"] * 10, "vote": ["A"] * 12 + ["B"] * 20})
    files = [tmp_path / "january.parquet", tmp_path / "february.parquet"]
    for frame, file in zip((people, people.drop(3)), files, strict=True):
        sqlmetrics.count(frame, "town", "vote", output=file, min_count=5)
    before, after = (
        set(duckdb.execute("select key_1, value_1, records from read_parquet($1)", [str(file)]).fetchall())
        for file in files
    )
    assert {("x", "A", 12)} == before - after
    assert {("x", "A", 11)} == after - before
