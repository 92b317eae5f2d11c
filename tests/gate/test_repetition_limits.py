"""A limit on what generated texts repeat: in `check`, in a history, in a report, and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics import SpecError
from sqlmetrics.certificate.certificate import Certificate, certificate_text
from sqlmetrics.certificate.verified import contradictions
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.privacy_report import measured_again
from sqlmetrics.sentences import heard

Command = Callable[..., Run]

NOTES = ROOT / "fixtures" / "notes"

TEXTS = {"generated": str(NOTES / "generated.csv"), "control": str(NOTES / "others.csv"), "text": "note", "ngram": 2}
"""The texts that docs/how_to/notes.md counts by hand: 3 of 9 pairs of one patient are repeated."""

LIMIT = {"repeated_ngrams": {"at_most": 0.3, "target": "runs of one person"}}


def written(folder: Path, thresholds: str, words: str = "") -> str:
    """Write a spec into a folder beside the notes, and return its path."""
    for name in ("notes", "generated", "others"):
        (folder / f"{name}.csv").write_bytes((NOTES / f"{name}.csv").read_bytes())
    spec = "relation: notes.csv\nindividual: patient\nhistory: runs.duckdb\n"
    own = "repetition: {generated: generated.csv, control: others.csv, text: note, ngram: 2}\n"
    (folder / "s.yml").write_text(f"{spec}{own}thresholds: {thresholds}\n{words}")
    return str(folder / "s.yml")


@pytest.mark.parametrize(("limit", "passed"), [(0.33, False), (0.34, True)])
def test_a_third_is_repeated(run: Command, tmp_path: Path, limit: float, passed: bool) -> None:
    """A limit on the runs of one person has one verdict, and a history keeps all scores."""
    spec = written(tmp_path, f"{{repeated_ngrams: {{at_most: {limit}, target: runs of one person}}}}")
    code, out, _ = run("check", spec, "-f", "json")
    (verdict,) = json.loads(out)["jobs"][0]["verdicts"]
    assert (code, verdict["passed"], verdict["value"]) == (0 if passed else 1, passed, pytest.approx(1 / 3))
    kept = sqlmetrics.history(tmp_path / "runs.duckdb").to_pandas()
    assert {*kept["metric"]} == {"rare_ngrams", "repeated_ngrams", "repeated_people", "repeated_by_chance"}
    assert [*kept[kept["metric"] == "repeated_by_chance"]["value"]] == [pytest.approx(1 / 8)] * 4


def test_a_limit_without_a_target_holds_for_all_runs_beside_words_of_texts(tmp_path: Path) -> None:
    """Words of the same texts may be points of people in the same spec."""
    words: dict[str, Any] = {"individual": "patient", "text": "note", "known": 2}
    own = {key: value for key, value in TEXTS.items() if key != "text"}
    found = sqlmetrics.check(NOTES / "notes.csv", **words, repetition=own, thresholds={"repeated_ngrams": 0.35})
    held = found.outcomes[0].held
    assert held is not None
    assert [(one.score.target, one.passed) for one in held.verdicts] == [
        ("runs of one person", True),
        ("runs of at most 2 people", True),
        ("runs of at most 5 people", False),
        ("runs of at most 10 people", False),
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"thresholds": {"repeated_ngrams": 1}}, "name them as `generated` in `repetition`"),
        ({"repetition": {"text": "note"}}, "`repetition` needs the `generated` texts"),
        ({"repetition": {"generated": TEXTS["generated"]}}, "name their column as its `text`"),
        ({"repetition": TEXTS | {"text": "notes"}}, "has no column 'notes'"),
        ({"repetition": TEXTS | {"ngram": 13}}, "repetition.ngram"),
        ({"repetition": TEXTS | {"words": 3}}, "key 'repetition.words' is unknown"),
        ({"repetition": TEXTS, "individual": "note"}, "each column has one role"),
        (
            {"repetition": TEXTS | {"control": None}, "thresholds": {"repeated_by_chance": 1}},
            "name its texts as `control` in `repetition`",
        ),
        ({"repetition": TEXTS, "by": ["patient"]}, "`repetition` does not go with `by`"),
        ({"repetition": TEXTS, "thresholds": {"repeated_ngrams": {"at_most": 1, "target": "a"}}}, "measures nothing"),
        ({"repetition": TEXTS, "thresholds": {"k_anonymity": 2}}, "is about the records of a relation"),
    ],
)
def test_what_does_not_go_is_said(words: dict[str, Any], message: str) -> None:
    """Each in one sentence."""
    given: dict[str, Any] = {"thresholds": LIMIT if "repetition" in words else {}}
    with pytest.raises(SpecError, match=message):
        sqlmetrics.check(NOTES / "notes.csv", **given | words)


class ByHand:
    """The pairs of one patient that docs/how_to/notes.md counts, and those of one stranger."""

    shares: ClassVar[dict[str, float]] = {
        "repeated_ngrams": 3 / 9,
        "repeated_people": 3 / 9,
        "repeated_by_chance": 1 / 8,
    }

    def repeated(self, metric: str) -> float:
        """Return the share that is repeated."""
        return self.shares[metric]


def reported(*, internal: bool, **words: Any) -> Certificate:
    """Return the certificate of a report on notes and generated ones."""
    own: dict[str, Any] = {"individual": "patient", "repetition": TEXTS, "thresholds": LIMIT, "look": False}
    return sqlmetrics.report(NOTES / "notes.csv", internal=internal, **own | words).certificate


@pytest.mark.parametrize("words", [{"text": "note", "known": 1}, {"quasi_identifiers": ["note"]}])
def test_what_a_page_says_of_generated_texts_holds(words: dict[str, Any]) -> None:
    """The shares by hand; a number that is off by a run does not hold."""
    certificate = reported(internal=True, **words)
    with heard() as said:
        page = page_html(certificate)
    own = [one for one in said if {"repeated_ngrams", "repeated_by_chance"} & {*one.facts}]
    assert [one.assertion.text for one in own if not one.holds(ByHand())] == []
    wrong = ByHand()
    wrong.shares = {metric: share + 1 / 9 for metric, share in ByHand.shares.items()}  # type: ignore[misc]
    assert (len(own), any(one.holds(wrong) for one in own)) == (2, False)
    section = page.partition('id="repetition"')[2].partition("</section>")[0]
    assert section.count("<tr") == 1 + 16
    assert [*contradictions(certificate)] == []
    assert certificate.repetition is not None
    assert not certificate.repetition.passed
    flawed = replace(certificate, repetition=replace(certificate.repetition, passed=True))
    assert [flaw.place for flaw in contradictions(flawed)] == ["repetition: passed"]
    with pytest.raises(SpecError, match="about generated texts, too"):
        measured_again(json.loads(certificate_text(certificate)), None)


def test_a_public_page_has_the_verdict_alone() -> None:
    """No share of runs, and no number of them."""
    certificate = reported(internal=False, text="note", known=1)
    own = json.loads(certificate_text(certificate))["repetition"]
    assert (own["passed"], own["scores"], own["words"], own["control"]) == (False, [], 2, "others.csv")
    page = page_html(certificate)
    section = page.partition('id="repetition"')[2].partition("</section>")[0]
    assert not {"33.3%", "12.5%", "11.1%"} & {*section.replace("<", " ").split()}
    assert "in the internal version" in section
    alone = {key: TEXTS[key] for key in ("generated", "text")}
    untold = reported(internal=True, individual=None, repetition=alone, quasi_identifiers=["patient"])
    section = page_html(untold).partition('id="repetition"')[2].partition("</section>")[0]
    assert "Each record is taken for a person." in section
    assert "No texts that the model has never read" in section
