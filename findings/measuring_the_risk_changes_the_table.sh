#!/bin/sh
# Two tools that measure a table's risk change the table that is then released.
#
# Guess: a function that scores a table reads it. `privattacks.Data(dataframe=people)` and `suda(people)` leave the
# frame of the caller as it was.
# Seen: privattacks writes -1 into the caller's frame for each missing value, so that a column of ages has people of -1
# years, and a column of texts a number. suda turns the caller's columns into categories, and adds two columns of 0
# to it, `suda` and `fM`, which are the names of the scores; the scores themselves are in the frame that it returns.
# That the caller's frame changes is not said.
# It matters as the next step releases or scores the same frame: averages of age fall, "missing" is no longer seen by
# any count of missing values, k is counted by columns that are new, and a reader of `suda` sees that nobody is special.
# Hand a copy to the tool (`people.copy()`), and compare the table with the source before it leaves.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install privattacks==1.4 suda==0.2.2 pandas==2.3.3 \
    numpy==2.3.5
cd "$folder"
venv/bin/python - 2>tools.log <<'PYTHON'
import warnings
from importlib.metadata import version

import numpy as np
import pandas as pd
import privattacks
from suda import suda

warnings.simplefilter("ignore")
print("privattacks", version("privattacks"), "suda", version("suda"))


def people() -> pd.DataFrame:
    return pd.DataFrame({"age": [30.0, np.nan, 40.0, 40.0, 99.0], "town": ["Alm", "Hof", None, "Alm", "Hof"]})


read, scored = people(), people()
privattacks.Data(dataframe=read)
result = suda(scored, max_msu=2)
print("after privattacks:", read.to_dict("list"), "average age", read["age"].mean(), "of", people()["age"].mean())
print("after suda:", scored.dtypes.astype(str).to_dict(), scored["suda"].tolist())
assert read["age"].tolist() == [30, -1, 40, 40, 99] and read["town"].tolist() == ["Alm", "Hof", -1, "Alm", "Hof"]
assert set(scored) - set(people()) == {"suda", "fM"} and scored["suda"].tolist() == [0] * 5
assert (result["suda"] > 0).any() and str(scored["age"].dtype) == "category"
print("the guess fails: both change the table")
PYTHON
