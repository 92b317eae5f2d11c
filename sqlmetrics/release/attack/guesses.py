"""The guesses of attacks that single out: their attempts, and random guesses beside them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sqlmetrics.release.attack.attack_log import DATASET, AttackLog
from sqlmetrics.release.attack.claims import Bound, Claim
from sqlmetrics.release.attack.scenario import Scenario


def count_guesses(log: AttackLog, names: Sequence[str]) -> None:
    """Set the attempts and the costs of an attack that guesses all that it retrieves."""
    log.attempts = {DATASET: len(log.claims)}
    for claim in log.claims:
        log.attempted(*claim.guess)
    log.susceptible = dict.fromkeys(names, 1.0)
    log.retrieved = max(sum(len(claim.guess) for claim in log.claims), 1)


def mixed(scenario: Scenario, claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims with values of other released records: guesses at random."""
    names = tuple(dict.fromkeys(name for claim in claims for name in claim.guess))
    if not names:
        return []
    drawn = scenario.random_rows(names, len(claims))
    pick = random.Random(scenario.options.seed)  # noqa: S311 - a sample, not a secret

    def other(value: Any, name: str) -> Any:
        """Return the value of a record that is picked, under the bound of the claimed one."""
        picked = drawn[pick.randrange(len(drawn))].values[names.index(name)]
        return value._replace(value=picked) if isinstance(value, Bound) and picked is not None else picked

    return [claim._replace(guess={name: other(value, name) for name, value in claim.guess.items()}) for claim in claims]
