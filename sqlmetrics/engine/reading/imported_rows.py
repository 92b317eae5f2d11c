"""The rows that a package gives of a file, in batches, with what it remarks on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlmetrics.engine.reading.reading import Remark

BATCH = 20_000
"""The rows that are read at once."""


class ImportedRows(NamedTuple):
    """The rows of a file: the names of its columns, the rows in batches, and the remarks.

    The remarks are complete when all batches are taken.
    """

    columns: Sequence[str]
    batches: Iterable[Sequence[Sequence[Any]]]
    remarks: Sequence[Remark] = ()
