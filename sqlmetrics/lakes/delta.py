"""Delta tables: the live files, the values in the log and the deleted rows, by deltalake."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from sqlmetrics.errors import QueryError
from sqlmetrics.lakes.at_addresses import listed_files, opened_file
from sqlmetrics.lakes.table import LakeColumn, LakeFile, LakeTable, text_of
from sqlmetrics.lakes.versions import version_at, version_word

KIND = "Delta table"
"""The kind of table, in words."""

TYPES = {
    "byte": "TINYINT",
    "short": "SMALLINT",
    "integer": "INTEGER",
    "long": "BIGINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "string": "VARCHAR",
    "boolean": "BOOLEAN",
    "binary": "BLOB",
    "date": "DATE",
    "timestamp": "TIMESTAMPTZ",
    "timestamp_ntz": "TIMESTAMP",
}
"""DuckDB's types of Delta's; a decimal is its own, and a type of parts has none."""

FEATURES = frozenset(
    {"columnMapping", "deletionVectors", "timestampNtz", "v2Checkpoint", "typeWidening", "typeWidening-preview"}
    | {"vacuumProtocolCheck"}
)
"""The features of tables whose files are read in place; others are left to the package."""

COMMIT = re.compile(r"(\d{20})\.(json|checkpoint\..*)")
"""A pattern of the name of a commit, or of a checkpoint."""


def delta_table(folder: Path | str, name: str, version: str | None) -> LakeTable:
    """Return the table of a folder at a version, the newest by default.

    Raises SpecError for a text that is no version; QueryError for a version that is not there, and
    for a log that is damaged.
    """
    from deltalake import DeltaTable

    newest = _checked_log(folder, name)
    words = _words(folder)
    wanted = None if version is None else version_word(version, name)
    if isinstance(wanted, datetime):
        wanted = version_at(wanted, list(_times(folder)), name)
    if wanted is not None and wanted > newest:
        raise QueryError(f"{name} is not there: the newest version of {folder} is {newest:,}")
    try:
        opened = DeltaTable(folder, version=wanted, **words)
    except Exception as error:
        if wanted is not None and wanted < newest and "No files in log segment" in str(error):
            raise QueryError(f"{name} is not there: the log does not reach back to version {wanted:,}") from None
        raise
    return delta_version(opened, name, folder if isinstance(folder, str) else None)


def _words(folder: Path | str) -> dict[str, Any]:
    """Return what the package is told of a server at an address: that it may be one without TLS."""
    plain = isinstance(folder, str) and os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://")
    return {"storage_options": {"allow_http": "true"}} if plain else {}


def delta_version(opened: Any, name: str, address: str | None = None) -> LakeTable:
    """Return a table that deltalake has opened, at its version.

    Its files are read in place where they lie on this machine, or at an `address` that the engine
    reads.
    """
    folder = address or _local(str(opened.table_uri))
    columns = tuple(_columns(opened))
    places = () if folder is None else tuple(_files(opened, folder, columns))
    apart = folder is None or any(column.type is None for column in columns) or _unknown_features(opened)
    version = int(opened.version())
    return LakeTable(
        name=name,
        folder="" if folder is None else str(folder),
        kind=KIND,
        id=str(opened.metadata().id),
        version=str(version),
        at=None if folder is None else dict(_times(folder, only=version)).get(version),
        columns=columns,
        files=places,
        scan=f"delta_scan({{path}}, version => {version})",
        whole=lambda: _all_rows(opened, name),
        in_place=not apart,
        parted_by=frozenset(column.name for column in columns if column.logged),
    )


def _log(folder: Path | str) -> dict[str, int]:
    """Return the names of the files of a log, with their sizes."""
    if isinstance(folder, str):
        return dict(listed_files(f"{folder}/_delta_log"))
    return {file.name: file.stat().st_size for file in (folder / "_delta_log").iterdir()}


def _checked_log(folder: Path | str, name: str) -> int:
    """Return the newest version of a log. Raises QueryError for a log with a gap or an empty file.

    Versions are in a row, from the first or from a checkpoint on.
    """
    sizes = _log(folder)
    found = [(int(match[1]), match[2], file) for file in sizes if (match := COMMIT.fullmatch(file))]
    commits = {version: file for version, kind, file in found if kind == "json"}
    checkpoints = {version for version, kind, _ in found if kind != "json"}
    newest = max((*commits, *checkpoints), default=None)
    if newest is None:
        raise QueryError(f"cannot read {name}: the log {folder}/_delta_log holds no version")
    for version in range(max(checkpoints, default=-1) + 1, newest + 1):
        if version not in commits:
            raise QueryError(f"cannot read {name}: its log is cut, version {version:,} of {newest:,} is missing")
    for version, file in commits.items():
        if not sizes[file]:
            raise QueryError(f"cannot read {name}: its log is cut, the file of version {version:,} is empty")
    return newest


def delta_versions(folder: Path | str, name: str) -> list[tuple[str, datetime]]:
    """Return the versions of the table of a folder whose commits are there, with their times."""
    return [(str(version), at) for version, at in _times(folder)]


def _times(folder: Path | str, *, only: int | None = None) -> Iterator[tuple[int, datetime]]:
    """Give the versions whose commits are there, each with its time, in their order."""
    wanted = None if only is None else f"{only:020d}.json"
    for name in sorted(_log(folder)):
        match = COMMIT.fullmatch(name)
        if match is None or match[2] != "json" or (wanted is not None and name != wanted):
            continue
        if isinstance(folder, str):
            made, text = 0.0, opened_file(f"{folder}/_delta_log/{name}").decode()
        else:
            file = Path(folder, "_delta_log", name)
            made, text = file.stat().st_mtime, file.read_text(encoding="utf-8")
        for line in text.splitlines():
            entry = json.loads(line).get("commitInfo") if '"commitInfo"' in line else None
            if isinstance(entry, dict) and (told := entry.get("inCommitTimestamp", entry.get("timestamp"))) is not None:
                made = int(told) / 1000
        yield int(match[1]), datetime.fromtimestamp(made, UTC)


def _columns(opened: Any) -> Iterator[LakeColumn]:
    """Give the columns of a table, by their numbers or names in the files."""
    settings = opened.metadata().configuration
    mode = settings.get("delta.columnMapping.mode", "none")
    logged = set(opened.metadata().partition_columns)
    for entry in json.loads(opened.schema().to_json())["fields"]:
        name, told = entry["name"], entry["metadata"]
        key: int | str = name if mode == "none" else str(told["delta.columnMapping.physicalName"])
        if mode == "id" and name not in logged:
            key = int(told["delta.columnMapping.id"])
        yield LakeColumn(name, _type(entry["type"]), key, logged=name in logged)


def _type(of_type: Any) -> str | None:
    """Return DuckDB's type, None for a type of parts."""
    if not isinstance(of_type, str):
        return None
    return of_type.upper() if of_type.startswith("decimal(") else TYPES.get(of_type)


def _unknown_features(opened: Any) -> bool:
    """Return whether a table has a feature that is not known by name."""
    protocol = opened.protocol()
    return protocol.min_reader_version > 3 or bool({*(protocol.reader_features or ())} - FEATURES)


def _files(opened: Any, folder: Path | str, columns: Sequence[LakeColumn]) -> Iterator[LakeFile]:
    """Give the live files of a table, with the values of the log and the deleted rows."""
    import pyarrow as pa

    dead = _dead_rows(opened)
    known = {str(_local(uri) or uri) for uri in opened.file_uris()}
    logged = {column.name: column.key for column in columns if column.logged}
    for entry in pa.table(opened.get_add_actions()).to_pylist():
        path = _path(folder, str(entry["path"]), known)
        values = {logged.get(name, name): text_of(value) for name, value in (entry.get("partition") or {}).items()}
        values = {key: value or None for key, value in values.items()}
        yield LakeFile(path, path, values, dead=dead.get(path, ()))


def _path(folder: Path | str, logged: str, known: set[str]) -> str:
    """Return the path of a file of the log, which some versions of the package leave quoted."""
    paths = [str(_local(one) or one) if ":" in one else f"{folder}/{one}" for one in (unquote(logged), logged)]
    return next((path for path in paths if path in known), paths[0])


def _dead_rows(opened: Any) -> Mapping[str, Sequence[int]]:
    """Return the numbers of the deleted rows of files, by their paths."""
    import numpy as np
    import pyarrow as pa

    found: dict[str, Sequence[int]] = {}
    if "deletionVectors" not in (opened.protocol().reader_features or ()):
        return found
    table = pa.table(opened.deletion_vectors())
    for path, kept in zip(table["filepath"].to_pylist(), table["selection_vector"], strict=True):
        found[str(_local(path) or path)] = np.flatnonzero(~kept.values.to_numpy(zero_copy_only=False)).tolist()
    return found


def _local(uri: str) -> Path | None:
    """Return the path of an address of this machine, None for another address."""
    parts = urlsplit(uri)
    if parts.scheme not in {"", "file"}:
        return None
    return Path(uri if not parts.scheme else unquote(parts.path))


def _all_rows(opened: Any, name: str) -> Any:
    """Return all rows as a stream of Arrow, as the package's own engine reads them.

    Raises QueryError where columns are found by number, which that engine finds none of.
    """
    from deltalake import QueryBuilder

    if opened.metadata().configuration.get("delta.columnMapping.mode") == "id":
        raise QueryError(
            f"cannot read {name}: its columns are found by number, and a file lacks the numbers or holds columns of"
            " parts; give its rows in Python"
        )
    return QueryBuilder().register("lake", opened).execute("select * from lake")
