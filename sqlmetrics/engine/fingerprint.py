"""A relation's fingerprint, a text that changes with the relation; no record is read for it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from sqlmetrics.files.listing import files_of
from sqlmetrics.lakes.opened import lake_table


def of_files(files: Iterable[Path]) -> str:
    """Return the fingerprint of files, in any order.

    It is the SHA-256 of their names below their common folder, sizes and times of the last change.
    """
    paths = [file.absolute() for file in files]
    folder = os.path.commonpath([path.parent for path in paths])
    facts = sorted(
        (path.relative_to(folder).as_posix(), (state := path.stat()).st_size, state.st_mtime_ns) for path in paths
    )
    return "files:" + sha256(repr(facts).encode()).hexdigest()


def of_named(text: str, *, loose: bool) -> str | None:
    """Return the fingerprint of what a path names, None where it names no file of this machine.

    The fingerprint of a table with a log is its number and version.
    """
    lake = None if loose else lake_table(text)
    if lake is not None:
        return lake.fingerprint
    files = files_of(text)
    return of_files(files) if files else None


def of_table(records: int, columns: Iterable[str]) -> str:
    """Return the fingerprint of a table.

    It is the SHA-256 of its number of records and of the columns of the spec, in any order.
    """
    return "table:" + sha256(repr((records, sorted(columns))).encode()).hexdigest()
