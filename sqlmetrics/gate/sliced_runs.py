"""Runs of a history by slices: how many of them passed in each, and the worst."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass

from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.gate.slices import SliceCount
from sqlmetrics.gate.thresholds import WORST_FIRST, all_passed


@dataclass(frozen=True)
class SlicedRun:
    """A run of a job by slices, by its first entry.

    `slices` is their number, `judged` how many were held to a limit. `worst` is the score that is
    furthest beyond its limit or nearest to it, None where no slice was held to one.
    """

    first: HistoryEntry
    slices: int
    judged: SliceCount
    worst: HistoryEntry | None


def sliced_runs(entries: Iterable[HistoryEntry]) -> list[SlicedRun]:
    """Return the runs of a job's entries of slices, in their order."""
    runs: dict[str, dict[str, list[HistoryEntry]]] = {}
    for entry in entries:
        if entry.slice is not None:
            runs.setdefault(entry.run_id, {}).setdefault(entry.slice, []).append(entry)
    return [_run(slices) for slices in runs.values()]


def _run(slices: dict[str, list[HistoryEntry]]) -> SlicedRun:
    """Return a run by the entries of each slice."""
    outcomes = [outcome(entries) for entries in slices.values() if any(entry.limited for entry in entries)]
    limited = [entry for entries in slices.values() for entry in entries if entry.limited]
    return SlicedRun(
        first=next(iter(slices.values()))[0],
        slices=len(slices),
        judged=SliceCount.of(outcomes),
        worst=min(limited, key=left, default=None),
    )


def outcome(entries: Iterable[HistoryEntry]) -> bool | None:
    """Return whether all verdicts on scores passed; None where too few people were there to say."""
    return all_passed(verdict["passed"] for entry in entries for verdict in json.loads(entry.verdicts))


def left(entry: HistoryEntry) -> tuple[int, float]:
    """Return how a score stands: 0 where it failed, 1 where it passed, 2 for too few people.

    Behind it is the least share of a limit that was left, negative beyond it.
    """
    verdicts = json.loads(entry.verdicts)
    if not verdicts:
        return 3, math.inf
    shares = [
        -math.inf if one.get("margin") is None else one["margin"] / (abs(one.get("limit") or 0) or 1)
        for one in verdicts
    ]
    return WORST_FIRST[all_passed(one["passed"] for one in verdicts)], min(shares)
