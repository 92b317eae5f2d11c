"""What was looked at: every column with its role, and who the attacker is."""

from __future__ import annotations

from types import SimpleNamespace

from sqlmetrics.certificate.certificate import Certificate, ColumnFacts, Figure, Role
from sqlmetrics.output.page.words import crowd, name, names, records_of, sentence
from sqlmetrics.risk.columns.kinds import kinds
from sqlmetrics.spec.partition import in_words
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import counted

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


def looked(certificate: Certificate) -> SimpleNamespace:
    """Return what was looked at, by column, who the attacker is, and which records count."""
    rows = [column_row(column, certificate) for column in certificate.columns or ()]
    return SimpleNamespace(
        opening=_opening(certificate),
        caption=_caption(certificate),
        rows=rows,
        reasons=any(row.why for row in rows),
        attacker=attacker(certificate),
        records=_records(certificate),
    )


def column_row(column: ColumnFacts, certificate: Certificate) -> SimpleNamespace:
    """Return a column in words; it is `open` where nothing is known of what it gives away."""
    looks = None if column.looks_like is None else f"Looks like {kinds()[column.looks_like].says}"
    return SimpleNamespace(
        name=column.name,
        role=ROLES[column.role],
        open=column.role == "not looked at",
        measured=measured(column, certificate),
        why=column.reason or looks,
        domains=tuple(domain for recoding in column.recodings for domain in recoding.domains.items()),
    )


def measured(column: ColumnFacts, certificate: Certificate) -> str:
    """Return how a column was measured: as the table has it, or recoded, and how."""
    if column.role not in {"known", "sensitive", "slices"}:
        return "Not measured"
    raw = any((score.target, score.partition) == (column.name, None) for score in certificate.scores)
    forms = [in_words(recoding.kind, recoding.count) for recoding in column.recodings]
    if column.recoded is not None:
        forms.insert(0, f"recoded before: {column.recoded}")
    elif not forms or (column.role == "sensitive" and raw):
        forms.insert(0, "one value for everybody" if column.single else "as the table has it")
    return sentence("; ".join(forms))


def _opening(certificate: Certificate) -> str:
    """Return how many columns were looked at as what, and how many were not."""
    if certificate.columns is None:
        known = certificate.known
        secrets = sorted({score.target for score in certificate.scores} - {IDENTITY})
        wanted = f", and {names(secrets)} as what an attacker wants to learn" if secrets else ""
        return (
            f"Of the columns of the table, {names(known)} {be(len(known))} taken as known to an attacker{wanted}."
            " What other columns there are, and what they give away, is not known here."
        )
    roles = [column.role for column in certificate.columns]
    keys, secret, rest = roles.count("known"), roles.count("sensitive"), roles.count("not looked at")
    sentences = [
        f"{counted(len(roles), 'column')}: {keys} {be(keys)} taken as known to an attacker,"
        f" and {secret or 'none'} as what an attacker wants to learn."
    ]
    if rest:
        sentences.append(
            f"{rest} {'was' if rest == 1 else 'were'} not looked at: no figure here is about what is in there."
        )
    return " ".join(sentences)


def be(count: int) -> str:
    """Return the verb for a number of things."""
    return "is" if count == 1 else "are"


def _caption(certificate: Certificate) -> str:
    """Return what the table of columns shows, and what was found of identifiers."""
    columns = certificate.columns or ()
    declared = [column.name for column in columns if column.role == "identifier"]
    seen = [column.name for column in columns if column.role == "not looked at" and column.looks_like is not None]
    told = f"Declared as identifiers: {names(declared)}." if declared else "No identifier was declared."
    told = f"Every column of the table, with the role that it was given. {told}"
    if seen:
        return f"{told} Without a role, and like an identifier: {names(seen)}."
    if not certificate.looked and any(column.role == "not looked at" for column in columns):
        return f"{told} {NOBODY}"
    return told


NOBODY = "Nobody looked whether the columns without a role identify people."
"""The sentence where the values of columns without a role were not sampled."""


def attacker(certificate: Certificate) -> tuple[str, ...]:
    """Return who the attacker is: what is known of a person, and of the population."""
    known, population = certificate.known, certificate.relation.population
    who = f"Somebody who knows that a person is in the table, and who knows that person's {names(known)}."
    if certificate.attackers:
        each = "; ".join(f"{name(one.name)} knows {names(list(one.known))}" for one in certificate.attackers)
        who = f"Somebody who knows that a person is in the table. Of that person, {each}."
    if certificate.made_from is not None and certificate.made_from.left_out:
        gone = certificate.made_from.left_out
        who += f" {sentence(names(gone))} may be known, too, and {be(len(gone))} not in the table."
    if population is None:
        return who, "No list of other people to compare with is taken into account."
    return who, f"For scores about the population, people are also looked up in {name(population)}."


def _records(certificate: Certificate) -> tuple[str, ...]:
    """Return which records count, and how empty values do."""
    facts, internal = certificate.relation, certificate.audience == "internal"
    sentences = []
    if facts.individuals is not None:
        known = facts.records.value is not None
        many = f": {crowd(facts.individuals)} with {records_of(facts.records)}" if known else ""
        sentences.append(f"People are told apart, as a person can have several records{many}.")
    if facts.query is not None:
        sentences.append("The rows of a query count, and no other ones.")
    if facts.where is not None:
        hidden = "a condition, which the internal version shows"
        sentences.append(f"Only records count that meet {name(facts.where) if internal else hidden}.")
    sentences.append(NULLS[facts.nulls])
    for target, count in facts.left_out.items():
        what = "a known value" if target == IDENTITY else f"a known value or {name(target)}"
        if count != Figure(0):
            verb = "is" if count == Figure(1) else "are"
            sentences.append(f"{sentence(records_of(count))} without {what} {verb} left out.")
    if facts.suppressed not in {None, Figure(0)}:
        verb = "has" if facts.suppressed == Figure(1) else "have"
        sentences.append(f"{sentence(records_of(facts.suppressed))} {verb} no known value left: all are suppressed.")
    return tuple(sentences)


NULLS = {
    "category": "An empty value counts as a value of its own.",
    "drop": "Records with an empty value are left out.",
}
"""How empty values count, by the policy of the spec."""
