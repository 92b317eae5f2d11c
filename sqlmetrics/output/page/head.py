"""The head and the foot of the page: what was measured, for whom, and what the page is not."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.output.page.words import crowd, moment, records_of

KINDS = {
    "public": "Privacy report, public version",
    "internal": "Privacy report, internal version: it may hold values of the table",
}
"""What a report is called, by its audience."""


class Head(NamedTuple):
    """The kind of report, the table, when it was measured, and the sentences at the foot."""

    kind: str
    table: str
    measured: str
    foot: tuple[str, ...]


def head(certificate: Certificate) -> Head:
    """Return the head and the foot of a certificate's page."""
    return Head(
        kind=KINDS[certificate.audience],
        table=_table(certificate),
        measured=moment(certificate.measured_at),
        foot=(
            "Made by sqlmetrics from figures of the table itself. This file needs no script and no network.",
            "A report measures a table as it is against the attacker that it describes. It says nothing of what other"
            " tables, or a later version of this one, add.",
        ),
    )


def _table(certificate: Certificate) -> str:
    """Return the name of what was measured, with its people and records."""
    facts = certificate.relation
    if certificate.everybody.value is None:
        return facts.name
    if facts.individuals is None:
        return f"{facts.name}, {crowd(facts.records)}, one record each"
    if facts.records.value is None:
        return f"{facts.name}, {crowd(certificate.everybody)}"
    return f"{facts.name}, {crowd(facts.individuals)}, {records_of(facts.records)}"
