"""Who of a file with errors is found, beside the joins of its blocks alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, in_turns, parquet

RECORDS, PEOPLE = 1_000_000, 100_000

FEW = (12, 12, 12, 12, 12)
VALUES: dict[str, tuple[str, tuple[int, ...]]] = {
    "numbers": ("{}", FEW),
    "dates": ("date '2000-01-01' + {}", FEW),
    "texts": ("'n' || chr(65 + {})", FEW),
    "many values": ("{}", (20_000, 5_000, 1_000, 12, 2)),
}
"""How values are made of whole numbers, and how many each of the five columns has."""

NEARLY = {f"c{place}": 1.0 for place in range(len(FEW))}

CASES: dict[str, dict[str, Any]] = {
    "best records": {},
    "nearly equal": {"nearly": NEARLY},
    "one to one": {"nearly": NEARLY, "links": "one_to_one"},
    "estimated": {"nearly": NEARLY, "agreement": "estimated"},
    "estimated, one to one": {"nearly": NEARLY, "agreement": "estimated", "links": "one_to_one"},
}
"""The words of the question."""

WANTED = 6.0
"""The most block joins that a question may take where columns have few values."""


def tables(form: str, sizes: tuple[int, ...]) -> tuple[str, str]:
    """Return queries of a release, and of a file of a tenth of its people with errors.

    One value of ten is drawn anew.
    """
    drawn = ", ".join(
        f"cast(hash(id * 7 + {place}) % {size} as integer) as c{place}" for place, size in enumerate(sizes)
    )
    wrong = ", ".join(
        f"case when hash(id * 11 + {place + 99}) % 10 = 0 then cast(hash(id * 13 + {place}) % {size} as integer)"
        f" else c{place} end as c{place}"
        for place, size in enumerate(sizes)
    )
    formed = ", ".join(f"{form.format(f'c{place}')} as c{place}" for place in range(len(sizes)))
    numbers = f"(select id, {drawn} from range({RECORDS}) t(id))"
    people = f"(select id, {wrong} from {numbers} where id % {RECORDS // PEOPLE} = 0)"
    return f"select id, {formed} from {numbers}", f"select id, {formed} from {people}"


def block_joins(release: str, file: str) -> str:
    """Return the query that counts the pairs of the blocks: equal in all columns but two."""
    columns = [*NEARLY]
    counted = ", ".join(
        f"{name} as materialized (select {', '.join(columns)}, count(*) as records from '{path}' group by all)"
        for name, path in (("r", release), ("f", file))
    )
    joins = (
        "(select count(*) from r join f on "
        + " and ".join(f"r.{column} = f.{column}" for column in columns if column not in free)
        + ")"
        for free in combinations(columns, 2)
    )
    return f"with {counted} select {' + '.join(joins)}"


def linkage(folder: Path) -> Iterator[Figure]:
    """Yield a figure of each question, on columns of few values and on columns of many."""
    import duckdb

    import sqlmetrics

    for name, (form, sizes) in VALUES.items():
        of_release, of_file = tables(form, sizes)
        with (
            parquet(folder, "release", of_release) as release,
            parquet(folder, "file", of_file) as file,
            duckdb.connect(config={"temp_directory": str(folder), "threads": 1}) as connection,
        ):

            def found(words: dict[str, Any]) -> object:
                return sqlmetrics.attacks(
                    release,
                    release,
                    auxiliary=file,
                    individual="id",
                    connection=connection,
                    **words,
                )

            joins = block_joins(release, file)
            runs = [lambda words=words: found(words) for words in CASES.values()]
            bare, *ours = in_turns(3, lambda: connection.execute(joins).fetchall(), *runs)  # noqa: B023
            for case, taken in zip(CASES, ours, strict=True):
                yield Figure(
                    *(f"linkage: {name}, {case}", RECORDS, PEOPLE, "the block joins", bare, taken),
                    WANTED if sizes == FEW else None,
                )
