"""The scores that statements return: their rows, and the results that are made of them.

Rows are fetched, or kept on disk where they may be many.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.kept import Kept, Store, keep_rows
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows, kinds_of
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.chance import SizesOfTarget
from sqlmetrics.scoring.extent import Extent
from sqlmetrics.scoring.scores import COLUMNS, Score, Scores
from sqlmetrics.scoring.view import View
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.statement import statement
from sqlmetrics.version import __version__

MOST_SLICES = 1_000_000
"""The most slices that are scored at all."""

MANY_SLICES = 10_000
"""The most slices that a command reads, unless somebody asks for all."""


class ScoreRows(NamedTuple):
    """The score records of a statement: those fetched, or those kept; and their reasons.

    `classes` are the numbers of classes, where a limit leaves some out, and `sizes` the sizes of
    classes and of values, of targets whose rate they stand beside.
    """

    scores: tuple[Score, ...]
    kept: Kept | None
    reasons: Collection[str | None]
    classes: Mapping[View, int]
    sizes: Mapping[View, SizesOfTarget]


class NumberedScore(NamedTuple):
    """A score record of a class, with the number of classes of its target."""

    score: Score
    classes: int


class SizedScore(NamedTuple):
    """A score record, with the sizes of classes and of values where it is an attribute's rate."""

    score: Score
    class_sizes: Mapping[int, int] | None
    value_sizes: Mapping[int, int] | None


def score_rows(
    engine: Engine, plan: Plan, entries: PlanEntries, name: str, store: Store | None, slices: int = MOST_SLICES
) -> ScoreRows:
    """Return the score records of a plan's statement; a `store` keeps classes and slices.

    Raises SpecError for more `slices`, without a record.
    """
    if not plan.metrics:
        return ScoreRows((), None, frozenset(), {}, {})
    if plan.slices:
        entries = PlanEntries(**{**entries, "most_slices": slices + 1})
    sql = statement(plan, name, entries, engine.dialect)
    if store is not None and (plan.level == "class" or plan.slices):
        with engine.progress.step("score", name, numbered=True):
            kinds = {column: kinds_of(Score)[column] for column in COLUMNS}
            kept = keep_rows(store, engine, sql, name, kinds)
            if plan.slices:
                check_number(kept.number_of("slice"), slices, name)
            return ScoreRows((), kept, {reason for (reason,) in kept.distinct("reason")}, {}, {})
    classes: Mapping[View, int] = {}
    sizes: Mapping[View, SizesOfTarget] = {}
    if plan.sizes:
        sized = fetch_rows(engine, sql, name, SizedScore)
        scores = tuple(row.score for row in sized)
        sizes = {
            row.score.view: SizesOfTarget(row.class_sizes, row.value_sizes)
            for row in sized
            if row.class_sizes and row.value_sizes
        }
    elif plan.numbered:
        rows = fetch_rows(engine, sql, name, NumberedScore)
        scores, classes = tuple(row.score for row in rows), {row.score.view: row.classes for row in rows}
    else:
        scores = tuple(fetch_rows(engine, sql, name, Score))
    if plan.slices:
        check_number(len({score.slice for score in scores}), slices, name)
    return ScoreRows(scores, None, {score.reason for score in scores}, classes, sizes)


def check_number(slices: int, most: int, name: str) -> None:
    """Raise SpecError where a relation has no slice, or more than the most that are wanted."""
    if not slices:
        raise SpecError(f"{name} has no records, and so no slice; leave `by` out, or choose other records")
    if slices > MOST_SLICES:
        raise SpecError(
            f"`by` makes more than {MOST_SLICES:,} slices, and a column of that many values is no column of slices:"
            " name one with fewer, or the month or year of a date"
        )
    if slices > most:
        raise SpecError(
            f"`by` makes more than {most:,} slices, which nobody reads one by one, and each has few people: name a"
            " column with fewer values, or the month or year of a date, or ask for `all` slices"
        )


def relation_scores(
    engine: Engine, name: str, plan: Plan, extent: Extent, scores: Iterable[Score], **more: Any
) -> Scores:
    """Return the scores of a plan's relation, with what is known of its records.

    `more` are further fields of the result.
    """
    return Scores(
        relation_name=name,
        records=extent.records,
        individuals=extent.individuals,
        nulls=plan.nulls,
        left_out=extent.left_out,
        by=tuple(plan.slices),
        named=bool(plan.slices) and plan.show_slices,
        recodings={column: partition.name for column, partition in plan.recodings.items()},
        dialect=engine.dialect.name,
        version=__version__,
        scores=tuple(scores),
        suppressed=extent.suppressed,
        nameless=extent.nameless,
        reading=engine.reading,
        **more,
    )


def scores_of_plans(
    spec: Spec,
    plans: Sequence[Plan],
    progress: Progress,
    measure: Callable[[Source, Plan, Spec | None], Scores],
    beside: Sequence[Any] = (),
) -> Scores:
    """Return the scores of a spec's plans as one result; a harmonised spec has several plans.

    `measure` is given the open relation, a plan, and with the first the spec, for the columns'
    roles. Relations `beside` it are opened too.
    """
    progress.expect(sum(1 + plan.reads_extent for plan in plans))
    results: list[Scores] = []
    for plan in plans:
        with opened_records(spec, progress, beside=beside) as source:
            results.append(measure(source, plan, None if results else spec))
    first, *others = [result.kept for result in results]
    return replace(
        results[0],
        scores=tuple(score for result in results for score in result.scores),
        query=spec.query,
        where=spec.where,
        kept=None if first is None else first.and_then([kept for kept in others if kept is not None]),
        profile=tuple(progress.steps),
        classes={view: classes for result in results for view, classes in result.classes.items()},
        chance=results[0].chance
        if len(results) == 1
        else {view: one for result in results for view, one in result.chance.items()},
    )
