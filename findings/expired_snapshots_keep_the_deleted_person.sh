#!/bin/sh
# A person who was deleted from an Iceberg table, and whose snapshots were expired, is still in its folder.
#
# Guess: `delete` of pyiceberg writes a file without the person; once the older snapshots are expired, the file with the
# person is removed, as Iceberg's documentation says of `expireSnapshots`, and Spark does it.
# Seen: the snapshots are gone from the table's metadata, so that no query finds the person or the earlier version. The
# file with all 1,000 people lies in the folder as before, and nothing names it; this version has no call that removes it.
# It matters to who keeps a promise of deletion, and to who hands the folder on or reads it by a pattern: the rows count
# 1,999 people, the deleted one among them. List the files of the table (`inspect.all_files`) and remove the others.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install "pyiceberg[sql-sqlite,pyarrow]==0.12.0" "pyarrow==26.0.1"
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
from pyiceberg.catalog.sql import SqlCatalog

print("pyiceberg", version("pyiceberg"))
house = Path("house").absolute()
house.mkdir()
catalog = SqlCatalog("house", uri=f"sqlite:///{house}/catalog.db", warehouse=f"file://{house}")
catalog.create_namespace("clinic")
people = pa.table({"id": list(range(1_000)), "name": [f"Person {number:04}" for number in range(1_000)]})
table = catalog.create_table("clinic.people", schema=people.schema)
table.append(people)
table.delete("id = 42")

current = table.current_snapshot().snapshot_id
older = [snapshot.snapshot_id for snapshot in table.metadata.snapshots if snapshot.snapshot_id != current]
table.maintenance.expire_snapshots().by_ids(older).commit()
table = catalog.load_table("clinic.people")
left = table.scan().to_arrow()
files = sorted(house.rglob("*.parquet"))
named = {Path(path.removeprefix("file://")) for path in table.inspect.all_files()["file_path"].to_pylist()}
rows = [row for path in files for row in parquet.read_table(path, partitioning=None)["id"].to_pylist()]
print(f"snapshots: {len(table.metadata.snapshots)}; people by the table: {left.num_rows}; 42 among them: "
      f"{42 in left['id'].to_pylist()}")
print(f"files: {len(files)}, named by the table: {len(named)}; rows in the files: {len(rows)}; 42 among them: {42 in rows}")
assert len(table.metadata.snapshots) == 1 and left.num_rows == 999 and 42 not in left["id"].to_pylist()
assert len(files) == 2 and len(named) == 1 and len(rows) == 1_999 and 42 in rows
print("the guess fails: the deleted person is in the folder")
PYTHON
