"""A look at columns: the kind of each, a role for it, and why, by its name and sampled values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from sqlmetrics.columns import values as of
from sqlmetrics.columns.kinds import Kind, Role, kinds
from sqlmetrics.columns.names import Named, named_kind, split
from sqlmetrics.columns.recognised import Facts, borne_out, recognised
from sqlmetrics.columns.sample import EXAMINED, SampledColumn
from sqlmetrics.columns.values import Share, Value, share
from sqlmetrics.phrase import Phrase

SAMPLE = 10_000
"""The records that are looked at."""

NEAR_UNIQUE = 0.95
"""The distinct values per record from which a column tells almost every record apart."""

FEW = 20
"""The fewest records whose share of distinct values tells anything."""

NAMELESS = re.compile(r"(column|_c|unnamed[:_ ]*)\d+|rownames|row_names|index|x", re.IGNORECASE)
"""The names that a reader, pandas or R gives a column of row numbers without one."""

WEAK = frozenset({"date", "city", "postcode"})
"""The kinds that values tell only where the name tells nothing else."""

BINARY = frozenset({"BLOB", "BYTEA", "VARBINARY", "BINARY", "IMAGE"})
"""The types of bytes."""

EMPTY = Phrase("it has no value")
NUMBERED = Phrase("it numbers the records, and says nothing of people")
SINGLE = Phrase("a single value tells nothing")
APART = Phrase("it tells almost every record apart: an identifier, unless it is coarsened or nobody else has it")
UNKNOWN = Phrase("nothing says that it is secret, so others may know it")
"""The reasons of columns whose kind neither name nor values tell."""

YEARS_SAID = "its values are whole numbers of years, as of {kind}"
"""The form of the reason where a name may speak of years."""

SEVERAL_RECORDS = "{reason}; a person may have several records"
"""The form of the reason where a person's number repeats."""

Confidence = Literal["high", "medium", "low"]
"""How much speaks for a kind: high where values or name and values tell it, low for neither."""


@dataclass(frozen=True)
class Look:
    """What a column looks like.

    `kind` is one of `kinds.csv`, None where nothing is recognised. `share` and `share_of_records`
    are the shares of distinct values and of records that have its form, None where only the name
    tells it. `records`, `nulls` and `distinct` count the sample; NULL is no value. `safe_harbor`
    is the letter of the identifier in 45 CFR 164.514(b)(2)(i), the Safe Harbor of HIPAA, or None.
    No field holds a value of the data.
    """

    name: str
    kind: str | None
    role: Role
    confidence: Confidence
    reason: str
    share: float | None
    share_of_records: float | None
    records: int
    nulls: int
    distinct: int
    safe_harbor: str | None

    @property
    def near_unique(self) -> bool:
        """Whether the column tells almost every record of the sample apart."""
        held = self.records - self.nulls
        return held >= FEW and self.distinct >= NEAR_UNIQUE * held

    @property
    def identifies(self) -> bool:
        """Whether it looks like a direct identifier: of a person, or of one's records."""
        return self.role in {"identifier", "individual"}

    @property
    def points_at_people(self) -> bool:
        """Whether it identifies, or is almost unique and of a kind of the Safe Harbor."""
        return self.identifies or (self.near_unique and self.safe_harbor is not None)

    def among(self, records: int, nulls: int, distinct: int) -> Look:
        """Return the look with the counts of the whole relation, in which NULL is no value.

        Some findings of the sample alone are decided anew. They are whether a person's number
        repeats, whether a column is empty or has a single value, and whether it tells almost all
        records apart.
        """
        whole = replace(self, records=records, nulls=nulls, distinct=distinct)
        if self.kind == "person_id" and self.identifies and records - nulls >= FEW:
            once = _once(self.reason)
            if whole.near_unique:
                return replace(whole, role="identifier", reason=once)
            return replace(whole, role="individual", reason=Phrase(SEVERAL_RECORDS, reason=once))
        if self.kind is not None:
            return whole
        verdict = _unknown(records, nulls, distinct)
        if self.role == "sensitive" and verdict.role == "quasi_identifier":
            return whole
        return replace(whole, role=verdict.role, confidence=verdict.confidence, reason=verdict.reason)


def _once(reason: str) -> str:
    """Return a reason without its end where a person's number repeats."""
    once = reason.parts["reason"] if isinstance(reason, Phrase) and reason.form == SEVERAL_RECORDS else None
    return once if isinstance(once, Phrase) else reason


class ColumnVerdict(NamedTuple):
    """What is said of a column: its kind, role, confidence, the reason, and shares of its form."""

    kind: Kind | None
    role: Role
    confidence: Confidence
    reason: str
    share: Share | None = None


def look_of(column: SampledColumn) -> Look:
    """Return what a column looks like."""
    facts = Facts(len(column.values), column.nulls, len(column.counts))
    step = -(-facts.distinct // EXAMINED) or 1
    said = named_kind(column.name)
    if not column.readable or column.type.upper() in BINARY:
        verdict = _unread(said)
    elif facts.distinct == 0:
        verdict = _empty(said)
    elif said.kind is None and _numbers_records(column):
        verdict = ColumnVerdict(kinds()["row_number"], "ignored", "medium", NUMBERED)
    else:
        verdict = _judged(column.name, said, column.distinct(step), facts)
    kind, shares = verdict.kind, verdict.share
    return Look(
        column.name,
        kind.name if kind is not None else None,
        verdict.role,
        verdict.confidence,
        verdict.reason,
        shares.values if shares is not None else None,
        shares.records if shares is not None else None,
        facts.records,
        facts.nulls,
        facts.distinct,
        (kind.safe_harbor or None) if kind is not None else None,
    )


def _numbers_records(column: SampledColumn) -> bool:
    """Return whether values are whole numbers, one for each record, without a gap or a name."""
    if not FEW <= len(column.counts) == len(column.values) or not all(map(of.is_whole_number, column.counts)):
        return False
    if NAMELESS.fullmatch(column.name):
        return True
    numbers = [int(text) for text in column.counts]
    return max(numbers) - min(numbers) == len(numbers) - 1


def _unread(said: Named) -> ColumnVerdict:
    """Return the verdict on bytes, which may be pictures or prints of persons."""
    seen = said.kind if said.kind is not None and said.kind.name in {"biometric", "photo"} else kinds()["photo"]
    return ColumnVerdict(
        seen, "identifier", "low", Phrase("its values are no texts; they may be photographs or prints of persons")
    )


def _empty(said: Named) -> ColumnVerdict:
    """Return the verdict on a column without a value in the sample."""
    if said.kind is not None and said.kind.role == "identifier":
        reason = Phrase("its name speaks of {kind}; the sample has no value", kind=Phrase(said.kind.says))
        return ColumnVerdict(said.kind, "identifier", "low", reason)
    return ColumnVerdict(None, "ignored", "low", EMPTY)


def _judged(name: str, said: Named, values: Sequence[Value], facts: Facts) -> ColumnVerdict:
    """Return the verdict on a column with values: what these tell comes before its name."""
    found = recognised(values, facts, said)
    speaks = said.kind
    if found is not None and not (found.kind in WEAK and speaks is not None and speaks.name != "thing"):
        kind = kinds()[found.kind]
        agrees = speaks is not None and speaks.name == kind.name
        confidence: Confidence = "high" if found.certain or agrees else "medium"
        reason = Phrase(
            "{share} of its values look like {kind}, as its name says"
            if agrees
            else "{share} of its values look like {kind}",
            share=_percent(found.share.values),
            kind=Phrase(kind.says),
        )
        return _as_record(ColumnVerdict(kind, kind.role, confidence, reason, found.share), facts)
    years = _of_years(name, values)
    if years is not None:
        return ColumnVerdict(years, years.role, "low", Phrase(YEARS_SAID, kind=Phrase(years.says)))
    if speaks is not None and not _of_something(said, facts):
        shares = borne_out(speaks.needs, values, facts)
        if shares is not None:
            return _as_record(_by_name(said, speaks, values, shares), facts)
        opaque = share(values, lambda text: of.HEX.fullmatch(text) or of.UUID.fullmatch(text)).values >= 0.8
        if speaks.role == "identifier" and facts.distinction >= NEAR_UNIQUE and opaque:
            reason = Phrase(
                "its name speaks of {kind} and its values are codes, one for almost every record",
                kind=Phrase(speaks.says),
            )
            return _as_record(ColumnVerdict(kinds()["person_id"], "identifier", "medium", reason), facts)
    return _unknown(facts.records, facts.nulls, facts.distinct)


YEARS = {"grade": (7, 18, "education"), "exp": (5, 70, "occupation")}
"""Words for years where values are whole: the bounds of the highest value, and the kind."""


def _of_years(name: str, values: Sequence[Value]) -> Kind | None:
    """Return the kind of a name that by its values means years, as `grade` from 1 to 12 does."""
    words = [word.rstrip("0123456789") for word in split(name) if not word.isdigit()]
    if len(words) != 1 or words[0] not in YEARS or not values:
        return None
    least, most, kind = YEARS[words[0]]
    numbers = [text.removesuffix(".0") for text, _ in values]
    if not all(map(of.is_whole_number, numbers)) or not least <= max(map(int, numbers)) <= most:
        return None
    return kinds()[kind]


def _of_something(said: Named, facts: Facts) -> bool:
    """Return whether a name speaks of a number that repeats, and of something that is no person."""
    number = said.kind is not None and said.kind.name == "person_id"
    return number and not said.clear and said.more and facts.distinction < NEAR_UNIQUE


FREE = 0.3
"""The share of records from which on texts of several words are said to be free."""


def _by_name(said: Named, kind: Kind, values: Sequence[Value], shares: Share) -> ColumnVerdict:
    """Return the verdict on a column whose name tells its kind, and whose values may be of it."""
    told = kind.needs != "any"
    reason = Phrase(
        "its name speaks of {kind}, and its values have the form" if told else "its name speaks of {kind}",
        kind=Phrase(kind.says),
    )
    confidence: Confidence = "low" if said.short else "high" if said.clear and told else "medium"
    if kind.name == "age" and (old := share(values, of.is_above_89)).records > 0:
        reason = Phrase(
            "{reason}; {share} of the records are of people above 89", reason=reason, share=_percent(old.records)
        )
    american = "zip" in said.words or share(values, of.is_zip_of_nine).values > 0
    if kind.name == "postcode" and american and share(values, of.is_zip).values >= 0.9:
        small = share(values, lambda text: text[:3] in of.SMALL_ZIPS)
        if small.records > 0:
            reason = Phrase(
                "{reason}; {share} of the records lie in three-digit ZIPs of at most 20,000 people",
                reason=reason,
                share=_percent(small.records),
            )
    if kind.role != "identifier" and share(values, of.is_of_words).records >= FREE:
        reason = Phrase("{reason}; its values are texts of several words, which may name people", reason=reason)
        confidence = "low"
    return ColumnVerdict(kind, kind.role, confidence, reason, shares if told else None)


def _as_record(verdict: ColumnVerdict, facts: Facts) -> ColumnVerdict:
    """Return a verdict with the role of an individual where a person's number repeats."""
    if verdict.kind is None or verdict.kind.name != "person_id" or facts.distinction >= NEAR_UNIQUE:
        return verdict
    return verdict._replace(role="individual", reason=Phrase(SEVERAL_RECORDS, reason=verdict.reason))


def _unknown(records: int, nulls: int, distinct: int) -> ColumnVerdict:
    """Return the verdict on a column whose kind neither name nor values tell."""
    if distinct == 0:
        return ColumnVerdict(None, "ignored", "low", EMPTY)
    if distinct == 1 and nulls == 0:
        return ColumnVerdict(None, "ignored", "medium", SINGLE)
    if records - nulls >= FEW and distinct >= NEAR_UNIQUE * (records - nulls):
        return ColumnVerdict(None, "quasi_identifier", "low", APART)
    return ColumnVerdict(None, "quasi_identifier", "low", UNKNOWN)


def _percent(part: float) -> Phrase:
    """Return a share as a person reads it."""
    return Phrase("{number}%", number=round(100 * part)) if part >= 0.01 else Phrase("less than 1%")
