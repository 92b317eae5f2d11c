"""What chance gives of a rate, computed from the sizes of classes and values when it is asked."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from itertools import permutations
from math import comb, log, log2
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlmetrics
from conftest import ROOT
from sqlmetrics.scoring import chance
from sqlmetrics.scoring.chance import ChanceOfTargets, SizesOfTarget, mean_log_hits, with_chance

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
    monkeypatch.setattr("sqlmetrics.scoring.open_scores.with_sizes", with_chance)
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


def certain(people: int, visits: int = 1) -> pd.DataFrame:
    """Return people of two classes of the same size, each of which has one secret."""
    rows = [(person, "ab"[person % 2], "uv"[person % 2]) for person in range(people) for _ in range(visits)]
    return pd.DataFrame(rows, columns=["who", "q", "s"])


def chance_of_halves(total: int) -> float:
    """Return what chance gives of one bit in two classes, each value in half of the records."""
    half = total // 2
    joint = {k: comb(half, k) ** 2 / comb(total, half) for k in range(half + 1)}
    return sum(
        4 * share * k / total * log2(k * total / half**2) for k, share in joint.items() if k
    )  # the four cells are alike


@pytest.mark.parametrize("more", [[], ["adjusted_discrimination_rate"]])
@pytest.mark.parametrize("words", [{}, {"nulls": "drop"}, {"individual": "who"}, {"slices": True}, {"sqlite": True}])
def test_a_secret_that_is_certain_is_beyond_chance(words: dict[str, Any], more: list[str], tmp_path: Path) -> None:
    """In large classes chance gives next to nothing of it, however it is counted."""
    people = certain(100, visits=2 if "individual" in words else 1)
    source: Any = people
    if words.pop("sqlite", False):
        source = f"sqlite:///{tmp_path / 'people.sqlite'}"
        with closing(sqlite3.connect(tmp_path / "people.sqlite")) as connection:
            people.to_sql("people", connection, index=False)
        words = {"url": source}
        source = "people"
    if words.pop("slices", False):
        source, words = people.assign(h="one"), {"by": ["h"]}
    scores = sqlmetrics.score(source, ["q"], ["s"], metrics=["discrimination_rate", *more], **words)
    assert [score.value for score in scores.scores if score.target == "s"] == [1.0] * (1 + len(more))
    ((view, given),) = scores.chance.items()
    assert (view.target, given.at_least) == ("s", False)
    assert given.rate == pytest.approx(chance_of_halves(100), rel=1e-2)
    assert given.rate == pytest.approx(1 / (2 * 100 * log(2)), rel=0.05)


def test_each_attacker_has_its_own_chance_of_what_is_certain() -> None:
    """One attacker knows the class, and the other nothing that helps."""
    scores = sqlmetrics.score(certain(100).assign(same=1), sensitive=["s"], attackers={"one": ["q"], "two": ["same"]})
    of_one, of_two = (scores.attackers[name] for name in ("one", "two"))
    assert of_one["discrimination_rate", "s"] == 1.0
    assert [one.rate for one in of_one.chance.values()] == pytest.approx([chance_of_halves(100)], rel=1e-2)
    assert [one.rate for one in of_two.chance.values()] == [0.0]
