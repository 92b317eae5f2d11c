"""Attackers: what each of several knows, and which conditions hold for each."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import AttackerFacts, Certificate
from sqlmetrics.output.assertions import ROUNDING, Grounds, are_counted, are_met
from sqlmetrics.output.page.answer import conditions_decided, state_of
from sqlmetrics.output.page.verdict import State
from sqlmetrics.sentences import Facts, World


class AttackerVerdict(NamedTuple):
    """What one attacker is called and knows, with the verdict on the conditions."""

    name: str
    known: tuple[str, ...]
    conditions: int
    decided: Grounds
    state: State


class AttackersSection(NamedTuple):
    """The attackers with their verdicts; `worst` is the one whom other sections describe."""

    several: Grounds
    worst: Grounds | None
    rows: list[AttackerVerdict]


def attackers(certificate: Certificate) -> AttackersSection | None:
    """Return the attackers of a certificate with their verdicts; None where there is only one."""
    found = certificate.attackers
    if not found:
        return None
    known = next((one.known for one in found if one.name == certificate.described), None)
    return AttackersSection(
        several=Grounds({"attackers": len(found)}, are_counted),
        worst=None if known is None else Grounds({"known": known}, _is_worst_of_all),
        rows=[_row(one, certificate) for one in found],
    )


def _is_worst_of_all(gate: World, of: Facts) -> bool:
    """Return whether no attacker is further beyond a limit, or nearer to one."""
    left = [(one.left, one.known) for one in gate.held]
    least = min(one for one, _ in left) + ROUNDING
    return any(own == ",".join(of["known"]) and one <= least for one, own in left)


def _row(one: AttackerFacts, certificate: Certificate) -> AttackerVerdict:
    """Return an attacker with the conditions that are met."""
    own = [condition for condition in certificate.conditions if condition.attacker == one.name]
    states = [state_of(condition) for condition in own]
    return AttackerVerdict(
        name=one.name,
        known=one.known,
        conditions=len(own),
        decided=Grounds(conditions_decided(own), are_met),
        state="no" if "no" in states else "un" if "un" in states or not own else "yes",
    )
