"""The section on a file of people: who is found though it has errors, and by which weight."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, LinkageFacts, LinksByWeight
from sqlmetrics.output.assertions import Grounds
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.limited_scores import (
    LIMIT_RESULTS,
    LimitedScore,
    limited_score,
    limits_state,
    share_grounds,
)
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import with_unit
from sqlmetrics.sentences import Facts, World

FOUND = ("linked", "linked_rightly", "linked_exactly", "linked_by_chance")
"""The shares that sentences tell."""


class WeightRow(NamedTuple):
    """The people who are linked with a weight or more, and how many of them rightly, in words."""

    weight: str
    people: str
    precision: str


class LinkageSection(NamedTuple):
    """Who of a file of people is found.

    `linked`, `rightly` and `chance` are the grounds of sentences on shares of the file's records,
    and `sure` of the least weight from which on everybody is found rightly.
    """

    linked: Grounds | None
    rightly: Grounds | None
    chance: Grounds | None
    sure: Grounds | None
    state: State
    result: str
    rows: list[LimitedScore]
    weights: list[WeightRow]


def linkage(certificate: Certificate) -> LinkageSection | None:
    """Return who of a file of people is found; None where the spec names none."""
    own = certificate.linkage
    if own is None:
        return None
    grounds = partial(share_grounds, own.scores, holds=are_found, people=own.people.value)
    return LinkageSection(
        linked=grounds(["linked"]),
        rightly=grounds(["linked_rightly", "linked_exactly"]),
        chance=grounds(["linked_by_chance"]),
        sure=_sure(own),
        state=limits_state(own.passed),
        result=wording(LIMIT_RESULTS[own.passed]),
        rows=[limited_score(score, certificate.conditions) for score in own.scores],
        weights=[_weight(one) for one in own.by_weight] if own.told else [],
    )


def are_found(world: World, of: Facts) -> bool:
    """Return whether a file has as many people, and such shares of them are found."""
    shares = ((world.found(metric), of[metric]) for metric in FOUND if metric in of)
    return bool(world.people == of["people"] and all(figure.allows(share) for share, figure in shares))


def _sure(own: LinkageFacts) -> Grounds | None:
    """Return the least weight from which on all are found rightly; None without one."""
    sure = [one for one in own.by_weight if one.precision.value == 1]
    return Grounds({"weight": sure[0].weight, "sure": sure[0].people}, _are_sure) if sure else None


def _are_sure(world: World, of: Facts) -> bool:
    """Return whether as many people have such a weight, and each is found rightly."""
    found, rightly = world.beyond(of["weight"])
    return bool(of["sure"].allows(found) and abs(found - rightly) < SLACK)


SLACK = 1e-9
"""The most by which sums of shared guesses may miss a number of people."""


def _weight(one: LinksByWeight) -> WeightRow:
    return WeightRow(figures(one.weight, ","), with_unit(one.people, ""), with_unit(one.precision, "share"))
