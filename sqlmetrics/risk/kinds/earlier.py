"""A question about a relation, and what it gives away together with its earlier releases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmetrics.risk.explained_steps import Explained, earlier_steps
from sqlmetrics.risk.kinds.question import Answering, Printing, QuestionAround
from sqlmetrics.risk.together.earlier import earlier_sql, with_earlier
from sqlmetrics.scoring.scores import Scores


@dataclass(frozen=True)
class WithEarlier(QuestionAround):
    """A question on records, beside the same on all releases together."""

    def answer(self, how: Answering) -> Scores:
        """Return the scores, and behind them what all releases together give away."""
        return with_earlier(self.question.answer(how), self.spec, how.progress)

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statements of the question, and one about the earlier releases."""
        earlier = [] if how.placeholders else earlier_sql(self.spec, how.dialect)
        return [*self.question.statements(how), *earlier]

    def explained(self) -> Explained:
        """Return the steps of the question, and of each comparison."""
        run = self.question.explained()
        return run._replace(steps=[*run.steps, *earlier_steps(self.spec)])
