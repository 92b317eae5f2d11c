"""The records with the scores of their classes, written where the data lies, so that a steward can suppress or recode them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlmetrics.engine.engine import Engine, describe
from sqlmetrics.engine.files import check_copies, check_format, copy_to
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened, unopened
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import IDENTITY, Plan
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__


def write_records(spec: Spec, output: Path, progress: Progress | None = None) -> int:
    """Write the records of a relation, with a column per class-level score, to a Parquet or CSV file; return how many they are.

    A column has its metric's name for the identity, and that of target and partition behind it for a sensitive attribute.
    One statement of DuckDB reads and writes them; the file appears whole or not at all. Raises SpecError, QueryError.
    """
    check_format(output)
    plan = build_plan(spec.model_copy(update={"level": "class"}))
    with opened(spec.relation, spec.place, progress) as source:
        check_copies(source.engine)
        population = source.beside(spec.population).from_sql if plan.populated else None
        query = scored_sql(plan, source.engine, source.from_sql, source.name, population)
        return copy_to(source.engine, query, output, source.name)


def records_sql(spec: Spec, *, dialect: str | None = None) -> str:
    """Return the query of a spec's records with the scores of their classes, in a dialect; of other columns it knows nothing."""
    plan = build_plan(spec.model_copy(update={"level": "class"}))
    printed, from_sql, population = unopened(spec, dialect)
    entries = scored_entries(plan, from_sql, plan.columns, population if plan.populated else None)
    about = comment(f"sqlmetrics {__version__}: the records of {spec.name} with the scores of their classes")
    return about + render("scored_records", entries, dialect=printed) + "\n"


def scored_sql(plan: Plan, engine: Engine, from_sql: str, name: str, population: str | None) -> str:
    """Return the query of the scored records of an open relation."""
    columns = describe(engine, from_sql, name)
    check_columns(plan, columns, name)
    return render("scored_records", scored_entries(plan, from_sql, [column for column, _ in columns], population), dialect=engine.dialect)


def scored_entries(plan: Plan, relation: str, columns: Sequence[str], population: str | None) -> dict[str, Any]:
    """Return what the template `scored` takes: a plan's entries, the relation's columns, and each target's columns of scores."""
    entries = plan.entries(relation, population=population) | {"named_keys": True, "kept_columns": list(columns)}
    number = 0
    named = []
    for target, entry in zip(plan.targets, entries["targets"], strict=True):
        entry["columns"] = []
        for metric in plan.metrics:
            if metric.targets in target.scopes:
                number += 1
                parts = [
                    metric.name,
                    *(() if target.name == IDENTITY else (target.name,)),
                    *(() if target.partition is None else (target.partition.name,)),
                ]
                entry["columns"].append({"metric": plan.metric_entry(metric), "number": number, "name": "_".join(parts)})
                named.append(entry["columns"][-1])
    for column in named:
        column["last"] = column is named[-1]
        if column["name"] in columns:
            raise SpecError(f"the relation has a column '{column['name']}', as the scores would; rename it in a view")
    return entries
