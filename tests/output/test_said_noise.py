"""What is said of noisy answers holds: by counts, and by the rule of Bayes on every attacker."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import exp
from pathlib import Path
from typing import Any

import pytest
from scipy.optimize import brentq
from scipy.stats import binom

import sqlmetrics
from coins import coins_of
from sqlmetrics.certificate.certificate import Certificate, EpsilonFacts
from sqlmetrics.output.noisy_answers import noise_sentences
from sqlmetrics.output.page.page import page_html
from sqlmetrics.sentences import heard

PEOPLE = {"zip": ["1", "1", "1", "2"], "ill": ["flu", "cold", "flu", "cold"]}
CELLS = range(1000, 1012)


class ExactAudit:
    """An audit of twelve canaries, by loops over its guesses and over randomised answers."""

    def __init__(self, wrong: int, delta: float = 0.0) -> None:
        self.guesses, self.right, self.delta = 12, 12 - wrong, delta
        self.at_least = float(brentq(self._excess, 0, 9)) if self._excess(0) < 0 else 0.0
        sizes = Counter(PEOPLE["zip"])
        self.average = sum(1 / sizes[town] for town in PEOPLE["zip"]) / len(PEOPLE["zip"])

    def _excess(self, epsilon: float) -> float:
        return float(binom.sf(self.right - 1, 12, 1 / (1 + exp(-epsilon)))) - 0.05

    @staticmethod
    def belief(epsilon: float, prior: float) -> float:
        """Return the most belief after an answer of randomised response."""
        truth = exp(epsilon) / (1 + exp(epsilon))
        likely = {(inside, said): truth if inside == said else 1 - truth for inside, said in product((0, 1), (0, 1))}
        return max(
            prior * likely[1, said] / (prior * likely[1, said] + (1 - prior) * likely[0, said]) for said in (0, 1)
        )


def reported(folder: Path, wrong: int, claimed: float, prior: float, *, internal: bool) -> Certificate:
    """Return the certificate of a report beside answers that tell all coins, but for some."""
    coins_of("zip", CELLS).save(folder / "coins.json")
    rows = [f"{cell},{(place + (place < wrong)) % 2 + place / 1000}" for place, cell in enumerate(CELLS)]
    (folder / "answers.csv").write_text("\n".join(["zip,n", *rows]) + "\n")
    noisy: dict[str, Any] = {"relation": folder / "answers.csv", "coins": folder / "coins.json", "prior": prior}
    limits = {"claimed_epsilon": claimed}
    return sqlmetrics.report(
        PEOPLE, "zip", "ill", thresholds=limits, noisy_answers=noisy, look=False, internal=internal
    ).certificate


@pytest.mark.parametrize("internal", [True, False])
@pytest.mark.parametrize(("wrong", "claimed", "prior"), [(0, 1, 0.5), (0, 2, 0.1), (2, 0.2, 0.01), (4, 1, 0.9)])
def test_what_a_page_says_of_noisy_answers_holds(
    tmp_path: Path, wrong: int, claimed: float, prior: float, *, internal: bool
) -> None:
    """The guesses, the verdict, and the most belief by the claim, the guesses and two answers."""
    certificate = reported(tmp_path, wrong, claimed, prior, internal=internal)
    world = ExactAudit(wrong)
    with heard() as said:
        page = page_html(certificate)
    own = [one for one in said if {*one.facts} & {"bound", "refuted", "belief", "chance"}]
    assert [one.assertion.text for one in own if not one.holds(world)] == []
    assert len(own) == 4 + (world.at_least > claimed) + ("Without noise" in page)
    assert not any(one.holds(ExactAudit(6)) for one in own if "bound" in one.facts)
    assert 'id="noise"' in page
    assert "confirmed" not in page.partition('id="noise"')[2].partition("</section>")[0]


def test_what_check_says_of_noisy_answers_holds() -> None:
    """With a delta it is said that some answers may tell more."""
    facts = EpsilonFacts(1, 0.001, 0.5, 12, 12, 12, ExactAudit(0).at_least, passed=False)
    with heard() as said:
        sentences = [*noise_sentences(facts, None)]
    assert all(one.holds(ExactAudit(0, 0.001)) for one in said)
    assert not any(one.holds(ExactAudit(2, 0.1)) for one in said if {"bound", "delta"} & {*one.facts})
    assert sentences[-1] == "One answer in 1,000 may tell more, by delta."
    assert "73.1% at most" in sentences[2]
    assert "1.26 or more" in sentences[0]
