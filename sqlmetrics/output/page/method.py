"""Method: definitions, what the report does not say, the certificate, the statement, a glossary."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.output.page.definitions import (
    Definition,
    definitions,
    parameters,
    recodings,
    terms,
)
from sqlmetrics.output.page.glossary import GlossaryTerm, glossary
from sqlmetrics.output.page.limitations import limitations

INDENT = 4
"""The blanks of a level in a statement, for which the page has a tab."""


class Statement(NamedTuple):
    """The SQL of the scores, what its fold is called, and what is not in it."""

    summary: str
    note: str
    text: str


class Method(NamedTuple):
    """How the figures were made, and what they do not say."""

    definitions: tuple[GlossaryTerm, ...]
    metrics: tuple[Definition, ...]
    parameters: tuple[str, ...]
    recodings: tuple[str, ...]
    limitations: tuple[str, ...]
    facts: tuple[GlossaryTerm, ...]
    statement: Statement
    glossary: tuple[GlossaryTerm, ...]


def method(certificate: Certificate) -> Method:
    """Return how the figures of a certificate were made."""
    return Method(
        definitions=terms(certificate),
        metrics=definitions(certificate),
        parameters=parameters(certificate),
        recodings=recodings(certificate),
        limitations=limitations(certificate),
        facts=facts(certificate),
        statement=_statement(certificate),
        glossary=glossary(certificate),
    )


def facts(certificate: Certificate) -> tuple[GlossaryTerm, ...]:
    """Return the facts by which a measurement can be repeated."""
    rows: Mapping[str, str | None] = {
        "Statement, SHA-256": certificate.statement_hash,
        "Spec": certificate.spec_name,
        "Spec, SHA-256": certificate.spec_hash,
        f"Fingerprint of the {'public ' * (certificate.audience == 'public')}table": certificate.relation.fingerprint,
        "Dialect": certificate.relation.dialect,
        "Versions": certificate.versions,
    }
    return tuple(GlossaryTerm(name, text) for name, text in rows.items() if text is not None)


def _statement(certificate: Certificate) -> Statement:
    """Return the statement of a certificate as the page shows it."""
    lines = certificate.statement.count("\n") + 1
    note = "The statement only reads."
    if certificate.audience == "public":
        note += " Values have placeholders here, and its SHA-256 is that of this text."
    return Statement(f"The statement, {lines:,} lines of SQL", note, with_tabs(certificate.statement))


def with_tabs(text: str) -> str:
    """Return a statement with a tab for each level of indentation."""
    return re.sub(rf"^(?: {{{INDENT}}})+", lambda blanks: "\t" * (len(blanks[0]) // INDENT), text, flags=re.MULTILINE)
