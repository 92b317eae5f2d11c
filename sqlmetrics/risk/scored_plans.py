"""The plans of what a spec scores: records one by one, some points of a person, or whole traces."""

from __future__ import annotations

from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan


def scored_plans(
    spec: Spec, *, show_values: bool = False, limit: int | None = None, numbered: bool = False
) -> list[Plan]:
    """Return the plans of what a spec scores; a harmonised one has several.

    Raises SpecError for what cannot be measured as the spec says.
    """
    if spec.known is None:
        return [build_plan(part, show_values=show_values, limit=limit, numbered=numbered) for part in harmonised(spec)]
    from sqlmetrics.risk.events.question import events_plan
    from sqlmetrics.risk.events.traces import traces_plan

    return [traces_plan(spec) if spec.known == "all" else events_plan(spec)]
