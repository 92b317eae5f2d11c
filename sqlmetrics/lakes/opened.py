"""Tables with a log are opened: by the path of a folder, or as a package's own object."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.lakes import delta, iceberg
from sqlmetrics.lakes.at_addresses import listed_files
from sqlmetrics.lakes.found import inner_lake, named_lake
from sqlmetrics.lakes.kinds_of_lakes import DELTA, NamedLake, is_readable
from sqlmetrics.lakes.table import LakeTable, LakeVersion

OBJECTS = ("deltalake", "pyiceberg")
"""The packages whose tables and scans are relations."""


_HELD: ContextVar[dict[str, LakeTable] | None] = ContextVar("held", default=None)
"""The tables that a run has opened, None where it does not hold them."""


@contextmanager
def versions_held() -> Iterator[None]:
    """Let a table be opened at one version within a run, whatever is written to it meanwhile."""
    if _HELD.get() is not None:
        yield
        return
    token = _HELD.set({})
    try:
        yield
    finally:
        _HELD.reset(token)


def is_lake_object(relation: Any) -> bool:
    """Return whether a relation is a package's own table with a log, or a scan of one."""
    return type(relation).__module__.partition(".")[0] in OBJECTS


def lake_table(text: str) -> LakeTable | None:
    """Return the table with a log that a path names, perhaps at a version, if the package is there.

    Raises SpecError for a text that is no version; QueryError for a version that is not there, and
    for a table that is damaged, or that no package reads.
    """
    named = _readable(text)
    if named is None:
        return None
    held = _HELD.get()
    if held is not None and text in held:
        return held[text]
    whole = named if isinstance(named.path, str) else named._replace(path=named.path.absolute())
    table = replace(_opened(whole, text, _state(whole.path)), folder=str(named.path))
    if held is not None:
        held[text] = table
    return table


def lake_versions(text: str) -> list[tuple[str, LakeVersion]]:
    """Return each version of a table with a log, by the text that names it, the oldest first.

    The newest is the one that the text names; no later ones are listed. Raises SpecError for any
    other relation, and errors as `lake_table` does.
    """
    table, named = lake_table(text), named_lake(text)
    if table is None or named is None:
        raise SpecError(f"{text} has no versions: it is no Delta or Iceberg table that its package reads here")
    try:
        found = delta.delta_versions(named.path) if named.kind == DELTA else iceberg.iceberg_versions(named.path, text)
    except OSError as error:
        raise QueryError(f"cannot read {text}: its log is gone", str(error)) from None
    newest = table.at_version
    numbers = [version for version, _ in found]
    earlier = found[: numbers.index(newest.version)] if newest.version in numbers else found
    past = [(f"{named.path}@{version}", newest.at_time(version, at)) for version, at in earlier]
    return [*past, (text, newest)]


def lake_object(relation: Any, name: str) -> LakeTable:
    """Return the table with a log that a package's object is. Raises QueryError."""
    try:
        read = delta.delta_version if type(relation).__module__.startswith("deltalake") else iceberg.described_object
        return _checked(read(relation, name))
    except SqlmetricsError:
        raise
    except Exception as error:
        raise QueryError(f"cannot read {name}: its package does not", _first_line(error)) from None


def _readable(text: str) -> NamedLake | None:
    """Return the table that a path names, None where nothing reads it."""
    named = named_lake(text)
    if named is None or not is_readable(named.kind):
        return None
    return named


def _state(folder: Path | str) -> tuple[tuple[str, int, int], ...]:
    """Return what changes with the log of a table."""
    if isinstance(folder, str):
        logs = (f"{folder}/_delta_log", f"{folder}/metadata")
        return tuple(sorted((name, size, 0) for log in logs for name, size in listed_files(log).items()))
    log = folder / "_delta_log" if (folder / "_delta_log").is_dir() else folder / "metadata"
    with os.scandir(log) as entries:
        return tuple(sorted((one.name, one.stat().st_size, one.stat().st_mtime_ns) for one in entries))


@lru_cache(maxsize=8)
def _opened(named: NamedLake, text: str, state: tuple[tuple[str, int, int], ...]) -> LakeTable:
    """Return a table, opened once for each state of its log."""
    other = inner_lake(named.path) if isinstance(named.path, Path) else None
    if other is not None:
        raise QueryError(f"cannot read {text}: {other}, a table with a log, and another lie one in the other; move one")
    read = delta.delta_table if named.kind == DELTA else iceberg.iceberg_table
    try:
        return _checked(read(named.path, text, named.version), named.path)
    except SqlmetricsError:
        raise
    except Exception as error:
        kind = named.kind.says.partition(" ")[2]
        told = _first_line(error)
        raise QueryError(
            f"cannot read {text}: the log of the {kind} is damaged, or the table has a feature that its package does"
            " not read",
            told,
        ) from None


def _checked(table: LakeTable, folder: Path | str | None = None) -> LakeTable:
    """Return a table whose files are there, in its folder. Raises QueryError for any other.

    Whether files at an address are there is seen when they are read.
    """
    paths = table.all_paths
    missing = [path for path in paths if "://" not in path and not Path(path).is_file()]
    if missing:
        which = f"{len(missing):,} of its files are gone, as {Path(missing[0]).name}"
        raise QueryError(f"cannot read {table.name} ({table.form}): {which}: they were vacuumed, or not copied")
    if folder is not None:
        for path in paths:
            if not _is_within(path, folder):
                raise QueryError(
                    f"cannot read {table.name}: its log names {path}, which lies outside its folder; give the table's"
                    " rows in Python"
                )
    return table


def _is_within(path: str, folder: Path | str) -> bool:
    """Return whether a file lies in a folder, behind links."""
    if isinstance(folder, str):
        return path.startswith(f"{folder}/") and "/../" not in path
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _first_line(error: Exception) -> str:
    """Return the first line of another's error."""
    return (str(error).splitlines() or [type(error).__name__])[0]
