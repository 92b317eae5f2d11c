"""Tables of data lakes that the tests write, with parts by hand that no Python package writes."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Action = Mapping[str, Any]

Z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
"""The digits of the text of a deletion vector within a log."""


def arrow(**columns: Sequence[Any]) -> Any:
    """Return an Arrow table; values of a column may be an Arrow array."""
    import pyarrow as pa

    return pa.table(columns)


def delta(folder: Path, rows: Any, **words: Any) -> str:
    """Write rows to a Delta table, and return its path."""
    from deltalake import write_deltalake

    write_deltalake(str(folder), rows, **words)
    return str(folder)


def commits(folder: Path) -> list[list[dict[str, Any]]]:
    """Return the actions of each commit of a Delta table."""
    files = sorted((folder / "_delta_log").glob("*[0-9].json"))
    return [[json.loads(line) for line in file.read_text().splitlines()] for file in files]


def commit(folder: Path, actions: Iterable[Action], version: int | None = None) -> None:
    """Write a commit of a Delta table, the next one by default."""
    log = folder / "_delta_log"
    number = len([*log.glob("*[0-9].json")]) if version is None else version
    (log / f"{number:020d}.json").write_text("".join(f"{json.dumps(action)}\n" for action in actions))


def features(*names: str, reader: int = 3) -> Action:
    """Return the action that sets the features of a Delta table."""
    listed = {"readerFeatures": [*names], "writerFeatures": [*names]} if reader == 3 else {}
    return {"protocol": {"minReaderVersion": reader, "minWriterVersion": 7 if reader == 3 else 5, **listed}}


def changed_columns(
    folder: Path, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]], **settings: str
) -> Action:
    """Return the action that changes the columns of a Delta table, as its last schema has them."""
    told = [action["metaData"] for actions in commits(folder) for action in actions if "metaData" in action][-1]
    schema = json.loads(told["schemaString"])
    schema["fields"] = change(schema["fields"])
    configuration = told["configuration"] | settings
    return {"metaData": {**told, "schemaString": json.dumps(schema), "configuration": configuration}}


def mapped(fields: list[dict[str, Any]], **names: str | None) -> list[dict[str, Any]]:
    """Return columns with numbers and their names in files, renamed; None drops one."""
    kept = []
    for number, field in enumerate(fields):
        name = names.get(field["name"], field["name"])
        told = {"delta.columnMapping.id": number + 1, "delta.columnMapping.physicalName": field["name"]}
        if name is not None:
            kept.append({**field, "name": name, "metadata": told | field["metadata"]})
    return kept


def vector(rows: Iterable[int]) -> bytes:
    """Return the bytes of a deletion vector of Delta."""
    from pyroaring import BitMap

    return struct.pack("<iqi", 1681511377, 1, 0) + BitMap(rows).serialize()


def deleted_in_log(folder: Path, rows: Sequence[int], *, file: bool) -> None:
    """Delete rows of the only file of a Delta table, by a vector in the log or in a file."""
    import zlib

    add = next(action["add"] for actions in reversed(commits(folder)) for action in actions if "add" in action)
    content = vector(rows)
    told: dict[str, Any] = {"storageType": "i", "sizeInBytes": len(content), "cardinality": len(rows)}
    if file:
        (folder / "vector.bin").write_bytes(
            b"\1" + struct.pack(">i", len(content)) + content + struct.pack(">I", zlib.crc32(content))
        )
        told |= {"storageType": "p", "pathOrInlineDv": (folder / "vector.bin").as_uri(), "offset": 1}
    else:
        padded = content + bytes(-len(content) % 4)
        told |= {"pathOrInlineDv": "".join(map(_z85, struct.unpack(f">{len(padded) // 4}I", padded)))}
        told["sizeInBytes"] = len(padded)
    remove = {"remove": {"path": add["path"], "deletionTimestamp": 1, "dataChange": True}}
    commit(folder, [features("deletionVectors"), remove, {"add": {**add, "deletionVector": told}}])


def _z85(number: int) -> str:
    digits = []
    for _ in range(5):
        number, digit = divmod(number, 85)
        digits.append(Z85[digit])
    return "".join(reversed(digits))


def catalogue(folder: Path) -> Any:
    """Return a catalogue of Iceberg whose tables lie in a folder."""
    from pyiceberg.catalog.sql import SqlCatalog

    made = SqlCatalog("tests", uri="sqlite:///:memory:", warehouse=folder.as_uri())
    made.create_namespace("n")
    return made


def iceberg(folder: Path, rows: Any, **words: Any) -> Any:
    """Write rows to a new Iceberg table, and return it."""
    table = catalogue(folder).create_table("n.t", schema=rows.schema, location=(folder / "t").as_uri(), **words)
    table.append(rows)
    return table


def place_of(table: Any) -> Path:
    """Return the folder of an Iceberg table."""
    return Path(table.metadata.location.removeprefix("file://"))


def puffin(path: Path, of_file: str, rows: Sequence[int]) -> None:
    """Write the vector of the deleted rows of a file, as the third version of Iceberg has it."""
    import zlib

    from pyroaring import BitMap

    content = b"\xd1\xd3\x39\x64" + struct.pack("<qi", 1, 0) + BitMap(rows).serialize()
    blob = struct.pack(">i", len(content)) + content + struct.pack(">I", zlib.crc32(content))
    told = {"type": "deletion-vector-v1", "fields": [2147483645], "snapshot-id": -1, "sequence-number": -1}
    told |= {"offset": 4, "length": len(blob)}
    told["properties"] = {"referenced-data-file": of_file, "cardinality": str(len(rows))}
    footer = json.dumps({"blobs": [told], "properties": {}}).encode()
    path.write_bytes(b"PFA1" + blob + b"PFA1" + footer + struct.pack("<ii", len(footer), 0) + b"PFA1")


def deleted_in_iceberg(
    table: Any,
    rows: Any,
    columns: Sequence[int] | None,
    *,
    sequence: int | None = None,
    vector_of: str | None = None,
) -> None:
    """Add a file of deletes to a table, by places or by the values of columns, as Flink writes it.

    The names of the columns of `rows` are those of the table, or `file_path` and `pos`; with
    `vector_of` a file they are numbers of its rows.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq
    from pyiceberg.manifest import (
        DataFile,
        DataFileContent,
        FileFormat,
        ManifestContent,
        ManifestEntry,
        ManifestEntryStatus,
        ManifestWriterV2,
        write_manifest_list,
    )
    from pyiceberg.typedef import Record

    class Deletes(ManifestWriterV2):
        """What writes a manifest of files of deletes."""

        def content(self) -> ManifestContent:
            """Return deletes."""
            return ManifestContent.DELETES

        @property
        def _meta(self) -> dict[str, str]:
            return {**super()._meta, "content": "deletes"}

    folder = place_of(table)
    number = table.metadata.last_sequence_number + 1
    snapshot = table.current_snapshot().snapshot_id + 1
    ids = {"file_path": 2147483546, "pos": 2147483545}
    ids |= {field.name: field.field_id for field in table.schema().fields}
    path = folder / "data" / f"deletes{number}.{'parquet' if vector_of is None else 'puffin'}"
    if vector_of is None:
        numbered = [field.with_metadata({"PARQUET:field_id": str(ids[field.name])}) for field in rows.schema]
        pq.write_table(rows.cast(pa.schema(numbered)), path)
    else:
        puffin(path, vector_of, rows)
    file = DataFile.from_args(
        _table_format_version=2,
        content=DataFileContent.POSITION_DELETES if columns is None else DataFileContent.EQUALITY_DELETES,
        file_path=path.as_uri(),
        file_format=FileFormat.PARQUET if vector_of is None else FileFormat.PUFFIN,
        partition=Record(),
        record_count=len(rows),
        file_size_in_bytes=path.stat().st_size,
        equality_ids=None if columns is None else [*columns],
    )
    file.spec_id = 0
    entry = ManifestEntry.from_args(
        _table_format_version=2,
        status=ManifestEntryStatus.ADDED,
        snapshot_id=snapshot,
        sequence_number=sequence,
        file_sequence_number=None,
        data_file=file,
    )
    io = table.io
    manifest = folder / "metadata" / f"deletes{number}-m0.avro"
    with Deletes(table.spec(), table.schema(), io.new_output(manifest.as_uri()), snapshot, "null") as writer:
        writer.add_entry(entry)
    listed = folder / "metadata" / f"snap-{snapshot}.avro"
    current = table.current_snapshot()
    with write_manifest_list(2, io.new_output(listed.as_uri()), snapshot, current.snapshot_id, number, "null") as out:
        out.add_manifests([*current.manifests(io), writer.to_manifest_file()])
    newest = Path(table.metadata_location.removeprefix("file://"))
    told = json.loads(newest.read_text())
    told["snapshots"].append(
        {
            **told["snapshots"][-1],
            "snapshot-id": snapshot,
            "parent-snapshot-id": current.snapshot_id,
            "sequence-number": number,
            "manifest-list": listed.as_uri(),
            "summary": {"operation": "delete"},
        }
    )
    told |= {"current-snapshot-id": snapshot, "last-sequence-number": number}
    told["refs"]["main"]["snapshot-id"] = snapshot
    later = newest.with_name(f"{int(newest.name[:5]) + 1:05d}-by-hand.metadata.json")
    later.write_text(json.dumps(told))


def hudi(folder: Path, *commits: tuple[str, Mapping[str, Sequence[Any]]]) -> str:
    """Write a Hudi table by hand, each commit in place of all earlier rows, and return its path."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    group = "11111111-1111-1111-1111-111111111111-0"
    log = folder / ".hoodie"
    log.mkdir(parents=True)
    settings = {"name": "people", "type": "COPY_ON_WRITE", "version": "6", "recordkey.fields": "id"}
    settings |= {"base.file.format": "PARQUET", "timeline.timezone": "UTC", "metadata.partitions": ""}
    lines = [*(f"hoodie.table.{word}={value}" for word, value in settings.items()), "hoodie.timeline.layout.version=1"]
    (log / "hoodie.properties").write_text("\n".join(lines))
    before = "null"
    for instant, rows in commits:
        table = pa.table(dict(rows))
        own = {"_hoodie_commit_time": instant, "_hoodie_commit_seqno": "0", "_hoodie_record_key": "CANARY"}
        own |= {"_hoodie_partition_path": "", "_hoodie_file_name": group}
        for name, value in reversed(own.items()):
            table = table.add_column(0, name, pa.array([value] * len(table)))
        file = folder / f"{group}_0-1-2_{instant}.parquet"
        pq.write_table(table, file)
        fields = [{"name": name, "type": ["null", _avro(values)], "default": None} for name, values in rows.items()]
        schema = json.dumps({"type": "record", "name": "people", "fields": fields})
        stat = {"fileId": group, "path": file.name, "prevCommit": before, "numWrites": len(table), "partitionPath": ""}
        stat |= {"fileSizeInBytes": file.stat().st_size, "totalWriteErrors": 0}
        told = {"partitionToWriteStats": {"": [stat]}, "extraMetadata": {"schema": schema}, "operationType": "UPSERT"}
        (log / f"{instant}.commit").write_text(json.dumps(told))
        for state in ("commit.requested", "inflight"):
            (log / f"{instant}.{state}").touch()
        before = instant
    return str(folder)


def _avro(values: Sequence[Any]) -> str:
    return "string" if isinstance(values[0], str) else "long"
