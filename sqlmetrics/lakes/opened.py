"""Tables with a log are opened: by the path of a folder, or as a package's own object."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from sqlmetrics.credentials import without_credentials
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.lakes import delta, hudi, iceberg, lance
from sqlmetrics.lakes.at_addresses import came_from_network, listed_files
from sqlmetrics.lakes.catalogues import catalogue_table, is_of_catalogue
from sqlmetrics.lakes.found import inner_lake, named_lake
from sqlmetrics.lakes.kinds_of_lakes import DELTA, HUDI, ICEBERG, LANCE, NamedLake, is_readable
from sqlmetrics.lakes.marks import MARKED_FOLDERS
from sqlmetrics.lakes.table import LakeTable, LakeVersion

OBJECTS = {"deltalake": delta.delta_version, "pyiceberg": iceberg.described_object, "lance": lance.lance_version}
"""The packages whose tables and scans are relations, with the functions that describe one."""

READERS = {
    DELTA: (delta.delta_table, delta.delta_versions),
    ICEBERG: (iceberg.iceberg_table, iceberg.iceberg_versions),
    HUDI: (hudi.hudi_table, hudi.hudi_versions),
    LANCE: (lance.lance_table, lance.lance_versions),
}
"""The functions that open a table by its folder, and that list its versions, by its kind."""


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
    whole = _whole(named)
    with _errors_told(text, named):
        state = _state(whole.path)
    table = replace(_opened(whole, text, state), folder=str(named.path))
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
        raise SpecError(f"{text} has no versions: it is no table with a log, as Delta's, that a package reads here")
    with _errors_told(text, named):
        found = READERS[named.kind][1](_whole(named).path, text)
    newest = table.at_version
    numbers = [version for version, _ in found]
    earlier = found[: numbers.index(newest.version)] if newest.version in numbers else found
    past = [(f"{named.path}@{version}", newest.at_time(version, at)) for version, at in earlier]
    return [*past, (text, newest)]


def lake_object(relation: Any, name: str) -> LakeTable:
    """Return the table with a log that a package's object is. Raises QueryError."""
    try:
        return _checked(OBJECTS[type(relation).__module__.partition(".")[0]](relation, name))
    except SqlmetricsError:
        raise
    except Exception as error:
        raise QueryError(f"cannot read {name}: its package does not", _first_line(error)) from None


def _whole(named: NamedLake) -> NamedLake:
    """Return a named table by its whole path."""
    return named if isinstance(named.path, str) else named._replace(path=named.path.absolute())


def _readable(text: str) -> NamedLake | None:
    """Return the table that a path names, None where nothing reads it."""
    named = named_lake(text)
    if named is None or not is_readable(named.kind, named.path):
        return None
    return named


def _state(folder: Path | str) -> tuple[tuple[str, int, int], ...]:
    """Return what changes with the log of a table."""
    if isinstance(folder, str) and is_of_catalogue(folder):
        return ((str(catalogue_table(folder).metadata_location), 0, 0),)
    if isinstance(folder, str):
        logs = (f"{folder}/_delta_log", f"{folder}/metadata")
        return tuple(sorted((name, size, 0) for log in logs for name, size in listed_files(log).items()))
    found = []
    for log in (folder / inner for inner in (*MARKED_FOLDERS, ".hoodie/timeline")):
        if log.is_dir():
            with os.scandir(log) as entries:
                found += [(one.name, one.stat().st_size, one.stat().st_mtime_ns) for one in entries]
    return tuple(sorted(found))


@lru_cache(maxsize=8)
def _opened(named: NamedLake, text: str, state: tuple[tuple[str, int, int], ...]) -> LakeTable:
    """Return a table, opened once for each state of its log."""
    other = inner_lake(named.path) if isinstance(named.path, Path) else None
    if other is not None:
        raise QueryError(f"cannot read {text}: {other}, a table with a log, and another lie one in the other; move one")
    with _errors_told(text, named):
        table = READERS[named.kind][0](named.path, text, named.version)
        return _checked(table, None if is_of_catalogue(named.path) else named.path)


@contextmanager
def _errors_told(text: str, named: NamedLake) -> Iterator[None]:
    """Raise QueryError for an error of a package: the network's where it is that."""
    try:
        yield
    except SqlmetricsError:
        raise
    except Exception as error:
        kind = named.kind.says.partition(" ")[2]
        why = (
            f"its server does not answer, or does not let us read the log of the {kind}"
            if isinstance(named.path, str) and came_from_network(error)
            else f"the log of the {kind} is damaged, or the table has a feature that its package does not read"
        )
        raise QueryError(f"cannot read {without_credentials(text)}: {why}", _first_line(error)) from None


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
        outside = _outside(folder)
        for path in paths:
            if outside(path):
                raise QueryError(
                    f"cannot read {table.name}: its log names {path}, which lies outside its folder; give the table's"
                    " rows in Python"
                )
    return table


def _outside(folder: Path | str) -> Callable[[str], bool]:
    """Return what says whether a file lies outside a folder, behind links."""
    if isinstance(folder, str):
        return lambda path: not path.startswith(f"{folder}/") or "/../" in path
    real = cache(os.path.realpath)

    def outside(path: str) -> bool:
        above, name = os.path.split(path)
        whole = os.path.realpath(path) if os.path.islink(path) else f"{real(above)}/{name}"  # noqa: PTH114 - as fast
        return not whole.startswith(f"{real(str(folder))}/")

    return outside


def _first_line(error: Exception) -> str:
    """Return the first line of another's error."""
    return (str(error).splitlines() or [type(error).__name__])[0]
