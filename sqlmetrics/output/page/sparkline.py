"""The geometry of a line of runs: from zero, with its limit, and the runs past it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

HEIGHT, TOP, BASE = 48, 6.0, 44.0
"""The height of a line of runs in pixels, and where its highest and its lowest value are."""

LEFT, RIGHT = 2.0, 98.0
"""Where the first run and the last are, in per cent of the width."""


class SparklineRun(NamedTuple):
    """A run on a line: its value if it has one, whether that is a bound, and whether past."""

    value: float | None
    bound: bool
    past: bool


class Dot(NamedTuple):
    """A run that is marked, in per cent of the width and in pixels of the height."""

    at: float
    height: float


class Sparkline(NamedTuple):
    """A line of runs as its drawing needs it; `label` says its numbers.

    `squares` are runs past the limit, `hollow` those with a bound, and `last` is the last run.
    """

    height: int
    label: str
    zero: float
    limit: float | None
    path: str
    squares: tuple[Dot, ...]
    hollow: tuple[Dot, ...]
    last: Dot | None


def sparkline(runs: Sequence[SparklineRun], limit: float | None, label: str) -> Sparkline:
    """Return the line of runs, the oldest at the left; it breaks where a run has no exact value."""
    values = [run.value for run in runs if run.value is not None]
    low, high = min([0.0, *values]), max([0.0, *values, *([] if limit is None else [limit])])
    low = min(low, limit or 0.0)
    extent = (high - low) or 1.0

    def up(value: float) -> float:
        return round(BASE - (BASE - TOP) * (value - low) / extent, 1)

    places = [
        None if run.value is None else Dot(across(place, len(runs)), up(run.value)) for place, run in enumerate(runs)
    ]
    marked = [(run, dot) for run, dot in zip(runs, places, strict=True) if dot is not None]
    end = places[-1] if places else None
    return Sparkline(
        height=HEIGHT,
        label=label,
        zero=up(0.0),
        limit=None if limit is None else up(limit),
        path=path([None if run.bound else dot for run, dot in zip(runs, places, strict=True)]),
        squares=tuple(dot for run, dot in marked if run.past),
        hollow=tuple(dot for run, dot in marked if run.bound and not run.past),
        last=None if end is None or runs[-1].past or runs[-1].bound else end,
    )


def across(place: int, runs: int) -> float:
    """Return where a run is, in per cent of the width; the only one is at the end."""
    return RIGHT if runs < 2 else round(LEFT + (RIGHT - LEFT) * place / (runs - 1), 2)


def path(places: Sequence[Dot | None]) -> str:
    """Return the path through places, in pieces where there are gaps."""
    found, drawn = "", False
    for dot in places:
        if dot is not None:
            found += f"{'L' if drawn else 'M'}{dot.at:g} {dot.height:g}"
        drawn = dot is not None
    return found
