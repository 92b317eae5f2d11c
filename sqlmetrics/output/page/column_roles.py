"""What was looked at: every column with its role, and who the attacker is."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, ColumnFacts, Figure, Role
from sqlmetrics.output.assertions import Assertion, are_counted
from sqlmetrics.output.page.language import counted_things, marked, numbered_wording, wording
from sqlmetrics.output.page.words import crowd, looks_like, name, names, records_of, sentence
from sqlmetrics.spec.partition import in_words
from sqlmetrics.statement.plan import IDENTITY

ROLES: dict[Role, str] = {
    "identifier": "Identifier",
    "known": "Known",
    "sensitive": "Sensitive",
    "slices": "Cuts the table into slices",
    "individual": "Tells people apart",
    "weight": "Survey weight",
    "household": "Tells households apart",
    "not looked at": "Not looked at",
    "ignored": "Left out",
}
"""The words for the roles of columns."""


class LookedAt(NamedTuple):
    """What was looked at: the columns, who the attacker is, and which records count."""

    opening: str
    caption: str
    rows: list[RoleOfColumn]
    reasons: bool
    attacker: tuple[str, ...]
    records: tuple[str, ...]


class RoleOfColumn(NamedTuple):
    """A column in words; it is `open` where nothing is known of what it gives away."""

    name: str
    role: str
    open: bool
    measured: str
    why: str | None
    domains: tuple[tuple[str, str], ...]


def looked(certificate: Certificate) -> LookedAt:
    """Return what was looked at, by column, who the attacker is, and which records count."""
    rows = [column_row(column, certificate) for column in certificate.columns or ()]
    return LookedAt(
        opening=_opening(certificate),
        caption=_caption(certificate),
        rows=rows,
        reasons=any(row.why for row in rows),
        attacker=attacker(certificate),
        records=_records(certificate),
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
    if column.role not in {"known", "sensitive", "slices"}:
        return wording("Not measured")
    raw = any((score.target, score.partition) == (column.name, None) for score in certificate.scores)
    forms = [numbered_wording(in_words(recoding.kind, recoding.count)) for recoding in column.recodings]
    if column.recoded is not None:
        forms.insert(0, wording("recoded before: {recoded}", recoded=column.recoded))
    elif not forms or (column.role == "sensitive" and raw):
        forms.insert(0, wording("one value for everybody") if column.single else wording("as the table has it"))
    return sentence("; ".join(forms))


def _opening(certificate: Certificate) -> str:
    """Return how many columns were looked at as what, and how many were not."""
    if certificate.columns is None:
        known = certificate.known
        secrets = sorted({score.target for score in certificate.scores} - {IDENTITY})
        wanted = wording(", and {names} as what an attacker wants to learn", names=names(secrets)) if secrets else ""
        return wording(
            "Of the columns of the table, {names} {be} taken as known to an attacker{wanted}."
            " What other columns there are, and what they give away, is not known here.",
            names=names(known),
            be=be(len(known)),
            wanted=wanted,
        )
    roles = [column.role for column in certificate.columns]
    keys, secret, rest = roles.count("known"), roles.count("sensitive"), roles.count("not looked at")
    sentences = [
        OF_ROLES.say(
            {"columns": len(roles), "known": keys, "sensitive": secret},
            columns=counted_things(len(roles), "column"),
            keys=keys,
            be=be(keys),
            secrets=secret or wording("none"),
        )
    ]
    if rest:
        sentences.append(
            NOT_LOOKED_AT.say(
                {"not looked at": rest},
                rest=rest,
                were=wording("was") if rest == 1 else wording("were"),
            )
        )
    if certificate.guessed:
        sentences.append(wording("Nobody named these roles: the program guessed them from names and values."))
    return " ".join(sentences)


OF_ROLES = Assertion(
    "{columns}: {keys} {be} taken as known to an attacker, and {secrets} as what an attacker wants to learn.",
    are_counted,
)
NOT_LOOKED_AT = Assertion("{rest} {were} not looked at: no figure here is about what is in there.", are_counted)
TOLD_APART = Assertion("People are told apart, as a person can have several records{many}.", are_counted)
WITHOUT = Assertion("{records} without {what} {verb} left out.", are_counted)
SUPPRESSED = Assertion("{records} {verb} no known value left: all are suppressed.", are_counted)


def be(count: int) -> str:
    """Return the verb for a number of things."""
    return wording("is") if count == 1 else wording("are")


def _caption(certificate: Certificate) -> str:
    """Return what the table of columns shows, and what was found of identifiers."""
    columns = certificate.columns or ()
    declared = [column.name for column in columns if column.role == "identifier"]
    seen = [column.name for column in columns if column.role == "not looked at" and column.looks_like is not None]
    told = (
        wording("Declared as identifiers: {names}.", names=names(declared))
        if declared
        else wording("No identifier was declared.")
    )
    gone = None if certificate.made_from is None else certificate.made_from.identifiers
    if gone and not declared:
        told = wording(
            "{identifiers} was left out." if gone == 1 else "{identifiers} were left out.",
            identifiers=counted_things(gone, "identifier"),
        )
    told = wording("Every column of the table, with the role that it was given. {told}", told=told)
    if seen:
        return wording("{told} Without a role, and like an identifier: {names}.", told=told, names=names(seen))
    if not certificate.looked and any(column.role == "not looked at" for column in columns):
        return f"{told} {wording(NOBODY)}"
    return told


NOBODY = "Nobody looked whether the columns without a role identify people."
"""The sentence where the values of columns without a role were not sampled."""


def attacker(certificate: Certificate) -> tuple[str, ...]:
    """Return who the attacker is: what is known of a person, and of the population."""
    known, population = certificate.known, certificate.relation.population
    who = wording(
        "Somebody who knows that a person is in the table, and who knows that person's {names}.", names=names(known)
    )
    if certificate.attackers:
        each = "; ".join(
            wording("{attacker} knows {names}", attacker=name(one.name), names=names(list(one.known)))
            for one in certificate.attackers
        )
        who = wording("Somebody who knows that a person is in the table. Of that person, {each}.", each=each)
    if certificate.made_from is not None and certificate.made_from.left_out:
        gone = certificate.made_from.left_out
        also = wording("{names} may be known, too, and {be} not in the table.", names=names(gone), be=be(len(gone)))
        who += f" {sentence(also)}"
    if population is None:
        return who, wording("No list of other people to compare with is taken into account.")
    return who, wording("For scores about the population, people are also looked up in {name}.", name=name(population))


def _records(certificate: Certificate) -> tuple[str, ...]:
    """Return which records count, and how empty values do."""
    facts, internal = certificate.relation, certificate.audience == "internal"
    sentences = []
    if facts.individuals is not None:
        known = facts.records.value is not None
        many = (
            wording(": {crowd} with {records_of}", crowd=crowd(facts.individuals), records_of=records_of(facts.records))
            if known
            else ""
        )
        of = {"individuals": facts.individuals, "all records": facts.records}
        sentences.append(TOLD_APART.say(of, many=many))
    if facts.query is not None:
        sentences.append(wording("The rows of a query count, and no other ones."))
    if facts.where is not None:
        hidden = wording("a condition, which the internal version shows")
        sentences.append(
            wording("Only records count that meet {condition}.", condition=name(facts.where) if internal else hidden)
        )
    sentences.append(wording(NULLS[facts.nulls]))
    for target, count in facts.left_out.items():
        what = wording("a known value") if target == IDENTITY else wording("a known value or {name}", name=name(target))
        if count != Figure(0):
            verb = wording("is") if count == Figure(1) else wording("are")
            sentences.append(
                WITHOUT.say(
                    {f"without {target}": count},
                    records=sentence(records_of(count)),
                    what=what,
                    verb=verb,
                )
            )
    if facts.suppressed not in {None, Figure(0)}:
        verb = wording("has") if facts.suppressed == Figure(1) else wording("have")
        sentences.append(
            SUPPRESSED.say(
                {"suppressed": facts.suppressed},
                records=sentence(records_of(facts.suppressed)),
                verb=verb,
            )
        )
    return tuple(sentences)


NULLS = {
    "category": "An empty value counts as a value of its own.",
    "drop": "Records with an empty value are left out.",
    "any": "An empty value counts as any value.",
}
"""How empty values count, by the policy of the spec."""
