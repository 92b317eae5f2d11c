#!/bin/sh
# A histogram with differential privacy has five times the people of its table.
#
# Guess: the histogram of diffprivlib adds noise around zero to each bin, so that the noise cancels out in the sum: of 100
# people in 1,000 bins there are about 100 in all, 30 or so more or less.
# Seen: about 500. Each noisy count is cut at 0, so that an empty bin has 0.43 people on average at an epsilon of 1, and 900
# empty bins have 380 people. A bin that shows somebody is empty in three of four cases. The mechanism's name,
# GeometricTruncated, is in the documentation; what it does to sums is not. Adding the same noise without cutting, by the
# mechanism Geometric, gives the guess.
# It matters to whoever scores or joins noisy tables: totals, shares and averages over bins are off by more than the noise,
# the more so the finer the bins, and people are found where nobody is. Publish the total by a query of its own, and
# take noise that is not cut where counts are added up.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install diffprivlib==0.6.6 'scikit-learn<1.5'
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version
from statistics import fmean

import numpy as np
from diffprivlib import mechanisms, tools

print("diffprivlib", version("diffprivlib"))
PEOPLE = np.arange(100) * 10  # in each tenth of 1,000 bins there is one
RUNS = 20
totals, shown, empty = [], 0, 0
for seed in range(RUNS):
    counts, _ = tools.histogram(PEOPLE, epsilon=1.0, bins=1000, range=(0, 1000), random_state=seed)
    totals.append(int(counts.sum()))
    shown += int((counts > 0).sum())
    empty += int((np.delete(counts, PEOPLE) > 0).sum())
noise = mechanisms.Geometric(epsilon=1.0, sensitivity=1, random_state=1)
true, _ = np.histogram(PEOPLE, bins=1000, range=(0, 1000))
uncut = [sum(noise.randomise(int(count)) for count in true) for _ in range(RUNS)]
print(f"people: 100; by the histogram: {fmean(totals):.0f}; by noise that is not cut: {fmean(uncut):.0f}")
print(f"of the bins that show somebody {empty / shown:.0%} are empty")
assert 480 < fmean(totals) < 520
assert 70 < fmean(uncut) < 130
assert 0.7 < empty / shown < 0.85
PYTHON
