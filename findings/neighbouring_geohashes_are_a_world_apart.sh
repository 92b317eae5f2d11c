#!/bin/sh
# Two places three metres apart have geohashes 20,000 km apart.
#
# Guess: pygeohash's geohash_approximate_distance of two geohashes of nine letters is near the distance of their cells.
# Seen: it is a number by the count of letters that both begin with, from 0 for all to 20,000,000 metres for none. Cells
# on both sides of a border of larger cells share few letters or none, so that neighbours are as far apart as two
# continents; of pairs 100 metres apart in Central Europe the number is 118 to 19,545, and most often 610. The library's
# geohash_haversine_distance has the distance of the cells.
# It matters to who measures how far a release has moved people, and to who takes a common beginning of two geohashes for
# nearness: neighbours across a border are told apart by the first letter, and k of such cells says less of a place.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pygeohash==3.5.1
cd "$folder"
venv/bin/python - <<'PYTHON'
from collections import Counter
from importlib.metadata import version

import pygeohash


def distances(one, other):
    """Return the geohashes of two places, and the two distances of these, in metres."""
    first, second = (pygeohash.encode(*place, precision=9) for place in (one, other))
    by_letters = pygeohash.geohash_approximate_distance(first, second)
    return first, second, by_letters, pygeohash.geohash_haversine_distance(first, second)


print("pygeohash", version("pygeohash"))
west, east, by_letters, metres = distances((51.4779, -0.00001), (51.4779, 0.00001))
print(f"{west} and {east}: {by_letters:,.0f} m by letters, {metres:.1f} m between the cells")
pairs = [(47 + place % 41 / 20, 9 + place * 0.003) for place in range(2000)]
found = Counter(distances((lat, lon), (lat + 0.0009, lon))[2] for lat, lon in pairs)
print("2,000 pairs 100 m apart:", ", ".join(f"{metres:,.0f} m {pairs}x" for metres, pairs in sorted(found.items())))
assert west[0] != east[0]
assert (by_letters, metres < 5) == (20_000_000, True)
assert (min(found), max(found)) == (118, 19_545)
PYTHON
