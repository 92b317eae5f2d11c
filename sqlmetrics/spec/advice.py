"""The words of advice: how each quasi-identifier may be recoded, and what that may cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, Field

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.bounds import COUNT, bounded
from sqlmetrics.spec.fields import CONFIG, Names, Seconds, Shorthand, WrittenShare, listed, or_one, or_text, plain
from sqlmetrics.spec.grid import Degrees
from sqlmetrics.spec.hierarchies import mapping_of, read_tree
from sqlmetrics.spec.partition import DateForm, DatePart, Interval, Partition, in_words
from sqlmetrics.spec.partitions import PartitionSpec, WrittenPartition
from sqlmetrics.spec.release import Level, Strategy

LossName = Literal[
    "non_uniform_entropy",
    "granularity",
    "columns_changed",
    "mutual_information",
    "discernibility",
    "average_class_size",
]

Cut = Annotated[Decimal, AfterValidator(bounded)]

ENDS = "ends"
"""The name of a level that joins the values at the ends, behind its column."""

LEVELS = 30
"""The most levels of a column between its values and the root."""


def _lists(value: Any) -> Any:
    """Return one list as a list of it."""
    return [value] if isinstance(value, list) and not any(isinstance(part, list) for part in value) else value


class Resolved(NamedTuple):
    """The partitions of a column between its values and the root, and how a spec writes them.

    `leaves` is the number of values in a hierarchy's file, None where there is none.
    """

    partitions: tuple[Partition, ...]
    written: tuple[Mapping[str, Any], ...]
    leaves: int | None


class GeneralizationSpec(BaseModel):
    """The levels of a column: a hierarchy's file, cuts, prefixes, dates, grids, ends, or more."""

    model_config = CONFIG

    file: Path | None = None
    cuts: Annotated[list[list[Cut]], Shorthand(_lists, or_one)] | None = None
    prefix: Annotated[list[Annotated[int, Field(ge=0, le=COUNT)]], Shorthand(listed, or_one)] | None = None
    date: Annotated[list[DatePart], Shorthand(listed, or_one)] | None = None
    form: DateForm | None = None
    grid: Annotated[list[Annotated[Cut, Field(gt=0)]], Shorthand(listed, or_one)] | None = None
    degrees: Degrees | None = None
    at: Annotated[Cut, Field(gt=-90, lt=90)] | None = None
    top: Cut | None = None
    bottom: Cut | None = None
    levels: list[WrittenPartition] | None = None

    def resolve(self, column: str, folder: Path) -> Resolved:
        """Return the partitions of a column between its values and the root, the finest first.

        Raises SpecError for a form that is not one of those, and for cuts that are not nested.
        """
        where = f"advise: generalizations of '{column}'"
        forms = ("file", "cuts", "prefix", "date", "grid", "levels")
        given = [form for form in forms if getattr(self, form) is not None]
        given += ["top or bottom"] if self.top is not None or self.bottom is not None else []
        if len(given) != 1:
            known = ", ".join(forms)
            raise SpecError(f"{where}: give one of {known}, or top and bottom (found: {', '.join(given) or 'none'})")
        if self.form is not None and self.date is None:
            raise SpecError(f"{where}: a form goes with the dates that are written in it")
        if (self.degrees is not None or self.at is not None) and self.grid is None:
            raise SpecError(f"{where}: degrees go with the grids whose cells they lie in")
        leaves = None
        if self.file is not None:
            levels, leaves = _of_file(folder / self.file, column)
        elif self.cuts is not None:
            levels = _of_cuts(self.cuts, column, where)
        elif self.prefix is not None:
            levels = [Partition(f"{column}:{length}", column, prefix=length) for length in self.prefix if length]
        elif self.date is not None:
            levels = [PartitionSpec(date=part, form=self.form).resolve(column, folder) for part in self.date]
        elif self.grid is not None:
            levels = [
                PartitionSpec(grid=width, degrees=self.degrees, at=self.at).resolve(column, folder)
                for width in self.grid
            ]
        elif self.levels is not None:
            if any(entry.neighbours for entry in self.levels):
                raise SpecError(f"{where}: levels are cells as they are: leave `neighbours` out")
            levels = [entry.resolve(column, folder) for entry in self.levels]
        else:
            levels = [_ends(column, self.bottom, self.top, where)]
        lengths = [level.prefix for level in levels if level.prefix is not None]
        if any(after >= before for before, after in pairwise(lengths)):
            raise SpecError(f"{where}: each level keeps less than the one before; write the longest prefix first")
        if any(after <= before for before, after in pairwise(self.grid or [])):
            raise SpecError(f"{where}: each grid is wider than the one before; write the smallest width first")
        if len(levels) > LEVELS:
            raise SpecError(f"{where}: a column has at most {LEVELS} levels (found: {len(levels)})")
        return Resolved(tuple(levels), tuple(self._entries(levels, folder)), leaves)

    def _entries(self, partitions: Sequence[Partition], folder: Path) -> list[dict[str, Any]]:
        """Return partitions as a spec writes them, for its `partitions`."""
        if self.file is not None:
            return [{"file": str(folder / self.file), "level": level} for level in range(1, 1 + len(partitions))]
        if self.levels is not None:
            return [partition_words(entry, folder) for entry in self.levels]
        if self.cuts is not None:
            return [
                {"name": partition.name, "cuts": _numbers(cuts)}
                for partition, cuts in zip(partitions, self.cuts, strict=True)
            ]
        return [partition.words for partition in partitions]


def partition_words(entry: PartitionSpec, folder: Path) -> dict[str, Any]:
    """Return a partition as a spec writes it, with a path from the working directory."""
    words = plain(entry.model_dump(exclude_unset=True, exclude_none=True))
    if entry.file is not None:
        words["file"] = str(folder / entry.file)
    if entry.cuts is not None:
        words["cuts"] = _numbers(entry.cuts)
    return dict(words)


def _numbers(cuts: Sequence[Decimal]) -> list[int | float]:
    """Return cuts as a spec writes them."""
    return [float(cut) if cut % 1 else int(cut) for cut in cuts]


def level_in_words(partition: Partition) -> str:
    """Return how a level recodes its column, without a value."""
    if partition.date is not None:
        return f"dates to the {partition.date}"
    if partition.intervals and partition.name == f"{partition.column}: {ENDS}":
        return "the highest and the lowest values joined" if partition.count > 1 else "the values at one end joined"
    widths = {
        Decimal(interval.high) - Decimal(interval.low)
        for interval in partition.intervals
        if interval.low is not None and interval.high is not None
    }
    if len(widths) == 1 and len(partition.intervals) > 2:
        return f"in bands of {widths.pop():,f}"
    return in_words(partition.kind, partition.count)


def _of_file(path: Path, column: str) -> tuple[list[Partition], int]:
    """Return the levels of a hierarchy's file, and the number of its values.

    A last level of a single value is left out.
    """
    rows = read_tree(path)
    height = len(rows[0]) - 1
    rooted = len({row[-1] for row in rows}) == 1
    levels = range(1, height if rooted else height + 1)
    return [Partition(f"{path.stem}:{level}", column, mapping_of(rows, level)) for level in levels], len(rows)


def _of_cuts(lists: list[list[Decimal]], column: str, where: str) -> list[Partition]:
    """Return the levels of lists of cuts; each cut is also one of the level before."""
    for before, after in pairwise(lists):
        if not set(after) < set(before):
            raise SpecError(f"{where}: the cuts of a level are also cuts of the level before, and fewer")
    return [
        PartitionSpec(name=f"{column}:{number}", cuts=level).resolve(column, Path())
        for number, level in enumerate(lists, 1)
    ]


def _ends(column: str, bottom: Decimal | None, top: Decimal | None, where: str) -> Partition:
    """Return the partition that joins the values at the ends; the others stay as they are."""
    if bottom is not None and top is not None and bottom >= top:
        raise SpecError(f"{where}: bottom is below top (found: {bottom} and {top})")
    ends = []
    if bottom is not None:
        ends.append(Interval(f"<= {bottom}", None, format(bottom, "f"), False, True))
    if top is not None:
        ends.append(Interval(f">= {top}", format(top, "f"), None, True, False))
    return Partition(f"{column}: {ENDS}", column, intervals=tuple(ends), unmapped="keep")


def written_generalization(entry: Any) -> Any:
    """Return a generalization's entry in full: a path for its file, a list for its levels."""
    entry = plain(entry)
    if isinstance(entry, str | Path):
        return {"file": entry}
    if isinstance(entry, list):
        return {"levels": entry}
    if isinstance(entry, Mapping) and not entry.keys() <= GeneralizationSpec.model_fields.keys():
        return {"levels": [entry]}
    if not isinstance(entry, Mapping | GeneralizationSpec):
        raise ValueError("write a file, a list of partitions (empty for none), or one of {cuts: ..}, {prefix: ..}")
    return entry


class AdviceSpec(BaseModel):
    """The search for a recoding: the levels of columns, the records to suppress, and the loss."""

    model_config = CONFIG

    strategy: Strategy = "full_domain"
    generalizations: dict[str, Annotated[GeneralizationSpec, Shorthand(written_generalization, or_text)]] = {}
    suppress: WrittenShare = 0.0
    loss: LossName = "non_uniform_entropy"
    about: list[str] = []
    keep: Names = []
    need: dict[str, Level] = {}
    at_most: dict[str, Annotated[int, Field(strict=True, ge=0, le=LEVELS + 1)]] = {}
    prefer: dict[str, Annotated[float, Field(gt=0, allow_inf_nan=False)]] = {}
    leave_out: bool = False
    time_limit: Seconds | None = None
    frontier: bool = False
    workload: Names = []
    classifiers: Names = []
    local: bool = False
    stars: Literal["own", "match"] = "own"
