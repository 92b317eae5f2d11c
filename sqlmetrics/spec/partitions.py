"""Partitions as they are written in a spec, checked by one model."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Discriminator, Field, Tag

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.bounds import COUNT, bounded
from sqlmetrics.spec.fields import CONFIG, TEXT, Schema, Shorthand, itself, listed, or_one, plain
from sqlmetrics.spec.grid import NEAR, SPANS, CoordinateGrid, Degrees, named_degrees
from sqlmetrics.spec.hierarchies import read_csv_mapping, read_hierarchy
from sqlmetrics.spec.partition import DATES, DateForm, DatePart, Partition, cut_intervals, read_intervals, read_pairs
from sqlmetrics.spec.words import WORDS

Scalar = bool | int | float | str

FORMS = ("mapping", "domains", "file", "intervals", "cuts", "prefix", "date", "grid")


class PartitionSpec(BaseModel):
    """A partition of a column by one of `FORMS`."""

    model_config = CONFIG

    name: str | None = None
    mapping: dict[Scalar, Scalar] | None = None
    domains: dict[str, list[Scalar]] | None = None
    file: Path | None = None
    level: Annotated[int, Field(ge=0, le=COUNT)] | None = None
    intervals: dict[str, str] | None = None
    cuts: list[Annotated[Decimal, AfterValidator(bounded)]] | None = None
    closed: Literal["left", "right"] = "left"
    labels: list[str] | None = None
    prefix: Annotated[int, Field(ge=0, le=COUNT)] | None = None
    date: DatePart | None = None
    form: DateForm | None = None
    grid: Annotated[Decimal, AfterValidator(bounded), Field(gt=0)] | None = None
    degrees: Degrees | None = None
    at: Annotated[Decimal, AfterValidator(bounded), Field(gt=-90, lt=90)] | None = None
    neighbours: bool = False
    unmapped: str = "error"

    def resolve(self, column: str, folder: Path) -> Partition:
        """Return the partition of a column, with paths relative to the folder. Raises SpecError."""
        where = f"partition of '{column}'"
        given = [form for form in FORMS if getattr(self, form) is not None]
        if len(given) != 1:
            raise SpecError(f"{where}: give exactly one of {', '.join(FORMS)} (found: {', '.join(given) or 'none'})")
        if self.level is not None and self.file is None:
            raise SpecError(f"{where}: a level goes with the file of a hierarchy")
        if self.labels is not None and self.cuts is None:
            raise SpecError(f"{where}: labels go with cuts")
        if self.form is not None and self.date is None:
            raise SpecError(f"{where}: a form goes with the date that is written in it")
        if self.degrees is not None and self.grid is None:
            raise SpecError(f"{where}: degrees go with the grid whose cells they lie in")
        if self.neighbours and self.grid is None:
            raise SpecError(f"{where}: neighbours are cells beside each other: say the width of a cell as its grid")
        if (self.at is not None) != (self.degrees == "longitude"):
            raise SpecError(
                f"{where}: `at` goes with `degrees: longitude`; it is the latitude at which a cell has its width, such"
                " as 47.2"
            )
        named = None if self.degrees is not None else named_degrees(column)
        if named is not None and self.grid is not None and self.grid > SPANS[named]:
            at = ", at: 47" if named == "longitude" else ""
            raise SpecError(
                f"{where}: a cell of {self.grid} degrees holds every {named}; for cells in metres say"
                f" `degrees: {named}`, as {{grid: {self.grid}, degrees: {named}{at}}}"
            )
        rest = None if self.unmapped in {"error", "keep"} else self.unmapped
        partition = Partition(
            name=self.name or self._default_name(column),
            column=column,
            unmapped="name" if rest is not None else self.unmapped,
            rest=rest,
            prefix=self.prefix if self.date is None else DATES[self.date],
            date=self.date,
            form=self.form,
            grid=None if self.grid is None else CoordinateGrid(self.grid, self.degrees, self.at, self.neighbours),
        )
        if self.cuts is not None:
            return _with(partition, intervals=cut_intervals(self.cuts, self.closed, self.labels, where))
        if self.intervals is not None:
            return _with(partition, intervals=read_intervals(self.intervals, where))
        if self.mapping is not None:
            return _with(partition, mapping=read_pairs(self.mapping.items(), where))
        if self.domains is not None:
            pairs = ((value, domain) for domain, values in self.domains.items() for value in values)
            return _with(partition, mapping=read_pairs(pairs, where))
        if self.file is not None:
            path = folder / self.file
            mapping = read_csv_mapping(path) if self.level is None else read_hierarchy(path, self.level)
            return _with(partition, mapping=mapping)
        return partition

    def _default_name(self, column: str) -> str:
        if self.date is not None:
            return f"{column}: {self.date}"
        if self.grid is not None:
            beside = f" {NEAR}" if self.neighbours else ""
            return f"{column}: grid {format(self.grid.normalize(), 'f')}{beside}"
        if self.file is None:
            return column if self.prefix is None else f"{column}:{self.prefix}"
        return self.file.stem if self.level is None else f"{self.file.stem}:{self.level}"


def _with(partition: Partition, **changes: Any) -> Partition:
    return Partition(**(vars(partition) | changes))


def written_partition(entry: Any) -> Any:
    """Return a partition's entry in full: a path stands for its file, a bare mapping for itself."""
    entry = plain(entry)
    if isinstance(entry, Path) or (isinstance(entry, str) and entry != "raw"):
        return parse_partition_file(str(entry))
    if isinstance(entry, Mapping) and not (entry.keys() & {*FORMS}):
        scalars = all(not isinstance(domain, list | dict) for domain in entry.values())
        known = entry.keys() <= PartitionSpec.model_fields.keys()
        if scalars and not (known and entry.keys()):
            return {"mapping": dict(entry)}
    return entry


def paired_grids(entry: Any) -> Any:
    """Return partitions by column, where `lat,lon` with a grid stands for one of each of the two.

    Columns whose names say latitude and longitude are in degrees, so that the grid is in metres; at
    the equator where it says no `at`.
    """
    if not isinstance(entry, Mapping):
        return entry
    found: dict[Any, Any] = {}
    for column, written in entry.items():
        only = written[0] if isinstance(written, list | tuple) and len(written) == 1 else written
        names = column.split(",") if isinstance(column, str) else []
        if len(names) != 2 or not all(names) or not isinstance(only, Mapping) or "grid" not in only:
            found[column] = written
            continue
        kinds = [named_degrees(name) for name in names]
        for name, kind in zip(names, kinds, strict=True):
            own = {word: value for word, value in only.items() if word != "at"}
            if set(kinds) == {*SPANS}:
                own |= {"degrees": kind} | ({"at": only.get("at", 0)} if kind == "longitude" else {})
            found[name] = own
    return found


def parse_partition_file(text: str) -> dict[str, Any]:
    """Return the partition that `FILE` or, for a level of a hierarchy, `FILE:LEVEL` names."""
    file, colon, level = text.rpartition(":")
    return {"file": file, "level": int(level)} if colon and level.isdecimal() else {"file": text}


def partition_forms(own: Schema) -> list[Schema]:
    """Return the forms of a partition: a path, the model's own, and a bare mapping."""
    names = {"enum": [*dict.fromkeys((*FORMS, *WORDS["GeneralizationSpec"]))]}
    scalars = {"type": ["boolean", "number", "string"]}
    bare = {"type": "object", "additionalProperties": scalars, "propertyNames": {"not": names}}
    return [TEXT, own, bare]


WrittenPartition = Annotated[PartitionSpec, Shorthand(written_partition, partition_forms)]

PartitionOrRaw = Annotated[
    Annotated[WrittenPartition, Tag("partition")] | Annotated[Literal["raw"], Tag("raw")],
    Discriminator(lambda entry: "raw" if isinstance(entry, str) and entry == "raw" else "partition"),
]
"""A partition of a column, or the column as it is."""

PartitionsByColumn = Annotated[
    dict[str, Annotated[list[PartitionOrRaw], Shorthand(listed, or_one)]], Shorthand(paired_grids, itself)
]
"""Partitions by column, each one or a list."""
