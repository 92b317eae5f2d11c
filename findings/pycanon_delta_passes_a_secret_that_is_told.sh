#!/bin/sh
# A table in which everybody's secret is told with certainty has a small delta.
#
# Guess: pycanon's delta_disclosure of a table whose two groups have one secret each is infinite, or an error: the values
# that a group lacks have the share 0 there, and delta is the largest |log(share in the group / share in the table)|.
# Seen: it is log 2 = 0.69, the number of a table whose groups have twice the share of a value, or half of it. Only values
# that are there in a group are looked at; the same table with the secret shuffled has 0. basic_beta_likeness has 1.0.
# It matters as such a table passes "delta at most 1", a limit under which no value may be ruled out for anybody: a missing
# value is what delta-disclosure forbids. Count the values of each group beside it, or take an l-diversity as well.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pycanon==1.3.5 pandas==2.3.3
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version
from math import isclose, log

import pandas as pd
from pycanon import anonymity

print("pycanon", version("pycanon"), "pandas", version("pandas"))
town = ["Graz"] * 4 + ["Wien"] * 4
secrets = {
    "each town has one": ["flu"] * 4 + ["cold"] * 4,
    "one value is missing in Graz": ["flu"] * 4 + ["flu", "cold", "cold", "cold"],
    "both towns have both": ["flu", "flu", "cold", "cold"] * 2,
}
found = {}
for name, ill in secrets.items():
    people = pd.DataFrame({"town": town, "ill": ill})
    found[name] = anonymity.delta_disclosure(people, ["town"], ["ill"])
    print(f"{name}: delta {found[name]:.4f}, l {anonymity.l_diversity(people, ['town'], ['ill'])}")
assert isclose(found["each town has one"], log(2))
assert found["one value is missing in Graz"] < 1
assert found["both towns have both"] == 0
PYTHON
