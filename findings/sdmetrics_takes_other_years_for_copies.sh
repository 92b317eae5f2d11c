#!/bin/sh
# A synthetic row whose year of birth is 19 years off counts as a copy of a real row.
#
# Guess: NewRowSynthesis of SDMetrics says which synthetic rows are rows of the original; where no year of birth and no
# postcode is the same in both, all rows are new, and the score is 1.
# Seen: the score is 0: each row "matches". A number matches where it is within 1 percent of the real one
# (`numerical_match_tolerance`), which is 20 years for a year of birth and 500 for a postcode of five digits. The same
# values said to be categories have 1. A tolerance of 0.0 has 1 as well.
# It matters both ways: a release without one real record is said to be a copy, and a change of the column's kind, from
# numbers to texts, changes the score from worst to best. Say that codes and years are categories, or set the tolerance.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install sdmetrics==0.32.0 pandas==2.3.3
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version

import pandas as pd
from sdmetrics.single_table import NewRowSynthesis

print("sdmetrics", version("sdmetrics"), "pandas", version("pandas"))
real = pd.DataFrame({"postcode": [10115, 20095, 50667, 80331], "born": [1951, 1962, 1975, 1990]})
synthetic = pd.DataFrame({"postcode": [10190, 20150, 50900, 80900], "born": [1970, 1953, 1993, 1972]})
assert not set(real.born) & set(synthetic.born)
assert not set(real.postcode) & set(synthetic.postcode)
found = {}
for kind in ("numerical", "categorical"):
    columns = {"columns": {name: {"sdtype": kind} for name in real}}
    found[kind] = NewRowSynthesis.compute(real, synthetic, columns)
    print(f"{kind}: {found[kind]}")
columns = {"columns": {name: {"sdtype": "numerical"} for name in real}}
found["exact"] = NewRowSynthesis.compute(real, synthetic, columns, numerical_match_tolerance=0.0)
print(f"numerical, no tolerance: {found['exact']}")
assert found == {"numerical": 0.0, "categorical": 1.0, "exact": 1.0}
PYTHON
