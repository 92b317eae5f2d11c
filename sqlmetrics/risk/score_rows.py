"""The rows of a statement of scores: fetched, or kept on disk where they may be many."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.kept import Kept, Store, keep
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.risk.scores import KINDS, Score, Scores


class ScoreRows(NamedTuple):
    """The score records of a statement: those fetched, or those kept; and their reasons."""

    scores: tuple[Score, ...]
    kept: Kept | None
    reasons: Collection[str | None]


def score_rows(engine: Engine, sql: str, name: str, store: Store | None) -> ScoreRows:
    """Return the score records of a statement, which a `store` keeps."""
    if store is None:
        scores = tuple(fetch_rows(engine, sql, name, Score))
        return ScoreRows(scores, None, {score.reason for score in scores})
    with engine.progress.step("score", name, numbered=True):
        kept = keep(store, engine, sql, name, KINDS)
        return ScoreRows((), kept, {reason for (reason,) in kept.distinct("reason")})


def joined(results: Sequence[Scores]) -> Kept | None:
    """Return the kept records of all results in their order, None where they were fetched."""
    first, *others = [result.kept for result in results]
    return None if first is None else first.and_then([kept for kept in others if kept is not None])
