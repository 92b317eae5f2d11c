"""What would be learnt: how well each sensitive attribute is guessed, before and after."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import LOOSE, Certainty, CertaintyBySize, Certificate, Figure, Learnt
from sqlmetrics.output.assertions import Assertion
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.words import (
    crowd,
    limit_text,
    name,
    names,
    of_target,
    people,
    percent,
    reason_in_words,
    sentence,
    shown,
    some,
)
from sqlmetrics.sentences import Facts, World

BY_GUESS = "People by how often the best guess is right in their group."
BY_SIZE = "People by the size of their group, and how often the guess is right among them."
"""What figures of guesses show."""

CERTAINTY = "alpha_k_anonymity"
"""The metric whose limit is one of the certainty of guesses."""

FLOOR, TOP = 152.0, 46.0
"""Where bars of the histogram stand, and how far the longest reaches: its number is above it."""


class LearntSection(NamedTuple):
    """What would be learnt of each sensitive attribute, or why that was not measured."""

    lead: str
    attributes: list[LearntAttribute]
    missing: str | None


class LearntAttribute(NamedTuple):
    """What would be learnt of one sensitive attribute."""

    name: str
    sentences: tuple[str, ...]
    caption: str
    guesses: list[GuessBar]
    title: str
    note: str
    histogram: GuessHistogram | None
    exposed_title: str
    exposed: list[tuple[str, str]]
    by_size: list[GuessBySize]
    uncertainty: str


class GuessBySize(NamedTuple):
    """How often the guess is right in groups of some sizes."""

    size: str
    width: float | None
    kind: str
    people: str
    right: str


class GuessBar(NamedTuple):
    """How often a guess is right, with its bar and its limit in per cent of the width."""

    when: str
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
    """A guess's certainty in ten bins, and how sure it was before; `label` says it."""

    label: str
    bins: list[GuessBin]
    axis: list[tuple[int, str]]
    longest: MarkedText
    before: MarkedText | None
    key: str | None
    rows: list[tuple[str, str]]


class MarkedText(NamedTuple):
    """A number in a histogram, and its place."""

    x: float
    anchor: str
    text: str
    shift: int = 0


def learnt(certificate: Certificate) -> LearntSection:
    """Return what would be learnt of each sensitive attribute, or why that was not measured."""
    lead = wording(
        "Something can be learnt of a person without finding the record, where people who"
        " look alike mostly have the same value. For each sensitive column: how well it is"
        " guessed without and with the release, and how sure the guess is."
    )
    return LearntSection(
        lead=lead if certificate.learnt else _not_measured(certificate),
        attributes=[attribute(one, certificate) for one in certificate.learnt],
        missing=_others(certificate) if certificate.learnt else None,
    )


def _others(certificate: Certificate) -> str | None:
    """Return which sensitive columns have no section here."""
    told = {one.target for one in certificate.learnt}
    rest = [one.name for one in certificate.columns or () if one.role == "sensitive" and one.name not in told]
    return wording("How sure guesses of {names} are was not measured.", names=names(rest)) if rest else None


def _not_measured(certificate: Certificate) -> str:
    """Return why nothing is said of what would be learnt."""
    reason = certificate.missing.get("groups")
    if reason is not None:
        return wording("How sure guesses are was not measured: {reason}.", reason=reason)
    return wording(
        "No column was named as sensitive, so what would be learnt of people was not"
        " measured. Name the columns as sensitive that nobody should learn."
    )


def attribute(one: Learnt, certificate: Certificate) -> LearntAttribute:
    """Return what would be learnt of one sensitive attribute."""
    own = of_target(one.target, one.partition)
    several = certificate.relation.individuals is not None
    only = several and certificate.audience == "internal"
    is_limit = any(
        row.metric == CERTAINTY and (row.target, row.partition) == (one.target, one.partition)
        for row in certificate.own_conditions
    )
    limit = limit_text(one.limit, "share")
    return LearntAttribute(
        name=own,
        sentences=tuple(filter(None, (gain(one, several=several), sure(one, certificate)))),
        caption=wording("How often the best guess of {name} is right. ", name=name(own))
        + (
            ""
            if certificate.audience == "public"
            else wording("The mark is the limit of {limit}, which is set for every group.", limit=limit)
            if is_limit
            else wording(
                "The mark is {limit}, above which a guess counts here as nearly sure; no limit was set.", limit=limit
            )
        ),
        guesses=guesses(one, certificate),
        title=nearly_certain(one, certificate),
        note=" ".join(
            [wording(BY_SIZE if one.by_size else BY_GUESS), left_out_people(one.small, certificate.least, only=only)]
        ),
        histogram=histogram(one, own, certificate.least),
        exposed_title=_exposed_title(one, certificate.least),
        exposed=[(people(group.people), shown(group.certainty, "share")) for group in one.exposed],
        by_size=[size_row(row, one) for row in one.by_size],
        uncertainty=uncertainty(one, own),
    )


def _are_surest(world: World, of: Facts) -> bool:
    """Return whether no group has a surer guess than the ones shown, or there is no other."""
    target, least, only = of["target"], of["least"], of["only"]
    large = [key for key, group in world.groups.items() if len(group) >= least]
    surest = sorted((world.certainty(key, target) for key in large), reverse=True)
    known = list(zip(of["certainties"], surest, strict=False))
    return len(known) == len(of["certainties"]) and (not only or len(large) == 1) and all(a.allows(b) for a, b in known)


SUREST_GROUPS = Assertion("The {number} groups of {least} or more with the surest guesses", _are_surest)
ONLY_GROUP = Assertion("The only group of {least} or more", _are_surest)


def _exposed_title(one: Learnt, least: int) -> str:
    """Return what the groups with the surest guesses are, nothing where none is shown."""
    if not one.exposed:
        return ""
    only = len(one.exposed) == 1
    of = {"target": one.target, "least": least, "only": only, "certainties": [own.certainty for own in one.exposed]}
    return ONLY_GROUP.say(of, least=least) if only else SUREST_GROUPS.say(of, number=len(one.exposed), least=least)


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


WITH_IT = Assertion("With the release the best guess is right for {after} of people.", _guessed)
WITHOUT_IT = Assertion("Without the release the best guess is right for {before} of people.", _guessed)
AS_WITHOUT = Assertion(
    "The best guess is right for {before} of people, with the release as without it.",
    lambda world, of: _guessed(world, of) and abs(world.before(of["target"]) - world.after(of["target"])) <= LOOSE,
)
GAIN = Assertion(
    "The best guess is right for {before} of people without the release, and for {after} with it.", _guessed
)
BY_GROUPS = Assertion(
    "The best guess is right for {before} of people without the release, and for {after} with it, where a person counts"
    " once in each of their groups.",
    _guessed,
)


def gain(one: Learnt, *, several: bool = False) -> str | None:
    """Return how often the best guess is right before the release and after it.

    People of `several` groups count in each of them where the groups are known.
    """
    facts = {"before": one.before, "after": one.after, "target": one.target}
    words = {"before": shown(one.before, "share"), "after": shown(one.after, "share")}
    if one.before.value is None and one.after.value is None:
        return None
    if one.before.value is None:
        return WITH_IT.say(facts, **words)
    if one.after.value is None:
        return WITHOUT_IT.say(facts, **words)
    if one.before == one.after and one.before.form == "is":
        return AS_WITHOUT.say(facts, **words)
    if several:
        return BY_GROUPS.say(facts, **words)
    return GAIN.say(facts, **words)


SURE_OF_NOBODY = Assertion(
    "It is more than {limit} sure for nobody.", lambda world, of: world.surer(of["target"], of["limit"]) == 0
)
SURE_OF = Assertion(
    "It is more than {limit} sure for {crowd}{share}.",
    lambda world, of: of["people"].allows(world.surer(of["target"], of["limit"])),
)


def sure(one: Learnt, certificate: Certificate) -> str | None:
    """Return for whom the best guess is nearly sure."""
    value, limit = one.sure.value, limit_text(one.limit, "share")
    if value is None and certificate.audience == "public":
        return None
    if value is None:
        hidden = wording("For how many it is more than {limit} sure is not said in this version.", limit=limit)
        return hidden if one.sure.form == "withheld" else None
    facts = {"target": one.target, "limit": one.limit, "people": one.sure}
    if not some(one.sure):
        return SURE_OF_NOBODY.say(facts, limit=limit)
    part = f" ({percent(value / certificate.crowd)})" if one.sure.form == "is" and certificate.crowd else ""
    return SURE_OF.say(facts, limit=limit, crowd=crowd(one.sure), share=part)


def guesses(one: Learnt, certificate: Certificate) -> list[GuessBar]:
    """Return how often the best guess is right before, after, and in the most exposed group."""
    exposed = wording("In the most exposed group of {least} or more", least=certificate.least)
    both = [
        _guess(wording("Without the release"), one.before, "before"),
        _guess(wording("With it, on average"), one.after, "bar"),
    ]
    if certificate.audience == "public":
        return both
    value, limit = one.surest.value, one.limit
    over = value is not None and (value > limit or (one.surest.form == "over" and value == limit))
    return [*both, _guess(exposed, one.surest, "bad" if over else "bar", one.limit)]


def _guess(when: str, figure: Figure, kind: str, limit: float | None = None) -> GuessBar:
    """Return how often a guess is right, with its bar and its limit in per cent of the width."""
    width = None if figure.value is None else 100 * min(max(figure.value, 0.0), 1.0)
    mark = None if limit is None else 100 * limit
    return GuessBar(when=when, width=width, kind=kind, mark=mark, right=shown(figure, "share"))


NOBODY_LARGE = Assertion("Nobody is {large}", lambda world, of: world.certain(of["target"], 0, of["least"]) == 0)
NOBODY_CERTAIN = Assertion(
    "Nobody {large} can be guessed with {certainty} certainty or more",
    lambda world, of: world.certain(of["target"], of["share"], of["least"]) == 0,
)
SOME_CERTAIN = Assertion(
    "The guess is right {share} of the time or more for {whom} {groups}",
    lambda world, of: of["people"].allows(world.certain(of["target"], of["share"], of["least"])),
)


def nearly_certain(one: Learnt, certificate: Certificate) -> str:
    """Return for how many people in larger groups the guess is right nine times in ten."""
    large = wording("in groups of {least} or more", least=certificate.least)
    if certificate.audience == "public":
        return wording("How often the best guess is right, by the size of the group")
    if not one.tenths:
        return wording("How sure the guess is {large} was not measured", large=large)
    top, share = one.tenths[-1].people, one.tenths[-1].low
    facts = {"target": one.target, "least": certificate.least, "share": share, "people": top}
    if top.value is None:
        return wording("How sure the best guess is {large}", large=large)
    if not some(top):
        held = (tenth for tenth in one.tenths if tenth.people.value is None or tenth.people.value > 0)
        best = max(held, key=lambda tenth: tenth.low, default=None)
        if best is None:
            return NOBODY_LARGE.say(facts, large=large)
        facts["share"] = best.low + 0.1
        return NOBODY_CERTAIN.say(facts, large=large, certainty=limit_text(best.low + 0.1, "share"))
    whom = wording("{number} person" if (top.value, top.form) == (1, "is") else "{number} people", number=people(top))
    return SOME_CERTAIN.say(facts, share=limit_text(share, "share"), whom=whom, groups=large)


def _left_out(world: World, of: Facts) -> bool:
    least = of["least"]
    return bool(of["people"].allows(world.only_below(least) if of["only"] else world.below(least)))


NOBODY_LEFT = Assertion("Nobody is in a group of {size}.", _left_out)
NOBODY_ONLY = Assertion("Nobody is only in groups of {size}.", _left_out)
LEFT_OUT = Assertion("{people} people in groups of {size} are left out.", _left_out)
LEFT_OUT_WHO = Assertion("{whom} in groups of {size} {are} left out.", _left_out)
LEFT_OUT_ONLY = Assertion("{whom} only in groups of {size} {are} left out.", _left_out)


def left_out_people(small: Figure, least: int, *, only: bool = False) -> str:
    """Return whom the histogram leaves out: the people in groups of fewer than `least`.

    They are `only` in such groups where a person may be in several, and counts in a larger one.
    """
    facts = {"people": small, "least": least, "only": only}
    size = wording("fewer than {least}", least=least)
    if not some(small):
        return (NOBODY_ONLY if only else NOBODY_LEFT).say(facts, size=size)
    if small.value is None:
        return wording("People in groups of {size} are left out.", size=size)
    if small.form != "is":
        return sentence(LEFT_OUT.say(facts, people=people(small), size=size))
    whom = wording("The one person") if small.value == 1 else wording("The {people} people", people=people(small))
    are = wording("is") if small.value == 1 else wording("are")
    return (LEFT_OUT_ONLY if only else LEFT_OUT_WHO).say(facts, whom=whom, size=size, are=are)


RATE = Assertion(
    "The known columns take away {shown} of the uncertainty about {name} (discrimination rate).",
    lambda world, of: of["rate"].allows(world.rate(of["target"])),
)


DIGITS = 1e-6
"""How far chance may be off that is known by the sizes of groups alone."""


def _is_adjusted(world: World, of: Facts) -> bool:
    rate, chance = world.rate(of["target"]), world.chance(of["target"])
    beyond = (rate - chance) / (1 - chance)
    return bool(of["rate"].allows(rate) and abs(of["adjusted"].value - beyond) <= DIGITS)


BEYOND = Assertion(
    "Beyond chance the known columns take away {beyond} of the uncertainty about {name}"
    " (adjusted discrimination rate). The rate is {shown}: most of that chance alone"
    " gives in groups of these sizes.",
    _is_adjusted,
)
ADJUSTED = Assertion(
    "{rate} Small groups seem to tell something by chance alone; beyond that it is"
    " {shown} (adjusted discrimination rate).",
    _is_adjusted,
)


def uncertainty(one: Learnt, own: str) -> str:
    """Return how much of the uncertainty goes, as it is and beyond chance."""
    raw, adjusted = one.discrimination_rate, one.adjusted_discrimination_rate
    if raw.value is None:
        return wording(
            "How much of the uncertainty about {name} the known columns take away: {why}.",
            name=name(own),
            why=_why(raw),
        )
    facts = {"rate": raw, "target": one.target}
    text = RATE.say(facts, shown=shown(raw, "share"), name=name(own))
    facts["adjusted"] = adjusted
    if adjusted.value is not None and adjusted.value < raw.value / 2:
        beyond = shown(Figure(max(adjusted.value, 0.0), adjusted.form), "share")
        return BEYOND.say(facts, beyond=beyond, name=name(own), shown=shown(raw, "share"))
    if adjusted.value is None:
        return wording("{rate} How much of that is more than chance: {why}.", rate=text, why=_why(adjusted))
    return ADJUSTED.say(facts, rate=text, shown=shown(adjusted, "share"))


def _why(figure: Figure) -> str:
    words = shown(figure, "share")
    return (
        wording("{value}, as {reason}", value=words, reason=reason_in_words(figure.reason))
        if figure.reason and figure.reason != words
        else words
    )


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


GUESSES = Assertion(
    "People by how often the best guess of {name} is right in their group. {told}. Without the release: {shown}.",
    _has_guesses,
)


def histogram(one: Learnt, own: str, least: int) -> GuessHistogram | None:
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
    told = ", ".join(bin_.title for bin_ in bins)
    return GuessHistogram(
        label=GUESSES.say(
            {"target": one.target, "tenths": known, "before": one.before, "least": least},
            name=name(own),
            told=told,
            shown=shown(one.before, "share"),
        ),
        bins=bins,
        axis=[(mark, {0: "start", 100: "end"}.get(mark, "middle")) for mark in range(0, 101, 20)],
        longest=_longest(longest),
        before=_before(one),
        key=_key(one),
        rows=[(tenth_name(tenth.low), people(tenth.people)) for tenth in one.tenths],
    )


def _longest(tenth: Certainty) -> MarkedText:
    """Return the number above the longest bar, which does not reach over the edges."""
    left = 100 * tenth.low
    x, anchor = (left, "start") if left < 5 else (100.0, "end") if left > 85 else (left + 5, "middle")
    return MarkedText(x=x, anchor=anchor, text=people(tenth.people))


def _key(one: Learnt) -> str | None:
    """Return what red bars are, where there are any."""
    red = [tenth for tenth in one.tenths if tenth.people.value and _sure(tenth, one)]
    return (
        wording("Red: right {share} of the time or more, nearly sure.", share=limit_text(red[0].low, "share"))
        if red
        else None
    )


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
