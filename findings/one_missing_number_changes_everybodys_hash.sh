#!/bin/sh
# One missing number gives everybody in the table another hash.
#
# Guess: `pandas.util.hash_pandas_object` gives the patient with number 101 one hash, in every table.
# Seen: in a table where one patient has no number, all patients have other hashes: pandas keeps such a column as floats,
# and 101.0 has another hash than 101, without a word. Read as `Int64` it has the hashes of the guess. All patients
# without a number have one hash, and look like a person with many records.
# It matters to who replaces numbers by hashes, table by table: two tables of the same thousand patients have nobody in
# common, so that a linkage finds nobody, and the release looks safe. Read numbers as `Int64` or as texts, key the hash
# with a secret, and count how many hashes are in both tables.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pandas==3.1.1 pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version
from io import StringIO

import pandas as pd
from pandas.util import hash_pandas_object

print("pandas", version("pandas"))
rows = [f"{number},{number % 7}" for number in range(1, 1_001)]
january = pd.read_csv(StringIO("\n".join(["patient,ward", *rows])))
february = pd.read_csv(StringIO("\n".join(["patient,ward", *rows, ",3", ",4"])))
whole = pd.read_csv(StringIO("\n".join(["patient,ward", *rows, ",3", ",4"])), dtype={"patient": "Int64"})


def hashes(table):
    return hash_pandas_object(table["patient"], index=False)


first = set(hashes(january))
common = {name: len(first & set(hashes(table))) for name, table in {"as read": february, "as Int64": whole}.items()}
print("1,000 patients of January, all of them in February, too; hashes in both:", common)
missing = hashes(february)[february["patient"].isna()]
print("hashes of two patients without a number:", sorted(set(missing)))
assert common == {"as read": 0, "as Int64": 1_000}, common
assert missing.nunique() == 1
print("the guess fails: one empty cell parts the tables")
PYTHON
