"""A table whose columns were shuffled, each by itself, is not ranked the riskiest."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import sqlmetrics
from conftest import ROOT
from sqlmetrics.release.utility.frontier import frontier
from sqlmetrics.scoring.chance import OF_ITSELF
from sqlmetrics.scoring.view import View

ADULT = ROOT.parent / "shared" / "data" / "adult.csv"


def shuffled(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table of which nothing links one column to another."""
    rng = np.random.default_rng(4)
    return pd.DataFrame({name: rng.permutation(table[name].to_numpy()) for name in table})


@pytest.fixture(scope="module")
def survey() -> tuple[pd.DataFrame, dict[str, pd.DataFrame], list[str], str]:
    """The survey, with a coarse release and a shuffled one, the keys and the secret."""
    people = pd.read_parquet(ROOT / "fixtures" / "anes96.parquet")[["age", "education", "party", "vote"]]
    coarse = people.assign(age=people["age"] // 20 * 20)
    return people, {"coarse": coarse, "shuffled": shuffled(people)}, ["age", "education"], "party"


@pytest.fixture(scope="module")
def adult() -> tuple[pd.DataFrame, dict[str, pd.DataFrame], list[str], str]:
    """Adult, in the same way."""
    if not ADULT.exists():
        pytest.skip("the Adult data is not here: put it at ../shared/data, seen from the project's root")
    names = ["age", "education", "sex", "race", "occupation"]
    people = pd.read_csv(ADULT, sep=None, engine="python")[names]
    coarse = people.assign(age=people["age"] // 20 * 20)
    return people, {"coarse": coarse, "shuffled": shuffled(people)}, names[:-1], "occupation"


@pytest.mark.parametrize("table", ["survey", "adult"])
def test_a_shuffled_table_does_not_lead_the_ranking(table: str, request: pytest.FixtureRequest) -> None:
    """Its raw rate is the largest, beyond chance is next to nothing, and both stand there."""
    people, releases, keys, secret = request.getfixturevalue(table)
    attacked = sqlmetrics.attacks(people, releases, keys, secret)
    whole = {"attack": "homogeneity", "target": secret, "known": ",".join(keys)}
    raw, beyond = (
        {name: attacked.value(metric, release=name, **whole) or 0.0 for name in releases}
        for metric in ("discrimination_rate", "adjusted_discrimination_rate")
    )
    assert raw["shuffled"] > raw["coarse"]
    assert beyond["shuffled"] < beyond["coarse"]
    assert abs(beyond["shuffled"]) < 0.02
    assert OF_ITSELF in attacked.notes

    weighed = sqlmetrics.tradeoff(people, releases, keys, secret, workload=secret, classifiers="majority")
    risks = {point.name: point.risk for point in frontier(weighed).points}
    assert max(risks, key=lambda name: risks[name]) == "coarse"
    assert OF_ITSELF in weighed.notes

    sentence = sqlmetrics.score(releases["shuffled"], keys, secret)
    chance = sentence.chance[View(secret, None, ",".join(keys), None)]
    assert chance.adjusted(raw["shuffled"]) == pytest.approx(beyond["shuffled"], abs=1e-3)
