#!/bin/sh
# A pickled slice of ten rows of an Arrow table holds all rows.
#
# Guess: `pickle` of `table.slice(0, 10)` has ten rows, as that of `frame.head(10)` of pandas has.
# Seen: it has the whole buffers that the slice looks into. Ten rows of 100,000 take as many bytes as all, and the last
# person's name is among them; whoever loads it sees ten rows. `combine_chunks()` copies nothing where there is one chunk.
# It matters as samples are cached and sent by pickle (joblib, multiprocessing, Ray, Dask): who gets a sample of ten
# people for a look gets everybody. Write the slice as Parquet, or `take` its rows; an IPC stream holds ten where the texts
# are no views.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pyarrow==26.0.1 pandas==2.3.3
cd "$folder"
venv/bin/python - <<'PYTHON'
import pickle
from importlib.metadata import version
from io import BytesIO

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

print("pyarrow", version("pyarrow"), "pandas", version("pandas"))
people = 100_000
table = pa.table(
    {"name": [f"person {number}" for number in range(people)], "salary": [20_000 + 7 * number for number in range(people)]}
)
last = table["name"][-1].as_py().encode()
ten = table.slice(0, 10)
parquet, stream = BytesIO(), BytesIO()
pq.write_table(ten, parquet, compression="none")
with pa.ipc.new_stream(stream, ten.schema) as writer:
    writer.write_table(ten)
found = {
    "the table, pickled": pickle.dumps(table),
    "ten rows by slice, pickled": pickle.dumps(ten),
    "the same after combine_chunks": pickle.dumps(ten.combine_chunks()),
    "ten rows of a frame of pandas": pickle.dumps(table.to_pandas().head(10)),
    "ten rows by take": pickle.dumps(table.take(list(range(10)))),
    "ten rows as Parquet": parquet.getvalue(),
    "ten rows as an IPC stream": stream.getvalue(),
}
for what, content in found.items():
    print(f"{what:<30}{len(content):>10,} bytes; the last person: {'there' if last in content else 'not there'}")
holding = {what for what, content in found.items() if last in content}
assert holding == {"the table, pickled", "ten rows by slice, pickled", "the same after combine_chunks"}, holding
assert len(found["ten rows by slice, pickled"]) > 0.99 * len(found["the table, pickled"])
assert pickle.loads(found["ten rows by slice, pickled"]).num_rows == 10
print("the guess fails: the pickle of ten rows holds everybody")
PYTHON
