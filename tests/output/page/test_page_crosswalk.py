"""The crosswalk: what a report measured of the questions of standards, and nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sqlmetrics
from certificates import WITHHELD, certificate, condition, score
from conftest import ROOT
from small_worlds import hold
from sqlmetrics.certificate.certificate import Certificate, ColumnFacts, EarlierReleases, SeriesFigure
from sqlmetrics.certificate.crosswalk import EVIDENCE, crosswalk_documents, crosswalk_of
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.published import published
from sqlmetrics.output.page.crosswalk import crosswalk
from sqlmetrics.output.page.page import SECTIONS, page_html, rendered
from sqlmetrics.sentences import heard

BARE = certificate(columns=None, looked=False, sizes=(), learnt=(), scores=(), combinations=())
"""A certificate of nothing that was measured."""

NEWCOMERS = SeriesFigure(2, "newcomers_alone", "identity", None, "subtraction", Figure(9), Figure(0.5))

HOLDING = {
    "conditions": replace(BARE, conditions=(condition("uniqueness", "at_most", 0.1, 0.0, True),)),
    "roles": replace(BARE, columns=(ColumnFacts("age", "known"),)),
    "identifiers": replace(BARE, looked=True),
    "largest_risk": replace(BARE, scores=(score("prosecutor_risk", 0.5),)),
    "average_risk": replace(BARE, scores=(score("average_prosecutor_risk", 0.5),)),
    "small_groups": replace(BARE, sizes=certificate().sizes),
    "population": replace(BARE, scores=(score("k_map", 3.0),)),
    "learnt": replace(BARE, learnt=certificate().learnt),
    "recodings": replace(BARE, columns=(ColumnFacts("age", "known", recoded="bands"),)),
    "earlier_releases": replace(BARE, together=EarlierReleases(1, None, ("a", "b"), (NEWCOMERS,), ())),
}
"""Certificates that measured one thing, by its name."""


def evidence(made: Certificate) -> set[str]:
    """Return all evidence that a certificate has for any question."""
    return {name for row in crosswalk_of(made) for name in row.evidence}


def test_each_question_names_what_a_report_may_measure() -> None:
    """The names of the table are known, and each has a section; its documents are the four."""
    named = {name for own in crosswalk_documents() for one in own.questions for name in one.evidence}
    assert named == EVIDENCE.keys()
    assert {one.section for one in EVIDENCE.values()} <= {section.anchor for section in SECTIONS}
    titles = [own.title for own in crosswalk_documents()]
    assert [re.search(r"27559|800-188|WP 216|2025/327", title) is not None for title in titles] == [True] * 4


@pytest.mark.parametrize("name", HOLDING)
def test_evidence_is_what_was_measured(name: str) -> None:
    """A certificate has the evidence that it measured, and no other; of nothing it has none."""
    assert evidence(BARE) == set()
    assert evidence(HOLDING[name]) - {"roles"} == {name} - {"roles"}
    assert name in evidence(HOLDING[name])


def test_a_number_that_is_withheld_is_no_evidence() -> None:
    """A withheld score says nothing, but the verdict on it does."""
    hidden = replace(BARE, scores=(score("prosecutor_risk", WITHHELD),))
    judged = condition("prosecutor_risk", "at_most", 0.2, WITHHELD, False)
    assert evidence(hidden) == set()
    assert evidence(replace(hidden, conditions=(judged,))) == {"conditions", "largest_risk"}


@pytest.mark.parametrize("internal", [False, True])
def test_a_report_links_to_what_it_measured(tmp_path: Path, internal: bool) -> None:
    """Only a report with a sensitive column speaks to inference; a page on request alone."""
    ward = ROOT / "fixtures" / "ward.csv"
    words: dict[str, Any] = {"thresholds": {"k_anonymity": 3}, "internal": internal, "ignored": ["id"]}
    with_secret = sqlmetrics.report(ward, ["age", "zip"], "disease", crosswalk=True, **words)
    without = sqlmetrics.report(ward, ["age", "zip"], crosswalk=True, **words)
    for made, learnt in ((with_secret, True), (without, False)):
        page = made.html
        rows = {row.question.partition(":")[0]: row.evidence for row in made.certificate.crosswalk or ()}
        assert {name: bool(rows[name]) for name in ("Singling out", "Linkability", "Inference")} == {
            "Singling out": True,
            "Linkability": False,
            "Inference": learnt,
        }
        assert "this is no claim of conformity with any document" in page
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', page))
        section = page.partition('<section id="crosswalk"')[2].partition("</section>")[0]
        assert section.count("Not measured") == sum(not row.evidence for row in made.certificate.crosswalk or ())
        assert ('href="#learnt"' in section) == learnt
    assert published(with_secret.certificate).crosswalk is not None
    assert 'id="crosswalk"' not in page_html(replace(with_secret.certificate, crosswalk=None))
    path = tmp_path / "own.json"
    without.save(certificate=path)
    assert sqlmetrics.verify(path).holds
    forged = json.loads(path.read_text())
    next(row for row in forged["crosswalk"] if row["question"].startswith("Inference"))["evidence"] = ["learnt"]
    path.write_text(json.dumps(forged))
    assert {finding.place[:9] for finding in sqlmetrics.verify(path).findings} == {"crosswalk"}


def test_the_summary_counts_the_questions_of_the_table() -> None:
    """Its questions and documents are the ones of the file, as plain text counts them."""
    text = (ROOT / "sqlmetrics" / "certificate" / "crosswalk.yml").read_text(encoding="utf-8")
    entries = [re.sub(r"\n *", " ", one) for one in text.split("      question: ")[1:]]
    lists = [re.search(r"evidence: \[([^]]*)]", one) for one in entries]
    for name, made in HOLDING.items():
        has = evidence(made)
        speaks = sum(found is not None and bool({*found[1].split(", ")} & has) for found in lists)
        counts = {"questions": len(entries), "documents": text.count("- title: "), "measured": speaks}
        with heard() as said:
            rendered("crosswalk.html", content=crosswalk(replace(made, crosswalk=crosswalk_of(made))))
        assert hold(SimpleNamespace(count=counts.get), said, name).total() == 1
