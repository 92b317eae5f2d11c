"""The Python interface: `score` measures a relation, its twin `sql` returns the statement that it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from sqlmetrics.engine.engine import counted, describe
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source, located, opened
from sqlmetrics.risk.extent import check_mapped, check_populated, extent_of, loses
from sqlmetrics.risk.scores import Score, Scores
from sqlmetrics.spec.call import Asked, asked_spec
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, check_columns, check_population
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import staged, statement
from sqlmetrics.version import __version__


def score(
    relation: Any,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    *,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    limit: int | None = None,
    **asked: Unpack[Asked],
) -> Scores:
    """Return how much the quasi-identifiers give away of each sensitive attribute and of the identity.

    `relation` is a path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), a table or view of `connection`,
    of the file `database` or of the database of a SQLAlchemy `url`, or a pandas, polars or Arrow frame, which is not copied.
    `connection` is DuckDB's, any PEP 249 driver's, or a SparkSession: the same statement then runs there, in its dialect.
    `limit` keeps the riskiest classes at level `class`; for the other words see Asked.

    Raises SpecError for what cannot be measured as asked, QueryError where the engine fails.
    """
    spec = asked_spec(quasi_identifiers, sensitive, asked)
    return score_spec(relation, spec, connection=connection, database=database, url=url, show_values=True, limit=limit)


def sql(
    relation: Any,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    *,
    dialect: str = DUCKDB.name,
    limit: int | None = None,
    count_table: str | None = None,
    **asked: Unpack[Asked],
) -> str:
    """Return the statement that `score` runs, in a dialect; it needs no database and returns the score records.

    With `count_table` they are two: one creates that table, reading the relation once, and one asks it.
    """
    spec = asked_spec(quasi_identifiers, sensitive, asked)
    return sql_spec(str(relation), spec, dialect=dialect, show_values=True, limit=limit, count_table=count_table)


def sql_spec(
    relation: str,
    spec: Spec,
    *,
    dialect: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
    count_table: str | None = None,
) -> str:
    """Return the statement of a spec; class records name their key values only with `show_values`.

    Without a dialect it is that of the spec's URL, or DuckDB's.
    """
    texts = []
    for each in harmonised(spec):
        plan = build_plan(each, show_values=show_values, limit=limit)
        found, from_sql, population = located(relation, each, dialect)
        population = population if plan.populated else None
        if count_table is None:
            texts.append(statement(plan, relation, plan.entries(from_sql, population=population), found))
        else:
            name = count_table if not texts else f"{count_table}_{len(texts) + 1}"
            texts.append(staged(plan, relation, from_sql, population, found, name))
    return texts[0] if len(texts) == 1 else "".join(text if text.endswith(";\n") else text[:-1] + ";\n" for text in texts)


def score_spec(
    relation: Any,
    spec: Spec,
    *,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
) -> Scores:
    """Return the scores of a spec; see `score`. Class records name their key values only with `show_values`."""
    progress = progress or Progress()
    plans = [build_plan(each, show_values=show_values, limit=limit) for each in harmonised(spec)]
    progress.expect(sum(1 + plan.reads_extent for plan in plans))
    found = [_score(relation, plan, spec, connection, database, url, progress) for plan in plans]
    return replace(found[0], scores=tuple(score for scores in found for score in scores.scores), profile=tuple(progress.steps))


def _score(
    relation: Any, plan: Plan, spec: Spec, connection: Any, database: Path | str | None, url: str | None, progress: Progress
) -> Scores:
    """Return the scores of one statement."""
    with opened(relation, connection, database, url, spec.limits, progress) as source:
        return score_source(source, plan, str(spec.population))


def score_source(source: Source, plan: Plan, population_name: str = "") -> Scores:
    """Return the scores of a plan's statement, of a relation that is open."""
    engine, name, from_sql = source
    columns = describe(engine, from_sql, name)
    check_columns(plan, columns, name)
    read_sql = from_sql
    if plan.lists_texts(engine.limits):
        grouped = set(plan.columns) - {plan.individual}
        read_sql = source.listed([(name, of_type) for name, of_type in columns if name in grouped]).from_sql
    population = None
    if plan.populated:
        population = source.beside(population_name).from_sql
        check_population(plan, describe(engine, population, "the population"), population_name)
    entries = plan.entries(read_sql, population=population)
    with counted(engine, lambda: render("counting", entries, dialect=engine.dialect), name) as count_table:
        text = statement(plan, name, plan.entries(read_sql, count_table, population), engine.dialect)
        scores = tuple(fetch_rows(engine, text, name, Score))
    if loses(scores):
        check_mapped(engine, plan.partitions, from_sql, name)
    check_populated(scores, name)
    extent = extent_of(engine, plan, scores, from_sql, name)
    return Scores(
        relation=name,
        records=extent.records,
        individuals=extent.individuals,
        nulls=plan.nulls,
        left_out=extent.left_out,
        recodings={column: partition.name for column, partition in plan.recodings.items()},
        dialect=engine.dialect.name,
        version=__version__,
        scores=scores,
        suppressed=extent.suppressed,
    )
