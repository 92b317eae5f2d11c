"""Log-linear models of a sample, beside definitions, a general fit, and commands without them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import exp
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from conftest import ROOT, Run
from examples import examples
from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.sample.estimates import fitted_margins

FIXTURES = ROOT / "fixtures"
KEYS = ["a", "b", "c"]
INDEPENDENT = ("population_uniques_independence", "correct_matches_independence")
TWO_WAY = ("population_uniques_two_way", "correct_matches_two_way")
ROW = st.tuples(st.sampled_from("xyz"), st.sampled_from([1, 2, None]), st.sampled_from(["p", "q", None]))


def scored(rows: list[Any], metrics: tuple[str, ...], **words: Any) -> list[float | None]:
    """Return the scores of rows of three keys."""
    table = dict(zip(KEYS, map(list, zip(*rows, strict=True)), strict=True))
    return [score.value for score in sqlmetrics.score(table, KEYS, metrics=metrics, **words).scores]


@examples(15)
@given(st.lists(ROW, min_size=1, max_size=30), st.sampled_from([0.05, 0.5, 1.0]))
def test_independence_is_the_sum_of_its_definition(rows: list[Any], fraction: float) -> None:
    """The estimates follow the paper's sums over the records that are alone, NULL being a value."""
    margins = [Counter(row[key] for row in rows) for key in range(3)]
    odds = (1 - fraction) / fraction
    alone = [row for row, count in Counter(rows).items() if count == 1]
    unseen = [
        odds * len(rows) * float(np.prod([margins[key][row[key]] / len(rows) for key in range(3)])) for row in alone
    ]
    expected = [sum(exp(-m) for m in unseen), sum((1 - exp(-m)) / m if m else 1 for m in unseen)]
    assert scored(rows, INDEPENDENT, sampling_fraction=fraction) == pytest.approx(expected)


def test_two_way_interactions_are_those_of_a_poisson_regression() -> None:
    """The fit is that of Newton's method on a regression with all main effects and interactions."""
    shape, draw = (2, 3, 4), Random(7)
    counts = np.array([draw.randint(1, 9) for _ in range(24)], dtype=float)
    cells = list(product(*map(range, shape)))
    columns = [[1.0] * len(cells)]
    for size in (1, 2):
        for axes in combinations(range(3), size):
            for values in product(*(range(1, shape[axis]) for axis in axes)):
                columns.append([float(all(cell[a] == v for a, v in zip(axes, values, strict=True))) for cell in cells])
    design = np.array(columns).T
    weights = np.linalg.lstsq(design, np.log(counts), rcond=None)[0]
    for _ in range(50):
        mean = np.exp(design @ weights)
        weights += np.linalg.solve(design.T @ (design * mean[:, np.newaxis]), design.T @ (counts - mean))
    found = fitted_margins(counts.reshape(shape))
    assert found is not None
    assert found.ravel() == pytest.approx(np.exp(design @ weights), rel=1e-6)


def test_two_keys_with_their_interaction_expect_what_there_is() -> None:
    """Of two keys the model is the table itself: each who is alone is expected to be one."""
    table = {"a": [1, 1, 1, 2, 2, 3], "b": [1, 1, 2, 1, 1, 3]}
    scores = sqlmetrics.score(table, ["a", "b"], population_size=18, metrics=TWO_WAY)
    assert [score.value for score in scores.scores] == pytest.approx([2 * exp(-2), 1 - exp(-2)])


def test_a_table_of_too_many_cells_is_not_fitted() -> None:
    """Where values combine in too many ways the estimates are undefined, and the reason says so."""
    keys = {key: list(range(500)) for key in "ab"}
    scores = sqlmetrics.score(keys, ["a", "b"], sampling_fraction=0.1, metrics=TWO_WAY).scores
    assert [(score.value, score.records) for score in scores] == [(None, 500)] * 2
    assert all("more than 200,000 combinations" in str(score.reason) for score in scores)


def test_estimates_are_refused_where_nothing_estimates_them(run: Any, tmp_path: Any) -> None:
    """Commands that score by one statement refuse a metric that is estimated, by its name."""
    words: dict[str, Any] = {"population_size": 100, "metrics": ["population_uniqueness"]}
    with pytest.raises(SpecError, match="population_uniqueness is not measured of combinations together"):
        sqlmetrics.subsets({"a": [1, 2], "b": [1, 1]}, ["a", "b"], **words)
    spec = tmp_path / "spec.yml"
    words_of_spec = (
        f"relation: {FIXTURES}/ward.csv",
        "quasi_identifiers: [age, zip]",
        "identifiers: [id]",
        "population_size: 100",
        "thresholds: {population_uniqueness: {at_most: 0.1}}",
        f"advise: {{generalizations: {{age: {FIXTURES}/ward_age.csv}}}}",
    )
    spec.write_text("\n".join(words_of_spec))
    refused: Run = run("advise", "--spec", spec)
    assert (refused.code, refused.out) == (2, "")
    assert "advice does not search for population_uniqueness, which is estimated" in refused.err
    for command in ("subsets", "suda"):
        kept: Run = run(command, FIXTURES / "ward.csv", "-q", "age", "-q", "zip", "--population-size", "100")
        assert kept.code == 0
    explained: Run = run("score", FIXTURES / "ward.csv", "-q", "age", "--population-size", "100", "--explain")
    assert "the rows of class_sizes, from the counts" in explained.out
