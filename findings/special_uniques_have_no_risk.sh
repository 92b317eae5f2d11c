#!/bin/sh
# The only person of 99 years has the risk 0, as everybody has.
#
# Guess: `dis-suda` of suda spreads the risk of the file (`dis`, 0.1) over the rows by their scores, as the page of the
# package says and shows: who is unique by one column has most of it, and all add up to 0.1. `fM` counts the minimal
# uniques of a row: one for who is unique by age alone, as an age with a sex is not minimal there.
# Seen: `dis-suda` is 0 for every row of six tables. `fM` of the person of 99 years is 4: each group of columns
# that holds the age counts once more, and the score grows with it. In random tables three of four people have another
# count than the one that trying all groups gives.
# It matters as a table is released when the largest risk in that column is below a limit: 0 always is. Look at `suda`
# and `msu` in place of it, or take another implementation, and try one on a person who must be found.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install suda==0.2.2 pandas==2.3.3 numpy==2.3.5
cd "$folder"
venv/bin/python - 2>suda.log <<'PYTHON'
import warnings
from importlib.metadata import version
from itertools import combinations

import numpy as np
import pandas as pd
from suda import suda

warnings.simplefilter("ignore")
print("suda", version("suda"))
people = pd.DataFrame({"age": [30] * 10 + [40] * 10 + [99], "sex": (["f", "m"] * 11)[:21], "town": ["A", "B", "C"] * 7})
people.loc[20, ["sex", "town"]] = "f", "A"
scored = suda(people.copy(), max_msu=3, dis=0.1)
oldest = scored[scored["age"] == 99].iloc[0]
print(f"the person of 99 years: dis-suda {oldest['dis-suda']}, msu {oldest['msu']:.0f}, fM {oldest['fM']}")
assert oldest["msu"] == 1 and oldest["fM"] == 4 and (scored["dis-suda"] == 0).all()


def minimal(table: pd.DataFrame) -> list[int]:
    """The minimal uniques of each row, by trying all groups of columns."""
    groups = [group for size in range(1, table.shape[1] + 1) for group in combinations(table.columns, size)]
    alone = {group: ~table.duplicated(list(group), keep=False) for group in groups}
    smaller = {group: [other for other in groups if set(other) < set(group)] for group in groups}
    found = pd.Series(0, index=table.index)
    for group in groups:
        covered = sum((alone[other].astype(int) for other in smaller[group]), start=found * 0) > 0
        found += (alone[group] & ~covered).astype(int)
    return found.tolist()


assert minimal(people)[20] == 1
draw = np.random.default_rng(1)
tables = [pd.DataFrame({name: draw.integers(0, 4, 60) for name in "abcd"}) for _ in range(5)]
right = [
    int(given) == count
    for table in tables
    for given, count in zip(suda(table.copy(), max_msu=4)["fM"].fillna(0), minimal(table), strict=True)
]
risks = [suda(table.copy(), max_msu=4, dis=0.1)["dis-suda"].abs().max() for table in tables]
print(f"random people with the right count of minimal uniques: {sum(right)} of {len(right)}")
print(f"the largest risk of a random person: {max(risks)}")
assert max(risks) == 0 and sum(right) < len(right) / 2
print("the guess fails: nobody has a risk, and uniques are counted more than once")
PYTHON
