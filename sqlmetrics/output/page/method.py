"""Method: definitions, what the report does not say, the certificate, the statement, a glossary."""

from __future__ import annotations

import re
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.page.language import ENGLISH, language, numbered_wording, wording
from sqlmetrics.output.page.words import metric_of, of_target
from sqlmetrics.spec.partition import in_words

INDENT = 4
"""The blanks of a level in a statement, for which the page has a tab."""


class MethodSection(NamedTuple):
    """How figures were made, and what they do not say, with what its sentences rest on.

    `grouped` is there where the people in any group are others than all people, and `left_out` has
    the records that lack a value, by what the figure is about.
    """

    people: Grounds
    grouped: Grounds | None
    suppressed: Grounds
    left_out: dict[str, Figure]
    metrics: list[MetricWords]
    parameters: dict[str, list[str]]
    recodings: list[RecodingWords]
    unseen: Grounds | None
    not_combined: Grounds | None
    statement: str


class MetricWords(NamedTuple):
    """What a metric is called, means, and is computed by."""

    title: str
    meaning: str
    formula: str
    source: str


class RecodingWords(NamedTuple):
    """A recoding: of what, how, and whether the page has its values."""

    name: str
    how: str
    valued: bool


def method(certificate: Certificate) -> MethodSection:
    """Return how the figures of a certificate were made, and what they do not say."""
    facts, everybody = certificate.relation, certificate.everybody
    counted = {} if facts.individuals is None else {"individuals": facts.individuals}
    same = everybody == certificate.people or everybody.value is None
    outside = [one.name for one in certificate.columns or () if one.role in {"not looked at", "ignored"}]
    measured = len(certificate.combinations)
    return MethodSection(
        people=Grounds(counted | {"all records": facts.records}, are_counted),
        grouped=None if same else Grounds({"grouped": everybody}, are_counted),
        suppressed=Grounds({"suppressed": facts.suppressed}, are_counted),
        left_out={target: count for target, count in facts.left_out.items() if count.value != 0},
        metrics=[metric_words(name) for name in dict.fromkeys(one.metric for one in certificate.conditions)],
        parameters=parameters(certificate),
        recodings=recodings(certificate),
        unseen=Grounds({"unseen": {*outside}}, are_counted) if outside else None,
        not_combined=(
            None
            if measured >= certificate.all_combinations
            else Grounds({"measured": measured}, lambda gate, of: of["measured"] < gate.count("combinations"))
        ),
        statement=with_tabs(certificate.statement),
    )


def metric_words(name: str) -> MetricWords:
    """Return what a metric is called, means, and is computed by."""
    own = metric_of(name)
    return MetricWords(
        title=wording(own.title),
        meaning=own.meaning if language() == ENGLISH else wording(own.plain),
        formula=own.formula,
        source=own.source,
    )


def with_tabs(text: str) -> str:
    """Return a statement with a tab for each level of indentation."""
    return re.sub(rf"^(?: {{{INDENT}}})+", lambda blanks: "\t" * (len(blanks[0]) // INDENT), text, flags=re.MULTILINE)


def parameters(certificate: Certificate) -> dict[str, list[str]]:
    """Return the titles of the metrics that depend on each parameter of the scores."""
    found: dict[str, dict[str, None]] = {}
    for score in certificate.scores:
        for text in filter(None, (score.parameters or "").split(", ")):
            found.setdefault(text.replace("=", " = "), {})[wording(metric_of(score.metric).title)] = None
    return {text: [*titles] for text, titles in found.items()}


def recodings(certificate: Certificate) -> list[RecodingWords]:
    """Return how columns were recoded."""
    return [
        RecodingWords(
            name=of_target(column.name, None if one.name == column.name else one.name),
            how=numbered_wording(in_words(one.kind, one.count)),
            valued=bool(one.domains),
        )
        for column in certificate.columns or ()
        for one in column.recodings
    ]
