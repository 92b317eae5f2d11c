"""The crosswalk on the page: each question of a document, and the sections that speak to it."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.certificate.crosswalk import EVIDENCE, NO_CLAIM, crosswalk_documents
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.page.language import wording


class AnsweredQuestion(NamedTuple):
    """A question with its clause, and the figures that speak to it."""

    clause: str | None
    question: str
    evidence: list[tuple[str, str]]
    elsewhere: str | None


class QuestionsOfDocument(NamedTuple):
    """A document with its questions, and a note where its clauses are not confirmed."""

    title: str
    note: str | None
    rows: list[AnsweredQuestion]


class CrosswalkSection(NamedTuple):
    """Questions of documents, and the number that figures speak to."""

    lead: str
    number: Grounds
    documents: list[QuestionsOfDocument]


def crosswalk(certificate: Certificate) -> CrosswalkSection | None:
    """Return the questions by their documents, None where they were not asked for."""
    if certificate.crosswalk is None:
        return None
    known = {one.title: one for one in crosswalk_documents()}
    elsewhere = {(own.title, one.question): one.elsewhere for own in known.values() for one in own.questions}
    documents = []
    for title in dict.fromkeys(row.document for row in certificate.crosswalk):
        rows = [
            AnsweredQuestion(
                clause=row.clause,
                question=row.question,
                evidence=[
                    (EVIDENCE[name].section, wording(EVIDENCE[name].title)) for name in row.evidence if name in EVIDENCE
                ],
                elsewhere=elsewhere.get((title, row.question)),
            )
            for row in certificate.crosswalk
            if row.document == title
        ]
        documents.append(
            QuestionsOfDocument(title=title, note=known[title].unconfirmed if title in known else None, rows=rows)
        )
    asked = [row for own in documents for row in own.rows]
    measured = sum(bool(row.evidence) for row in asked)
    number = Grounds({"questions": len(asked), "documents": len(documents), "measured": measured}, are_counted)
    return CrosswalkSection(wording(NO_CLAIM), number, documents)
