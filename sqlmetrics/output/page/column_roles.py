"""What was looked at: every column with its role, and which records count."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, ColumnFacts, Role
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.page.language import marked, numbered_wording, wording
from sqlmetrics.output.page.words import looks_like, sentence
from sqlmetrics.sentences import Facts
from sqlmetrics.spec.partition import in_words
from sqlmetrics.spec.place import POINT
from sqlmetrics.statement.plan import IDENTITY

ROLES: dict[Role, str] = {
    "identifier": "Identifier",
    "known": "Known",
    "sensitive": "Sensitive",
    "slices": "Cuts the table into slices",
    "individual": "Tells people apart",
    "weight": "Survey weight",
    "household": "Tells households apart",
    "compared": "Compared with another file",
    "not looked at": "Not looked at",
    "ignored": "Left out",
}
"""The words for the roles of columns."""


class LookedAt(NamedTuple):
    """What was looked at: the columns and the records, with what their sentences rest on.

    `roles` is None where the columns are not known; `secrets` are the attributes of scores.
    """

    roles: Grounds | None
    unlooked: Grounds | None
    secrets: tuple[str, ...]
    identifiers: tuple[str, ...]
    suspects: tuple[str, ...]
    rows: list[RoleOfColumn]
    told_apart: Grounds
    left_out: list[LeftOut]
    suppressed: Grounds | None


class LeftOut(NamedTuple):
    """How many records lack a known value, or a sensitive one if it is named."""

    secret: str | None
    records: Figure
    grounds: Grounds


class RoleOfColumn(NamedTuple):
    """A column in words; it is `open` where nothing is known of what it gives away."""

    name: str
    role: str
    open: bool
    measured: str
    why: str | None
    domains: tuple[tuple[str, str], ...]


def looked(certificate: Certificate) -> LookedAt:
    """Return what was looked at, by column, and which records count."""
    columns, facts = certificate.columns or (), certificate.relation
    roles = [column.role for column in columns]
    number: Facts = {"columns": len(roles), "known": roles.count("known"), "sensitive": roles.count("sensitive")}
    rest = roles.count("not looked at")
    return LookedAt(
        roles=None if certificate.columns is None else Grounds(number, are_counted),
        unlooked=Grounds({"not looked at": rest}, are_counted) if rest else None,
        secrets=tuple(sorted({score.target for score in certificate.scores} - {IDENTITY})),
        identifiers=tuple(column.name for column in columns if column.role == "identifier"),
        suspects=tuple(column.name for column in columns if column.looks_like is not None),
        rows=[column_row(column, certificate) for column in columns],
        told_apart=Grounds({"individuals": facts.individuals, "all records": facts.records}, are_counted),
        left_out=[
            LeftOut(None if target == IDENTITY else target, count, Grounds({f"without {target}": count}, are_counted))
            for target, count in facts.left_out.items()
            if count != Figure(0)
        ],
        suppressed=(
            None if facts.suppressed in {None, Figure(0)} else Grounds({"suppressed": facts.suppressed}, are_counted)
        ),
    )


def column_row(column: ColumnFacts, certificate: Certificate) -> RoleOfColumn:
    """Return a column in words; it is `open` where nothing is known of what it gives away."""
    looks = None if column.looks_like is None else wording("Looks like {says}", says=looks_like(column.looks_like))
    return RoleOfColumn(
        name=column.name,
        role=wording(ROLES[column.role]),
        open=column.role == "not looked at",
        measured=measured(column, certificate),
        why=column.reason or looks,
        domains=tuple(
            (domain, interval_wording(text) if recoding.kind == "intervals" else text)
            for recoding in column.recodings
            for domain, text in recoding.domains.items()
        ),
    )


ENDS = {"from": "from {number}", "above": "above {number}", "to": "to {number}", "below": "below {number}"}
"""The ends of an interval, by the words before their numbers."""


def interval_wording(text: str) -> str:
    """Return an interval, such as from 30 below 40, in the language of the page."""
    words = text.split(" ")
    ends = [*zip(words[::2], words[1::2], strict=False)]
    return " ".join(
        wording(ENDS[word], number=marked(number)) if word in ENDS else f"{word} {number}" for word, number in ends
    )


def measured(column: ColumnFacts, certificate: Certificate) -> str:
    """Return how a column was measured: as the table has it, or recoded, and how."""
    if column.role not in {"known", "sensitive", "slices", "compared"}:
        return wording("Not measured")
    rows = certificate.point_rows if column.name == POINT[-1] else ()
    recodings = [*column.recodings, *(one for row in rows for one in row.recodings.values())]
    raw = any(name not in row.recodings for row in rows for name in row.columns) or (
        column.role == "sensitive"
        and any((score.target, score.partition) == (column.name, None) for score in certificate.scores)
    )
    forms = [*dict.fromkeys(numbered_wording(in_words(recoding.kind, recoding.count)) for recoding in recodings)]
    if column.recoded is not None:
        forms.insert(0, wording("recoded before: {recoded}", recoded=column.recoded))
    elif not forms or raw:
        forms.insert(0, wording("one value for everybody") if column.single else wording("as the table has it"))
    return sentence("; ".join(forms))
