"""Scores beside DuckDB's bare group-by of the same columns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import DATA, Figure, in_turns, parquet, peak, quoted

INFORMATION = [
    "entropy",
    "joint_entropy",
    "conditional_entropy",
    "normalized_conditional_entropy",
    "mutual_information",
    "discrimination_rate",
    "conditional_privacy",
    "maximum_information_leakage",
    "entropy_l_diversity_risk",
    "itpr",
]
NEAR_UNIQUE = """
        select
            cast(hash(i) % 60 as integer) as age, 'education ' || hash(i * 3 + 1) % 8 as education,
            'work ' || hash(i * 5 + 2) % 6 as work, 'marital ' || hash(i * 11 + 3) % 5 as marital,
            'race ' || hash(i * 13 + 3) % 4 as race, 'sex ' || hash(i * 17 + 3) % 2 as sex,
            'country ' || hash(i * 19 + 3) % 135 as country, 'job ' || hash(i * 23 + 5) % 10 as job,
            'disease ' || hash(i * 7 + 1) % 100 as disease
        from range({rows}) t(i)"""
INCOMES = """
        select
            cast(hash(i) % 100 as integer) as region, cast(hash(i * 3 + 1) % 100 as integer) as job,
            cast(floor(1000 * pow(hash(i * 7 + 1) % 1000003 / 1000003.0, 3)) as integer) as income
        from range({rows}) t(i)"""
TABLES = {
    "few": """
        select i as identifier, cast(hash(i) % 120 as integer) as age, 'disease ' || hash(i * 7 + 1) % 100 as disease
        from range({rows}) t(i)""",
    "near-unique": NEAR_UNIQUE,
    "middling": NEAR_UNIQUE,
    "skewed": """
        select
            cast(least(100000, power((hash(i) % 1000003 + 1) / 1000003.0, -2)) as integer) as town,
            'job ' || hash(i * 3 + 1) % 60 as job, cast(hash(i * 5 + 2) % 40 as integer) as age,
            case when hash(i * 11 + 3) % 7 > 0 then 'race ' || hash(i * 13 + 3) % 4 end as race,
            'disease ' || hash(i * 7 + 1) % 1000 as disease
        from range({rows}) t(i)""",
    "lone": """
        select
            cast(hash(i) % 1000000000 as integer) as a, cast(hash(i + 1) % 1000 as integer) as b,
            's' || (hash(i + 3) % 20) as s
        from range({rows}) t(i)""",
    "models": """
        select
            cast(hash(i) % 120 as integer) as age, 'education ' || hash(i * 3 + 1) % 8 as education,
            'race ' || hash(i * 13 + 3) % 5 as race, 'work ' || hash(i * 7 + 1) % 14 as work
        from range({rows}) t(i)""",
    "ordered": INCOMES,
    "hierarchical": INCOMES,
}
KEYS = {
    "few": ["age"],
    "near-unique": ["age", "education", "work", "marital", "race", "sex", "country"],
    "middling": ["age", "education", "work", "marital", "race", "sex", "job"],
    "skewed": ["town", "job", "age", "race"],
    "lone": ["a", "b"],
    "adult": ["marital-status", "native-country", "race", "workclass"],
    "models": ["age", "education", "race"],
    "ordered": ["region", "job"],
    "hierarchical": ["region", "job"],
}
TARGET = {
    "few": "disease",
    "near-unique": "disease",
    "middling": "disease",
    "skewed": "disease",
    "lone": "s",
    "adult": "occupation",
    "models": "work",
    "ordered": "income",
    "hierarchical": "income",
}
WANTED = {"few": 1.15, "models": 2.0, "ordered": 10.0, "hierarchical": 10.0}
"""The limit of the statement's ratio; that of `few` holds from 10,000,000 rows up."""

CALLED = {"near-unique": 1.5}
"""The limit of the ratio of the call from Python, which chooses the plan."""

DEFAULT = {"few": 1.05, "near-unique": 1.25, "middling": 1.3, "skewed": 1.8}
"""The limit of the ratio of the call that names nothing but the columns."""

FIXED = 0.05
"""The seconds that such a call may take beside, of few classes: to open, render and plan."""

PEAKS = {"few": 300, "near-unique": 1910, "middling": 700, "skewed": 700}
"""The most memory in MB; of near-unique keys what it took before they had a plan of their own."""

INTERVALS: dict[str, Any] = {"intervals": True, "memory_limit": "512MB"}
"""Scores with intervals, whose peak is to be the limit and 250 MB."""

BARE = "the bare group-by"
BARE_KEYS = "the group-by of the keys"


def score_options(case: str, relation: str) -> dict[str, Any]:
    """Return the options of a case's score.

    They name the information-theoretic metrics, those of the default, or a distance of t-closeness.
    """
    if case == "models":
        return {"orders": {"work": "natural"}}
    if case == "ordered":
        return {"metrics": "t_closeness_ordered", "orders": {"income": "natural"}}
    if case == "hierarchical":
        tree = Path(relation).with_suffix(".csv")
        tree.write_text("".join(f"{value};{value // 10};{value // 100};any\n" for value in range(1000)))
        return {"metrics": "t_closeness_hierarchical", "hierarchies": {"income": tree}}
    return {"metrics": INFORMATION}


def bare(grouped: list[str], relation: str) -> str:
    """Return the group-by that any measurement of these columns needs at least."""
    columns = quoted(grouped)
    return f"select count(*), sum(n) from (select {columns}, count(*) as n from '{relation}' group by {columns})"


def scored(case: str, relation: str, repeats: int) -> Iterator[Figure]:
    """Yield the statement and the Python call beside the bare group-by."""
    import duckdb

    import sqlmetrics

    keys, target, options = KEYS[case], TARGET[case], score_options(case, relation)
    with duckdb.connect() as connection:
        statement = sqlmetrics.sql(relation, keys, target, **options)
        query = bare([*keys, target], relation)
        least, printed, called = in_turns(
            repeats,
            lambda: connection.execute(query).fetchall(),
            lambda: connection.execute(statement).fetchall(),
            lambda: sqlmetrics.score(relation, keys, target, **options, connection=connection),
        )
        ((_, rows),) = connection.execute(query).fetchall()
        ((classes,),) = connection.execute(
            f"select count(*) from (select 1 from '{relation}' group by {quoted(keys)})"
        ).fetchall()
    wanted = None if case == "few" and rows < 10_000_000 else WANTED.get(case)
    memory = PEAKS.get(case)
    yield Figure(f"{case}: statement", rows, classes, BARE, least, printed, wanted, False, peak(case, relation), memory)
    yield Figure(f"{case}: Python", rows, classes, BARE, least, called, CALLED.get(case))


def by_default(case: str, relation: str, repeats: int) -> Iterator[Figure]:
    """Yield the call that names nothing but the columns beside the bare group-by."""
    import duckdb

    import sqlmetrics

    keys, target = KEYS[case], TARGET[case]
    query = bare([*keys, target], relation)
    with duckdb.connect() as connection:
        least, called = in_turns(
            repeats,
            lambda: connection.execute(query).fetchall(),
            lambda: sqlmetrics.score(relation, keys, target),
        )
        ((_, rows),) = connection.execute(query).fetchall()
        ((classes,),) = connection.execute(
            f"select count(*) from (select 1 from '{relation}' group by {quoted(keys)})"
        ).fetchall()
    yield Figure(
        f"{case}: by default",
        rows,
        classes,
        BARE,
        least,
        called,
        DEFAULT[case],
        peak_mb=peak(f"{case}-by-default", relation),
        peak_wanted_mb=PEAKS[case] if case != "near-unique" else None,
        spare=FIXED if case == "few" else 0.0,
    )


def with_intervals(case: str, relation: str, repeats: int) -> Iterator[Figure]:
    """Yield the scores with intervals, within a limit of memory, beside those without."""
    import sqlmetrics

    keys, target = KEYS[case], TARGET[case]
    plain, drawn = in_turns(
        repeats,
        lambda: sqlmetrics.score(relation, keys, target, memory_limit=INTERVALS["memory_limit"]),
        lambda: sqlmetrics.score(relation, keys, target, **INTERVALS),
    )
    most = peak(f"{case}-with-intervals", relation)
    yield Figure(f"{case}: intervals", 10_000_000, 0, "its scores", plain, drawn, 4.0, peak_mb=most, peak_wanted_mb=762)


def smallest_class(case: str, relation: str, repeats: int) -> Iterator[Figure]:
    """Yield the statement of k-anonymity alone beside the group-by of the keys."""
    import duckdb

    import sqlmetrics

    query = bare(KEYS[case], relation)
    statement = sqlmetrics.sql(relation, KEYS[case], TARGET[case], metrics="k_anonymity")
    with duckdb.connect() as connection:
        least, printed = in_turns(
            repeats, lambda: connection.execute(query).fetchall(), lambda: connection.execute(statement).fetchall()
        )
        ((classes, rows),) = connection.execute(query).fetchall()
    yield Figure(f"{case}: k alone", rows, classes, BARE_KEYS, least, printed, 1.05)


def once(case: str, relation: str) -> None:
    """Score a case's relation, by default or with the options of the case."""
    import sqlmetrics

    name = case.removesuffix("-by-default").removesuffix("-with-intervals")
    options = score_options(case, relation) if name == case else {}
    if case.endswith("-with-intervals"):
        options = INTERVALS
    sqlmetrics.score(relation, KEYS[name], TARGET[name], **options)


def rising(folder: Path, largest: int) -> Iterator[Figure]:
    """Yield the ITPR paper's table at rising numbers of rows."""
    rows = 100_000
    while rows <= largest:
        with parquet(folder, "few", TABLES["few"].format(rows=rows)) as relation:
            yield from scored("few", relation, 9 if rows <= 10_000_000 else 3)
            yield from by_default("few", relation, 9 if rows <= 10_000_000 else 3)
            if rows == 10_000_000:
                yield from smallest_class("few", relation, 9)
        rows *= 10


def kinds(folder: Path) -> Iterator[Figure]:
    """Yield the models, the distances of t-closeness, and Adult."""
    for case in ("models", "ordered", "hierarchical"):
        with parquet(folder, case, TABLES[case].format(rows=10_000_000)) as relation:
            yield from scored(case, relation, 5)
    if (DATA / "adult.csv").is_file():
        yield from scored("adult", str(DATA / "adult.csv"), 9)


def many_classes(folder: Path) -> Iterator[Figure]:
    """Yield near-unique keys, and intervals."""
    with parquet(folder, "near-unique", NEAR_UNIQUE.format(rows=10_000_000)) as relation:
        yield from scored("near-unique", relation, 3)
        yield from by_default("near-unique", relation, 3)
        yield from smallest_class("near-unique", relation, 7)
    with parquet(folder, "lone", TABLES["lone"].format(rows=10_000_000)) as relation:
        yield from with_intervals("lone", relation, 1)


def some_records_a_class(folder: Path) -> Iterator[Figure]:
    """Yield keys of about nine records a class, and skewed ones with NULLs."""
    for case in ("middling", "skewed"):
        with parquet(folder, case, TABLES[case].format(rows=10_000_000)) as relation:
            yield from by_default(case, relation, 3)


def widening(folder: Path) -> Iterator[Figure]:
    """Yield 2 to 128 quasi-identifiers combined.

    The ratio must not grow, as the group-by itself does.
    """
    import duckdb

    import sqlmetrics

    columns = ", ".join(f"cast(hash(i * 131 + {number}) % 4 as utinyint) as key_{number}" for number in range(1, 129))
    query = f"select {columns}, cast(hash(i * 7) % 100 as utinyint) as disease from range(1000000) t(i)"
    first: float | None = None
    with parquet(folder, "wide", query) as relation, duckdb.connect() as connection:
        for number in (2, 4, 8, 16, 32, 64, 128):
            keys = [f"key_{place}" for place in range(1, number + 1)]
            statement = sqlmetrics.sql(relation, keys, "disease", metrics=INFORMATION)
            plain = bare([*keys, "disease"], relation)
            least, printed = in_turns(
                3,
                lambda: connection.execute(plain).fetchall(),  # noqa: B023 - called before the next turn
                lambda: connection.execute(statement).fetchall(),  # noqa: B023
            )
            ((classes,),) = connection.execute(
                f"select count(*) from (select 1 from '{relation}' group by {quoted(keys)})"
            ).fetchall()
            yield Figure(f"{number} keys combined", 1_000_000, classes, BARE, least, printed, first)
            first = first or printed / least
