#!/bin/sh
# Two tables that were protected in one call tell the cell that both hide, to the last digit.
#
# Guess: `protect(people, tables=[["Region", "Sector"], ["Region", "Size"]], ..)` of pytauargus hides the same totals of
# regions in both tables, as both have them, so that the two may be published together.
# Seen: each table is protected by itself. Beside the island, whose two firms must be hidden, one table hides the
# total of one region, and the other the total of another region: each prints what the other hides. The total less the
# four regions is the turnover of the two firms. This is so for three of six random tables. The audit of each
# table finds that the cell is protected, and nothing is said.
# It matters as tables of one survey share their margins, and one of the two firms then knows the other's turnover.
# Compare the hidden cells of margins that tables share, and hide in the second what the first hides.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pytauargus==0.6.0 pandas==2.3.3 numpy==2.3.5
cd "$folder"
venv/bin/python - <<'PYTHON'
import tempfile
from importlib.metadata import version

import numpy as np
import pandas as pd
from pytauargus import protect

print("pytauargus", version("pytauargus"))
REGIONS = ["North", "South", "East", "West"]


def survey(seed: int) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    firms = pd.DataFrame(
        {
            "Region": draw.choice(REGIONS, 400),
            "Sector": draw.choice(["retail", "services", "crafts"], 400),
            "Size": draw.choice(["small", "medium", "large"], 400),
            "Turnover": draw.integers(50, 150, 400).astype(float),
        }
    )
    island = pd.DataFrame(
        {"Region": "Island", "Sector": ["retail", "crafts"], "Size": ["small", "large"], "Turnover": [123.0, 77.0]}
    )
    return pd.concat([firms, island], ignore_index=True)


told = 0
for seed in range(6):
    with tempfile.TemporaryDirectory() as work:
        result = protect(
            survey(seed),
            tables=[["Region", "Sector"], ["Region", "Size"]],
            response="Turnover",
            safety_rules="FREQ(3,10)",
            workdir=work,
        )
        hidden, published = [], {}
        for number, (table, other) in enumerate(zip(result.tables, ("Sector", "Size"), strict=True)):
            assert not any(cell["unsafe"] for cell in result.engine.audit(number))
            frame = table.dataframe()
            frame["safe"] = table.safe(None)
            margin = frame[frame[other].str.strip() == "Total"].set_index("Region")["safe"]
            margin.index = margin.index.str.strip()
            hidden.append(sorted(margin.index[margin.isna()]))
            published |= margin.dropna().astype(float).to_dict()
    assert all("Island" in regions for regions in hidden)
    if all(region in published for region in REGIONS):
        told += 1
        island = published["Total"] - sum(published[region] for region in REGIONS)
        assert island == 200.0
        print(f"tables {seed} hide {hidden[0]} and {hidden[1]}: together the island has {island}")
print(f"pairs of tables that tell the island's turnover: {told} of 6")
assert told >= 2
print("the guess fails: two protected tables together tell the hidden cell")
PYTHON
