"""Regressions: the scores of an earlier run, as thresholds of a later one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlmetrics.errors import SpecError
from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.gate.thresholds import BOUNDS, RAW, Threshold, subject_of
from sqlmetrics.gate.trend import runs_called
from sqlmetrics.risk.scores import Score
from sqlmetrics.spec.history import History

LAST = "last"
"""The name of the last run of a job, whether it passed or failed."""

LAST_PASSED = "last-passed"
"""The name of the last run of a job that passed."""

RESERVED = (LAST, LAST_PASSED)
"""The names that are no ids of runs."""


def earlier_run(
    entries: Sequence[HistoryEntry], job: str, run: str, history: History, but: str | None = None
) -> list[HistoryEntry]:
    """Return the entries of an earlier run of a job, other than the run `but`.

    `run` is an id, the start of an id, `last`, or `last-passed`. There are none of `last` before
    the first run, and of `last-passed` before the first that passed.

    Raises SpecError, which names the `history`, where no run of the id or more than one is meant.
    """
    own = [entry for entry in entries if entry.job == job and entry.run_id != but]
    if run in RESERVED:
        meant = [entry for entry in own if run == LAST or entry.status == "passed"]
        return [entry for entry in meant if entry.run_id == meant[-1].run_id]
    ids = list(dict.fromkeys(entry.run_id for entry in reversed(own)))
    runs = runs_called(ids, run)
    if len(runs) != 1:
        number = f"{len(runs)} runs" if runs else "no run"
        latest = f"the latest are: {', '.join(ids[:3])}" if ids else f"it has none yet; `no_worse_than: {LAST}` starts"
        raise SpecError(f"{history} has {number} '{run}' of '{job}'; {latest}")
    return [entry for entry in own if entry.run_id == runs[0]]


def from_earlier(
    entries: Sequence[HistoryEntry], scores: Iterable[Score], nulls: str, tolerance: float
) -> list[Threshold]:
    """Return the thresholds that the entries of an earlier run are for later scores.

    A score has one where the earlier run measured it in the same way, with a defined value. It may
    be riskier than that value by the share `tolerance`. `nulls` is the NULL policy of the scores.

    Raises SpecError where no score is comparable.
    """
    before = {
        (entry.metric, entry.target, entry.partition, entry.quasi_identifiers, entry.parameters, entry.nulls): entry
        for entry in entries
    }
    thresholds = []
    for record in scores:
        entry = before.get((*subject_of(record), record.quasi_identifiers, record.parameters, nulls))
        if entry is None or entry.value is None:
            continue
        bound = BOUNDS[record.direction]
        slack = tolerance * abs(entry.value) * (1 if bound == "at_most" else -1)
        thresholds.append(
            Threshold(
                metric=record.metric,
                bound=bound,
                limit=entry.value + slack,
                target=record.target,
                partition=record.partition or RAW,
                origin=entry.run_id,
            )
        )
    if not thresholds:
        reason = "it measured other metrics, targets, quasi-identifiers or parameters, or nothing was defined"
        raise SpecError(
            f"nothing of run {entries[0].run_id} can be compared with this one: {reason};"
            " run it once without `no_worse_than`, and the next one is compared with that"
        )
    return thresholds
