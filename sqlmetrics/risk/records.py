"""The records with the scores of their classes, for a steward who suppresses or recodes them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from sqlmetrics.engine.copies import check_copies, check_format, copy_to
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.files import output_scope
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened_records, population_source, unopened
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.extent import check_weights
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import MetricEntry, metric_entry, plan_entries
from sqlmetrics.statement.plan import IDENTITY, Plan
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import fold_notes, with_spelling
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__


def write_records(spec: Spec, output: Path, progress: Progress | None = None) -> int:
    """Write the records of a relation, with a column per class-level score; return how many.

    The file is Parquet or CSV, and appears whole or not at all; one statement of DuckDB reads and
    writes. A column has its metric's name for the identity, with the names of target and partition
    behind it for a sensitive attribute. Raises SpecError, QueryError.
    """
    check_format(output)
    with output_scope(output, "output", spec.file):
        plan = build_plan(spec.model_copy(update={"level": "class"}))
        with opened_records(spec, progress, beside=[spec.population]) as source:
            check_copies(source.engine)
            population = population_source(source, spec).from_sql if plan.populated else None
            columns = describe(source.engine, source.from_sql, source.name)
            check_columns(plan, columns, source.name)
            check_weights(source.engine, plan, source.from_sql, source.name)
            names = [column for column, _ in columns]
            query = scored_query(plan, source.from_sql, names, population, source.engine.dialect)
            return copy_to(source.engine, query, output, source.name)


def records_sql(spec: Spec, *, dialect: str | None = None) -> str:
    """Return the query of a spec's records with the scores of their classes, in a dialect.

    Nothing is opened, so that it has only the columns that the spec names.
    """
    plan = build_plan(spec.model_copy(update={"level": "class"}))
    printed, from_sql, population = unopened(spec, dialect)
    plan = with_spelling(plan, printed, exact=spec.exact_names)
    about = comment(
        f"sqlmetrics {__version__}: the records of {spec.name} with the scores of their classes",
        *fold_notes(plan, spec.name, printed),
    )
    return about + scored_query(plan, from_sql, [plan.spelt(name) for name in plan.columns], population, printed) + "\n"


def scored_query(plan: Plan, relation: str, columns: Sequence[str], population: str | None, dialect: Dialect) -> str:
    """Return the query of a relation's columns, with those of its classes' scores behind them.

    Raises SpecError where a column of the relation has the name of one of scores.
    """
    plan = plan.measured
    scores = score_columns(plan)
    for score in scores:
        if score["name"] in columns:
            raise SpecError(f"the relation has a column '{score['name']}', as the scores would; rename it in a view")
    entries = plan_entries(plan, relation, population=population, named_keys=True, needed=True)
    return render("scored_records", entries, columns, scores, dialect=dialect)


class ScoreColumn(TypedDict):
    """A column of scores: of one metric and one target, by its number."""

    number: int
    target: int
    metric: MetricEntry
    name: str


def score_columns(plan: Plan) -> list[ScoreColumn]:
    """Return the columns of scores of a plan, named by metric, target and partition."""
    columns: list[ScoreColumn] = []
    for number, target in enumerate(plan.targets):
        own = [] if target.name == IDENTITY else [target.name]
        recoded = [] if target.partition is None else [target.partition.name]
        for metric in plan.metrics_of(target):
            column = ScoreColumn(
                number=len(columns) + 1,
                target=number,
                metric=metric_entry(plan, metric),
                name="_".join([metric.name, *own, *recoded]),
            )
            columns.append(column)
    return columns
