"""Earlier releases of a relation: limits on what all give away together, in each way out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from sqlmetrics.errors import SpecError

RELEASES = {
    "january": "id,age,disease\n1,young,a\n2,young,b\n3,old,c\n4,old,d\n",
    "february": "id,age,disease\n1,low,a\n3,low,c\n2,high,b\n4,high,d\n",
}
"""Two releases with other cuts, of which each shows two values and both show one."""

MARCH = "id,age,disease\n1,20,a\n2,30,b\n3,70,c\n4,80,d\n5,75,c\n"

SPEC = """
relation: march.csv
individual: id
quasi_identifiers: [age]
sensitive: [disease]
partitions: {age: {cuts: [50], labels: [young, old]}}
previous: PREVIOUS
thresholds: {known_by_intersection: 0.5, candidates_left: 1, k_anonymity: 2}
history: runs
"""

JOINT = {"candidates_left", "known_by_intersection", "signature_kept", "guessed", "newcomers_alone"}


@pytest.fixture
def series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the releases, and a spec of the next one beside both."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "published").mkdir()
    for name, text in RELEASES.items():
        (tmp_path / "published" / f"{name}.csv").write_text(text)
    (tmp_path / "march.csv").write_text(MARCH)
    (tmp_path / "sqlmetrics.yml").write_text(
        SPEC.replace("PREVIOUS", "[published/january.csv, published/february.csv]")
    )
    return tmp_path


def test_limits_hold_for_the_series(series: Path, run: Callable[..., Any]) -> None:
    """The next release is recoded, and what all show together fails; the history has it."""
    checked = run("check", "--spec", "sqlmetrics.yml", "-f", "json")
    assert checked.code == 1
    verdicts = {one["metric"]: (one["value"], one["passed"]) for one in json.loads(checked.out)["jobs"][0]["verdicts"]}
    assert verdicts == {"k_anonymity": (2, True), "candidates_left": (1, True), "known_by_intersection": (1, False)}
    kept = run("history", "runs", "--all", "-f", "csv").out
    assert "known_by_intersection" in kept
    assert "guessed" in kept


@pytest.mark.parametrize("previous", [["published/*.csv"], ["published/january.csv", "published/february.csv"]])
def test_flags_name_the_releases(series: Path, run: Callable[..., Any], previous: list[str]) -> None:
    """One by one or by a pattern; the last release is the relation, under its own recoding."""
    flags = [part for name in previous for part in ("--previous", name)]
    cuts = '--partition=age={"cuts": [50], "labels": ["young", "old"]}'
    roles = ("--no-spec", "--individual", "id", "-q", "age", "-s", "disease", cuts)
    scored = json.loads(run("score", "march.csv", *roles, *flags, "-f", "json").out)
    own = {one["metric"]: one for one in scored["scores"] if one["metric"] in JOINT}
    assert own.keys() == JOINT
    assert own["known_by_intersection"]["value"] == 1
    assert own["known_by_intersection"]["parameters"] == "releases=3"
    assert [one["value"] for one in scored["together"]["scores"] if one["metric"] == "signature_kept"] == [0, 0]
    printed = run("sql", "march.csv", *roles, *flags).out
    assert "3 releases give away together" in printed


def test_a_report_has_the_curve_and_a_public_one_no_number_of_it(series: Path, run: Callable[..., Any]) -> None:
    """The sentence that keeps the recoding stands in both; both hold in themselves."""
    for flags in ((), ("--internal",)):
        page, certificate = series / "page.html", series / "page.json"
        made = run("report", "--spec", "sqlmetrics.yml", *flags, "-o", page, "--json", certificate)
        assert made.code == 0, made.err
        text = page.read_text()
        assert "Together with earlier releases" in text
        assert "Keep the recoding" in text
        assert ("february.csv" in text) is bool(flags)
        held = json.loads(certificate.read_text())["together"]
        assert bool(held["figures"]) is bool(flags)
        assert held["number"] == 2
        assert run("verify", certificate).code == 0


def test_a_certificate_of_a_series_is_measured_again_by_its_spec(series: Path, run: Callable[..., Any]) -> None:
    """It holds no name of a release, so the relation alone is not enough."""
    run("report", "--spec", "sqlmetrics.yml", "-o", "page.html", "--json", "page.json")
    alone = run("verify", "page.json", "--no-spec", "--relation", "march.csv")
    assert alone.code == 2
    assert "earlier releases" in alone.err
    assert run("verify", "page.json", "--spec", "sqlmetrics.yml").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"previous": ["nothing/*.csv"]}, "no file matches the pattern"),
        ({"previous": ["published/*.csv"] * 24}, "47 at most"),
        ({"sensitive": [], "metrics": ["k_anonymity"]}, "sensitive"),
        ({"by": "age"}, "`previous` does not go with `by`"),
        ({"known": 2}, "`previous` does not go with `known`"),
        ({"level": "class"}, "level: class"),
        ({"previous": None, "metrics": ["guessed"]}, "earlier releases"),
    ],
)
def test_what_does_not_go_with_earlier_releases_is_refused(series: Path, words: dict[str, Any], said: str) -> None:
    """With a sentence that says what to do."""
    roles: dict[str, Any] = {"individual": "id", "sensitive": "disease", "previous": ["published/january.csv"]}
    with pytest.raises(SpecError, match=said):
        sqlmetrics.score("march.csv", ["age"], **{**roles, **words})


def test_frames_are_earlier_releases(series: Path) -> None:
    """In Python, and without people nothing but newcomers is known."""
    january, march = {"age": ["x", "x"], "disease": ["a", "b"]}, {"age": ["x", "x", "x"], "disease": ["a", "b", "b"]}
    scores = sqlmetrics.score(march, ["age"], ["disease"], previous=[january], metrics=["newcomers_alone"])
    assert [(one.metric, one.value) for one in scores] == [("newcomers_alone", 1)]
