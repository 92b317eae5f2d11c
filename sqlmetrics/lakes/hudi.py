"""Hudi tables: the rows of a snapshot, by the package hudi."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlmetrics.errors import QueryError
from sqlmetrics.lakes.table import LakeFile, LakeTable
from sqlmetrics.lakes.versions import version_at, version_word

HUDI_TABLE = "Hudi table"
"""The kind of table, in words."""


def hudi_table(folder: Path | str, name: str, version: str | None) -> LakeTable:
    """Return the table of a folder at a commit or a time, the newest by default.

    The columns that Hudi adds, as the key of each record, are left out. Raises SpecError for a text
    that is no version, QueryError for a commit that is not there.
    """
    opened = _opened(folder)
    times = _times(opened)
    found = max(times, default=None)
    if version is not None:
        wanted = version_word(version, name)
        in_order = sorted((int(commit), at) for commit, at in times.items())
        found = str(version_at(wanted, in_order, name) if isinstance(wanted, datetime) else wanted)
        if found not in times:
            raise QueryError(f"{name} is not there: the newest commit of {folder} is {max(times, default='none')}")
    return LakeTable(
        name=name,
        folder=str(folder),
        kind=HUDI_TABLE,
        id=str(opened.table_name),
        version=found or "",
        at=None if found is None else times[found],
        columns=(),
        files=() if found is None else tuple(_files(opened, folder, found)),
        scan="",
        whole=lambda: _rows(opened, found),
        in_place=False,
        parted_by=frozenset(opened.get_partition_schema().names),
    )


def hudi_versions(folder: Path | str, name: str) -> list[tuple[str, datetime]]:
    """Return the commits of the table of a folder, with their times."""
    return sorted(_times(_opened(folder)).items())


def _opened(folder: Path | str) -> Any:
    """Return the table of a folder as the package opens it."""
    from hudi import HudiTable

    return HudiTable(str(folder))


def _times(opened: Any) -> dict[str, datetime]:
    """Return the time of each commit that is complete, whatever it did."""
    line = opened.get_timeline()
    completed = (line.get_completed_commits, line.get_completed_deltacommits, line.get_completed_replacecommits)
    instants = [instant for commits in completed for instant in commits()]
    return {str(one.timestamp): datetime.fromtimestamp(one.epoch_mills / 1000, UTC) for one in instants}


def _files(opened: Any, folder: Path | str, commit: str) -> Iterator[LakeFile]:
    """Give the files of a snapshot, with their logs."""
    from hudi import HudiReadOptions

    for part in opened.get_file_slices(HudiReadOptions().with_as_of_timestamp(commit)):
        base = [part.base_file_relative_path()] if part.base_file_name else []
        for path in (*base, *part.log_files_relative_paths()):
            yield LakeFile(f"{folder}/{path}", str(path))


def _rows(opened: Any, commit: str | None) -> Any:
    """Return the rows of a snapshot as a stream of Arrow."""
    import pyarrow as pa
    from hudi import HudiReadOptions

    schema = opened.get_schema()
    options = HudiReadOptions().with_projection(schema.names)
    batches = [] if commit is None else opened.read_stream(options.with_as_of_timestamp(commit))
    return pa.RecordBatchReader.from_batches(schema, (batch.select(schema.names).cast(schema) for batch in batches))
