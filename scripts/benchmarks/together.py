"""Releases of the same people beside DuckDB's bare group-by of person, keys and value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from benchmarks.figures import Figure, in_turns, parquet, peak, quoted

PEOPLE, RELEASES = 1_000_000, 12
KEYS, SECRET, PERSON = ["age", "zip", "job"], "disease", "person"

TABLE = """
        select
            person, cast(class % 100 as integer) as age, cast(class // 100 % 50 as integer) as zip,
            cast(class // 5000 as integer) as job,
            cast(hash(person * 7 + 1) % 14 * (hash(person * 11) % 14) // 14 as integer) as disease
        from (select i as person, hash(i * 31 + {release}) % ({people} // 10) as class from range({people}) t(i))
        where hash(person * 17 + {release} * 3) % 10 < 8"""
"""A release: 80 % of the people in classes of about eight, other ones each time."""

WANTED = 14.0
"""The limit of the ratio."""

PEAK = 8000 + 250
"""The most memory in MB: the limit of DuckDB's, and what stands beside it."""


def together(folder: Path) -> Iterator[Figure]:
    """Yield what twelve releases of a million people give away together."""
    import duckdb

    import sqlmetrics

    with ExitStack() as stack:
        files = [
            stack.enter_context(parquet(folder, f"release-{number}", TABLE.format(release=number, people=PEOPLE)))
            for number in range(RELEASES)
        ]
        columns = quoted([PERSON, *KEYS, SECRET])
        union = " union all ".join(f"select {number} as release, * from '{file}'" for number, file in enumerate(files))
        bare = f"select count(*), sum(n) from (select count(*) as n from ({union}) group by release, {columns})"
        compared = sqlmetrics.compare(files[0], files, KEYS, SECRET, individual=PERSON)
        statement = compared.attacks_sql(together=True).rstrip("; \n")
        connection = stack.enter_context(duckdb.connect(config={"memory_limit": "8GB"}))
        ((records,),) = connection.execute(f"select count(*) from ({union})").fetchall()
        ((classes,),) = connection.execute(
            f"select count(*) from (select 1 from ({union}) group by release, {quoted(KEYS)})"
        ).fetchall()
        least, seconds = in_turns(
            1, lambda: connection.execute(bare).fetchall(), lambda: connection.execute(statement).fetchall()
        )
        memory = peak("together", str(folder))
    case = f"together: {RELEASES} releases"
    yield Figure(case, records, classes, "group by of all", least, seconds, WANTED, False, memory, PEAK)


def once(folder: str) -> None:
    """Measure the releases of a folder within a limit of memory."""
    import sqlmetrics

    files = sorted(map(str, Path(folder).glob("release-*.parquet")))
    compared = sqlmetrics.compare(files[0], files, KEYS, SECRET, individual=PERSON, memory_limit="8GB")
    compared.attacks(together=True)
