"""Answers of the original and of each release to queries, and the errors of these."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlmetrics.engine.rows import Statement, fetch_rows, macro_statement
from sqlmetrics.engine.source import opened
from sqlmetrics.release.utility.groups import Relations, groups_plan
from sqlmetrics.release.utility.private import DIGITS, MEASURED, ROUNDED, error_class, private_answer
from sqlmetrics.release.utility.workload import BANDS, Base, QueryCondition
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.statement.render import render
from sqlmetrics.text import csv_line

GOLDEN_RATIO = 0.7548776662466927
"""Mixes the seed into the order of the candidates."""

EMPTY = "no record of the release fits"
MISSING = "the release does not have a column of the query"
INFINITE = "the answer is no finite number"


class QueryAnswer(NamedTuple):
    """One query's answer.

    `original` is the true one, `answer` the release's, None for a miss; `reason` says why.

    `columns` are the columns under a condition, and `condition` is its text. `of` is the column
    that is measured. `size` is the number of individuals, or records, that the true answer rests
    on, None where it is not known. The errors are defined as in the metrics, and `error_class` is
    the class of the relative one. Where values are not shown, sums and averages are None and their
    relative errors rounded. Some errors are None too, so that no person's value is given away;
    `reason` says why.
    """

    release: str
    workload: str
    query: int
    columns: str
    condition: str | None
    measure: str
    of: str | None
    size: int | None
    original: float | None
    answer: float | None
    absolute_error: float | None
    relative_error: float | None
    missed: bool
    reason: str | None
    error_class: str


class AnsweredQuery(NamedTuple):
    """A query and its true answer.

    `columns` are the columns under a condition. `conditions` is None for a row of a user's
    statement, which `condition` then names. `of` is the column that is measured. `size` is the
    number of individuals, or records, that the true answer rests on, where that is known.
    `private` says why the answer would give a person's value away, None where it does not.
    """

    workload: str
    number: int
    columns: tuple[str, ...]
    conditions: tuple[QueryCondition, ...] | None
    condition: str
    measure: str
    of: str | None
    size: int | None
    truth: float
    private: str | None


class Reply(NamedTuple):
    """A release's answer to a query.

    Releases have numbers from 1. The answer is None for a miss; `reason` says why, and the
    `detail` is the database's text on it, which may hold values of the data.
    """

    release: int
    query: AnsweredQuery
    answer: float | None
    reason: str | None = None
    detail: str | None = None


class ConditionFacts(NamedTuple):
    """The facts of a relation under a condition: counts, and values of the measured column.

    `contributors` are the individuals, or records, that have a value, `largest` is the most that
    one of them adds to the sum, as an absolute number.
    """

    individuals: float | None
    records: float | None
    sum: float | None
    filled: float | None
    min: float | None
    max: float | None
    contributors: float | None
    largest: float | None

    @property
    def average(self) -> float | None:
        """The mean of the measured column."""
        return None if self.sum is None or not self.filled else self.sum / self.filled

    def measured(self, measure: str) -> float | None:
        """Return the answer to a query of a measure."""
        value: float | None = getattr(self, measure)
        return value


class ConditionCounts(NamedTuple):
    """A row of `asked_queries`: conditions by grade and codes, and the counts of each relation.

    The first of `relations` is the original.
    """

    place: int
    band: int
    grade: int
    codes: tuple[str | None, ...]
    relations: tuple[ConditionFacts, ...]


class AnswerSummary(NamedTuple):
    """A row of `summarised_answers`: the metrics of a release's answers.

    They rest on `queries` of one workload and measure.
    """

    release: int
    workload: str
    measure: str
    queries: int
    values: tuple[float | None, ...]


class AnswerErrors(NamedTuple):
    """The errors of an answer."""

    absolute: float
    relative: float


def conditions_for(bases: Sequence[Base], queries: int | None) -> int | None:
    """Return the number of conditions that make a number of queries, None for all of both."""
    return None if queries is None else -(-queries // min(len(base.measures) for base in bases))


def queries_plan(relations: Relations, bases: Sequence[Base], limit: int | None, seed: int) -> dict[str, Any]:
    """Return the arguments of the template `asked_queries`; without a limit of all conditions."""
    plan = groups_plan(relations, [base.group for base in bases])
    turn = seed * GOLDEN_RATIO
    return plan | {
        "grades": [
            entry
            for base, group in zip(bases, plan["groups"], strict=True)
            for entry in _grades(base, group, len(plan["slots"]))
        ],
        "selected": None if limit is None else {"bands": list(BANDS), "limit": limit, "turn": turn - int(turn)},
    }


def _grades(base: Base, group: Mapping[str, Any], slots: int) -> Iterator[dict[str, Any]]:
    """Yield the grades of a base, with the factor of each slot and the slots of their columns."""
    places = [column["slot"] for column in group["columns"]]
    for grade in base.grades:
        taken = dict(zip(places, grade.factors, strict=True))
        yield {
            "number": grade.number,
            "group": base.number,
            "factors": [taken.get(slot, 0) for slot in range(1, slots + 1)],
            "taken": [slot if taken[slot] else None for slot in places],
            "columns": sum(1 for factor in grade.factors if factor),
        }


def queries_statement(relations: Relations, bases: Sequence[Base], queries: int | None, seed: int) -> Statement:
    """Return the statement that answers the queries of bases; see `ask`."""
    plan = queries_plan(relations, bases, conditions_for(bases, queries), seed)
    return macro_statement("asked_queries", plan, about=(f"the answers of the {bases[0].workload} workload",))


def ask(
    relations: Relations, bases: Sequence[Base], queries: int | None, seed: int, minimum_people: int
) -> tuple[list[AnsweredQuery], list[Reply]]:
    """Return the queries that the bases make, and the releases' replies, by one statement.

    Of a generated workload `queries` says how many; None asks every condition.
    """
    if not bases:
        return [], []
    statement = queries_statement(relations, bases, queries, seed)
    sizes = {"codes": max(len(base.columns) for base in bases)}
    by_grade = {grade.number: (base, grade) for base in bases for grade in base.grades}
    made: list[AnsweredQuery] = []
    replies: list[Reply] = []
    for row in statement.rows(relations.engine, relations.original.name, ConditionCounts, sizes=sizes):
        base, grade = by_grade[row.grade]
        conditions = base.conditions(grade, row.codes)
        truths, *answers = row.relations
        for measure in base.measures:
            truth = finite(truths.measured(measure))
            if truth is None or len(made) == queries:
                continue
            query = _query(
                base,
                conditions,
                measure,
                truths,
                truth,
                number=len(made) + 1,
                individual=relations.individual,
                minimum_people=minimum_people,
            )
            made.append(query)
            for number, (release, counts) in enumerate(zip(relations.releases, answers, strict=True), 1):
                named = (*query.columns, *(() if query.of is None else (query.of,)))
                lacks = any(name not in release.column_names for name in named)
                answer = counts.measured(measure)
                replies.append(reply_of(number, query, answer, MISSING if lacks else ""))
    return made, replies


def finite(answer: float | None) -> float | None:
    """Return an answer, None for infinity and NaN, from which no error is measured."""
    return answer if answer is not None and math.isfinite(answer) else None


def reply_of(
    release: int, query: AnsweredQuery, answer: float | None, reason: str = "", detail: str | None = None
) -> Reply:
    """Return the reply of a release to a query; a miss has the reason, or its answer's."""
    if finite(answer) is not None:
        return Reply(release, query, answer)
    return Reply(release, query, None, reason or (EMPTY if answer is None else INFINITE), detail)


def _query(
    base: Base,
    conditions: tuple[QueryCondition, ...],
    measure: str,
    truths: ConditionFacts,
    truth: float,
    *,
    number: int,
    individual: str | None,
    minimum_people: int,
) -> AnsweredQuery:
    """Return the query of a measure under conditions, with its true answer."""
    size = truths.records if individual is None else truths.individuals
    of_column = base.measured if measure in MEASURED else None
    return AnsweredQuery(
        workload=base.workload,
        number=number,
        columns=tuple(condition.column.name for condition in conditions),
        conditions=conditions,
        condition=" and ".join(str(condition) for condition in conditions),
        measure=measure,
        of=individual if measure == "individuals" else of_column,
        size=None if size is None else int(size),
        truth=truth,
        private=private_answer(
            measure,
            contributors=truths.contributors,
            largest=truths.largest,
            total=truths.sum,
            minimum_people=minimum_people,
            counted="records" if individual is None else "people",
        ),
    )


def summarised(replies: Sequence[Reply]) -> tuple[list[AnswerSummary], list[AnswerErrors]]:
    """Return the metrics of each release, workload and measure, and the errors of each reply."""
    import pandas as pd

    if not replies:
        return [], []
    frame = pd.DataFrame(
        {
            "release_number": [reply.release for reply in replies],
            "workload": [reply.query.workload for reply in replies],
            "query_number": range(len(replies)),
            "measure": [reply.query.measure for reply in replies],
            "truth": [reply.query.truth for reply in replies],
            "answer": pd.array([reply.answer for reply in replies], dtype="Float64"),
        }
    )
    with opened(frame) as source:
        summary = render("summarised_answers", source.from_sql, [metric.name for metric in metrics_of("answers")])
        rows = fetch_rows(source.engine, summary, "the answers", AnswerSummary)
        errors = render("answer_errors", source.from_sql)
        listed = f"select absolute_error, relative_error from ({errors}) errors order by query_number"  # noqa: S608 - our own
        return rows, fetch_rows(source.engine, listed, "the answers", AnswerErrors)


def answers_of(
    releases: Sequence[str], replies: Sequence[Reply], errors: Sequence[AnswerErrors], *, show_values: bool
) -> tuple[QueryAnswer, ...]:
    """Return the releases' answers, query by query; values of the data only with `show_values`."""
    return tuple(
        _answer(releases[reply.release - 1], reply, error, show_values=show_values)
        for reply, error in zip(replies, errors, strict=True)
    )


def _answer(release: str, reply: Reply, error: AnswerErrors, *, show_values: bool) -> QueryAnswer:
    query, missed = reply.query, reply.answer is None
    private = None if show_values else query.private
    exact = private is None and (show_values or query.measure not in MEASURED)
    miss = f"{reply.reason}: {reply.detail}" if show_values and reply.detail else reply.reason
    withheld = f"withheld: {private}" if private is not None else None if exact or missed else ROUNDED
    relative = error.relative if exact or missed else None if private is not None else round(error.relative, DIGITS)
    return QueryAnswer(
        release=release,
        workload=query.workload,
        query=query.number,
        columns=csv_line(query.columns),
        condition=query.condition if show_values else None,
        measure=query.measure,
        of=query.of,
        size=query.size,
        original=query.truth if exact else None,
        answer=reply.answer if exact else None,
        absolute_error=error.absolute if exact else None,
        relative_error=relative,
        missed=missed,
        reason="; ".join(part for part in (miss, withheld) if part) or None,
        error_class=error_class(error.relative),
    )
