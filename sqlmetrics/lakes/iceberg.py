"""Iceberg tables: the live files and the files of deletes of a snapshot, by pyiceberg."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from sqlmetrics.errors import QueryError
from sqlmetrics.files.addresses import file_system, scheme_of
from sqlmetrics.lakes.at_addresses import listed_files, opened_file
from sqlmetrics.lakes.catalogues import catalogue_table, is_of_catalogue
from sqlmetrics.lakes.table import DeletesByPlace, DeletesByValue, LakeColumn, LakeFile, LakeTable, text_of
from sqlmetrics.lakes.versions import version_at, version_word

KIND = "Iceberg table"
"""The kind of table, in words."""

TYPES = {
    "boolean": "BOOLEAN",
    "int": "INTEGER",
    "long": "BIGINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "date": "DATE",
    "time": "TIME",
    "timestamp": "TIMESTAMP",
    "timestamptz": "TIMESTAMPTZ",
    "timestamp_ns": "TIMESTAMP_NS",
    "string": "VARCHAR",
    "uuid": "UUID",
    "binary": "BLOB",
}
"""DuckDB's types of Iceberg's; decimals and fixed bytes are their own, a type of parts has none."""

DECIMAL = re.compile(r"decimal\((\d+), *(\d+)\)")
"""A pattern of Iceberg's type of decimals, with its digits in all and behind the point."""

METADATA = re.compile(r"v?(\d+)(?:-[^.]+)?(?:\.gz)?\.metadata\.json(?:\.gz)?")
"""A pattern of the name of a file of metadata, with its number."""


class _NotInPlace(Exception):  # noqa: N818 - no error of a user
    """A table has what DuckDB cannot be told of its files."""


def iceberg_table(folder: Path | str, name: str, version: str | None) -> LakeTable:
    """Return the table of a folder at a snapshot or a time, the newest by default.

    Raises SpecError for a text that is no snapshot; QueryError for a snapshot that is not there,
    and for a table whose newest metadata is not known.
    """
    opened = _opened(folder, name)
    snapshot = _snapshot(opened.metadata, name, version)
    whole = None if is_of_catalogue(folder) else folder
    return _described(opened, name, snapshot, named=version is not None, folder=whole)


def iceberg_versions(folder: Path | str, name: str) -> list[tuple[str, datetime]]:
    """Return the snapshots of a folder's table that were its newest, with the last time of each."""
    times: dict[int, datetime] = {}
    for entry in _log(_opened(folder, name).metadata):
        times.pop(entry.snapshot_id, None)
        times[entry.snapshot_id] = datetime.fromtimestamp(entry.timestamp_ms / 1000, UTC)
    return [(str(snapshot), at) for snapshot, at in times.items()]


def _opened(folder: Path | str, name: str) -> Any:
    """Return the table of a folder as the package opens it."""
    if isinstance(folder, str) and is_of_catalogue(folder):
        return catalogue_table(folder)
    from pyiceberg.catalog.noop import NoopCatalog
    from pyiceberg.serializers import FromInputFile
    from pyiceberg.table import Table

    file = f"{folder}/metadata/{_newest(folder, name)}"
    metadata = FromInputFile.table_metadata(FolderFiles(folder, "").new_input(file))
    io: Any = FolderFiles(folder, str(metadata.location))
    return Table(("lake",), metadata, file, io, NoopCatalog("lake"))


def described_object(opened: Any, name: str) -> LakeTable:
    """Return a table of pyiceberg at its current snapshot, or the rows that a scan of one finds."""
    from pyiceberg.table import Table

    if isinstance(opened, Table):
        return _described(opened, name, opened.current_snapshot(), named=False, folder=None)
    snapshot = opened.snapshot()
    version = "" if snapshot is None else str(snapshot.snapshot_id)
    columns = tuple(LakeColumn(field.name, None, field.field_id) for field in opened.projection().fields)
    identity = str(opened.table_metadata.table_uuid)
    stream = opened.to_arrow_batch_reader
    return LakeTable(name, "", KIND, identity, version, _time(snapshot), columns, (), "", stream, in_place=False)


def _newest(folder: Path | str, name: str) -> str:
    """Return the newest file of metadata. Raises QueryError where two are the newest."""
    names = listed_files(f"{folder}/metadata") if isinstance(folder, str) else os.listdir(folder / "metadata")  # noqa: PTH208
    found = [(int(match[1]), file) for file in names if (match := METADATA.fullmatch(file))]
    newest = max((number for number, _ in found), default=None)
    files = sorted(file for number, file in found if number == newest)
    if not files:
        raise QueryError(f"cannot read {name}: {folder}/metadata holds no file of metadata that has a number")
    if len(files) > 1:
        raise QueryError(
            f"cannot read {name}: it has two newest files of metadata, {files[0]} and {files[1]}; remove what"
            " its catalogue does not name, or give the catalogue's table in Python"
        )
    return files[0]


def _snapshot(metadata: Any, name: str, version: str | None) -> Any:
    """Return a snapshot, None where there is none at all. Raises SpecError, QueryError."""
    if version is None:
        return metadata.current_snapshot()
    wanted = version_word(version, name)
    if isinstance(wanted, datetime):
        past = [(entry.snapshot_id, datetime.fromtimestamp(entry.timestamp_ms / 1000, UTC)) for entry in _log(metadata)]
        wanted = version_at(wanted, past, name)
    found = metadata.snapshot_by_id(wanted)
    if found is None:
        current = metadata.current_snapshot_id
        raise QueryError(
            f"{name} is not there: the table has {len(metadata.snapshots):,} snapshots, the newest {current}"
        )
    return found


def _log(metadata: Any) -> Sequence[Any]:
    """Return which snapshot was the current one from which time on, in the order of the times."""
    return sorted(metadata.snapshot_log or metadata.snapshots, key=lambda entry: int(entry.timestamp_ms))


def _time(snapshot: Any) -> datetime | None:
    """Return the time of a snapshot."""
    return None if snapshot is None else datetime.fromtimestamp(snapshot.timestamp_ms / 1000, UTC)


def _described(opened: Any, name: str, snapshot: Any, *, named: bool, folder: Path | str | None) -> LakeTable:
    """Return an opened table at a snapshot; one that is named has the columns of its time."""
    metadata = opened.metadata
    schema = opened.schema()
    if named and snapshot is not None and snapshot.schema_id is not None:
        schema = opened.schemas()[snapshot.schema_id]
    columns = tuple(map(_column, schema.fields))
    version = "" if snapshot is None else str(snapshot.snapshot_id)
    number = "" if snapshot is None else f", snapshot_from_id => {version}"
    path = "{path}" if folder is not None else _literal(str(opened.metadata_location))
    table = LakeTable(
        name=name,
        folder="" if folder is None else str(folder),
        kind=KIND,
        id=str(metadata.table_uuid),
        version=version,
        at=_time(snapshot),
        columns=columns,
        files=(),
        scan=f"iceberg_scan({path}{number})",
        names=_names(opened),
        layout=f"/{schema.schema_id}",
        whole=_stream(opened, snapshot, named=named),
        in_place=False,
        parted_by=_parted_by(opened),
    )
    if any(column.type is None for column in columns):
        return table
    try:
        files, by_value, by_place = _planned(opened, snapshot, folder)
    except _NotInPlace:
        return table
    return replace(table, files=files, by_value=by_value, by_place=by_place, in_place=True)


def _literal(text: str) -> str:
    """Return a text of SQL, within a form that has places for others."""
    quoted = text.replace("'", "''").replace("{", "{{").replace("}", "}}")
    return f"'{quoted}'"


def _stream(opened: Any, snapshot: Any, *, named: bool) -> Any:
    """Return what gives all rows of a snapshot as a stream of Arrow, as the package reads them."""
    number = snapshot.snapshot_id if named and snapshot is not None else None
    return lambda: opened.scan(snapshot_id=number).to_arrow_batch_reader()


def _column(field: Any) -> LakeColumn:
    """Return a column, with the value of files that were written before it."""
    of_type = str(field.field_type)
    decimal = DECIMAL.fullmatch(of_type)
    named = f"DECIMAL({decimal[1]},{decimal[2]})" if decimal else TYPES.get(of_type)
    named = "BLOB" if of_type.startswith("fixed[") else named
    default = getattr(field, "initial_default", None)
    if named == "BLOB" and default is not None:
        named = None
    return LakeColumn(field.name, named, int(field.field_id), default=text_of(default))


def _names(opened: Any) -> Mapping[str, int]:
    """Return the numbers of columns by their names in files that lack numbers."""
    mapping = opened.name_mapping()
    entries = [] if mapping is None else mapping.root
    return {name: int(one.field_id) for one in entries if one.field_id is not None for name in one.names}


def _planned(
    opened: Any, snapshot: Any, folder: Path | str | None
) -> tuple[tuple[LakeFile, ...], tuple[DeletesByValue, ...], tuple[DeletesByPlace, ...]]:
    """Return the live files of a snapshot, and the files of deletes by value and by place."""
    from pyiceberg.manifest import DataFileContent

    found: dict[Any, list[Any]] = {kind: [] for kind in DataFileContent}
    for manifest in [] if snapshot is None else snapshot.manifests(opened.io):
        for entry in manifest.fetch_manifest_entry(opened.io, discard_deleted=True):
            found[entry.data_file.content].append(entry)
    located = {
        str(entry.data_file.file_path): _located(str(entry.data_file.file_path), opened.metadata.location, folder)
        for entries in found.values()
        for entry in entries
    }
    placed = found[DataFileContent.POSITION_DELETES]
    vectors = [entry for entry in placed if entry.data_file.file_format.name == "PUFFIN"]
    others = [entry for entry in placed if entry not in vectors]
    for entry in (*found[DataFileContent.DATA], *found[DataFileContent.EQUALITY_DELETES], *others):
        if entry.data_file.file_format.name != "PARQUET" or entry.data_file.key_metadata:
            raise _NotInPlace
    dead = _dead_rows(vectors, located)
    specs = opened.specs()
    files = tuple(
        LakeFile(
            located[str(entry.data_file.file_path)],
            str(entry.data_file.file_path),
            _values(entry.data_file, specs[entry.data_file.spec_id], opened),
            int(entry.sequence_number or 0),
            _part(entry.data_file, specs),
            dead.get(str(entry.data_file.file_path), ()),
        )
        for entry in found[DataFileContent.DATA]
    )
    by_value = tuple(
        DeletesByValue(
            located[str(entry.data_file.file_path)],
            tuple(_known_column(opened, number) for number in entry.data_file.equality_ids or ()),
            int(entry.sequence_number or 0),
            _part(entry.data_file, specs) if specs[entry.data_file.spec_id].fields else None,
        )
        for entry in found[DataFileContent.EQUALITY_DELETES]
    )
    by_place = tuple(
        DeletesByPlace(located[str(entry.data_file.file_path)], int(entry.sequence_number or 0)) for entry in others
    )
    return files, by_value, by_place


def _known_column(opened: Any, number: int) -> LakeColumn:
    """Return the column of a number, of the newest schema that has it; it may have been dropped."""
    for schema in sorted(opened.schemas().values(), key=lambda one: -one.schema_id):
        for field in schema.fields:
            if field.field_id == number:
                column = _column(field)
                if column.type is None:
                    raise _NotInPlace
                return column
    raise _NotInPlace


def _part(file: Any, specs: Mapping[int, Any]) -> str:
    """Return the part of the table that a file belongs to; an unparted table is one part."""
    fields = specs[file.spec_id].fields
    return f"{file.spec_id}: {[text_of(file.partition[place]) for place in range(len(fields))]!r}"


def _values(file: Any, spec: Any, opened: Any) -> dict[int | str, str | None]:
    """Return the values that the log has for columns by which files are parted unchanged."""
    from pyiceberg.transforms import IdentityTransform

    types = {field.field_id: str(field.field_type) for one in opened.schemas().values() for field in one.fields}
    found: dict[int | str, str | None] = {}
    for place, field in enumerate(spec.fields):
        if isinstance(field.transform, IdentityTransform) and field.source_id in types:
            found[field.source_id] = text_of(_of_type(file.partition[place], types[field.source_id]))
    return found


def _parted_by(opened: Any) -> frozenset[str]:
    """Return the columns by whose values a table is parted as they are."""
    from pyiceberg.transforms import IdentityTransform

    sources = {field.source_id for field in opened.spec().fields if isinstance(field.transform, IdentityTransform)}
    return frozenset(field.name for field in opened.schema().fields if field.field_id in sources)


def _of_type(value: Any, of_type: str) -> Any:
    """Return a value of the log, whose times are numbers. Raises _NotInPlace for another type."""
    if isinstance(value, bytes) or (of_type.endswith("_ns") and value is not None):
        raise _NotInPlace
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    if of_type == "date":
        return date(1970, 1, 1) + timedelta(days=value)
    if of_type in {"timestamp", "timestamptz", "time"}:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=value)
        return moment.time() if of_type == "time" else moment if of_type.endswith("tz") else moment.replace(tzinfo=None)
    return value


def _dead_rows(entries: Sequence[Any], located: Mapping[str, str]) -> dict[str, list[int]]:
    """Return the numbers of the rows that vectors mark as deleted, by the names of files.

    Raises _NotInPlace for a version of the package that reads them otherwise.
    """
    if not entries:
        return {}
    try:
        from pyiceberg.table.deletion_vector import deletion_vectors_from_puffin_file
        from pyiceberg.table.puffin import PuffinFile
    except ImportError:
        raise _NotInPlace from None
    found: dict[str, list[int]] = {}
    for entry in entries:
        wanted = getattr(entry.data_file, "referenced_data_file", None)
        path = located[str(entry.data_file.file_path)]
        content = opened_file(path) if "://" in path else Path(path).read_bytes()
        for vector in deletion_vectors_from_puffin_file(PuffinFile(content)):
            if wanted in {None, vector.referenced_data_file}:
                found.setdefault(vector.referenced_data_file, []).extend(vector.to_vector().to_pylist())
    return found


def _located(address: str, location: str, folder: Path | str | None) -> str:
    """Return the path of a file of a table, in its folder wherever that was moved to.

    Raises _NotInPlace for an address of another machine.
    """
    if folder is not None and location and address.startswith(f"{location.rstrip('/')}/"):
        return f"{folder}/{address[len(location.rstrip('/')) + 1 :]}"
    if isinstance(folder, str) and address.startswith(f"{folder}/"):
        return address
    parts = urlsplit(address)
    if parts.scheme not in {"", "file"}:
        if folder is not None:
            raise QueryError(f"the table's log names {address}, which is not in its folder")
        raise _NotInPlace
    return address if not parts.scheme else unquote(parts.path)


class FolderFiles:
    """The files of a table's folder, wherever that was moved to, as the package opens them."""

    def __init__(self, folder: Path | str, location: str) -> None:
        self._folder, self._location = folder, location
        self.properties: dict[str, str] = {}

    def new_input(self, location: str) -> Any:
        """Return what opens a file of the folder. Raises QueryError for any other file."""
        from pyiceberg.io.pyarrow import PyArrowFileIO

        path = _located(location, self._location, self._folder)
        if isinstance(self._folder, str):
            from pyiceberg.io.fsspec import FsspecInputFile

            return FsspecInputFile(path, file_system(scheme_of(path)))
        if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(self._folder)):
            raise QueryError(f"cannot read {self._folder}: its log names {path}, which lies outside its folder")
        if not Path(path).is_file():
            raise QueryError(f"cannot read {self._folder}: its log names {path}, which is gone")
        return PyArrowFileIO().new_input(path)
