"""People at risk: how many are in groups of each size, and how many under stricter limits.

The second is a curve: places in per cent of the width and in pixels of the height.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from sqlmetrics.certificate.certificate import Certificate, CurvePoint, MeasuredLimit, SizeBand
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.ranges import Range, about_range
from sqlmetrics.output.assertions import ROUNDING, Grounds, few_below
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.words import (
    OWN,
    exact_percent,
    limit_text,
    people,
    percent,
    share_of,
    some,
    source_of,
)
from sqlmetrics.sentences import Facts, World
from sqlmetrics.text import brief

HEIGHT, TOP, BASE = 210, 26.0, 186.0
"""The height of the curve, and where its highest and its lowest line are."""

LEFT, RIGHT = 1.0, 93.0
"""Where the curve begins and ends, in per cent of the width; the grid's numbers are right of it."""

TICKS = (10, 100, 1000, 5, 50, 500, 2, 20, 200, 3, 4, 6, 8)
"""The numbers that a logarithmic axis may name, the roundest first."""

APART = 9.0
"""The distance of two numbers on an axis at least, in per cent of the width."""


class CurveFinding(NamedTuple):
    """What a stricter limit would mean: for nobody, for a share, or for as many or more people.

    `points` are the people in groups of fewer than each size that is named.
    """

    finding: Literal["nobody", "share", "same", "more"]
    points: list[Grounds]
    grounds: Grounds


class PeopleSection(NamedTuple):
    """The people at risk: by the size of their group, and under stricter limits.

    `crowds` are the people in large groups, and `below` the people in groups of fewer than each
    limit; it is None where no limit and no size of small groups was looked at.
    """

    crowds: Grounds | None
    missing: str | None
    below: list[Grounds] | None
    limits: list[GroupLimit]
    bands: tuple[DrawnBand, ...]
    stricter: CurveFinding | None
    curve: SharesCurve | None
    points: tuple[tuple[str, str, str], ...]


class DrawnBand(NamedTuple):
    """The people in groups of some sizes, with their share and their bar."""

    size: str
    people: str
    share: str
    width: float
    fill: str


class StepCurve(NamedTuple):
    """A curve of shares by k, with its grid, limits and named points."""

    height: int
    base: float
    grid: list[tuple[float, str]]
    ticks: list[tuple[float, str, str]]
    path: str
    limits: list[StepLimit]
    dots: list[StepDot]


class SharesCurve(NamedTuple):
    """The curve of the share of people in groups of fewer than k, and its `named` shares by k."""

    drawn: StepCurve
    named: list[tuple[int, float]]
    grounds: Grounds


class StepLimit(NamedTuple):
    """The line of a limit, with its name and the name's place."""

    at: float
    top: int
    text: str
    anchor: str
    shift: int


class StepDot(NamedTuple):
    """A point of a curve with its value, and the value's place."""

    at: float
    height: float
    above: float
    text: str
    anchor: str
    shift: int


def people_at_risk(certificate: Certificate) -> PeopleSection:
    """Return the people at risk."""
    limits = group_limits(certificate)
    below = [limit for limit in limits if any(fits(band, limit) for band in certificate.sizes)]
    everybody = certificate.crowd
    exact = drawn_points(certificate.curve, everybody)
    return PeopleSection(
        crowds=people_in_crowds(certificate),
        missing=None if certificate.sizes else certificate.missing.get("groups"),
        below=people_below(certificate, limits),
        limits=below,
        bands=bands(certificate.sizes, below, everybody),
        stricter=curve_finding(exact, limits, everybody),
        curve=curve(exact, limits, everybody),
        points=curve_points(certificate, limits),
    )


def people_in_crowds(certificate: Certificate) -> Grounds | None:
    """Return how many people are in groups of a hundred or more, None where nobody surely is."""
    crowds = [band for band in certificate.sizes if band.low >= 100]
    together = people_together([band.people for band in crowds])
    if together is None or not some(together) or not certificate.crowd:
        return None
    return Grounds({"people": together, "low": crowds[0].low}, _are_in_crowds)


def _are_in_crowds(world: World, of: Facts) -> bool:
    return bool(of["people"].allows(world.everybody - world.below(of["low"])))


def people_together(numbers: Sequence[Figure]) -> Figure | None:
    """Return the sum of numbers of people, None where the ends of one are not known."""
    low = [one.least.number for one in numbers if one.least is not None]
    most = [one.most.number for one in numbers if one.most is not None]
    if not numbers or min(len(low), len(most)) < len(numbers):
        return None
    return about_range(Range(sum(low), sum(one.value or 0.0 for one in numbers), sum(most)), whole=True)


def people_below(certificate: Certificate, limits: Sequence[GroupLimit]) -> list[Grounds] | None:
    """Return the people in groups of fewer than each limit, or else of fewer than wanted."""
    at = {point.k: point.people for point in certificate.curve}
    asked = sorted({limit.size for limit in limits if limit.size in at} or {certificate.least} & set(at))
    sizes = [size for size in asked if at[size].value is not None]
    return [Grounds({"people": at[size], "size": size}, few_below("size")) for size in sizes] if asked else None


def bands(sizes: Sequence[SizeBand], limits: Sequence[GroupLimit], everybody: int) -> tuple[DrawnBand, ...]:
    """Return the people by the size of their group, with bars as long as the longest allows.

    Sizes beyond the last group are left out.
    """
    some = [place for place, band in enumerate(sizes) if band.people != Figure(0)]
    sizes = sizes[: max(some, default=0) + 1]
    longest = max((band.people.value or 0 for band in sizes), default=0) or 1
    return tuple(
        DrawnBand(
            size=size_text(band),
            people=people(band.people),
            share=share_of(band.people, everybody),
            width=100 * (band.people.value or 0) / longest,
            fill=_fill(band, limits),
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
        return wording("{low} or more", low=figures(band.low, ","))
    if band.high == 1:
        return wording("alone")
    if band.low == 1:
        return wording("Fewer than {size}", size=band.high + 1)
    return (
        f"{figures(band.low, ',')}"
        if band.low == band.high
        else wording("{low} to {high}", low=figures(band.low, ","), high=figures(band.high, ","))
    )


class GroupLimit(NamedTuple):
    """The smallest size of groups that a condition allows, and whose limit that is.

    `chance` is the limit as it is written where that is a chance, such as 9%, and not a size.
    """

    size: int
    source: str
    chance: str | None = None

    @property
    def own(self) -> bool:
        """Whether the publisher set the limit, without a named source."""
        return self.source == OWN


def group_limits(certificate: Certificate) -> tuple[GroupLimit, ...]:
    """Return the sizes of groups that the conditions of a certificate ask for."""
    return limits_on_groups(certificate.own_conditions)


def limits_on_groups(conditions: Iterable[MeasuredLimit]) -> tuple[GroupLimit, ...]:
    """Return the sizes of groups that conditions ask for, the smallest first, each size once."""
    found: dict[int, GroupLimit] = {}
    for one in conditions:
        if one.group_size is not None and one.group_size > 1 and one.origin is None:
            chance = None if one.metric == "k_anonymity" else limit_text(one.limit, one.unit)
            found.setdefault(one.group_size, GroupLimit(one.group_size, one.source or OWN, chance))
    return tuple(found[size] for size in sorted(found))


def drawn_points(curve: Sequence[CurvePoint], everybody: int) -> list[CurvePoint]:
    """Return the points with a number, up to the first one that has everybody."""
    exact = [point for point in curve if point.people.form in {"is", "about"} and point.people.value is not None]
    before = [point for point in exact if point.people != Figure(everybody)]
    return exact[: len(before) + 1]


def curve_finding(exact: Sequence[CurvePoint], limits: Sequence[GroupLimit], everybody: int) -> CurveFinding | None:
    """Return the finding of the curve: what a stricter limit would mean."""
    if not exact or not everybody:
        return None
    last = exact[-1]
    chosen = [point for point in exact if point.k in {exact[0].k, last.k, *(limit.size for limit in limits)}]
    points = [Grounds({"people": point.people, "k": point.k}, few_below("k")) for point in chosen]
    ends = {"first": chosen[0].k, "k": last.k}
    if not some(last.people):
        return CurveFinding("nobody", points, points[-1])
    if len(chosen) > 1 and chosen[0].people == last.people and last.people.form == "is":
        return CurveFinding("same", points, Grounds(ends, _as_many_are_below))
    first, most = chosen[0].people.most, last.people.least
    if len(chosen) > 1 and first is not None and most is not None and first.number < most.number:
        return CurveFinding("more", points, Grounds(ends, _more_are_below))
    return CurveFinding("share", points, points[-1])


def _as_many_are_below(world: World, of: Facts) -> bool:
    return bool(world.below(of["first"]) == world.below(of["k"]))


def _more_are_below(world: World, of: Facts) -> bool:
    return bool(world.below(of["first"]) < world.below(of["k"]))


def _has_shares(world: World, of: Facts) -> bool:
    """Return whether as large a share is in small groups; a rounded one may be 5 points off."""
    return all(
        abs(share - world.below(k) / world.everybody) <= (ROUNDING if exact else 0.05)
        for k, share, exact in of["points"]
    )


def curve(exact: Sequence[CurvePoint], limits: Sequence[GroupLimit], everybody: int) -> SharesCurve | None:
    """Return the curve of the share of people in groups of fewer than k; None without any."""
    if len(exact) < 2 or not exact[-1].people.value or not everybody:
        return None
    shares = [(point.k, min((point.people.value or 0) / everybody, 1.0)) for point in exact]
    marks = {
        limit.size: f"{source_of(limit.source)}, {limit.size}{'' if limit.chance is None else f' ({limit.chance})'}"
        for limit in limits
    }
    named = chosen_sizes(exact, limits)
    forms = [point.people.form == "is" for point in exact]
    points = [(k, share, is_exact) for (k, share), is_exact in zip(shares, forms, strict=True)]
    return SharesCurve(
        drawn=step_curve(shares, marks),
        named=[(k, share) for k, share in shares if k in named],
        grounds=Grounds({"points": points}, _has_shares),
    )


def chosen_sizes(exact: Sequence[CurvePoint], limits: Sequence[GroupLimit]) -> set[int]:
    """Return the sizes of the curve that are told of in a table."""
    known = [point.k for point in exact]
    return {*known[:1], *known[-1:], *{3, 5, 10, 20, 50}, *(limit.size for limit in limits)} & set(known)


def curve_points(certificate: Certificate, limits: Sequence[GroupLimit]) -> tuple[tuple[str, str, str], ...]:
    """Return the rows of the curve's data: k, the people in smaller groups, and their share."""
    chosen = chosen_sizes(certificate.curve, limits)
    return tuple(
        (str(point.k), people(point.people), share_of(point.people, certificate.crowd))
        for point in certificate.curve
        if point.k in chosen
    )


def step_curve(shares: Sequence[tuple[int, float]], marks: Mapping[int, str]) -> StepCurve:
    """Return the curve of shares by k, k logarithmic, with its last point and its limits named.

    `marks` are the names of limits by their k.
    """
    first, last = shares[0][0], shares[-1][0]
    step, top = scale(max(share for _, share in shares))

    def across(k: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * math.log(k / first) / math.log(last / first), 2)

    def up(share: float) -> float:
        return round(BASE - (BASE - TOP) * share / top, 1)

    within = {k: name for k, name in marks.items() if first <= k <= last}
    return StepCurve(
        height=HEIGHT,
        base=BASE,
        grid=[(up(step * line), exact_percent(step * line)) for line in range(round(top / step) + 1)],
        ticks=ticks(first, last, across),
        path=steps([(across(k), up(share)) for k, share in shares]),
        limits=[limit(across(k), place, name) for place, (k, name) in enumerate(within.items())],
        dots=[dot(across(k), up(share), percent(share)) for k, share in shares if k == last or k in within],
    )


def scale(most: float) -> tuple[float, float]:
    """Return the distance of the lines of a grid, and the highest one.

    It is 1, 2 or 5 times a power of 10.
    """
    power = 10.0 ** math.floor(math.log10(most / 3))
    step = next(power * times for times in (1, 2, 5, 10) if most / (power * times) <= 4)
    return step, step * math.ceil(round(most / step, 9))


def ticks(first: int, last: int, across: Callable[[float], float]) -> list[tuple[float, str, str]]:
    """Return the numbers of the axis with their places and anchors.

    They are its ends, and the roundest that touch no other one.
    """
    places = {first: across(first), last: across(last)}
    for k in TICKS:
        if first < k < last and all(abs(across(k) - at) >= APART for at in places.values()):
            places[k] = across(k)
    anchors = {first: "start", last: "end"}
    return [(at, str(k), anchors.get(k, "middle")) for k, at in sorted(places.items())]


def steps(places: Sequence[tuple[float, float]]) -> str:
    """Return the path of a curve of steps through places; a flat run is one line."""
    (x, y), *rest = places
    path = f"M{x:g} {y:g}"
    for across, height in rest:
        if height != y:
            path += f"H{across:g}V{height:g}"
            y = height
    return f"{path}H{places[-1][0]:g}"


def limit(at: float, place: int, text: str) -> StepLimit:
    """Return the line of a limit; its name is on the side with room, lower than the one before."""
    anchor, shift = ("end", -5) if at > 55 else ("start", 5)
    return StepLimit(at=at, top=4 + 16 * place, text=brief(text, 28), anchor=anchor, shift=shift)


def dot(at: float, height: float, text: str) -> StepDot:
    """Return a point with its value above it, on the side with room."""
    lift, anchor, shift = (14, "start", 6) if at < 8 else (10, "end", -7)
    return StepDot(at=at, height=height, above=height - lift, text=text, anchor=anchor, shift=shift)
