#!/bin/sh
# A DuckDB file tells values that none of its rows has.
#
# Guess: `create table released as select .. where ..` in a new DuckDB file holds what the rows hold, and rows that are
# deleted from a file are gone once it has been checkpointed. Seen: the new table takes the source's ENUM type with it,
# and `enum_range` lists every value of the source; deleted rows stay in the bytes of the file after a checkpoint.
# Parquet that DuckDB writes of the same column holds the values of its rows alone.
# It matters to who hands over a .duckdb file: cast ENUM columns to VARCHAR, and write what is released into a new file.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install duckdb==2.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
from pathlib import Path

import duckdb

RARE = "a rare disease"
source = duckdb.connect()
source.execute(f"create type ill as enum ('flu', 'cold', '{RARE}')")
source.execute(f"create table people as select * from (values (30, 'flu'::ill), (40, 'cold'::ill), (91, '{RARE}'::ill)) t(age, ill)")
source.execute("attach 'released.duckdb' as released; create table released.people as from people where age < 90")
source.execute("copy (from people where age < 90) to 'released.parquet' (compression uncompressed); detach released")
listed = duckdb.connect("released.duckdb").execute("select enum_range(ill) from people limit 1").fetchone()[0]

kept = duckdb.connect("deleted.duckdb")
kept.execute("create table people as select 'patient ' || i as name from range(5000) r(i)")
kept.execute("checkpoint; delete from people where name <> 'patient 1'; checkpoint")
kept.close()

print("duckdb", duckdb.__version__)
seen = {
    "a new DuckDB file lists the value of a row that was left out": RARE in listed,
    "a Parquet file of the same rows holds it": RARE.encode() in Path("released.parquet").read_bytes(),
    "a deleted row is in the bytes after a checkpoint": b"patient 4711" in Path("deleted.duckdb").read_bytes(),
}
for what, is_so in seen.items():
    print(f"{what}: {'yes' if is_so else 'no'}")
assert list(seen.values()) == [True, False, True], "this has changed"
PYTHON
