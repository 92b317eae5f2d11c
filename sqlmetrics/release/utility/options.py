"""The options of a comparison of releases with their original."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sqlmetrics.release.utility.private import MINIMUM_PEOPLE

QUERIES = 500
"""The number of queries of a generated workload."""


@dataclass(frozen=True)
class UtilityOptions:
    """The options of a comparison of releases with their original.

    They are words of `utility` and of a spec; see `sqlmetrics.spec.words`. Without `show_values` no
    error is scored by value that may be one person's: of extremes, and of the user's own SQL. The
    same holds for sums and averages that rest on one large value, or on fewer than `minimum_people`
    people (records where nothing tells people apart).
    """

    individual: str | None = None
    record: str | None = None
    columns: tuple[str, ...] = ()
    continuous: tuple[str, ...] = ()
    workload: Path | str | None = None
    queries: int = QUERIES
    seed: int = 1
    suppressed: str | None = None
    hierarchies: Mapping[str, Path | str] = field(default_factory=dict)
    pairs: bool = False
    pmse: bool = False
    minimum_people: int = MINIMUM_PEOPLE
    show_values: bool = True
    exact_names: bool = False

    @property
    def named(self) -> tuple[str | None, ...]:
        """The columns that it names, and None for one that it does not."""
        return (self.individual, self.record, *self.columns, *self.continuous, *self.hierarchies)
