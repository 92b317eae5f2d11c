"""What an author is told before a certificate is made public: limits that probe few people."""

from __future__ import annotations

from collections.abc import Iterator

from sqlmetrics.certificate.certificate import Certificate, MeasuredLimit
from sqlmetrics.certificate.public_figures import everybody, in_small
from sqlmetrics.certificate.ranges import span
from sqlmetrics.risk.public_table import PublicTable
from sqlmetrics.statement.plan import IDENTITY

AT_RISK = frozenset({"records_at_risk", "uniqueness"})
"""The metrics that are shares of people in small groups."""


def probes(certificate: Certificate) -> tuple[str, ...]:
    """Return the sentences on limits whose verdict tells of fewer than `least` people.

    They say the limit, about how many people there are, and `least`, and nothing of the score.
    """
    table, least = certificate.public_table, certificate.least
    found = []
    if certificate.audience != "public" or table is None:
        return ()
    seen: set[tuple[str, str, str | None]] = set()
    for one in certificate.conditions:
        subject = (one.metric, one.target, one.partition)
        if subject in seen and one.origin is None:
            found.append(
                f"two limits are set on {_of(one)}: their verdicts together enclose the score; publish one of them"
            )
        if one.origin is None:
            seen.add(subject)
        found += [f"the verdict on {_of(one)} {_limit(one)} {what}" for what in _tells(one, table, least)]
    return tuple(dict.fromkeys(found))


def _tells(one: MeasuredLimit, table: PublicTable, least: int) -> Iterator[str]:
    """Yield what the verdict on a limit would tell of few people."""
    if one.limit is None:
        return
    people = everybody(table).about
    size = (
        one.limit
        if one.metric == "k_anonymity"
        else 1 / one.limit
        if one.metric == "prosecutor_risk" and one.limit
        else None
    )
    if size is not None and 1 < size < least:
        yield f"tells how small groups of fewer than {least} people are; set it to groups of {least} or more, or none"
    if one.metric in AT_RISK and one.target == IDENTITY:
        counted = one.limit * people
        if one.metric == "uniqueness" or counted < least or abs(counted - in_small(table).about) <= least:
            yield (
                f"is about fewer than {least} of about {people:,.0f} people: it may tell how many are in small groups;"
                " set a limit that is further off, or none"
            )
    if one.metric == "alpha_k_anonymity" and table.sizes:
        others = (1 - one.limit) * span(table.sizes[0].size, least).high
        if others < least:
            yield (
                f"may be about fewer than {least} people: where it is not met, readers know of a group in which nearly"
                " all have one value; leave the limit to the internal report if that is too much"
            )


def _of(one: MeasuredLimit) -> str:
    target = "" if one.target == IDENTITY else f" of {one.target}"
    return f"{one.metric}{target}"


def _limit(one: MeasuredLimit) -> str:
    return f"({one.bound}: {one.limit:.6g})"
