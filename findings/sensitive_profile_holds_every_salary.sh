#!/bin/sh
# A profile of a table that is marked as sensitive holds everybody's salary.
#
# Guess: `ProfileReport(frame, sensitive=True)` of ydata-profiling, which is made "not to leak", shows sums and shares.
# Seen: texts are left out, in the page and in the JSON. Numbers are not: the JSON counts each value, so that it has the
# salary of each of 500 people, and the page has the extremes, the largest salary to the cent among them.
# It matters as profiles are attached to data catalogues for those who may not see the table. One who earns most is found
# on the page; everybody is in the JSON. Round numbers to classes before the table is profiled.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install ydata-profiling==4.18.4 "setuptools<80" pandas==2.3.3
cd "$folder"
venv/bin/python - <<'PYTHON' 2>/dev/null
import warnings
from importlib.metadata import version

warnings.simplefilter("ignore")
import numpy as np
import pandas as pd
from ydata_profiling import ProfileReport

print("ydata-profiling", version("ydata-profiling"), "pandas", version("pandas"))
draw = np.random.default_rng(1)
people = 500
frame = pd.DataFrame(
    {
        "salary": draw.lognormal(10, 0.5, people).round(2),
        "name": [f"Person{number:04d}" for number in range(people)],
        "illness": draw.choice(["flu", "cold", "asthma"], people),
    }
)
frame.loc[5, "salary"], frame.loc[9, "illness"] = 987654.32, "scurvy"
report = ProfileReport(frame, sensitive=True, progress_bar=False)
texts = {"page": report.to_html(), "JSON": report.to_json()}
found = {}
for what, text in texts.items():
    found[what] = {
        "the largest salary": "987654.32" in text,
        "salaries": sum(str(value) in text for value in frame["salary"]),
        "names": sum(name in text for name in frame["name"]),
        "the one illness": "scurvy" in text,
    }
    print(what, found[what])
for numbers in found.values():
    assert numbers["the largest salary"]
    assert numbers["names"] == 0 and not numbers["the one illness"]
assert found["JSON"]["salaries"] == people
assert 0 < found["page"]["salaries"] < people // 10
print("the guess fails: a sensitive profile holds every salary")
PYTHON
