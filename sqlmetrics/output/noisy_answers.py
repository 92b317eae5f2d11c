"""What is said of noisy answers: the guesses, what they say of the claim, and what that means."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from sqlmetrics.certificate.certificate import EpsilonFacts
from sqlmetrics.output.assertions import Assertion, Grounds, same_score
from sqlmetrics.output.page.language import figures, marked, wording
from sqlmetrics.risk.epsilon.meaning import belief_text, most_belief
from sqlmetrics.sentences import Facts, World

TEN_THOUSANDTH = 1e-4
"""The most by which a number in a sentence may miss the true one."""


def is_audit(audit: World, of: Facts) -> bool:
    """Return whether an audit has as many right guesses, and the bound that follows."""
    found = (audit.right, audit.guesses) == (of["right"], of["guesses"])
    return found and same_score(audit.at_least, of["bound"])


def is_refuted(audit: World, of: Facts) -> bool:
    """Return whether an epsilon is refuted, or is not, as it says."""
    return bool((audit.at_least > of["epsilon"]) == of["refuted"])


def is_belief(audit: World, of: Facts) -> bool:
    """Return whether answers of an epsilon raise a belief as far as it says."""
    return bool(abs(audit.belief(of["epsilon"], of["prior"]) - of["belief"]) < TEN_THOUSANDTH)


def is_delta(audit: World, of: Facts) -> bool:
    """Return whether the claim has a delta."""
    return bool(audit.delta == of["delta"])


def is_average(audit: World, of: Facts) -> bool:
    """Return whether the right record of the table without noise is picked as often."""
    return bool(of["chance"].allows(audit.average))


GUESSED = Assertion(
    "Of {guesses} guesses whether a canary is in, {right} are right by the noisy answers: their epsilon is {bound} or"
    " more, at 95%.",
    is_audit,
)
REFUTED = Assertion("An epsilon of {epsilon} is refuted.", is_refuted)
NOT_REFUTED = Assertion(
    "An epsilon of {epsilon} is not refuted, which does not confirm it: a test with more canaries, or another one, may"
    " refute it.",
    is_refuted,
)
CLAIMED = Assertion(
    "An attacker who is sure by {prior} that a person is in the table is sure by {belief} at most, if answers have an"
    " epsilon of {epsilon}.",
    is_belief,
)
FOUND = Assertion("By the guesses it may be {belief} or more.", is_belief)
ADDED = Assertion(
    "Epsilons of answers about the same people add up: after two such answers it is {belief} at most.", is_belief
)
RARE = Assertion("One answer in {number} may tell more, by delta.", is_delta)
WITHOUT_NOISE = Assertion(
    "Without noise, an attacker who knows {known} picks the right record in {share} of the cases on average. That"
    " attack is another one: it asks whose a record is, and epsilon bounds whether a person is in at all.",
    is_average,
)


def noise_sentences(facts: EpsilonFacts, table: tuple[Facts, str, str] | None) -> Iterator[str]:
    """Yield what noisy answers say of a claim, and what it means for a person.

    Beside them is the `table` without noise: the chance to pick the right record as facts and in
    words, and the columns that are known.
    """
    epsilon = claim_text(facts.claimed)
    yield GUESSED.say(
        guesses_of(facts).facts,
        right=figures(facts.right_guesses, ","),
        guesses=figures(facts.guesses, ","),
        bound=lower(facts.at_least),
    )
    yield (REFUTED if facts.refuted else NOT_REFUTED).say(verdict_of(facts).facts, epsilon=epsilon)
    own = belief_of(facts, facts.claimed).facts
    yield CLAIMED.say(own, prior=in_percent(facts.prior), belief=in_percent(own["belief"]), epsilon=epsilon)
    if facts.refuted:
        found = belief_of(facts, facts.at_least).facts
        yield FOUND.say(found, belief=in_percent(found["belief"]))
    twice = belief_of(facts, 2 * facts.claimed).facts
    yield ADDED.say(twice, belief=in_percent(twice["belief"]))
    if facts.delta:
        yield RARE.say({"delta": facts.delta}, number=figures(round(1 / facts.delta), ","))
    if table is not None:
        chance, share, known = table
        yield WITHOUT_NOISE.say(chance, known=known, share=share)


def guesses_of(facts: EpsilonFacts) -> Grounds:
    """Return the grounds of what the guesses say."""
    return Grounds({"right": facts.right_guesses, "guesses": facts.guesses, "bound": facts.at_least}, is_audit)


def verdict_of(facts: EpsilonFacts) -> Grounds:
    """Return the grounds of the verdict on a claim."""
    return Grounds({"epsilon": facts.claimed, "refuted": facts.refuted}, is_refuted)


def belief_of(facts: EpsilonFacts, epsilon: float) -> Grounds:
    """Return the grounds of the most belief after answers of an epsilon."""
    belief = most_belief(epsilon, facts.prior)
    return Grounds({"epsilon": epsilon, "prior": facts.prior, "belief": belief}, is_belief)


def claim_text(epsilon: float) -> str:
    """Return an epsilon that is claimed, as it was written."""
    return marked(f"{epsilon:g}")


def lower(bound: float) -> str:
    """Return a lower bound with two digits, rounded down."""
    return figures(floor(100 * bound) / 100, ".2f")


def in_percent(share: float) -> str:
    """Return a belief in percent, with more digits near 0 and 1."""
    return wording("{number}%", number=marked(belief_text(share).removesuffix(" %")))
