"""The section on noisy answers: what an audit found of their epsilon, with a picture."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, EpsilonFacts
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.assertions import Grounds
from sqlmetrics.output.noisy_answers import (
    belief_of,
    claim_text,
    guesses_of,
    in_percent,
    is_average,
    is_delta,
    verdict_of,
)
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.points import UnicityCurve, line_at, share_curve
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import names, shown
from sqlmetrics.risk.epsilon.meaning import most_belief
from sqlmetrics.statement.plan import IDENTITY

STEPS = 4
"""The steps of the picture from no epsilon to twice the claim."""

AVERAGE = "average_prosecutor_risk"
"""The score of the table without noise that stands beside the answers."""

RESULTS = {True: "not refuted", False: "refuted", None: "no limit"}
"""The verdicts on a claim in words."""


class WithoutNoise(NamedTuple):
    """The chance to pick the right record in the table as it is: its grounds, and in words."""

    grounds: Grounds
    known: str
    share: str


class NoiseSection(NamedTuple):
    """What noisy answers say of a claimed epsilon, and a picture of what an epsilon means.

    `claimed`, `found` and `twice` are the most belief by the claim, by the guesses where these
    refute it, and after two answers. A claim that is not refuted is open.
    """

    guessed: Grounds
    verdict: Grounds
    claimed: Grounds
    found: Grounds | None
    twice: Grounds
    delta: Grounds | None
    table: WithoutNoise | None
    epsilon: str
    state: State
    result: str
    curve: UnicityCurve | None


def noise(certificate: Certificate) -> NoiseSection | None:
    """Return what noisy answers say of their epsilon; None where the spec names none."""
    own = certificate.epsilon
    if own is None:
        return None
    return NoiseSection(
        guessed=guesses_of(own),
        verdict=verdict_of(own),
        claimed=belief_of(own, own.claimed),
        found=belief_of(own, own.at_least) if own.refuted else None,
        twice=belief_of(own, 2 * own.claimed),
        delta=Grounds({"delta": own.delta}, is_delta) if own.delta else None,
        table=_without_noise(certificate),
        epsilon=claim_text(own.claimed),
        state="no" if own.passed is False else "un",
        result=wording(RESULTS[own.passed]),
        curve=_curve(own),
    )


def _without_noise(certificate: Certificate) -> WithoutNoise | None:
    """Return the average chance to pick the right record in the table as it is, if it is known."""
    for one in certificate.scores:
        if one.metric == AVERAGE and one.target == IDENTITY and one.measured.value is not None:
            grounds = Grounds({"chance": one.measured}, is_average)
            return WithoutNoise(grounds, names(one.known), shown(one.measured, one.unit))
    return None


def _curve(own: EpsilonFacts) -> UnicityCurve | None:
    """Return the picture of the most belief by epsilon, with a line where the guesses are."""
    epsilons = [2 * own.claimed * step / STEPS for step in range(STEPS + 1)]
    ticks = [figures(epsilon, ".3g") for epsilon in epsilons]
    beliefs = [
        (tick, wording("epsilon {epsilon}", epsilon=tick), Figure(most_belief(epsilon, own.prior)))
        for tick, epsilon in zip(ticks, epsilons, strict=True)
    ]
    curve = share_curve(beliefs)
    if curve is None:
        return None
    belief = most_belief(own.at_least, own.prior)
    line = line_at(belief, wording("by the guesses {percent}", percent=in_percent(belief)), curve.dots)
    return curve._replace(limit=line)
