"""Releases side by side: which are worth choosing between, and where this one stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from types import SimpleNamespace
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, ComparedReleases, Figure, ReleasePoint
from sqlmetrics.output.page.scatter import Scatter, Spot, axis_name, axis_text, direction, scatter, unit
from sqlmetrics.output.page.words import listed_some, metric_of, name, people, sentence, shown
from sqlmetrics.text import counted

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


def releases(certificate: Certificate) -> SimpleNamespace | None:
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
    return SimpleNamespace(
        opening=_opening(found),
        title=finding(placed) if placed else None,
        subtitle=_subtitle(found, placed),
        scatter=picture(found, placed) if placed else None,
        sentences=[*standing(named), *unplaced(named, found), *map(sentence, found.notes)],
        rows=[_row(one, named, found) for one in named],
        caption=f"The {counted(len(named), 'release')}",
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
    return (
        f"{counted(len(found.points), 'release')} of {name(found.original)}, weighed by risk and use. Risk:"
        f" {lower(axis_name(found.risk))}, of {found.risk_of}. Use: {lower(axis_name(found.use))},"
        f" of {found.use_of}, tested on held-out {'records' if found.individual is None else 'people'} of the original."
        f"{'' if found.individual is None else f' People count, whom {name(found.individual)} tells apart.'}"
    )


def lower(text: str) -> str:
    """Return a text with its first letter small, as a part of a sentence."""
    return text[:1].lower() + text[1:]


def finding(placed: Sequence[NamedRelease]) -> str:
    """Return which releases are worth choosing between."""
    front = [one.letter for one in placed if not one.point.dominated_by]
    if len(placed) == 1:
        return f"Only {placed[0].letter} has both numbers"
    if all(equal(one, placed[0]) for one in placed):
        return f"{listed_some([one.letter for one in placed])} are as risky and as useful as each other"
    if len(front) == len(placed):
        return "No release beats another: each that is less risky is less useful, too"
    if len(front) == 1:
        return f"{front[0]} beats every other release: none is less risky or more useful"
    return f"The choice is between {listed_some(front)}; every other release is beaten by one of them"


def equal(one: NamedRelease, other: NamedRelease) -> bool:
    """Return whether two releases are as risky and as useful as each other."""
    return abs((one.risk or 0) - (other.risk or 0)) <= EQUAL and abs((one.use or 0) - (other.use or 0)) <= EQUAL


def _subtitle(found: ComparedReleases, placed: Sequence[NamedRelease]) -> str:
    """Return what is plotted, with units, and what the marks stand for."""
    text = f"Use ({unit(found.use)}) against risk ({unit(found.risk)}). Filled: not beaten; hollow: beaten, which is"
    text += " no less risky and no more useful than another release, and worse in one. Red: this release."
    if any(one.point.use_low is not None for one in placed):
        text += " Upright lines: 95% intervals of use."
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
        _label(found, placed),
        up=direction(found.use),
        right=direction(found.risk),
        texts=(axis_text(found.risk), axis_text(found.use)),
    )


def _label(found: ComparedReleases, placed: Sequence[NamedRelease]) -> str:
    """Return the numbers of the picture in words, for readers who do not see it."""
    texts = [f"{one.letter} {of(one.point.risk, found.risk)} and {of(one.point.use, found.use)}" for one in placed]
    return f"{counted(len(placed), 'release')} by risk and use: {'; '.join(texts)}. {finding(placed)}."


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
        yield f"This release, {this.letter}, is beaten by {listed_some([one.letter for one in beating])}."
    else:
        yield f"No other release beats this one, {this.letter}."
    pairs = [other.letter for other in placed if other is not this and open_use(this, other)]
    if pairs:
        which = "each other release" if 2 < len(placed) == len(pairs) + 1 else listed_some(pairs)
        yield f"Of the gap in use between {this.letter} and {which} nothing can be said: the intervals overlap."
    others = [
        f"{one.letter} and {other.letter}"
        for place, one in enumerate(placed)
        for other in placed[place + 1 :]
        if this not in (one, other) and open_use(one, other) and beats(one, other)
    ]
    if others:
        between = ", or between ".join(others)
        if pairs:
            yield f"Nor can anything be said of that between {between}."
        else:
            yield f"Of the gap in use between {between} nothing can be said: the intervals overlap."


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
        who = f"This release, {one.letter}," if one.point.this else one.letter
        yield f"{who} has no place in the picture: its {which} is {of(figure, metric)}{why}."


def _row(one: NamedRelease, named: Sequence[NamedRelease], found: ComparedReleases) -> SimpleNamespace:
    point = one.point
    letters = {other.point.name: other.letter for other in named}
    low, high = point.use_low, point.use_high
    interval = None
    if low is not None and high is not None:
        interval = f"{of(Figure(low), found.use)} to {of(Figure(high), found.use)}"
    return SimpleNamespace(
        letter=one.letter,
        name=point.name,
        this=point.this,
        records=f"{point.records:,}",
        smallest=people(point.smallest),
        risk=of(point.risk, found.risk),
        use=of(point.use, found.use),
        interval=interval,
        beaten=listed_some([letters[other] for other in point.dominated_by])
        or ("none" if one.placed else "not decided"),
    )
