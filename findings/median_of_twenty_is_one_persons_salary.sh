#!/bin/sh
# A median that is checked to be of ten people at least is one person's salary.
#
# Guess: two tools of statistical disclosure control count the people whom a number is of. `crosstab` of ACRO, with its
# threshold of 10, hides the median salary of a town in which 1 of 20 people told a salary; so does pytauargus, with a
# rule of three contributors, with the sum.
# Seen: both count rows. The median, 20,000, is the person's salary; its cell is "ok", the status "pass". The sum that
# pytauargus prints is the salary as well. `pivot_table` of ACRO counts the people who have a value, and hides the
# cell: two calls of one library for one table disagree. ACRO's own checks of dominance look at sums, means and counts.
# It matters as questions on income and health are answered by few, and outputs leave a research environment
# when the tool says "pass". Drop the rows without a value before the call, and print how many are left in each cell.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install acro==1.0.2 pytauargus==0.6.0 pandas==2.3.3 \
    numpy==2.3.5
cd "$folder"
venv/bin/python - 2>acro.log <<'PYTHON'
from importlib.metadata import version

import numpy as np
import pandas as pd
from acro import ACRO
from pytauargus import protect

print("acro", version("acro"), "pytauargus", version("pytauargus"))
towns = ["Alm", "Bach", "Hof"]
people = pd.DataFrame(
    {
        "town": np.repeat(towns, 20),
        "sex": np.tile(["f", "m"], 30),
        "year": "2024",
        "salary": 20_000.0 + 1_000 * np.arange(60),
    }
)
people.loc[(people["town"] == "Alm") & (people["salary"] > 20_000), "salary"] = np.nan
assert people[people["town"] == "Alm"]["salary"].count() == 1

checker = ACRO(suppress=True)
crosstab = checker.crosstab(people["town"], people["year"], values=people["salary"], aggfunc="median")
first = checker.results.get_index(0)
pivot = checker.pivot_table(people, values="salary", index="town", aggfunc="median")
answered = people.dropna(subset="salary")
without = checker.crosstab(answered["town"], answered["year"], values=answered["salary"], aggfunc="median")
found = {
    "ACRO crosstab": crosstab.loc["Alm"].iloc[0],
    "ACRO pivot_table": pivot["salary"].get("Alm", np.nan),
    "ACRO crosstab without missing": without.iloc[:, 0].get("Alm", np.nan),
}
for name, rows in {"pytauargus": people, "pytauargus without missing": answered}.items():
    table = protect(rows, ["town", "sex"], response="salary", safety_rules="FREQ(3,10)", workdir=name).tables[0]
    cells = table.dataframe().assign(safe=table.safe(None))
    there = (cells["town"].str.strip() == "Alm") & (cells["sex"].str.strip() == "f")
    found[name] = cells[there]["safe"].iloc[0]
for name, value in found.items():
    print(f"{name:<30} the town of one salary: {value}")
print("ACRO says of the crosstab:", first.outcome.iloc[0, 0])
assert first.outcome.iloc[0, 0] == "ok" and found["ACRO crosstab"] == 20_000
assert float(found["pytauargus"]) == 20_000
assert all(pd.isna(found[name]) for name in found if name not in ("ACRO crosstab", "pytauargus")), found
print("the guess fails: people without a value count")
PYTHON
