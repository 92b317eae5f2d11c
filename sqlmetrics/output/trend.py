"""A history: metrics over time, and the changes from one run to another."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from sqlmetrics.gate.history.rows import COLUMNS, DOUBLE, WHOLE, HistoryEntry
from sqlmetrics.gate.score_history import ScoreHistory
from sqlmetrics.gate.trend import SAME, Difference, ScoreChange, Series, failed_thresholds, text_sparkline, turn
from sqlmetrics.output.forms import Forms
from sqlmetrics.output.names import short_ids, target_name
from sqlmetrics.output.records import Records
from sqlmetrics.output.report import Block, Cell, Column, Heading, Note, Paragraph, Report, ReportTable, Toned, table
from sqlmetrics.output.scores import is_headline
from sqlmetrics.text import number

KINDS: dict[str, type] = dict.fromkeys(WHOLE, int) | dict.fromkeys(DOUBLE, float)

MISSED = 5
"""The most runs without a score that are listed."""

One = TypeVar("One", Series, ScoreChange)


def history_forms(scores: ScoreHistory, others: str | None = None, tolerance: float = SAME) -> Forms:
    """Return the forms of the scores of a history, for people as `history_report` has them."""
    every = sorted((*scores.entries, *scores.missed), key=lambda entry: (entry.recorded_at, entry.run_id, entry.job))
    return Forms(
        report=lambda: history_report(scores, others, tolerance),
        document=lambda: [
            entry._asdict() | {"recodings": json.loads(entry.recodings), "verdicts": json.loads(entry.verdicts)}
            for entry in every
        ],
        records=lambda: Records(COLUMNS, every, KINDS),
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
    """Return each run of a series."""
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
