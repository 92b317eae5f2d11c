#!/bin/sh
# A table of counts that is written as JSON-stat gives one town's patients to another town.
#
# Guess: `pyjstat.Dataset.read(frame).write()` writes each count into the cell that its row names, in whichever order
# the rows are; or it refuses rows in an order that it cannot write.
# Seen: the numbers are written in the order of the rows, and the names in the order in which they come first. JSON-stat
# finds a number by its place alone. `value_counts` puts the largest count first, so that of twelve cells of a table
# of towns and illnesses most have the count of another cell, and reading the file back by the same library gives these.
# Nothing is said. Rows that are sorted by their columns are written right.
# It matters as statistical offices exchange tables so: an illness that a town does not have is there, a suppressed cell
# stands where a large count belongs, and what is scored later is another table. Sort the rows, complete them
# (a row for each combination), and compare the file read back with the frame.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pyjstat==2.4.0 pandas==2.3.3 numpy==2.3.5
cd "$folder"
venv/bin/python - <<'PYTHON'
import json
import math
from importlib.metadata import version
from itertools import product

import numpy as np
import pandas as pd
from pyjstat import pyjstat

print("pyjstat", version("pyjstat"))
draw = np.random.default_rng(1)
people = pd.DataFrame(
    {
        "town": draw.choice(["Alm", "Bach", "Hof", "See"], 1_000, p=[0.55, 0.25, 0.15, 0.05]),
        "illness": draw.choice(["flu", "asthma", "cancer"], 1_000, p=[0.7, 0.2, 0.1]),
    }
)
largest_first = people.value_counts().rename("value").reset_index()
sorted_rows = largest_first.sort_values(["town", "illness"])


def by_place(text: str) -> dict:
    """What the standard says: the number of a cell is found by the places of its names."""
    table = json.loads(text)
    places = [table["dimension"][name]["category"]["index"] for name in table["id"]]
    names = [sorted(place, key=place.get) for place in places]
    assert math.prod(table["size"]) == len(table["value"])
    return dict(zip(product(*names), table["value"], strict=True))


def wrong(frame: pd.DataFrame) -> tuple[int, int]:
    truth = frame.set_index(["town", "illness"])["value"].to_dict()
    text = pyjstat.Dataset.read(frame.copy()).write()
    back = pyjstat.Dataset.read(text).write("dataframe").set_index(["town", "illness"])["value"].to_dict()
    assert back == by_place(text) and back.keys() == truth.keys()
    moved = [cell for cell in truth if back[cell] != truth[cell]]
    for cell in moved[-2:]:
        print(f"{cell}: {truth[cell]} people, {back[cell]} in the file")
    return len(moved), len(truth)


found = {"largest first": wrong(largest_first), "sorted": wrong(sorted_rows)}
print(f"cells with the count of another cell, and cells: {found}")
assert found["sorted"] == (0, 12) and found["largest first"][0] >= 6, found
print("the guess fails: counts are in other cells")
PYTHON
