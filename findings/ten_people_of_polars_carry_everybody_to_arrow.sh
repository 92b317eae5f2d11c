#!/bin/sh
# Ten people of a polars frame, handed to Arrow and sent, take everybody with them.
#
# Guess: `pyarrow.table(frame.head(10))`, written as an Arrow stream or a Feather file, holds ten people.
# Seen: the file is as large as that of all 100,000, and has each of their names; whoever opens it sees ten rows. The
# texts of polars are views into shared buffers, and Arrow writes the buffers whole. `head`, `filter`, `sample` and
# `unique` are alike, so that people who were taken out of a table on purpose are in the file. The same frame by
# `to_arrow()`, or written by polars itself, holds ten; so does Parquet, whoever writes it.
# It matters as frames pass between libraries just so (Flight, Feather, a stream to a browser), and no reader of the rows
# can see it. Give `frame.to_arrow()`, or write Parquet, and look for a name that must not be there.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install polars==2.1.0 pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version
from io import BytesIO

import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet

print("polars", version("polars"), "pyarrow", version("pyarrow"))
people = 100_000
names = [f"person {number:06d} of the source" for number in range(people)]
source = pl.DataFrame({"name": names, "age": [18 + number % 80 for number in range(people)]})


def stream(table):
    file = BytesIO()
    with pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table)
    return file.getvalue()


def file_of(write, *arguments, **options):
    file = BytesIO()
    write(*arguments, file, **options)
    return file.getvalue()


ten = source.head(10)
chosen = source.filter(pl.col("name") < "person 000010")
plain = {"compression": "uncompressed"}
files = {
    "head, pyarrow.table, stream": stream(pa.table(ten)),
    "filter, pyarrow.table, stream": stream(pa.table(chosen)),
    "sample, pyarrow.table, stream": stream(pa.table(source.sample(10, seed=1))),
    "filter, pyarrow.table, Feather": file_of(feather.write_feather, pa.table(chosen), **plain),
    "filter, to_arrow(), stream": stream(chosen.to_arrow()),
    "filter, pyarrow.table, Parquet": file_of(parquet.write_table, pa.table(chosen), compression="none"),
    "filter, write_ipc of polars": file_of(chosen.write_ipc, **plain),
}
found = {}
for way, content in files.items():
    found[way] = sum(name.encode() in content for name in names[::100])
    print(f"{way:<31} {len(content):>9,} bytes, {found[way]:>5,} of {people // 100:,} names looked for")
views = [found[way] for way in list(files)[:4]]
others = [found[way] for way in list(files)[4:]]
assert chosen.height == 10
assert views == [people // 100] * 4, views
assert others == [1, 1, 1], others
print("the guess fails: ten rows of views carry all names")
PYTHON
