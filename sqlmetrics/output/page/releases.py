"""Releases side by side: which are worth choosing between, and where this one stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, ComparedReleases, Figure, ReleasePoint
from sqlmetrics.output.assertions import Assertion, are_counted
from sqlmetrics.output.page.language import counted_things, figures, lowered, wording
from sqlmetrics.output.page.scatter import Scatter, Spot, axis_name, axis_text, direction, scatter, unit
from sqlmetrics.output.page.words import listed_some, metric_of, name, people, sentence, shown
from sqlmetrics.sentences import Facts, World

EQUAL = 1e-9
"""Values that differ by less are the same."""


class NamedRelease(NamedTuple):
    """A release with its letter, and its numbers where it has a place in the picture."""

    letter: str
    point: ReleasePoint
    risk: float | None
    use: float | None

    @property
    def placed(self) -> bool:
        """Whether it has a place in the picture."""
        return self.risk is not None and self.use is not None


class ReleasesSection(NamedTuple):
    """Releases beside each other: a finding with its picture, sentences, and a table."""

    opening: str
    title: str | None
    subtitle: str
    scatter: Scatter | None
    sentences: list[str]
    rows: list[WeighedRelease]
    caption: str


class WeighedRelease(NamedTuple):
    """A release in words, with its risk and its use, and which others beat it."""

    letter: str
    name: str
    this: bool
    records: str
    smallest: str
    risk: str
    use: str
    interval: str | None
    beaten: str


def releases(certificate: Certificate) -> ReleasesSection | None:
    """Return the releases beside a certificate's relation; None where none were named.

    They are a finding with its picture, sentences on this release, and a table.
    """
    found = certificate.releases
    if found is None:
        return None
    named = [
        NamedRelease(letter_of(place), point, exact(point.risk), exact(point.use))
        for place, point in enumerate(found.points)
    ]
    placed = [one for one in named if one.placed]
    return ReleasesSection(
        opening=_opening(found),
        title=finding(placed, len(named)) if placed else None,
        subtitle=_subtitle(found, placed),
        scatter=picture(found, placed) if placed else None,
        sentences=[*standing(named), *unplaced(named, found), *map(sentence, found.notes)],
        rows=[_row(one, named, found) for one in named],
        caption=wording("The {releases}", releases=counted_things(len(named), "release")),
    )


def letter_of(place: int) -> str:
    """Return the letter of a release: A to Z, then A2 and so on."""
    again, letter = divmod(place, len(ascii_uppercase))
    return f"{ascii_uppercase[letter]}{again + 1 if again else ''}"


def exact(figure: Figure) -> float | None:
    """Return a figure's value where it is the number itself, which has a place in a picture."""
    return figure.value if figure.form == "is" else None


def _opening(found: ComparedReleases) -> str:
    """Return what is compared, by what."""
    return WEIGHED.say(
        {"releases": len(found.points)},
        releases=counted_things(len(found.points), "release"),
        name=name(found.original),
        risk=lowered(axis_name(found.risk)),
        risk_of=found.risk_of,
        use=lowered(axis_name(found.use)),
        use_of=found.use_of,
        records=wording("records") if found.individual is None else wording("people"),
        people=""
        if found.individual is None
        else wording(" People count, whom {name} tells apart.", name=name(found.individual)),
    )


def finding(placed: Sequence[NamedRelease], every: int) -> str:
    """Return which releases with both numbers are worth choosing between, and which of all."""
    front = [one.letter for one in placed if not one.point.dominated_by]
    letters = [one.letter for one in placed]
    if len(placed) == 1:
        return ONLY_ONE.say({"placed": letters}, letter=letters[0])
    told = PARTLY.say({"placed": letters}) if len(placed) < every else ""
    of = {"front": front, "placed": letters}
    if all(equal(one, placed[0]) for one in placed):
        return ALL_EQUAL.say(of, letters=listed_some(letters)) + told
    if len(front) == len(placed):
        return NONE_BEATS.say(of) + told
    if len(front) == 1:
        return ONE_BEATS.say(of, letter=front[0]) + told
    return CHOICE.say(of, letters=listed_some(front)) + told


def _beat(weighed: World, of: Facts) -> bool:
    """Return whether no release beats one of the front, and each other has one that beats it."""
    rest = [one for one in of["placed"] if one not in of["front"]]
    return (
        weighed.placed == of["placed"]
        and not any(weighed.beaters(one) for one in of["front"])
        and all(any(one in of["front"] for one in weighed.beaters(other)) for other in rest)
    )


def _are_open(weighed: World, of: Facts) -> bool:
    """Return whether the intervals of each pair overlap, and a release's pairs are all it has."""
    return all(weighed.overlap(*pair) for pair in of["pairs"]) and (
        "each" not in of or len(of["pairs"]) == weighed.count("releases") - 1
    )


WEIGHED = Assertion(
    "{releases} of {name}, weighed by risk and use. Risk: {risk}, of {risk_of}. Use: {use}, of {use_of}, tested on"
    " held-out {records} of the original.{people}",
    are_counted,
)
ONLY_ONE = Assertion("Only {letter} has both numbers", lambda weighed, of: weighed.placed == of["placed"])
PARTLY = Assertion(
    " (of the releases with both numbers)",
    lambda weighed, of: weighed.placed == of["placed"] and len(weighed.placed) < weighed.count("releases"),
)
ALL_EQUAL = Assertion("{letters} are as risky and as useful as each other", lambda weighed, of: weighed.are_equal())
NONE_BEATS = Assertion("No release beats another: each that is less risky is less useful, too", _beat)
ONE_BEATS = Assertion("{letter} beats every other release: none is less risky or more useful", _beat)
CHOICE = Assertion("The choice is between {letters}; every other release is beaten by one of them", _beat)
NUMBERS = Assertion(
    "{releases} by risk and use: {numbers}. {finding}.",
    lambda weighed, of: all(weighed.numbers(letter) == numbers for letter, *numbers in of["numbers"]),
)
MARKS = Assertion(
    "Use ({unit}) against risk ({unit2}). Filled: not beaten; hollow: beaten, which is",
    lambda weighed, of: [one for one in of["placed"] if weighed.beaters(one)] == of["hollow"],
)
BEATEN = Assertion(
    "This release, {letter}, is beaten by {others}.",
    lambda weighed, of: weighed.beaters(of["letter"]) == of["beating"],
)
UNBEATEN = Assertion(
    "No other release beats this one, {letter}.",
    lambda weighed, of: not weighed.beaters(of["letter"]) and len(weighed.placed) == weighed.count("releases"),
)
UNBEATEN_OF_PLACED = Assertion(
    "No other release with both numbers beats this one, {letter}.",
    lambda weighed, of: not weighed.beaters(of["letter"]),
)
OPEN_TO_THIS = Assertion(
    "Of the gap in use between {letter} and {which} nothing can be said: the intervals overlap.", _are_open
)
OPEN_BETWEEN = Assertion("Of the gap in use between {between} nothing can be said: the intervals overlap.", _are_open)
OPEN_TOO = Assertion("Nor can anything be said of that between {between}.", _are_open)
NO_PLACE = Assertion(
    "{who} has no place in the picture: its {which} is {value}{why}.",
    lambda weighed, of: of["letter"] not in weighed.placed,
)


def equal(one: NamedRelease, other: NamedRelease) -> bool:
    """Return whether two releases are as risky and as useful as each other."""
    return abs((one.risk or 0) - (other.risk or 0)) <= EQUAL and abs((one.use or 0) - (other.use or 0)) <= EQUAL


def _subtitle(found: ComparedReleases, placed: Sequence[NamedRelease]) -> str:
    """Return what is plotted, with units, and what the marks stand for."""
    text = MARKS.say(
        {"placed": [one.letter for one in placed], "hollow": [one.letter for one in placed if one.point.dominated_by]},
        unit=unit(found.use),
        unit2=unit(found.risk),
    )
    text += wording(" no less risky and no more useful than another release, and worse in one. Red: this release.")
    if any(one.point.use_low is not None for one in placed):
        text += wording(" Upright lines: 95% intervals of use.")
    return text


def picture(found: ComparedReleases, placed: Sequence[NamedRelease]) -> Scatter:
    """Return the picture of the releases that have both numbers."""
    spots = [
        Spot(
            letter=one.letter,
            name=one.point.name,
            x=one.risk or 0.0,
            y=one.use or 0.0,
            low=one.point.use_low,
            high=one.point.use_high,
            hollow=bool(one.point.dominated_by),
            this=one.point.this,
        )
        for one in placed
    ]
    return scatter(
        spots,
        _label(found, placed, len(found.points)),
        up=direction(found.use),
        right=direction(found.risk),
        texts=(axis_text(found.risk), axis_text(found.use)),
    )


def _label(found: ComparedReleases, placed: Sequence[NamedRelease], every: int) -> str:
    """Return the numbers of the picture in words, for readers who do not see it."""
    texts = [
        wording(
            "{letter} {risk} and {use}",
            letter=one.letter,
            risk=of(one.point.risk, found.risk),
            use=of(one.point.use, found.use),
        )
        for one in placed
    ]
    return NUMBERS.say(
        {"numbers": [(one.letter, one.risk, one.use) for one in placed]},
        releases=counted_things(len(placed), "release"),
        numbers="; ".join(texts),
        finding=finding(placed, every),
    )


def of(figure: Figure, metric: str) -> str:
    """Return a figure of a metric as text."""
    return shown(figure, metric_of(metric).unit)


def standing(named: Sequence[NamedRelease]) -> Iterator[str]:
    """Yield where this release stands, and what the error of the use leaves open."""
    this = next((one for one in named if one.point.this and one.placed), None)
    placed = [one for one in named if one.placed]
    if this is None or len(placed) < 2:
        return
    by_name = {one.point.name: one for one in placed}
    beating = [by_name[other] for other in this.point.dominated_by if other in by_name]
    if beating:
        letters = [one.letter for one in beating]
        yield BEATEN.say({"letter": this.letter, "beating": letters}, letter=this.letter, others=listed_some(letters))
    else:
        unbeaten = UNBEATEN if len(placed) == len(named) else UNBEATEN_OF_PLACED
        yield unbeaten.say({"letter": this.letter}, letter=this.letter)
    pairs = [other.letter for other in placed if other is not this and open_use(this, other)]
    if pairs:
        of: dict[str, object] = {"pairs": [(this.letter, other) for other in pairs]}
        which = listed_some(pairs)
        if 2 < len(named) == len(pairs) + 1:
            of["each"], which = True, wording("each other release")
        yield OPEN_TO_THIS.say(of, letter=this.letter, which=which)
    others = [
        (one.letter, other.letter)
        for place, one in enumerate(placed)
        for other in placed[place + 1 :]
        if this not in (one, other) and open_use(one, other) and beats(one, other)
    ]
    if others:
        texts = [wording("{letter} and {letter2}", letter=one, letter2=other) for one, other in others]
        between = wording(", or between ").join(texts)
        yield (OPEN_TOO if pairs else OPEN_BETWEEN).say({"pairs": others}, between=between)


def open_use(one: NamedRelease, other: NamedRelease) -> bool:
    """Return whether the intervals of two uses overlap, which are not the same number."""
    ends = (one.point.use_low, one.point.use_high, other.point.use_low, other.point.use_high)
    if any(end is None for end in ends) or abs((one.use or 0) - (other.use or 0)) <= EQUAL:
        return False
    low, high, other_low, other_high = (end or 0.0 for end in ends)
    return low <= other_high and other_low <= high


def beats(one: NamedRelease, other: NamedRelease) -> bool:
    """Return whether one of two releases beats the other."""
    return one.point.name in other.point.dominated_by or other.point.name in one.point.dominated_by


def unplaced(named: Sequence[NamedRelease], found: ComparedReleases) -> Iterator[str]:
    """Yield why releases have no place in the picture."""
    for one in named:
        if one.placed:
            continue
        which, figure = ("risk", one.point.risk) if one.risk is None else ("use", one.point.use)
        metric = found.risk if which == "risk" else found.use
        why = f" ({figure.reason})" if figure.reason else ""
        who = wording("This release, {letter},", letter=one.letter) if one.point.this else one.letter
        yield NO_PLACE.say(
            {"letter": one.letter},
            who=who,
            which=wording(which),
            value=of(figure, metric),
            why=why,
        )


def _row(one: NamedRelease, named: Sequence[NamedRelease], found: ComparedReleases) -> WeighedRelease:
    point = one.point
    letters = {other.point.name: other.letter for other in named}
    low, high = point.use_low, point.use_high
    interval = None
    if low is not None and high is not None:
        interval = wording("{low} to {high}", low=of(Figure(low), found.use), high=of(Figure(high), found.use))
    return WeighedRelease(
        letter=one.letter,
        name=point.name,
        this=point.this,
        records=f"{figures(point.records, ',')}",
        smallest=people(point.smallest),
        risk=of(point.risk, found.risk),
        use=of(point.use, found.use),
        interval=interval,
        beaten=listed_some([letters[other] for other in point.dominated_by])
        or (wording("none") if one.placed else wording("not decided")),
    )
