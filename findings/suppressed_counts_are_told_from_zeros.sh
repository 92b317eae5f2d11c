#!/bin/sh
# Small counts that were set to zero are told apart from the real zeros of a sparse table, all of them.
#
# Guess: `table.data[table.data < 5] = 0` makes a count below 5 look like a cell in which nobody is, in a sparse table
# of SciPy and in what `save_npz` and `mmwrite` write of it. Whoever reads the table sees 0, here and there.
# Seen: both are 0 where they are read. The file lists the cells that have a number, and goes on listing those whose
# number is now 0: the Matrix Market file has lines such as `1 3 0`, and each of 2,422 suppressed cells is told from
# 37,116 empty ones. `table[table < 5] = 0` lists the empty cells as well, so that nothing is told and the memory fills.
# `eliminate_zeros()`, or `table.multiply(table >= 5)`, leaves none.
# It matters as tables of who has which two diagnoses, or went from which place to which, are sparse, and are published
# so. A zero hides that anybody is there; here it says that one person to four are, which is what was not to be told:
# two rare illnesses that somebody has together. Call `eliminate_zeros()` and compare `nnz` with `count_nonzero()`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install scipy==1.17.1 numpy==2.4.6
cd "$folder"
venv/bin/python - <<'PYTHON'
import warnings
from importlib.metadata import version

import numpy as np
from scipy import io, sparse

print("scipy", version("scipy"))
draw = np.random.default_rng(0)
pairs = draw.zipf(1.5, 20_000) % 200, draw.zipf(1.5, 20_000) % 200
source = sparse.coo_array((np.ones(20_000, dtype=int), pairs), shape=(200, 200)).tocsr()
counts = source.toarray()
small, empty = (counts > 0) & (counts < 5), counts == 0


def found(read):
    """How many small and how many empty cells a table lists as cells of its own, though they are 0."""
    assert np.array_equal(read.toarray(), np.where(counts < 5, 0, counts))
    read = read.tocoo()
    listed = np.zeros(counts.shape, dtype=bool)
    listed[read.coords[0][read.data == 0], read.coords[1][read.data == 0]] = True
    return int((listed & small).sum()), int((listed & empty).sum())


table = source.copy()
table.data[table.data < 5] = 0
sparse.save_npz("table.npz", table)
io.mmwrite("table.mtx", table)
eliminated = table.copy()
eliminated.eliminate_zeros()
sparse.save_npz("eliminated.npz", eliminated)
seen = {name: found(sparse.load_npz(name)) for name in ("table.npz", "eliminated.npz")}
indexed = source.copy()
with warnings.catch_warnings(action="ignore", category=sparse.SparseEfficiencyWarning):
    indexed[indexed < 5] = 0
seen |= {"indexed": found(indexed), "table.mtx": found(io.mmread("table.mtx")),
         "multiplied": found(source.multiply(source >= 5))}
print(f"{small.sum()} small cells, {empty.sum()} empty ones; small and empty cells that are listed: {seen}")
print("lines of the Matrix Market file:", open("table.mtx").read().splitlines()[3:6])
told, nothing = (2_422, 0), (0, 0)
assert seen == {"table.npz": told, "eliminated.npz": nothing, "indexed": (2_422, 37_116), "table.mtx": told,
                "multiplied": nothing}, seen
print("the guess fails: each suppressed cell is told from the empty ones")
PYTHON
