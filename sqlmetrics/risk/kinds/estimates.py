"""The question whose scores are estimated from some of the classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import check_records
from sqlmetrics.risk.estimation.estimated import estimate_statements, estimated_source
from sqlmetrics.risk.explained_records import explained_records
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.risk.kinds.question import Answering, Printing, ScoreQuestion
from sqlmetrics.scoring.score_rows import scores_of_plans
from sqlmetrics.scoring.scores import Scores


@dataclass(frozen=True)
class Estimated(ScoreQuestion):
    """What the quasi-identifiers of single records give away, about."""

    def answer(self, how: Answering) -> Scores:
        """Return the scores with their intervals."""
        spec = self.spec
        if not spec.quasi_identifiers:
            check_records(spec)
        measure = partial(estimated_source, spec.estimate or 1.0)
        return scores_of_plans(spec, self.plans(), how.progress or Progress(), measure)

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statement of the sums that scores are estimated from."""
        return estimate_statements(self.spec, how.dialect)

    def explained(self) -> Explained:
        """Return the steps that estimate scores."""
        return explained_records(self.spec)
