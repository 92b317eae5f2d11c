#!/bin/sh
# A face that was removed from an index is in its file, number by number.
#
# Guess: `index.remove(key)` of usearch, then `save`, writes an index without this person's vector, and at the latest
# `remove(key, compact=True)` does.
# Seen: the index says that the key is not there, and has one vector fewer. Its file has all numbers of the removed vector;
# so it has after `compact=True`, and after it is loaded and saved again.
# It matters as vectors of faces, voices and notes find a person again in another source: a person who is removed on
# request is handed on with the index. Build the index anew from those who stay.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install "usearch==2.26.6" "numpy==2.4.6"
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version
from pathlib import Path

import numpy as np
from usearch.index import Index

print("usearch", version("usearch"))
faces = np.random.default_rng(2).normal(size=(100, 16)).astype("float32")
index = Index(ndim=16, metric="cos", dtype="f32")
index.add(np.arange(100), faces)


def kept(index: Index) -> list[bool]:
    index.save("faces.usearch")
    content = Path("faces.usearch").read_bytes()
    return [faces[key].tobytes() in content for key in (42, 43)]


index.remove(42)
index.remove(43, compact=True)
removed = kept(index)
print(f"vectors: {len(index)}; 42 and 43 in the index: {[key in index for key in (42, 43)]}; in the file: {removed}")
again = Index.restore("faces.usearch")
reloaded = kept(again)
print(f"loaded and saved: {len(again)} vectors; in the file: {reloaded}")
assert len(again) == 98 and removed == reloaded == [True, True]

anew = Index(ndim=16, metric="cos", dtype="f32")
stay = [key for key in range(100) if key in again]
anew.add(np.array(stay), faces[stay])
print(f"built anew: {kept(anew)}")
assert kept(anew) == [False, False]
print("the guess fails: removed vectors are in the file")
PYTHON
