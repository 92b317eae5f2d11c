#!/bin/sh
# A table that is written again to its folder, without the person who was deleted, still has this person.
#
# Guess: `frame.to_parquet("people", partition_cols=["town"])` of pandas, called again after a person was deleted,
# leaves the new table in the folder, as it does where "people" is a file; `write_parquet("people",
# partition_by="town")` of polars does the same.
# Seen: pandas adds files of new names to those of the first call: of 1,000 people, one of whom was deleted, the folder
# has 1,999 rows, the deleted person among them, and everybody else twice. polars writes files of the same names anew,
# which looks right for most: 999 people are there once, and so is the deleted one, who lived alone in a town that the
# second table does not have. If the towns are joined to regions in between, both keep each person's town beside the
# region. Nothing is said. DuckDB refuses to write into a folder that is not empty.
# It matters to who deletes on request, and to who coarsens a table and writes it once more: everybody is there twice,
# so that nobody else is unique and k is twice too large, and whoever is given the folder has the person. The option
# `existing_data_behavior="delete_matching"` ends the doubling and keeps the person, since it clears only the towns that
# are written. Remove the folder first, and count the rows that are read back.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install \
    pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1 duckdb==2.0.1 numpy==2.4.6
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version

import duckdb
import pandas as pd
import polars as pl

print(*(f"{name} {version(name)}" for name in ("pandas", "polars", "pyarrow", "duckdb")), sep=", ")
people = pd.DataFrame({"person": range(1_000), "town": ["island"] + [f"town {number % 9}" for number in range(999)]})
kept = people[people["person"] != 0]


def seen(folder):
    """Rows, people, and rows of the deleted person, as two readers find them in a folder."""
    frame = pl.read_parquet(f"{folder}/**/*.parquet", hive_partitioning=True)
    other = duckdb.sql(f"select person from read_parquet('{folder}/**/*.parquet')").fetchall()
    assert sorted(frame["person"]) == sorted(person for (person,) in other)
    return len(frame), frame["person"].n_unique(), int((frame["person"] == 0).sum())


for frame in (people, kept):
    frame.to_parquet("pandas", partition_cols=["town"])
    frame.to_parquet("matching", partition_cols=["town"], existing_data_behavior="delete_matching")
    frame.to_parquet("file.parquet")
    pl.from_pandas(frame).write_parquet("polars", partition_by="town", mkdir=True)
for frame in (people, people.assign(town="region")):
    pl.from_pandas(frame).write_parquet("coarser", partition_by="town", mkdir=True)
    frame.to_parquet("regions", partition_cols=["town"])
found = {name: seen(name) for name in ("pandas", "polars", "matching", "coarser", "regions")}
found["file"] = len(pd.read_parquet("file.parquet"))
print("rows, people, rows of the deleted person:", found)
duckdb.sql("copy people to 'duckdb' (format parquet, partition_by (town))")
try:
    duckdb.sql("copy kept to 'duckdb' (format parquet, partition_by (town))")
except duckdb.IOException as refusal:
    print("DuckDB:", str(refusal).splitlines()[0][:80])
else:
    raise AssertionError("DuckDB has written into the folder")
once = (1_000, 1_000, 1)
assert found == {"pandas": (1_999, 1_000, 1), "polars": once, "matching": once, "coarser": (2_000, 1_000, 2),
                 "regions": (2_000, 1_000, 2), "file": 999}, found
print("the guess fails: the folder has the deleted person, and by pandas everybody else twice")
PYTHON
