"""The scores of a history as a result: of the jobs, metrics, targets and runs that are named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmetrics.errors import SpecError
from sqlmetrics.gate.history.history import read_runs
from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.gate.trend import Series, selected, series
from sqlmetrics.risk.result import Result
from sqlmetrics.spec.place import History


@dataclass(frozen=True, repr=False)
class ScoreHistory(Result[HistoryEntry]):
    """The scores that a history keeps, the oldest first.

    Its rows are the entries: a score of a run each, with its `value`, the time `recorded_at`, the
    `run_id`, the `job`, and its `verdicts` as JSON: `.to_pandas()`, `.plot()`. `series` has the
    scores of each metric and target of a job. `place` is what messages call the history.
    `missed` are the runs that measured nothing, each with its `reason`.
    """

    place: str
    entries: tuple[HistoryEntry, ...]
    missed: tuple[HistoryEntry, ...] = ()

    @property
    def rows(self) -> tuple[HistoryEntry, ...]:
        """The entries."""
        return self.entries

    @property
    def series(self) -> list[Series]:
        """The scores of each metric, target and partition of a job, the oldest first."""
        return series(self.entries)


def score_history(
    history: History,
    *,
    jobs: Sequence[str] = (),
    metrics: Sequence[str] = (),
    targets: Sequence[str] = (),
    last: int | None = None,
) -> ScoreHistory:
    """Return the scores of some jobs, metrics and targets, in the `last` runs of each job.

    Raises SpecError where there is no history, for a name that it does not have, and for a number
    of runs below 1; QueryError where it cannot be read.
    """
    if last is not None and last < 1:
        raise SpecError(f"`last` is the number of latest runs to keep, 1 or more, not {last}")
    runs = read_runs(history)
    measured = [entry for entry in runs if entry.measured]
    missed = [entry for entry in runs if not entry.measured and (not jobs or entry.job in jobs)]
    if missed and not measured and not metrics and not targets:
        return ScoreHistory(str(history), (), tuple(missed[-last:] if last else missed))
    entries = selected(measured, history, jobs=jobs, metrics=metrics, targets=targets, last=last)
    began = {entry.job: entry.recorded_at for entry in reversed(entries)} if last else {}
    since = [entry for entry in missed if entry.recorded_at >= began.get(entry.job, "")]
    return ScoreHistory(str(history), tuple(entries), tuple(since))
