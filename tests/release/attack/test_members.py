"""The sample data with identifying columns: what each built-in attack gets from its releases."""

from __future__ import annotations

import csv
import math
from collections import Counter
from typing import Any

import pytest
import yaml

import sqlmetrics
from conftest import ROOT
from sqlmetrics.release.attack.gda import ATTACKS
from sqlmetrics.scoring.scores import ReleaseScores

MEMBERS = ROOT / "fixtures" / "members"
KNOWN = ["born", "sex", "zip"]


def attacked(release: str, **more: Any) -> ReleaseScores:
    """Return the scores of all attacks on a release."""
    return sqlmetrics.gda(
        MEMBERS / "members.csv",
        MEMBERS / f"{release}.csv",
        known=KNOWN,
        secrets="condition",
        public=MEMBERS / "register.csv",
        control=MEMBERS / "control.csv",
        attempts=120,
        **more,
    )


@pytest.fixture(scope="module")
def pseudonyms() -> ReleaseScores:
    """The attacks on the release that has a pseudonym in place of what names people."""
    return attacked("pseudonyms")


@pytest.mark.parametrize("attack", ATTACKS)
def test_every_attack_has_something_to_attack(pseudonyms: ReleaseScores, attack: str) -> None:
    """Each attack claims something of the members, and is made on the control group too."""
    assert (pseudonyms.value("claim_probability", target="dataset", attack=attack) or 0) > 0
    if attack != "linkability_public":
        assert pseudonyms.value("control_confidence", target="dataset", attack=attack) is not None


def test_a_pseudonym_hides_nobody(pseudonyms: ReleaseScores) -> None:
    """Of the 120 people in the register 90 are members, and all of these are linked by their keys.

    No other member was born on a member's day, so all who are singled out or guessed are right.
    """
    for metric, value in (("claim_probability", 90 / 120), ("confidence", 1), ("statistical_confidence", 90 / 120)):
        assert pseudonyms.value(metric, target="dataset", attack="linkability_public") == value
    for attack in ("singling_out_multivariate", "singling_out_groups", "inference_homogeneous", "inference_nearest"):
        target = "condition" if attack.startswith("inference") else "dataset"
        assert pseudonyms.value("confidence", target=target, attack=attack) == 1


def test_groups_hide_more(pseudonyms: ReleaseScores) -> None:
    """Decades and parts of the zip leave few members alone, and prove less of every kind."""
    partitions = {column: {"file": str(MEMBERS / f"{column}.csv"), "level": 1} for column in ("born", "zip")}
    groups = attacked("groups", partitions=partitions)
    with (MEMBERS / "groups.csv").open(encoding="utf-8") as file:
        sizes = Counter(tuple(row[column] for column in KNOWN) for row in csv.DictReader(file))
    alone = [score.records for score in groups.scores if score[:2] == ("confidence", "dataset")]
    assert list(sizes.values()).count(1) in alone
    for attack, target in (
        ("singling_out_groups", "dataset"),
        ("linkability_public", "dataset"),
        ("inference_nearest", "condition"),
    ):
        proven = [
            -math.inf if score.low is None else score.low
            for scores in (groups, pseudonyms)
            for score in scores.scores
            if (score.metric, score.target, score.attack) == ("confidence_improvement", target, attack)
        ]
        assert len(proven) == 2
        assert proven[0] < proven[1], attack


def test_what_names_people_is_found() -> None:
    """`init` proposes the columns that name members as identifiers, and health as secret."""
    proposed = yaml.safe_load(sqlmetrics.init(MEMBERS / "members.csv"))
    assert list(proposed["identifiers"]) == ["member_id", "name", "email", "phone", "account_number"]
    assert proposed["sensitive"] == ["visits", "claimed", "condition"]
