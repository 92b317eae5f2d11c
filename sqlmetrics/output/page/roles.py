"""The section on roles of a database: what each sees, and whether that keeps the limits."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, RoleFacts
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.page.language import wording
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import with_unit


class RoleVerdict(NamedTuple):
    """A role with what it sees in words, and the verdict."""

    name: str
    records: str
    smallest: str
    state: State
    result: str


class RolesSection(NamedTuple):
    """The roles with their verdicts; all other sections describe what one sees."""

    several: Grounds
    described: str
    rows: list[RoleVerdict]


def roles(certificate: Certificate) -> RolesSection | None:
    """Return what each role of a database sees; None where no role was named."""
    own = certificate.seen
    if own is None:
        return None
    return RolesSection(Grounds({"roles": len(own.roles)}, are_counted), own.described, [*map(_row, own.roles)])


def _row(one: RoleFacts) -> RoleVerdict:
    """Return a role with what it sees in words."""
    records, smallest = with_unit(one.records, ""), with_unit(one.smallest, "")
    return RoleVerdict(
        one.name, records, smallest, "yes" if one.passed else "no", wording("Passes" if one.passed else "Fails")
    )
