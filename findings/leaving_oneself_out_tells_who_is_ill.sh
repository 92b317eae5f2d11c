#!/bin/sh
# A column that leaves each person's own illness out tells who is ill, for every one of 1,000 people.
#
# Guess: LeaveOneOutEncoder of category_encoders gives each person the share of ill people among the *others* of the
# ward, so that a person's own illness is not in the person's number.
# Seen: each ward has two numbers. Who is ill has the lower one, since one ill person fewer is among the others. Who has
# the column finds all 1,000 people ill or well without a mistake, and without another column than the ward.
# It matters as a column of shares looks like an aggregate, and "leave one out" like a protection: such features are stored
# and handed on beside pseudonyms. A secret is told by what differs between neighbours. Give everybody the ward's share,
# where the ward is large, or add noise (`sigma`), and score the column as the secret itself.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install \
    "category_encoders==2.11.2" "pandas==3.1.1" "scikit-learn==1.9.1" "numpy==2.4.6"
cd "$folder"
venv/bin/python - <<'PYTHON'
import warnings
from importlib.metadata import version

import numpy as np
import pandas as pd

warnings.simplefilter("ignore")
from category_encoders import LeaveOneOutEncoder  # noqa: E402

print("category_encoders", version("category_encoders"))
random = np.random.default_rng(0)
wards = pd.DataFrame({"ward": random.integers(0, 30, 1_000).astype(str)})
ill = pd.Series((random.random(1_000) < 0.3).astype(int))

released = wards.assign(share=LeaveOneOutEncoder(cols=["ward"]).fit_transform(wards, ill)["ward"])
lowest = released.groupby("ward")["share"].transform("min")
guessed = (released["share"] == lowest).astype(int)
numbers = released.groupby("ward")["share"].nunique()
print(f"{ill.sum()} of {len(ill)} people are ill; numbers in each ward: {sorted(set(numbers))}")
print(f"guessed right by the lower number: {(guessed == ill).sum()}")
assert set(numbers) == {2} and (guessed == ill).all()
print("the guess fails: the column tells everybody's illness")
PYTHON
