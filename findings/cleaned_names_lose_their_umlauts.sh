#!/bin/sh
# Cleaning names for a linkage makes one family of the Müllers, the Möllers and the Mällers.
#
# Guess: `clean` of recordlinkage lowers letters and drops brackets and signs, and keeps each letter of a name.
# Seen: letters that English lacks are dropped as signs are: Müller, Möller and Mäller are all "mller", Øst and Æst "st".
# A name in Greek or Cyrillic is empty, and so equal to every other. Nothing is said. `strip_accents="unicode"` keeps the
# u of ü and the o of ö, and drops the others still.
# It matters where the cleaned name is compared, blocked by, or hashed: different people agree, an attack by linkage counts
# links that are chance, and k of such a column is too large. Pass the pattern of what is to be dropped
# (`replace_by_none=r"[^\w\s]"`), and count the distinct names before and after.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install recordlinkage==0.16 pandas==2.3.3 numpy==2.3.5
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version

import pandas as pd
from recordlinkage.preprocessing import clean

print("recordlinkage", version("recordlinkage"), "pandas", version("pandas"))
names = pd.Series(["Müller", "Möller", "Mäller", "Øst", "Æst", "Παπάς", "Иванов"])
by_default = clean(names)
stripped = clean(names, strip_accents="unicode")
by_pattern = clean(names, replace_by_none=r"[^\w\s]")
for kind, cleaned in (("default", by_default), ("accents stripped", stripped), ("pattern of signs", by_pattern)):
    print(f"{kind:<17} {cleaned.nunique()} names of {names.nunique()}: {cleaned.tolist()}")
assert by_default.tolist() == ["mller", "mller", "mller", "st", "st", "", ""]
assert stripped.nunique() == 5
assert by_pattern.tolist() == [name.lower() for name in names]
print("the guess fails: seven people have three names")
PYTHON
