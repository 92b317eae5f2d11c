"""Pictures of several kinds of results on axes of matplotlib: sizes of classes, bars, releases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.output.plot import BEATEN, FRONT, LINES, LONGEST
from sqlmetrics.output.shown import Draw
from sqlmetrics.risk.scores import ReleaseScores, Score
from sqlmetrics.statement.relation import short_name
from sqlmetrics.text import brief

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 20
"""The most bars of a picture of combinations or attributes."""

SIZES = 30
"""The largest size that has a bar of its own, in a picture of classes by their size."""


def draw_class_sizes(sizes: Sequence[int], axes: Axes) -> None:
    """Draw the records by the size of their class; the last bar has all larger classes."""
    records = Counter[int]()
    for size in sizes:
        records[min(size, SIZES + 1)] += size
    last = max(records, default=1)
    places = list(range(1, last + 1))
    axes.bar(places, [records[place] for place in places], color=FRONT)
    if last > SIZES:
        axes.set_xticks([1, 5, 10, 15, 20, 25, last], ["1", "5", "10", "15", "20", "25", f"> {SIZES}"])
    axes.set_xlabel("records of a class")
    axes.set_ylabel("records in classes of that size")
    axes.spines[["top", "right"]].set_visible(False)


def draw_bars(rows: Sequence[tuple[str, float]], title: str, axes: Axes) -> None:
    """Draw named shares as bars, the first at the top."""
    shown = rows[:MOST]
    axes.barh(range(len(shown)), [value for _, value in shown], color=FRONT)
    names = [brief(name, LONGEST).replace("$", r"\$") for name, _ in shown]
    axes.set_yticks(range(len(shown)), names)
    axes.invert_yaxis()
    axes.set_xlim(0, max([1.0, *(value for _, value in shown)]))
    axes.set_xlabel(title)
    axes.spines[["top", "right"]].set_visible(False)


class SlicePoint(NamedTuple):
    """A slice with its value, what chance gives if that is known, and whether it passed."""

    name: str
    value: float | None
    chance: float | None = None
    passed: bool | None = True


VERDICTS = (
    (True, FRONT, "o", "within the limit"),
    (False, BEATEN, "X", "beyond the limit"),
    (None, LINES, "d", "too few people"),
)
"""The colours, marks and names of points by their verdicts."""


def draw_slices(points: Sequence[SlicePoint], title: str, axes: Axes, limit: float | None = None) -> None:
    """Draw slices as points, the first at the top, beside chance and a limit if these are known."""
    shown = points[:MOST]
    places = range(len(shown))
    for passed, colour, marker, label in VERDICTS:
        own = [(one.value, place) for place, one in enumerate(shown) if one.value is not None and one.passed is passed]
        if own:
            told = None if limit is None else label
            axes.plot(*zip(*own, strict=True), color=colour, linestyle="none", marker=marker, zorder=3, label=told)
    chances = [(one.chance, place) for place, one in enumerate(shown) if one.chance is not None]
    if chances:
        values, rows = zip(*chances, strict=True)
        axes.scatter(values, rows, color=LINES, marker="|", s=100, zorder=2, label="by chance alone")
    if limit is not None:
        axes.axvline(limit, color=LINES, linewidth=1, linestyle=(0, (4, 3)), zorder=1, label=f"limit {limit:g}")
    undefined = [" (undefined)" if one.value is None else "" for one in shown]
    names = [brief(one.name, LONGEST).replace("$", r"\$") for one in shown]
    axes.set_yticks(places, [name + more for name, more in zip(names, undefined, strict=True)])
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.grid(axis="y", color="#e5e5e5", zorder=0)
    axes.set_xlabel(title)
    axes.set_xlim(left=min([0.0, *(one.value for one in shown if one.value is not None)]))
    if len(points) > len(shown):
        axes.set_title(f"the {len(shown)} worst of {len(points):,} slices", fontsize="medium", loc="left")
    if chances or limit is not None:
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.15), ncols=3)
    axes.spines[["top", "right"]].set_visible(False)


def releases_plot(metric: str, title: str) -> Callable[[ReleaseScores], Draw | None]:
    """Return how results are drawn by one metric of releases, where any of them has a value.

    The metric is never a raw rate, which classes of these sizes reach by chance alone.
    """

    def plot(result: ReleaseScores) -> Draw | None:
        scores = [one for one in result.scores if one.metric == metric and one.level == "table"]
        known = any(one.value is not None for one in scores)
        return partial(_draw_releases, scores, title) if known else None

    return plot


def _draw_releases(scores: Sequence[Score], title: str, axes: Axes) -> None:
    """Draw a metric of each release, with its intervals; the undefined have a name and no bar."""
    scores = sorted(scores, key=lambda one: (one.target, one.attack or ""))
    attacks = len({one.attack for one in scores}) > 1
    rows = []
    for one in scores:
        what = f"{one.target}, {one.attack}" if attacks else one.target
        undefined = " (undefined)" if one.value is None else ""
        rows.append((f"{short_name(one.release or '')}: {what}{undefined}", one.value or 0.0))
    draw_bars(rows, title, axes)
    for place, one in enumerate(scores[:MOST]):
        if one.low is not None and one.high is not None:
            axes.plot([one.low, one.high], [place, place], color="black", linewidth=1.5)
    lows = [one.low if one.low is not None else one.value or 0.0 for one in scores[:MOST]]
    axes.set_xlim(left=min([0.0, *lows]))
    axes.axvline(0, color="black", linewidth=0.8)
