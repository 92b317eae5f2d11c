#!/bin/sh
# Squares of 10 km of the military grid hold a handful of people where zones meet.
#
# Guess: squares of the military grid (MGRS) with one digit, "10 km squares", have alike areas, so that in a region that
# is settled evenly they have alike counts.
# Seen: inside a zone the least of some hundred squares, those that the region's border cuts, have a third of the median.
# Where two zones of six degrees meet, squares are cut off by the meridian: 100,000 people spread evenly, with a median of
# over a thousand in a square, leave some squares with one person to thirty.
# It matters as "no finer than 10 km" is a rule of publication: at 6, 12 or 18 degrees of longitude, which Germany,
# France, Norway and Austria have, a square may have a single person. Hold counts to a limit, not to a size; or take a
# grid that has one projection for the country.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install mgrs==1.6.0
cd "$folder"
venv/bin/python - <<'PYTHON'
import random
from collections import Counter
from importlib.metadata import version
from statistics import median

from mgrs import MGRS

print("mgrs", version("mgrs"))
draw, grid = random.Random(1), MGRS()
least = {}
for name, west in {"inside a zone, 8.5 to 9.5 degrees": 8.5, "where zones meet, 11.5 to 12.5": 11.5}.items():
    places = ((47 + draw.random(), west + draw.random()) for _ in range(100_000))
    squares = Counter(grid.toMGRS(*place, MGRSPrecision=1) for place in places)
    counts = sorted(squares.values())
    least[name] = counts[0], median(counts), sum(count < 60 for count in counts)
    print(f"{name}: {len(counts)} squares, median {median(counts):.0f}, the least {counts[:6]}")
inside, meeting = least.values()
assert inside[0] > inside[1] / 4 and inside[2] == 0, least
assert meeting[0] < 10 and meeting[2] >= 5, least
print("the guess fails: a square of 10 km may be a sliver")
PYTHON
