#!/bin/sh
# A Delta table whose columns are found by their numbers is read as rows of NULL, without an error.
#
# Guess: a reader of Delta tables reads a table that a warehouse has written with columns mapped by id, or refuses it.
# Seen: deltalake's QueryBuilder answers with the right number of rows, and NULL in each column; its dataset and
# to_pyarrow_table do the same. The files are whole: their columns lie under other names, and carry the numbers that
# the log names. A table mapped by name is right in the QueryBuilder, and NULL in the two others.
# It matters as everybody then shares one value of each column: such a table has one class, passes every limit on the
# size of groups, and tells nothing of anybody, whatever is in it. Counting the rows does not show it. Compare a count of
# NULL with the statistics in the log, or read the files by their numbers.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install deltalake==1.6.6 pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import json
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable, QueryBuilder

TOWNS = ["Graz", "Wien", "Wien"]


def table(mode):
    """Write a table of one file, whose column the log finds by its name there, c1, or by its number, 1."""
    folder = Path(mode)
    (folder / "_delta_log").mkdir(parents=True)
    field = pa.field("c1" if mode == "name" else "x", pa.string(), metadata={b"PARQUET:field_id": b"1"})
    pq.write_table(pa.table([pa.array(TOWNS)], schema=pa.schema([field])), folder / "part.parquet")
    told = {"delta.columnMapping.id": 1, "delta.columnMapping.physicalName": "c1"}
    fields = [{"name": "town", "type": "string", "nullable": True, "metadata": told}]
    schema = json.dumps({"type": "struct", "fields": fields})
    settings = {"delta.columnMapping.mode": mode, "delta.columnMapping.maxColumnId": "1"}
    form = {"provider": "parquet", "options": {}}
    kept = {"id": "0", "format": form, "schemaString": schema, "partitionColumns": [], "configuration": settings}
    size = (folder / "part.parquet").stat().st_size
    actions = [
        {"protocol": {"minReaderVersion": 2, "minWriterVersion": 5}},
        {"metaData": kept},
        {"add": {"path": "part.parquet", "size": size, "partitionValues": {}, "modificationTime": 1, "dataChange": True}},
    ]
    log = "".join(f"{json.dumps(action)}\n" for action in actions)
    (folder / "_delta_log" / f"{0:020d}.json").write_text(log)
    return DeltaTable(str(folder))


def seen(mode):
    """Return the towns that each reader gives."""
    opened = table(mode)
    rows = pa.table(QueryBuilder().register("t", opened).execute("select town from t"))
    return {
        "QueryBuilder": rows["town"].to_pylist(),
        "to_pyarrow_table": opened.to_pyarrow_table()["town"].to_pylist(),
    }


print(", ".join(f"{name} {version(name)}" for name in ("deltalake", "pyarrow")))
found = {mode: seen(mode) for mode in ("name", "id")}
for mode, readers in found.items():
    for reader, towns in readers.items():
        print(f"mapped by {mode}, {reader}: {towns}")
nothing = [None] * len(TOWNS)
assert found == {
    "name": {"QueryBuilder": TOWNS, "to_pyarrow_table": nothing},
    "id": {"QueryBuilder": nothing, "to_pyarrow_table": nothing},
}, "this has changed"
PYTHON
