"""The records with the scores of their classes, for a steward who suppresses or recodes them."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from sqlmetrics.engine.copies import check_copies, check_format, copy_to
from sqlmetrics.engine.files import output_scope
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.extent import check_weights
from sqlmetrics.risk.question import Asked, RelationQuestion
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import MetricEntry, metric_entry, plan_entries
from sqlmetrics.statement.plan import IDENTITY, Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render


def write_records(spec: Spec, output: Path, progress: Progress | None = None) -> int:
    """Write the records of a relation, with a column per class-level score; return how many.

    The file is Parquet or CSV, and appears whole or not at all; one statement of DuckDB reads and
    writes. A column has its metric's name for the identity, with the names of target and partition
    behind it for a sensitive attribute. The column `slice`, where there are slices, has their
    values. Raises SpecError, QueryError.
    """
    check_format(output)
    with output_scope(output, "output", spec.file), _question(spec).opened(progress) as found:
        engine, name, from_sql = found.source
        check_copies(engine)
        check_weights(engine, found.asked.plan, from_sql, name)
        return copy_to(engine, found.text, output, name)


def records_sql(spec: Spec, *, dialect: str | None = None) -> str:
    """Return the query of a spec's records with the scores of their classes, in a dialect.

    Nothing is opened, so that it has only the columns that the spec names.
    """
    return _question(spec).printed(dialect)


def _question(spec: Spec) -> RelationQuestion:
    """Return the question for the records with the scores of their classes."""
    plan = build_plan(spec.model_copy(update={"level": "class"}), sliced=True)
    return RelationQuestion(spec, plan, scored_query, f"the records of {spec.name} with the scores of their classes")


def scored_query(asked: Asked) -> str:
    """Return the query of a relation's columns, with those of its classes' scores behind them.

    Raises SpecError where a column of the relation has the name of one of scores.
    """
    plan = asked.plan.measured
    scores = score_columns(plan)
    for name in (*(["slice"] if plan.slices else []), *(score["name"] for score in scores)):
        if name in asked.columns:
            raise SpecError(f"the relation has a column '{name}', as the scores would; rename it in a view")
    entries = plan_entries(plan, asked.from_sql, population=asked.population, named_keys=True, needed=True)
    return render("scored_records", entries, asked.columns, scores, dialect=asked.dialect)


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
