"""How people hide, as the public gets it: counts in groups, guesses, combinations of columns."""

from __future__ import annotations

import math
from dataclasses import replace

from sqlmetrics.certificate import bounds
from sqlmetrics.certificate.bounds import BY_DIFFERENCE, WHY, WITHHELD, Crowd, averaged, counted, outward, rounded
from sqlmetrics.certificate.certificate import (
    Certificate,
    Combination,
    Contribution,
    CurvePoint,
    ExposedGroup,
    Figure,
    Learnt,
    SizeBand,
)
from sqlmetrics.certificate.public_scores import crowd_of_score, known_of_groups, public_figure


def public_sizes(sizes: tuple[SizeBand, ...], crowd: Crowd) -> tuple[SizeBand, ...]:
    """Return the people by size of group; where counts are coarse, the most are withheld."""
    most = max((band.people.value or 0 for band in sizes[1:]), default=0)
    return tuple(
        band._replace(people=Figure(None, "withheld", BY_DIFFERENCE))
        if crowd.coarse and number and most and band.people.value == most
        else band._replace(people=_at_least(counted(band.people.value or 0, crowd), band.low))
        for number, band in enumerate(sizes)
    )


def _at_least(figure: Figure, least: float) -> Figure:
    """Return a figure whose step is not below what it cannot be less than, unless it is 0."""
    return Figure(least) if figure.form == "is" and figure.value and figure.value < least else figure


def public_point(one: CurvePoint, crowd: Crowd) -> CurvePoint:
    """Return the people in groups of fewer than k; by single sizes a small count would follow."""
    if crowd.coarse and one.k > crowd.least:
        return one._replace(people=Figure(None, "withheld", BY_DIFFERENCE))
    return one._replace(people=counted(one.people.value or 0, crowd))


def public_learnt(one: Learnt, certificate: Certificate, crowd: Crowd) -> Learnt:
    """Return what would be learnt of a sensitive attribute, in groups of `least` people or more."""
    own = crowd_of_score(certificate, one.target, one.partition, certificate.known)
    small = round(one.small.value or 0)
    people = round(sum(tenth.people.value or 0 for tenth in one.tenths)) + small
    own = own._replace(people=people, coarse=crowd.coarse or bounds.coarse(small, own.least))
    most = max((tenth.people.value or 0 for tenth in one.tenths), default=0)
    before = public_figure("baseline_accuracy", one.target, one.before, "probability", None, own)
    after = _average(one.after, own)
    if after.value is not None and before.form == "is" and after.value < (before.value or 0):
        after = before
    surest = one.surest
    if one.exposed and surest.value is not None:
        surest = bounds.certainty(surest.value, round(one.exposed[0].people.value or 0), own.least)
    return replace(
        one,
        before=before,
        after=after,
        surest=surest,
        sure=_sure(one, own, small),
        tenths=tuple(
            tenth._replace(people=Figure(None, "withheld", BY_DIFFERENCE))
            if own.coarse and most and tenth.people.value == most
            else tenth._replace(people=counted(tenth.people.value or 0, own))
            for tenth in one.tenths
        ),
        small=counted(small, own),
        exposed=tuple(
            ExposedGroup(
                counted(group.people.value or 0, own),
                bounds.certainty(group.certainty.value or 0, round(group.people.value or 0), own.least),
            )
            for group in one.exposed
        ),
        discrimination_rate=_average(one.discrimination_rate, own),
        adjusted_discrimination_rate=_average(one.adjusted_discrimination_rate, own),
    )


def _sure(one: Learnt, crowd: Crowd, small: int) -> Figure:
    """Return the people with a sure guess as a bound: everybody in a small group counts as one."""
    if not small:
        return counted(one.sure.value or 0, crowd)
    most = sum(tenth.people.value or 0 for tenth in one.tenths if tenth.low + 0.1 > one.limit + 1e-9) + small
    figure = counted(most, crowd)
    return figure._replace(form="up to", reason=WHY) if figure.form == "is" else figure


def _average(figure: Figure, crowd: Crowd) -> Figure:
    return figure if figure.value is None else averaged(figure.value, crowd, "share")


def _rounded(figure: Figure) -> Figure:
    return figure if figure.value is None else Figure(rounded(figure.value))


def public_combinations(certificate: Certificate, crowd: Crowd) -> tuple[Combination, ...]:
    """Return the combinations, in the order of what the public gets of them.

    Counts of fewer columns than all are in steps of `least`, since people whom one column more puts
    into small groups come in whole groups.
    """
    rows = []
    for one in certificate.combinations:
        whole = frozenset(one.known) == known_of_groups(certificate)
        people = (
            one.people
            if one.people.value is None
            else counted(one.people.value, crowd, base=1 if whole else crowd.least)
        )
        rows.append(
            Combination(one.known, people, bounds.share(people, crowd), _uncertainty(one, people, crowd, whole))
        )
    if certificate.relation.individuals is not None:
        rows = [row if row.people.value == 0 else replace(row, uncertainty_removed=WITHHELD) for row in rows]
    return tuple(
        sorted(rows, key=lambda row: (-(row.people.value or 0), row.people.form != "is", len(row.known), row.known))
    )


def _place(row: Combination) -> tuple[float, bool, int, tuple[str, ...]]:
    return -(row.people.value or 0), row.people.form != "is", len(row.known), row.known


def _uncertainty(one: Combination, people: Figure, crowd: Crowd, whole: bool) -> Figure:
    """Return what a combination takes away of the uncertainty about who is who, at most."""
    value = one.uncertainty_removed.value
    if value is None or people.value == 0:
        return _rounded(one.uncertainty_removed)
    if people.form != "is":
        return WITHHELD
    if whole and crowd.small is not None:
        return bounds.alone("discrimination_rate", value, crowd)
    total = max(crowd.people, 2)
    step = (people.value or 0) / total * math.log(max(crowd.least - 1, 2)) / math.log(total)
    return Figure(min(outward(math.ceil(value / step) * step, up=True), 1.0), "up to", WHY)


def public_contributions(certificate: Certificate, crowd: Crowd) -> tuple[Contribution, ...]:
    """Return what each known column adds, the most first, as far as the public may know it."""
    rows = []
    for one in certificate.contributions:
        people = one.people_without
        if people.value is not None:
            people = counted(people.value, crowd, base=crowd.least)
        share = bounds.share(people, crowd) if people.value is not None else one.share_without
        added = _average(one.added, crowd)
        if crowd.hidden and 0 < (one.added.value or 0) < crowd.step:
            added = Figure(rounded(crowd.step), "under", WHY)
        rows.append(Contribution(one.column, added, share, people))
    return tuple(sorted(rows, key=lambda row: -(row.added.value or 0)))
