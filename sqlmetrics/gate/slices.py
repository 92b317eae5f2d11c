"""Slices that were judged: each is a table of its own, for which every limit holds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Self

from sqlmetrics.gate.thresholds import WORST_FIRST, Verdict, all_passed
from sqlmetrics.scoring.scores import Scores


@dataclass(frozen=True)
class JudgedSlice:
    """A slice with its people, and its verdicts, the worst first.

    `name` is its number by size, or its values in the columns of slices. People are records where
    none are told apart.
    """

    name: str
    people: int
    verdicts: tuple[Verdict, ...]

    @property
    def passed(self) -> bool | None:
        """Whether it keeps every limit; None where too few people are in it to say."""
        return all_passed(verdict.passed for verdict in self.verdicts)

    @property
    def worst(self) -> Verdict:
        """The verdict that is furthest beyond its limit, or nearest to it."""
        return self.verdicts[0]


@dataclass(frozen=True)
class SliceCount:
    """How many slices pass, fail, and have too few people to say."""

    passed: int
    failed: int
    too_few: int

    @classmethod
    def of(cls, outcomes: Iterable[bool | None]) -> Self:
        """Return the count of slices by whether each passed, None where it has too few people."""
        counts = Counter(outcomes)
        return cls(counts[True], counts[False], counts[None])

    @property
    def slices(self) -> int:
        """The number of slices."""
        return self.passed + self.failed + self.too_few


def small_slices(scores: Scores, least: int | None) -> Collection[str]:
    """Return the slices with fewer people than `least`, none without it."""
    return () if least is None else {name for name, people in scores.people_by_slice.items() if people < least}


def judged_slices(scores: Scores, verdicts: Iterable[Verdict]) -> tuple[JudgedSlice, ...]:
    """Return the slices of scores with their verdicts, the worst first."""
    own: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.score.slice is not None:
            own.setdefault(verdict.score.slice, []).append(verdict)
    slices = [
        JudgedSlice(name, people, tuple(sorted(own[name], key=distance)))
        for name, people in scores.people_by_slice.items()
        if name in own
    ]
    return tuple(sorted(slices, key=lambda one: (WORST_FIRST[one.passed], *distance(one.worst)[1:], one.people)))


def distance(verdict: Verdict) -> tuple[bool, float]:
    """Return the place of a verdict: failures first, then the share of the limit that is left."""
    margin, limit = verdict.margin, abs(verdict.threshold.limit)
    if margin is None:
        return (not verdict.failed, -math.inf if verdict.failed else math.inf)
    return (not verdict.failed, margin / limit if limit else margin)


def counted_slices(slices: Iterable[JudgedSlice]) -> SliceCount:
    """Return how many slices pass, fail, and have too few people to say."""
    return SliceCount.of(one.passed for one in slices)
