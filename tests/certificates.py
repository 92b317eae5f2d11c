"""Certificates for tests of pages, made by hand: a plain one, and parts to replace in it."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import Any

from sqlmetrics.certificate.certificate import (
    Certificate,
    ColumnFacts,
    CurvePoint,
    Learnt,
    MeasuredLimit,
    RelationFacts,
    ScoreFigure,
    SizeBand,
)
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.gate.thresholds import Bound
from sqlmetrics.output.page.page import page_html

KNOWN = ("age", "town")
"""The columns that an attacker knows in the certificates of tests."""

UNKNOWN = Figure(None, "undefined", "nobody is left")
WITHHELD = Figure(None, "withheld", "small counts")


def condition(
    metric: str, bound: Bound, limit: float, measured: Figure | float, passed: bool | None, **parts: Any
) -> MeasuredLimit:
    """Return a condition on a score of the identity, or of another target."""
    figure = measured if isinstance(measured, Figure) else Figure(measured)
    facts = {"target": "identity", "partition": None, "source": None, "origin": None, "parameters": None} | parts
    unit = facts.pop("unit", "individuals" if metric == "k_anonymity" else "share")
    return MeasuredLimit(
        metric=metric, known=KNOWN, bound=bound, limit=limit, measured=figure, passed=passed, unit=unit, **facts
    )


def score(metric: str, measured: Figure | float, target: str = "identity", unit: str = "share") -> ScoreFigure:
    """Return a score of the table."""
    direction = "higher is safer" if metric in {"k_anonymity", "k_map"} else "higher is riskier"
    figure = measured if isinstance(measured, Figure) else Figure(measured)
    return ScoreFigure(metric, target, None, KNOWN, figure, unit, direction, None)


def learnt(target: str, sure: Figure | float, limit: float = 0.9) -> Learnt:
    """Return what would be learnt of a sensitive attribute: how many guesses are sure."""
    figure = sure if isinstance(sure, Figure) else Figure(sure)
    return Learnt(target, None, limit, UNKNOWN, UNKNOWN, UNKNOWN, figure, (), Figure(0), (), UNKNOWN, UNKNOWN)


def sizes(small: Figure | float, rest: float = 900.0) -> tuple[SizeBand, ...]:
    """Return people in groups of fewer than five, and all others in groups of five to nine."""
    return (SizeBand(1, 4, small if isinstance(small, Figure) else Figure(small)), SizeBand(5, None, Figure(rest)))


def certificate(**parts: Any) -> Certificate:
    """Return the certificate of 1,000 people, 100 of them in groups of fewer than five."""
    plain = Certificate(
        audience="internal",
        title="Ward",
        measured_at="2026-11-22T10:16:05Z",
        versions="sqlmetrics 0.1.0, duckdb 2.0.0, python 3.11.7",
        relation=RelationFacts(
            "ward.csv", Figure(1000), None, "category", {}, None, None, None, None, "duckdb", "files:00"
        ),
        least=5,
        passed=True,
        conditions=(),
        identifiers=(),
        forgotten=(),
        looked=True,
        notes=(),
        columns=(ColumnFacts("age", "known"), ColumnFacts("town", "known"), ColumnFacts("disease", "sensitive")),
        sizes=sizes(100),
        curve=tuple(CurvePoint(k, Figure(90.0 + 2 * k)) for k in range(5, 101)),
        learnt=(learnt("disease", 20),),
        combinations=(),
        all_combinations=3,
        contributions=(),
        trends=(),
        releases=None,
        scores=(
            score("k_anonymity", 1.0, unit="individuals"),
            score("prosecutor_risk", 1.0, unit="probability"),
            score("alpha_k_anonymity", 0.95, "disease", unit="probability"),
        ),
        missing={},
        statement="select 1",
        statement_hash="0" * 64,
        spec_name=None,
        spec_hash=None,
    )
    return replace(plain, **parts)


def with_facts(certificate: Certificate, **parts: Any) -> Certificate:
    """Return a certificate with other facts of its relation; counts may be plain numbers."""
    counts: dict[str, Any] = {
        name: Figure(part) if name in {"records", "individuals", "grouped"} and isinstance(part, int) else part
        for name, part in parts.items()
    }
    return replace(certificate, relation=replace(certificate.relation, **counts))


def said_on_page(certificate: Certificate, section: str, mark: str = "") -> list[str]:
    """Return the paragraphs of a section of the page, in plain text: all, or those of a class."""
    whole = page_html(certificate)
    own = re.search(rf'<section id="{section}".*?</section>', whole, re.DOTALL)
    form = rf'<p class="{mark}">(.*?)</p>' if mark else r"<p(?: class=\"[^\"]*\")?>(.*?)</p>"
    return [words_of(text) for text in re.findall(form, own[0] if own else "", re.DOTALL)]


def captions_of(certificate: Certificate, section: str) -> list[tuple[str, str]]:
    """Return the findings of the figures of a section, each with what it shows."""
    own = re.search(rf'<section id="{section}".*?</section>', page_html(certificate), re.DOTALL)
    form = r"<figcaption>(.*?)<small>(.*?)</small></figcaption>"
    return [(words_of(one), words_of(other)) for one, other in re.findall(form, own[0] if own else "", re.DOTALL)]


def verdict_on(made: Certificate) -> str:
    """Return the verdict of a page."""
    verdict = re.search(r'<h2 id="h-answer">(.*?)</h2>', page_html(made), re.DOTALL)
    return words_of(verdict[1]) if verdict else ""


def words_of(text: str) -> str:
    """Return the words of a part of a page."""
    return html.unescape(" ".join(re.sub(r"<[^>]*>", "", text).split()))


def plain(sentence: str) -> str:
    """Return a sentence without the marks around its names."""
    return sentence.replace("\u2068", "").replace("\u2069", "")
