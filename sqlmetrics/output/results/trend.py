"""A history: metrics over time, and the changes from one run to another."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.gate.history.rows import COLUMNS, HistoryEntry
from sqlmetrics.gate.trend import (
    SAME,
    Difference,
    ScoreChange,
    ScoreHistory,
    Series,
    failed_thresholds,
    text_sparkline,
    turn,
)
from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.names import short_ids, target_name
from sqlmetrics.output.plot import BEATEN, LONGEST
from sqlmetrics.output.report import Block, Cell, Column, Heading, Note, Paragraph, Report, ReportTable, Toned, table
from sqlmetrics.output.results.scores import is_headline
from sqlmetrics.output.shown import shows
from sqlmetrics.text import brief, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MISSED = 5
"""The most runs without a score that are listed."""

MOST_LINES = 6
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

One = TypeVar("One", Series, ScoreChange)


@shows(ScoreHistory, plot=lambda history: partial(_draw_history, history), drawn="a history")
def history_forms(scores: ScoreHistory, others: str | None = None, tolerance: float = SAME) -> Forms:
    """Return the forms of the scores of a history, for people as `history_report` has them."""
    every = sorted((*scores.entries, *scores.missed), key=lambda entry: (entry.recorded_at, entry.run_id, entry.job))
    return Forms(
        report=lambda: history_report(scores, others, tolerance),
        document=lambda: [
            entry._asdict() | {"recodings": json.loads(entry.recodings), "verdicts": json.loads(entry.verdicts)}
            for entry in every
        ],
        records=lambda: Records(COLUMNS, every, kinds_of(HistoryEntry)),
    )


def _first(every: Sequence[One], others: str | None) -> list[One]:
    """Return what has a limit, then the headlines, then the rest; without the rest for `others`."""
    chosen = [one for one in every if others is None or one.limited or is_headline(one)] or every
    return sorted(chosen, key=lambda one: (not one.limited, not is_headline(one)))


def _missed(entries: Sequence[HistoryEntry]) -> list[Block]:
    """Return the last runs that measured nothing, each with its reason, and how many there are."""
    runs, last = short_ids(entry.run_id for entry in entries), entries[-MISSED:]
    more = [f"{len(entries) - MISSED} earlier runs"] if len(entries) > MISSED else []
    times = [entry.recorded_at[:16].replace("T", " ") for entry in last]
    told = [f"{at} UTC, run {runs[entry.run_id]}: {entry.reason}" for at, entry in zip(times, last, strict=True)]
    return [Note(f"not measured: {text}") for text in (*more, *told)]


def _left_out(shown: int, of: int, others: str | None) -> list[Block]:
    """Return how many scores are not shown, and how to see them."""
    return [Note(f"{of - shown} of {of} scores are not shown; {others}", "plain")] if shown < of else []


def history_report(scores: ScoreHistory, others: str | None = None, tolerance: float = SAME) -> Report:
    """Return a line for each series, job by job; the only series of a job has its runs as well.

    With `others`, a sentence on how to see the other scores, only those with a limit and the
    headlines are shown. A score is the same up to the share `tolerance`.
    """
    blocks: list[Block] = []
    every = scores.series
    for job in dict.fromkeys([*(one.job for one in every), *(entry.job for entry in scores.missed)]):
        own = [one for one in every if one.job == job]
        missed = [entry for entry in scores.missed if entry.job == job]
        if not own:
            blocks += [Heading(f"{job}: never measured", 1), *_missed(missed)]
            continue
        shown = _first(own, others)
        first, *_, last = (own[0].entries[0], *own[0].entries)
        runs = len(own[0].entries)
        when = f"{first.recorded_at[:10]} to {last.recorded_at[:10]}" if runs > 1 else first.recorded_at[:10]
        blocks += [
            Heading(f"{job}: {runs} run{'s' * (runs > 1)}, {when}", 1),
            _series_table(shown, tolerance),
            *_left_out(len(shown), len(own), others),
            *_missed(missed),
        ]
        if len(own) == 1:
            blocks.append(_run_table(own[0]))
    return Report(tuple(blocks))


def _toned(way: str) -> Cell:
    """Return a cell with the direction in which a score moved, in words; no colour is a verdict."""
    return Toned(way, "caution") if way == "undefined" else way


def _name(of: Series | ScoreChange) -> str:
    """Return the subject of a series or a change."""
    return f"{of.metric} of {target_name(of.target, of.partition)}"


def _series_table(own: Sequence[Series], tolerance: float) -> ReportTable:
    """Return the first and last score of each series, and those in between as bars."""
    columns = [
        Column("score", "name"),
        Column("first", "number"),
        Column("over time", "bars"),
        Column("last", "number"),
        Column("last change"),
    ]
    rows = [
        (
            _name(one),
            number(one.values[0]),
            text_sparkline(one.values),
            number(one.values[-1]),
            _toned(turn(one, tolerance)),
        )
        for one in own
    ]
    return table(columns, rows)


def _run_table(one: Series) -> ReportTable:
    columns = [
        Column("UTC", "name"),
        Column("run", "name"),
        Column("relation", "name"),
        Column("records", "number"),
        Column("value", "number"),
        Column("thresholds"),
    ]
    runs = short_ids(entry.run_id for entry in one.entries)
    rows = [
        (
            entry.recorded_at[:19].replace("T", " "),
            runs[entry.run_id],
            entry.relation,
            number(entry.relation_records),
            number(entry.value),
            Toned("failed", "bad") if failed_thresholds(entry) else Toned("passed", "good") if entry.limited else "",
        )
        for entry in one.entries
    ]
    return table(columns, rows, leading=2)


def diff_forms(differences: Sequence[Difference], others: str | None = None) -> Forms:
    """Return the forms of the differences of two runs, job by job."""
    return Forms(
        report=lambda: Report(tuple(block for one in differences for block in _difference_blocks(one, others))),
        document=lambda: [_document(one) for one in differences],
    )


def _document(one: Difference) -> dict[str, Any]:
    changes = [
        {
            "metric": change.metric,
            "target": change.target,
            "partition": change.partition,
            "before": change.before,
            "after": change.after,
            "difference": change.difference,
            "way": change.way,
        }
        for change in one.changes
    ]
    return one._asdict() | {"changes": changes}


def _difference_blocks(one: Difference, others: str | None) -> Iterator[Block]:
    """Yield the differences in the circumstances of two runs of a job."""
    runs = short_ids([one.before, one.after])
    yield Heading(f"{one.job}: {runs[one.before]} -> {runs[one.after]}", 1)
    yield from map(Paragraph, one.circumstances)
    changed = [change for change in one.changes if change.way != "same"]
    shown = _first(changed, others)
    if shown:
        yield _change_table(shown)
    yield from _left_out(len(shown), len(changed), others)
    yield Note(f"{len(one.changes) - len(changed)} of {len(one.changes)} scores are the same", "plain")


def _change_table(changed: Sequence[ScoreChange]) -> ReportTable:
    numbers = [Column(title, "number") for title in ("before", "after", "change")]
    rows = []
    for change in changed:
        sign = "+" if (change.difference or 0) > 0 else ""
        difference = "" if change.difference is None else f"{sign}{number(change.difference)}"
        rows.append((_name(change), number(change.before), number(change.after), difference, _toned(change.way)))
    return table([Column("score", "name"), *numbers, Column("which way")], rows)


def _draw_history(history: ScoreHistory, axes: Axes) -> None:
    """Draw scores of one unit over time, with the last limit of each and a cross where one failed.

    Where the history has scores of several units, the shares that decide are drawn.
    """
    every = drawn_series(history.series)
    several = len({one.job for one in every}) > 1
    failed: list[tuple[Any, float]] = []
    for one, colour, mark in zip(every[:MOST_LINES], COLOURS, MARKS, strict=False):
        times: list[Any] = [datetime.fromisoformat(entry.recorded_at) for entry in one.entries]
        values = [float("nan") if value is None else value for value in one.values]
        axes.plot(times, values, color=colour, marker=mark, markersize=5, linewidth=1.5, label=_line_name(one, several))
        for limit in _limits(one):
            axes.axhline(limit, color=colour, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        failed += [
            (time, value)
            for time, value, entry in zip(times, values, one.entries, strict=True)
            if failed_thresholds(entry)
        ]
    if failed:
        axes.plot(*zip(*failed, strict=True), **CROSS, label="a threshold failed")
    if len(every) > MOST_LINES:
        axes.plot([], [], linestyle="none", label=f"and {len(every) - MOST_LINES} more; name `metrics` or `targets`")
    axes.set_xlabel("UTC")
    axes.set_ylabel(_unit(every[0]))
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(axis="x", rotation=30)
    axes.legend(frameon=False, fontsize=9, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)


def drawn_series(every: Sequence[Series]) -> list[Series]:
    """Return the series of one unit that a picture shows: all series, or the ones that decide."""
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


def _line_name(one: Series, with_job: bool) -> str:
    """Return the name of a line; a dollar starts no formula."""
    job = f"{one.job}: " if with_job else ""
    return brief(f"{job}{_name(one)}", 2 * LONGEST).replace("$", r"\$")
