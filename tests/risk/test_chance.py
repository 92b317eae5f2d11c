"""What chance gives of a rate, computed from the sizes of classes and values when it is asked."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb, log
from typing import Any

import pandas as pd
import pytest

import sqlmetrics
from conftest import ROOT
from sqlmetrics.risk import chance
from sqlmetrics.risk.chance import ChanceOfTargets, SizesOfTarget, mean_log_hits, with_chance

SURVEY = ROOT / "fixtures" / "anes96.parquet"


def information(classes: str, values: str) -> float:
    """Return N I(X;Y) of records with a class and a value each, in nats."""
    total, of_class, of_value = len(classes), Counter(classes), Counter(values)
    return sum(
        n * log(n * total / (of_class[one] * of_value[value]))
        for (one, value), n in Counter(zip(classes, values, strict=True)).items()
    )


@pytest.mark.parametrize(("classes", "values"), [("aabbbc", "xxxyyz"), ("aaaabb", "xyxyxy"), ("abcdef", "xxyyzz")])
def test_it_is_the_mean_over_all_assignments(classes: str, values: str) -> None:
    """All orders of six values, one by one."""
    orders = [information(classes, "".join(order)) for order in permutations(values)]
    counted = SizesOfTarget(
        Counter(Counter(classes).values()),
        Counter(Counter(values).values()),
    )
    assert counted.expected_log_sum(6) == pytest.approx(sum(orders) / len(orders), rel=1e-12)


@pytest.mark.parametrize(
    ("first", "second", "total"), [(1, 1, 1), (7, 7, 7), (40, 9, 44), (43, 30, 44), (300, 90, 944), (5, 900, 944)]
)
def test_the_mean_of_hits_is_exact(first: int, second: int, total: int) -> None:
    """Below thirty hits on average it is that of the whole hypergeometric distribution."""
    mean = first * second / total
    ways = {k: comb(first, k) * comb(total - first, second - k) for k in range(1, min(first, second) + 1)}
    exact = sum(way * k * log(k / mean) for k, way in ways.items() if k <= second) / comb(total, second)
    assert mean_log_hits(first, second, total) == pytest.approx(exact, rel=1e-9 if mean < chance.ABOUT else 1e-3)


def test_rare_hits_of_large_sets_neither_overflow_nor_vanish() -> None:
    """Twenty of all but fifty records in a thousand million."""
    assert mean_log_hits(10**9 - 50, 20, 10**9) == pytest.approx(50 * 20 / 10**9 / 2 / 20, rel=0.1)


@pytest.mark.parametrize("pairs", [0, chance.FEW_PAIRS])
@pytest.mark.parametrize(
    ("keys", "secrets", "words"),
    [
        (["age", "education"], ["vote"], {}),
        (["age", "education"], ["vote", "party"], {}),
        (["education"], ["vote"], {"metrics": ["discrimination_rate"]}),
        (["education"], ["age"], {"nulls": "drop"}),
        (["age"], ["income"], {"where": "education <> 'some college'"}),
    ],
)
def test_it_is_what_the_statement_of_the_adjusted_rate_leaves(
    keys: list[str], secrets: list[str], words: dict[str, Any], pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Python and in DuckDB; nothing is computed before somebody asks."""
    monkeypatch.setattr(chance, "FEW_PAIRS", pairs)
    scores = sqlmetrics.score(SURVEY, keys, secrets, **words)
    assert isinstance(scores.chance, ChanceOfTargets)
    assert scores.chance.known == {}
    monkeypatch.setattr("sqlmetrics.risk.score.with_sizes", with_chance)
    within = sqlmetrics.score(SURVEY, keys, secrets, **words).chance
    assert [view.target for view in within] == secrets
    assert {view: one.at_least for view, one in scores.chance.items()} == dict.fromkeys(within, False)
    assert [one.rate for one in scores.chance.values()] == pytest.approx(
        [one.rate for one in within.values()], rel=1e-9
    )


def test_chance_gives_everything_where_each_is_alone() -> None:
    """A single value has no rate, and so nothing that chance gives."""
    people = pd.DataFrame({"k": range(4), "x": [1, 1, 2, 2], "same": [1] * 4})
    scores = sqlmetrics.score(people, ["k"], ["x", "same"])
    assert {view.target: one.rate for view, one in scores.chance.items()} == {"x": 1.0}
