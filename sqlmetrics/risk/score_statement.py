"""The statement of the scores of records, which is printed while nothing is opened."""

from __future__ import annotations

from functools import partial

from sqlmetrics.engine.source import public_relation
from sqlmetrics.risk.question import unopened_plan
from sqlmetrics.risk.sample.queries import estimated_sql, sample_counting_plan
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.statement import joined_statements, staged, staged_table, statement


def class_scores_sql(
    spec: Spec,
    *,
    dialect: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
    count_table: str | None = None,
    placeholders: bool = False,
) -> str:
    """Return the statement that scores all classes of a relation of records; see `score_sql`."""
    texts: list[str] = []
    for number, part in enumerate(harmonised(spec), 1):
        built = build_plan(part, show_values=show_values, limit=limit)
        plan, printed, from_sql, population, _ = unopened_plan(part, built, dialect)
        if count_table is None:
            name = spec.name
            if placeholders:
                name, from_sql = public_relation(part.records, printed, part.place, exact=part.exact_names)
                if population is not None:
                    _, population = public_relation(part.population, printed, part.place, exact=part.exact_names)
            made = partial(plan_entries, relation=from_sql, population=population, needed=True, named=True)
            entries = made(plan, near_unique=bool(plan.near_unique) and not plan.estimated)
            texts += [statement(plan, name, entries, printed, placeholders=placeholders)] if plan.metrics else []
            texts += estimated_sql(plan, name, made, printed)
        else:
            name = count_table if number == 1 else f"{count_table}_{number}"
            texts.append(staged(plan, sample_counting_plan(plan), spec.name, from_sql, population, printed, name))
            counted = staged_table(plan, printed, name)
            made = partial(plan_entries, relation=from_sql, counted=counted, needed=True)
            texts += estimated_sql(plan, spec.name, made, printed)
    return joined_statements(texts)
