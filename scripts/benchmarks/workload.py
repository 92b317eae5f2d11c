"""The workload of 500 queries on a table and its release, beside one bare scan of its columns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, in_turns, parquet

SURVEY = """
        select
            cast(17 + hash(i) % 74 as integer) as age, 'education ' || hash(i * 3 + 1) % 16 as education,
            'sex ' || hash(i * 7) % 2 as sex,
            'zip ' || cast(floor(3000 * pow(hash(i * 5 + 1) % 1000003 / 1000003.0, 2)) as integer) as zip,
            cast(floor(100000 * pow(hash(i * 11 + 1) % 1000003 / 1000003.0, 3)) as integer) as income,
            cast(hash(i * 13 + 1) % 100 as integer) as hours
        from range(10000000) t(i)"""
"""People: two columns of few values, one of 3,000, three of numbers."""


def workload(folder: Path) -> Iterator[Figure]:
    """Yield the statement of 500 queries."""
    import duckdb

    import sqlmetrics

    with parquet(folder, "original", SURVEY) as original:
        noisy = "income + cast(hash(income) % 7 as integer) - 3 as income"
        fewer = f"select * replace ({noisy}) from '{original}' where hash(zip, income) % 20 > 0"
        with parquet(folder, "release", fewer) as release, duckdb.connect() as connection:
            scan = (
                "select sum(age), sum(length(education)), sum(length(sex)), sum(length(zip)), sum(income), "
                f"sum(hours) from '{original}'"
            )
            statement = sqlmetrics.utility_sql(original, release).split("-- sqlmetrics")[-1].partition("\n")[2]
            bare, ours, called = in_turns(
                3,
                lambda: connection.execute(scan).fetchall(),
                lambda: connection.execute(statement).fetchall(),
                lambda: sqlmetrics.utility(original, release),
            )
    yield Figure("500 queries: statement", 10_000_000, 0, "one bare scan of the columns", bare, ours, 12)
    yield Figure("500 queries: Python, with coverage", 10_000_000, 0, "one bare scan of the columns", bare, called, 12)
