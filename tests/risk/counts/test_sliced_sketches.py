"""Sketches by slice: each slice is estimated from its own classes, with its own totals."""

from __future__ import annotations

import math
import random
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from engines import Database
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.estimation.estimators import NO_CLASS
from sqlmetrics.scoring.scores import Scores

count = partial(sqlmetrics.count, allow_singles=True)
score_counts: Any = sqlmetrics.score_counts
score: Any = partial(sqlmetrics.score, look=False)

MARKS = {"suppressed": {"age": "31", "sex": "f"}}


def visits(seed: int = 1, number: int = 300) -> pd.DataFrame:
    """Return visits with odd names of hospitals: NULL, empty, and one with a comma."""
    pick = random.Random(seed)
    rows = [
        {
            "hospital": pick.choice(["north", "north", None, "", "C, x"]),
            "day": pick.choice(["2024-01-03", "2024-01-20", "2025-01-09", None]),
            "age": pick.choice(["31", "32", "45", "52", None]),
            "sex": pick.choice("fm"),
            "disease": pick.choice(["flu", "hiv", "ok", None]),
            "pay": pick.choice([1, 2, 3]),
        }
        for _ in range(number)
    ]
    return pd.DataFrame(rows).assign(day=lambda table: pd.to_datetime(table["day"]).dt.date)


def check_alike(found: Scores, expected: Scores) -> None:
    """Assert that scores and their order are those that are expected."""
    assert (found.by, found.named) == (expected.by, expected.named)
    for one, other in zip(found.scores, expected.scores, strict=True):
        assert (one.view, one.metric, one.records) == (other.view, other.metric, other.records)
        assert (one.value is None) == (other.value is None), one
        assert one.value is None or math.isclose(one.value, other.value or 0.0, rel_tol=1e-9, abs_tol=1e-12), one


@pytest.mark.parametrize("sensitive", [[], ["disease"], ["disease", "pay"]], ids=len)
@pytest.mark.parametrize("words", [{}, MARKS, {**MARKS, "keep_suppressed": True}], ids=len)
def test_a_sketch_of_all_classes_scores_each_slice_exactly(
    sensitive: list[str], words: dict[str, Any], tmp_path: Path
) -> None:
    """Where every class is in it, slices have the scores, numbers and names of the table."""
    file, table = tmp_path / "all.parquet", visits()
    by: Any = ["hospital", {"day": "month"}] if sensitive else "hospital"
    count(table, ["age", "sex"], sensitive, output=file, sketch=1000, by=by, **words)
    public: Any = [{"hospital": "public"}, {"day": ["month", "public"]}] if sensitive else {"hospital": "public"}
    for asked in (by, public):
        check_alike(score_counts(file, by=asked), score(table, ["age", "sex"], sensitive, by=asked, **words))


def test_parts_by_slice_add_up_to_the_sketch_of_the_whole(tmp_path: Path) -> None:
    """Sketches of parts make the file of the whole, and score as it does, of some classes too."""
    table, names = visits(number=500), [tmp_path / f"{number}.parquet" for number in range(4)]
    for file, part in zip(names, (table[:200], table[200:], table), strict=False):
        count(part, ["age", "sex", "pay"], "disease", output=file, sketch=30, by="hospital")
    sqlmetrics.count(counts=names[:2], output=names[3])
    both = "(from '{}' except all from '{}')"
    smaller = duckdb.execute(both.format(names[3], names[2])).fetchall()
    parts, whole = score_counts(names[:2], by="hospital"), score_counts(names[3], by="hospital")
    check_alike(parts, whole)
    assert 0 < (parts.share or 0) < 1
    assert all(row[-3] is not None for row in smaller), "the counts of values are those of the whole"
    kept = "select count(*) from '{}' where class_hash is null"
    values = [duckdb.execute(kept.format(names[place])).fetchall() for place in (2, 3)]
    assert values[0] == values[1]


def test_estimates_of_slices_cover_the_scores(tmp_path: Path) -> None:
    """Of many samples the 95 % intervals of slices have the exact scores; what is told is right."""
    names = ["uniqueness", "distinction", "discrimination_rate", "a_acc", "baseline_accuracy"]
    missed, told = 0, 0
    for seed in range(6):
        pick = random.Random(seed)
        table = pd.DataFrame(
            [
                (f"{seed}-{min(int(pick.expovariate(1.5)), 2)}", pick.randrange(700), pick.randrange(3))
                for _ in range(2500)
            ],
            columns=["ward", "age", "x"],
        )
        file = tmp_path / f"{seed}.parquet"
        count(table, "age", "x", output=file, sketch=500, by="ward")
        exact = score(table, "age", "x", by="ward", metrics=names)
        for one, other in zip(score_counts(file, by="ward", metrics=names).scores, exact.scores, strict=True):
            assert (one.view, one.records) == (other.view, other.records)
            if one.metric == "baseline_accuracy":
                assert one.value == pytest.approx(other.value)
            elif one.value is not None and other.value is not None and one.low is not None and one.high is not None:
                told += 1
                missed += not one.low - 1e-12 <= other.value <= one.high + 1e-12
    assert told > 50
    assert missed <= 0.12 * told


def test_a_slice_without_a_class_in_the_sketch_has_what_its_totals_tell(tmp_path: Path) -> None:
    """A slice that the sample misses is there with its records, and NULL with the reason."""
    table = pd.DataFrame({"ward": [*range(40)] * 2, "age": range(80), "x": [1, 2] * 40})
    file = tmp_path / "few.parquet"
    count(table, "age", "x", output=file, sketch=10, by="ward")
    found = score_counts(file, by="ward", metrics=["uniqueness", "baseline_accuracy"])
    assert len({one.slice for one in found.scores}) == 40
    assert {one.records for one in found.scores} == {2}
    missing = {one.slice for one in found.scores if one.reason == NO_CLASS}
    assert len(missing) >= 30
    known = [one.value for one in found.scores if one.slice in missing and one.metric == "baseline_accuracy"]
    assert known == [1.0] * len(missing)
    least = score_counts(file, by="ward", metrics="k")
    assert {one.value for one in least.scores} == {None, 1.0}, "one is known where somebody is alone"


def test_what_a_sketch_by_slice_does_not_tell_is_refused(tmp_path: Path) -> None:
    """It answers by the slices and keys that it was counted by, and has NULL as a value."""
    file, other, table = tmp_path / "some.parquet", tmp_path / "other.parquet", visits()
    count(table, ["age", "sex"], output=file, sketch=9, by="hospital")
    count(table, ["age", "hospital"], output=other, sketch=9)
    refused: dict[str, Any] = {
        "it was counted by hospital; ask so": partial(score_counts, file),
        "it was counted without slices; ask so": partial(score_counts, other, "age", by="hospital"),
        "ask all of age, sex, as they are": partial(score_counts, file, "age", by="hospital"),
        "leave out `nulls: drop`": partial(count, table, "age", output=other, sketch=9, by="hospital", nulls="drop"),
    }
    for message, ask in refused.items():
        with pytest.raises(SpecError, match=message):
            ask()


@pytest.mark.engines("connection", "quick")
@pytest.mark.parametrize("sensitive", [[], ["y"]], ids=len)
def test_sketches_of_a_database_by_slice_score_as_there(engine: Database, sensitive: list[str], tmp_path: Path) -> None:
    """The sketch of a connection has the slices and scores that are counted there."""
    words: dict[str, Any] = {"by": "x", "connection": engine.connection}
    file, relation = tmp_path / "sketch.parquet", engine.written("t")
    count(relation, ["k", "g"], sensitive, output=file, sketch=1000, **words)
    found, expected = score_counts(file, by="x"), score(relation, ["k", "g"], sensitive, **words)
    check_alike(found, expected)
