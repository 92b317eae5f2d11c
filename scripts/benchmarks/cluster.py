"""Parquet files scored on Spark's standalone cluster, on executors of one core each."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.figures import ROOT, Figure, seconds
from benchmarks.scores import INFORMATION, KEYS, TABLES, TARGET

if TYPE_CHECKING:
    from spark_cluster import Job

ROWS, PARTS = 100_000_000, 16
AGES, DISEASES = 120, 100

BARE = """
import sys
from pyspark.sql import SparkSession
SparkSession.builder.master(sys.argv[1]).getOrCreate().sql(sys.argv[2]).collect()
"""
"""A program that runs a statement on a master."""

SCORES = """
import json, sys, time
from pyspark.sql import SparkSession
import sqlmetrics
master, relation, words = sys.argv[1:]
with SparkSession.builder.master(master).getOrCreate() as session:
    for _ in range(2):
        start = time.perf_counter()
        sqlmetrics.score(relation, connection=session, **json.loads(words))
        print(time.perf_counter() - start)
"""
"""A program that scores a relation twice in a session on a master, and prints the seconds."""


def cluster(folder: Path) -> Iterator[Figure]:
    """Yield what executors read, send and hold, beside Spark's bare group-by and DuckDB."""
    import sqlmetrics

    sys.path.insert(0, str(ROOT / "tests"))
    from spark_cluster import master, run_on_cluster

    source, keys, target = _records(folder), KEYS["few"], TARGET["few"]
    words = json.dumps({"quasi_identifiers": keys, "sensitive": target, "metrics": INFORMATION})
    grouped = f"select count(*) as n from parquet.`{source}/` group by {', '.join([*keys, target])}"
    query = f"select count(*), sum(n) from ({grouped})"  # a sum alone would need no group-by
    bare = run_on_cluster(["-c", BARE, master(2), query], folder / "bare").job
    one, two = (
        run_on_cluster(["-c", SCORES, master(number), f"{source}/", words], folder / f"on{number}") for number in (1, 2)
    )
    yield from figures(one.job, two.job, bare)
    here = seconds(lambda: sqlmetrics.score(source, keys, target, metrics=INFORMATION))
    for name, taken, scan in zip(("first", "second"), two.printed.split(), two.job.scans, strict=True):
        yield _figure(f"{name} score of a session", "DuckDB's, on the same cores", here, float(taken))
        yield _figure(f"{name} score of a session, but its read", "its read", scan.seconds, float(taken) - scan.seconds)


def figures(one: Job, two: Job, bare: Job) -> Iterator[Figure]:
    """Yield the figures of the event logs: of one and of two executors, and of a bare group-by.

    The reads are first ones, in which Java still compiles; *again* is the second.
    """
    from spark_cluster import MEMORY

    counts = AGES * DISEASES / 1e3
    read, alone = two.scans[0], one.scans[0]
    reading = _figure("core-seconds of a read", "Spark's bare group-by", bare.scans[0].cpu, read.cpu, 1.1)
    yield replace(reading, peak_mb=two.heap_mb, peak_wanted_mb=MEMORY)
    yield _figure("core-seconds of a read, again", "1 executor", one.scans[1].cpu, two.scans[1].cpu, 1.1)
    yield replace(_figure("seconds of a read", "1 executor", alone.seconds, read.seconds, 1.8), faster=True)
    after = sum(stage.cpu for stage in two.stages.values() if not stage.scans) / len(two.scans)
    yield _figure("core-seconds after a read", "the read", read.cpu, after)
    records = sum(stage.read for stage in two.stages.values() if stage.scans) / len(two.scans)
    yield _figure("millions of records that are read", "the records", ROWS / 1e6, records / 1e6, 1.01)
    yield _figure("thousands of counts from all that read", "the counts", counts, read.shuffled / 1e3)
    sent = max(stage.shuffled for stage in two.later)
    yield _figure("thousands of counts from a task that reads", "the counts", counts, read.most_shuffled / 1e3, 1)
    yield _figure("thousands of rows from a later stage, at most", "the counts", counts, sent / 1e3, 1)


def _figure(case: str, beside: str, yardstick: float, measured: float, wanted: float | None = None) -> Figure:
    return Figure(f"Spark: {case}", ROWS, AGES, beside, yardstick, measured, wanted)


def _records(folder: Path) -> Path:
    """Write the table of the ITPR paper, as files."""
    import duckdb

    made = folder / "records"
    made.mkdir()
    for part in range(PARTS):
        query = TABLES["few"].format(rows=f"{ROWS // PARTS * part}, {ROWS // PARTS * (part + 1)}")
        duckdb.connect().execute(f"copy ({query}) to '{made}/{part}.parquet'")
    return made
