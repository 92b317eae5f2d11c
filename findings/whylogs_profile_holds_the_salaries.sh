#!/bin/sh
# A profile of whylogs, statistics to be shared in place of the data, holds most salaries of 2,000 people, and names.
#
# Guess: a profile has counts, means and quantiles of each column, so that it may go to whoever watches the quality of
# the data, as no record is in it. That frequent values are kept is documented; nothing here comes twice.
# Seen: of 2,000 people, each with a name and a salary of their own, more than 400 names and 1,400 salaries lie in the
# profile as they were, and the greatest salary among them. The sketch of quantiles keeps values, and the sketch of
# frequent items keeps what it has room for, though each comes once. Of a table of 12 records, all values are there.
# It matters to whoever scores a table, finds it risky, and sends its profile. Which values belong to one person is not in
# it; but a greatest salary, a rare name, or a value that somebody knows is. Profile coarsened columns, or leave out the
# ones that identify people and the ones that nobody may know.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install "whylogs==1.6.4" "numpy==1.26.4" "pandas==2.2.3"
cd "$folder"
WHYLOGS_NO_ANALYTICS=True venv/bin/python - <<'PYTHON'
import struct
from importlib.metadata import version

import pandas as pd
import whylogs

print("whylogs", version("whylogs"))


def held(people: int) -> tuple[int, int, bool]:
    names = [f"Person {number:05}" for number in range(people)]
    salaries = [10_000 + 1.25 * number for number in range(people)]
    profile = whylogs.log(pd.DataFrame({"name": names, "salary": salaries})).view().serialize()
    numbers = [struct.pack("<d", salary) in profile for salary in salaries]
    found = sum(name.encode() in profile for name in names), sum(numbers), numbers[-1]
    print(f"{people} people: {found[0]} names and {found[1]} salaries in {len(profile)} bytes; the greatest: {found[2]}")
    return found


assert held(12) == (12, 12, True)
names, salaries, greatest = held(2_000)
assert names > 400 and salaries > 1_400 and greatest
PYTHON
