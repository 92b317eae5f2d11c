#!/bin/sh
# The record of how addresses were moved, which has no address, gives all of them back.
#
# Guess: MaskMyPy's Atlas moves each of 2,000 homes by 100 to 1,000 metres, and `to_json` writes which mask was used and how
# far it moved people, in sum. The documentation says that the moved points can be made again from it for who has kept
# the homes, so that without the homes the file tells nothing.
# Seen: it has the seed, which the library draws by itself. The mask of the *moved* points with this seed moves each by
# the same step once more; the step back from there to a moved point leads on to the home. All 2,000 are found to less
# than a millimetre, from the moved points and 300 bytes.
# It matters as the file is the documentation of a release, and statistics are what one publishes with the points. Remove
# the seed from the file, or keep the file as secret as the addresses.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install \
    "maskmypy==1.1.0" "geopandas==1.2.0" "pandas==3.1.1" "numpy==2.4.6"
cd "$folder"
venv/bin/python - <<'PYTHON'
import json
import warnings
from importlib.metadata import version
from pathlib import Path

import numpy as np

warnings.simplefilter("ignore")
import geopandas  # noqa: E402
import maskmypy  # noqa: E402

print("maskmypy", version("maskmypy"))
x, y = np.random.default_rng(1).uniform(0, 5_000, (2, 2_000))
homes = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(500_000 + x, 5_500_000 + y), crs="EPSG:32633")
atlas = maskmypy.Atlas(homes)
atlas.mask(maskmypy.donut, low=100, high=1_000)
atlas.to_json(Path("atlas.json"))
released = atlas.gen_gdf(0)
print(f"people were moved by {homes.distance(released).median():.0f} metres; atlas.json:", Path("atlas.json").read_text())

(candidate,) = json.loads(Path("atlas.json").read_text())
twice = maskmypy.donut(released, **candidate["kwargs"])
found = geopandas.GeoSeries(
    geopandas.points_from_xy(
        2 * released.geometry.x - twice.geometry.x, 2 * released.geometry.y - twice.geometry.y, crs=homes.crs
    )
)
error = homes.distance(found).max()
print(f"found from the moved points and the file: all homes, to {error:.9f} metres")
assert homes.distance(released).min() > 99 and error < 0.001
print("the guess fails: the record of the masking gives the homes back")
PYTHON
