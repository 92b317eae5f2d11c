#!/bin/sh
# A model that is saved without its data still holds everybody's values.
#
# Guess: `results.save(file, remove_data=True)` leaves the coefficients; "all arrays with length nobs are set to None".
# Seen: of a model by arrays no value is left. Of the same model by a formula, which is how most are written, each salary,
# each age and the label of each row of the frame are in the file: the frame, which no array is, stays in the model, with
# columns that the formula does not name. `model.data.frame` of the loaded results has all records.
# It matters as fitted models leave research environments where tables may not: who opens this file has the table. Look
# for a known value in the file, or write the parameters (`results.params`) in place of the results.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install statsmodels==0.15.0 pandas==2.3.3 numpy==2.3.5
cd "$folder"
venv/bin/python - <<'PYTHON'
import warnings
from importlib.metadata import version
from io import BytesIO

import numpy as np
import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf

warnings.simplefilter("ignore")
print("statsmodels", version("statsmodels"), "pandas", version("pandas"))
draw = np.random.default_rng(1)
people = 300
frame = pd.DataFrame(
    {
        "salary": (20_000 + 70_000 * draw.random(people)).round(2),
        "age": 18 + (70 * draw.random(people)).round(4),
        "ill": draw.integers(0, 2, people),
    },
    index=[f"person {number}" for number in range(people)],
)
ages = sm.add_constant(frame["age"])
fitted = {
    "OLS by arrays": sm.OLS(frame["salary"], ages).fit(),
    "OLS by a formula": smf.ols("salary ~ age", frame).fit(),
    "Logit by arrays": sm.Logit(frame["ill"], ages).fit(disp=0),
    "Logit by a formula": smf.logit("ill ~ age", frame).fit(disp=0),
    "Poisson by a formula": smf.poisson("ill ~ age", frame).fit(disp=0),
}
left = {}
for name, results in fitted.items():
    file = BytesIO()
    results.save(file, remove_data=True)
    content = file.getvalue()
    left[name] = [
        sum(np.float64(value).tobytes() in content for value in frame["salary"]),
        sum(np.float64(value).tobytes() in content for value in frame["age"]),
        sum(label.encode() in content for label in frame.index),
    ]
    print(f"{name:<22} salaries, ages and labels of {people} people in the file: {left[name]}")
file.seek(0)
again = sm.load(file)
print("records of the model that was loaded:", len(again.model.data.frame), [*again.model.data.frame.columns])
assert all(numbers == [0, 0, 0] for name, numbers in left.items() if "arrays" in name), left
assert all(numbers == [people] * 3 for name, numbers in left.items() if "formula" in name), left
assert again.model.data.frame.equals(frame)
print("the guess fails: of a formula's model the file holds everybody")
PYTHON
