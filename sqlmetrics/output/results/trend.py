"""A history: metrics over time, and the changes from one run to another."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.gate.engine_versions import changes_of_engine
from sqlmetrics.gate.history.rows import COLUMNS, HistoryEntry
from sqlmetrics.gate.sliced_runs import SlicedRun, left, outcome, sliced_runs
from sqlmetrics.gate.trend import (
    SAME,
    Difference,
    ScoreChange,
    ScoreHistory,
    Series,
    came_and_left,
    failed_thresholds,
    text_sparkline,
    turn,
)
from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.names import listed_line, short_ids, target_name, weight_words
from sqlmetrics.output.plot import BEATEN, LONGEST
from sqlmetrics.output.report import Block, Cell, Column, Heading, Note, Paragraph, Report, ReportTable, Toned, table
from sqlmetrics.output.results.scores import is_headline
from sqlmetrics.output.shown import shows
from sqlmetrics.output.slices import SHOWN
from sqlmetrics.output.verdicts import TOO_FEW
from sqlmetrics.text import brief, number, split_line, values_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MISSED = 5
"""The most runs without a score that are listed."""

LONGEST_SLICE = 30
"""The most characters of the name of a slice in a table."""

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
def history_forms(
    scores: ScoreHistory,
    others: str | None = None,
    tolerance: float = SAME,
    *,
    by: bool = False,
    slices: str | None = None,
) -> Forms:
    """Return the forms of the scores of a history, for people as `history_report` has them."""
    every = sorted((*scores.entries, *scores.missed), key=lambda entry: entry.order)
    return Forms(
        report=lambda: history_report(scores, others, tolerance, by=by, slices=slices),
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


def _left_out(shown: int, of: int, others: str | None, what: str = "scores") -> list[Block]:
    """Return how many scores are not shown, and how to see them."""
    how = "" if others is None else f"; {others}"
    return [Note(f"{number(of - shown)} of {number(of)} {what} are not shown{how}", "plain")] if shown < of else []


def history_report(
    scores: ScoreHistory,
    others: str | None = None,
    tolerance: float = SAME,
    *,
    by: bool = False,
    slices: str | None = None,
) -> Report:
    """Return a line for each series, job by job; the only series of a job has its runs as well.

    With `others`, a sentence on how to see the other scores, only those with a limit and the
    headlines are shown. A score is the same up to the share `tolerance`. A job of slices has a line
    for each run, or with `by` for each slice, the worst first; with `slices`, a sentence on how to
    see more, that are the worst alone.
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
        began = [*own[0].entries] if own[0].slice is None else [one.first for one in sliced_runs(_of_job(scores, job))]
        first, last, runs = began[0], began[-1], len(began)
        when = f"{first.recorded_at[:10]} to {last.recorded_at[:10]}" if runs > 1 else first.recorded_at[:10]
        sliced = [one for one in shown if one.slice is not None]
        whole = [one for one in shown if one.slice is None]
        blocks.append(Heading(f"{job}: {runs} run{'s' * (runs > 1)}, {when}", 1))
        if sliced and not by:
            blocks += [
                _sliced_runs_table(sliced_runs(_of_job(scores, job))),
                *([] if slices is None else [Note(slices, "plain")]),
            ]
        elif sliced:
            blocks += [block for of in _by_score(sliced) for block in _slices_blocks(of, tolerance, slices)]
        if whole:
            blocks += [_series_table(whole, tolerance)]
        if by or not sliced:
            blocks += _left_out(len({_name(one) for one in shown}), len({_name(one) for one in own}), others)
        blocks += [*_missed(missed), *map(Note, changes_of_engine(began))]
        if len(own) == 1:
            blocks.append(_run_table(own[0]))
    return Report(tuple(blocks))


def _of_job(scores: ScoreHistory, job: str) -> Iterator[HistoryEntry]:
    """Yield the entries of a job."""
    return (entry for entry in scores.entries if entry.job == job)


def _by_score(sliced: Sequence[Series]) -> list[list[Series]]:
    """Return the series of slices by what they are scores of, in their order."""
    found: dict[str, list[Series]] = {}
    for one in sliced:
        found.setdefault(_name(one), []).append(one)
    return list(found.values())


def _worst_first(sliced: Sequence[Series]) -> list[Series]:
    """Return series of slices by their last score: that failed, that is riskier, before others."""

    def risk(one: Series) -> float:
        value = one.values[-1]
        return -math.inf if value is None else -value if one.direction == "higher is riskier" else value

    latest = max(one.entries[-1].recorded_at for one in sliced)
    return sorted(sliced, key=lambda one: (one.entries[-1].recorded_at < latest, *left(one.entries[-1]), risk(one)))


def _slices_blocks(of: Sequence[Series], tolerance: float, slices: str | None) -> list[Block]:
    """Return the series of one score by slices: the worst with `slices`, or all."""
    shown = _worst_first(of)[: None if slices is None else SHOWN]
    rows = [(slice_text(one), *_over_time(one, tolerance), _last_verdict(one)) for one in shown]
    return [
        Heading(_name(of[0])),
        table([Column("slice", "name"), *OVER_TIME, Column("last verdict")], rows),
        *_left_out(len(shown), len(of), slices, "slices"),
    ]


def _last_verdict(one: Series) -> Cell:
    """Return the verdict on the last score of a series, an empty text where it had no limit."""
    words = {False: Toned("failed", "bad"), True: Toned("passed", "good"), None: Toned(TOO_FEW, "caution")}
    return words[outcome([one.entries[-1]])] if one.limited else ""


def slice_text(of: Series | ScoreChange | HistoryEntry) -> str:
    """Return the name of a slice in a cell, an empty text where there is none."""
    return "" if of.slice is None else brief(values_text(of.slice), LONGEST_SLICE)


def _sliced_runs_table(runs: Sequence[SlicedRun]) -> ReportTable:
    """Return how many slices passed in each run, and the worst of them."""
    columns = [Column("UTC", "name"), Column("run", "name"), Column("slices"), Column("the worst")]
    ids = short_ids(run.first.run_id for run in runs)
    rows = [
        (
            run.first.recorded_at[:16].replace("T", " "),
            ids[run.first.run_id],
            _outcomes(run),
            "" if run.worst is None else f"{slice_text(run.worst)}: {_name(run.worst)} {number(run.worst.value)}",
        )
        for run in runs
    ]
    return table(columns, rows, leading=2)


def _outcomes(run: SlicedRun) -> Cell:
    """Return how many slices of a run passed, and how many had too few people to say."""
    count = run.judged
    if not count.slices:
        return f"{number(run.slices)} without a limit"
    few = f", {number(count.too_few)} too few people" if count.too_few else ""
    text = f"{number(count.passed)} of {number(count.slices)} pass{few}"
    return Toned(text, "bad" if count.failed else "good" if count.passed else "caution")


def _toned(way: str) -> Cell:
    """Return a cell with the direction in which a score moved, in words; no colour is a verdict."""
    return Toned(way, "caution") if way == "undefined" else way


def _name(of: Series | ScoreChange | HistoryEntry) -> str:
    """Return the subject of a series or a change."""
    known, weight = (None, None) if isinstance(of, HistoryEntry) else (of.known, of.weight)
    apart = "" if known is None else f", knowing {listed_line(known)}"
    return f"{of.metric} of {target_name(of.target, of.partition)}{apart}{weight_words(weight)}"


def _series_table(own: Sequence[Series], tolerance: float) -> ReportTable:
    """Return the first and last score of each series, and those in between as bars."""
    return table([Column("score", "name"), *OVER_TIME], [(_name(one), *_over_time(one, tolerance)) for one in own])


OVER_TIME = (Column("first", "number"), Column("over time", "bars"), Column("last", "number"), Column("last change"))
"""The columns of a series."""


def _over_time(one: Series, tolerance: float) -> tuple[Cell, ...]:
    """Return the cells of a series in these columns."""
    values = one.values
    return (number(values[0]), text_sparkline(values), number(values[-1]), _toned(turn(one, tolerance)))


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


def diff_forms(differences: Sequence[Difference], others: str | None = None, slices: str | None = None) -> Forms:
    """Return the forms of the differences of two runs, job by job.

    With `slices`, a sentence on how to see more, only the worst changes of slices are shown.
    """
    return Forms(
        report=lambda: Report(tuple(block for one in differences for block in _difference_blocks(one, others, slices))),
        document=lambda: [_document(one) for one in differences],
    )


def _document(one: Difference) -> dict[str, Any]:
    changes = [
        {
            "metric": change.metric,
            "target": change.target,
            "partition": change.partition,
            "slice": change.slice,
            "before": change.before,
            "after": change.after,
            "difference": change.difference,
            "way": change.way,
            **({} if change.weight is None else {"weight": change.weight}),
            **({} if change.known is None else {"quasi_identifiers": split_line(change.known)}),
        }
        for change in one.changes
    ]
    return one._asdict() | {"changes": changes}


def _difference_blocks(one: Difference, others: str | None, slices: str | None) -> Iterator[Block]:
    """Yield the differences in the circumstances of two runs of a job, and in its scores.

    Of slices that one of the runs alone has, the names are said and no scores.
    """
    runs = short_ids([one.before, one.after])
    yield Heading(f"{one.job}: {runs[one.before]} -> {runs[one.after]}", 1)
    yield from map(Paragraph, (*one.circumstances, *came_and_left(one.new, one.gone)))
    apart = {*one.new, *one.gone}
    both = [change for change in one.changes if change.slice not in apart]
    changed = [change for change in both if change.way != "same"]
    shown = _first(changed, others)
    if any(change.slice is not None for change in shown):
        shown = sorted(shown, key=_worst)[: None if slices is None else SHOWN]
    if shown:
        yield _change_table(shown)
    yield from _left_out(len(shown), len(changed), others or slices)
    yield Note(f"{number(len(both) - len(changed))} of {number(len(both))} scores are the same", "plain")


WAYS = ("riskier", "undefined", "gone", "new", "defined", "safer", "same")
"""The ways of changes, the worst first."""


def _worst(change: ScoreChange) -> tuple[int, float]:
    """Return the place of a change: by its way, then by its share of the score before."""
    moved = 0.0 if change.difference is None else abs(change.difference)
    return WAYS.index(change.way), -moved / (abs(change.before or 0.0) or 1.0)


def _change_table(changed: Sequence[ScoreChange]) -> ReportTable:
    sliced = any(change.slice is not None for change in changed)
    numbers = [Column(title, "number") for title in ("before", "after", "change")]
    rows = []
    for change in changed:
        sign = "+" if (change.difference or 0) > 0 else ""
        difference = "" if change.difference is None else f"{sign}{number(change.difference)}"
        own = (_name(change), number(change.before), number(change.after), difference, _toned(change.way))
        rows.append((slice_text(change), *own) if sliced else own)
    names = [Column("slice", "name")] * sliced + [Column("score", "name")]
    return table([*names, *numbers, Column("which way")], rows)


def _draw_history(history: ScoreHistory, axes: Axes) -> None:
    """Draw scores of one unit over time, with the last limit of each and a cross where one failed.

    Where the history has scores of several units, the shares that decide are drawn. Of slices, the
    worst are drawn, by the first score with a limit.
    """
    slices = [one for one in history.series if one.slice is not None]
    sliced = bool(slices)
    every = _worst_first(_by_score(_first(slices, None))[0]) if slices else drawn_series(history.series)
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
        more = f"and {len(every) - MOST_LINES} more"
        more += " slices" if sliced else "; name `metrics` or `targets`"
        axes.plot([], [], linestyle="none", label=more)
    axes.set_xlabel("UTC")
    axes.set_ylabel(f"{_name(every[0])} ({_unit(every[0])})" if sliced else _unit(every[0]))
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
    name = _name(one) if one.slice is None else slice_text(one)
    return brief(f"{job}{name}", 2 * LONGEST).replace("$", r"\$")
