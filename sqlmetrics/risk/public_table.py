"""The public table of a relation: the counts that everybody may see, in steps of `least` people.

A public certificate is measured from it, and from nothing else of the data. Two relations with one
public table cannot be told apart by their certificates, but for the verdicts on their limits.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

ENDS = (2, 4, *(10 * 2**power for power in range(36)))
"""The sizes at which bands of groups begin after the first, in units of `least`."""

ALONE, MOST_ALONE = 10, 100
"""The size from which a group may have a band for itself, in units, and the most that have one."""

PLACES = 50
"""The last place of values that is counted apart."""


class GroupSize(NamedTuple):
    """The groups that are shown with one size."""

    size: int
    groups: int


@dataclass(frozen=True)
class PublicBand:
    """The groups of shown sizes from `low` to `high`, and how values lie in them.

    `people` counts people by the places of values in their groups, the commonest value first. It
    has all people, then all without the commonest value, then all with neither of the two
    commonest, ..
    """

    low: int
    high: int
    groups: int
    people: tuple[int, ...]


@dataclass(frozen=True)
class PublicValues:
    """How the values of a sensitive attribute lie, in bands of groups and in all of them together.

    `people` is as in `PublicBand`, by the place of a value among all people of these groups.
    """

    target: str
    partition: str | None
    bands: tuple[PublicBand, ...]
    people: tuple[int, ...]


@dataclass(frozen=True)
class PublicTable:
    """What everybody may know of the groups of `known`: each number is a multiple of `least`.

    `sizes` are the groups of `least` people or more, `small` the people in all others together.
    `left_out` and `suppressed` are people whom the NULL policy and suppression leave out, None
    where neither can. Where a person may have several records, `people` are the people in any
    group; `small` are then the people who are in at least one smaller group.
    """

    least: int
    known: tuple[str, ...]
    people: int | None
    sizes: tuple[GroupSize, ...]
    small: int
    values: tuple[PublicValues, ...]
    left_out: int | None = None
    suppressed: int | None = None

    @property
    def individuals(self) -> bool:
        """Whether a person may be in several groups."""
        return self.people is not None

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the table: it tells nothing that the table does not."""
        return f"public table: {sha256(json.dumps(asdict(self)).encode()).hexdigest()}"


class PublicRow(NamedTuple):
    """A row of the macro `public_table`."""

    target_number: int
    kind: str
    band: int
    class_number: int
    place: int
    amount: int


def near(count: float, least: int) -> int:
    """Return a count in steps of `least`, as the macro `near` does."""
    return 0 if count < least else least * int((2 * count + least) // (2 * least))


def has_values(plan: Plan) -> bool:
    """Return whether the public table of a plan says how values lie in groups.

    It does not where records count per person, or without those with an empty value: groups would
    then be of other people for each attribute.
    """
    return plan.individual is None and plan.nulls != "drop"


def public_query(plan: Plan, entries: PlanEntries, least: int, dialect: Dialect) -> str:
    """Return the statement of a plan's public table; its metrics are the ones of `bands_plan`."""
    bands = [least * end for end in (*reversed(ENDS), 1) if least * end < 2**53]
    shape = (bands, ALONE * least, MOST_ALONE, PLACES)
    return render("public_table", entries, least, *shape, has_values(plan), dialect=dialect)


def public_table(engine: Engine, plan: Plan, entries: PlanEntries, name: str, least: int) -> PublicTable:
    """Return the public table of a plan's groups. Raises QueryError where the engine fails."""
    rows = fetch_rows(engine, public_query(plan, entries, least, engine.dialect), name, PublicRow, "public")
    sizes = tuple(GroupSize(row.band, row.amount) for row in rows if row.kind == "size")
    return PublicTable(
        least=least,
        known=tuple(plan.quasi_identifiers),
        people=sum(row.amount for row in rows if row.kind == "people") if plan.individual is not None else None,
        sizes=sizes,
        small=sum(row.amount for row in rows if row.kind == "small"),
        values=tuple(
            _values(*target.view, own, sizes, least)
            for number, target in enumerate(plan.targets)
            if target.column is not None and has_values(plan)
            for own in [[row for row in rows if row.target_number == number]]
        ),
    )


class ShownBand(NamedTuple):
    """A band of groups by their shown sizes: where it starts, the sizes in it, groups and people.

    The groups of a band may be `alone`: each of them then has a band of its own.
    """

    start: int
    low: int
    high: int
    groups: int
    people: int
    alone: bool


def bands_of(sizes: Sequence[GroupSize], least: int) -> list[ShownBand]:
    """Return the bands of groups of some shown sizes, the smallest groups first."""
    counted, alone_from = 0, None
    for size, groups in sorted(sizes, reverse=True):
        counted += groups
        if size < ALONE * least or counted > MOST_ALONE:
            break
        alone_from = size
    found: dict[tuple[int, bool], list[GroupSize]] = {}
    for one in sorted(sizes):
        alone = alone_from is not None and one.size >= alone_from
        start = one.size if alone else max(least * end for end in (1, *ENDS) if least * end <= one.size)
        found.setdefault((start, alone), []).append(one)
    return [
        ShownBand(start, own[0].size, own[-1].size, sum(one.groups for one in own), people_shown(own), alone)
        for (start, alone), own in found.items()
    ]


def people_shown(sizes: Sequence[GroupSize]) -> int:
    """Return the people of groups as their sizes are shown."""
    return sum(size * groups for size, groups in sizes)


def _values(
    target: str, partition: str | None, rows: Sequence[PublicRow], sizes: Sequence[GroupSize], least: int
) -> PublicValues:
    """Return how the values of one target lie, from its rows."""
    later: dict[tuple[int, bool], dict[int, list[int]]] = {}
    for row in rows:
        if row.kind == "group":
            own = later.setdefault((row.band, row.class_number > 0), {})
            own.setdefault(row.class_number, []).append(row.amount)
    bands: list[PublicBand] = []
    for band in bands_of(sizes, least):
        tails = sorted(later.get((band.start, band.alone), {}).values(), reverse=True)
        if band.alone:
            tails += [[]] * (band.groups - len(tails))
            bands += [PublicBand(band.low, band.high, 1, _clipped(band.low, one)) for one in tails]
        else:
            own_tails = tails[0] if tails else []
            bands.append(PublicBand(band.low, band.high, band.groups, _clipped(band.people, own_tails)))
    values = [row.amount for row in rows if row.kind == "value"]
    return PublicValues(target, partition, tuple(bands), _clipped(people_shown(sizes), values))


def _clipped(total: int, later: Sequence[int]) -> tuple[int, ...]:
    """Return all people, and those from each place on, who are never more than all."""
    return (total, *(min(one, total) for one in later))
