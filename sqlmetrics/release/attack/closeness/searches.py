"""The searches for closest records: what each compares, its statement, and its row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.kinds import column_kinds
from sqlmetrics.engine.rows import Statement, fetch_row, macro_statement
from sqlmetrics.release.attack.closeness.options import ClosenessOptions
from sqlmetrics.release.attack.truth import Truth
from sqlmetrics.statement.render import render

UNIFORM = 1000
"""The most records that are drawn uniformly from the domains of columns."""

RATES = (10, 100)
"""The false positive rates of the membership attack, each as one over a number."""


class ClosestRecords(NamedTuple):
    """The row of `closest_records`: medians of released records, and how many have them.

    `low_distance` is the 5th percentile of the distances.
    """

    records: int
    distance: float | None
    low_distance: float | None
    ratios: int
    ratio: float | None


class CloserRecords(NamedTuple):
    """The row of `closer_records`: released records, and those closer to the original, or tied."""

    records: int
    closer: int
    tied: int


class UniformRecords(NamedTuple):
    """The row of `uniform_records`: the records that were drawn, and their median distance."""

    records: int
    distance: float | None


class Rate(NamedTuple):
    """The members and the others within the largest distance that keeps a false positive rate."""

    hits: int
    false_hits: int


class Missed(NamedTuple):
    """The others and the members beyond the least distance that keeps a false negative rate."""

    passed: int
    missed: int


class MemberDistances(NamedTuple):
    """The row of `member_distances`: what tells members from others, and both at each rate.

    `rates` count the people who are taken for members, `misses` the people who are not.
    """

    members: int
    others: int
    auc: float | None
    variance: float | None
    advantage: float | None
    rates: tuple[Rate, ...]
    misses: tuple[Missed, ...]


class SideExtent(NamedTuple):
    """The row of `distinct_records`: records, and their distinct combinations of values."""

    records: int
    combinations: int


@dataclass(frozen=True)
class Side:
    """A relation of a comparison, its records, and its distinct combinations of values."""

    relation: Compared
    extent: SideExtent

    @property
    def from_sql(self) -> str:
        """Its FROM clause."""
        return self.relation.from_sql


@dataclass(frozen=True)
class Searches:
    """The searches of a release beside its original, and perhaps a control group.

    At most `drawn` records of the release are searched for, and at most `people` of the original
    and of the control group each. `alike` records of each of the two are candidates; None stands
    for all.
    """

    release: Side
    original: Side
    control: Side | None
    columns: tuple[dict[str, Any], ...]
    options: ClosenessOptions

    @property
    def drawn(self) -> int:
        """The most records of the release that are searched for."""
        sides = [side for side in (self.original, self.control) if side is not None]
        return max(1, self.options.max_pairs // max(1, *(side.extent.combinations for side in sides)))

    @property
    def people(self) -> int:
        """The most people of each group that are searched for."""
        return max(1, self.options.max_pairs // max(1, self.release.extent.combinations))

    @property
    def _people(self) -> int | None:
        """The most people to draw of each group, None where that is all records of both."""
        sides = (self.original, self.control)
        return self.people if any(side is not None and self.people < side.extent.records for side in sides) else None

    def alike(self, side: Side) -> int | None:
        """Return the records to draw of a larger group, as many as the smaller one has."""
        assert self.control is not None  # noqa: S101 - without a control group nothing is compared with it
        fewest = min(self.original.extent.records, self.control.extent.records)
        return None if side.extent.records <= fewest else fewest

    @property
    def relations(self) -> list[Compared]:
        """The relations that are compared."""
        sides = (self.original, self.release, self.control)
        return [side.relation for side in sides if side is not None]

    @property
    def statements(self) -> dict[str, Statement]:
        """The statements of the searches, by the names of their macros."""
        plan: dict[str, Any] = {
            "release": self.release.from_sql,
            "original": self.original.from_sql,
            "columns": self.columns,
            "seed": self.options.seed,
            "size": self.drawn if self.drawn < self.release.extent.records else None,
        }
        searched = {
            "closest_records": (
                "the median distance of released records to the closest of the original, and its ratio to the second",
                plan,
            ),
            "uniform_records": (
                "the same distance of records that are drawn uniformly from the columns' domains",
                plan | {"size": min(UNIFORM, self.drawn)},
            ),
        }
        if self.control is not None:
            beside = plan | {"control": self.control.from_sql}
            sizes = {"original_size": self.alike(self.original), "control_size": self.alike(self.control)}
            attack = {"individual": self.options.individual, "size": self._people, "rates": RATES}
            searched["closer_records"] = (
                "how many released records are closer to the original than to the control group, or as close",
                beside | sizes,
            )
            searched["member_distances"] = (
                "how well the distance to the release tells people of the original from those of the control group",
                beside | attack,
            )
        of = self.release.relation.name
        return {
            macro: macro_statement(macro, entries, about=(f"{macro} of {of}", about))
            for macro, (about, entries) in searched.items()
        }


class SearchRows(NamedTuple):
    """The rows of the searches of a release."""

    closest: ClosestRecords
    uniform: UniformRecords
    closer: CloserRecords | None
    members: MemberDistances | None


ROWS: dict[str, type[Any]] = {
    "closest_records": ClosestRecords,
    "uniform_records": UniformRecords,
    "closer_records": CloserRecords,
    "member_distances": MemberDistances,
}
"""The rows of the searches, by the names of their macros."""


def run_searches(searches: Searches, engine: Engine) -> SearchRows:
    """Run the searches of a release, and return their rows. Raises QueryError."""
    name = searches.release.relation.name
    rows = {
        macro: fetch_row(
            engine, statement.text(engine.dialect), name, ROWS[macro], "closeness", sizes={"rates": len(RATES)}
        )
        for macro, statement in searches.statements.items()
    }
    return SearchRows(
        rows["closest_records"], rows["uniform_records"], rows.get("closer_records"), rows.get("member_distances")
    )


def column_entries(truth: Truth, names: Sequence[str]) -> tuple[dict[str, Any], ...]:
    """Return columns as macros take them, with their kinds in the original."""
    pairs = zip(names, column_kinds(truth.engine, truth.relation, names), strict=True)
    return tuple({"name": name, "kind": kind, "place": place} for place, (name, kind) in enumerate(pairs, 1))


def side_of(engine: Engine, relation: Compared, columns: Sequence[dict[str, Any]]) -> Side:
    """Return a relation with its extent. Raises QueryError."""
    text = render("distinct_records", relation.from_sql, columns, dialect=engine.dialect)
    return Side(relation, fetch_row(engine, text, relation.name, SideExtent, "closeness"))
