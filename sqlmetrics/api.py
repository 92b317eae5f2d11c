"""The Python interface: `score` measures a relation, its twin `sql` returns the statement that it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from sqlmetrics.engine import Engine, counted, describe, fetch
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.plan import Plan, build_plan, check_columns
from sqlmetrics.relation import relation_sql, table_sql
from sqlmetrics.render import DIALECTS, render
from sqlmetrics.scores import Score, Scores
from sqlmetrics.source import opened
from sqlmetrics.spec import Spec, parse_spec
from sqlmetrics.url import dialect_of_url
from sqlmetrics.version import __version__

Level = Literal["table", "class"]
Nulls = Literal["category", "drop"]


def score(
    relation: Any,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    *,
    individual: str | None = None,
    partitions: Mapping[str, Any] | None = None,
    orders: Mapping[str, Sequence[object] | str] | None = None,
    hierarchies: Mapping[str, Path | str] | None = None,
    metrics: Sequence[str] | str = (),
    parameters: Mapping[str, Any] | None = None,
    level: Level = "table",
    nulls: Nulls = "category",
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    limit: int | None = None,
) -> Scores:
    """Return how much the quasi-identifiers give away of each sensitive attribute and of the identity.

    `relation` is a path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), a table or view of `connection`,
    of the file `database` or of the database of a SQLAlchemy `url`, or a pandas, polars or Arrow frame, which is not copied.
    `connection` is DuckDB's, any PEP 249 driver's, or a SparkSession: the same statement then runs there, in its dialect.
    `partitions` maps a column to a file, a mapping from value to domain, or a dictionary such as {"cuts": [30, 60]}; `individual` names the column
    that tells people apart. `orders` lists the values of a sensitive attribute in order, or says "natural" for the order of numbers, dates
    and texts; `hierarchies` names the file of its hierarchy: both for the distances of t-closeness. `metrics` narrows the catalogue and
    `parameters` are what some metrics depend on, such as {"l": 3, "threshold": 0.2, "log_base": "e"}; `limit` keeps the riskiest classes
    at level `class`.

    Raises SpecError for what cannot be measured as asked, QueryError where the engine fails.
    """
    spec = _spec(quasi_identifiers, sensitive, individual, partitions, orders, hierarchies, metrics, parameters, level, nulls)
    return score_spec(relation, spec, connection=connection, database=database, url=url, show_values=True, limit=limit)


def sql(
    relation: Any,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    *,
    individual: str | None = None,
    partitions: Mapping[str, Any] | None = None,
    orders: Mapping[str, Sequence[object] | str] | None = None,
    hierarchies: Mapping[str, Path | str] | None = None,
    metrics: Sequence[str] | str = (),
    parameters: Mapping[str, Any] | None = None,
    level: Level = "table",
    nulls: Nulls = "category",
    dialect: str = "duckdb",
    limit: int | None = None,
    count_table: str | None = None,
) -> str:
    """Return the statement that `score` runs, in a dialect; it needs no database and returns the score records.

    With `count_table` they are two: one creates that table, reading the relation once, and one asks it.
    """
    spec = _spec(quasi_identifiers, sensitive, individual, partitions, orders, hierarchies, metrics, parameters, level, nulls)
    return sql_spec(str(relation), spec, dialect=dialect, show_values=True, limit=limit, count_table=count_table)


def _spec(
    quasi_identifiers: Sequence[str] | str,
    sensitive: Sequence[str] | str,
    individual: str | None,
    partitions: Mapping[str, Any] | None,
    orders: Mapping[str, Sequence[object] | str] | None,
    hierarchies: Mapping[str, Path | str] | None,
    metrics: Sequence[str] | str,
    parameters: Mapping[str, Any] | None,
    level: str,
    nulls: str,
) -> Spec:
    def names(given: Sequence[str] | str) -> list[str]:
        return [given] if isinstance(given, str) else list(given)

    words = {
        "quasi_identifiers": names(quasi_identifiers),
        "sensitive": names(sensitive),
        "individual": individual,
        "partitions": dict(partitions or {}),
        "orders": {column: values if isinstance(values, str) else list(values) for column, values in (orders or {}).items()},
        "hierarchies": dict(hierarchies or {}),
        "metrics": names(metrics),
        "parameters": dict(parameters or {}),
        "level": level,
        "nulls": nulls,
    }
    return parse_spec(words, "the arguments")


def sql_spec(
    relation: str,
    spec: Spec,
    *,
    dialect: str | None = None,
    table: bool = False,
    show_values: bool = False,
    limit: int | None = None,
    count_table: str | None = None,
) -> str:
    """Return the statement of a spec; class records name their key values only with `show_values`.

    Without a dialect it is that of the spec's URL, or DuckDB's.
    """
    dialect = dialect or ("duckdb" if spec.url is None else dialect_of_url(spec.url))
    if dialect not in DIALECTS:
        raise DialectError(f"unknown dialect '{dialect}'; there are: {', '.join(DIALECTS)}")
    plan = build_plan(spec, show_values=show_values, limit=limit)
    from_sql = relation_sql(relation, dialect, table=table)
    if count_table is None:
        return statement(plan, relation, from_sql, dialect)
    return staged(plan, relation, from_sql, dialect, count_table)


def statement(plan: Plan, name: str, from_sql: str, dialect: str, counted: str | None = None) -> str:
    """Return a plan's statement, of the relation or of its count table, below a comment that says what it computes."""
    return comment(*about(plan, name)) + render("score", plan.entries(from_sql, counted), dialect=dialect) + "\n"


def staged(plan: Plan, name: str, from_sql: str, dialect: str, count_table: str) -> str:
    """Return the statement that creates the count table, and the one that scores from it."""
    counted = table_sql(count_table, dialect)
    count = render("count_table", plan.entries(from_sql), counted, dialect=dialect)
    query = render("score", plan.entries(from_sql, counted), dialect=dialect)
    first, *rest = about(plan, name)
    return (
        comment(first, *rest[:-1], f"step 1 of 2: count once; this is all that reads {name}")
        + f"{count};\n\n"
        + comment("step 2 of 2: ask the counts, as often as you like, and drop their table in the end", rest[-1])
        + f"{query};\n"
    )


def about(plan: Plan, name: str) -> list[str]:
    """Return what a statement computes, of which relation, and how its result is read, a line each."""
    keys = ", ".join(
        f"{column} (as {plan.recodings[column].name})" if column in plan.recodings else column for column in plan.quasi_identifiers
    )
    targets = ", ".join(
        target.name if target.partition is None else f"{target.name} (as {target.partition.name})" for target in plan.targets
    )
    nulls = "a category of its own" if plan.nulls == "category" else "left out"
    individual = f"; an individual is one {plan.individual}" if plan.individual is not None else ""
    return [
        f"sqlmetrics {__version__}: {', '.join(metric.name for metric in plan.metrics)}",
        f"of {name}: what {keys} tell about {targets}",
        f"NULL is {nulls}{individual}",
        f"a row per {'metric and target' if plan.level == 'table' else 'metric, target and class'}:"
        " direction says which way value is riskier, and reason why it is NULL",
    ]


def comment(*lines: str) -> str:
    """Return lines as SQL comments, which no character of theirs can end."""
    return "".join(f"-- {''.join(mark if mark.isprintable() else ' ' for mark in line)}\n" for line in lines)


def score_spec(
    relation: Any,
    spec: Spec,
    *,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
    progress: bool = False,
) -> Scores:
    """Return the scores of a spec; see `score`. Class records name their key values only with `show_values`."""
    plan = build_plan(spec, show_values=show_values, limit=limit)
    with opened(relation, connection, database, url) as (engine, name, from_sql):
        check_columns(plan, describe(engine, from_sql, name), name)
        with counted(engine, lambda: render("counting", plan.entries(from_sql), dialect=engine.dialect), name) as count_table:
            rows = fetch(engine, statement(plan, name, from_sql, engine.dialect, count_table), name, progress=progress)
        scores = tuple(_record(row) for row in rows)
        _check_mapped(engine, plan, scores, from_sql, name)
        records, individuals, left_out = _population(engine, plan, scores, from_sql, name)
    return Scores(
        relation=name,
        records=records,
        individuals=individuals,
        nulls=plan.nulls,
        left_out=left_out,
        recodings={column: partition.name for column, partition in plan.recodings.items()},
        dialect=engine.dialect,
        version=__version__,
        scores=scores,
    )


def _record(row: Sequence[Any]) -> Score:
    """Return a row of the statement as a score record; drivers' own kinds of numbers and text are made plain."""
    plain: list[Any] = [part.decode() if isinstance(part, bytes | bytearray) else part for part in row]
    score = Score(*plain)
    return score._replace(records=int(score.records), value=None if score.value is None else float(score.value))


def _check_mapped(engine: Engine, plan: Plan, scores: Sequence[Score], from_sql: str, name: str) -> None:
    """Raise SpecError with some of the values, and their records, where a score says that a partition leaves values out."""
    if not any(score.reason == "a partition has no domain for some values" for score in scores):
        return
    for partition in plan.partitions:
        if partition.unmapped == "error" and partition.prefix is None:
            rows = fetch(engine, render("unmapped", from_sql, partition.column, partition.recoding(), dialect=engine.dialect), name)
            if rows:
                values, records = rows[0][2], rows[0][3]
                some = ", ".join(f"'{value}' ({count} records)" for value, count, *_ in rows)
                what = f"partition {partition.name} of '{partition.column}' has no domain for {values} values in {records} records"
                add = "add them, or say `unmapped: keep` or `unmapped: NAME`"
                raise SpecError(f"{what}: {some}{', ..' if values > len(rows) else ''}; {add}", public=f"{what}; {add}")


def _population(engine: Engine, plan: Plan, scores: Sequence[Score], from_sql: str, name: str) -> tuple[int, int | None, dict[str, int]]:
    """Return the relation's records and individuals and, per target, the records that `drop` left out.

    Where the scores say it already, nothing is read for it.
    """
    if plan.individual is None and plan.nulls == "category" and plan.level == "table":
        return scores[0].records, None, {}
    needed = {target.name: plan.needed(target) for target in plan.targets} if plan.nulls == "drop" else {}
    query = render("population", from_sql, plan.individual, list(needed.values()), dialect=engine.dialect)
    records, *complete, individuals = (None if part is None else int(part) for part in fetch(engine, query, name)[0])
    assert records is not None  # noqa: S101 - a count is never NULL
    return records, individuals, {target: records - count for target, count in zip(needed, complete, strict=True) if count is not None}
