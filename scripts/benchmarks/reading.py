"""Files of text that are read whole and proven, beside DuckDB that guesses what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, in_turns

RECORDS = 10_000_000

PEOPLE = """
    select i as person, 18 + hash(i * 3) % 70 as age, lpad(cast(hash(i * 5) % 99999 as varchar), 5, '0') as zip,
        substr('fm', 1 + cast(hash(i * 7) % 2 as integer), 1) as sex,
        date '2020-01-01' + cast(hash(i * 11) % 2000 as integer) as admitted,
        round(hash(i * 13) % 100000 / 100, 2) as cost, 'ward ' || hash(i * 17) % 30 as ward,
        'icd ' || hash(i * 19) % 900 as illness
    from range({records}) t(i)"""
"""Patients: whole numbers, postcodes that begin with 0, dates, decimals and words."""

FORMS = {
    "a CSV file": ("csv", RECORDS, "read_csv", 1.45),
    "JSON lines": ("json", RECORDS // 10, "read_json", None),
    "a Parquet file": ("parquet", RECORDS, "read_parquet", None),
}
"""The ending and records of each form, what reads it, and the limit of the ratio."""


def reading(folder: Path) -> Iterator[Figure]:
    """Yield files as they are opened, beside DuckDB that makes tables of them or describes them."""
    import duckdb

    from sqlmetrics.engine.source import opened

    for case, (ending, records, reader, wanted) in FORMS.items():
        path = folder / f"people.{ending}"
        duckdb.execute(f"copy ({PEOPLE.format(records=records)}) to '{path}'")
        kept = "describe from" if ending == "parquet" else "create or replace table people as from"
        statement = f"{kept} {reader}('{path}')"

        def ours(path: Path = path) -> None:
            with opened(str(path)) as source:
                source.engine.connection.execute(f"select 1 from {source.from_sql} source limit 1").fetchall()

        def bare(statement: str = statement) -> None:
            with duckdb.connect() as connection:
                connection.execute(statement).fetchall()

        beside, seconds = in_turns(3, bare, ours)
        yield Figure(case, records, 0, "DuckDB's own reading", beside, seconds, wanted)
        path.unlink()
