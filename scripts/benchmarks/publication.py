"""A release that is written, scored from its file, beside DuckDB copying its source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, in_turns, parquet, peak

RECORDS = 10_000_000

TABLE = """
        select
            i as person, date '1930-01-01' + cast(hash(i * 3) % 30000 as integer) as birth_date,
            cast(hash(i * 5) % 2 as varchar) as sex, lpad(cast(hash(i * 7) % 99999 as varchar), 5, '0') as zip,
            'insurer ' || hash(i * 11) % 20 as insurer, cast(hash(i * 13) % 100 as integer) as stay,
            'ward ' || hash(i * 17) % 30 as ward, 'icd ' || hash(i * 19) % 900 as disease,
            'hospital ' || hash(i * 23) % 5 as hospital
        from range({records}) t(i)"""
"""Patients: nearly all alone by birth date and postcode."""

LEVELS: dict[str, Any] = {"birth_date": "year", "zip": {"prefix": 1}, "insurer": "left_out"}

WORDS: dict[str, Any] = {
    "quasi_identifiers": ["birth_date", "sex", "zip", "insurer"],
    "sensitive": "disease",
    "identifiers": ["person"],
    "ignored": ["stay", "ward", "hospital"],
    "thresholds": {"k_anonymity": 100},
    "memory_limit": "4GB",
}

WANTED = 3.0
"""The limit of the ratio."""

PEAK = 4000 + 250
"""The most memory in MB: the limit of DuckDB's, and what stands beside it."""

CASES = {"release": {"levels": LEVELS}, "release, drops": {"levels": LEVELS, "drop": "1%"}}
"""What is released, without and with records that may be dropped."""


def publication(folder: Path) -> Iterator[Figure]:
    """Yield releases of ten million records beside a copy of their file."""
    import duckdb

    import sqlmetrics

    with parquet(folder, "patients", TABLE.format(records=RECORDS)) as relation, duckdb.connect() as connection:
        connection.execute("set memory_limit = '4GB'")
        copy = f"copy (from '{relation}') to '{folder / 'copy.parquet'}' (format parquet)"
        table = sqlmetrics.Table(relation, **WORDS)
        for case, release in CASES.items():

            def written(release: dict[str, Any] = release) -> None:
                table.release(folder / "released.parquet", anyway=True, release=release)

            copied, seconds = in_turns(1, lambda: connection.execute(copy).fetchall(), written)
            classes = len({one.class_ for one in table.score(released=True, release=release, level="class").scores})
            memory = peak(case.replace(", ", "-"), relation)
            yield Figure(case, RECORDS, classes, "copy of the file", copied, seconds, WANTED, False, memory, PEAK)


def once(case: str, relation: str) -> None:
    """Write one release of a relation, within a limit of memory."""
    import sqlmetrics

    release = {name.replace(", ", "-"): words for name, words in CASES.items()}[case]
    sqlmetrics.write_release(relation, **WORDS, release=release, output=Path(relation).with_name("once.parquet"))
