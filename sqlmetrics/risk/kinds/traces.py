"""The question about whole traces: people whose points are the same are a class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlmetrics.columns.roles import columns_by_role
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source
from sqlmetrics.risk.events.question import points_plan
from sqlmetrics.risk.events.traces import UNTRACED, check_traces, of_traces, traces_plan, whole_traces
from sqlmetrics.risk.explained_kinds import explained_traces
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.risk.kinds.people import OfPeople
from sqlmetrics.risk.kinds.question import Answering, Printing
from sqlmetrics.scoring.extent import whole_extent
from sqlmetrics.scoring.open_scores import score_source
from sqlmetrics.scoring.question import Asked, checked_columns, unopened_plan
from sqlmetrics.scoring.score_rows import scores_of_plans
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.statement import statement


@dataclass(frozen=True)
class OfTraces(OfPeople):
    """What all records of a person give away together."""

    def plans(self, how: Answering | None = None) -> list[Plan]:
        """Return the one plan."""
        return [traces_plan(self.spec)]

    def answer(self, how: Answering) -> Scores:
        """Return the scores of the classes of people."""
        return scores_of_plans(self.spec, self.plans(), how.progress or Progress(), self._measured)

    def _measured(self, opened: Source, plan: Plan, roles: Spec | None) -> Scores:
        """Return the scores of a relation that is open."""
        engine, name, from_sql = opened
        points = points_plan(self.spec)
        columns = checked_columns(opened, points)
        relation = Asked(points, engine.dialect, from_sql, None, [column for column, _ in columns])
        asked = of_traces(self.spec, plan, relation)
        scores = score_source(opened._replace(from_sql=asked.from_sql), asked.plan)
        if not UNTRACED.isdisjoint(score.reason for score in scores.scores):
            check_traces(opened, points)
        return replace(
            scores,
            records=whole_extent(engine, points, from_sql, name).records,
            individuals=scores.records,
            columns_by_role=None if roles is None else columns_by_role(opened, roles, columns),
            events=whole_traces(opened, points),
        )

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the one statement of the traces."""
        spec = self.spec
        relation = unopened_plan(spec, points_plan(spec), how.dialect)
        plan, printed, traces, _, _ = of_traces(spec, traces_plan(spec), relation)
        return [statement(plan, spec.name, plan_entries(plan, traces, needed=True), printed)]

    def explained(self) -> Explained:
        """Return the steps that score whole traces."""
        return explained_traces(self.spec)
