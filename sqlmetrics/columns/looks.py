"""Looks at the columns of a table: each by itself, then beside the others.

Together they may say a place, what became of people, or that a table is about secrets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from sqlmetrics.columns import values as of
from sqlmetrics.columns.kinds import Kind, kinds, words
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

MOST_TOLD = 1 / 2
"""The share of secrets among the columns that are told, from which two of them make a topic."""

LEVELS = 25
"""The most values of a column that a person may be seen to have; more are measured."""

FEWEST_SERIES = 3
"""The fewest columns that are numbered: the questions of a list, or measurements."""

NUMBERED = re.compile(r"(?P<stem>(?!y(ea)?r?\d)\D+)\d+", re.IGNORECASE)
"""A name with a number at its end that is no year."""

LABELS = frozenset({"sex", "language"})
"""The kinds whose values are labels, and no measurements."""

PLACE = Phrase("it and its neighbour are numbers as fine as degrees, in the range of latitudes and longitudes")
OUTCOME = Phrase("one column says how long, and another whether it ended: what became of a person")
STATE = Phrase("beside columns on the health, a state says what became of a person")
SERIES = Phrase("it is one of several that only a number tells apart, as answers and measurements are")
SECRET_TABLE = Phrase("nothing says what it is, and much of this table is secret: so may this be")
MEASURED = Phrase("nothing says what it is, and it measures people so finely that hardly anybody sees it")
"""The reasons that another column gives."""


def look(source: Source, columns: Sequence[tuple[str, str]], sample: int = SAMPLE) -> list[Look]:
    """Return what columns of a relation look like, given with types as by `describe`.

    The first `sample` records that the engine gives are read, and at most EXAMINED distinct values
    of a column are examined. Raises QueryError.
    """
    return looks(sample_of(source, columns, sample)) if columns else []


def looks(sample: Sequence[SampledColumn]) -> list[Look]:
    """Return what the columns of a sample look like, each by itself and beside the others."""
    return _unknown(_outcomes(_places([look_of(column) for column in sample], sample), sample), sample)


def _places(looks: Sequence[Look], sample: Sequence[SampledColumn]) -> list[Look]:
    """Return the looks with two neighbours for a place that no name tells."""
    found = [*looks]
    for at, (first, second) in enumerate(pairwise(sample)):
        kinds_of = {found[at].kind, found[at + 1].kind}
        if kinds_of <= {None, "coordinates"} and None in kinds_of and _are_places(first, second):
            found[at : at + 2] = [
                replace(one, kind="coordinates", safe_harbor="B", reason=PLACE) if one.kind is None else one
                for one in found[at : at + 2]
            ]
    return found


def _are_places(first: SampledColumn, second: SampledColumn) -> bool:
    """Return whether one column may be latitudes, and the other longitudes."""
    return _are_degrees(first, 90) and _are_degrees(second, 180)


def _are_degrees(column: SampledColumn, most: int) -> bool:
    """Return whether values are numbers with four decimals or more, off 0 and up to a number."""

    def fits(text: str) -> bool:
        return of.decimals(text) >= 4 and 1 < abs(of.number_of(text) or 0) <= most

    values = column.distinct()[:EXAMINED]
    return len(values) >= FEW and share(values, fits).values == 1


def _outcomes(looks: Sequence[Look], sample: Sequence[SampledColumn]) -> list[Look]:
    """Return the looks with the time to an event, and whether it came, as secret.

    So tables of survival are written: `time` and `status`, `weeks` and `arrest`.
    """
    spans = {column.name for column in sample if _is_named(column, "spans") and _is_number(column, FEW, EXAMINED * FEW)}
    endings = {column.name for column in sample if _is_named(column, "endings") and _is_number(column, 2, STATES)}
    states = {column.name for column in sample if _is_named(column, "endings") and 2 <= len(column.counts) <= LEVELS}
    ill = any(one.kind == "health" for one in looks)
    told = spans | endings if spans and endings else states if ill else set()
    reason = OUTCOME if spans and endings else STATE
    return [
        replace(one, kind="outcome", role="sensitive", confidence="low", reason=reason)
        if one.name in told and one.role == "quasi_identifier" and one.kind is None
        else one
        for one in looks
    ]


def _is_named(column: SampledColumn, group: str) -> bool:
    """Return whether a column's name is, or ends with, a word of a list; digits do not count."""
    named = "".join(split(column.name)).rstrip("0123456789")
    return named in words(group) or any(named.endswith(word) for word in words(group) if len(word) > 3)


def _is_number(column: SampledColumn, fewest: int, most: int) -> bool:
    """Return whether distinct values are within bounds, and all are numbers or truth values."""
    return fewest <= len(column.counts) <= most and all(
        of.is_number(text) or text.lower() in {"true", "false"} for text in column.counts
    )


def _unknown(looks: Sequence[Look], sample: Sequence[SampledColumn]) -> list[Look]:
    """Return the looks with columns that nothing tells as secret, where the others speak for it.

    What is known of a person is a short list, with names that are known; what is secret is not.
    One column at least stays known.
    """
    secret_table = _is_about_secrets(looks)
    people = any(one.kind is not None and _is_of_people(kinds()[one.kind]) for one in looks)
    series = _series(looks) if people else set()
    found = [*looks]
    for at, (one, column) in enumerate(zip(looks, sample, strict=True)):
        reason = None
        if secret_table and _is_untold(one):
            reason = SECRET_TABLE
        elif people and _is_measured(one, column) and (_is_untold(one) or one.kind in LABELS):
            reason = MEASURED
        elif one.name in series:
            reason = SERIES
        if reason is not None:
            found[at] = replace(one, kind=None, role="sensitive", confidence="low", reason=reason, safe_harbor=None)
    return found if any(one.role == "quasi_identifier" for one in found) else [*looks]


def _is_about_secrets(looks: Sequence[Look]) -> bool:
    """Return whether many columns are told to be secret, or half of the told ones."""
    counted = [one for one in looks if one.role in {"quasi_identifier", "sensitive"}]
    told = [one for one in counted if one.kind is not None]
    secrets = sum(one.role == "sensitive" for one in told)
    return (secrets >= FEWEST_SECRETS and secrets >= TOPIC * len(counted)) or (
        secrets > 1 and secrets >= MOST_TOLD * len(told)
    )


def _is_untold(look: Look) -> bool:
    """Return whether neither the name nor the values tell what a column is."""
    return look.kind is None and look.role == "quasi_identifier" and named_kind(look.name).kind is None


def _is_of_people(kind: Kind) -> bool:
    """Return whether a kind is what others know of a person, as an age, or a person's number."""
    return kind.name == "person_id" or (kind.role == "quasi_identifier" and not kind.of_things)


def _is_measured(look: Look, column: SampledColumn) -> bool:
    """Return whether a column has many numbers that are no codes, as whole ones may be."""
    if not _is_number(column, LEVELS + 1, len(column.values)) or all(map(of.is_year, column.counts)):
        return False
    return not look.near_unique or any(of.decimals(text) for text in column.counts)


def _series(looks: Sequence[Look]) -> set[str]:
    """Return the names of columns that nothing tells, and that differ from others by a number."""
    stems: dict[str, set[str]] = {}
    for one in looks:
        if _is_untold(one) and (numbered := NUMBERED.fullmatch(one.name)) is not None:
            stems.setdefault(numbered["stem"].lower(), set()).add(one.name)
    return {name for names in stems.values() if len(names) >= FEWEST_SERIES for name in names}
