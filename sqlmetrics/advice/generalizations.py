"""The levels of each quasi-identifier: from its values, over coarser domains, to being left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.spec import Spec
from sqlmetrics.text import there_are

AS_IT_IS = "as it is"
LEFT_OUT = "left out"


@dataclass(frozen=True)
class Generalization:
    """The levels of a column: its values, the domains of each partition, and one value for all.

    `most` is the coarsest level that is allowed.
    """

    column: str
    partitions: tuple[Partition, ...]
    most: int

    @property
    def root(self) -> int:
        """The level on which all values are one."""
        return len(self.partitions) + 1

    def partition(self, level: int) -> Partition | None:
        """Return the partition of a level between the values and the root, else None."""
        return self.partitions[level - 1] if 0 < level < self.root else None

    def name(self, level: int) -> str:
        """Return what a level is called."""
        partition = self.partition(level)
        return partition.name if partition is not None else LEFT_OUT if level else AS_IT_IS


def generalizations(spec: Spec, proposed: Mapping[str, tuple[Partition, ...]]) -> tuple[Generalization, ...]:
    """Return the levels of each quasi-identifier of a spec.

    They are those of `advise`, else the column's own partition, else the `proposed` ones, else none
    between its values and the root. Raises SpecError for a column that is no quasi-identifier, and
    for a level that it does not have.
    """
    advise = spec.advise
    named = {
        "generalizations": [*advise.generalizations],
        "at_most": [*advise.at_most],
        "prefer": [*advise.prefer],
        "keep": advise.keep,
    }
    for word, columns in named.items():
        for column in columns:
            if column not in spec.quasi_identifiers:
                known = there_are(column, spec.quasi_identifiers, "the quasi-identifiers")
                raise SpecError(f"advise: `{word}` names '{column}', which is no quasi-identifier; {known}")
    return tuple(_generalization(spec, column, proposed.get(column, ())) for column in spec.quasi_identifiers)


def _generalization(spec: Spec, column: str, proposed: tuple[Partition, ...]) -> Generalization:
    """Return the levels of one quasi-identifier."""
    advise = spec.advise
    own = [entry for entry in spec.partitions.get(column, []) if entry != "raw"]
    if column in advise.generalizations:
        partitions = advise.generalizations[column].resolve(column, spec.folder)
    elif own:
        partitions = tuple(entry.resolve(column, spec.folder) for entry in own)
    else:
        partitions = proposed
    root = len(partitions) + 1
    most = 0 if column in advise.keep else advise.at_most.get(column, root)
    if most > root:
        raise SpecError(f"advise: `at_most` of '{column}' is {most}, and its levels are 0 to {root}")
    return Generalization(column, partitions, most)
