"""More individuals than fit into memory: the same numbers, by spilling."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, parquet, peak, seconds

OPTIONS: dict[str, Any] = {"individual": "person", "metrics": ["k_anonymity", "discrimination_rate", "itpr"]}
LIMIT = "1GB"


def once(relation: str) -> None:
    """Score within the limit."""
    import sqlmetrics

    sqlmetrics.score(relation, "age", "disease", memory_limit=LIMIT, temp_directory=Path(relation).parent, **OPTIONS)


def spilling(folder: Path) -> Iterator[Figure]:
    """Yield 110,000,000 records of 100,000,000 individuals, with and without a limit.

    10,000,000 of them have two records.
    """
    import sqlmetrics

    people = 100_000_000
    query = f"""
        select
            i % {people} as person, cast(hash(i % {people}) % 120 as integer) as age,
            'disease ' || hash(i * 7 + 1) % 100 as disease
        from range({people + people // 10}) t(i)"""
    with parquet(folder, "people", query) as relation:
        results = []
        free = seconds(
            lambda: results.append(sqlmetrics.score(relation, "age", "disease", temp_directory=folder, **OPTIONS))
        )
        limited = seconds(
            lambda: results.append(
                sqlmetrics.score(relation, "age", "disease", memory_limit=LIMIT, temp_directory=folder, **OPTIONS)
            )
        )
        for without, within in zip(results[0].scores, results[1].scores, strict=True):
            if (
                without.value is None
                or within.value is None
                or abs(without.value - within.value) > 1e-9 * max(1, abs(without.value))
            ):
                sys.exit(
                    f"{without.metric} of {without.target} is {within.value} within {LIMIT} and {without.value} "
                    "without a limit"
                )
        figure = Figure("individuals within 1 GB", people + people // 10, 120, "without a limit", free, limited)
        yield Figure(**{**figure.__dict__, "peak_mb": peak("spilling", relation)})
