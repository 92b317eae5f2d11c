"""The scores of conditions over time, from the history of a job."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlmetrics.certificate.certificate import RunFigure, Trend, figure_of
from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.gate.judged import JudgedScores
from sqlmetrics.gate.thresholds import Measured, Verdict, subject_of

MOST_RUNS = 30
"""The most runs of a trend, the latest."""


def trends_of(
    entries: Sequence[HistoryEntry], job: str, held: JudgedScores, run: str, recorded_at: str
) -> tuple[Trend, ...]:
    """Return the trend of each condition of a job, from its entries in a history and from this run.

    `run` is the id of this run, which the history may have already.
    """
    by_subject: dict[Measured, list[HistoryEntry]] = {}
    for entry in entries:
        if entry.job == job and entry.run_id != run:
            by_subject.setdefault(Measured(entry.metric, entry.target, entry.partition), []).append(entry)
    seen: dict[Measured, Verdict] = {}
    for verdict in held.verdicts:
        if verdict.threshold.origin is None:
            seen.setdefault(subject_of(verdict.score), verdict)
    return tuple(
        _trend(verdict, [*map(_earlier, by_subject[subject][-MOST_RUNS:]), _this(verdict, held, run, recorded_at)])
        for subject, verdict in seen.items()
        if subject in by_subject
    )


def _trend(verdict: Verdict, runs: list[RunFigure]) -> Trend:
    score, threshold = verdict.score, verdict.threshold
    return Trend(
        metric=score.metric,
        target=score.target,
        partition=score.partition,
        unit=score.unit,
        bound=threshold.bound,
        limit=threshold.limit,
        runs=tuple(runs),
    )


def _earlier(entry: HistoryEntry) -> RunFigure:
    figure = figure_of(entry)._replace(reason=None)
    verdicts = [one["passed"] for one in json.loads(entry.verdicts or "[]")]
    passed = all(verdicts) if verdicts else None
    return RunFigure(entry.run_id, entry.recorded_at, entry.relation_records, figure, passed)


def _this(verdict: Verdict, held: JudgedScores, run: str, recorded_at: str) -> RunFigure:
    figure = figure_of(verdict.score)
    return RunFigure(run, recorded_at, held.scores.records, figure, verdict.passed)
