"""The log of an attack: its attempts, its claims with their checks, and its costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlmetrics.release.attack.claims import Checked, Claim

DATASET = "dataset"
"""The target of measures of all columns together."""


@dataclass
class AttackLog:
    """The log of an attack, which grows as it goes on.

    `attempts` are counts by column, under DATASET the count of all. `results` are the checks of the
    claims against the original. `base` are random guesses, and `control` claims about people who
    were not in the original, both with their checks, or None where there are none.
    `susceptible` is the share of each column's cells that can be attempted, `known` the columns
    that the attacker knows. `knowledge` counts cells of the original, `retrieved` counts cells of
    the release's answers.
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
        """The columns of its attempts and of its guesses, and DATASET."""
        guessed = dict.fromkeys(column for claim in self.claims for column in claim.guess)
        return (*(name for name in dict.fromkeys([*self.attempts, *guessed]) if name != DATASET), DATASET)

    def attempted(self, *columns: str) -> None:
        """Count an attempt to learn each of the columns; DATASET may be one."""
        for column in columns:
            self.attempts[column] = self.attempts.get(column, 0) + 1


def people_counted(results: Iterable[Checked]) -> int:
    """Return the number of people that claims were checked against, 0 without a claim."""
    return max((result.people for result in results), default=0)
