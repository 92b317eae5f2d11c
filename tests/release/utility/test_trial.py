"""The artificial table on which sanitization keeps both privacy and use, worked out by hand."""

from __future__ import annotations

import pytest

from conftest import ROOT
from sqlmetrics import tradeoff
from sqlmetrics.scoring.scores import ReleaseScores

TRIAL = ROOT / "fixtures" / "trial"
RELEASES = ("trial", "bands", "no_age")


@pytest.fixture(scope="module")
def scores() -> ReleaseScores:
    """The scores of the releases, learnt from the trial and tested on the control group."""
    return tradeoff(
        TRIAL / "trial.csv",
        {name: TRIAL / f"{name}.csv" for name in RELEASES},
        ["age", "zip"],
        "gene",
        workload="recovers",
        neutral="dose",
        control=TRIAL / "control.csv",
        classifiers=["naive_bayes", "majority"],
        hierarchies={"age": TRIAL / "age.csv", "zip": TRIAL / "zip.csv"},
    )


BY_HAND = {
    # of two of age, gene and dose both speak for or against it with half of the people, and so
    # are right; of the others half recover
    "u_base naive_bayes": (3 / 4, 3 / 4, 3 / 4),
    # all three tell everybody; without the age two are left
    "u_san naive_bayes": (1, 1, 3 / 4),
    "utility_gain naive_bayes": (1 / 4, 1 / 4, 0),
    # a zip is in one class alone, which no other person is in; a band has three of four right
    "u_base majority": (1 / 2, 1 / 2, 1 / 2),
    "u_san majority": (1 / 2, 3 / 4, 1 / 2),
    # of those alone in a class the gene is known, of a band half have it as in the table
    "a_acc": (1 / 2, 0, 0),
    "a_know": (1 / 2, 0, 0),
    "mutual_information": (1, 0, 0),
    "k_anonymity": (1, 40, 80),
}
"""The scores of the releases, by metric and classifier."""


@pytest.mark.parametrize("name", BY_HAND)
def test_sanitization_keeps_privacy_and_use(scores: ReleaseScores, name: str) -> None:
    """The banded release has all the use of the original and none of its risk."""
    metric, _, classifier = name.partition(" ")
    found = {
        str(score.release): score.value
        for score in scores.scores
        if score.metric == metric and (not classifier or f"classifier={classifier}" in (score.parameters or ""))
    }
    assert found == dict(zip(RELEASES, map(pytest.approx, BY_HAND[name]), strict=True))
