"""Adult (1994 census extract): odd names and hierarchies, against literature and other tools."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics


@pytest.mark.parametrize(("file", "k"), [("adult_k3.csv", 3), ("adult_k10.csv", 10), ("adult_k20.csv", 20)])
def test_released_tables_have_the_k_that_they_were_made_for(adult: Path, file: str, k: int) -> None:
    """The k-anonymous releases are k-anonymous on all their quasi-identifiers."""
    keys = ["age", "education", "occupation", "relationship", "sex", "native-country"]
    value = sqlmetrics.score(adult / file, keys, "salary-class", metrics="k_anonymity").value("k_anonymity")
    assert value is not None
    assert value >= k


def test_the_two_diverse_release_is_two_diverse(adult: Path) -> None:
    """The 2-diverse release has two sensitive values in each class; the one before it has not."""
    keys = ["age", "education", "occupation", "relationship", "sex", "native-country"]
    scores = sqlmetrics.score(adult / "adult_k10_l2.csv", keys, "salary-class")
    assert scores.value("distinct_l_diversity", target="salary-class") == 2
    assert scores.value("entropy_l_diversity_risk", target="salary-class") < 1  # type: ignore[operator]
    assert (
        sqlmetrics.score(adult / "adult_k10.csv", keys, "salary-class").value(
            "distinct_l_diversity", target="salary-class"
        )
        == 1
    )


def test_education_and_sex_as_another_tool_has_them(adult: Path) -> None:
    """k, l, t and alpha of occupation by education and sex agree with another tool's published run.

    They are 14, 5, 0.7074 and 0.820.
    """
    scores = sqlmetrics.score(adult / "adult.csv", ["education", "sex"], "occupation")
    assert scores.value("k_anonymity") == 14
    assert scores.value("distinct_l_diversity", target="occupation") == 5
    assert scores.value("t_closeness_equal", target="occupation") == pytest.approx(0.7074, abs=5e-5)
    assert scores.value("alpha_k_anonymity", target="occupation") == pytest.approx(0.820, abs=5e-4)


def test_coarser_levels_of_a_hierarchy_tell_less(adult: Path) -> None:
    """Each level of each hierarchy lowers the discrimination rate, down to nothing at the root."""
    keys = ["age", "education", "marital-status", "native-country", "workclass"]
    connection = duckdb.connect()
    connection.execute(f"create table adult as from '{adult}/adult.csv'")
    asked: dict[str, Any] = {"metrics": "discrimination_rate", "connection": connection}
    for column in keys:
        height = len((adult / "hierarchies" / f"{column}.csv").read_text().splitlines()[0].split(";")) - 1
        rates = [
            sqlmetrics.score(
                "adult", column, "occupation", partitions={column: f"{adult}/hierarchies/{column}.csv:{level}"}, **asked
            ).value("discrimination_rate", target="occupation")
            for level in range(height + 1)
        ]
        known = [rate for rate in rates if rate is not None]
        assert len(known) == height + 1
        assert all(finer >= coarser - 1e-12 for finer, coarser in pairwise(known))
        assert known[-1] == pytest.approx(0, abs=1e-12)
        raw = sqlmetrics.score("adult", column, "occupation", **asked).value("discrimination_rate", target="occupation")
        assert known[0] == pytest.approx(raw, rel=1e-12)
