"""Where a score stands among public surveys: figures that a script makes, and no verdict."""

from __future__ import annotations

import csv
import runpy

import pytest

from conftest import ROOT
from sqlmetrics.risk import public_surveys as surveys
from sqlmetrics.risk.public_surveys import FILE, Standing, public_surveys, survey_standing, survey_values
from sqlmetrics.statement.catalogue import catalogue


def test_the_figures_are_what_the_script_makes() -> None:
    """Of each survey whose data is here the file has the script's figures, and of no other one."""
    script = runpy.run_path(str(ROOT / "scripts" / "public_surveys"))
    by_name = {survey.name: survey for survey in script["SURVEYS"]}
    assert list(dict.fromkeys(one.survey for one in public_surveys())) == list(by_name)
    here = [survey for survey in by_name.values() if survey.is_here()]
    assert "ANES 1996" in [survey.name for survey in here]
    for survey in here:
        made = list(csv.DictReader(script["file_text"](script["scores_of"](survey)).splitlines()))
        with FILE.open(newline="", encoding="utf-8") as lines:
            assert made == [row for row in csv.DictReader(lines) if row["survey"] == survey.name]


def test_the_figures_are_whole() -> None:
    """Each survey has scores in both forms, from 0 to 1, and most of its people are in groups."""
    found: dict[str, list[tuple[str, bool, str]]] = {}
    records: dict[str, dict[str, int]] = {}
    for one in public_surveys():
        found.setdefault(one.survey, []).append((one.form, one.target == "identity", one.metric))
        records.setdefault(one.survey, {})[one.form] = one.records
        assert catalogue()[one.metric].direction == "higher is riskier"
        assert 0 <= one.value <= 1
    assert len(found) >= 12
    assert len(set(map(tuple, found.values()))) == 1
    assert all(sizes["grouped"] > sizes["collected"] / 2 for sizes in records.values())


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three surveys, two of which have the same score."""
    monkeypatch.setattr(surveys, "survey_values", lambda metric, *_, **__: (0.25, 0.5, 0.5) if metric == "itpr" else ())


@pytest.mark.usefixtures("three")
def test_a_standing_counts_lower_scores() -> None:
    """Equal scores are not lower, rounding is not a difference, and what is open is not said."""
    assert survey_standing("itpr", "grouped", "disease", 0.1) == Standing(0, 3)
    assert survey_standing("itpr", "grouped", "disease", 0.5 + 1e-12) == Standing(1, 3)
    assert survey_standing("itpr", "grouped", "identity", 1) == Standing(3, 3)
    assert survey_standing("itpr", "grouped", "disease", 0.3, 0.45) == Standing(1, 3)
    assert survey_standing("itpr", "grouped", "disease", 0.3, 0.6) is None
    assert survey_standing("k_anonymity", "grouped", "identity", 1) is None


def test_values_are_those_of_the_kind_of_target() -> None:
    """Scores of the identity stand among the identity's, and of a secret among secrets'."""
    of_identity, of_secret = (survey_values("itpr", "grouped", of_identity=kind) for kind in (True, False))
    assert len(of_identity) == len(of_secret) == len({one.survey for one in public_surveys()})
    assert of_identity == tuple(sorted(of_identity)) != of_secret
    assert survey_values("uniqueness", "collected", of_identity=False) == ()
