"""What an author is told before a certificate is made public.

Limits may probe few people, and two public tables of nearly the same people tell of a change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlmetrics.certificate.certificate import Certificate, MeasuredLimit
from sqlmetrics.certificate.public_figures import everybody, in_small
from sqlmetrics.certificate.ranges import span
from sqlmetrics.certificate.slices import enough_people
from sqlmetrics.risk.public_table import PublicTable
from sqlmetrics.statement.plan import IDENTITY

AT_RISK = frozenset({"records_at_risk", "uniqueness", "unicity"})
"""The metrics that are shares of people in small groups, or singled out by known points."""


def probes(certificate: Certificate) -> tuple[str, ...]:
    """Return the sentences on limits whose verdict tells of fewer than `least` people.

    They say the limit, about how many people there are, and `least`, and nothing of the score.
    """
    table, least = certificate.public_table, certificate.least
    found = []
    if certificate.audience != "public" or table is None:
        return ()
    seen: set[tuple[object, ...]] = set()
    for one in certificate.conditions:
        subject = (one.metric, one.target, one.partition, one.attacker)
        if subject in seen and one.origin is None:
            found.append(
                f"two limits are set on {_of(one)}: their verdicts together enclose the score; publish one of them"
            )
        if one.origin is None:
            seen.add(subject)
        apart = certificate.judged_apart or one.attacker != certificate.described
        tells = _tells_apart(one, certificate) if apart else _tells(one, table, least)
        found += [f"the verdict on {_of(one)} ({one.bound}: {one.limit:.6g}) {what}" for what in tells]
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
        yield SMALL_GROUPS.format(least=least)
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
            yield NEARLY_ALL.format(least=least)


SMALL_GROUPS = "tells how small groups of fewer than {least} people are; set it to groups of {least} or more, or none"
"""What the verdict on the size of small groups tells."""

NEARLY_ALL = (
    "may be about fewer than {least} people: where it is not met, readers know of a group in which nearly all have one"
    " value; leave the limit to the internal report if that is too much"
)
"""What the verdict on the surest guess tells."""


def _tells_apart(one: MeasuredLimit, certificate: Certificate) -> Iterator[str]:
    """Yield what the verdict on a limit of slices or known points would tell of few people."""
    sliced = certificate.slices is not None
    people = enough_people(certificate) if sliced else certificate.crowd
    if one.group_size is not None and 1 < one.group_size < certificate.least:
        yield SMALL_GROUPS.format(least=certificate.least)
    elif one.metric == "alpha_k_anonymity":
        yield NEARLY_ALL.format(least=certificate.least)
    elif one.metric in AT_RISK and one.limit is not None and one.limit * people < certificate.least:
        of, larger = (f"a slice of {people}", "a larger `min_people`, ") if sliced else (f"about {people:,}", "")
        yield (
            f"may be about fewer than {certificate.least} people of {of}: set {larger}a limit that is further off, or"
            " none"
        )


def _of(one: MeasuredLimit) -> str:
    target = "" if one.target == IDENTITY else f" of {one.target}"
    return f"{one.metric}{target}"


@dataclass(frozen=True)
class Succession:
    """What two public tables tell together, in sentences, and how few people may have changed.

    `fewest` is the least number of people who came, went or changed, by what the tables show; None
    where the tables answer other questions, and cannot be compared.
    """

    changes: tuple[str, ...]
    fewest: int | None

    def shows_few(self, least: int) -> bool:
        """Return whether fewer people than `least` may make the difference."""
        return bool(self.changes) and self.fewest is not None and self.fewest < least


def succession(before: PublicTable, after: PublicTable) -> Succession:
    """Return what follows from two public tables together."""
    if (before.least, before.known, before.individuals) != (after.least, after.known, after.individuals):
        return Succession(("the earlier report has other known columns, or another size of small groups",), None)
    changes = (*_sizes(before, after), *_counts(before, after), *_values(before, after))
    return Succession(changes, _fewest(before, after))


def _sizes(before: PublicTable, after: PublicTable) -> Iterator[str]:
    was, is_ = dict(before.sizes), dict(after.sizes)
    for size in sorted({*was, *is_}):
        one, other = was.get(size, 0), is_.get(size, 0)
        if one != other:
            yield f"groups of about {size} people: {one:,} before, {other:,} now"


def _counts(before: PublicTable, after: PublicTable) -> Iterator[str]:
    names = {
        "people": "people in groups",
        "small": f"people in groups of fewer than {before.least}",
        "left_out": "people left out",
        "suppressed": "suppressed people",
    }
    for name, what in names.items():
        one, other = getattr(before, name), getattr(after, name)
        if one != other:
            yield f"{what}: about {one or 0:,} before, about {other or 0:,} now"


def _values(before: PublicTable, after: PublicTable) -> Iterator[str]:
    was = {(one.target, one.partition): one for one in before.values}
    for one in after.values:
        other = was.get((one.target, one.partition))
        if other is not None and other != one:
            yield f"how the values of {one.target} lie in groups"


def _fewest(before: PublicTable, after: PublicTable) -> int:
    """Return the least number of people whose change explains two tables, by their sizes.

    Sizes are matched in their order, which needs the fewest changes; a group that came or went had
    at least one person fewer than it is shown with.
    """
    least = before.least
    moved = sum(many * _apart(first, second, least) for first, second, many in _matched(before, after))
    small = _apart(before.small, after.small, least)
    rest = sum(
        _apart(getattr(before, name) or 0, getattr(after, name) or 0, least)
        for name in ("people", "left_out", "suppressed")
    )
    return round(max(moved, small, rest, 1))


def _matched(before: PublicTable, after: PublicTable) -> Iterator[tuple[int, int, int]]:
    """Yield sizes of groups before and after, the largest first, and how many groups have them."""
    one, other = ([[size, groups] for size, groups in reversed(table.sizes)] for table in (before, after))
    while one or other:
        many = min(side[0][1] for side in (one, other) if side)
        yield one[0][0] if one else 0, other[0][0] if other else 0, many
        for side in (one, other):
            if side:
                side[0][1] -= many
                if not side[0][1]:
                    del side[0]


def _apart(one: int, other: int, least: int) -> float:
    """Return how many people at least lie between two counts that are shown so."""
    low, high = sorted((one, other))
    return max(span(high, least).low - span(low, least).high, 0.0)
