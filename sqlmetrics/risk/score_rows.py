"""The rows of a statement of scores: fetched, or kept on disk where they may be many."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.kept import Kept, Store, keep_rows
from sqlmetrics.engine.rows import fetch_rows, kinds_of
from sqlmetrics.risk.scores import COLUMNS, Score, Scores, View
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.statement import statement


class ScoreRows(NamedTuple):
    """The score records of a statement: those fetched, or those kept; and their reasons.

    `classes` are the numbers of classes, where a limit leaves some out.
    """

    scores: tuple[Score, ...]
    kept: Kept | None
    reasons: Collection[str | None]
    classes: Mapping[View, int]


class NumberedScore(NamedTuple):
    """A score record of a class, with the number of classes of its target."""

    score: Score
    classes: int


def score_rows(engine: Engine, plan: Plan, entries: PlanEntries, name: str, store: Store | None) -> ScoreRows:
    """Return the score records of a plan's statement; a `store` keeps those of classes."""
    if not plan.metrics:
        return ScoreRows((), None, frozenset(), {})
    sql = statement(plan, name, entries, engine.dialect)
    if plan.level == "class" and store is not None:
        with engine.progress.step("score", name, numbered=True):
            kinds = {column: kinds_of(Score)[column] for column in COLUMNS}
            kept = keep_rows(store, engine, sql, name, kinds)
            return ScoreRows((), kept, {reason for (reason,) in kept.distinct("reason")}, {})
    if plan.numbered:
        rows = fetch_rows(engine, sql, name, NumberedScore)
        scores, classes = tuple(row.score for row in rows), {row.score.view: row.classes for row in rows}
    else:
        scores = tuple(fetch_rows(engine, sql, name, Score))
        classes = {}
    return ScoreRows(scores, None, {score.reason for score in scores}, classes)


def joined_records(results: Sequence[Scores]) -> Kept | None:
    """Return the kept records of all results in their order, None where they were fetched."""
    first, *others = [result.kept for result in results]
    return None if first is None else first.and_then([kept for kept in others if kept is not None])
