"""The same numbers by others, in the same run: pycanon's calls, and a plain pandas group-by."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import DATA, Clock, Figure, environment, in_turns, parquet, peak, processor, quoted
from benchmarks.scores import TABLES

PYCANON = """
import sys, time, warnings
import pandas as pd
from pycanon import anonymity
warnings.simplefilter("ignore")
frame = pd.read_parquet(sys.argv[1])
keys, target = sys.argv[2].split(","), [sys.argv[3]]
for name, call in {
    "k_anonymity": lambda: anonymity.k_anonymity(frame, keys),
    "distinct_l_diversity": lambda: anonymity.l_diversity(frame, keys, target),
    "t_closeness_equal": lambda: anonymity.t_closeness(frame, keys, target),
    "delta_disclosure": lambda: anonymity.delta_disclosure(frame, keys, target),
}.items():
    clock = time.process_time if sys.argv[4:] == ["cpu"] else time.perf_counter
    start = clock()
    value = call()
    print(name, clock() - start, value, flush=True)
"""
"""The program that times pycanon, by the clock of this run.

Its frame is in memory already, as the database is open here; the Parquet file is read each time.
"""

CASES = {
    "3 coarse keys": ["sex", "race", "education"],
    "7 raw keys": ["age", "workclass", "education", "marital-status", "race", "sex", "native-country"],
}


def pycanon(folder: Path) -> Iterator[Figure]:
    """Yield k, l, t and delta of a million rows of Adult beside pycanon's, which must be the same.

    One statement stands beside four calls.
    """
    import duckdb

    import sqlmetrics

    if not (DATA / "adult.csv").is_file():
        sys.exit("the comparison with pycanon needs the Adult data at ../shared/data/adult.csv")
    python = environment("pycanon", "pycanon==1.3.6", "pyarrow")
    with parquet(
        folder, "adult", f"select a.* from read_csv('{DATA / 'adult.csv'}') a, range(40) limit 1000000"
    ) as relation:
        for name, keys in CASES.items():
            command = [str(python), "-c", PYCANON, relation, ",".join(keys), "occupation"]
            command += ["cpu"] if Clock.now is processor else []
            printed = [
                line.split()
                for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
            ]
            metrics = [metric for metric, _, _ in printed]
            with duckdb.connect() as connection:
                options = {"metrics": metrics, "connection": connection}
                scores = sqlmetrics.score(relation, keys, "occupation", **options)
                (ours,) = in_turns(5, lambda: sqlmetrics.score(relation, keys, "occupation", **options))  # noqa: B023
                counting = f"select count(*) from (select 1 from '{relation}' group by {quoted(keys)})"
                ((classes,),) = connection.execute(counting).fetchall()
            for metric, _, value in printed:
                here = scores.value(metric)
                if here is None or abs(here - float(value)) > 1e-6 * max(1, abs(here)):
                    sys.exit(f"{metric} is {here} here and {value} by pycanon")
            theirs = sum(float(took) for _, took, _ in printed)
            yield Figure(f"k, l, t, delta: {name}", 1_000_000, classes, "pycanon 1.3.6", theirs, ours, 200, True)


def pandas_itpr(relation: str) -> float:
    """Return ITPR of disease by age as a plain pandas group-by computes it."""
    import numpy as np
    import pandas as pd

    frame = pd.read_parquet(relation)
    cells = frame.groupby(["age", "disease"]).size()
    classes = cells.groupby("age").sum()
    inside = (cells / classes).groupby("age").agg(lambda shares: -(shares * np.log2(shares)).sum())
    values = frame["disease"].value_counts(normalize=True)
    entropy = float(-(values * np.log2(values)).sum())
    return float((1 - len(classes) * classes / len(frame) * inside / entropy).max())


def pandas_once(relation: str) -> None:
    """Compute ITPR by pandas, for its memory."""
    pandas_itpr(relation)


def itpr_once(relation: str) -> None:
    """Score ITPR here, for its memory."""
    import sqlmetrics

    sqlmetrics.score(relation, ["age"], "disease", metrics="itpr")


def pandas(folder: Path) -> Iterator[Figure]:
    """Yield ITPR of 10,000,000 rows beside pandas', which must be the same, and both's memory."""
    import duckdb

    import sqlmetrics

    with parquet(folder, "few", TABLES["few"].format(rows=10_000_000)) as relation, duckdb.connect() as connection:

        def itpr() -> float | None:
            return sqlmetrics.score(relation, ["age"], "disease", metrics="itpr", connection=connection).value(
                "itpr", target="disease"
            )

        theirs, ours = in_turns(5, lambda: pandas_itpr(relation), itpr)
        here = itpr()
        if here is None or abs(here - pandas_itpr(relation)) > 1e-9:
            sys.exit(f"ITPR is {here} here and {pandas_itpr(relation)} by pandas")
        their_peak = peak("pandas", relation)
        yield Figure(
            "ITPR",
            10_000_000,
            120,
            f"pandas ({their_peak:.0f} MB)",
            theirs,
            ours,
            10,
            True,
            peak("itpr", relation),
            their_peak / 10,
        )
