"""Releases between risk and use as a picture: places in per cent across, and in pixels up."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.words import SHARES, exact_percent, metric_of

HEIGHT, TOP, BASE = 330, 34.0, 286.0
"""The height of the picture in pixels, and where its highest and its lowest value are."""

LEFT, RIGHT = 9.0, 93.0
"""Where the smallest and the largest value are, in per cent of the width."""

NEAR = 26.0
"""The pixels up within which the letter of a neighbour is avoided upwards, too."""

WIDTH, NARROW = 6.0, 3.0
"""The pixels of a per cent across, in a picture of a common width and on a phone."""

BESIDE, LETTER = 11, 8
"""The pixels from a release to its letters, and the width of one."""


def axis_text(metric: str) -> Callable[[float], str]:
    """Return the function that writes a number of a metric's axis."""
    return exact_percent if metric_of(metric).unit in SHARES else lambda value: figures(value, ",.6g")


def direction(metric: str) -> str:
    """Return where an axis leads: riskier, safer, more useful or less useful."""
    return wording(metric_of(metric).direction.removeprefix("higher is "))


def unit(metric: str) -> str:
    """Return the unit of an axis for reading."""
    name = metric_of(metric).unit
    return wording("per cent") if name in SHARES else name


class Spot(NamedTuple):
    """A release to be drawn: its letter, its name, its values, and the ends of the use's interval.

    Without a letter its name stands in its title alone. `hollow` is a dominated one, `this` the one
    that the page is about.
    """

    letter: str
    name: str
    x: float
    y: float
    low: float | None = None
    high: float | None = None
    hollow: bool = False
    this: bool = False


class Scatter(NamedTuple):
    """Releases between risk and use as their drawing needs them; `label` says their numbers.

    `across` and `lines` are numbers of the axes at their places. A level has its name at the right,
    or in the middle where that is free.
    """

    height: int
    base: float
    label: str
    up: str
    right: str
    across: list[tuple[float, str]]
    lines: list[tuple[float, str]]
    levels: list[NamedLevel]
    points: list[ScatterPoint]


class ScatterPoint(NamedTuple):
    """A point of a picture, with the places of its interval's ends, and its letters."""

    title: str
    x: float
    y: float
    top: float | None
    bottom: float | None
    hollow: bool
    this: bool
    text: PointLetters | None


class NamedLevel(NamedTuple):
    """A line across a picture, with its name and the name's place."""

    at: float
    text: str
    y: float
    x: int
    anchor: str


class PointLetters(NamedTuple):
    """The letters of a point, and where they stand beside it."""

    letters: str
    y: float
    shift: int
    anchor: str


def scatter(
    spots: Sequence[Spot],
    label: str,
    *,
    up: str,
    right: str,
    texts: tuple[Callable[[float], str], Callable[[float], str]],
    levels: Sequence[tuple[str, float]] = (),
) -> Scatter:
    """Return the picture of releases; `texts` write a number of the axis across and of that up."""
    ys = [value for one in spots for value in (one.y, one.low, one.high) if value is not None]
    x_step, x_low, x_high = extent([one.x for one in spots])
    y_step, y_low, y_high = extent([*ys, *(value for _, value in levels)])

    def across(value: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * (value - x_low) / (x_high - x_low), 2)

    def above(value: float) -> float:
        return round(BASE - (BASE - TOP) * (value - y_low) / (y_high - y_low), 1)

    places = [(across(one.x), above(one.y)) for one in spots]
    return Scatter(
        height=HEIGHT,
        base=BASE,
        label=label,
        up=up,
        right=right,
        across=[(across(value), texts[0](value)) for value in numbers(x_step, x_low, x_high)],
        lines=[(above(value), texts[1](value)) for value in numbers(y_step, y_low, y_high)],
        levels=named_levels([(above(value), name) for name, value in levels], places),
        points=[
            ScatterPoint(
                title=f"{one.letter}: {one.name}" if one.letter else one.name,
                x=places[place][0],
                y=places[place][1],
                top=None if one.high is None else above(one.high),
                bottom=None if one.low is None else above(one.low),
                hollow=one.hollow,
                this=one.this,
                text=letters_at(place, spots, places),
            )
            for place, one in enumerate(spots)
        ],
    )


def named_levels(levels: Sequence[tuple[float, str]], places: Sequence[tuple[float, float]]) -> list[NamedLevel]:
    """Return levels from the top, a name below its line where another level is close above it."""
    found: list[NamedLevel] = []
    for at, text in sorted(levels):
        close = bool(found) and at - found[-1].at < NEAR
        crowded = any(x > 75 and abs(y - at) < NEAR for x, y in places)
        y = at + (14 if close else -4)
        x, anchor = (50, "middle") if crowded else (100, "end")
        found.append(NamedLevel(at=at, text=text, y=round(y, 1), x=x, anchor=anchor))
    return found


def extent(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the step of an axis, and its ends: a tenth beyond the values on both sides."""
    low, high = min(values), max(values)
    room = (high - low) / 10 or abs(high) / 10 or 0.1
    low, high = low - room, high + room
    power = 10.0 ** math.floor(math.log10((high - low) / 3))
    step = next(power * times for times in (1, 2, 5, 10) if (high - low) / (power * times) <= 5)
    return step, low, high


def numbers(step: float, low: float, high: float) -> list[float]:
    """Return the multiples of a step from one value to another."""
    return [round(step * place, 12) for place in range(math.ceil(low / step), math.floor(high / step) + 1)]


def letters_at(place: int, spots: Sequence[Spot], places: Sequence[tuple[float, float]]) -> PointLetters | None:
    """Return the letters of a release away from its nearest neighbour, if that leaves room.

    Of releases at one place the first has the letters of all, and the others have none.
    """
    x, y = places[place]
    here = [number for number, other in enumerate(places) if same(other, places[place])]
    if here[0] != place:
        return None
    letters = ", ".join(f"{spots[number].letter}{wording(' (this)') if spots[number].this else ''}" for number in here)
    others = [other for other in places if not same(other, places[place])]
    nearest = min(others, key=lambda other: math.hypot((other[0] - x) * WIDTH, other[1] - y), default=None)
    right = nearest is None or nearest[0] <= x
    room = (BESIDE + LETTER * len(letters)) / NARROW
    if right and x + room > 100 and x > room:
        right = False
    elif not right and x < room:
        right = True
    lift = 0.0
    if nearest is not None and abs(nearest[1] - y) < NEAR and abs(nearest[0] - x) * WIDTH < 2 * NEAR:
        lift = -9.0 if nearest[1] >= y else 9.0
    shift, anchor = (BESIDE, "start") if right else (-BESIDE, "end")
    return PointLetters(letters=letters, y=round(y + 5 + lift, 1), shift=shift, anchor=anchor)


def same(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Return whether two places cannot be told apart."""
    return abs(one[0] - other[0]) < 0.5 and abs(one[1] - other[1]) < 3
