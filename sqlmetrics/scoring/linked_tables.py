"""What several tables of the same people have of them, and what each gives away alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class TableAlone(NamedTuple):
    """A table of people: the columns of its points, its rows, whose they are, and its own scores.

    `nobodys` are rows without a key, and `orphans` rows whose key the main table lacks; both are
    left out. `without` are the people of the main table who have no row there. `others` are the
    scores of all other tables together. There are no scores of a table without points.
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


class LinkedTables(NamedTuple):
    """The tables of people, the main one first.

    It has all `people`, and the `pointless` have no point in any table.
    """

    people: int
    pointless: int
    tables: tuple[TableAlone, ...]

    def to_dict(self, listed: Callable[[tuple[Any, ...]], list[dict[str, Any]]]) -> dict[str, Any]:
        """Return the tables as their JSON; `listed` makes dictionaries of scores."""
        lists = ("scores", "others")
        alone = [
            one._asdict() | {"columns": [*one.columns]} | {word: listed(getattr(one, word)) for word in lists}
            for one in self.tables
        ]
        return {"people": self.people, "pointless": self.pointless, "alone": alone}
