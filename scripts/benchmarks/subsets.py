"""All combinations of eight quasi-identifiers beside one bare group-by of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import DATA, Figure, in_turns, parquet, peak, quoted
from benchmarks.scores import NEAR_UNIQUE

ADULT = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"]
SPREAD = ["age", "education", "work", "marital", "race", "sex", "country", "job"]
KEYS = {
    "subsets-adult": (ADULT, "occupation"),
    "subsets-near-unique": (SPREAD, "disease"),
    "subsets-estimated": (SPREAD, "disease"),
}


def once(case: str, relation: str) -> None:
    """Measure every combination of a case's relation."""
    import sqlmetrics

    keys, target = KEYS[case]
    sqlmetrics.subsets(relation, keys, target)


def subsets(folder: Path, near_unique: int) -> Iterator[Figure]:
    """Yield 10,000,000 rows drawn from Adult, and near-unique ones."""
    import duckdb

    import sqlmetrics

    drawn = f"select a.* from read_csv('{DATA / 'adult.csv'}') a, range(332) limit 10000000"
    tables = {"subsets-near-unique": (NEAR_UNIQUE.format(rows=near_unique), near_unique, 10.0, 1)}
    if (DATA / "adult.csv").is_file():
        tables = {"subsets-adult": (drawn, 10_000_000, 2.0, 5)} | tables
    for case, (query, rows, wanted, repeats) in tables.items():
        keys, target = KEYS[case]
        with (
            parquet(folder, case, query) as relation,
            duckdb.connect(config={"temp_directory": str(folder)}) as connection,
        ):
            counting = (
                f"select count(*) from (select {quoted(keys)}, count(*) as n from '{relation}' group by {quoted(keys)})"
            )
            bare, ours = in_turns(
                repeats,
                lambda: connection.execute(counting).fetchall(),  # noqa: B023 - called before the next turn
                lambda: sqlmetrics.subsets(relation, keys, target, connection=connection),  # noqa: B023
            )
            ((classes,),) = connection.execute(counting).fetchall()
            name = f"255 combinations: {case.removeprefix('subsets-')}"
            yield Figure(
                name, rows, classes, "one bare group-by of all keys", bare, ours, wanted, False, peak(case, relation)
            )


def estimated(folder: Path) -> Iterator[Figure]:
    """Yield all combinations of 10,000,000 near-unique rows, from a sample of their classes."""
    import duckdb

    import sqlmetrics

    case, rows = "subsets-estimated", 10_000_000
    keys, target = KEYS[case]
    with (
        parquet(folder, case, NEAR_UNIQUE.format(rows=rows)) as relation,
        duckdb.connect(config={"temp_directory": str(folder)}) as connection,
    ):
        counting = f"select count(*) from (select {quoted(keys)}, count(*) from '{relation}' group by {quoted(keys)})"
        bare, ours = in_turns(
            1,
            lambda: connection.execute(counting).fetchall(),
            lambda: sqlmetrics.subsets(relation, keys, target, estimate=10_000),
        )
        ((classes,),) = connection.execute(counting).fetchall()
    name = "255 combinations: near-unique, estimated"
    yield Figure(name, rows, classes, "one bare group-by of all keys", bare, ours, 6.0)
