"""The GDA Score's attacks of 500 attempts beside anonymeter's, and on 300,000 records.

The rates of both must be alike.
"""

from __future__ import annotations

import json
import signal
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from benchmarks.figures import DATA, Figure, environment, seconds

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
for line in sys.stdin:
    made, words = evaluator(line.strip(), 500, 10**9)
    start = time.perf_counter()
    made.evaluate(**words)
    took = time.perf_counter() - start
    print(json.dumps([took, int(made.results().n_success)]), flush=True)
"""
"""The program that times anonymeter, once per attack named on its input.

The frames are in memory already.
"""

ROUNDS = {
    "singling_out_univariate": 5,
    "singling_out_multivariate": 3,  # of about a minute each
    "linkability_nearest": 5,
    "inference_nearest": 5,
}
"""How often each attack is timed on both sides, in turns."""

GROWN = """
        create table {name} as
        select r.* replace (
            r.age + (hash(r.fnlwgt, k) % 7)::int - 3 as age,
            r.fnlwgt + (hash(k, r.age, r.fnlwgt) % 2001)::int - 1000 as fnlwgt
        )
        from read_csv('{path}') r, range(12) copies(k) limit 300000"""


def attackers(folder: Path) -> Iterator[Figure]:
    """Yield the attacks at 26,000 records beside anonymeter's, then at 300,000 beside 30 s.

    The smaller ones have a control group, and are timed in turns.
    """
    import duckdb

    import sqlmetrics

    paths = {name: DATA / f"adult_{name}.csv" for name in ("train", "control", "synthetic")}
    if not all(path.is_file() for path in paths.values()):
        sys.exit(
            "the comparison with anonymeter needs adult_train, adult_control and adult_synthetic.csv in ../shared/data"
        )
    python = environment("anonymeter", "anonymeter==1.1.0")
    words: dict[str, Any] = {"secrets": "income"}
    with duckdb.connect() as connection, evaluating(python, list(paths.values())) as evaluate:
        for name, path in paths.items():
            connection.execute(f"create table {name} as select * from read_csv('{path}')")
        columns = [name for name, *_ in connection.execute("describe train").fetchall()]
        for attack, rounds in ROUNDS.items():

            def run(attack: str = attack) -> sqlmetrics.ReleaseScores:
                known = {"known": columns[:7], "secrets": columns[7:]} if attack == "linkability_nearest" else words
                return sqlmetrics.gda(
                    "train", "synthetic", attacks=attack, control="control", connection=connection, seed=0, **known
                )

            rate = run().value("confidence", target="dataset")
            theirs, ours = [], []
            for _ in range(rounds):
                took, hits = evaluate(attack)
                theirs.append(took)
                ours += [seconds(run) for _ in range(3)]
            print(f"{attack}: {hits} of 500 by anonymeter, a confidence of {rate} here", file=sys.stderr)
            beside = ("anonymeter 1.1.0", statistics.median(theirs), statistics.median(ours))
            yield Figure(f"{attack}, 500 attempts", 26_031, 0, *beside, 20, True)
    with duckdb.connect() as connection:
        for name in ("train", "synthetic"):
            connection.execute(GROWN.format(name=name, path=paths[name]))
        for attack in ROUNDS:
            took = seconds(
                lambda: sqlmetrics.gda("train", "synthetic", attacks=attack, connection=connection, seed=0, **words)  # noqa: B023
            )
            yield Figure(f"{attack}, 500 attempts", 300_000, 0, "30 s", 30.0, took, 1)


@contextmanager
def evaluating(python: Path, paths: Sequence[Path]) -> Iterator[Callable[[str], tuple[float, int]]]:
    """Yield a function that has anonymeter make an attack, and returns its seconds and hits.

    Its process is stopped in between: the threads of its libraries go on spinning while it waits.
    """
    command = [str(python), "-c", ANONYMETER, *map(str, paths)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        attacks, results = cast(IO[str], process.stdin), cast(IO[str], process.stdout)

        def evaluate(attack: str) -> tuple[float, int]:
            process.send_signal(signal.SIGCONT)
            print(attack, file=attacks, flush=True)
            took, hits = json.loads(results.readline())
            process.send_signal(signal.SIGSTOP)
            return took, hits

        try:
            yield evaluate
        finally:
            process.kill()
