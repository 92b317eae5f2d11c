"""What several tables of the same people have of them, and what each gives away alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.plan import IDENTITY

SINGLED = ("unicity", "uniqueness")
"""The metrics of who is singled out: by some known points, or by all."""


class TableAlone(NamedTuple):
    """A table of people: the columns of its points, its rows, whose they are, and its own scores.

    `nobodys` are rows without a key, and `orphans` rows whose key the main table lacks; both are
    left out. `without` are the people of the main table who have no row there. `others` are the
    scores of all other tables together. There are no scores of a table without points. Columns are
    recoded by the `partitions`.
    """

    table: str
    relation: str
    columns: tuple[str, ...]
    records: int
    people: int
    without: int
    orphans: int
    nobodys: int
    scores: tuple[Any, ...] = ()
    others: tuple[Any, ...] = ()
    partitions: Mapping[str, Partition] = MappingProxyType({})

    @property
    def compared(self) -> tuple[Any, Any] | None:
        """Its k_anonymity and the share whom its points single out, None where one is lacking."""
        return _compared(self.scores)

    @property
    def compared_others(self) -> tuple[Any, Any] | None:
        """The same of all other tables together."""
        return _compared(self.others)


def _compared(scores: tuple[Any, ...]) -> tuple[Any, Any] | None:
    """Return k_anonymity, and unicity of the most points or uniqueness, if both are there."""
    own = {one.metric: one for one in scores if one.target == IDENTITY}
    shares = [own[metric] for metric in SINGLED if metric in own]
    return (own["k_anonymity"], shares[0]) if shares and "k_anonymity" in own else None


def _rank(one: TableAlone) -> tuple[float, float]:
    """Return who is singled out without a table, and less whom it singles out alone."""
    without, alone = (
        [score.value or 0.0 for score in own if score.metric in SINGLED and score.target == IDENTITY][-1:]
        for own in (one.others, one.scores)
    )
    return (*without, 0.0)[0], -(*alone, 0.0)[0]


class LinkedTables(NamedTuple):
    """The tables of people, the main one first.

    It has all `people`, and the `pointless` have no point in any table.
    """

    people: int
    pointless: int
    tables: tuple[TableAlone, ...]

    @property
    def by_contribution(self) -> list[TableAlone]:
        """The tables with points, the one that contributes most first.

        Without it the fewest people are singled out.
        """
        return sorted((one for one in self.tables if one.scores), key=_rank)

    def to_dict(self, listed: Callable[[tuple[Any, ...]], list[dict[str, Any]]]) -> dict[str, Any]:
        """Return the tables as their JSON; `listed` makes dictionaries of scores."""
        lists = ("scores", "others")
        alone = [
            one._asdict()
            | {"columns": [*one.columns], "partitions": {column: own.name for column, own in one.partitions.items()}}
            | {word: listed(getattr(one, word)) for word in lists}
            for one in self.tables
        ]
        return {"people": self.people, "pointless": self.pointless, "alone": alone}
