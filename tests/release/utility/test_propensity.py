"""How well released records can be told from original ones: both models against other code."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics import SpecError
from sqlmetrics.release.utility import propensity
from sqlmetrics.release.utility.logistic_model import fitted_logistic


def table(**columns: str) -> pd.DataFrame:
    """Return a frame with a letter per record and column."""
    return pd.DataFrame({name: [*letters] for name, letters in columns.items()})


def drawn(seed: int, records: int, shift: float = 0.0) -> pd.DataFrame:
    """Return records of three columns, of which two go together; a shift moves the second one."""
    pick = np.random.default_rng(seed)
    first = pick.integers(0, 4, records)
    second = (first + pick.integers(0, 3, records) + (pick.random(records) < shift)) % 5
    return pd.DataFrame({"a": first, "b": second.astype(str), "c": pick.integers(0, 6, records)})


def models(original: pd.DataFrame, release: pd.DataFrame) -> dict[str, tuple[Any, ...]]:
    """Return, by model, the score, its ratio, the size of the model and the reason of no value."""
    utility = sqlmetrics.utility(original, {"r": release}, pmse=True, queries=1)
    found = {}
    for model, size in (("saturated", "cells"), ("logistic", "parameters")):
        scores = [score for score in utility.scores if score.parameter("model") == model]
        assert [score.metric for score in scores] == ["pmse", "pmse_ratio"]
        assert scores[0].parameters == scores[1].parameters
        found[model] = (scores[0].value, scores[1].value, scores[0].parameter(size), scores[1].reason)
    return found


def told_apart(original: pd.DataFrame, release: pd.DataFrame, model: str) -> tuple[Any, ...]:
    """Return the pMSE of a model, its ratio, the size of the model, and the reason of a NULL."""
    return models(original, release)[model]


def by_records(original: pd.DataFrame, release: pd.DataFrame) -> tuple[float, float, int]:
    """Return score, ratio and parameters of a regression on the records, written out in full."""
    both = pd.concat([original, release]).astype(str)
    released = np.repeat([0.0, 1.0], [len(original), len(release)])
    names = [(column, value) for column in both for value in sorted(both[column].unique())[1:]]
    design = np.column_stack([np.ones(len(both)), *((both[column] == value).astype(float) for column, value in names)])

    beta = np.zeros(design.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-design @ beta))
        root = np.sqrt(chance * (1 - chance))
        beta = beta + np.linalg.lstsq(design * root[:, None], (released - chance) / root)[0]
    share, size = released.mean(), int(np.linalg.matrix_rank(design))
    score = float(np.mean((chance - share) ** 2))
    return score, score / ((size - 1) * (1 - share) ** 2 * share / len(both)), size


def test_two_cells_are_worked_out_by_hand() -> None:
    """Five and five against seven and three is 1/96, expected 1/160, so a ratio of 5/3.

    One column leaves a regression nothing to simplify.
    """
    original, release = table(a="xxxxxyyyyy"), table(a="xxxxxxxyyy")
    for score, ratio, size, _ in models(original, release).values():
        assert (score, ratio, size) == (pytest.approx(1 / 96, rel=1e-12), pytest.approx(5 / 3, rel=1e-12), "2")


@pytest.mark.parametrize("seed", range(2))
def test_the_saturated_score_is_pearsons_statistic(seed: int) -> None:
    """It is c(1 - c) X2 / N, X2 of the test that both sides have one distribution."""
    original, release = drawn(seed, 300), drawn(seed + 10, 200, 0.2)
    cells = [Counter(map(tuple, side.astype(str).to_numpy())) for side in (original, release)]
    counts = np.array([[side[cell] for cell in cells[0] | cells[1]] for side in cells])
    alike = np.outer([0.6, 0.4], counts.sum(axis=0))
    expected = 0.4 * 0.6 * float(((counts - alike) ** 2 / alike).sum()) / 500
    score, ratio, size, _ = told_apart(original, release, "saturated")
    assert (score, size) == (pytest.approx(expected, rel=1e-12), str(len(counts[0])))
    assert ratio == pytest.approx(expected / ((len(counts[0]) - 1) * 0.6**2 * 0.4 / 500), rel=1e-12)


@pytest.mark.parametrize("seed", range(2))
def test_counted_cells_give_the_regression_on_records(seed: int) -> None:
    """The logistic score is that of all records one by one, at a share of released ones of 0.4."""
    original, release = drawn(seed, 300), drawn(seed + 10, 200, 0.2)
    score, ratio, size = by_records(original, release)
    assert told_apart(original, release, "logistic") == (
        pytest.approx(score, rel=1e-9),
        pytest.approx(ratio, rel=1e-9),
        str(size),
        None,
    )


def test_a_release_without_a_value_has_certain_records() -> None:
    """Records of a value on one side alone are told apart for sure, the rest by the other records.

    A column that repeats another adds no parameter.
    """
    original, release = drawn(1, 300), drawn(2, 300, 0.1)
    release = release[release["b"] != "2"]
    kept = original[original["b"] != "2"]
    share = len(release) / (len(original) + len(release))
    total = len(original) + len(release)
    alone = by_records(kept, release)[0]
    inner_share = len(release) / (len(kept) + len(release))
    within = alone * (len(kept) + len(release)) + (len(kept) + len(release)) * (inner_share - share) ** 2
    expected = (within + (len(original) - len(kept)) * share**2) / total
    score, _, size, _ = told_apart(original.assign(d=original["b"]), release.assign(d=release["b"]), "logistic")
    assert (score, size) == (pytest.approx(expected, rel=1e-9), "13")


def test_a_separation_by_two_columns_ends_at_its_limit() -> None:
    """Where no value but a pair of them is on one side, Newton's steps reach certain records."""
    values = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    originals, released = np.array([5.0, 5.0, 5.0, 0.0]), np.array([0.0, 5.0, 5.0, 5.0])
    probabilities, parameters = fitted_logistic(values, originals, released)
    assert parameters == 3
    assert probabilities == pytest.approx([0, 0.5, 0.5, 1], abs=1e-9)


def test_a_copy_is_not_told_apart_and_a_stranger_is_for_sure() -> None:
    """The score is 0 for a copy, and c(1 - c) where nothing is shared, in both models."""
    original = drawn(3, 100).astype(str)
    assert [found[:2] for found in models(original, original).values()] == [(0, 0)] * 2
    strange = (original + "!").head(50)
    assert [found[0] for found in models(original, strange).values()] == [pytest.approx(2 / 9, rel=1e-12)] * 2


@pytest.mark.parametrize(("anew", "expected", "near"), [(True, 1.0, (0.1, 0.3)), (False, 2.0, (0.4, 1.2))])
def test_the_ratio_is_what_chance_leads_to(anew: bool, expected: float, near: tuple[float, float]) -> None:
    """It is about 1 for records drawn anew from the original, and 2 for other people as many.

    Twenty releases of one original are drawn, of 72 combinations of values and 13 parameters. The
    chance of the original itself is half of the ratio of other people, so they may be further off.
    """
    original = drawn(0, 2000)
    releases = {
        str(seed): original.sample(2000, replace=True, random_state=seed) if anew else drawn(seed, 2000)
        for seed in range(1, 21)
    }
    utility = sqlmetrics.utility(original, releases, pmse=True, queries=1)
    for model, most in zip(("saturated", "logistic"), near, strict=True):
        ratios = [utility.value("pmse_ratio", release=release, model=model) for release in releases]
        assert np.mean(np.array(ratios, dtype=float)) == pytest.approx(expected, abs=most)


def test_null_is_a_value_and_continuous_columns_are_in_bins() -> None:
    """NULL is told apart from values, and numbers are compared by bins: here of 20."""
    score, _, cells, _ = told_apart(table(a="xxyy"), pd.DataFrame({"a": ["x", "x", None, None]}), "saturated")
    assert (score, cells) == (pytest.approx((2 * 0.25 + 2 * 0.25) / 8), "3")
    numbers = pd.DataFrame({"n": range(1000)})
    _, _, cells, _ = told_apart(numbers, numbers, "saturated")
    assert cells == "50"


def test_columns_of_any_type_are_told_apart(tmp_path: Path) -> None:
    """Lists, records, bytes that are no text, dates and NaN are values like others."""
    path = tmp_path / "odd.parquet"
    values = "[i % 2] as a, {'x': i % 3} as b, from_hex('ff0' || (i % 4)) as c"
    numbers = (
        "date '2024-01-01' + cast(i % 5 as integer) as d, case when i % 2 = 0 then 'nan'::double else i % 3 end as e"
    )
    duckdb.execute(f"copy (select {values}, {numbers} from range(60) t(i)) to '{path}'")
    for column, cells in zip("abcde", (2, 3, 4, 5, 4), strict=True):
        utility = sqlmetrics.utility(path, path, columns=column, pmse=True, queries=1)
        sizes = [score.parameters for score in utility.scores if score.metric == "pmse"]
        assert sizes == [f"model=saturated, cells={cells}", f"model=logistic, parameters={cells}"]


def test_what_cannot_be_told_has_a_reason() -> None:
    """One cell, an empty side and a missing column leave no number, and never 0."""
    one = table(a="xxx", b="yyy")
    none = one[one["a"] == "y"]
    same = (0, None, "1", "all records have the same values")
    assert models(one, one) == {"saturated": same, "logistic": same}
    missing = "the release does not have the columns, or no records"
    for original, release, reason in (
        (one, none, missing),
        (one, one.drop(columns="b"), missing),
        (none, one, "the original has no records"),
    ):
        for score, ratio, _, said in models(original, release).values():
            assert (score, ratio, said) == (None, None, reason)


def test_models_of_too_many_values_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saturated score stays; the reasons say how many there are, and what to do."""
    original, release = drawn(4, 60), drawn(5, 60)
    monkeypatch.setattr(propensity, "MOST_PARAMETERS", 12)
    assert told_apart(original, release, "logistic")[3] == (
        "the model would have 13 parameters, more than 12; leave out columns of many values by `columns`"
    )
    monkeypatch.setattr(propensity, "MOST_CELLS", 10)
    (score, _, cells, _), (none, *_, reason) = models(original, release).values()
    assert score > 0
    assert none is None
    assert reason == f"the columns make {cells} combinations of values, more than 10; name fewer columns in `columns`"


def test_it_is_measured_on_request_and_not_of_another_system() -> None:
    """By default no propensity score is there."""
    original = drawn(6, 50)
    plain = sqlmetrics.utility(original, original, queries=1)
    assert not [score for score in plain.scores if score.metric.startswith("pmse")]
    connection = sqlite3.connect(":memory:")
    connection.execute("create table r (a, b, c)")
    with pytest.raises(SpecError, match="pmse need its table here"):
        sqlmetrics.utility(original, "r", pmse=True, release_connection=connection)


def test_the_scores_are_printed_in_the_report(run: Callable[..., Run], tmp_path: Path) -> None:
    """The table has a line per model and metric, and the sizes of the models."""
    table(a="xxxxxyyyyy").to_csv(tmp_path / "o.csv", index=False)
    table(a="xxxxxxxyyy").to_csv(tmp_path / "r.csv", index=False)
    shown = run("utility", tmp_path / "r.csv", "--original", tmp_path / "o.csv", "--pmse").out
    lines = " ".join(shown.split())
    assert "pmse, saturated 0.0104 pmse_ratio, saturated 1.6667 pmse, logistic 0.0104" in lines
    assert "cells, saturated 2 parameters, logistic 2" in lines
    printed = run("utility", tmp_path / "r.csv", "--original", tmp_path / "o.csv", "--pmse", "--print-sql").out
    assert printed.count("told apart") == 1
    assert "the counts that the logistic model is fitted to" in printed
