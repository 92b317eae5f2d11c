#!/bin/sh
# The file of a LightGBM model tells the highest salary to the cent, and towns in which nobody lives.
#
# Guess: a saved model of boosted trees has trees: splits between people, and values of leaves that are averages of many.
# Seen: its text begins with the least and the greatest value of each number (`feature_infos`), and ends with the list of
# all categories (`pandas_categorical`), with those that only people had who were removed before. Trees whose leaves have
# 20 people, and one single split, change nothing of that.
# It matters as models leave research environments once their leaves are large enough: the richest person's salary and
# a village of one person leave with them. Cut the greatest values off before fitting, call
# `.cat.remove_unused_categories()`, and read the first and the last lines of the file.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install lightgbm==4.7.0 pandas==2.3.3 numpy==2.3.5 scipy==1.16.3
cd "$folder"
venv/bin/python - <<'PYTHON'
import json
from importlib.metadata import version

import lightgbm
import numpy as np
import pandas as pd

print("lightgbm", version("lightgbm"), "pandas", version("pandas"))
draw = np.random.default_rng(1)
number = 1_000
everybody = pd.DataFrame(
    {
        "salary": (20_000 + 60_000 * draw.random(number)).round(2),
        "town": pd.Categorical(["Graz", "Linz"] * (number // 2 - 1) + ["Graz", "a hamlet"]),
        "ill": draw.integers(0, 2, number),
    }
)
people = everybody[everybody["town"] != "a hamlet"]
richest = people["salary"].max()
data = lightgbm.Dataset(people[["salary", "town"]], people["ill"])
settings = {"num_leaves": 2, "min_data_in_leaf": 20, "verbose": -1, "objective": "binary"}
text = lightgbm.train(settings, data, num_boost_round=1).model_to_string()
ranges, categories = (
    next(line for line in text.splitlines() if line.startswith(word)).partition(sep)[2]
    for word, sep in (("feature_infos", "="), ("pandas_categorical", ":"))
)
greatest = float(ranges.split()[0].strip("[]").split(":")[1])
print("greatest salary of the table", richest, "and of the file", greatest)
print("towns of the table", sorted(people["town"].unique()), "and of the file", json.loads(categories)[0])
assert round(greatest, 2) == richest
assert json.loads(categories) == [["Graz", "Linz", "a hamlet"]]
print("the guess fails: extremes and removed categories are in the file")
PYTHON
