#!/bin/sh
# A category that no row has any more is still in the file.
#
# Guess: a frame is filtered, so that nobody with a rare diagnosis is in it, and written as Parquet or Feather; the
# file then holds what the rows hold. Seen: it also holds the name of each category that only removed rows had.
# pandas and Arrow write the whole dictionary of a categorical column, and polars the list of an Enum into the metadata.
# A polars Categorical and a CSV hold the values of the rows alone.
# It matters as a released file tells that somebody with the rare value was in the source, and nothing that reads its
# rows can notice. Before writing: pandas .cat.remove_unused_categories(), or values as plain texts.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pandas==3.1.1 pyarrow==26.0.1 polars==2.1.0
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version
from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

RARE = "a rare disease"
people = pd.DataFrame({"age": [30, 30, 40, 91], "ill": ["flu", "cold", "flu", RARE]})
seen = {}


def holds(name):
    return RARE.encode() in Path(name).read_bytes()


released = people.astype({"ill": "category"}).query("age < 90")
released.to_parquet("pandas.parquet")
released.to_feather("pandas.feather")
released.to_csv("pandas.csv")
seen["pandas, category, Parquet"] = holds("pandas.parquet")
seen["pandas, category, Feather"] = holds("pandas.feather")
seen["pandas, category, CSV"] = holds("pandas.csv")
pruned = released.assign(ill=released.ill.cat.remove_unused_categories())
pruned.to_parquet("pruned.parquet")
seen["pandas, unused categories removed, Parquet"] = holds("pruned.parquet")

table = pa.table({"age": people.age, "ill": pa.array(people.ill.to_list()).dictionary_encode()})
pq.write_table(table.filter(pc.less(table["age"], 90)), "arrow.parquet", compression="none")
seen["Arrow, dictionary, Parquet"] = holds("arrow.parquet")

frame = pl.DataFrame({"age": people.age.to_list(), "ill": people.ill.to_list()})
for kind, of_type in {"Categorical": pl.Categorical, "Enum": pl.Enum(["flu", "cold", RARE])}.items():
    kept = frame.with_columns(pl.col("ill").cast(of_type)).filter(pl.col("age") < 90)
    kept.write_parquet(f"{kind}.parquet", compression="uncompressed")
    seen[f"polars, {kind}, Parquet"] = holds(f"{kind}.parquet")

print(", ".join(f"{name} {version(name)}" for name in ("pandas", "pyarrow", "polars")))
for name, held in seen.items():
    print(f"{name}: the value that no row has is {'in the file' if held else 'not in the file'}")
expected = {name: not name.endswith("CSV") and "removed" not in name and "Categorical" not in name for name in seen}
assert seen == expected, "this has changed"
PYTHON
