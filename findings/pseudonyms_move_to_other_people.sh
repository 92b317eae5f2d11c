#!/bin/sh
# Patients who are left after a filter get the pseudonyms of other patients.
#
# Guess: the pipeline of aindo-anonymize hashes a patient's number with a key, so that a patient has one pseudonym in each
# table, whichever rows are in it.
# Seen: of 1,000 patients the 600 adults are kept by `frame[frame.age >= 18]` and hashed. One of them has the pseudonym of
# the own number, 366 have another patient's, and 233 have none. The hashes come back numbered from 0, and are put beside
# rows that are numbered as before the filter. A table whose rows are numbered from 0 has the right ones. Nothing is said.
# It matters as a diagnosis then stands beside another person's pseudonym wherever tables are joined by it, and k by
# people counts the wrong ones. Call `reset_index(drop=True)` first, and check that the pseudonyms of both tables are
# the same for the same number.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install \
    "aindo-anonymize==1.1.5" "pandas==2.3.3" "numpy==1.26.4"
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version

import numpy as np
import pandas as pd
from aindo.anonymize import AnonymizationPipeline, Config

print("aindo-anonymize", version("aindo-anonymize"), "pandas", version("pandas"))
steps = [
    {"method": {"type": "key_hashing", "key": "a secret"}, "columns": ["patient"]},
    {"method": {"type": "identity"}, "columns": ["age"]},
]
pipeline = AnonymizationPipeline(Config.from_dict({"steps": steps}))
ages = np.random.default_rng(0).permutation(np.repeat([10, 40], [400, 600]))
patients = pd.DataFrame({"patient": [f"P{number:04}" for number in range(1_000)], "age": ages})

everybody = pipeline.run(patients)["patient"]
adults = patients[patients.age >= 18]
hashed = pipeline.run(adults)["patient"]
anew = pipeline.run(adults.reset_index(drop=True))["patient"]
own = everybody[adults.index]
right = int((hashed == own).sum())
none = int(hashed.isna().sum())
others = int(hashed.dropna().isin(set(everybody)).sum()) - right
print(f"{len(adults)} adults: {right} have their own pseudonym, {others} another patient's, {none} none")
print(f"numbered anew: {int((anew.to_numpy() == own.to_numpy()).sum())} have their own")
assert len(adults) == 600 and right < 10 and others > 300 and none > 200
assert (anew.to_numpy() == own.to_numpy()).all()
print("the guess fails: pseudonyms are other people's")
PYTHON
