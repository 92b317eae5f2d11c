"""No bound rules out a recoding that passes: no classes that pass hold more than it allows."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from numpy.typing import NDArray

from sqlmetrics.advice.advice import advised_plan
from sqlmetrics.advice.counts.coded import coded
from sqlmetrics.advice.counts.conditions import (
    ClassCondition,
    Whole,
    bound_of,
    bound_parameters,
    conditions_of,
    largest_share,
)
from sqlmetrics.advice.counts.screening import screen
from sqlmetrics.advice.generalizations import generalizations
from sqlmetrics.advice.search.lattice import covers
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened_records
from sqlmetrics.gate.thresholds import read_thresholds
from sqlmetrics.spec.call import call_spec
from sqlmetrics.statement.render import render

Counts = NDArray[np.int64]
Shares = NDArray[np.float64]

FIRST = 3
"""The l of recursive (c,l)-diversity."""


def entropy(counts: Counts) -> Shares:
    """Return the entropy of rows of counts in bits."""
    shares = counts / counts.sum(axis=-1, keepdims=True)
    return np.asarray(-(shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=-1))


def gains(counts: Counts, table: Counts) -> Shares:
    """Return the shares of rows of counts over those of the table."""
    return np.asarray(counts / counts.sum(axis=-1, keepdims=True) / (table / table.sum()))


def recursive(counts: Counts, table: Counts) -> Shares:
    """Return the recursive c, infinite with fewer than l values."""
    ranked = -np.sort(-counts, axis=-1)
    tails = ranked[:, FIRST - 1 :].sum(axis=-1)
    return np.where(tails > 0, ranked[:, 0] / np.where(tails > 0, tails, 1), np.inf)


def enhanced(counts: Counts, table: Counts) -> Shares:
    """Return the enhanced beta-likeness, infinite where a value gains more than its -ln p."""
    gained = gains(counts, table) - 1
    over = (gained > -np.log(table / table.sum()) + 1e-12).any(axis=-1)
    return np.where(over, np.inf, gained.max(axis=-1))


def log_ratio(counts: Counts, table: Counts) -> Shares:
    """Return delta-disclosure of the values present, in nats."""
    ratios = gains(counts, table)
    return np.asarray(np.abs(np.log(np.where(ratios > 0, ratios, 1))).max(axis=-1))


def strict(counts: Counts, table: Counts) -> Shares:
    """Return delta-disclosure of all values, infinite without one."""
    return np.where((counts > 0).all(axis=-1), log_ratio(counts, table), np.inf)


def distance(counts: Counts, table: Counts) -> Shares:
    """Return half the sum of the differences of shares."""
    differences = counts / counts.sum(axis=-1, keepdims=True) - table / table.sum()
    return np.asarray(np.abs(differences).sum(axis=-1) / 2)


SCORES: dict[str, Callable[[Counts, Counts], Shares]] = {
    "alpha_k_anonymity": lambda counts, table: counts.max(axis=-1) / counts.sum(axis=-1),
    "entropy_l_diversity": lambda counts, table: 2 ** entropy(counts),
    "entropy_l_diversity_risk": lambda counts, table: 2 ** -entropy(counts),
    "skewness": lambda counts, table: entropy(table[None])[0] - entropy(counts),
    "recursive_cl_diversity": recursive,
    "basic_beta_likeness": lambda counts, table: gains(counts, table).max(axis=-1) - 1,
    "enhanced_beta_likeness": enhanced,
    "delta_disclosure": log_ratio,
    "delta_disclosure_strict": strict,
    "a_quot": log_ratio,
    "t_closeness_equal": distance,
    "a_diff": distance,
}
"""The scores of classes, by definition."""


def bound_word(metric: str) -> str:
    """Return the word of a metric's limit."""
    return "at_least" if metric == "entropy_l_diversity" else "at_most"


def condition(metric: str, limit: float) -> tuple[ClassCondition, Any]:
    """Return a condition on a sensitive attribute, and its plan."""
    thresholds = {metric: {bound_word(metric): limit, "target": "value"}}
    spec = call_spec("table.csv", ["key"], "value", {"thresholds": thresholds, "parameters": {"l": FIRST}})
    plan = advised_plan(spec)
    (found,) = conditions_of(read_thresholds(spec), plan)
    return found, plan


def most_of(metric: str, limit: float, classes: Counts, table: Counts) -> list[float | None]:
    """Return the bound of each class, by its macro."""
    found, plan = condition(metric, limit)
    bound = bound_of(found, plan, 1)
    whole = Whole(len(table), float(entropy(table[None])[0]), float(table.sum()))
    assert bound is not None
    rows = ", ".join(
        f"({number}, {value}, {n}::double, {table[value]}::double)"
        for number, counts in enumerate(classes)
        for value, n in enumerate(counts)
        if n
    )
    statement = f"""
        with cells as (
            select
                number, n, n_x, {int(table.sum())}::double as total,
                sum(n) over (partition by number) as n_y,
                row_number() over (partition by number order by n desc) as place,
                sum(n) over (partition by number order by n / n_x, value) as prefix_n,
                1 - (sum(n_x) over (partition by number) - sum(n_x) over (
                    partition by number order by n / n_x, value
                )) / total as prefix_share
            from (values {rows}) listed (number, value, n, n_x)
        )
        select number, {render(bound, bound_parameters(found, plan, whole))} as most
        from cells group by number order by number
    """
    return [most for _, most in duckdb.connect().execute(statement).fetchall()]


def subsets(counts: Counts) -> Counts:
    """Return all multisets in a class but the empty one."""
    return np.array(list(itertools.product(*(range(n + 1) for n in counts))))[1:]


def holds(metric: str, scores: Shares, limit: float) -> NDArray[np.bool_]:
    """Return which scores keep a limit, as thresholds do."""
    allowance = 1e-9 * max(1.0, abs(limit))
    return scores >= limit - allowance if bound_word(metric) == "at_least" else scores <= limit + allowance


def splits(counts: Counts, draw: np.random.Generator) -> Iterator[Counts]:
    """Give divisions of a class into up to four classes."""
    for _ in range(4):
        parts = draw.integers(2, 5)
        yield np.array([draw.multinomial(n, draw.dirichlet([0.4] * parts)) for n in counts]).T


@pytest.mark.parametrize("metric", SCORES)
def test_no_passing_classes_hold_more_than_the_bound(metric: str) -> None:
    """No passing part of a random class does, nor do the passing ones of a random division."""
    draw = np.random.default_rng(7)
    score, bounded = SCORES[metric], 0
    for trial in range(6):
        values = 2 + trial % 3
        table = draw.integers(4, 60, values)
        classes = np.array([draw.integers(0, [0, 0, 25, 7, 4][values] + 1, values) for _ in range(15)])
        classes = classes[classes.sum(axis=1) > 0]
        # a limit that some class keeps exactly
        exact = score(classes, table)
        limit = float(draw.choice(exact[np.isfinite(exact)])) if np.isfinite(exact).any() else 1.0
        for counts, most in zip(classes, most_of(metric, limit, classes, table), strict=True):
            most = float("inf") if most is None else np.floor(most * (1 + 1e-12) + 1e-6)
            bounded += most < counts.sum()
            if metric not in {"delta_disclosure", "a_quot"}:  # which pass apart and not together
                parts = subsets(counts)
                assert parts[holds(metric, score(parts, table), limit)].sum(axis=1).max(initial=0) <= most
            for division in splits(counts, draw):
                pieces = division[division.sum(axis=1) > 0]
                assert pieces[holds(metric, score(pieces, table), limit)].sum() <= most
    assert bounded > 5


def test_the_bounds_of_one_and_two_values_are_exact() -> None:
    """Of 9 x and 2 y, at most 6 keep a share of 2/3; t 1/4 of a half allows 8 of them: 6 and 2."""
    table = np.array([50, 50])
    assert most_of("alpha_k_anonymity", 2 / 3, np.array([[9, 2]]), table) == [pytest.approx(6, rel=1e-6)]
    assert most_of("t_closeness_equal", 1 / 4, np.array([[9, 2]]), table) == [pytest.approx(8, rel=1e-6)]
    assert most_of("basic_beta_likeness", 1 / 2, np.array([[9, 2]]), table) == [pytest.approx(8, rel=1e-6)]
    assert most_of("entropy_l_diversity", 2, np.array([[9, 2], [9, 0]]), table) == [pytest.approx(4, rel=1e-3), 0]
    assert largest_share(2, np.log(2)) == pytest.approx(1 / 2, abs=1e-4)
    assert largest_share(4, np.log(4) - 1e-12) >= 1 / 4
    assert largest_share(4, 0.0) == 1


def test_the_bound_of_three_values_is_exact() -> None:
    """Of 9 x, 9 y and 1 z, one of each keep a recursive c of 1: the first is at most the third."""
    (most,) = most_of("recursive_cl_diversity", 1, np.array([[9, 9, 1]]), np.array([50, 50, 50]))
    assert most == pytest.approx(3, rel=1e-6)


LIMITS = {
    "alpha_k_anonymity": 0.6,
    "entropy_l_diversity": 2.1,
    "entropy_l_diversity_risk": 0.5,
    "skewness": 0.4,
    "recursive_cl_diversity": 2.5,
    "basic_beta_likeness": 0.8,
    "enhanced_beta_likeness": 1.2,
    "delta_disclosure": 0.9,
    "delta_disclosure_strict": 1.1,
    "a_quot": 0.9,
    "t_closeness_equal": 0.25,
    "a_diff": 0.25,
}


def records(draw: np.random.Generator) -> list[tuple[object, ...]]:
    """Return records of three keys, and a value that the first one tells of."""
    keys = draw.integers(0, [6, 4, 2], (300, 3))
    values = np.where(draw.random(300) < 0.25, keys[:, 0] % 3, draw.choice(3, 300, p=[0.5, 0.3, 0.2]))
    return [(*(int(key) for key in row), "xyz"[value]) for row, value in zip(keys, values, strict=True)]


def written(path: Path, rows: Sequence[tuple[object, ...]]) -> str:
    """Write records of a, b, c and value, and return the path."""
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("a", "b", "c", "value"), *rows])
    return str(path)


@pytest.mark.parametrize(
    "metrics", [[metric] for metric in LIMITS] + [["k_anonymity", "t_closeness_equal", "skewness"]]
)
def test_no_finer_node_suppresses_less_than_a_node_says(metrics: list[str], tmp_path: Path) -> None:
    """The finer of two nodes suppresses at least the records that the coarser one rules out."""
    thresholds = {
        metric: {bound_word(metric): LIMITS[metric], "target": "value"} for metric in metrics if metric in LIMITS
    }
    if "k_anonymity" in metrics:
        thresholds["k_anonymity"] = {"at_least": 4}
    words = {
        "thresholds": thresholds,
        "advise": {"generalizations": {"a": {"cuts": [[1, 2, 3, 4, 5], [2, 4]]}, "b": {"cuts": [2]}}, "suppress": 0.1},
    }
    path = written(tmp_path / "table.csv", records(np.random.default_rng(3)))
    spec = call_spec(path, ["a", "b", "c"], "value", words)
    plan = advised_plan(spec)
    conditions, levels = conditions_of(read_thresholds(spec), plan), generalizations(spec, {})
    nodes = list(itertools.product(*(range(level.most + 1) for level in levels)))
    with (
        opened_records(spec, Progress()) as source,
        coded(source, plan, levels) as counts,
        screen(counts, conditions, counts.budget(0.1)) as screening,
    ):
        rows = dict(zip(nodes, screening.ask(nodes), strict=True))
    for coarser, finer in itertools.product(nodes, nodes):
        if covers(coarser, finer):
            assert rows[finer].suppressed >= rows[coarser].lost
    assert any(0 < row.lost < row.suppressed for row in rows.values())
