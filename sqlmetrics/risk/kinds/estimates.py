"""The question whose scores are estimated from some of the classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmetrics.risk.estimation.estimated import estimate, estimate_statements
from sqlmetrics.risk.explained_records import explained_records
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.risk.kinds.question import Answering, Printing, ScoreQuestion
from sqlmetrics.risk.scores import Scores


@dataclass(frozen=True)
class Estimated(ScoreQuestion):
    """What the quasi-identifiers of single records give away, about."""

    def answer(self, how: Answering) -> Scores:
        """Return the scores with their intervals."""
        return estimate(self.spec, how.progress)

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statement of the sums that scores are estimated from."""
        return estimate_statements(self.spec, how.dialect)

    def explained(self, dialect: str | None) -> Explained:
        """Return the steps that estimate scores."""
        return explained_records(self.spec, dialect)
