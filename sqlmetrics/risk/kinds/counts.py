"""The question about files of counts, whose records lie elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmetrics.risk.counts.scored import counts_sql, score_counts
from sqlmetrics.risk.explained_records import explained_counts
from sqlmetrics.risk.explained_steps import Explained
from sqlmetrics.risk.kinds.attackers import OfAttackers, named_statements
from sqlmetrics.risk.kinds.question import Answering, Printing, ScoreQuestion
from sqlmetrics.scoring.attackers import of_attackers
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.attackers import attackers_of


@dataclass(frozen=True)
class OfCounts(ScoreQuestion):
    """What counts of records give away, as if the records were there."""

    def answer(self, how: Answering) -> Scores:
        """Return the scores of the counts, added up."""
        return score_counts(
            self.spec.counts,
            self.spec,
            show_values=how.show_values,
            limit=how.limit,
            progress=how.progress,
            store=how.store,
            beside=how.beside,
            slices=how.slices,
        )

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statement that adds the counts up and scores them."""
        return [
            counts_sql(
                self.spec.counts,
                self.spec,
                dialect=how.dialect,
                show_values=how.show_values,
                limit=how.limit,
                placeholders=how.placeholders,
            )
        ]

    def explained(self) -> Explained:
        """Return the steps that score counts; their metadata is read."""
        return explained_counts(self.spec)


@dataclass(frozen=True)
class OfCountsOfAttackers(OfAttackers):
    """What counts give away to each of several attackers, who have the files one by one."""

    @property
    def parts(self) -> dict[str, OfCounts]:
        """The question of each attacker."""
        return {name: OfCounts(part) for name, part in attackers_of(self.spec).items()}

    def answer(self, how: Answering) -> Scores:
        """Return the scores of each attacker, in one result."""
        plain = Answering(progress=how.progress, beside=how.beside)
        return of_attackers(self.spec, {name: part.answer(plain) for name, part in self.parts.items()})

    def statements(self, how: Printing) -> Sequence[str]:
        """Return the statement of each attacker."""
        plain = Printing(how.dialect, placeholders=how.placeholders)
        return named_statements(self, plain, self.parts)
