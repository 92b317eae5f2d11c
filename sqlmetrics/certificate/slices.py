"""The slices of a table in its certificate: measured, made public, and held against themselves.

A public certificate has no size of a slice, as its people are also counted by groups: the two would
tell of few. It says how many slices pass where that bounds the people less than the groups do.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlmetrics.certificate import public_figures
from sqlmetrics.certificate.certificate import (
    Certificate,
    MeasuredLimit,
    SlicedTable,
    SliceFacts,
    SliceFigures,
    SliceScore,
    figure_of,
)
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.ranges import WITHHELD
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.judged import JudgedScores
from sqlmetrics.gate.slices import JudgedSlice, SliceCount
from sqlmetrics.gate.thresholds import (
    WORST_FIRST,
    Measured,
    Verdict,
    is_infinite,
    joint_verdict,
    keeps_limit,
    subject_of,
)
from sqlmetrics.scoring.score_rows import MANY_SLICES
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.scoring.view import Chance, View
from sqlmetrics.statement.plan import IDENTITY

TOO_FEW = Figure(None, "undefined", "too few people to say")
"""What is measured of a condition where each slice has too few people."""


class _Asked(NamedTuple):
    """A condition of all slices; the limit is None where each slice has its own, from a run."""

    subject: Measured
    known: str
    limit: float | None
    origin: str | None


def _asked(verdict: Verdict) -> _Asked:
    threshold, score = verdict.threshold, verdict.score
    limit = threshold.limit if threshold.origin is None else None
    return _Asked(subject_of(score), score.quasi_identifiers, limit, threshold.origin)


def is_sliced(held: JudgedScores) -> bool:
    """Return whether what was judged are slices."""
    return bool(held.spec.by) or bool(held.scores.people_by_slice)


def worst_verdicts(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Return the worst verdict of each condition over all slices, in the conditions' order."""
    found: dict[_Asked, Verdict] = {}
    for verdict in verdicts:
        asked = _asked(verdict)
        found[asked] = min(found.get(asked, verdict), verdict, key=_place)
    return tuple(found.values())


def _place(verdict: Verdict) -> tuple[int, float]:
    """Return the place of a verdict among those on one condition, the worst first.

    An undefined score that fails decides less than one that is past its limit.
    """
    margin = verdict.margin
    if margin is None:
        infinite = is_infinite(verdict.score.reason)
        margin = math.inf if not verdict.failed else -math.inf if infinite else 0.0
    return WORST_FIRST[verdict.passed], margin


def sliced_table(held: JudgedScores) -> SlicedTable:
    """Return the slices that were judged, the worst first; slices without a verdict by size.

    Raises SpecError where there are too many.
    """
    places = {_asked(verdict): place for place, verdict in enumerate(worst_verdicts(held.verdicts))}
    judged = tuple(_facts(one, places, held.scores) for one in held.slices)
    people = held.scores.people_by_slice
    if len(people) > MANY_SLICES:
        raise SpecError(
            f"a report holds up to {MANY_SLICES:,} slices (found: {len(people):,}); choose some by `where`, or take"
            " coarser ones, such as months"
        )
    rest = sorted(people.keys() - {one.name for one in judged}, key=lambda name: (people[name], name))
    slices = (*judged, *(SliceFacts(name, Figure(people[name]), None, ()) for name in rest))
    return SlicedTable(
        by=tuple(held.spec.by) or held.scores.by,
        named=held.scores.named,
        public=bool(held.spec.by) and held.spec.slices_public,
        min_people=held.spec.min_people,
        counts=_counts(judged, len(slices)),
        slices=slices,
    )


def _facts(one: JudgedSlice, places: Mapping[_Asked, int], scores: Scores) -> SliceFacts:
    """Return a slice with its scores in the order of the conditions."""
    own = {places[_asked(verdict)]: verdict for verdict in one.verdicts}
    figures = [
        SliceScore(figure_of(own[place].score), own[place].passed, _chance(own[place], scores.chance))
        if place in own
        else None
        for place in range(len(places))
    ]
    return SliceFacts(one.name, Figure(one.people), one.passed, tuple(figures))


def _chance(verdict: Verdict, chance: Mapping[View, Chance]) -> Figure | None:
    """Return what chance gives of a rate in a slice, None of any other score."""
    score = verdict.score
    own = chance.get(score.view)
    if own is None or score.metric != "discrimination_rate" or score.target == IDENTITY:
        return None
    return Figure(own.rate, "at least" if own.at_least else "is")


def _counts(judged: Sequence[SliceFacts], number: int) -> SliceFigures:
    """Return how many of a number of slices pass, fail, and have too few people to say."""
    count = SliceCount.of(one.passed for one in judged)
    return SliceFigures(Figure(number), Figure(count.passed), Figure(count.failed), Figure(count.too_few))


HIDDEN = SliceFigures(WITHHELD, WITHHELD, WITHHELD, WITHHELD)
"""The numbers of slices where a public certificate says nothing."""


def published_slices(certificate: Certificate) -> SlicedTable | None:
    """Return the public slices of a certificate: verdicts, and names where these are public.

    Slices of few people are left out. How many others there are bounds the number of all people,
    and is said where the groups of the public table bound it more.
    """
    own = certificate.slices
    if own is None:
        return None
    hidden = replace(own, named=own.public, counts=HIDDEN, slices=())
    kept = [place for place, one in enumerate(certificate.conditions) if one.origin is None]
    if certificate.audience == "internal" or own.slices:
        least = enough_people(certificate)
        enough = [one for one in own.slices if one.people.value is None or one.people.value >= least]
        slices = [one for one in (_published(one, kept) for one in enough) if one.passed is not None]
        slices.sort(key=lambda one: (WORST_FIRST[one.passed], one.name))
        counts, rows = _counts(slices, len(slices)), tuple(slices) if own.public else ()
    else:
        counts, rows = own.counts, ()
    passed, failed = counts.passed.value, counts.failed.value
    if not kept or passed is None or failed is None or not has_room(certificate, passed, failed):
        return hidden
    return replace(hidden, counts=HIDDEN._replace(passed=counts.passed, failed=counts.failed), slices=rows)


def enough_people(certificate: Certificate) -> int:
    """Return how many people a slice has at least whose verdict is public."""
    own = certificate.slices
    return max(certificate.least, (own and own.min_people) or 0)


def has_room(certificate: Certificate, passed: float, failed: float) -> bool:
    """Return whether a public table surely has the people of one slice more than pass and fail.

    A slice that passes has at least the people of a group that a limit asks for.
    """
    table, least = certificate.public_table, enough_people(certificate)
    most = max(least, *(one.group_size or 0 for one in certificate.conditions if one.origin is None), 0)
    return table is not None and (passed + 1) * most + failed * least <= public_figures.everybody(table).low


def _published(one: SliceFacts, kept: Sequence[int]) -> SliceFacts:
    """Return a slice with verdicts alone."""
    scores = [one.scores[place] if place < len(one.scores) else None for place in kept]
    shown = tuple(None if own is None else SliceScore(WITHHELD, own.passed) for own in scores)
    return SliceFacts(one.name, WITHHELD, _outcome(shown), shown)


def _outcome(scores: Sequence[SliceScore | None]) -> bool | None:
    """Return whether scores meet all their conditions, None with too few people to say."""
    return joint_verdict([one.passed for one in scores if one is not None])


class SlicesFlaw(NamedTuple):
    """An entry of slices that is not as it should be: where, what it has, and what is true."""

    place: str
    certificate: str
    found: str


def flaws_of_slices(certificate: Certificate) -> Iterator[SlicesFlaw]:
    """Yield what contradicts itself in the slices of a certificate."""
    own, internal = certificate.slices, certificate.audience == "internal"
    if own is None:
        for number, one in enumerate(certificate.conditions, 1):
            if one.passed is None:
                yield SlicesFlaw(f"conditions, {number}: passed", "None", "True or False")
        return
    if len({one.name for one in own.slices}) < len(own.slices):
        yield SlicesFlaw("slices: slices", "one name for two", "a name for each")
    judged = [one for one in own.slices if one.scores]
    counts = _counts(judged, len(own.slices))
    if not internal:
        counts = HIDDEN._replace(passed=counts.passed, failed=counts.failed)
    for name, found, figure in zip(counts._fields, own.counts, counts, strict=True):
        if (internal or own.slices) and found != figure:
            yield SlicesFlaw(f"slices: counts: {name}", str(found.value), str(figure.value))
    for number, facts in enumerate(own.slices, 1):
        place = f"slices: slices, {number}"
        if facts.scores and (
            len(facts.scores) != len(certificate.conditions) or _outcome(facts.scores) != facts.passed
        ):
            yield SlicesFlaw(f"{place}: passed", str(facts.passed), str(_outcome(facts.scores)))
        elif internal:
            yield from _flaws_of_slice(facts, place, certificate)
    yield from _flaws_of_conditions(certificate, judged)


def _flaws_of_slice(one: SliceFacts, place: str, certificate: Certificate) -> Iterator[SlicesFlaw]:
    """Yield the verdicts of a slice that do not follow from its figures and its people."""
    least = certificate.slices.min_people if certificate.slices is not None else None
    few = least is not None and (one.people.value or 0) < least
    for number, (score, condition) in enumerate(zip(one.scores, certificate.conditions, strict=False), 1):
        if score is None or (condition.origin is not None and not few):
            continue
        met = None if few else _met(score.measured, condition)
        if met != score.passed:
            yield SlicesFlaw(f"{place}: scores, {number}: passed", str(score.passed), str(met))


def _met(figure: Figure, condition: MeasuredLimit) -> bool:
    """Return whether a figure meets a condition."""
    if figure.value is None or condition.limit is None:
        return condition.undefined == "pass" and figure.form == "undefined"
    return keeps_limit(figure.value, condition.bound, condition.limit)


def _flaws_of_conditions(certificate: Certificate, judged: Sequence[SliceFacts]) -> Iterator[SlicesFlaw]:
    """Yield the conditions whose verdict contradicts their slices.

    A public certificate has no verdict on slices of few people, for which a condition may fail.
    """
    internal = certificate.audience == "internal"
    for number, one in enumerate(certificate.conditions, 1):
        scores = [score for own in judged for score in own.scores[number - 1 : number] if score is not None]
        outcomes = [score.passed for score in scores]
        met = False if False in outcomes else True if True in outcomes else None
        if (internal and judged and one.passed != met) or (met is False and one.passed is not False):
            yield SlicesFlaw(f"conditions, {number}: passed", str(one.passed), str(met))
        if internal and scores and one.passed is not None and all(score.measured != one.measured for score in scores):
            yield SlicesFlaw(f"conditions, {number}: measured", str(one.measured.value), "the value of a slice")
    failed = certificate.slices.counts.failed.value if certificate.slices is not None else None
    if failed and all(one.passed is not False for one in certificate.conditions):
        yield SlicesFlaw("slices: counts: failed", str(failed), "0")
