"""What would be learnt: how well each sensitive attribute is guessed, before and after."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlmetrics.certificate.certificate import Certainty, CertaintyBySize, Certificate, Learnt
from sqlmetrics.certificate.figure import LOOSE, Figure
from sqlmetrics.output.assertions import Grounds
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.words import limit_text, of_target, people, shown, some
from sqlmetrics.sentences import Facts, World

CERTAINTY = "alpha_k_anonymity"
"""The metric whose limit is one of the certainty of guesses."""

FLOOR, TOP = 152.0, 46.0
"""Where bars of the histogram stand, and how far the longest reaches: its number is above it."""


class LearntSection(NamedTuple):
    """What would be learnt of each sensitive attribute, and which of them were not measured."""

    attributes: list[LearntAttribute]
    unmeasured: tuple[str, ...]


class LearntAttribute(NamedTuple):
    """What would be learnt of one sensitive attribute, with what its sentences rest on.

    It is `limited` where a limit of the certainty of guesses was set. `beyond` is the adjusted
    rate, not below 0, where it is less than half of the rate.
    """

    name: str
    own: Learnt
    several: bool
    limited: bool
    guessed: Grounds
    surer: Grounds
    guesses: list[GuessBar]
    title: NearlyCertain
    left_out: Grounds
    histogram: GuessHistogram | None
    surest: Grounds
    exposed: list[tuple[str, str]]
    by_size: list[GuessBySize]
    rate: Grounds
    adjusted: Grounds
    beyond: Figure | None


class NearlyCertain(NamedTuple):
    """For how many people in larger groups the guess is right nine times in ten."""

    finding: Literal["by size", "not measured", "not said", "nobody", "nobody so sure", "some"]
    grounds: Grounds | None = None


class GuessBySize(NamedTuple):
    """How often the guess is right in groups of some sizes."""

    size: str
    width: float | None
    kind: str
    people: str
    right: str


class GuessBar(NamedTuple):
    """How often a guess is right, with its bar and its limit in per cent of the width."""

    when: Literal["before", "after", "exposed"]
    width: float | None
    kind: str
    mark: float | None
    right: str


class GuessBin(NamedTuple):
    """A bar of a histogram."""

    x: float
    y: float
    height: float
    kind: str
    title: str


class GuessHistogram(NamedTuple):
    """A guess's certainty in ten bins, and how sure it was before; bars are red from `red` on."""

    grounds: Grounds
    bins: list[GuessBin]
    axis: list[tuple[int, str]]
    longest: MarkedText
    before: MarkedText | None
    red: float | None
    rows: list[tuple[str, str]]


class MarkedText(NamedTuple):
    """A number in a histogram, and its place."""

    x: float
    anchor: str
    text: str
    shift: int = 0


def learnt(certificate: Certificate) -> LearntSection:
    """Return what would be learnt of each sensitive attribute."""
    told = {one.target for one in certificate.learnt}
    rest = (one.name for one in certificate.columns or () if one.role == "sensitive" and one.name not in told)
    return LearntSection(
        attributes=[attribute(one, certificate) for one in certificate.learnt],
        unmeasured=tuple(rest) if told else (),
    )


def attribute(one: Learnt, certificate: Certificate) -> LearntAttribute:
    """Return what would be learnt of one sensitive attribute."""
    several, least = certificate.relation.individuals is not None, certificate.least
    target: Facts = {"target": one.target}
    raw, adjusted = one.discrimination_rate, one.adjusted_discrimination_rate
    less = None not in {raw.value, adjusted.value} and (adjusted.value or 0.0) < (raw.value or 0.0) / 2
    same = one.before == one.after and one.before.form == "is"
    certainties = [group.certainty for group in one.exposed]
    only = several and certificate.audience == "internal"
    return LearntAttribute(
        name=of_target(one.target, one.partition),
        own=one,
        several=several,
        limited=any(
            row.metric == CERTAINTY and (row.target, row.partition) == (one.target, one.partition)
            for row in certificate.own_conditions
        ),
        guessed=Grounds({**target, "before": one.before, "after": one.after}, _is_as_without if same else _guessed),
        surer=Grounds({**target, "limit": one.limit, "people": one.sure}, _are_surer),
        guesses=guesses(one, certificate),
        title=nearly_certain(one, certificate),
        left_out=Grounds({"people": one.small, "least": least, "only": only}, _left_out),
        histogram=histogram(one, least),
        surest=Grounds(
            {**target, "least": least, "only": len(certainties) == 1, "certainties": certainties}, _are_surest
        ),
        exposed=[(people(group.people), shown(group.certainty, "share")) for group in one.exposed],
        by_size=[size_row(row, one) for row in one.by_size],
        rate=Grounds({**target, "rate": raw}, lambda world, of: of["rate"].allows(world.rate(of["target"]))),
        adjusted=Grounds({**target, "rate": raw, "adjusted": adjusted}, _is_adjusted),
        beyond=Figure(max(adjusted.value or 0.0, 0.0), adjusted.form) if less else None,
    )


def _are_surest(world: World, of: Facts) -> bool:
    """Return whether no group has a surer guess than the ones shown, or there is no other."""
    target, least, only = of["target"], of["least"], of["only"]
    large = [key for key, group in world.groups.items() if len(group) >= least]
    surest = sorted((world.certainty(key, target) for key in large), reverse=True)
    known = list(zip(of["certainties"], surest, strict=False))
    return len(known) == len(of["certainties"]) and (not only or len(large) == 1) and all(a.allows(b) for a, b in known)


def size_row(row: CertaintyBySize, one: Learnt) -> GuessBySize:
    """Return a row of how often the guess is right, by the size of groups."""
    value = row.certainty.value
    return GuessBySize(
        size=wording("{low} to {high}", low=figures(row.low, ","), high=figures(row.high, ",")),
        width=None if value is None else 100 * value,
        kind="bad" if value is not None and value > one.limit else "bar",
        people=people(row.people),
        right=shown(row.certainty, "share"),
    )


def _guessed(world: World, of: Facts) -> bool:
    before, after, target = of["before"], of["after"], of["target"]
    return bool(before.allows(world.before(target)) and after.allows(world.after(target)))


def _is_as_without(world: World, of: Facts) -> bool:
    return _guessed(world, of) and bool(abs(world.before(of["target"]) - world.after(of["target"])) <= LOOSE)


def _are_surer(world: World, of: Facts) -> bool:
    return bool(of["people"].allows(world.surer(of["target"], of["limit"])))


def guesses(one: Learnt, certificate: Certificate) -> list[GuessBar]:
    """Return how often the best guess is right before, after, and in the most exposed group."""
    both = [_guess("before", one.before, "before"), _guess("after", one.after, "bar")]
    if certificate.audience == "public":
        return both
    value, limit = one.surest.value, one.limit
    over = value is not None and (value > limit or (one.surest.form == "over" and value == limit))
    return [*both, _guess("exposed", one.surest, "bad" if over else "bar", one.limit)]


def _guess(
    when: Literal["before", "after", "exposed"], figure: Figure, kind: str, limit: float | None = None
) -> GuessBar:
    """Return how often a guess is right, with its bar and its limit in per cent of the width."""
    width = None if figure.value is None else 100 * min(max(figure.value, 0.0), 1.0)
    mark = None if limit is None else 100 * limit
    return GuessBar(when=when, width=width, kind=kind, mark=mark, right=shown(figure, "share"))


def _nobody_so_sure(world: World, of: Facts) -> bool:
    return bool(world.certain(of["target"], of["share"], of["least"]) == 0)


def _so_sure(world: World, of: Facts) -> bool:
    return bool(of["people"].allows(world.certain(of["target"], of["share"], of["least"])))


def nearly_certain(one: Learnt, certificate: Certificate) -> NearlyCertain:
    """Return for how many people in larger groups the guess is right nine times in ten."""
    if certificate.audience == "public":
        return NearlyCertain("by size")
    if not one.tenths:
        return NearlyCertain("not measured")
    top = one.tenths[-1]
    of: Facts = {"target": one.target, "least": certificate.least, "share": top.low, "people": top.people}
    if top.people.value is None:
        return NearlyCertain("not said")
    if some(top.people):
        return NearlyCertain("some", Grounds(of, _so_sure))
    held = (tenth.low for tenth in one.tenths if tenth.people.value is None or tenth.people.value > 0)
    best = max(held, default=None)
    if best is None:
        return NearlyCertain("nobody", Grounds({**of, "share": 0}, _nobody_so_sure))
    return NearlyCertain("nobody so sure", Grounds({**of, "share": best + 0.1}, _nobody_so_sure))


def _left_out(world: World, of: Facts) -> bool:
    least = of["least"]
    return bool(of["people"].allows(world.only_below(least) if of["only"] else world.below(least)))


DIGITS = 1e-6
"""How far chance may be off that is known by the sizes of groups alone."""


def _is_adjusted(world: World, of: Facts) -> bool:
    rate, chance = world.rate(of["target"]), world.chance(of["target"])
    beyond = (rate - chance) / (1 - chance)
    return bool(of["rate"].allows(rate) and abs(of["adjusted"].value - beyond) <= DIGITS)


LAST = 0.85
"""A certainty above which there is one tenth: guesses that are nearly always right."""


def _has_guesses(world: World, of: Facts) -> bool:
    """Return whether as many people have guesses that are right so often, and as often before."""
    target, least = of["target"], of["least"]
    lows = [tenth.low for tenth in of["tenths"]]
    surer = [world.certain(target, low + 0.1, least) if low < LAST else 0 for low in lows]
    own = [world.certain(target, low, least) - above for low, above in zip(lows, surer, strict=True)]
    tenths = all(tenth.people.allows(number) for tenth, number in zip(of["tenths"], own, strict=True))
    return tenths and bool(of["before"].allows(world.before(target)))


def histogram(one: Learnt, least: int) -> GuessHistogram | None:
    """Return a guess's certainty in ten bins, and how sure it was before; None without a number.

    Bars and marks have their places in per cent across and in pixels down.
    """
    known = [tenth for tenth in one.tenths if tenth.people.value is not None]
    most = max((tenth.people.value or 0.0 for tenth in known), default=0.0)
    if most <= 0:
        return None
    bins = []
    for tenth in known:
        if value := tenth.people.value:
            height = (FLOOR - TOP) * value / most
            kind, title = "bad" if _sure(tenth, one) else "bar", f"{tenth_name(tenth.low)}: {people(tenth.people)}"
            place = {"x": 100 * tenth.low + 0.6, "y": FLOOR - height, "height": height}
            bins.append(GuessBin(**place, kind=kind, title=title))
    longest = max(known, key=lambda tenth: tenth.people.value or 0.0)
    return GuessHistogram(
        grounds=Grounds({"target": one.target, "tenths": known, "before": one.before, "least": least}, _has_guesses),
        bins=bins,
        axis=[(mark, {0: "start", 100: "end"}.get(mark, "middle")) for mark in range(0, 101, 20)],
        longest=_longest(longest),
        before=_before(one),
        red=next((tenth.low for tenth in one.tenths if tenth.people.value and _sure(tenth, one)), None),
        rows=[(tenth_name(tenth.low), people(tenth.people)) for tenth in one.tenths],
    )


def _longest(tenth: Certainty) -> MarkedText:
    """Return the number above the longest bar, which does not reach over the edges."""
    left = 100 * tenth.low
    x, anchor = (left, "start") if left < 5 else (100.0, "end") if left > 85 else (left + 5, "middle")
    return MarkedText(x=x, anchor=anchor, text=people(tenth.people))


def _sure(tenth: Certainty, one: Learnt) -> bool:
    return tenth.low > one.limit - 1e-9


def _before(one: Learnt) -> MarkedText | None:
    if one.before.value is None:
        return None
    anchor, shift = ("end", -5) if one.before.value > 0.6 else ("start", 5)
    text = wording("without: {shown}", shown=shown(one.before, "share"))
    return MarkedText(x=100 * one.before.value, anchor=anchor, text=text, shift=shift)


def tenth_name(low: float) -> str:
    """Return a tenth of certainty: `10 to 20%`."""
    return wording("{low} to {high}", low=figures(100 * low, ".0f"), high=limit_text(low + 0.1, "share"))
