"""Slices beside DuckDB's bare group-by of the same columns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, in_turns, parquet, peak
from benchmarks.scores import BARE, bare

RECORDS = 10_000_000
KEYS, SECRET = ["age", "zip"], "disease"

TABLE = """
        select
            'hospital ' || hash(i * 29 + 1) % {slices} as hospital, cast(hash(i) % 16 as integer) as age,
            'zip ' || hash(i * 3 + 1) % 10 as zip, 'disease ' || hash(i * 7 + 1) % 10 as disease
        from range({records}) t(i)"""
"""The table: 160 classes of ten values in each slice, whose keys do not tell the secret."""

WANTED = {10: 1.3, 1_000: 2.5, 100_000: 8.0}
"""The limits of the ratio by the number of slices."""

PEAK = 1000 + 250
"""The most memory in MB: the limit of DuckDB's, and what stands beside it."""

METRICS = [
    "k_anonymity",
    "distinct_l_diversity",
    "recursive_cl_diversity",
    "alpha_k_anonymity",
    "t_closeness_equal",
    "delta_disclosure",
    "basic_beta_likeness",
    "uniqueness",
    "conditional_entropy",
    "discrimination_rate",
    "itpr",
    "a_know",
    "a_acc",
]
"""The measures of the models, of information, and of the adversary."""


def slices(folder: Path) -> Iterator[Figure]:
    """Yield 10, 1,000 and 100,000 slices: the statement of some measures, and the default one.

    Rows are left in the database, as a warehouse's job leaves them in a table.
    """
    import duckdb

    import sqlmetrics

    for number, wanted in WANTED.items():
        case = f"{number:,} slices"
        plan, repeats = ("textbook", 5) if number < 100_000 else ("near-unique", 1)
        with parquet(folder, f"slices-{number}", TABLE.format(slices=number, records=RECORDS)) as relation:
            query = bare(["hospital", *KEYS, SECRET], relation)
            some, default = (
                sqlmetrics.sql(relation, KEYS, SECRET, by="hospital", plan=plan, metrics=metrics).rstrip("; \n")
                for metrics in (METRICS, [])
            )
            with duckdb.connect() as connection:
                least, of_some, of_all = in_turns(
                    repeats,
                    lambda: connection.execute(query).fetchall(),  # noqa: B023 - called before the next turn
                    lambda: connection.execute(f"create or replace temp table kept as {some}"),  # noqa: B023
                    lambda: connection.execute(f"create or replace temp table kept as {default}"),  # noqa: B023
                )
                ((classes,),) = connection.execute(
                    f"select count(*) from (select 1 from '{relation}' group by hospital, age, zip)"
                ).fetchall()
            memory = peak(f"slices-{number}", relation)
        yield Figure(f"{case}: {len(METRICS)} metrics", RECORDS, classes, BARE, least, of_some, wanted)
        yield Figure(f"{case}: all default scores", RECORDS, classes, BARE, least, of_all, None, False, memory, PEAK)


def once(relation: str) -> None:
    """Score a relation by its slices within a limit of memory."""
    import sqlmetrics

    sqlmetrics.score(relation, KEYS, SECRET, by="hospital", metrics=["k_anonymity", "itpr"], memory_limit="1GB")
