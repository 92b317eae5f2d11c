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

    `individual` names the column that tells people apart, `record` an id that links a release's
    records with the original's. `columns` are those that are measured; `continuous` names the
    columns that are ranges, by default those of numbers and dates with more than 50 distinct
    values. `queries` is the size of the generated workload, which `seed` picks; `workload` is a
    file of the user's own queries. `pairs` compares the joint distributions of pairs of columns
    too, and `pmse` measures how well released records can be told from original ones. `suppressed`
    is the releases' mark of a suppressed value, and `hierarchies` name the files
    that columns were recoded by. Conditions, and answers on values of columns, are
    named only with `show_values`. Without it no error is scored by value that may be one person's:
    of extremes, of sums and averages of fewer than `minimum_people` people (records where nothing
    tells people apart) or of one large value, and of the user's own SQL. Printed statements spell
    names exactly with `exact_names`.
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
