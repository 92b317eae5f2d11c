"""The records with the scores of their classes, for a steward who suppresses or recodes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypedDict

from sqlmetrics.engine.copies import check_copies, check_format, copy_to
from sqlmetrics.engine.files import output_scope
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.events.people import event_facts
from sqlmetrics.risk.events.question import (
    known_entry,
    known_points,
    points_entries,
    points_plan,
    target_plan,
)
from sqlmetrics.risk.events.sets import ALL_SETS, Sets
from sqlmetrics.risk.events.traces import check_traces, of_traces, traces_plan, traces_sql
from sqlmetrics.scoring.extent import check_mapped, check_weights
from sqlmetrics.scoring.question import Asked, OpenQuestion, RelationQuestion
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import MetricEntry, metric_entry, plan_entries
from sqlmetrics.statement.plan import IDENTITY, Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.text import joined

NEEDED = "points_to_single_out"
"""The column of the fewest points that single a person out."""


def write_records(spec: Spec, output: Path, progress: Progress | None = None) -> int:
    """Write the records of a relation, with a column per class-level score; return how many.

    The file is Parquet or CSV, and appears whole or not at all; one statement of DuckDB reads and
    writes. A column has its metric's name for the identity, with the names of target and partition
    behind it for a sensitive attribute. The column `slice`, where there are slices, has their
    values. With `known: all` a record has the scores of its person's class, whose points are the
    same. With a number of `known` points the only column is `points_to_single_out`. It has the
    fewest points, the record's own among them, that single the person out. Where these would be
    more than `known`, it is NULL. Raises SpecError, QueryError.
    """
    check_format(output)
    with output_scope(output, "output", spec.file), _question(spec).opened(progress) as found:
        engine, name, from_sql = found.source
        check_copies(engine)
        check_weights(engine, found.asked.plan, from_sql, name)
        if spec.known == "all":
            check_traces(found.source, found.asked.plan)
        elif spec.known is not None:
            check_mapped(engine, found.asked.plan.partitions, from_sql, name)
            _check_budget(found, known_points(spec))
        return copy_to(engine, found.text, output, name)


def _check_budget(found: OpenQuestion, points: int) -> None:
    """Raise SpecError where people have more sets of points than are all looked at."""
    facts = event_facts(found.source, found.asked.plan, points)
    if facts.sets > ALL_SETS:
        raise SpecError(
            f"the people of {found.source.name} have {facts.sets:,.0f} sets of up to {points} points, and a record's"
            f" column is exact up to {ALL_SETS:,}; give fewer points in `known`, pick people by `where`, or leave out"
            f" the longest trace, which has {facts.longest:,} points"
        )


def records_sql(spec: Spec, *, dialect: str | None = None) -> str:
    """Return the query of a spec's records with the scores of their classes, in a dialect.

    Nothing is opened, so that it has only the columns that the spec names.
    """
    return _question(spec).printed(dialect)


def _question(spec: Spec) -> RelationQuestion:
    """Return the question for the records with the scores of their classes."""
    check_goes_with("records", spec)
    if spec.known == "all":
        return _traces_question(spec)
    if isinstance(spec.known, int):
        return _points_question(spec)
    plan = build_plan(spec.model_copy(update={"level": "class"}))
    return RelationQuestion(spec, plan, scored_query, f"the records of {spec.name} with the scores of their classes")


def _traces_question(spec: Spec) -> RelationQuestion:
    """Return the question for the records with the scores of the classes of whole traces."""
    scored = spec.model_copy(update={"level": "class"})
    plan = traces_plan(scored)
    about = f"the records of {spec.name} with the scores of their person's class, whose points are the same"

    def write(asked: Asked) -> str:
        named = traces_sql(spec, asked.plan, asked.from_sql, asked.dialect, named=True)
        owned = Owned(asked.from_sql, named, asked.plan.spelt(str(spec.individual)))
        return scored_query(of_traces(spec, plan, asked), owned)

    return RelationQuestion(spec, points_plan(spec), write, about)


def _points_question(spec: Spec) -> RelationQuestion:
    """Return the question for the records with the fewest points that single their person out."""
    points, plan = known_points(spec), points_plan(spec)
    about = f"the records of {spec.name} with the fewest of 1 to {points} points that single their person out"
    notes = [f"a point ({joined(list(plan.quasi_identifiers))}) is known of each record, and is among these"]
    write = partial(needed_query, points=points)
    return RelationQuestion(spec, target_plan(plan, plan.targets[0]), write, about, notes)


def needed_query(asked: Asked, points: int) -> str:
    """Return the query of a relation's columns, with the points that are needed behind them."""
    plan = asked.plan
    _check_free([NEEDED], asked.columns)
    known = known_entry(plan, points, Sets(drawn=False))
    entries = points_entries(plan, asked.from_sql)
    return render("event_needed_points", entries, known, asked.columns, NEEDED, dialect=asked.dialect)


class Owned(NamedTuple):
    """The records of people, and these people with their keys, as texts of FROM clauses.

    Both have the column `individual`.
    """

    records: str
    people: str
    individual: str


def scored_query(asked: Asked, owned: Owned | None = None) -> str:
    """Return the query of a relation's columns, with columns of its classes' scores behind them.

    Where people have classes, the records are `owned` by them. Raises SpecError where a column of
    the relation has the name of one of scores.
    """
    plan = asked.plan.measured
    scores = score_columns(plan)
    _check_free([*(["slice"] if plan.slices else []), *(score["name"] for score in scores)], asked.columns)
    entries = plan_entries(plan, asked.from_sql, population=asked.population, named_keys=True, needed=True)
    return render("scored_records", entries, asked.columns, scores, owned, dialect=asked.dialect)


def _check_free(names: Iterable[str], columns: Sequence[str]) -> None:
    """Raise SpecError where a column of the relation has the name of one of scores."""
    for name in names:
        if name in columns:
            raise SpecError(f"the relation has a column '{name}', as the scores would; rename it in a view")


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
