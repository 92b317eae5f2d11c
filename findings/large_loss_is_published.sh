#!/bin/sh
# A firm's loss is published where a profit of the same size is hidden.
#
# Guess: the rule of dominance of pytauargus, NK(1,75) or NK(2,75), hides the sum of a cell in which one of six firms
# makes nearly all of it, be it a profit or a loss of 100,000 among profits of a hundred.
# Seen: the profit is hidden. With the loss the cell is safe, and -99,485 is printed: whoever knows that the others make
# some hundred each has the firm's loss to one part in a thousand. The rule of p percent, P(20,100), hides both.
# It matters wherever numbers have two signs: profits, wealth, migration, changes from year to year. Say P in place of
# NK, or run the rule on absolute values, and look at the cells whose sum is below 0 before a table is released.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pytauargus==0.6.0 pandas==2.3.3 numpy==2.3.5
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version

import numpy as np
import pandas as pd
from pytauargus import protect

print("pytauargus", version("pytauargus"))
firms = pd.DataFrame(
    {
        "Region": np.repeat(["North", "South", "West"], 12),
        "Sector": np.tile(np.repeat(["retail", "services"], 6), 3),
        "Profit": 100.0 + np.arange(36),
    }
)


def published(value: float, rule: str) -> float | None:
    rows = firms.copy()
    rows.loc[0, "Profit"] = value
    table = protect(rows, ["Region", "Sector"], response="Profit", safety_rules=rule, workdir="work").tables[0]
    cells = table.dataframe().assign(safe=table.safe(None))
    cell = cells[(cells["Region"].str.strip() == "North") & (cells["Sector"].str.strip() == "retail")]
    assert len(cell) == 1
    return None if pd.isna(cell["safe"].iloc[0]) else float(cell["safe"].iloc[0])


RULES = ("NK(1,75)", "NK(2,75)", "P(20,100)")
found = {(rule, value): published(value, rule) for rule in RULES for value in (1e5, -1e5)}
for (rule, value), answer in found.items():
    print(f"{rule:<9} {value:>9.0f}: {'hidden' if answer is None else answer}")
assert found["NK(1,75)", 1e5] is found["NK(2,75)", 1e5] is None
assert found["NK(1,75)", -1e5] == found["NK(2,75)", -1e5] == -99_485
assert found["P(20,100)", 1e5] is found["P(20,100)", -1e5] is None
print("the guess fails: the loss is published")
PYTHON
