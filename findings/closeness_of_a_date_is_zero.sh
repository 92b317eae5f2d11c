#!/bin/sh
# A table that tells everybody's date of diagnosis has t-closeness 0; told as text, it has 5, and twice the table 10.
#
# Guess: `verify.t_closeness` of anonymity_api is a distance: 0 where classes are as the whole table, 1 at most.
# A town in which all have one date, beside a town in which all have another, has 0.5, whatever the column's type.
# Seen: with dates it is 0, the best there is: a column that is neither numbers nor texts is passed over. With the
# same dates as texts it is 5.0: the distance is added up over the rows in place of the values, so that it grows with
# the table, and a table written twice has twice the t. Neither is said.
# It matters as t is compared with a limit such as 0.2: a table that tells everything passes, and one that is nearly
# even fails for being large. Try a table whose t is known (0.5 here) before a tool's number is believed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install anonymity-api==1.0.4 pandas==2.3.3 numpy==2.3.5
cd "$folder"
venv/bin/python - 2>tool.log <<'PYTHON'
from importlib.metadata import version

import pandas as pd
from anonymity_api import verify

print("anonymity-api", version("anonymity-api"))
told = pd.DataFrame({"town": ["Alm"] * 10 + ["Hof"] * 10, "diagnosed": ["2024-01-31"] * 10 + ["2025-06-30"] * 10})
even = pd.DataFrame({"town": ["Alm", "Hof"] * 10, "diagnosed": ["2024-01-31"] * 10 + ["2025-06-30"] * 10})
tables = {
    "dates": told.assign(diagnosed=pd.to_datetime(told["diagnosed"])),
    "texts": told,
    "texts, each row twice": pd.concat([told, told], ignore_index=True),
    "texts, told nothing": even,
}
found = {name: float(verify.t_closeness(table, ["town"], ["diagnosed"])) for name, table in tables.items()}


def distance(table: pd.DataFrame) -> float:
    """t as it was published: half of the sum, over the values, of how far the shares of a class are off."""
    shares = table["diagnosed"].value_counts(normalize=True)
    parts = [part["diagnosed"].value_counts(normalize=True) for _, part in table.groupby("town")]
    return max(float(part.sub(shares, fill_value=0).abs().sum() / 2) for part in parts)


for name, table in tables.items():
    print(f"{name:<22} {found[name]:>5.2f}, by definition {distance(table):.2f}")
assert [distance(table) for table in tables.values()] == [0.5, 0.5, 0.5, 0]
assert found == {"dates": 0, "texts": 5, "texts, each row twice": 10, "texts, told nothing": 0}, found
print("the guess fails: t is 0 for a date that is told, and 5 for a text")
PYTHON
