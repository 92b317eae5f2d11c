"""The attacks of the command `attacks`, and by which metrics each is measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from sqlmetrics.statement.catalogue import Metric, every_metric, metrics_of


@dataclass(frozen=True)
class DiscriminationAttack:
    """The facts about an attack of the Discrimination Rate, or beside it, in one place.

    `disclosure` is the kind of its disclosure, `meaning` its rate in words, and `needs` its input
    besides a release and its original. `view` is the kind of view of the macro `attacks` that
    it is measured by, and `rates` are metrics of one relation with the view's column that has them.
    Metrics of attacks name the attack in their headers.
    """

    name: str
    disclosure: Literal["identity", "attribute"]
    meaning: str
    needs: str
    view: str
    rates: tuple[tuple[str, str], ...] = ()


RATE = (("discrimination_rate", "rate"),)
JOINT = "joint"
"""The view of the release and its original together."""

BESIDE_CHANCE = (*RATE, ("adjusted_discrimination_rate", "beyond"))

ATTACKS = {
    attack.name: attack
    for attack in (
        DiscriminationAttack(
            name="identity_white_box",
            disclosure="identity",
            meaning="what the released keys tell about the original ones",
            needs="a record id (`record_id`), or how the keys were recoded (`partitions`)",
            view="white",
            rates=RATE,
        ),
        DiscriminationAttack(
            name="identity_black_box",
            disclosure="identity",
            meaning="what the released keys tell about who a record belongs to, from the release alone",
            needs="nothing else",
            view="identity",
            rates=RATE,
        ),
        DiscriminationAttack(
            name="identity_grey_box",
            disclosure="identity",
            meaning="what the released keys tell about who a record belongs to, "
            "among people whom the attacker can name",
            needs="a table of people by their keys (`external`)",
            view="grey",
            rates=RATE,
        ),
        DiscriminationAttack(
            name="homogeneity",
            disclosure="attribute",
            meaning="what the released keys tell about a sensitive attribute",
            needs="sensitive attributes (`sensitive`)",
            view="sensitive",
            rates=BESIDE_CHANCE,
        ),
        DiscriminationAttack(
            name="background_knowledge",
            disclosure="attribute",
            meaning="what an attacker who knows the released keys still has to know of a sensitive attribute",
            needs="sensitive attributes (`sensitive`)",
            view="sensitive",
        ),
        DiscriminationAttack(
            name="skewness",
            disclosure="attribute",
            meaning="how much less the released keys tell about a sensitive attribute than the original ones do, "
            "and how far a class is from the whole",
            needs="sensitive attributes (`sensitive`)",
            view="sensitive",
            rates=(("a_diff", "shift"),),
        ),
        DiscriminationAttack(
            name="semantic",
            disclosure="attribute",
            meaning="what the released keys tell about a sensitive attribute as an attacker sees it",
            needs="the attacker's model, a partition of a sensitive attribute (`partitions`)",
            view="model",
            rates=BESIDE_CHANCE,
        ),
        DiscriminationAttack(
            name="replication",
            disclosure="identity",
            meaning="whose keys are alone in the original, and of a single released record",
            needs="nothing else",
            view=JOINT,
        ),
        DiscriminationAttack(
            name="attribution",
            disclosure="attribute",
            meaning="whose sensitive attribute the released records with the same keys tell rightly",
            needs="sensitive attributes (`sensitive`)",
            view=JOINT,
        ),
    )
}
"""The attacks by name, in the order of the result: the first three are one by three attackers.

The last two are on the original's records, not the release's. They share one view of both
relations, with a row per metric.
"""


class Use(NamedTuple):
    """A metric of an attack, or of the release itself where `attack` is None.

    It is the view's `column`, or without one the metric's own expression. A `combined` metric takes
    all keys together only.
    """

    attack: str | None
    metric: Metric
    view: str
    column: str | None = None

    @property
    def combined(self) -> bool:
        """Whether only all keys together have the metric, as what is beyond chance."""
        return self.metric.needs in {"combined", "expected_information"}


def uses(level: str, *, everything: bool = True) -> list[Use]:
    """Return the metrics of each attack that a level has, then the release's own metrics.

    Those on request are among them if `everything` is asked for.
    """
    by_header = [
        Use(None if name == "none" else name, metric, *((metric.name, "rate") if view == JOINT else (view,)))
        for metric in metrics_of("views")
        if everything or not metric.on_request
        for name, view in metric.attacks
    ]
    made: list[Use] = []
    for attack in (*ATTACKS.values(), None):
        own = [use for use in by_header if use.attack == (attack and attack.name)]
        made += [use for use in own if not use.combined]
        if attack is not None:
            made += [Use(attack.name, every_metric()[name], attack.view, column) for name, column in attack.rates]
        made += [use for use in own if use.combined]
    return [use for use in made if level in use.metric.levels]
