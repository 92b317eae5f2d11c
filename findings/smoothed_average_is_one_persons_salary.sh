#!/bin/sh
# The smoothed average of a job that one person has is this person's salary, to the cent.
#
# Guess: scikit-learn's TargetEncoder draws the average of a rare category towards the average of all, most of all where
# one person is in it: that is what smoothing is for, and `smooth="auto"` finds the strength by itself.
# Seen: of 5,001 people one is a mayor, and the mayor's encoding is the mayor's salary. The strength comes from the spread
# within a category; one person has none, so that nothing is smoothed. Two people with one salary are alike. With
# `smooth=10` the number is 75,199 in place of 412,346; the encoder holds the average of all beside it, and both give the
# salary back.
# It matters as an encoder, or a column that it made, is handed on as averages: whoever is alone in a job, a village or
# a diagnosis has given the secret away. Join rare categories before the encoder is fitted.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install "scikit-learn==1.9.1" "numpy==2.4.6"
cd "$folder"
venv/bin/python - <<'PYTHON'
import warnings
from importlib.metadata import version

import numpy as np
from sklearn.preprocessing import TargetEncoder

warnings.simplefilter("ignore")
print("scikit-learn", version("scikit-learn"))
random = np.random.default_rng(0)
jobs = np.append([f"job {number}" for number in random.integers(0, 20, 5_000)], ["mayor"]).astype(object)
salaries = np.append(np.round(random.lognormal(10.5, 0.5, 5_000), 2), [412_345.67])


def encoding(jobs: np.ndarray, salaries: np.ndarray, job: str, smooth: float | str) -> tuple[float, float]:
    encoder = TargetEncoder(smooth=smooth, target_type="continuous").fit(jobs.reshape(-1, 1), salaries)
    return float(encoder.transform(np.array([[job]], dtype=object))[0, 0]), float(encoder.target_mean_)


alone, everybody = encoding(jobs, salaries, "mayor", "auto")
twins, _ = encoding(np.append(jobs, "mayor"), np.append(salaries, 412_345.67), "mayor", "auto")
weak, mean = encoding(jobs, salaries, "mayor", 10.0)
print(f"average of all {everybody:.2f}; mayor: {alone:.2f}; two mayors: {twins:.2f}; smooth 10: {weak:.2f}")
assert alone == twins == 412_345.67
assert abs(11 * weak - 10 * mean - 412_345.67) < 0.01
print("the guess fails: a smoothed average is one person's salary")
PYTHON
