"""The question about single records: what the quasi-identifiers of each give away."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial

from sqlmetrics.engine.engine import counted_once
from sqlmetrics.engine.printed_relations import public_relation
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, check_records, population_source
from sqlmetrics.risk.explained_records import explained_records
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.risk.kinds.question import Answering, Printing, ScoreQuestion
from sqlmetrics.scoring.open_scores import score_source
from sqlmetrics.scoring.question import unopened_plan
from sqlmetrics.scoring.sample.estimates import estimated_sql, sample_counting_plan
from sqlmetrics.scoring.score_rows import scores_of_plans
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.statement import staged, staged_table, statement


@dataclass(frozen=True)
class OfRecords(ScoreQuestion):
    """What the quasi-identifiers of single records give away, also in slices or harmonised."""

    def answer(self, how: Answering) -> Scores:
        """Return the scores of each plan, in one result."""
        spec, store, beside = self.spec, how.store, how.beside
        if not spec.quasi_identifiers:
            check_records(spec)

        def measure(opened: Source, plan: Plan, roles: Spec | None) -> Scores:
            engine = opened.engine
            with counted_once(engine) if beside or plan.estimated else nullcontext(engine) as once:
                source = opened._replace(engine=once)
                people = population_source(source, spec) if plan.populated else None
                return score_source(source, plan, people, store, roles=roles, beside=beside, slices=how.slices)

        return scores_of_plans(spec, self.plans(how), how.progress or Progress(), measure, [spec.population])

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statement of each plan, and of what is estimated from other rows."""
        texts: list[str] = []
        for number, part in enumerate(harmonised(self.spec), 1):
            built = build_plan(part, show_values=how.show_values, limit=how.limit)
            if how.count_table is None:
                texts += self._direct(part, built, how)
            else:
                name = how.count_table if number == 1 else f"{how.count_table}_{number}"
                texts += self._staged(part, built, how, name)
        return texts

    def _direct(self, part: Spec, built: Plan, how: Printing) -> list[str]:
        """Return the statements of one plan that read the relation."""
        plan, printed, from_sql, population, _ = unopened_plan(part, built, how.dialect)
        name = self.spec.name
        if how.placeholders:
            name, from_sql = public_relation(part.records, printed, part.place, exact=part.exact_names)
            if population is not None:
                _, population = public_relation(part.population, printed, part.place, exact=part.exact_names)
        made = partial(plan_entries, relation=from_sql, population=population, needed=True, named=True)
        entries = made(plan, way="textbook" if plan.estimated else plan.way)
        own = [statement(plan, name, entries, printed, placeholders=how.placeholders)] if plan.metrics else []
        return [*own, *estimated_sql(plan, name, made, printed)]

    def _staged(self, part: Spec, built: Plan, how: Printing, table: str) -> list[str]:
        """Return the statements of one plan: one makes a table of counts, the others read it."""
        plan, printed, from_sql, population, _ = unopened_plan(part, built, how.dialect)
        counting = sample_counting_plan(plan)
        counted = staged_table(plan, printed, table)
        made = partial(plan_entries, relation=from_sql, counted=counted, needed=True)
        return [
            staged(plan, counting, self.spec.name, from_sql, population, printed, table),
            *estimated_sql(plan, self.spec.name, made, printed),
        ]

    def explained(self) -> Explained:
        """Return the steps that score records."""
        return explained_records(self.spec)
