"""The question about some known points of a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from sqlmetrics.engine.progress import Progress
from sqlmetrics.risk.events.question import events_plan
from sqlmetrics.risk.events.scores import measured_points, points_statements
from sqlmetrics.risk.explained_kinds import explained_points
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.risk.kinds.people import OfPeople
from sqlmetrics.risk.kinds.question import Answering, Printing
from sqlmetrics.scoring.score_rows import scores_of_plans
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.statement.plan import Plan


@dataclass(frozen=True)
class OfPoints(OfPeople):
    """What some records of a person give away together."""

    def plans(self, how: Answering | None = None) -> list[Plan]:
        """Return the one plan."""
        return [events_plan(self.spec)]

    def answer(self, how: Answering) -> Scores:
        """Return the scores of each number of points."""
        return scores_of_plans(self.spec, self.plans(), how.progress or Progress(), partial(measured_points, self.spec))

    def statements(self, how: Printing) -> Sequence[str]:
        """Return a statement for each target."""
        return [*points_statements(self.spec, events_plan(self.spec), how.dialect)]

    def explained(self) -> Explained:
        """Return the steps that score some known points."""
        return explained_points(self.spec)
