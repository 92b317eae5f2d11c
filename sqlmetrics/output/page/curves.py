"""The geometry of curves: places in per cent of the width and in pixels of the height."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlmetrics.output.page.words import percent
from sqlmetrics.text import brief

HEIGHT, TOP, BASE = 210, 26.0, 186.0
"""The height of a curve, and where its highest and its lowest line are."""

LEFT, RIGHT = 1.0, 93.0
"""Where a curve begins and ends, in per cent of the width; the grid's numbers are at the right."""

TICKS = (10, 100, 1000, 5, 50, 500, 2, 20, 200, 3, 4, 6, 8)
"""The numbers that a logarithmic axis may name, the roundest first."""

APART = 9.0
"""The distance of two numbers on an axis at least, in per cent of the width."""


class CurveMark(NamedTuple):
    """A place on the axis that is named, such as a limit."""

    k: int
    text: str


class Line(NamedTuple):
    """A line of the grid."""

    at: float
    text: str


class Tick(NamedTuple):
    """A number of the axis."""

    at: float
    text: str
    anchor: str


class Limit(NamedTuple):
    """An upright line at a limit, with its name beside its upper end."""

    at: float
    top: float
    text: str
    anchor: str
    shift: int


class CurveDot(NamedTuple):
    """A point of the curve, with its value above it, on the side with room."""

    at: float
    height: float
    above: float
    text: str
    anchor: str
    shift: int


class Curve(NamedTuple):
    """A curve of steps as its drawing needs it; `label` says its numbers."""

    height: int
    base: float
    label: str
    grid: tuple[Line, ...]
    ticks: tuple[Tick, ...]
    path: str
    limits: tuple[Limit, ...]
    dots: tuple[CurveDot, ...]


def step_curve(shares: Sequence[tuple[int, float]], marks: Sequence[CurveMark], label: str) -> Curve:
    """Return the curve of shares by k, k logarithmic, with its limits and its last point named."""
    first, last = shares[0][0], shares[-1][0]
    step, top = scale(max(share for _, share in shares))

    def across(k: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * math.log(k / first) / math.log(last / first), 2)

    def up(share: float) -> float:
        return round(BASE - (BASE - TOP) * share / top, 1)

    within = [mark for mark in marks if first <= mark.k <= last]
    named = {mark.k for mark in within} | {last}
    return Curve(
        height=HEIGHT,
        base=BASE,
        label=label,
        grid=tuple(Line(up(step * line), percent_tick(step * line)) for line in range(round(top / step) + 1)),
        ticks=ticks(first, last, across),
        path=steps([(across(k), up(share)) for k, share in shares]),
        limits=tuple(limit(across(mark.k), place, mark.text) for place, mark in enumerate(within)),
        dots=tuple(dot(across(k), up(share), percent(share)) for k, share in shares if k in named),
    )


def scale(most: float) -> tuple[float, float]:
    """Return the distance of the lines of a grid, and the highest one.

    It is 1, 2 or 5 times a power of 10.
    """
    power = 10.0 ** math.floor(math.log10(most / 3))
    step = next(power * times for times in (1, 2, 5, 10) if most / (power * times) <= 4)
    return step, step * math.ceil(round(most / step, 9))


def percent_tick(share: float) -> str:
    """Return a share on an axis."""
    return f"{share * 100:.6g}%"


def ticks(first: int, last: int, across: Callable[[float], float]) -> tuple[Tick, ...]:
    """Return the numbers of the axis: its ends, and the roundest that touch no other one."""
    places = {first: across(first), last: across(last)}
    for k in TICKS:
        if first < k < last and all(abs(across(k) - at) >= APART for at in places.values()):
            places[k] = across(k)
    anchors = {first: "start", last: "end"}
    return tuple(Tick(at, str(k), anchors.get(k, "middle")) for k, at in sorted(places.items()))


def steps(places: Sequence[tuple[float, float]]) -> str:
    """Return the path of a curve of steps through places; a flat run is one line."""
    (x, y), *rest = places
    path = f"M{x:g} {y:g}"
    for across, height in rest:
        if height != y:
            path += f"H{across:g}V{height:g}"
            y = height
    return f"{path}H{places[-1][0]:g}"


def limit(at: float, place: int, text: str) -> Limit:
    """Return the line of a limit; its name is on the side with room, lower than the one before."""
    right = at > 55
    return Limit(at, 4 + 16 * place, brief(text, 28), "end" if right else "start", -5 if right else 5)


def dot(at: float, height: float, text: str) -> CurveDot:
    """Return a point with its value on the side with room."""
    first = at < 8
    return CurveDot(at, height, height - (14 if first else 10), text, "start" if first else "end", 6 if first else -7)
