"""What is said of noisy answers: the guesses, what they say of the claim, and what that means."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import NamedTuple

from sqlmetrics.certificate.certificate import EpsilonFacts, Figure
from sqlmetrics.output.assertions import Assertion, same_score
from sqlmetrics.output.page.language import figures, marked, wording
from sqlmetrics.risk.epsilon.meaning import belief_text, most_belief
from sqlmetrics.sentences import Facts, World

TEN_THOUSANDTH = 1e-4
"""The most by which a number in a sentence may miss the true one."""


def _is_audit(audit: World, of: Facts) -> bool:
    return (audit.right, audit.guesses) == (of["right"], of["guesses"]) and same_score(audit.at_least, of["bound"])


def _is_belief(audit: World, of: Facts) -> bool:
    return bool(abs(audit.belief(of["epsilon"], of["prior"]) - of["belief"]) < TEN_THOUSANDTH)


GUESSED = Assertion(
    "Of {guesses} guesses whether a canary is in, {right} are right by the noisy answers: their epsilon is {bound} or"
    " more, at 95%.",
    _is_audit,
)
REFUTED = Assertion("An epsilon of {epsilon} is refuted.", lambda audit, of: audit.at_least > of["epsilon"])
NOT_REFUTED = Assertion(
    "An epsilon of {epsilon} is not refuted, which does not confirm it: a test with more canaries, or another one, may"
    " refute it.",
    lambda audit, of: audit.at_least <= of["epsilon"],
)
CLAIMED = Assertion(
    "An attacker who is sure by {prior} that a person is in the table is sure by {belief} at most, if answers have an"
    " epsilon of {epsilon}.",
    _is_belief,
)
FOUND = Assertion("By the guesses it may be {belief} or more.", _is_belief)
ADDED = Assertion(
    "Epsilons of answers about the same people add up: after two such answers it is {belief} at most.", _is_belief
)
RARE = Assertion("One answer in {number} may tell more, by delta.", lambda audit, of: audit.delta == of["delta"])
WITHOUT_NOISE = Assertion(
    "Without noise, an attacker who knows {known} picks the right record in {share} of the cases on average. That"
    " attack is another one: it asks whose a record is, and epsilon bounds whether a person is in at all.",
    lambda audit, of: of["chance"].allows(audit.average),
)


class WithoutNoise(NamedTuple):
    """The average chance to pick the right record in the table as it is, by known columns."""

    chance: Figure
    said: str
    known: str


def noise_sentences(facts: EpsilonFacts, table: WithoutNoise | None) -> Iterator[str]:
    """Yield what noisy answers say of a claim, what it means for a person, and a `table` beside."""
    claimed = {"epsilon": facts.claimed}
    epsilon = marked(f"{facts.claimed:g}")
    yield GUESSED.say(
        {"right": facts.right_guesses, "guesses": facts.guesses, "bound": facts.at_least},
        right=figures(facts.right_guesses, ","),
        guesses=figures(facts.guesses, ","),
        bound=figures(floor(100 * facts.at_least) / 100, ".2f"),
    )
    yield (REFUTED if facts.refuted else NOT_REFUTED).say(claimed, epsilon=epsilon)
    prior = _percent(facts.prior)
    yield CLAIMED.say(*_of(facts, facts.claimed), prior=prior, belief=_after(facts, facts.claimed), epsilon=epsilon)
    if facts.refuted:
        yield FOUND.say(*_of(facts, facts.at_least), belief=_after(facts, facts.at_least))
    yield ADDED.say(*_of(facts, 2 * facts.claimed), belief=_after(facts, 2 * facts.claimed))
    if facts.delta:
        yield RARE.say({"delta": facts.delta}, number=figures(round(1 / facts.delta), ","))
    if table is not None:
        yield WITHOUT_NOISE.say({"chance": table.chance}, known=table.known, share=table.said)


def _of(facts: EpsilonFacts, epsilon: float) -> tuple[Facts]:
    return ({"epsilon": epsilon, "prior": facts.prior, "belief": most_belief(epsilon, facts.prior)},)


def _after(facts: EpsilonFacts, epsilon: float) -> str:
    """Return the most belief after answers of an epsilon."""
    return _percent(most_belief(epsilon, facts.prior))


def _percent(share: float) -> str:
    """Return a belief in percent, with more digits near 0 and 1."""
    return wording("{number}%", number=marked(belief_text(share).removesuffix(" %")))
