"""The definitions that a page's figures rest on: groups, columns, people, metrics, recodings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Figure
from sqlmetrics.output.page.column_roles import NULLS
from sqlmetrics.output.page.glossary import GlossaryTerm
from sqlmetrics.output.page.words import (
    listed_some,
    metric_of,
    name,
    names,
    of_target,
    records_of,
    sentence,
    shown,
    small_group,
    who,
)
from sqlmetrics.output.page.words import people as shown_people
from sqlmetrics.spec.partition import in_words
from sqlmetrics.statement.placeholders import CONDITION, QUERY


class Definition(NamedTuple):
    """A metric that a condition is set on, in the terms of the field."""

    title: str
    meaning: str
    formula: str
    source: str


def terms(certificate: Certificate) -> tuple[GlossaryTerm, ...]:
    """Return what a group, a known and a sensitive column, and a person are here."""
    return tuple(
        term
        for term in (
            group(certificate),
            known(certificate),
            sensitive(certificate),
            _people(certificate),
            suppressed(certificate),
            *_chosen(certificate),
        )
        if term is not None
    )


def group(certificate: Certificate) -> GlossaryTerm:
    """Return what a group is, and what becomes of empty values."""
    relation = certificate.relation
    left = [
        f"{'some' if count.value is None else shown(count, 'records')} for {who(target)}"
        for target, count in relation.left_out.items()
        if count.value != 0
    ]
    return GlossaryTerm(
        "Group",
        "The people who have the same values in all known columns (an equivalence class). "
        f"A group of {small_group(certificate)} people is small: its people are at risk. {NULLS[relation.nulls]}"
        + (f" That leaves out {listed_some(left)}." if left else ""),
    )


def known(certificate: Certificate) -> GlossaryTerm | None:
    """Return which columns are known, and of whom."""
    if not certificate.known:
        return None
    return GlossaryTerm(
        "Known columns",
        f"{all_names(certificate.known)}: what an attacker is taken to know of a person, exactly, beside the fact "
        "that the person is in the table.",
    )


def sensitive(certificate: Certificate) -> GlossaryTerm | None:
    """Return which columns are sensitive."""
    secrets = [column.name for column in certificate.columns or () if column.role == "sensitive"]
    return (
        GlossaryTerm("Sensitive columns", f"{all_names(secrets)}: what an attacker wants to learn.")
        if secrets
        else None
    )


def all_names(columns: Sequence[str]) -> str:
    """Return all names of columns; other sentences name the first ones."""
    return listed_some([name(column) for column in columns], most=len(columns))


def _people(certificate: Certificate) -> GlossaryTerm:
    """Return who is counted: the records, or individuals who may have several."""
    relation = certificate.relation
    if relation.individuals is None:
        each = "Each record" if relation.records.value is None else f"Each of the {records_of(relation.records)}"
        return GlossaryTerm("People", f"{each} is taken for one person.")
    own = [column.name for column in certificate.columns or () if column.role == "individual"]
    by = f", told apart by {names(own)}," if own else ""
    same = certificate.everybody == certificate.people or certificate.everybody.value is None
    each = "" if same else f", which is {shown_people(certificate.everybody)} times"
    who = (
        f"Individuals{by} may have several records"
        if relation.records.value is None
        else f"{shown_people(relation.individuals)} individuals{by} with {records_of(relation.records)}"
    )
    return GlossaryTerm("People", f"{who}. They count once in each group that has records of them{each}.")


def suppressed(certificate: Certificate) -> GlossaryTerm | None:
    """Return how many records are suppressed, where a mark says which."""
    count = certificate.relation.suppressed
    if count is None:
        return None
    if count.value is None:
        have = "Some records have"
    else:
        have = "1 record has" if count == Figure(1) else f"{sentence(shown(count, 'records'))} records have"
    return GlossaryTerm("Suppressed records", f"{have} the mark of a suppressed value in every known column.")


def _chosen(certificate: Certificate) -> tuple[GlossaryTerm, ...]:
    """Return which records were measured, and what they were compared with."""
    relation = certificate.relation
    rows = {
        "Condition on records": relation.where,
        "Query of the records": relation.query,
        "Population that the table is compared with": relation.population,
    }
    return tuple(GlossaryTerm(what, as_shown(text)) for what, text in rows.items() if text is not None)


def as_shown(text: str) -> str:
    """Return a text of the spec as it is, or that a public page does not show it."""
    hidden = text in {CONDITION, QUERY}
    return "There is one, which the internal version shows." if hidden else name(text)


def definitions(certificate: Certificate) -> tuple[Definition, ...]:
    """Return the definitions of the metrics that conditions are set on."""
    measured = dict.fromkeys(condition.metric for condition in certificate.conditions)
    return tuple(
        Definition(metric.title, metric.meaning, metric.formula, metric.source) for metric in map(metric_of, measured)
    )


def parameters(certificate: Certificate) -> tuple[str, ...]:
    """Return the parameters of the scores, each with the metrics that depend on it."""
    found: dict[str, dict[str, None]] = {}
    for score in certificate.scores:
        for text in filter(None, (score.parameters or "").split(", ")):
            found.setdefault(text, {})[metric_of(score.metric).title] = None
    return tuple(f"{text.replace('=', ' = ')} in {'; '.join(titles)}" for text, titles in found.items())


def recodings(certificate: Certificate) -> tuple[str, ...]:
    """Return how columns were recoded."""
    return tuple(
        f"{name(of_target(column.name, None if one.name == column.name else one.name))}:"
        f" {in_words(one.kind, one.count)}"
        + ("; its values stand in the section on what was looked at" if one.domains else "")
        for column in certificate.columns or ()
        for one in column.recodings
    )
