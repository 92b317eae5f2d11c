"""The GDA Score's attacks of 500 attempts beside anonymeter's, which must end in like rates, and on 300,000 records."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import DATA, Figure, environment, in_turns, seconds

ANONYMETER = """
import json, sys, time, warnings
import numpy as np
import pandas as pd
from anonymeter.evaluators import InferenceEvaluator, LinkabilityEvaluator, SinglingOutEvaluator
warnings.simplefilter("ignore")
np.random.seed(0)
original, control, synthetic = (pd.read_csv(path) for path in sys.argv[1:4])
columns = list(original.columns)
parts = (columns[:7], columns[7:])
known = [column for column in columns if column != "income"]
def evaluator(kind, count, rows):
    frames = dict(ori=original.head(rows), syn=synthetic.head(rows), control=control.head(rows), n_attacks=count)
    if kind == "linkability_nearest":
        return LinkabilityEvaluator(**frames, aux_cols=parts), {}
    if kind == "inference_nearest":
        return InferenceEvaluator(**frames, aux_cols=known, secret="income"), {}
    return SinglingOutEvaluator(**frames), {"mode": kind.removeprefix("singling_out_")}
for kind in ("linkability_nearest", "inference_nearest"):
    made, words = evaluator(kind, 10, 1000)
    made.evaluate(**words)  # what is compiled is compiled before it is timed
for kind in ("singling_out_univariate", "singling_out_multivariate", "linkability_nearest", "inference_nearest"):
    made, words = evaluator(kind, 500, 10**9)
    start = time.perf_counter()
    made.evaluate(**words)
    took = time.perf_counter() - start
    print(json.dumps([kind, took, int(made.results().n_success)]), flush=True)
"""
"""What anonymeter is timed at: the frames are in memory already."""

GROWN = """
        create table {name} as
        select r.* replace (
            r.age + (hash(r.fnlwgt, k) % 7)::int - 3 as age, r.fnlwgt + (hash(k, r.age, r.fnlwgt) % 2001)::int - 1000 as fnlwgt
        )
        from read_csv('{path}') r, range(12) copies(k) limit 300000"""


def attackers(folder: Path) -> Iterator[Figure]:
    """Yield each attack, with the control group, at 26,000 records beside anonymeter's, then at 300,000 records beside 30 s."""
    import duckdb

    import sqlmetrics

    paths = {name: DATA / f"adult_{name}.csv" for name in ("train", "control", "synthetic")}
    if not all(path.is_file() for path in paths.values()):
        sys.exit("the comparison with anonymeter needs adult_train, adult_control and adult_synthetic.csv in ../shared/data")
    python = environment("anonymeter", "anonymeter==1.1.0")
    command = [str(python), "-c", ANONYMETER, *(str(path) for path in paths.values())]
    theirs = [json.loads(line) for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()]
    words: dict[str, Any] = {"secrets": "income"}
    with duckdb.connect() as connection:
        for name, path in paths.items():
            connection.execute(f"create table {name} as select * from read_csv('{path}')")
        columns = [name for name, *_ in connection.execute("describe train").fetchall()]
        for attack, took, hits in theirs:

            def run(attack: str = attack) -> sqlmetrics.Findings:
                known = {"known": columns[:7], "secrets": columns[7:]} if attack == "linkability_nearest" else words
                return sqlmetrics.gda_score("train", "synthetic", attacks=attack, control="control", connection=connection, seed=0, **known)

            (ours,) = in_turns(7 if took < 20 else 3, run)
            rate = run().value("confidence", target="dataset")
            print(f"{attack}: {hits} of 500 by anonymeter, a confidence of {rate} here", file=sys.stderr)
            yield Figure(f"{attack}, 500 attempts", 26_031, 0, "anonymeter 1.1.0", took, ours, 20, True)
    with duckdb.connect() as connection:
        for name in ("train", "synthetic"):
            connection.execute(GROWN.format(name=name, path=paths[name]))
        for attack, _, _ in theirs:
            took = seconds(lambda: sqlmetrics.gda_score("train", "synthetic", attacks=attack, connection=connection, seed=0, **words))  # noqa: B023
            yield Figure(f"{attack}, 500 attempts", 300_000, 0, "30 s", 30.0, took, 1)
