"""Tables with a log, grouped by three columns, beside DuckDB over the same files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, in_turns

RECORDS = 10_000_000
PARTS = 4
FILES = 10_000

PEOPLE = """
    select i as person, 18 + hash(i * 3) % 70 as age, 'zip ' || hash(i * 5) % 900 as zip,
        substr('fm', 1 + cast(hash(i * 7) % 2 as integer), 1) as sex, 'icd ' || hash(i * 19) % 900 as illness
    from range({first}, {last}) t(i)"""

GROUPED = "select count(*), max(n) from (select count(*) as n from {relation} t group by age, zip, sex)"


def lakes(folder: Path) -> Iterator[Figure]:
    """Yield group-bys over opened tables, and the opening of a log of many files."""
    from lakes import catalogue, deleted_in_iceberg, deleted_in_log, delta

    plain = folder / "plain"
    for part in range(PARTS):
        delta(plain, _rows(part, PARTS), mode="append")
    yield from _grouped("Delta, plain", plain, 1.1)
    dead = folder / "dead"
    delta(dead, _rows(0, 1))
    deleted_in_log(dead, range(0, RECORDS, 100), file=True)
    yield from _grouped("Delta, 1 % deleted by a vector", dead, 1.7)
    table = catalogue(folder).create_table("n.t", schema=_rows(0, RECORDS).schema, location=(folder / "i").as_uri())
    for part in range(PARTS):
        table.append(_rows(part, PARTS))
    yield from _grouped("Iceberg, plain", folder / "i", 1.1)
    files = [str(task.file.file_path) for task in table.scan().plan_files()]
    places = range(0, RECORDS // PARTS, 100)
    import pyarrow as pa

    listed = pa.table(
        {
            "file_path": [file for file in files for _ in places],
            "pos": pa.array([place for _ in files for place in places], pa.int64()),
        }
    )
    deleted_in_iceberg(table, listed, None)
    yield from _grouped("Iceberg, 1 % deleted by place", folder / "i", 1.7)
    yield _opening(folder / "many")


def _rows(part: int, parts: int) -> Any:
    """Return a part of the people as an Arrow table."""
    import duckdb

    size = RECORDS // parts
    return duckdb.sql(PEOPLE.format(first=part * size, last=(part + 1) * size)).to_arrow_table()


def _grouped(case: str, table: Path, wanted: float) -> Iterator[Figure]:
    """Yield the group-by over a table that is open, and with its opening."""
    import duckdb

    from sqlmetrics.engine.source import opened

    live = [str(path) for path in table.rglob("*.parquet") if "delet" not in path.name]
    with duckdb.connect() as alone, opened(str(table)) as source:

        def bare() -> Any:
            return alone.execute(GROUPED.format(relation=f"read_parquet({live})")).fetchall()

        def ours() -> Any:
            return source.engine.connection.execute(GROUPED.format(relation=source.from_sql)).fetchall()

        def whole() -> Any:
            with opened(str(table)) as again:
                return again.engine.connection.execute(GROUPED.format(relation=again.from_sql)).fetchall()

        ((classes, _),) = ours()
        beside, seconds, with_opening = in_turns(5, bare, ours, whole)
    yield Figure(case, RECORDS, classes, "DuckDB", beside, seconds, wanted)
    yield Figure(f"{case}, with its opening", RECORDS, classes, "DuckDB", beside, with_opening)


def _opening(table: Path) -> Figure:
    """Return the opening of a log of many small files, beside DuckDB that describes them."""
    import duckdb

    from lakes import commit, commits, delta
    from sqlmetrics.engine.source import opened

    delta(table, _rows(0, RECORDS // 100))
    (first,) = commits(table)
    (add,) = [action["add"] for action in first if "add" in action]
    adds = []
    for number in range(FILES - 1):
        os.link(table / add["path"], table / f"part-{number}.parquet")
        adds.append({"add": {**json.loads(json.dumps(add)), "path": f"part-{number}.parquet"}})
    commit(table, adds)

    def bare() -> None:
        with duckdb.connect() as alone:
            alone.execute(f"select count(*) from '{table}/*.parquet'").fetchall()

    def ours() -> None:
        with opened(str(table)) as source:
            source.engine.connection.execute(f"select 1 from {source.from_sql} t limit 1").fetchall()

    beside, seconds = in_turns(3, bare, ours)
    return Figure(f"a Delta log of {FILES:,} files, opened", FILES * 100, 0, "DuckDB", beside, seconds, 0.0, spare=2.0)
