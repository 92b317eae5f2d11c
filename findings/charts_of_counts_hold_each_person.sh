#!/bin/sh
# A page with a chart of counts holds each person, with columns that the chart does not use.
#
# Guess: an Altair histogram of salaries, saved as a page, holds the heights of its bars; a pydeck map of hexagons, which
# shows how many people are in each, holds the hexagons.
# Seen: both pages hold the whole table: each salary to the cent, each place, and name and illness of each person, which
# no part of the chart asks for. The counting is done by the reader's browser.
# It matters as a histogram is what one may publish of a table that one may not: the picture passes the check for small
# counts, and the page's source has all records. Count before you draw, and hand only the counts to the chart.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install altair==6.3.0 pydeck==0.9.3 pandas==2.3.3 numpy==2.3.5
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version

import altair as alt
import numpy as np
import pandas as pd
import pydeck as pdk

print("altair", version("altair"), "pydeck", version("pydeck"))
draw = np.random.default_rng(1)
number = 500
people = pd.DataFrame(
    {
        "name": [f"person {each:03d}" for each in range(number)],
        "ill": ["flu"] * (number - 1) + ["a rare disease"],
        "salary": (20_000 + 60_000 * draw.random(number)).round(2),
        "latitude": (47 + draw.random(number)).round(6),
        "longitude": (15 + draw.random(number)).round(6),
    }
)
salaries = alt.Chart(people).mark_bar().encode(x=alt.X("salary", bin=True), y="count()")
hexagons = pdk.Layer("HexagonLayer", people, get_position=["longitude", "latitude"], radius=5_000)
counted = people["salary"].floordiv(10_000).value_counts().rename_axis("from").reset_index()
pages = {
    "histogram": salaries.to_html(),
    "hexagons": pdk.Deck(layers=[hexagons]).to_html(as_string=True),
    "histogram of counts": alt.Chart(counted).mark_bar().encode(x="from", y="count").to_html(),
}
found = {}
for kind, page in pages.items():
    found[kind] = [sum(str(value) in page for value in people[column]) for column in ("name", "salary", "latitude")]
    found[kind].append("a rare disease" in page)
    print(f"{kind:<19} names, salaries, places of {number} people, and the rare illness: {found[kind]}")
assert found["histogram"] == found["hexagons"] == [number, number, number, True], found
assert found["histogram of counts"] == [0, 0, 0, False], found
print("the guess fails: the pages hold the table")
PYTHON
