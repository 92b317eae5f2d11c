#!/bin/sh
# A saved survival model lists each patient by name, with the time of death and the age.
#
# Guess: a Cox model of lifelines that was fitted and pickled, which is how its documentation saves one, holds the
# coefficients, their errors and a baseline, and of the patients what these tell.
# Seen: the file has a row for each of 300 patients: the label of the row in the frame, a name or a number, the time to
# death, and whether they died. The age is not in the file as a number; each patient's relative hazard is, and with one
# covariate the age follows from it, the coefficient and the mean, for all 300. No option leaves the rows out.
# It matters as a model is what leaves a research environment when the table may not: whoever loads it has a list of the
# patients with the day on which each died. Write the tables `params_`, `variance_matrix_` and a coarsened baseline in
# place of the object; give the frame labels without meaning before it is fitted (`reset_index(drop=True)`).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install lifelines==0.30.3 pandas==2.3.3 numpy==2.3.5
cd "$folder"
venv/bin/python - 2>fit.log <<'PYTHON'
import pickle
from importlib.metadata import version

import numpy as np
import pandas as pd
from lifelines import CoxPHFitter

print("lifelines", version("lifelines"))
draw = np.random.default_rng(0)
patients = pd.DataFrame(
    {"days": draw.integers(1, 3_000, 300), "died": draw.integers(0, 2, 300), "age": draw.integers(30, 95, 300)},
    index=[f"Person {number:03}" for number in range(300)],
)
with open("model.pickle", "wb") as file:
    pickle.dump(CoxPHFitter().fit(patients, "days", "died"), file)
truth, patients = patients, None

with open("model.pickle", "rb") as file:
    model = pickle.load(file)
listed = pd.DataFrame({"days": model.durations, "died": model.event_observed}).loc[truth.index].astype(int)
hazards = model._predicted_partial_hazards_["P"]
ages = (np.log(hazards) / model.params_["age"] + model._norm_mean["age"]).loc[truth.index]
found = {
    "name, days and death": int((listed == truth[["days", "died"]]).all(axis=1).sum()),
    "age": int((ages.round() == truth["age"]).sum()),
}
print(f"patients of the file, of {len(truth)}: {found}")
assert found == {"name, days and death": 300, "age": 300}, found
print("the guess fails: the saved model is the list of the patients")
PYTHON
