"""Folders that are tables with a log: Delta, Iceberg, Hudi, Lance and DuckLake.

Their files hold deleted and older rows beside the live ones, so that they are not read as loose
files, unless a spec says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sqlmetrics.errors import QueryError
from sqlmetrics.lakes.at_addresses import named_address
from sqlmetrics.lakes.catalogues import named_in_catalogue
from sqlmetrics.lakes.kinds_of_lakes import (
    AT_ADDRESSES,
    DELTA,
    DUCKLAKE,
    HUDI,
    ICEBERG,
    LANCE,
    Lake,
    LakeKind,
    NamedLake,
    is_readable,
)

ABOVE = 5
"""The number of folders above a file or a pattern that are looked at."""

LISTED = 10_000
"""The most entries of a folder that are looked at for tables below it."""


def named_lake(text: str) -> NamedLake | None:
    """Return the table that a path or an address is itself, perhaps with @ and a version behind.

    Raises QueryError where the folder of an address cannot be listed.
    """
    if "://" in text:
        return named_in_catalogue(text) or named_address(text)
    path, version = Path(text), None
    if not path.exists() and text.rpartition("@")[0]:
        folder, _, version = text.rpartition("@")
        path = Path(folder)
    kind = kind_of(path) if path.is_dir() else None
    return None if kind is None else NamedLake(path, kind, version)


def inner_lake(folder: Path) -> Path | None:
    """Return another table with a log that lies in a table's folder, or whose folder that is in."""
    inside = next(_below(folder), None)
    if inside is not None:
        return Path(inside.path)
    place = folder.absolute()
    above = ((one, kind_of(one)) for one in list(place.parents)[:ABOVE])
    return next((one for one, kind in above if kind and holds_data(kind, place.relative_to(one).as_posix())), None)


def lake_of(text: str) -> Lake | None:
    """Return the table with a log that a path, a pattern or a folder is, is part of, or holds.

    An address within one is found where the engine lists what lies around it.
    """
    named = named_lake(text)
    if named is not None:
        return Lake(named.path, named.kind)
    if "://" in text:
        return None
    path = Path(re.split(r"[*?\[]", text, maxsplit=1)[0]) if not Path(text).exists() else Path(text)
    if path.is_file() and path.suffix == ".ducklake":
        return Lake(path, DUCKLAKE)
    place = path if path.is_dir() else path.parent
    whole = place.absolute()
    for folder in (place, *list(whole.parents)[:ABOVE]):
        found = kind_of(folder)
        if found is not None and (folder == place or holds_data(found, whole.relative_to(folder).as_posix())):
            return Lake(folder, found)
    if path.is_dir() or not path.is_file():
        return next(_below(place), None)
    return None


def check_lake(text: str, *, loose: bool) -> None:
    """Raise QueryError for a table with a log, unless its files are to be read as they lie."""
    if loose:
        return
    lake = lake_of(text)
    if lake is not None:
        raise lake_error(text, lake)


def lake_error(text: str, lake: Lake) -> QueryError:
    """Return the error of a text that names files of a table with a log."""
    itself = text == lake.path or Path(text).absolute() == Path(lake.path).absolute()
    what = f"{text} is" if itself else f"{text}: {lake.path} is"
    way = lake.kind.way if isinstance(lake.path, Path) or lake.kind in AT_ADDRESSES else "copy it to this machine"
    if is_readable(lake.kind, lake.path):
        way = f"name the table's own folder, {lake.path}" if named_lake(text) is None else "DuckDB alone reads it here"
    return QueryError(
        f"{what} {lake.kind.says}: its folder holds deleted and older rows beside the live ones, so its files are not"
        f" read as they lie; {way}, or name it where an engine reads it, by its `url`. `loose` reads every file as it"
        " lies, each version at once"
    )


def _below(place: Path) -> Iterator[Lake]:
    """Give the tables with a log that lie one folder below another."""
    with suppress(OSError):
        for number, entry in enumerate(sorted(place.iterdir())):
            if number > LISTED:
                return
            if entry.suffix == ".ducklake":
                yield Lake(entry, DUCKLAKE)
            elif entry.is_dir() and not entry.is_symlink() and (found := kind_of(entry)):
                yield Lake(entry, found)


def kind_of(folder: Path) -> LakeKind | None:
    """Return the kind of the table with a log that a folder is, by what lies in it."""
    with suppress(OSError):
        log = folder / "_delta_log"
        if log.is_dir() and ((log / "_last_checkpoint").exists() or any(log.glob("*.json"))):
            return DELTA
        if (folder / ".hoodie").is_dir():
            return HUDI
        metadata = folder / "metadata"
        if metadata.is_dir() and ((metadata / "version-hint.text").exists() or any(metadata.glob("*.metadata.json"))):
            return ICEBERG
        if folder.suffix == ".lance" or ((folder / "_versions").is_dir() and any((folder / "data").glob("*.lance"))):
            return LANCE
    return None


def holds_data(kind: LakeKind, place: str) -> bool:
    """Return whether a place in a table's folder is its data: an Iceberg table's is in `data`."""
    return kind is not ICEBERG or place.partition("/")[0] == "data"
