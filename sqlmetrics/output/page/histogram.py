"""The histogram of a guess's certainty: ten bins, and how sure the guess was before."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certainty, Learnt
from sqlmetrics.output.page.words import limit_text, name, people, shown

HEIGHT = 190
"""The height of the drawing; its width is that of the column."""

FLOOR, TOP = 152.0, 46.0
"""Where bars stand, and how far the longest reaches: above it is room for its number."""


class HistogramBar(NamedTuple):
    """A bar of the histogram, in per cent across and in pixels down."""

    x: float
    y: float
    height: float
    kind: str
    title: str


class HistogramMark(NamedTuple):
    """A text at a place across, in per cent, with the side that it is anchored at."""

    x: float
    y: float
    anchor: str
    text: str
    shift: int = 0


class Tenth(NamedTuple):
    """A row of the histogram's table."""

    range: str
    people: str


class Histogram(NamedTuple):
    """The drawing with its numbers: bars, the axis's marks, the longest's number, and before."""

    label: str
    bins: tuple[HistogramBar, ...]
    axis: tuple[HistogramMark, ...]
    longest: HistogramMark | None
    before: HistogramMark | None
    key: str | None
    rows: tuple[Tenth, ...]


def histogram(one: Learnt, own: str) -> Histogram | None:
    """Return the histogram of a guess's certainty, None where no bin has a number."""
    known = [tenth for tenth in one.tenths if tenth.people.value is not None]
    most = max((tenth.people.value or 0.0 for tenth in known), default=0.0)
    if most <= 0:
        return None
    bins = []
    for tenth in known:
        value = tenth.people.value or 0.0
        if value > 0:
            height = (FLOOR - TOP) * value / most
            kind = "bad" if _sure(tenth, one) else "bar"
            bins.append(
                HistogramBar(
                    100 * tenth.low + 0.6,
                    FLOOR - height,
                    height,
                    kind,
                    f"{tenth_name(tenth.low)}: {people(tenth.people)}",
                )
            )
    longest = max(known, key=lambda tenth: tenth.people.value or 0.0)
    return Histogram(
        label=(
            f"People by how often the best guess of {name(own)} is right in their group. "
            + ", ".join(f"{one.title}" for one in bins)
            + f". Without the release: {shown(one.before, 'share')}."
        ),
        bins=tuple(bins),
        axis=tuple(
            HistogramMark(
                mark, FLOOR + 18, "start" if mark == 0 else "end" if mark == 100 else "middle", f"{mark:.0f}%"
            )
            for mark in (0.0, 20.0, 40.0, 60.0, 80.0, 100.0)
        ),
        longest=_longest(longest),
        before=_before(one),
        key=_key(one),
        rows=tuple(Tenth(tenth_name(tenth.low), people(tenth.people)) for tenth in one.tenths),
    )


def _longest(tenth: Certainty) -> HistogramMark:
    """Return the number above the longest bar, which does not reach over the edges."""
    x, text = 100 * tenth.low, people(tenth.people)
    if x < 5:
        return HistogramMark(x, TOP - 6, "start", text)
    return HistogramMark(100.0, TOP - 6, "end", text) if x > 85 else HistogramMark(x + 5, TOP - 6, "middle", text)


def _key(one: Learnt) -> str | None:
    """Return what red bars are, where there are any."""
    red = [tenth for tenth in one.tenths if tenth.people.value and _sure(tenth, one)]
    return f"Red: right {limit_text(red[0].low, 'share')} of the time or more, nearly sure." if red else None


def _sure(tenth: Certainty, one: Learnt) -> bool:
    return tenth.low > one.limit - 1e-9


def _before(one: Learnt) -> HistogramMark | None:
    if one.before.value is None:
        return None
    right = one.before.value > 0.6
    text = f"without: {shown(one.before, 'share')}"
    return HistogramMark(100 * one.before.value, 14.0, "end" if right else "start", text, -5 if right else 5)


def tenth_name(low: float) -> str:
    """Return a tenth of certainty: `10 to 20%`."""
    return f"{100 * low:.0f} to {limit_text(low + 0.1, 'share')}"
