"""The same Parquet files by DuckDB and by Spark on a local cluster."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from benchmarks.figures import ROOT, seconds
from benchmarks.scores import INFORMATION, TABLES


def spark(folder: Path) -> str:
    """Return rows per second of both, and what Spark read and shuffled, as a table in Markdown."""
    import duckdb

    import sqlmetrics

    sys.path.insert(0, str(ROOT / "tests"))
    from spark_cluster import MASTER, run_on_cluster

    rows, parts = 10_000_000, 8
    records = folder / "records"
    records.mkdir()
    for part in range(parts):
        query = TABLES["few"].format(rows=f"{rows // parts * part}, {rows // parts * (part + 1)}")
        duckdb.connect().execute(f"copy ({query}) to '{records}/{part}.parquet'")
    here = statistics.median(
        seconds(lambda: sqlmetrics.score(records, ["age"], "disease", metrics=INFORMATION)) for _ in range(5)
    )
    flags = ["-q", "age", "-s", "disease", *(flag for name in INFORMATION for flag in ("-m", name))]
    ran = run_on_cluster(str(records), flags, folder / "spark")
    if ran.records_read != rows:
        sys.exit(f"Spark read {ran.records_read} records of {rows}")
    return (
        f"Spark on {MASTER}\n\n"
        "| engine | seconds | rows per second | read | shuffled |\n|---|---:|---:|---:|---:|\n"
        f"| DuckDB | {here:.2f} | {rows / here:,.0f} | once | |\n"
        f"| Spark, its queries | {ran.seconds:.1f} | {rows / ran.seconds:,.0f} | once"
        f" | {ran.shuffled_bytes:,} bytes, {ran.shuffled_records:,} counts |\n"
        f"| Spark, the whole command | {ran.whole_seconds:.1f} | {rows / ran.whole_seconds:,.0f} | | |\n"
    )
