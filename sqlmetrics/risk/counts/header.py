"""The header of a file of counts: the options of the count, as the file's metadata holds them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, NonNegativeInt, PositiveInt, ValidationInfo, field_validator

from sqlmetrics.risk.counts.sketch import Sketch
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.partitions import PartitionSpec

SlicePart = Literal["month", "year"]
"""The part of dates that a column of slices was counted by."""


class FilePart(BaseModel):
    """A source of counts: a text that counts of the same have, and the condition on its records."""

    model_config = ConfigDict(extra="forbid")

    source: str
    where: str | None = None


class SliceWithheld(BaseModel):
    """A slice by the texts of its values, and its withheld records by sensitive attribute."""

    model_config = ConfigDict(extra="forbid")

    values: list[str | None]
    records: list[NonNegativeInt]


class Header(BaseModel):
    """The header of a file of counts: the options of the count, in the words of a spec.

    The columns of slices, `by`, with the part of their dates, are the first keys of the file.
    `recodings` are the partitions of its keys in full. `types` has the DuckDB type of each
    column as it was read, "ENUM" without its values, and "TEXT" where the database groups by texts.
    Two files that count the same source have the same `source`. Counts of fewer than `min_count`
    records are not in the file: `withheld` has the records of these for each sensitive attribute,
    or of all counts where there is none. `slices_withheld` has the records of
    each slice with at least `min_count` of them; a smaller one has no name. `sketch` says which
    classes a sketch has. Where counts were added up, `parts` are the sources of all.
    """

    model_config = ConfigDict(extra="forbid")

    format: int
    version: str
    dialect: str
    by: dict[str, list[SlicePart]] = {}
    quasi_identifiers: list[str]
    sensitive: list[str]
    recodings: dict[str, PartitionSpec]
    nulls: Literal["category", "drop"]
    suppressed: dict[str, str] | None
    keep_suppressed: bool
    types: dict[str, str]
    records: NonNegativeInt
    source: str
    min_count: PositiveInt | None = None
    withheld: list[NonNegativeInt] = []
    slices_withheld: list[SliceWithheld] = []
    query: str | None = None
    where: str | None = None
    sketch: Sketch | None = None
    parts: list[FilePart] = []

    @field_validator("recodings")
    @classmethod
    def _no_paths(cls, recodings: dict[str, PartitionSpec]) -> dict[str, PartitionSpec]:
        if any(recoding.file is not None for recoding in recodings.values()):
            raise ValueError("a recoding is held in full, not by the path of a file")
        return recodings

    @field_validator("withheld")
    @classmethod
    def _for_each_attribute(cls, withheld: list[int], info: ValidationInfo) -> list[int]:
        if len(withheld) not in {0, max(len(info.data.get("sensitive", [])), 1)}:
            raise ValueError("each sensitive attribute has a number")
        return withheld

    @field_validator("slices_withheld")
    @classmethod
    def _for_each_slice(cls, slices: list[SliceWithheld], info: ValidationInfo) -> list[SliceWithheld]:
        columns, held = len(info.data.get("by", {})), info.data.get("withheld", [])
        if any((len(one.values), len(one.records)) != (columns, len(held)) for one in slices):
            raise ValueError("each slice has a value of each column, and each attribute a number")
        return slices

    @field_validator("sketch")
    @classmethod
    def _for_each_target(cls, sketch: Sketch | None, info: ValidationInfo) -> Sketch | None:
        attributes = len(info.data.get("sensitive", []))
        if sketch is not None and (
            {len(sketch.counted), len(sketch.complete)} != {attributes + 1}
            or len(sketch.values) != max(attributes, bool(info.data.get("by")))
        ):
            raise ValueError("each target has its numbers")
        return sketch

    @property
    def keys(self) -> list[str]:
        """The columns that the keys hold: slices first, then quasi-identifiers."""
        return [*self.by, *self.quasi_identifiers]

    @property
    def columns(self) -> list[str]:
        """The columns of the file, in order."""
        return [
            *(["attribute"] if len(self.sensitive) > 1 else []),
            *(["suppressed"] if self.suppressed else []),
            *(f"key_{number}" for number in range(1, len(self.keys) + 1)),
            *(f"value_{number}" for number in range(1, len(self.sensitive) + 1)),
            *([] if self.sketch is None else ["class_hash", "whole"]),
            *(["unmapped"] if self.lossy else []),
            "records",
        ]

    @property
    def sources(self) -> list[FilePart]:
        """What was counted: several where counts were added up."""
        return self.parts or [FilePart(source=self.query or self.source, where=self.where)]

    @property
    def lossy(self) -> list[str]:
        """The keys whose partition refuses values without a domain."""
        partitions = {column: self.partition(column) for column in self.recodings}
        return [column for column, partition in partitions.items() if partition is not None and partition.strict]

    def withheld_of(self, attribute: int) -> int:
        """Return the records of an attribute, by its number from 1, whose counts are withheld."""
        return self.withheld[attribute - 1] if self.withheld else 0

    @property
    def slices_known(self) -> bool:
        """Whether the slices of all withheld records have a name."""
        named = [sum(records) for records in zip(*(one.records for one in self.slices_withheld), strict=True)]
        return not any(self.withheld) or named == self.withheld

    def shown_of(self, attribute: int) -> int:
        """Return the records of an attribute, by its number from 1, whose counts are there."""
        if self.sketch is not None:
            return self.sketch.records
        return self.records - self.withheld_of(attribute)

    def partition(self, column: str) -> Partition | None:
        """Return the partition that recoded a key, checked as one of a spec is."""
        return self.recodings[column].resolve(column, Path()) if column in self.recodings else None

    def text(self) -> str:
        """Return the header as the metadata holds it."""
        return json.dumps(self.model_dump(mode="json", exclude_defaults=True))


def added_slices(headers: Sequence[Header]) -> list[SliceWithheld]:
    """Return the withheld records of slices in all files with these headers."""
    added: dict[tuple[str | None, ...], list[int]] = {}
    for one in (slice_ for header in headers for slice_ in header.slices_withheld):
        records = added.get(tuple(one.values), [0] * len(one.records))
        added[tuple(one.values)] = [sum(both) for both in zip(records, one.records, strict=True)]
    return [SliceWithheld(values=list(values), records=records) for values, records in added.items()]
