"""The levels of each quasi-identifier: from its values, over coarser domains, to being left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.columns.look import SAMPLE
from sqlmetrics.columns.looks import looks
from sqlmetrics.columns.proposed_partitions import ProposedPartition, proposed_levels
from sqlmetrics.columns.sample import sample_of
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.advice import GeneralizationSpec, level_in_words, partition_words
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.release import AS_IT_IS as AS_WORD
from sqlmetrics.spec.release import LEFT_OUT as OUT_WORD
from sqlmetrics.spec.spec import Spec
from sqlmetrics.text import there_are

MARK = "*"
"""The value of a suppressed cell, and of every record in a column that is left out."""

AS_IT_IS = "as it is"
LEFT_OUT = "left out"


class Levels(NamedTuple):
    """The levels of a column between its values and the root, and where they are from.

    `written` has each as a spec writes it among its `partitions`.
    """

    partitions: tuple[Partition, ...]
    written: tuple[Mapping[str, Any], ...]
    origin: str


NO_LEVELS = Levels((), (), "none known")
"""The levels of a column without any in the spec, and whose values look like nothing known."""


@dataclass(frozen=True)
class Generalization:
    """The levels of a column: its values, the domains of each partition, and one value for all.

    `most` is the coarsest level that is allowed, and `leaves` the number of values that a column of
    a hierarchy's file may have. `written` has each partition as a spec writes it, and `origin` is
    where they are from.
    """

    column: str
    partitions: tuple[Partition, ...]
    most: int
    written: tuple[Mapping[str, Any], ...] = ()
    origin: str = ""
    leaves: int | None = None

    @property
    def root(self) -> int:
        """The level on which all values are one."""
        return len(self.partitions) + 1

    @property
    def listed(self) -> list[list[tuple[str, str]]]:
        """By level, each domain of a hierarchy's file with the number of its values, as texts."""
        counts = [Counter(partition.mapping.values()) for partition in self.partitions]
        return [[(domain, str(values)) for domain, values in count.items()] for count in counts]

    def partition(self, level: int) -> Partition | None:
        """Return the partition of a level between the values and the root, else None."""
        return self.partitions[level - 1] if 0 < level < self.root else None

    def name(self, level: int) -> str:
        """Return what a level is called."""
        partition = self.partition(level)
        return partition.name if partition is not None else LEFT_OUT if level else AS_IT_IS

    def in_words(self, level: int) -> str:
        """Return how a level above the values recodes the column, without a value of it."""
        partition = self.partition(level)
        return f"{LEFT_OUT}, one value for everybody" if partition is None else level_in_words(partition)


def unset(spec: Spec) -> list[str]:
    """Return the quasi-identifiers that may change and whose levels a spec does not say."""
    own = {column for column in spec.quasi_identifiers if _own(spec, column)}
    fixed = {*spec.advise.keep, *(column for column, level in spec.advise.at_most.items() if level == 0)}
    return [column for column in spec.quasi_identifiers if column not in {*spec.advise.generalizations, *own, *fixed}]


def generalizations(spec: Spec, proposed: Mapping[str, Levels]) -> tuple[Generalization, ...]:
    """Return the levels of each quasi-identifier of a spec.

    They are the levels in `advise`, else the column's own partition, else the `proposed` ones, else
    none between its values and the root. Raises SpecError for a level that a column does not have.
    """
    return tuple(_generalization(spec, column, proposed.get(column, NO_LEVELS)) for column in spec.quasi_identifiers)


def check_words(spec: Spec) -> None:
    """Raise SpecError for words of `advise` about a column that is no quasi-identifier."""
    advise = spec.advise
    named = {
        "generalizations": [*advise.generalizations],
        "at_most": [*advise.at_most],
        "need": [*advise.need],
        "prefer": [*advise.prefer],
        "keep": advise.keep,
    }
    for word, columns in named.items():
        for column in columns:
            if column not in spec.quasi_identifiers:
                known = there_are(column, spec.quasi_identifiers, "the quasi-identifiers")
                raise SpecError(f"advise: `{word}` names '{column}', which is no quasi-identifier; {known}")


def _own(spec: Spec, column: str) -> list[PartitionSpec]:
    """Return the partitions of a column in a spec."""
    return [entry for entry in spec.partitions.get(column, []) if entry != "raw"]


def _generalization(spec: Spec, column: str, proposed: Levels) -> Generalization:
    """Return the levels of one quasi-identifier."""
    advise, folder = spec.advise, spec.folder
    own, leaves = _own(spec, column), None
    if column in advise.generalizations:
        partitions, written, leaves = advise.generalizations[column].resolve(column, folder)
        levels = Levels(partitions, written, "given")
    elif own:
        partitions = tuple(entry.resolve(column, folder) for entry in own)
        levels = Levels(partitions, tuple(partition_words(entry, folder) for entry in own), "its partition")
    else:
        levels = proposed
    root = len(levels.partitions) + 1
    most = 0 if column in advise.keep else advise.at_most.get(column, root)
    if most > root:
        raise SpecError(f"advise: `at_most` of '{column}' is {most}, and its levels are 0 to {root}")
    found = Generalization(column, levels.partitions, most, levels.written, levels.origin, leaves)
    if column not in advise.need:
        return found
    return replace(found, most=min(most, numbered_level(found, advise.need[column], "advise: `need`", folder)))


def numbered_level(column: Generalization, level: Any, where: str, folder: Path) -> int:
    """Return the number of a level of a column. Raises SpecError where it has no such level."""
    names = [column.name(number) for number in range(column.root + 1)]
    if isinstance(level, int) and level <= column.root:
        return level
    if isinstance(level, str) and level in {AS_WORD, OUT_WORD}:
        return column.root * (level == OUT_WORD)
    parts = [number for number, part in enumerate(column.partitions, 1) if level == part.date or level == part.name]
    if isinstance(level, PartitionSpec):
        wanted = domains_of(level.resolve(column.column, folder))
        parts = [number for number, part in enumerate(column.partitions, 1) if domains_of(part) == wanted]
    if parts:
        return parts[0]
    listed = ", ".join(f"{number} ({name})" for number, name in enumerate(names))
    told = level if isinstance(level, int | str) else "a partition"
    raise SpecError(f"{where} of '{column.column}': there is no level {told}; its levels are {listed}")


def domains_of(partition: Partition) -> tuple[Any, ...]:
    """Return what puts values into the domains of a partition, whatever its name."""
    return partition.mapping, partition.intervals, partition.prefix, partition.date, partition.form, partition.grid


def proposals(source: Source, spec: Spec) -> dict[str, Levels]:
    """Return levels of the quasi-identifiers for which a spec says none, where any are known.

    The levels are read from a hierarchy's file beside the data, or usual for what the column looks
    like.
    """
    wanted = unset(spec)
    if not wanted:
        return {}
    columns = [column for column in describe(source.engine, source.from_sql, source.name) if column[0] in wanted]
    with source.engine.progress.step("look", source.name):
        sample = sample_of(source, columns, SAMPLE) if columns else []
    proposed = proposed_levels(list(zip(sample, looks(sample), strict=True)), spec, Path())
    return dict(_resolved(proposed))


def _resolved(proposed: dict[str, ProposedPartition]) -> Iterator[tuple[str, Levels]]:
    """Yield each column with its proposed levels, which keep a value that they do not know."""
    for column, one in proposed.items():
        entry = GeneralizationSpec.model_validate(dict(one.form))
        resolved = entry.resolve(column, Path())
        yield (
            column,
            Levels(
                tuple(replace(part, unmapped="keep") for part in resolved.partitions),
                tuple(
                    {**words} if words.keys() & {"prefix", "date"} else {**words, "unmapped": "keep"}
                    for words in resolved.written
                ),
                f"proposed: {one.note}" if resolved.partitions else one.note,
            ),
        )
