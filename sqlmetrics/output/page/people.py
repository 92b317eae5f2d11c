"""People at risk: how many are in groups of which size, and how many under stricter limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Figure, SizeBand
from sqlmetrics.output.page.curves import Curve
from sqlmetrics.output.page.limit_curve import GroupLimit, curve, curve_points, curve_title, drawn_points, group_limits
from sqlmetrics.output.page.words import listed_some, people, sentence, share_of, some_people


class ShareBar(NamedTuple):
    """A bar: its width in per cent, and what fills it."""

    width: float
    fill: str


class BandLine(NamedTuple):
    """The people in groups of a band of sizes, in words, with their bar."""

    size: str
    people: str
    share: str
    bar: ShareBar


class Risk(NamedTuple):
    """The people by the size of their group, and the share under stricter limits as a curve."""

    opening: str
    title: str
    subtitle: str
    bands: tuple[BandLine, ...]
    curve_title: str
    curve: Curve | None
    points: tuple[tuple[str, str, str], ...]
    missing: tuple[str, ...]


def people_at_risk(certificate: Certificate) -> Risk:
    """Return the people at risk."""
    limits = group_limits(certificate)
    below = [limit for limit in limits if any(fits(band, limit) for band in certificate.sizes)]
    everybody = certificate.crowd
    exact = drawn_points(certificate.curve, everybody)
    return Risk(
        opening=_opening(certificate),
        title=title(certificate, limits),
        subtitle=_subtitle(below),
        bands=bands(certificate.sizes, below, everybody),
        curve_title=curve_title(exact, limits, everybody),
        curve=curve(exact, limits, everybody),
        points=curve_points(certificate, limits),
        missing=() if certificate.sizes else not_counted(certificate),
    )


def not_counted(certificate: Certificate) -> tuple[str, ...]:
    """Return why people were not counted by the size of their group."""
    reason = certificate.missing.get("groups")
    return () if reason is None else (f"How people hide was not measured: {reason}.",)


def _opening(certificate: Certificate) -> str:
    """Return what a group is, and how many people hide well."""
    text = (
        "A group is everybody who shares the same values of the known columns."
        " The fewer people it has, the easier each of them is found."
    )
    crowds = [band for band in certificate.sizes if band.low >= 100]
    if not crowds or any(band.people.value is None for band in crowds):
        return text
    total = sum(band.people.value or 0 for band in crowds)
    if not total or not certificate.crowd:
        return text
    exact = all(band.people.form == "is" for band in crowds) and certificate.everybody.form == "is"
    people_ = some_people(Figure(total, "is" if exact else "about"), certificate.everybody)
    return f"{text} {sentence(people_)} are in groups of {crowds[0].low} or more."


def title(certificate: Certificate, limits: Sequence[GroupLimit]) -> str:
    """Return the finding: how many people hide among too few, by each limit."""
    at = {point.k: point.people for point in certificate.curve}
    asked = sorted({limit.size for limit in limits if limit.size in at} or {certificate.least} & set(at))
    sizes = [size for size in asked if at[size].value is not None]
    if not sizes:
        return "How many people hide among few is not shown" if asked else "People by the size of their group"
    if all(at[size] == Figure(0) for size in sizes):
        return f"Nobody hides among fewer than {sizes[-1]}"
    hide = "hides" if at[sizes[0]] == Figure(1) else "hide"
    first, *rest = ((at[size], size) for size in sizes)
    told = [f"{some_people(first[0])} {hide} among fewer than {first[1]}"]
    return sentence(listed_some([*told, *(f"{people(figure)} among fewer than {size}" for figure, size in rest)]))


def _subtitle(limits: Sequence[GroupLimit]) -> str:
    """Return what is drawn, and what the colours stand for."""
    told = [f"{'solid' if place == 0 else 'striped'} red: below {_whose(limit)}" for place, limit in enumerate(limits)]
    return (
        f"People by the size of their group. {sentence('; '.join(told))}"
        if told
        else "People by the size of their group"
    )


def _whose(limit: GroupLimit) -> str:
    """Return a limit on the size of groups in a sentence: whose, or the chance that it is from."""
    if limit.source == "Own":
        return f"the own limit of {limit.size}" if limit.chance is None else f"{limit.size}, from {limit.chance}"
    return f"{limit.size}, {f'from {limit.chance} ' if limit.chance else ''}by {limit.source}"


def bands(sizes: Sequence[SizeBand], limits: Sequence[GroupLimit], everybody: int) -> tuple[BandLine, ...]:
    """Return the people by the size of their group, with bars as long as the longest allows.

    Sizes beyond the last group are left out.
    """
    some = [place for place, band in enumerate(sizes) if band.people != Figure(0)]
    sizes = sizes[: max(some, default=0) + 1]
    longest = max((band.people.value or 0 for band in sizes), default=0) or 1
    return tuple(
        BandLine(
            size=size_text(band),
            people=people(band.people),
            share=share_of(band.people, everybody),
            bar=ShareBar(100 * (band.people.value or 0) / longest, _fill(band, limits)),
        )
        for band in sizes
    )


def _fill(band: SizeBand, limits: Sequence[GroupLimit]) -> str:
    """Return the fill of a band: solid below the smallest limit, striped below another one."""
    below = [limit for limit in limits if fits(band, limit)]
    return "bar" if not below else "bad" if len(below) == len(limits) else "hatch"


def fits(band: SizeBand, limit: GroupLimit) -> bool:
    """Return whether all groups of a band are smaller than a limit asks for."""
    return band.high is not None and band.high < limit.size


def size_text(band: SizeBand) -> str:
    """Return the sizes of a band in words."""
    if band.high is None:
        return f"{band.low:,} or more"
    if band.low == 1:
        return f"Fewer than {band.high + 1}"
    return f"{band.low:,}" if band.low == band.high else f"{band.low:,} to {band.high:,}"
