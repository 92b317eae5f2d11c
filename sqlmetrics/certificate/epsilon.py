"""The audit of noisy answers in a certificate: the claim, the guesses, and the bound."""

from __future__ import annotations

from sqlmetrics.certificate.certificate import EpsilonFacts
from sqlmetrics.gate.epsilon import JudgedEpsilon


def epsilon_facts(judged: JudgedEpsilon | None) -> EpsilonFacts | None:
    """Return what a certificate says of noisy answers; None where there are none.

    The claim is the least limit or, without one, the claim of the plan.
    """
    if judged is None:
        return None
    found = judged.audit.finding
    return EpsilonFacts(
        claimed=min((verdict.threshold.limit for verdict in judged.verdicts), default=found.epsilon),
        delta=found.delta,
        prior=judged.audit.claimed.prior,
        canaries=found.canaries,
        guesses=found.guesses,
        right_guesses=found.right_guesses,
        at_least=found.epsilon_at_least,
        passed=judged.passed,
    )
