"""Lance tables: the rows of a version, by the package lance."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlmetrics.errors import QueryError
from sqlmetrics.lakes.table import LakeFile, LakeTable
from sqlmetrics.lakes.versions import version_at, version_word

LANCE_TABLE = "Lance table"
"""The kind of table, in words."""


def lance_table(folder: Path | str, name: str, version: str | None) -> LakeTable:
    """Return the table of a folder at a version or a time, the newest by default.

    Raises SpecError for a text that is no version, QueryError for a version that is not there.
    """
    import lance

    opened: Any = lance.dataset(str(folder))
    if version is None:
        return lance_version(opened, name)
    wanted = version_word(version, name)
    times = _version_times(opened)
    if isinstance(wanted, datetime):
        wanted = version_at(wanted, list(times.items()), name)
    if wanted not in times:
        raise QueryError(f"{name} is not there: the newest version of {folder} is {max(times):,}")
    return lance_version(opened.checkout_version(wanted), name)


def lance_versions(folder: Path | str, name: str) -> list[tuple[str, datetime]]:
    """Return the versions of the table of a folder that are kept, with their times."""
    import lance

    return [(str(version), at) for version, at in _version_times(lance.dataset(str(folder))).items()]


def lance_version(opened: Any, name: str) -> LakeTable:
    """Return the table of a dataset that lance opened, at its version, or of the rows of a scan."""
    scanned = not hasattr(opened, "scanner")
    version = "" if scanned else str(opened.version)
    at = None if scanned else _version_times(opened).get(int(version))
    folder = "" if scanned else str(opened.uri)
    return LakeTable(
        name=name,
        folder=folder,
        kind=LANCE_TABLE,
        id=Path(folder).name,
        version=version,
        at=at,
        columns=(),
        files=() if scanned else tuple(_files(opened, folder)),
        scan="",
        whole=opened.to_reader if scanned else lambda: opened.scanner().to_reader(),
        in_place=False,
        layout="" if at is None else f"/{at.isoformat()}",
    )


def _files(opened: Any, folder: str) -> Iterator[LakeFile]:
    """Give the files of a table; a shallow clone has them in another table's folder."""
    bases = {number: base.path for number, base in opened.base_paths().items()}
    for fragment in opened.get_fragments():
        for file in fragment.data_files():
            path = f"{bases.get(file.base_id, folder)}/data/{file.path}"
            yield LakeFile(path, path)


def _version_times(opened: Any) -> dict[int, datetime]:
    """Return the time of each version, which the package gives in the zone of the machine."""
    return {int(one["version"]): one["timestamp"].astimezone(UTC) for one in opened.versions()}
