"""Attackers who were judged: each has limits, and the scores of what that attacker knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlmetrics.gate.slices import distance
from sqlmetrics.gate.thresholds import WORST_FIRST, Threshold, Verdict, all_passed, read_thresholds
from sqlmetrics.risk.evidence import Evidence
from sqlmetrics.scoring.scores import Score, Scores
from sqlmetrics.spec.attackers import attackers_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.text import csv_line


@dataclass(frozen=True)
class JudgedAttacker:
    """An attacker of several: the spec of this one, the scores, and the verdicts on them.

    `evidence` is what was measured beside the scores, where it was wanted.
    """

    name: str
    spec: Spec
    scores: Scores
    verdicts: tuple[Verdict, ...]
    evidence: Evidence | None

    @property
    def known(self) -> tuple[str, ...]:
        """The columns that are known."""
        return tuple(self.spec.quasi_identifiers)

    @property
    def passed(self) -> bool | None:
        """Whether every limit is kept."""
        return all_passed(verdict.passed for verdict in self.verdicts)

    @property
    def failed(self) -> int:
        """The number of limits that are broken."""
        return sum(verdict.failed for verdict in self.verdicts)

    @property
    def worst(self) -> Verdict | None:
        """The verdict that is furthest beyond its limit, or nearest to it; None without any."""
        return min(self.verdicts, key=distance, default=None)


@dataclass(frozen=True)
class AttackerLimits:
    """The limits of a spec's attackers by what each knows, or of its only attacker.

    A line of CSV says what is known; the limits of a single attacker have none.
    """

    by_known: Mapping[str | None, tuple[Threshold, ...]]

    @classmethod
    def of(cls, spec: Spec) -> AttackerLimits:
        """Return the limits of a spec. Raises SpecError as `read_thresholds` does."""
        parts = attackers_of(spec)
        if not parts:
            return cls({None: read_thresholds(spec)})
        return cls({csv_line(part.quasi_identifiers): read_thresholds(part) for part in parts.values()})

    @property
    def every(self) -> tuple[Threshold, ...]:
        """All limits."""
        return tuple(threshold for own in self.by_known.values() for threshold in own)

    def on(self, score: Score) -> tuple[Threshold, ...]:
        """Return the limits of the attacker whom a score is about."""
        return self.by_known[None] if None in self.by_known else self.by_known.get(score.quasi_identifiers, ())


def judged_attackers(
    spec: Spec, scores: Scores, verdicts: Iterable[Verdict], evidence: Mapping[str | None, Evidence]
) -> tuple[JudgedAttacker, ...]:
    """Return the attackers of scores with their verdicts, the worst attacker first.

    The evidence is by what is known, a line of CSV.
    """
    own: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        own.setdefault(verdict.score.quasi_identifiers, []).append(verdict)
    parts = attackers_of(spec)
    judged = [
        JudgedAttacker(name, parts[name], scores.attackers[name], tuple(own.get(line, ())), evidence.get(line))
        for line, name in scores.attacker_names.items()
    ]
    return tuple(sorted(judged, key=_worst_first))


def _worst_first(one: JudgedAttacker) -> tuple[int, float]:
    """Return the place of an attacker: failures first, then the share of a limit that is left."""
    worst = one.worst
    return (WORST_FIRST[None], 0.0) if worst is None else (WORST_FIRST[one.passed], distance(worst)[1])
