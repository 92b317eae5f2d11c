#!/bin/sh
# The private description of a table holds the largest salary and the illness of one person.
#
# Guess: with epsilon 0.1 DataSynthesizer's description of a table, from which synthetic records are drawn, holds nothing
# that one person decides.
# Seen: noise is added to the counts alone. The least and largest number of each column stand in the description to the
# cent, and so does each text, one that a single patient of 2,000 has, too; synthetic records then have this illness, and
# salaries up to the largest one.
# It matters as the description and the records are published with the claim of an epsilon, by which who earns most and
# who has the one illness could not be told. Give bounds and lists of values that do not come from the table: remove them
# beforehand (cut salaries off, join rare values), as the tool takes them from the records.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install DataSynthesizer==0.1.13 pandas==2.2.3 "numpy<2"
cd "$folder"
venv/bin/python - <<'PYTHON' 2>/dev/null
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
from DataSynthesizer.DataDescriber import DataDescriber
from DataSynthesizer.DataGenerator import DataGenerator

print("DataSynthesizer", version("DataSynthesizer"), "pandas", version("pandas"))
draw = np.random.default_rng(1)
people = 2_000
frame = pd.DataFrame(
    {"salary": draw.lognormal(10, 0.5, people).round(2), "illness": draw.choice(["flu", "cold", "asthma"], people)}
)
frame.loc[5, "salary"], frame.loc[9, "illness"] = 987654.32, "scurvy"
frame.to_csv("people.csv", index=False)
describer = DataDescriber(category_threshold=20)
describer.describe_dataset_in_independent_attribute_mode(
    dataset_file="people.csv", epsilon=0.1, attribute_to_is_categorical={"illness": True}, seed=1
)
describer.save_dataset_description_to_file("description.json")
description = Path("description.json").read_text(encoding="utf-8")
generator = DataGenerator()
generator.generate_dataset_in_independent_mode(people, "description.json", seed=1)
drawn = generator.synthetic_dataset
found = {
    "the largest salary": str(frame["salary"].max()) in description,
    "the smallest salary": str(frame["salary"].min()) in description,
    "the illness of one person": "scurvy" in description,
}
print("in the description, with epsilon 0.1:", found)
print("synthetic people with that illness:", int((drawn["illness"] == "scurvy").sum()))
assert all(found.values()), found
assert (drawn["illness"] == "scurvy").sum() > 0
print("the guess fails: what one person decides stands in the private description")
PYTHON
