"""Groups of columns that are counted by one read of each relation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import Engine
from sqlmetrics.release.utility.columns import Bin, UtilityColumn
from sqlmetrics.statement.types import is_whole


@dataclass(frozen=True)
class Relations:
    """The original and the releases that a statement reads.

    `text_individual` says whether individuals are told apart as texts.
    """

    engine: Engine
    original: Compared
    releases: tuple[Compared, ...]
    individual: str | None
    suppressed: str | None
    text_individual: bool = False

    @property
    def all(self) -> tuple[Compared, ...]:
        """The original and the releases."""
        return (self.original, *self.releases)


class GroupSample(NamedTuple):
    """The groups to count, where these are not all.

    They are one block of `size` bins in every `blocks` blocks, from the `first` block on, of the
    column at a `place`, from 1.
    """

    place: int
    size: int
    blocks: int
    first: int


class Group(NamedTuple):
    """Columns by which a relation is grouped, some in bins, and the measured column."""

    number: int
    columns: tuple[tuple[UtilityColumn, Bin | None], ...]
    measured: str | None = None
    sample: GroupSample | None = None


EXACT = 2**53
"""The least whole number from which doubles, which tell bins apart, skip some."""

RANGE = "range"
"""The slots of bins of numbers."""


def groups_plan(relations: Relations, groups: Sequence[Group]) -> dict[str, Any]:
    """Return the arguments of the template `counted_groups` and of the templates that build on it.

    A row has a value for each column of its group, in slots: columns of one type take turns in one,
    and so stay of their type.
    """
    slots: dict[tuple[Hashable, int], int] = {}
    entries: list[dict[str, Any]] = []
    for group in groups:
        taken: Counter[Hashable] = Counter()
        columns = []
        for column, bin_ in group.columns:
            type_ = _type(relations, column, bin_)
            columns.append(column.entry(bin_) | {"slot": slots.setdefault((type_, taken[type_]), len(slots) + 1)})
            taken[type_] += 1
        sample = None if group.sample is None else _sample(relations, group, group.sample)
        entries.append({"number": group.number, "columns": columns, "measured": group.measured, "sample": sample})
    read = []
    for number, relation in enumerate(relations.all):
        has = {*relation.column_names}
        held = [entry for entry in entries if has >= {column["name"] for column in entry["columns"]}]
        read.append(
            {
                "number": number,
                "relation": relation.from_sql,
                "groups": [entry["number"] for entry in held],
                "slots": sorted({column["slot"] for entry in held for column in entry["columns"]}),
                "measures": [
                    entry["number"] for entry in held if entry["measured"] is not None and entry["measured"] in has
                ],
                "counts_individuals": relations.individual in has,
            }
        )
    return {
        "groups": entries,
        "slots": sorted(slots.values()),
        "ranges": [slot for (type_, _), slot in slots.items() if type_ == RANGE],
        "relations": read,
        "individual": relations.individual,
        "text_individual": relations.text_individual,
        "suppressed": relations.suppressed,
    }


def _sample(relations: Relations, group: Group, sample: GroupSample) -> dict[str, Any]:
    """Return a sample as templates take it: with the whole numbers that it counts, in each period.

    They tell the same bins by one remainder where all values are whole numbers, and the original's
    are not below 0; what a release has below fits no record of the original.
    """
    column, bin_ = group.columns[sample.place - 1]
    types = [relation.types.get(column.name, column.type) for relation in relations.all]
    whole = None
    if (
        bin_ is not None
        and bin_.width.denominator == 1
        and all(map(is_whole, types))
        and 0 <= column.low <= column.high < EXACT
    ):
        block = bin_.width.numerator * sample.size
        low = block * sample.first
        whole = {"period": block * sample.blocks, "low": low, "high": low + block - 1}
    return sample._asdict() | {"whole": whole}


def _type(relations: Relations, column: UtilityColumn, bin_: Bin | None) -> Hashable:
    """Return the property that the columns of a slot share.

    It is their type in each relation, or the way to read values whose type is unknown.
    """
    if bin_ is not None:
        return "text" if bin_.kind == "date" else RANGE
    if column.as_text:
        return "text"
    if not column.type:
        return type(column.low).__name__
    return tuple(relation.types.get(column.name, column.type) for relation in relations.all)
