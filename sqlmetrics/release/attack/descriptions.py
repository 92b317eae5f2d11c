"""The attacks that come with sqlmetrics, described alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlmetrics.release.attack import discrimination_attacks, gda
from sqlmetrics.release.attack.scenario import NEEDS
from sqlmetrics.statement.catalogue import metrics_of


class AttackDescription(NamedTuple):
    """The facts about an attack.

    `command` makes it. `discloses` is a criterion of the Article 29 Working Party, or the
    disclosure of an identity or attribute. `meaning` gives the claim or the rate in words,
    `needs` the input besides a release and its original, `metrics` the names of its measures.
    """

    name: str
    command: str
    discloses: str
    meaning: str
    needs: str
    metrics: tuple[str, ...]


def every_attack() -> Mapping[str, AttackDescription]:
    """Return the attacks by name: the attacks of the command `attacks`, then of `gda`."""
    uses = discrimination_attacks.uses("table")
    rated = [
        AttackDescription(
            name=attack.name,
            command="attacks",
            discloses=f"{attack.disclosure} disclosure",
            meaning=attack.meaning,
            needs=attack.needs,
            metrics=tuple(use.metric.name for use in uses if use.attack == attack.name),
        )
        for attack in discrimination_attacks.ATTACKS.values()
    ]
    measures = tuple(metric.name for metric in metrics_of("claims"))
    claiming = [
        AttackDescription(
            name=attack.name,
            command="gda",
            discloses=attack.criterion.replace("_", " "),
            meaning=attack.meaning,
            needs=NEEDS[attack.needs],
            metrics=measures,
        )
        for attack in gda.ATTACKS.values()
    ]
    return {attack.name: attack for attack in (*rated, *claiming)}
