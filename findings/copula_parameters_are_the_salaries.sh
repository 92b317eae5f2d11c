#!/bin/sh
# The parameters of a copula, from which synthetic people are drawn, are the salaries of all real ones.
#
# Guess: `GaussianMultivariate().fit(table).to_dict()` of copulas has a distribution's few parameters for each column, and
# correlations.
# Seen: that holds where salaries have one peak. Where they have two, say of part-time and full-time, the library chooses
# a kernel density by itself, whose "parameter" is the column: the dictionary has each salary of 800 people, in the order
# of the table, and so has the file of `save`. Two such columns give a table of real records.
# It matters as the fitted model is what is handed on in place of the data. The very same call is harmless for one
# table and a copy of another. Name the distributions (`distribution={"salary": "copulas.univariate.BetaUnivariate"}`), or
# look for a known value in the dictionary.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install copulas==0.14.1 pandas==2.3.3 numpy==2.3.5 scipy==1.16.3
cd "$folder"
venv/bin/python - <<'PYTHON'
import json
import warnings
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
from copulas.multivariate import GaussianMultivariate

warnings.simplefilter("ignore")
print("copulas", version("copulas"), "pandas", version("pandas"))
draw = np.random.default_rng(1)
part, full = draw.normal(30_000, 3_000, 400), draw.normal(90_000, 9_000, 400)
tables = {
    "one peak": pd.DataFrame({"salary": draw.normal(60_000, 9_000, 800), "age": draw.normal(40, 9, 800)}),
    "two peaks": pd.DataFrame(
        {
            "salary": draw.permutation(np.concatenate([part, full])),
            "rent": draw.permutation(np.concatenate([part, full])) / 30,
        }
    ),
}
found = {}
for kind, table in tables.items():
    table = table.round(2)
    model = GaussianMultivariate()
    model.fit(table)
    content = model.to_dict()
    model.save("model.pkl")
    chosen = [column["type"].rpartition(".")[2] for column in content["univariates"]]
    held = [column.get("dataset") == list(values) for column, (_, values) in zip(content["univariates"], table.items())]
    text, saved = json.dumps(content), Path("model.pkl").read_bytes()
    found[kind] = [
        all(held),
        sum(repr(float(value)) in text for value in table["salary"]),
        sum(np.float64(value).tobytes() in saved for value in table["salary"]),
    ]
    print(f"{kind}: {chosen}; the columns are parameters, salaries in the dictionary and in the file: {found[kind]}")
assert found == {"one peak": [False, 0, 0], "two peaks": [True, 800, 800]}, found
print("the guess fails: a fitted model is the table")
PYTHON
