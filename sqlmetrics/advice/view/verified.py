"""The advised view scored from its source: it must have the scores that the search found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlmetrics.advice.counts.settled import Settled, keeps
from sqlmetrics.advice.view.view import Recoding
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import QueryError
from sqlmetrics.risk.score import score_source
from sqlmetrics.risk.scores import Score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import mark_entries
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render


def advised_query(source: Source, people: Source | None, recoding: Recoding) -> str:
    """Return the query of a recoding of an open relation, with that of its population in it."""
    columns = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
    population = None if people is None else people.from_sql
    return replace(recoding, population=population).query(columns, source.from_sql, source.engine.dialect)


def verified(
    source: Source, people: Source | None, spec: Spec, recoding: Recoding, settled: Settled, records: int
) -> tuple[Score, ...]:
    """Return the scores of an advised view, from the source with so many records.

    Rows with all marks are left out before they are scored, so that the view is computed once.
    Raises QueryError where the scores, or the records, are not those that the search found.
    """
    keys = {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}
    metrics = list(dict.fromkeys(condition.metric.name for condition in recoding.conditions))
    words: dict[str, Any] = {"metrics": metrics, "partitions": keys, "level": "table", "look": False}
    plan = build_plan(spec.model_copy(update=words))
    from_sql = f"(\n{advised_query(source, people, recoding)}\n)"
    if settled.suppressed and recoding.starred:
        marks = mark_entries(dict.fromkeys(map(plan.spelt, plan.quasi_identifiers), recoding.mark))
        from_sql = f"(\n{render('unmarked_rows', from_sql, marks, dialect=source.engine.dialect)}\n)"
    view = source._replace(from_sql=from_sql)
    residents = None
    if people is not None:
        named = [name for name, _ in describe(people.engine, people.from_sql, people.name)]
        texts = recoding.rounds > 0 and recoding.starred
        query = recoding.people(named, people.from_sql, people.engine.dialect, texts=texts)
        residents = people._replace(from_sql=f"(\n{query}\n)")
    result = score_source(view, plan, residents)
    held = all(keeps(condition, result.scores) for condition in recoding.conditions)
    if not held or records - result.records != settled.suppressed:
        raise QueryError(
            f"the advised view of {source.name} does not score as the search found, which is an error of sqlmetrics;"
            " please report it with the spec"
        )
    return result.scores
