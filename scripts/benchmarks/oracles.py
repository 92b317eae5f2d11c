"""anjana, SDMetrics and tau-ARGUS beside the same questions here, in one run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, environment, in_turns, parquet

ANJANA, SDMETRICS, PYTAUARGUS = "anjana==1.2.3", "sdmetrics==0.32.0", "pytauargus==0.6.0"
"""What the comparisons install, each in an environment of its own."""

PEOPLE = """
        select
            cast(hash(i * 7) % 90 as integer) as age, cast(hash(i * 11) % 500 as integer) as zip,
            cast(hash(i * 13) % 60 as integer) as job, 1 + hash(i * 17) % 100 as amount
        from range({rows}) t(i)"""
KEYS = {"age": 90, "zip": 500, "job": 60}
"""The quasi-identifiers, each with the number of its values; levels are tens, hundreds and all."""

RECODING = """
import sys, time, warnings
import numpy as np, pandas as pd
from anjana.anonymity import k_anonymity
warnings.simplefilter("ignore")
frame, keys, levels = pd.read_parquet(sys.argv[1]), sys.argv[2].split(","), {}
for key in keys:
    values = frame[key].to_numpy()
    levels[key] = {0: values, 1: values // 10, 2: values // 100, 3: np.zeros_like(values)}
start = time.perf_counter()
found = k_anonymity(frame, [], keys, 5, 0, levels)
took = time.perf_counter() - start
print(took, found.groupby(keys).size().min())
"""
"""The program in which anjana recodes keys until classes have five records."""

DISTANCES = """
import sys, time, warnings
import pandas as pd
from sdmetrics.single_table import DCROverfittingProtection
warnings.simplefilter("ignore")
train, synthetic, holdout = (pd.read_parquet(path) for path in sys.argv[1:4])
kinds = {name: {"sdtype": "categorical" if train[name].dtype == object else "numerical"} for name in train}
start = time.perf_counter()
found = DCROverfittingProtection.compute_breakdown(
    train, synthetic, holdout, {"tables": {"people": {"columns": kinds}}}, "people"
)
print(time.perf_counter() - start, found["score"])
"""
"""The program in which SDMetrics measures which side released records are nearer to."""

CELLS = """
import logging, os, sys, tempfile, time
import pandas as pd
from pytauargus import protect
logging.disable(logging.CRITICAL)
frame = pd.read_parquet(sys.argv[1])[["age", "job", "amount"]]
for key in ("age", "job"):
    frame[key] = key + frame[key].astype(str).str.zfill(2)
frame["amount"] = frame["amount"].astype(int)
os.chdir(folder := tempfile.mkdtemp())
start = time.perf_counter()
found = protect(frame, ["age", "job"], "amount", "FREQ(20,0)", workdir=folder)
print(time.perf_counter() - start, sum(row["status"] == "U" for row in found.tables[0].rows if row["freq"]))
"""
"""The program in which tau-ARGUS finds the cells of fewer than 20 people; it hides further ones."""

RELEASE = """
        select
            hash(i * 7 + {seed}) % 1000003 / 10000.3 as age, hash(i * 11 + {seed}) % 1000003 / 20000.6 as stay,
            'disease ' || hash(i * 13 + {seed}) % 9 as disease
        from range({rows}) t(i)
        union all values (0.0, 0.0, 'disease 0'), (100.0, 50.0, 'disease 1')"""
"""Records with the same least and largest values on each side, as ranges differ otherwise."""


def printed(package: str, program: str, *words: str) -> list[float]:
    """Return the numbers that a program prints in the environment of a package."""
    python = environment(package.partition("==")[0], package, "pandas", "pyarrow")
    ended = subprocess.run([str(python), "-c", program, *words], check=True, capture_output=True, text=True)
    return [float(word) for word in ended.stdout.split()]


def oracles(folder: Path) -> Iterator[Figure]:
    """Yield advice beside anjana, closeness beside SDMetrics, and outputs beside tau-ARGUS."""
    yield from recoded(folder)
    yield from near(folder)
    yield from small_cells(folder)


def recoded(folder: Path) -> Iterator[Figure]:
    """Yield the best recoding to classes of five records beside one that anjana finds."""
    import sqlmetrics

    with parquet(folder, "people", PEOPLE.format(rows=100_000)) as relation:
        partitions: dict[str, Path] = {}
        for key, number in KEYS.items():
            partitions[key] = folder / f"{key}.csv"
            lines = (f"{value};{value // 10};{value // 100};any\n" for value in range(number))
            partitions[key].write_text("".join(lines))
        words: dict[str, Any] = {
            "advise": {"suppress": 0, "generalizations": partitions},
            "ignored": ["amount"],
            "thresholds": {"k_anonymity": 5},
        }
        (ours,) = in_turns(3, lambda: sqlmetrics.advise(relation, list(KEYS), **words))
        theirs, fewest = printed(ANJANA, RECODING, relation, ",".join(KEYS))
    if fewest < 5:
        sys.exit(f"anjana leaves a class of {fewest:.0f}")
    yield Figure("k 5 by recoding three keys", 100_000, 0, ANJANA.replace("==", " "), theirs, ours, None, True)


def near(folder: Path, rows: int = 5_000) -> Iterator[Figure]:
    """Yield distances to 5,000 records and to as many others beside SDMetrics': the same score."""
    import sqlmetrics

    with ExitStack() as stack:
        names = ("train", "synthetic", "holdout")
        files = [
            stack.enter_context(parquet(folder, name, RELEASE.format(seed=seed, rows=rows)))
            for seed, name in enumerate(names)
        ]
        words: dict[str, Any] = {"control": files[2], "metrics": "overfitting_protection", "max_pairs": 10**9}
        (ours,) = in_turns(1, lambda: sqlmetrics.closeness(files[0], files[1], **words))
        here = sqlmetrics.closeness(files[0], files[1], **words).value("overfitting_protection")
        theirs, value = printed(SDMETRICS, DISTANCES, *files)
    if here is None or abs(here - value) > 1e-3:
        sys.exit(f"overfitting protection is {here} here and {value} by SDMetrics")
    yield Figure("overfitting protection", rows, 0, SDMETRICS.replace("==", " "), theirs, ours, None, True)


def small_cells(folder: Path) -> Iterator[Figure]:
    """Yield the small cells of 100,000 records beside tau-ARGUS, which finds as many."""
    import sqlmetrics

    words: dict[str, Any] = {"cube": ["age", "job"], "minimum_frequency": 20}
    with parquet(folder, "people", PEOPLE.format(rows=100_000)) as relation:
        (ours,) = in_turns(3, lambda: sqlmetrics.outputs(relation, **words))
        tables = sqlmetrics.outputs(relation, **words)
        theirs, number = printed(PYTAUARGUS, CELLS, relation)
    here = sum(table.cells_below for table in tables)
    if here != number:
        sys.exit(f"{here} cells are small here and {number} by tau-ARGUS")
    yield Figure("small cells of a cube", 100_000, 5_400, PYTAUARGUS.replace("==", " "), theirs, ours, None, True)
