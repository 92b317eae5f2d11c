"""Attackers: what each of several knows, and which conditions hold for each."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import AttackerFacts, Certificate
from sqlmetrics.output.assertions import ROUNDING, Assertion, are_met
from sqlmetrics.output.page.answer import conditions_decided, state_of
from sqlmetrics.output.page.language import counted_things, wording
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import name, names
from sqlmetrics.sentences import Facts, World

RESULTS = {"no": "Fails", "un": "Not decided", "yes": "Passes"}
"""The words for the state of an attacker's conditions."""


class AttackersSection(NamedTuple):
    """The attackers with their verdicts."""

    sentences: tuple[str, ...]
    rows: list[AttackerVerdict]


class AttackerVerdict(NamedTuple):
    """An attacker: the name, what is known, and how many conditions are met."""

    name: str
    known: str
    met: str
    state: State
    result: str


def attackers(certificate: Certificate) -> AttackersSection | None:
    """Return the attackers of a certificate with their verdicts; None where there is only one."""
    if not certificate.attackers:
        return None
    return AttackersSection(
        sentences=(
            DIFFERENT.say(
                {"number": len(certificate.attackers)},
                attackers=counted_things(len(certificate.attackers), "attacker"),
            ),
            about_whom(certificate),
            wording(
                "What attackers would find out together, if they told each other what they know, is not said here."
            ),
        ),
        rows=[_row(one, certificate) for one in certificate.attackers],
    )


DIFFERENT = Assertion(
    "{attackers} know different columns of a person. The conditions hold for each of them, and some have conditions of"
    " their own.",
    lambda gate, of: gate.count("attackers") == of["number"],
)


def _is_worst_of_all(gate: World, of: Facts) -> bool:
    """Return whether no attacker is further beyond a limit, or nearer to one."""
    left = [(one.left, one.known) for one in gate.held]
    least = min(one for one, _ in left) + ROUNDING
    return any(own == ",".join(of["known"]) and one <= least for one, own in left)


THE_WORST = Assertion("All other sections describe {attacker}, the worst of them.", _is_worst_of_all)
MET_OF = Assertion("{met} of {conditions}", are_met)


def about_whom(certificate: Certificate) -> str:
    """Return which attacker all other figures are about; nothing where there is only one."""
    if certificate.described is None:
        return ""
    attacker = name(certificate.described)
    if certificate.audience == "public":
        return wording(
            "All other sections describe {attacker}, the first whose conditions fail, if any do.", attacker=attacker
        )
    known = next(one.known for one in certificate.attackers or () if one.name == certificate.described)
    if certificate.conditions:
        return THE_WORST.say({"known": known}, attacker=attacker)
    return wording("All other sections describe {attacker}, the first of them.", attacker=attacker)


def _row(one: AttackerFacts, certificate: Certificate) -> AttackerVerdict:
    """Return an attacker: the name, what is known, and how many conditions are met."""
    own = [condition for condition in certificate.conditions if condition.attacker == one.name]
    states = [state_of(condition) for condition in own]
    state: State = "no" if "no" in states else "un" if "un" in states or not own else "yes"
    return AttackerVerdict(
        name=one.name,
        known=names(list(one.known)),
        met=MET_OF.say(
            conditions_decided(own), met=states.count("yes"), conditions=counted_things(len(own), "condition")
        ),
        state=state,
        result=wording(RESULTS[state]),
    )
