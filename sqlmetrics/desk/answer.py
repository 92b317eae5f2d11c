"""The answer of the desk to a spec: what the release to be gives away, and what passing costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.gate.thresholds import Verdict


@dataclass(frozen=True)
class Answer:
    """What the release of a spec would give away, by its count table.

    Attributes
    ----------
    known, sensitive, left_out
        The known columns that the release has, its sensitive ones, and the known ones that it has
        not. All of them are known to an attacker.
    records
        The records of the source.
    at_risk
        The records in classes that fail a condition on classes, before anything is dropped.
    dropped, budget, needed
        The records that are dropped; the most that may be; and how many would have to be at least,
        where more would than may.
    verdicts
        The conditions with what was measured of what is left; see `Verdict`.
    later
        The conditions that are judged when the release is written.
    smallest, alone
        The size of the smallest class, and the records that are alone in theirs; None without a
        record.
    detail, detail_left
        By known column and in all, the share of the entropy of values that their levels keep.
    lost
        By column how many values it has on its level, and how many of them are dropped altogether.
    """

    known: tuple[str, ...]
    sensitive: tuple[str, ...]
    left_out: tuple[str, ...]
    records: int
    at_risk: int
    dropped: int
    budget: int
    needed: int | None
    verdicts: tuple[Verdict, ...]
    later: tuple[str, ...]
    smallest: int | None
    alone: int | None
    detail: Mapping[str, float]
    detail_left: float
    lost: Mapping[str, tuple[int, int]]

    @property
    def failed(self) -> int:
        """How many conditions are not met."""
        return sum(verdict.failed for verdict in self.verdicts)

    @property
    def told(self) -> str:
        """How many of the conditions hold, or fail, in a few words."""
        number = len(self.verdicts) + len(self.later)
        if not number:
            return "none yet"
        if self.failed:
            return f"{self.failed} of {number} fail"
        return f"{number - len(self.later)} of {number} hold"

    @property
    def passes(self) -> bool | None:
        """Whether the release passes; None where that is not known, or no condition was set."""
        if self.failed or self.needed is not None:
            return False
        return None if self.later or not self.verdicts else True


class LevelStep(NamedTuple):
    """A step of a column, the other columns staying: what it does to people at risk and to detail.

    `level` is its number. `within` says whether no more records are at risk than may be dropped,
    `beyond_need` whether it is coarser than the study needs, and `tells` whether it leaves several
    values.
    """

    level: int
    name: str
    at_risk: int | None
    detail_left: float
    chosen: bool
    within: bool
    beyond_need: bool
    tells: bool = True


class Closest(NamedTuple):
    """The single step that leaves the fewest at risk: its column, its name, and how many."""

    column: str
    level: int
    name: str
    at_risk: int
