"""Releases side by side: which are worth choosing between, and where this one stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Literal, NamedTuple

from sqlmetrics.certificate.certificate import Certificate, ComparedReleases, ReleasePoint
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.page.language import figures, lowered, wording
from sqlmetrics.output.page.scatter import Scatter, Spot, axis_text, direction, scatter, unit
from sqlmetrics.output.page.words import everyday_name, listed_some, metric_of, people, shown
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
    """Releases beside each other: a finding with its picture, sentences, and a table.

    `risk` and `use` say in words what is weighed; `units` are theirs.
    """

    weighed: Grounds
    risk: str
    use: str
    units: tuple[str, str]
    finding: ReleaseChoice | None
    marks: Grounds
    whiskers: bool
    scatter: Scatter | None
    numbers: Grounds
    placed: list[tuple[str, str, str]]
    standing: ReleaseStanding | None
    unplaced: list[Unplaced]
    rows: list[WeighedRelease]


class ReleaseChoice(NamedTuple):
    """Which releases are worth choosing between; `partly` where others have no numbers."""

    choice: Literal["one placed", "equal", "none beats", "one beats", "several"]
    letters: list[str]
    grounds: Grounds
    partly: Grounds | None


class ReleaseStanding(NamedTuple):
    """Where this release stands, and the pairs whose gap in use the error leaves open.

    `beating` are the releases that beat it. `to_each` is whether its gap to each other is open.
    """

    letter: str
    beating: list[str]
    all_placed: bool
    grounds: Grounds
    open_to: list[str]
    to_each: bool
    open_to_grounds: Grounds
    others: list[tuple[str, str]]
    others_grounds: Grounds


class Unplaced(NamedTuple):
    """A release without a place in the picture, and the number that it lacks."""

    letter: str
    this: bool
    lacks: Literal["risk", "use"]
    value: str
    reason: str
    grounds: Grounds


class WeighedRelease(NamedTuple):
    """What a row of the table says of a release: its risk, its use, and which others beat it."""

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
    letters = [one.letter for one in placed]
    hollow = [one.letter for one in placed if one.point.dominated_by]
    return ReleasesSection(
        weighed=Grounds({"releases": len(found.points)}, are_counted),
        risk=lowered(everyday_name(found.risk)),
        use=lowered(everyday_name(found.use)),
        units=(unit(found.risk), unit(found.use)),
        finding=finding(placed, len(named)) if placed else None,
        marks=Grounds({"placed": letters, "hollow": hollow}, _are_hollow),
        whiskers=any(one.point.use_low is not None for one in placed),
        scatter=picture(found, placed) if placed else None,
        numbers=Grounds({"numbers": [(one.letter, one.risk, one.use) for one in placed]}, _have_numbers),
        placed=[(one.letter, of(one.point.risk, found.risk), of(one.point.use, found.use)) for one in placed],
        standing=standing(named),
        unplaced=[*unplaced(named, found)],
        rows=[_row(one, named, found) for one in named],
    )


def letter_of(place: int) -> str:
    """Return the letter of a release: A to Z, then A2 and so on."""
    again, letter = divmod(place, len(ascii_uppercase))
    return f"{ascii_uppercase[letter]}{again + 1 if again else ''}"


def exact(figure: Figure) -> float | None:
    """Return a figure's value where it is the number itself, which has a place in a picture."""
    return figure.value if figure.form == "is" else None


def finding(placed: Sequence[NamedRelease], every: int) -> ReleaseChoice:
    """Return which releases with both numbers are worth choosing between, and which of all."""
    front = [one.letter for one in placed if not one.point.dominated_by]
    letters = [one.letter for one in placed]
    if len(placed) == 1:
        return ReleaseChoice("one placed", letters, Grounds({"placed": letters}, _are_placed), None)
    partly = Grounds({"placed": letters}, _are_some) if len(placed) < every else None
    of: Facts = {"front": front, "placed": letters}
    if all(equal(one, placed[0]) for one in placed):
        return ReleaseChoice("equal", letters, Grounds(of, lambda weighed, of: weighed.are_equal()), partly)
    if len(front) == len(placed):
        return ReleaseChoice("none beats", front, Grounds(of, _beat), partly)
    return ReleaseChoice("one beats" if len(front) == 1 else "several", front, Grounds(of, _beat), partly)


def _are_placed(weighed: World, of: Facts) -> bool:
    return bool(weighed.placed == of["placed"])


def _are_some(weighed: World, of: Facts) -> bool:
    return _are_placed(weighed, of) and len(weighed.placed) < weighed.count("releases")


def _are_hollow(weighed: World, of: Facts) -> bool:
    return bool([one for one in of["placed"] if weighed.beaters(one)] == of["hollow"])


def _have_numbers(weighed: World, of: Facts) -> bool:
    return all(weighed.numbers(letter) == numbers for letter, *numbers in of["numbers"])


def _is_beaten(weighed: World, of: Facts) -> bool:
    return bool(weighed.beaters(of["letter"]) == of["beating"])


def _is_unbeaten(weighed: World, of: Facts) -> bool:
    """Return whether no release beats one, among all where all have both numbers."""
    return not weighed.beaters(of["letter"]) and (not of["all"] or len(weighed.placed) == weighed.count("releases"))


def _has_no_place(weighed: World, of: Facts) -> bool:
    return of["letter"] not in weighed.placed


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


def equal(one: NamedRelease, other: NamedRelease) -> bool:
    """Return whether two releases are as risky and as useful as each other."""
    return abs((one.risk or 0) - (other.risk or 0)) <= EQUAL and abs((one.use or 0) - (other.use or 0)) <= EQUAL


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
        "",
        up=direction(found.use),
        right=direction(found.risk),
        texts=(axis_text(found.risk), axis_text(found.use)),
    )


def of(figure: Figure, metric: str) -> str:
    """Return a figure of a metric as text."""
    return shown(figure, metric_of(metric).unit)


def standing(named: Sequence[NamedRelease]) -> ReleaseStanding | None:
    """Return where this release stands, and what the error of the use leaves open."""
    this = next((one for one in named if one.point.this and one.placed), None)
    placed = [one for one in named if one.placed]
    if this is None or len(placed) < 2:
        return None
    by_name = {one.point.name: one for one in placed}
    beating = [by_name[other].letter for other in this.point.dominated_by if other in by_name]
    whole = len(placed) == len(named)
    of: Facts = {"letter": this.letter, "beating": beating} if beating else {"letter": this.letter, "all": whole}
    pairs = [other.letter for other in placed if other is not this and open_use(this, other)]
    to_each = 2 < len(named) == len(pairs) + 1
    open_to: dict[str, object] = {"pairs": [(this.letter, other) for other in pairs]}
    if to_each:
        open_to["each"] = True
    others = [
        (one.letter, other.letter)
        for place, one in enumerate(placed)
        for other in placed[place + 1 :]
        if this not in (one, other) and open_use(one, other) and beats(one, other)
    ]
    return ReleaseStanding(
        letter=this.letter,
        beating=beating,
        all_placed=whole,
        grounds=Grounds(of, _is_beaten if beating else _is_unbeaten),
        open_to=pairs,
        to_each=to_each,
        open_to_grounds=Grounds(open_to, _are_open),
        others=others,
        others_grounds=Grounds({"pairs": others}, _are_open),
    )


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


def unplaced(named: Sequence[NamedRelease], found: ComparedReleases) -> Iterator[Unplaced]:
    """Yield the releases that have no place in the picture, each with the number it lacks."""
    for one in named:
        if not one.placed:
            no_risk = one.risk is None
            figure, metric = (one.point.risk, found.risk) if no_risk else (one.point.use, found.use)
            yield Unplaced(
                letter=one.letter,
                this=one.point.this,
                lacks="risk" if no_risk else "use",
                value=of(figure, metric),
                reason=figure.reason or "",
                grounds=Grounds({"letter": one.letter}, _has_no_place),
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
