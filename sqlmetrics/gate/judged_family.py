"""What is judged beside the scores of a relation: the scores of one family, held to its limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmetrics.gate.thresholds import Measured, Threshold, Verdict, check_measured, joint_verdict, written_thresholds
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.spec import Spec


@dataclass(frozen=True)
class JudgedFamily:
    """The scores of a family that a spec asks beside its own, the verdicts on them, and notes."""

    scores: tuple[Score, ...]
    verdicts: tuple[Verdict, ...]
    notes: tuple[str, ...]

    @property
    def passed(self) -> bool | None:
        """Whether all limits are kept; None without one."""
        return joint_verdict([verdict.passed for verdict in self.verdicts])


def limits_of_family(spec: Spec, family: str, measured: Sequence[Measured]) -> tuple[Threshold, ...]:
    """Return the limits that a spec writes on the metrics of a family.

    Raises SpecError for a limit on nothing that is measured.
    """
    limits = tuple(one for one in written_thresholds(spec.thresholds) if one.family == family)
    check_measured(limits, measured)
    return limits
