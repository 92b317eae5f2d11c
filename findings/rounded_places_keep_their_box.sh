#!/bin/sh
# Places that are rounded to ten kilometres keep the exact place in the box beside them.
#
# Guess: `geojson.utils.map_coords` of the Python library, and `truncate` of Turf in JavaScript, round each place
# in a GeoJSON file; what is written tells where people live to ten kilometres.
# Seen: the coordinates are rounded. A feature of the standard may carry a box (`bbox`), which of a point is the
# point, and both leave it as it is: the exact place of each of 100 people stands beside the rounded one. Turf keeps the
# box of the whole file as well, which is the exact place of those who live at the edges. A map shows neither.
# It matters as servers of features and tools for maps write boxes without being asked, and who checks a release looks at
# the coordinates or at the map. Remove each `bbox`, or compute it anew, and look for an exact number in the file.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install geojson==3.3.0
cd "$folder"
npm install --silent --no-audit --no-fund --no-save @turf/truncate@7.2.0 @turf/bbox@7.2.0 >npm.log 2>&1
venv/bin/python - <<'PYTHON'
import random
from importlib.metadata import version

import geojson

print("geojson", version("geojson"))
draw = random.Random(1)
places = [(round(draw.uniform(13, 14), 6), round(draw.uniform(52, 53), 6)) for _ in range(100)]
homes = [geojson.Feature(geometry=geojson.Point(place), bbox=[*place, *place]) for place in places]
people = geojson.FeatureCollection(homes)
with open("people.geojson", "w") as file:
    geojson.dump(people, file)
with open("python.geojson", "w") as file:
    geojson.dump(geojson.utils.map_coords(lambda number: round(number, 1), people), file)
PYTHON
cat >turf.mjs <<'JAVASCRIPT'
import { readFileSync, writeFileSync } from "node:fs";
import { bbox } from "@turf/bbox";
import { truncate } from "@turf/truncate";

const people = JSON.parse(readFileSync("people.geojson"));
people.bbox = bbox(people);
writeFileSync("turf.geojson", JSON.stringify(truncate(people, { precision: 1 })));
console.log("Turf", JSON.parse(readFileSync("node_modules/@turf/truncate/package.json")).version);
JAVASCRIPT
node turf.mjs
venv/bin/python - <<'PYTHON'
import json
from pathlib import Path

exact = json.loads(Path("people.geojson").read_text())["features"]
for tool in ("python", "turf"):
    written = json.loads(Path(f"{tool}.geojson").read_text())
    pairs = list(zip(written["features"], exact, strict=True))
    rounded = all(after["geometry"]["coordinates"] != before["geometry"]["coordinates"] for after, before in pairs)
    kept = sum(after["bbox"][:2] == before["geometry"]["coordinates"] for after, before in pairs)
    print(f"{tool}: all places rounded: {rounded}; exact places in boxes: {kept} of {len(pairs)}")
    assert rounded and kept == len(pairs) == 100
assert all(number != round(number, 1) for number in written["bbox"])
print("the guess fails: the boxes have the exact places")
PYTHON
