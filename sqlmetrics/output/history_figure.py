"""The scores of a history over time, as lines on axes of matplotlib."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlmetrics.gate.score_history import ScoreHistory
from sqlmetrics.gate.trend import Series, failed_thresholds
from sqlmetrics.output.names import target_name
from sqlmetrics.output.plot import BEATEN, LONGEST
from sqlmetrics.output.scores import is_headline
from sqlmetrics.text import brief

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 6
"""The most lines of a picture, which readers can tell apart."""

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#595959")
"""Colours of lines that people who are colour-blind can tell apart."""

MARKS = ("o", "s", "^", "D", "v", "P")
"""The marks of the scores of a line, which tell lines apart without colours."""


CROSS: Any = {
    "color": BEATEN,
    "marker": "X",
    "markersize": 9,
    "markeredgecolor": "white",
    "linestyle": "none",
    "zorder": 4,
}
"""The looks of the scores that failed a threshold."""


def draw_history(history: ScoreHistory, axes: Axes) -> Axes:
    """Draw scores of one unit over time, with the last limit of each and a cross where one failed.

    Where the history has scores of several units, those that decide are drawn in shares.
    """
    every = drawn(history.series)
    several = len({one.job for one in every}) > 1
    failed: list[tuple[Any, float]] = []
    for one, colour, mark in zip(every[:MOST], COLOURS, MARKS, strict=False):
        times: list[Any] = [datetime.fromisoformat(entry.recorded_at) for entry in one.entries]
        values = [float("nan") if value is None else value for value in one.values]
        axes.plot(times, values, color=colour, marker=mark, markersize=5, linewidth=1.5, label=_name(one, several))
        for limit in _limits(one):
            axes.axhline(limit, color=colour, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        failed += [
            (time, value)
            for time, value, entry in zip(times, values, one.entries, strict=True)
            if failed_thresholds(entry)
        ]
    if failed:
        axes.plot(*zip(*failed, strict=True), **CROSS, label="a threshold failed")
    if len(every) > MOST:
        axes.plot([], [], linestyle="none", label=f"and {len(every) - MOST} more; name `metrics` or `targets`")
    axes.set_xlabel("UTC")
    axes.set_ylabel(_unit(every[0]))
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(axis="x", rotation=30)
    axes.legend(frameon=False, fontsize=9, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
    return axes


def drawn(every: Sequence[Series]) -> list[Series]:
    """Return the series of one unit that a picture shows: of all, or of those that decide."""
    if len({_unit(one) for one in every}) == 1:
        return list(every)
    headlines = [one for one in every if is_headline(one)]
    shares = [one for one in headlines if _unit(one) == "share"]
    chosen = shares or headlines or every
    return [one for one in chosen if _unit(one) == _unit(chosen[0])]


def _unit(one: Series) -> str:
    return one.entries[0].unit


def _limits(one: Series) -> list[float]:
    """Return the thresholds of the spec in the last run of a series, without earlier scores."""
    verdicts = json.loads(one.entries[-1].verdicts)
    return [float(verdict["limit"]) for verdict in verdicts if verdict.get("origin") is None and "limit" in verdict]


def _name(one: Series, with_job: bool) -> str:
    """Return the name of a line; a dollar starts no formula."""
    job = f"{one.job}: " if with_job else ""
    return brief(f"{job}{one.metric} of {target_name(one.target, one.partition)}", 2 * LONGEST).replace("$", r"\$")
