"""Looks at the columns of a table: each by itself, then beside the others.

Together they may say a place, what became of people, or that a table is about secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from sqlmetrics.columns import values as of
from sqlmetrics.columns.kinds import words
from sqlmetrics.columns.look import SAMPLE, Look, look_of
from sqlmetrics.columns.names import named_kind, split
from sqlmetrics.columns.sample import EXAMINED, SampledColumn, sample_of
from sqlmetrics.columns.values import share
from sqlmetrics.engine.source import Source
from sqlmetrics.phrase import Phrase

FEW = 20
"""The fewest distinct values of a degree."""

STATES = 3
"""The most values of a column that says whether, or how, something ended."""

TOPIC = 1 / 5
"""The share of the columns that are told to be secret, from which a table is about secrets."""

FEWEST_SECRETS = 4
"""The fewest such columns: a few make no topic."""

PLACE = Phrase("it and its neighbour are numbers as fine as degrees, in the range of latitudes and longitudes")
OUTCOME = Phrase("one column says how long, and another whether it ended: what became of a person")
SECRET_TABLE = Phrase("nothing says what it is, and much of this table is secret: so may this be")
"""The reasons that another column gives."""


def look(source: Source, columns: Sequence[tuple[str, str]], sample: int = SAMPLE) -> list[Look]:
    """Return what columns of a relation look like, given with types as by `describe`.

    The first `sample` records that the engine gives are read, and at most EXAMINED distinct values
    of a column are examined. Raises QueryError.
    """
    return looks(sample_of(source, columns, sample)) if columns else []


def looks(sample: Sequence[SampledColumn]) -> list[Look]:
    """Return what the columns of a sample look like, each by itself and beside the others."""
    return _of_secrets(_outcomes(_places([look_of(column) for column in sample], sample), sample))


def _places(looks: Sequence[Look], sample: Sequence[SampledColumn]) -> list[Look]:
    """Return the looks with two neighbours for a place that no name tells."""
    found = [*looks]
    for at, (first, second) in enumerate(pairwise(sample)):
        unknown = found[at].kind is None and found[at + 1].kind is None
        if unknown and _are_degrees(first, 90) and _are_degrees(second, 180):
            found[at : at + 2] = [
                replace(one, kind="coordinates", safe_harbor="B", reason=PLACE) for one in found[at : at + 2]
            ]
    return found


def _are_degrees(column: SampledColumn, most: int) -> bool:
    """Return whether values are numbers with four decimals or more, off 0 and up to a number."""

    def fits(text: str) -> bool:
        return of.decimals(text) >= 4 and 1 < abs(of.number_of(text) or 0) <= most

    values = column.distinct()[:EXAMINED]
    return len(values) >= FEW and share(values, fits).values >= 0.95


def _outcomes(looks: Sequence[Look], sample: Sequence[SampledColumn]) -> list[Look]:
    """Return the looks with the time to an event, and whether it came, as secret.

    So tables of survival are written: `time` and `status`, `weeks` and `arrest`.
    """
    spans = {column.name for column in sample if _is_named(column, "spans") and _is_number(column, FEW, EXAMINED * FEW)}
    endings = {column.name for column in sample if _is_named(column, "endings") and _is_number(column, 2, STATES)}
    if not spans or not endings:
        return [*looks]
    told = spans | endings
    return [
        replace(one, kind="outcome", role="sensitive", confidence="low", reason=OUTCOME)
        if one.name in told and one.role == "quasi_identifier"
        else one
        for one in looks
    ]


def _is_named(column: SampledColumn, group: str) -> bool:
    """Return whether a name is one word of a list, digits apart."""
    named = [word.rstrip("0123456789") for word in split(column.name)]
    return len(named) == 1 and named[0] in words(group)


def _is_number(column: SampledColumn, fewest: int, most: int) -> bool:
    """Return whether distinct values are within bounds, and all are numbers or truth values."""
    return fewest <= len(column.counts) <= most and all(
        of.is_number(text) or text.lower() in {"true", "false"} for text in column.counts
    )


def _of_secrets(looks: Sequence[Look]) -> list[Look]:
    """Return the looks with the unknown columns of a table about secrets as secret, too."""
    counted = [one for one in looks if one.role in {"quasi_identifier", "sensitive"}]
    secret = [one for one in counted if one.role == "sensitive"]
    if len(secret) < FEWEST_SECRETS or len(secret) < TOPIC * len(counted):
        return [*looks]
    return [
        replace(one, role="sensitive", confidence="low", reason=SECRET_TABLE)
        if one.kind is None and one.role == "quasi_identifier" and named_kind(one.name).kind is None
        else one
        for one in looks
    ]
