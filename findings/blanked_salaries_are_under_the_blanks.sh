#!/bin/sh
# A salary that was set to missing is in the Feather file, under the missing value.
#
# Guess: once salaries above 300,000 are set to missing, by `pl.when(..).then(..)` of polars or by `pandas.NA` in a
# column of `Int64`, an Arrow or Feather file of the frame has no trace of them; nor has a table of counts whose small
# ones were set to missing in this way.
# Seen: each reader shows missing values, and the file has every one of the numbers. A missing value is a mark beside a
# number in Arrow; both libraries set the mark, leave the number, and write it with the rest. A pickle of the pandas
# frame has them as well. Parquet and CSV have none, nor has a column that pandas turns into floats (`mask` of int64),
# whose missing values are numbers of their own.
# It matters as "set to missing" is how salaries are cut off and small cells are suppressed, and Feather is how frames
# go from Python to R or to a browser. Nobody who reads the rows sees the numbers; who reads the column's buffer sees
# them all. Write Parquet, or fill the missing values and blank them again (`fill_null(0)`, then `replace(0, None)`).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install \
    pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1 numpy==2.4.6
cd "$folder"
venv/bin/python - <<'PYTHON'
import pickle
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from pyarrow import feather

print(*(f"{name} {version(name)}" for name in ("pandas", "polars", "pyarrow")), sep=", ")


def found(truth, column):
    """How many values of `column` are missing, and how many of these are right under the blanks."""
    array = pa.concat_arrays(column.chunks)
    missing = array.is_null().to_numpy(zero_copy_only=False)
    under = pa.Array.from_buffers(array.type, len(array), [None, array.buffers()[1]], offset=array.offset)
    return int(missing.sum()), int((under.to_numpy()[missing] == np.asarray(truth)[missing]).sum())


salary = np.random.default_rng(0).integers(20_000, 400_000, 1_000)
high = salary > 300_000
people = pl.DataFrame({"salary": salary}).select(pl.when(pl.col("salary") <= 300_000).then("salary").alias("salary"))
people.write_ipc("polars.arrow")
people.select(pl.col("salary").fill_null(0).replace(0, None)).write_ipc("filled.arrow")
people.write_parquet("polars.parquet", compression="uncompressed")
frame = pd.DataFrame({"salary": salary}).astype("Int64")
frame.loc[high, "salary"] = pd.NA
frame.to_feather("pandas.feather")
frame.to_parquet("pandas.parquet", compression=None)
pd.DataFrame({"salary": pd.Series(salary).mask(high)}).to_feather("floats.feather")
seen = {name: found(salary, feather.read_table(name)["salary"])
        for name in ("polars.arrow", "pandas.feather", "filled.arrow", "floats.feather")}
least, largest = (int(value).to_bytes(8, "little") for value in (salary.min(), salary.max()))
for name in ("polars.parquet", "pandas.parquet"):
    assert least in Path(name).read_bytes() and largest not in Path(name).read_bytes(), name
assert largest in pickle.dumps(frame) and str(salary.max()) not in frame.to_csv()
print("salaries set to missing, and found:", seen)
blank = int(high.sum())
assert seen["polars.arrow"] == seen["pandas.feather"] == (blank, blank), seen
assert all(values == (blank, 0) for name, values in seen.items() if name not in ("polars.arrow", "pandas.feather"))

sizes = {"north": 120, "east": 85, "south": 7, "west": 3}
counts = pl.DataFrame({"town": [town for town, size in sizes.items() for _ in range(size)]}).group_by("town").len()
counts.with_columns(pl.when(pl.col("len") >= 10).then("len").alias("len")).write_ipc("counts.arrow")
small = found(counts["len"], feather.read_table("counts.arrow")["len"])
print("counts set to missing, and found:", small)
assert small == (2, 2), small
print("the guess fails: what was set to missing is in the file, under the missing value")
PYTHON
