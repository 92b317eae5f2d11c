"""Method: definitions, what the report does not say, the certificate, the statement, a glossary."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Figure, RelationFacts, SlicedTable
from sqlmetrics.output.assertions import Assertion, are_counted
from sqlmetrics.output.page.language import ENGLISH, figures, language, numbered_wording, wording
from sqlmetrics.output.page.words import (
    listed_some,
    metric_of,
    name,
    names,
    of_target,
    people,
    records_of,
    sentence,
    shown,
    small_group,
    who,
)
from sqlmetrics.spec.partition import in_words
from sqlmetrics.statement.entries import CONDITION, QUERY

INDENT = 4
"""The blanks of a level in a statement, for which the page has a tab."""

NULLS = {
    "category": "An empty value counts as a value of its own.",
    "drop": "Records with an empty value are left out.",
    "any": "An empty value counts as any value.",
}
"""How empty values count, by the policy of the spec."""


class MethodSection(NamedTuple):
    """How figures were made, and what they do not say."""

    definitions: dict[str, str]
    metrics: list[MetricWords]
    parameters: tuple[str, ...]
    recodings: tuple[str, ...]
    limitations: tuple[str, ...]
    facts: dict[str, str]
    statement: ShownStatement | None
    glossary: dict[str, str]


class MetricWords(NamedTuple):
    """What a metric is called, means, and is computed by."""

    title: str
    meaning: str
    formula: str
    source: str


class ShownStatement(NamedTuple):
    """The SQL of the scores, with a title, and a note on what it leaves out."""

    summary: str
    note: str
    text: str


def method(certificate: Certificate) -> MethodSection:
    """Return how the figures of a certificate were made, and what they do not say."""
    return MethodSection(
        definitions=terms(certificate),
        metrics=[metric_words(name) for name in dict.fromkeys(one.metric for one in certificate.conditions)],
        parameters=parameters(certificate),
        recodings=recodings(certificate),
        limitations=limitations(certificate),
        facts=facts(certificate),
        statement=_statement(certificate),
        glossary=glossary(certificate),
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


FINGERPRINTS = {"public": "Fingerprint of the public table", "internal": "Fingerprint of the table"}
"""What has the fingerprint, by the audience."""


def facts(certificate: Certificate) -> dict[str, str]:
    """Return the facts by which a measurement can be repeated."""
    made = certificate.made_from
    found = {
        wording("Release, SHA-256"): None if made is None else made.sha256,
        wording("Made from"): None if made is None else made.source,
        wording("Fingerprint of what it was made from"): None if made is None else made.fingerprint,
        wording("Statement, SHA-256"): certificate.statement_hash,
        wording("Spec"): certificate.spec_name,
        wording("Spec, SHA-256"): certificate.spec_hash,
        wording(FINGERPRINTS[certificate.audience]): certificate.relation.fingerprint,
        wording("Table of a data lake"): None if certificate.relation.lake is None else certificate.relation.lake.name,
        wording("Dialect"): certificate.relation.dialect,
        wording("Versions"): certificate.versions,
    }
    return {name: text for name, text in found.items() if text is not None}


def _statement(certificate: Certificate) -> ShownStatement | None:
    """Return the SQL of the scores, with a title for the reader and a note on what it leaves out.

    None where the certificate holds no statement.
    """
    if not certificate.statement:
        return None
    lines = certificate.statement.count("\n") + 1
    note = wording("The statement only reads.")
    if certificate.audience == "public":
        note += wording(" Placeholders stand for values here, and its SHA-256 was made from this text.")
    if certificate.slices is not None:
        note += wording(" It scores the slices; without their columns it scores the whole table.")
    if certificate.points is not None:
        note += wording(
            " It scores the known points; without {name} it scores the records one by one.", name=name("known")
        )
    summary = wording("The statement, {lines} lines of SQL", lines=figures(lines, ","))
    return ShownStatement(summary=summary, note=note, text=with_tabs(certificate.statement))


def with_tabs(text: str) -> str:
    """Return a statement with a tab for each level of indentation."""
    return re.sub(rf"^(?: {{{INDENT}}})+", lambda blanks: "\t" * (len(blanks[0]) // INDENT), text, flags=re.MULTILINE)


def terms(certificate: Certificate) -> dict[str, str]:
    """Return what a group, a known and a sensitive column, and a person are here."""
    relation, columns = certificate.relation, certificate.columns or ()
    known = all_names(certificate.known)
    secret = all_names([column.name for column in columns if column.role == "sensitive"])
    found = {
        wording("Group"): group(certificate),
        wording("Known columns"): known
        and wording(
            "{known}: what an attacker is taken to know of a person, exactly, beside the fact"
            " that the person is in the table.",
            known=known,
        ),
        wording("Sensitive columns"): secret and wording("{secret}: what an attacker wants to learn.", secret=secret),
        wording("Slices"): None if certificate.slices is None else slices_by(certificate.slices),
        wording("Points"): None if certificate.points is None else wording(TERMS["Point"]),
        wording("People"): _people(certificate),
        wording("Suppressed records"): None if relation.suppressed is None else suppressed(relation.suppressed),
        wording("How the table was read"): how_read(relation),
    }
    chosen = {
        wording("Condition on records"): relation.where,
        wording("Query of the records"): relation.query,
        wording("Population that the table is compared with"): relation.population,
    }
    return {term: text for term, text in found.items() if text} | {
        what: as_shown(text) for what, text in chosen.items() if text is not None
    }


def how_read(relation: RelationFacts) -> str | None:
    """Return the form that a table was read from, and what was remarked on it."""
    reading = relation.reading
    if reading is None:
        return None
    if relation.lake is not None:
        return wording("It is a table of a data lake: {form}.", form=relation.lake.form)
    form = wording("The files are {form}.", form=reading.form)
    return " ".join([form, *(f"{sentence(one.says)}." for one in reading.remarks)])


def slices_by(own: SlicedTable) -> str:
    """Return what a slice is, and which have a verdict."""
    least = (
        ""
        if own.min_people is None
        else wording(" One of fewer than {min_people} people has no verdict.", min_people=own.min_people)
    )
    return wording(
        "The records with the same values in {all_names}, as a table of their own. Each"
        " condition holds for every slice.{least}",
        all_names=all_names(own.by),
        least=least,
    )


def group(certificate: Certificate) -> str:
    """Return what a group is, and what becomes of empty values."""
    relation = certificate.relation
    left = [
        wording(
            "{records} for {who}",
            records=wording("some") if count.value is None else shown(count, "records"),
            who=who(target),
        )
        for target, count in relation.left_out.items()
        if count.value != 0
    ]
    return wording(
        "The people who have the same values in all known columns (an equivalence class). A"
        " group of {small} people is small: its people are at risk. {nulls}",
        small=small_group(certificate),
        nulls=wording(NULLS[relation.nulls]),
    ) + (wording(" That leaves out {records}.", records=listed_some(left)) if left else "")


def all_names(columns: Sequence[str]) -> str:
    """Return all names of columns; other sentences name the first ones."""
    return listed_some([name(column) for column in columns], most=len(columns))


def _people(certificate: Certificate) -> str:
    """Return who is counted: the records, or individuals who may have several."""
    relation = certificate.relation
    if relation.individuals is None:
        each = (
            wording("Each record")
            if relation.records.value is None
            else wording("Each of the {records_of}", records_of=records_of(relation.records))
        )
        return ONE_EACH.say({"all records": relation.records}, each=each)
    own = [column.name for column in certificate.columns or () if column.role == "individual"]
    by = wording(", told apart by {names},", names=names(own)) if own else ""
    same = certificate.everybody == certificate.people or certificate.everybody.value is None
    of = {"individuals": relation.individuals, "all records": relation.records}
    each = ""
    if not same:
        each = GROUPED.say({"grouped": certificate.everybody}, people=people(certificate.everybody))
    told = (
        wording("Individuals{by} may have several records", by=by)
        if relation.records.value is None
        else wording(
            "{people} individuals{by} with {records_of}",
            people=people(relation.individuals),
            by=by,
            records_of=records_of(relation.records),
        )
    )
    return COUNT_ONCE.say(of, told=told, each=each)


ONE_EACH = Assertion("{each} is taken for one person.", are_counted)
GROUPED = Assertion("; people in any group: {people}", are_counted)
COUNT_ONCE = Assertion("{told}. They count once in each group that has records of them{each}.", are_counted)
MARKED = Assertion("{have} the mark of a suppressed value in every known column.", are_counted)
UNSEEN = Assertion("What {names} {verb} away. {columns} in no figure.", are_counted)
NOT_COMBINED = Assertion(
    "What {what} of known columns give away{reason}.",
    lambda gate, of: of["measured"] < gate.count("combinations"),
)


def suppressed(count: Figure) -> str:
    """Return how many records are suppressed, where a mark says which."""
    if count.value is None:
        have = wording("Some records have")
    else:
        have = (
            wording("1 record has")
            if count == Figure(1)
            else wording("{number} records have", number=sentence(shown(count, "records")))
        )
    return MARKED.say({"suppressed": count}, have=have)


def as_shown(text: str) -> str:
    """Return a text of the spec as it is, or that a public page does not show it."""
    hidden = text in {CONDITION, QUERY}
    return wording("There is one, which the internal version shows.") if hidden else name(text)


def parameters(certificate: Certificate) -> tuple[str, ...]:
    """Return the parameters of the scores, each with the metrics that depend on it."""
    found: dict[str, dict[str, None]] = {}
    for score in certificate.scores:
        for text in filter(None, (score.parameters or "").split(", ")):
            found.setdefault(text, {})[wording(metric_of(score.metric).title)] = None
    return tuple(
        wording("{parameter} in {metrics}", parameter=text.replace("=", " = "), metrics="; ".join(titles))
        for text, titles in found.items()
    )


def recodings(certificate: Certificate) -> tuple[str, ...]:
    """Return how columns were recoded."""
    return tuple(
        f"{name(of_target(column.name, None if one.name == column.name else one.name))}:"
        f" {numbered_wording(in_words(one.kind, one.count))}"
        + (wording("; its values stand in the section on what was looked at") if one.domains else "")
        for column in certificate.columns or ()
        for one in column.recodings
    )


def limitations(certificate: Certificate) -> tuple[str, ...]:
    """Return what the figures of a certificate leave open: the limits of the method that hold."""
    listed = certificate.relation.population is not None
    spread = certificate.missing.get("groups")
    found = (
        unseen_columns(certificate),
        wording(
            "Whether the known columns are all that an attacker knows. Who knows more finds at least as many people."
        ),
        None if listed else wording("What an attacker learns from another list of people. No such list was compared."),
        combinations(certificate),
        None if spread is None else wording("How people spread over groups ({spread}).", spread=spread),
        wording(
            "What follows from this report together with another one of the same or a similar"
            " table, as two reports can be subtracted from each other."
        ),
        wording("What becomes of people who are not in the table, or of the table after a change."),
        *(sentence(note) for note in certificate.notes),
    )
    return tuple(text for text in found if text is not None)


def unseen_columns(certificate: Certificate) -> str | None:
    """Return which columns are in no figure."""
    if certificate.columns is None:
        return wording("What other columns of the table give away. Which there are is not known here.")
    unseen = [column.name for column in certificate.columns if column.role in {"not looked at", "ignored"}]
    if not unseen:
        return None
    verb, columns = (
        (wording("gives"), wording("This column is"))
        if len(unseen) == 1
        else (wording("give"), wording("These columns are"))
    )
    return UNSEEN.say({"unseen": {*unseen}}, names=names(unseen), verb=verb, columns=columns)


def combinations(certificate: Certificate) -> str | None:
    """Return which combinations of known columns were not measured."""
    if len(certificate.combinations) >= certificate.all_combinations:
        return None
    what = wording("larger combinations") if certificate.combinations else wording("combinations")
    reason = certificate.missing.get("combinations")
    if certificate.audience == "public":
        return wording("What single known columns, and combinations of some of them, give away.")
    of = {"measured": len(certificate.combinations)}
    return NOT_COMBINED.say(of, what=what, reason="" if reason is None else f" ({reason})")


TERMS = {
    "Attacker": "Anybody who tries to learn something about a person in the table.",
    "Best guess": (
        "The most frequent sensitive value of a person's group. It is as sure as that value is frequent there."
    ),
    "Certificate": "The file with everything on this page for machines. Its SHA-256 changes with any change of it.",
    "Discrimination rate": (
        "The share of the uncertainty about something that the known columns take away; adjusted: beyond chance."
    ),
    "Dominated": "Of a release: another one has no more risk and more use, or less risk and no less use.",
    "Fingerprint": "A number made of the table's content or files, by which a changed table is recognised.",
    "Group (equivalence class)": (
        "The people who have the same values in all known columns. Nobody can be told from the others of a group."
    ),
    "Identifier": "A column that names a person by itself, such as a name or an e-mail address.",
    "Inference": "Learning something sensitive of a person, also without finding the record.",
    "Known column (quasi-identifier)": "A column that others may know of a person, such as an age or a place.",
    "Linkability": "Finding the records of one person in two tables.",
    "Point": "The values of the known columns in one record of a person, such as a place and an hour.",
    "Sensitive column": "A column whose value a person would want to keep from others.",
    "Shapley value": (
        "What a column adds to a figure on average, over all orders in which columns become known. All columns' "
        "values add up to the figure of all of them."
    ),
    "Singling out": "Finding the record of one person.",
    "Slice": "The records of one hospital, month or tenant, judged as a table of their own.",
    "Uncertainty (entropy)": (
        "How much is open about something, in bits: as many yes-or-no questions as it takes to know it."
    ),
}
"""The terms of the field in everyday words, in the order of the alphabet."""

USED: dict[str, Callable[[Certificate], object]] = {
    "Best guess": lambda certificate: certificate.learnt,
    "Discrimination rate": lambda certificate: certificate.learnt,
    "Dominated": lambda certificate: certificate.releases,
    "Shapley value": lambda certificate: len(certificate.contributions) > 1,
    "Point": lambda certificate: certificate.points,
    "Slice": lambda certificate: certificate.slices,
}
"""Whether a page uses a term, for the terms that some pages do not use."""


def glossary(certificate: Certificate) -> dict[str, str]:
    """Return the terms that the page of a certificate uses."""
    return {wording(term): wording(text) for term, text in TERMS.items() if term not in USED or USED[term](certificate)}
