"""Near-unique and middling keys at rising numbers of records, all within one limit of memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.figures import ROOT, Figure, parquet, quoted, seconds
from benchmarks.scores import BARE, KEYS, TABLES, TARGET, bare

LIMIT = "2GB"
"""DuckDB's limit of memory, for the group-by and for the scores."""

WANTED = {1_000_000: None, 10_000_000: None, 100_000_000: 2.5}
"""The limit of the ratio, by the number of records."""

CASES = ("near-unique", "middling")
"""Keys whose classes grow with the records, and keys whose records a class do."""

COUNTRIES = 135 / 10_000_000
"""The countries of near-unique keys for each record, so that a record has as many others."""


def growth(folder: Path) -> Iterator[Figure]:
    """Yield the default scores beside the bare group-by, each in a process of its own."""
    import duckdb

    for case in CASES:
        for rows, wanted in WANTED.items():
            query = TABLES[case].replace("% 135", f"% {round(COUNTRIES * rows)}").format(rows=rows)
            with parquet(folder, case, query) as relation:
                peaks = {}
                times = [
                    seconds(partial(_apart, f"growth-{case}-{what}", relation, peaks)) for what in ("bare", "scores")
                ]
                ((classes,),) = duckdb.sql(
                    f"select count(*) from (select 1 from '{relation}' group by {quoted(KEYS[case])})"
                ).fetchall()
            memory = peaks[f"growth-{case}-scores"]
            name = f"{case} in {LIMIT}; the group-by takes {peaks[f'growth-{case}-bare']:.0f} MB"
            yield Figure(name, rows, classes, BARE, *times, wanted, peak_mb=memory)


def _apart(case: str, relation: str, peaks: dict[str, float]) -> None:
    """Measure a case once in a process of its own, and keep its peak memory in MB."""
    command = [sys.executable, str(ROOT / "scripts" / "bench"), "--once", case, relation]
    peaks[case] = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def once(case: str, relation: str) -> None:
    """Score a relation by default within the limit, or group it."""
    name, _, what = case.removeprefix("growth-").rpartition("-")
    spill = str(Path(relation).parent)
    if what == "bare":
        import duckdb

        with duckdb.connect(config={"memory_limit": LIMIT, "temp_directory": spill}) as connection:
            connection.execute(bare([*KEYS[name], TARGET[name]], relation)).fetchall()
    else:
        import sqlmetrics

        sqlmetrics.score(relation, KEYS[name], TARGET[name], memory_limit=LIMIT, temp_directory=spill)
