"""What an attack did: its attempts, its claims and how they were checked, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlmetrics.release.attack.claims import Checked, Claim

DATASET = "dataset"
"""The target of measures of all columns together."""


@dataclass
class AttackLog:
    """What an attack did, as it goes on.

    `attempts` counts them by column, under DATASET all of them. `results` say of each claim whether
    it is true of the original, `base` are random guesses with their results, `control` claims about
    people who were not in the original with theirs; each of the two is None where there is none.
    `susceptible` is the share of each column's cells that can be attempted, `known` the columns
    that the attacker knows. `knowledge` counts cells of the original, `retrieved` those of the
    release's answers.
    """

    attack: str
    criterion: str
    release: str
    attempts: dict[str, int] = field(default_factory=dict)
    claims: list[Claim] = field(default_factory=list)
    results: tuple[Checked, ...] = ()
    base: tuple[tuple[Claim, Checked], ...] | None = None
    control: tuple[tuple[Claim, Checked], ...] | None = None
    susceptible: dict[str, float] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    knowledge: int = 0
    retrieved: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def targets(self) -> tuple[str, ...]:
        """The columns that it guessed or attempted to, and DATASET."""
        guessed = dict.fromkeys(column for claim in self.claims for column in claim.guess)
        return (*(name for name in dict.fromkeys([*self.attempts, *guessed]) if name != DATASET), DATASET)

    def attempted(self, *columns: str) -> None:
        """Count an attempt to learn each of the columns, of which DATASET is one."""
        for column in columns:
            self.attempts[column] = self.attempts.get(column, 0) + 1


def people_counted(results: Iterable[Checked]) -> int:
    """Return how many people claims were checked against, 0 where none was."""
    return max((result.people for result in results), default=0)
