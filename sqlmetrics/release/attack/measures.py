"""From what an attack did to the measures of the GDA Score: per guessed column and for the dataset."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.release.attack.claims import Checked, Claim
from sqlmetrics.risk.scores import Score
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment
from sqlmetrics.text import csv_line
from sqlmetrics.version import __version__

DATASET = "dataset"
"""The target of measures of all columns together."""

METRICS = (
    "confidence",
    "statistical_confidence",
    "confidence_improvement",
    "claim_probability",
    "susceptibility",
    "prior_knowledge",
    "work",
    "baseline_confidence",
    "control_confidence",
    "risk_beyond_control",
)
"""The measures of an attack; the first seven are those of the GDA Score."""


CONTROLLED = ("control_confidence", "risk_beyond_control")
"""The measures that need a control group."""


@dataclass
class Account:
    """What an attack did: its attempts, its claims and how they were checked, and what it cost.

    `attempts` counts them by column, under DATASET all of them; `susceptible` is the share of each column's cells that it can attempt;
    `base` are random guesses with their results, `control` the claims against people who were not in the original, each None where there
    are none; `cells` are those of knowledge and of the answers of the release.
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
        """The columns that it guessed or attempted to, and DATASET."""
        guessed = dict.fromkeys(column for claim in self.claims for column in claim.guess)
        return (*(name for name in dict.fromkeys([*self.attempts, *guessed]) if name != DATASET), DATASET)


def people_counted(results: Iterable[Checked]) -> int:
    """Return how many people claims were checked against, 0 where none was."""
    return max((result.people for result in results), default=0)


def _against(account: Account, results: Sequence[Checked], control: Sequence[Checked]) -> tuple[float, float, float]:
    """Return how many claims are true of the original and of the control group, and how many times larger the original is.

    Chance singles out more or fewer of a larger group: such claims are compared among as many people of the larger as the smaller has, by
    the chance that one of them alone is met.
    """
    people, others = people_counted(results), people_counted(control)
    if account.criterion != "singling_out" or people == others or not people or not others:
        return sum(result.correct for result in results), sum(result.correct for result in control), 1.0
    size = min(people, others)
    thinned, expected = (math.fsum(result.alone(size) for result in found) for found in (results, control))
    return thinned, expected, people / size


def summary(account: Account, target: str, columns: int) -> dict[str, float]:
    """Return what an attack did to one column, or to the dataset of so many columns, in numbers."""
    of_it = [place for place, claim in enumerate(account.claims) if target == DATASET or target in claim.guess]
    base = [result for claim, result in account.base or () if target == DATASET or target in claim.guess]
    control = [result for claim, result in account.control or () if target == DATASET or target in claim.guess]
    results = [account.results[place] for place in of_it]
    thinned, expected, stretch = _against(account, results, control)
    whole = target == DATASET
    learned = sum(len(account.claims[place].guess) or 1 for place in of_it) if whole else len(of_it)
    all_learned = sum(len(claim.guess) or 1 for claim in account.claims)
    portion = 1.0 if whole or not all_learned else learned / all_learned
    attempts = account.attempts.get(target, account.attempts.get(DATASET, 0) if not whole else 0)
    susceptible = sum(account.susceptible.values()) / columns if whole and columns else account.susceptible.get(target, 1.0)
    return {
        "attempts": attempts,
        "claims": len(of_it),
        "correct": sum(result.correct for result in results),
        "chance": sum(result.chance for result in results),
        "susceptible": susceptible,
        "knowledge": account.knowledge * portion,
        "retrieved": account.retrieved * portion,
        "learned": learned,
        "base_claims": len(base),
        "base_correct": sum(result.correct for result in base),
        "control_claims": len(control),
        "control_correct": expected,
        "thinned_correct": thinned,
        "stretch": stretch,
    }


def measured_statement(summaries: Sequence[Mapping[str, float]], dialect: Dialect) -> str:
    """Return the statement that measures attacks from what they did."""
    rows = [[repr(value) for value in each.values()] for each in summaries]
    text = render("measured_attacks", rows, METRICS, dialect=dialect)
    return comment(f"sqlmetrics {__version__}: the measures of the GDA Score, from what each attack did") + text + "\n"


def measured(engine: Engine, accounts: Sequence[Account], columns: int) -> tuple[Score, ...]:
    """Return the measures of attacks, in the order of METRICS for each target; an original of so many columns was attacked."""
    places = [(account, target) for account in accounts for target in account.targets]
    if not places:
        return ()
    summaries = [summary(account, target, columns) for account, target in places]
    statement = measured_statement(summaries, engine.dialect)
    rows = fetch(engine, statement, "the attacks")
    known = catalogue("attacks")
    findings = []
    for (account, target), rests, (_, *row) in zip(places, summaries, rows, strict=True):
        for number, name in enumerate(METRICS):
            if (account.base if name == "baseline_confidence" else account.control if name in CONTROLLED else ()) is None:
                continue
            value, reason, low, high = row[4 * number : 4 * number + 4]
            records = {"claim_probability": "attempts", "baseline_confidence": "base_claims", "control_confidence": "control_claims"}.get(
                name, "claims"
            )
            findings.append(
                Score(
                    name,
                    target,
                    csv_line(account.known),
                    None,
                    "table",
                    None,
                    int(rests[records]),
                    None if value is None else float(value),
                    reason,
                    known[name].unit,
                    known[name].direction,
                    f"criterion={account.criterion}",
                    account.release,
                    account.attack,
                    None if low is None else float(low),
                    None if high is None else float(high),
                )
            )
    return tuple(findings)
