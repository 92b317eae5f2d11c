"""Scores of known points: how many points each is about, and which are about the most in a run."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TypeVar

from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.scoring.scores import Score

Scored = TypeVar("Scored", Score, HistoryEntry)


def points_of(one: Score | HistoryEntry) -> float | None:
    """Return the number of known points of a score, infinite where all are.

    None where it takes records one by one.
    """
    pairs = (entry.partition("=") for entry in (one.parameters or "").split(", "))
    known = next((text.split()[0] for word, _, text in pairs if word == "known"), None)
    return None if known is None else math.inf if known == "all" else int(known)


def of_most_points(scores: Iterable[Scored]) -> Iterator[Scored]:
    """Yield the scores of one run without fewer points than the most, which are never riskier."""
    held = [(points_of(one), one) for one in scores]
    most = max((points for points, _ in held if points is not None), default=None)
    return (one for points, one in held if points in {None, most})
