"""The words of a release: the level of each column, what may be dropped, and its file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Discriminator, Field, Tag

from sqlmetrics.spec.bounds import COUNT
from sqlmetrics.spec.fields import CONFIG, WrittenShare, plain
from sqlmetrics.spec.partitions import PartitionSpec, WrittenPartition

AS_IT_IS, LEFT_OUT = "as_it_is", "left_out"
"""The words for a column's values, and for a column that a release does not have."""


def _form(value: Any) -> str:
    """Return the form of a level: a number, a word, or a partition."""
    value = plain(value)
    return "words" if isinstance(value, Mapping | PartitionSpec) else "number" if isinstance(value, int) else "values"


Level = Annotated[
    Annotated[WrittenPartition, Tag("words")]
    | Annotated[int, Field(strict=True, ge=0, le=COUNT), Tag("number")]
    | Annotated[str, Tag("values")],
    Discriminator(_form),
]
"""A level of a column: its number or name in `advise`, a part of dates, or a partition.

`left_out` and `as_it_is` are levels of every column.
"""


Strategy = Literal["full_domain", "mondrian", "mondrian_relaxed"]
"""How known columns are recoded: each on one level, or class by class by median cuts.

Cuts are strict in `mondrian`, where all records with one value of the column that is cut come to
the same half. In `mondrian_relaxed` these may come to both.
"""


class ReleaseSpec(BaseModel):
    """The release of a relation: the level of each column, and the records that may be dropped."""

    model_config = CONFIG

    strategy: Strategy = "full_domain"
    levels: dict[str, Level] = {}
    drop: WrittenShare = 0.0
    starred: bool = False
    individual: bool = False
    shuffle: bool = True
    file: Path | None = None
