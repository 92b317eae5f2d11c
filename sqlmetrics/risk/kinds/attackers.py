"""The question about several attackers, who each know some of the columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import check_records, opened_records, population_source
from sqlmetrics.risk.explained_kinds import explained_attackers
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.risk.kinds.question import Answering, Printing, ScoreQuestion
from sqlmetrics.risk.kinds.records import OfRecords
from sqlmetrics.scoring.attackers import AttackerPlans, of_attackers, together_statement
from sqlmetrics.scoring.open_scores import counting_entries, score_attackers
from sqlmetrics.scoring.question import unopened_plan
from sqlmetrics.scoring.sample.estimates import estimated_sql, sample_counting_plan
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.attackers import attackers_of
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.statement import comment, joined_statements, staged, staged_table, statement
from sqlmetrics.text import joined


@dataclass(frozen=True)
class OfAttackers(ScoreQuestion):
    """What the columns that each of several attackers knows give away, from one read."""

    def answer(self, how: Answering) -> Scores:
        """Return the scores of each attacker, in one result."""
        spec, progress = self.spec, how.progress or Progress()
        check_records(spec)
        plans = AttackerPlans.of(spec)
        whole = plans.whole
        progress.expect(1 + whole.reads_extent + len(plans.plans))
        with opened_records(spec, progress, beside=[spec.population]) as opened:
            people = population_source(opened, spec) if whole.populated else None
            own = score_attackers(opened, plans, people, roles=spec, beside=how.beside)
        return replace(of_attackers(spec, own), profile=tuple(progress.steps))

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statement of all, or one for each where a dialect keeps no counts.

        With a `count_table` one creates the table of all counts, and one for each reads it.
        """
        spec = self.spec
        made = AttackerPlans.of(spec)
        whole, printed, from_sql, population, _ = unopened_plan(spec, made.whole, how.dialect)
        plans = made.spelt(printed, exact=spec.exact_names)
        if how.count_table is None and (how.placeholders or not printed.keeps_counts):
            return named_statements(self, how, {name: OfRecords(part) for name, part in attackers_of(spec).items()})
        estimating = partial(plan_entries, relation=from_sql, needed=True)
        if how.count_table is None:
            texts = [together_statement(plans, spec.name, from_sql, population, printed)] if whole.metrics else []
            estimates = [estimated_sql(plan, spec.name, estimating, printed) for plan in plans.plans.values()]
            return [*texts, *(text for own in estimates for text in own)]
        counting, table = sample_counting_plan(whole), staged_table(whole, printed, how.count_table)
        bare = replace(whole, metrics=())
        texts = [staged(bare, counting, spec.name, from_sql, population, printed, how.count_table)]
        for name, plan in plans.plans.items():
            rolled = plans.rolled(plan, counting_entries(plan, from_sql, None), table, printed)
            entries = partial(estimating, counted=f"(\n    {rolled}\n    )", population=population)
            texts += [self.known(name) + statement(plan, spec.name, entries(plan), printed)] if plan.metrics else []
            texts += estimated_sql(plan, spec.name, entries, printed)
        return texts

    def explained(self) -> Explained:
        """Return the steps that score each attacker."""
        return explained_attackers(self.spec)

    def known(self, name: str) -> str:
        """Return a comment that says what one of the attackers knows."""
        return comment(f"{name} knows {joined(self.spec.attackers[name].quasi_identifiers)}")


def named_statements(whole: OfAttackers, how: Printing, parts: Mapping[str, ScoreQuestion]) -> list[str]:
    """Return the statements of the question of each attacker, below what the attacker knows."""
    return [
        ("" if how.placeholders else whole.known(name)) + joined_statements(part.statements(how))
        for name, part in parts.items()
    ]
