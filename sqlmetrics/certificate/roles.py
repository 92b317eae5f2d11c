"""The facts of a certificate on what each role of a database sees: records, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmetrics.certificate.certificate import RoleFacts, SeenByRoles, figure_of
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.outputs import WITHHELD
from sqlmetrics.gate.jobs import Outcome
from sqlmetrics.gate.judged import JudgedScores

SMALLEST = "k_anonymity"
"""The score that tells of the smallest group."""

UNASKED = "the score of the smallest group was not asked"
"""Why the smallest group is not known."""


def described_role(outcomes: Sequence[Outcome], *, public: bool) -> Outcome:
    """Return the outcome of the role whom all figures describe: the worst, which comes first.

    In a `public` report it is the first of the spec that fails: this tells no more than the
    verdicts. Raises the error of a role that could not be asked.
    """
    for outcome in outcomes:
        if outcome.error is not None:
            raise outcome.error
    if not public:
        return outcomes[0]
    listed = _as_listed(outcomes)
    return next((one for one in listed if one.held is not None and not _passed(one.held)), listed[0])


def seen_by_roles(outcomes: Sequence[Outcome], described: Outcome, *, public: bool) -> SeenByRoles:
    """Return what each role sees: in a `public` report in the spec's order, or the worst first."""
    facts = [_role(one, one.held) for one in (_as_listed(outcomes) if public else outcomes) if one.held is not None]
    return SeenByRoles(str(described.role), tuple(facts))


def _as_listed(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcomes of roles in the order of the spec."""
    return sorted(outcomes, key=lambda one: one.roles.index(str(one.role)))


def _role(outcome: Outcome, held: JudgedScores) -> RoleFacts:
    """Return what a role sees."""
    sizes = [one for one in held.scores.scores if one.metric == SMALLEST and one.slice is None]
    smallest = figure_of(sizes[0]) if sizes else Figure(None, "undefined", UNASKED)
    return RoleFacts(str(outcome.role), _passed(held), Figure(held.scores.records), smallest)


def _passed(held: JudgedScores) -> bool:
    """Return whether what a role sees keeps the limits that are no earlier scores."""
    named = held.identifiers or held.forgotten or held.naming
    return not any(verdict.failed for verdict in held.verdicts if verdict.threshold.origin is None) and not named


def judged_roles(own: SeenByRoles | None) -> SeenByRoles | None:
    """Return what everybody may know of what roles see: the verdicts."""
    if own is None:
        return None
    return own._replace(roles=tuple(one._replace(records=WITHHELD, smallest=WITHHELD) for one in own.roles))


def flaws_of_roles(own: SeenByRoles | None, *, passed: bool) -> Iterator[tuple[str, str, str]]:
    """Yield what does not follow of roles: where, what is there, and what is true.

    All roles pass where the certificate says so, and one of them is described.
    """
    if own is None:
        return
    failed = [one.name for one in own.roles if not one.passed]
    if passed and failed:
        yield "seen: roles", f"{failed[0]} does not pass", "every role passes"
    if own.described not in [one.name for one in own.roles]:
        yield "seen: described", own.described, "a role that was asked"
