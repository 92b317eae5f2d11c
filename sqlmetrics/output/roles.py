"""The roles of columns in words: what looks like an identifier, and which were not examined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmetrics.columns.kinds import kinds
from sqlmetrics.columns.roles import MEASURED_ONLY, ColumnsByRole
from sqlmetrics.output.assertions import Assertion
from sqlmetrics.output.report import Block, Paragraph
from sqlmetrics.spec.place import NamingText
from sqlmetrics.text import counted

MOST = 20
"""The most columns that a sentence names."""


def named_columns(columns: Sequence[str]) -> str:
    """Return columns as the end of a sentence, the first of them where they are many."""
    more = len(columns) - MOST
    return ", ".join(columns[:MOST]) + (f" and {more} others" if more > 0 else "")


def resembling(columns: ColumnsByRole | None) -> list[str]:
    """Return a sentence for each column without a role that may be an identifier."""
    return [sentence for column, sentence in _seen(columns).items() if columns and column not in columns.forgotten]


def forgotten(columns: ColumnsByRole | None) -> list[str]:
    """Return a sentence for each column without a role that surely looks like an identifier."""
    seen = _seen(columns)
    remedy = "give it a role, or a reason under `ignored`"
    return [] if columns is None else [f"{seen[column]}: {remedy}" for column in columns.forgotten]


def _seen(columns: ColumnsByRole | None) -> dict[str, str]:
    """Return what each column without a role looks like, if it looks like an identifier."""
    seen = {} if columns is None else columns.looks_like or {}
    return {column: f"'{column}' looks like {kinds()[kind].says}, and has no role" for column, kind in seen.items()}


def in_relation(columns: ColumnsByRole | None) -> list[str]:
    """Return a sentence for each identifier that is in the relation without a reason."""
    return [f"identifier '{column}' is in the relation" for column in (() if columns is None else columns.unexplained)]


NAMING_TEXTS = Assertion(
    "'{column}' names people: the texts of {records} hold an identifier of the same record: clean the texts, or leave"
    " the column out",
    lambda gate, of: gate.count(f"texts of {of['column']}") == of["number"],
)


def naming(texts: Sequence[NamingText]) -> list[str]:
    """Return a sentence for each column of texts that name people by an identifier."""
    return [
        NAMING_TEXTS.say(
            {"column": one.column, "number": one.records}, column=one.column, records=counted(one.records, "record")
        )
        for one in texts
    ]


def disclosed(columns: ColumnsByRole | None) -> list[str]:
    """Return the sentences that come before any score: identifiers, and what looks like one."""
    sentences = []
    if columns is not None and columns.unexplained:
        what = "is an identifier" if len(columns.unexplained) == 1 else "are identifiers"
        sentences.append(
            f"{named_columns(columns.unexplained)} {what} and in the relation: the scores say nothing about that."
        )
    seen = {} if columns is None else columns.looks_like or {}
    if seen:
        looks = [f"{column} looks like {kinds()[kind].says}" for column, kind in seen.items()]
        advice = "The scores leave that out: remove it, or give it a role, such as `identifiers` or `ignored`."
        sentences.append(f"{named_columns(looks)}. {advice}")
    return sentences


def roles_blocks(columns: ColumnsByRole | None) -> Iterator[Block]:
    """Yield what stands first in an answer: identifiers, and the columns that were not examined."""
    for sentence in disclosed(columns):
        yield Paragraph(sentence, "caution")
    yield from map(Paragraph, silent(columns))


def silent(columns: ColumnsByRole | None) -> list[str]:
    """Return the sentences about columns that no score is about, and identifiers that may stay."""
    if columns is None:
        return [f"Which other columns there are is unknown: {MEASURED_ONLY}."]
    stay = [f"{name} ({columns.reasons[name]})" for name in columns.identifiers if name in columns.reasons]
    sentences = [f"Identifiers that stay: {named_columns(stay)}."] if stay else []
    if columns.not_looked_at:
        sentences.append(f"Not examined, because they have no role: {named_columns(columns.not_looked_at)}.")
    return sentences
