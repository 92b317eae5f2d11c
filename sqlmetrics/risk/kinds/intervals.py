"""A question whose scores have the intervals of records that are drawn again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmetrics.errors import SpecError
from sqlmetrics.risk.explained_steps import Explained, drawn_steps
from sqlmetrics.risk.intervals.intervals import WITHHELD, IntervalInputs, interval_inputs, with_intervals
from sqlmetrics.risk.kinds.question import Answering, Printing, QuestionAround
from sqlmetrics.scoring.counted import OpenCounts
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.spec import IntervalSpec
from sqlmetrics.statement.statement import heading

NOT_DRAWN = "the intervals of the scores are drawn by `sqlmetrics score`, and not by this statement"
"""The comment of a statement whose scores have intervals in a run."""


@dataclass(frozen=True)
class WithIntervals(QuestionAround):
    """A question on counts, and how far its scores would be others by chance."""

    @property
    def asked(self) -> IntervalSpec:
        """The words of the intervals."""
        asked = self.spec.interval_spec
        assert asked is not None  # noqa: S101 - what has none is not wrapped
        return asked

    def answer(self, how: Answering) -> Scores:
        """Return the scores with their intervals."""
        found: list[IntervalInputs] = []

        def both(counted: OpenCounts) -> None:
            found.append(interval_inputs(counted, self.asked))
            if how.beside is not None:
                how.beside(counted)

        scores = self.question.answer(how._replace(beside=both))
        if not found:
            raise SpecError(WITHHELD)
        return with_intervals(scores, found, self.asked)

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statements of the question, below a note that they draw nothing."""
        first, *others = self.question.statements(how)
        return [first if how.placeholders else heading(NOT_DRAWN) + first, *others]

    def explained(self) -> Explained:
        """Return the steps of the question, and of drawing."""
        run = self.question.explained()
        return run._replace(steps=[*run.steps, *drawn_steps(run.plans, self.asked)])
