#!/bin/sh
# The cache of an average of 1,000 salaries has each name and each salary, in plain text.
#
# Guess: a function cached by joblib's `Memory` leaves its result in the folder of the cache, here one number, and a
# hash of what it was called with.
# Seen: beside the number of 21 bytes lies `metadata.json`, with the arguments as Python prints them: of a dictionary of
# people all 1,000, names and salaries; of an array of 800 salaries all 800, as arrays are printed whole up to 1,000
# numbers; of a frame its first five and last five people. `ignore=["people"]` leaves the argument out of the file, but
# also out of the hash, so that other people get the first ones' average.
# It matters as a cache of results is what is kept, shared with colleagues, and packed with the code of a paper, so that
# it runs without the data: whoever unpacks it has the people. Remove each `metadata.json`, which joblib does not need
# to find the result, and look for a name in the folder.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install \
    joblib==1.6.0 pandas==3.1.1 numpy==2.4.6
cd "$folder"
cat > averages.py <<'PYTHON'
import json
import re
from importlib.metadata import version
from pathlib import Path

import joblib
import numpy as np
import pandas as pd

print("joblib", version("joblib"))
names = [f"Person {number:04}" for number in range(1_000)]
salaries = [30_000 + 137 * number for number in range(1_000)]
called = []


def of_people(people):
    """The average of a dictionary of people."""
    called.append("people")
    return sum(people.values()) / len(people)


def of_numbers(numbers):
    """The average of an array."""
    return float(numbers.mean())


def of_frame(frame):
    """The average of a frame's salaries."""
    return float(frame["salary"].mean())


def found(folder):
    """How many names and salaries each kind of file has."""
    counts = {}
    for path in sorted(Path(folder).rglob("*")):
        text = path.read_text(errors="ignore") if path.is_file() else ""
        if path.name == "metadata.json":
            text = str(json.loads(text)["input_args"])
        numbers = set(re.findall(r"\d+", text))
        has = sum(name in text for name in names), sum(str(salary) in numbers for salary in salaries)
        counts |= {path.name: has} if any(has) else {}
    return counts


people = dict(zip(names, salaries))
frame = pd.DataFrame({"name": names, "salary": salaries})
calls = {"people": (of_people, people), "array": (of_numbers, np.array(salaries[:800])), "frame": (of_frame, frame)}
seen = {}
for folder, (function, argument) in calls.items():
    joblib.Memory(folder, verbose=0).cache(function)(argument)
    seen[folder] = found(folder)
print("names and salaries:", seen)
everybody = {"people": (1_000, 1_000), "array": (0, 800), "frame": (10, 10)}
assert seen == {folder: {"metadata.json": has} for folder, has in everybody.items()}, seen

ignoring = joblib.Memory("ignoring", verbose=0).cache(of_people, ignore=["people"])
first, second = ignoring(people), ignoring({"Person 0001": 1})
print(f"ignored: {found('ignoring')}, the average of 1,000 people and then of one: {first}, {second}")
assert found("ignoring") == {} and first == second, (first, second)

for path in Path("people").rglob("metadata.json"):
    path.unlink()
called.clear()
again = joblib.Memory("people", verbose=0).cache(of_people)(people)
assert again == first and not called and found("people") == {}, (again, called)
print("the guess fails: the cache of an average holds the people")
PYTHON
venv/bin/python averages.py
