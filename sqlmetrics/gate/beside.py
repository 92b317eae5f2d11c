"""What a spec asks beside its scores: tables, noisy answers, a file of people, generated texts."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmetrics.engine.progress import Progress
from sqlmetrics.gate.epsilon import JudgedEpsilon, judge_epsilon
from sqlmetrics.gate.judged_family import JudgedFamily
from sqlmetrics.gate.linkage import judge_linkage
from sqlmetrics.gate.outputs import JudgedTables, judge_tables
from sqlmetrics.gate.repetition import judge_repetition
from sqlmetrics.gate.thresholds import Verdict
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.spec import Spec


@dataclass(frozen=True)
class JudgedBeside:
    """What stands beside a relation's scores, each None where the spec does not ask it.

    `tables` are published ones, `epsilon` is the audit of noisy answers, `linkage` says who of a
    file of people is found, and `repetition` what generated texts repeat.
    """

    tables: JudgedTables | None = None
    epsilon: JudgedEpsilon | None = None
    linkage: JudgedFamily | None = None
    repetition: JudgedFamily | None = None

    @property
    def asked(self) -> tuple[JudgedFamily, ...]:
        """The parts that the spec asks."""
        parts = (self.tables, self.epsilon, self.linkage, self.repetition)
        return tuple(one for one in parts if one is not None)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The scores of all that is asked beside, as a history has them."""
        return tuple(score for one in self.asked for score in one.scores)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts on the scores of all that is asked beside."""
        return tuple(verdict for one in self.asked for verdict in one.verdicts)

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes on what was not judged beside the scores, and why."""
        return tuple(note for one in self.asked for note in one.notes)


def judge_beside(spec: Spec, progress: Progress, *, reports: bool, show_values: bool) -> JudgedBeside:
    """Measure what a spec asks beside its scores, and hold it to limits. Raises SpecError."""
    return JudgedBeside(
        judge_tables(spec, progress, reports=reports, show_values=show_values),
        judge_epsilon(spec, progress),
        judge_linkage(spec, progress),
        judge_repetition(spec, progress),
    )
