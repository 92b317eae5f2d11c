"""Answers: what the original and each release say to a workload's queries, and how far apart they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.duckdb import connect
from sqlmetrics.engine.engine import Engine, end_transaction, fetch
from sqlmetrics.errors import QueryError
from sqlmetrics.release.utility.groups import Relations, groups_plan
from sqlmetrics.release.utility.workload import BANDS, Base, Condition
from sqlmetrics.statement.dialects import DUCKDB, Dialect
from sqlmetrics.statement.render import render

GOLDEN_RATIO = 0.7548776662466927
"""What the seed turns the order of the candidates by."""

EMPTY = "no record of the release fits"
MISSING = "the release does not have a column of the query"


class Answer(NamedTuple):
    """One query's answer: `original` is the true one, `answer` the release's, None for a miss, of which `reason` says why.

    `columns` are those under a condition and `condition` what it is; `of` is the column that is measured; `size` is the number of
    individuals, or records, that the true answer rests on, None where it is not known. The errors are those of the metrics' definitions.
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
    relative_error: float
    missed: bool
    reason: str | None


class Asked(NamedTuple):
    """A query and its true answer, before a release is asked: `count` is what it is part of, `conditions` none for a statement's row."""

    workload: str
    number: int
    columns: tuple[str, ...]
    conditions: tuple[Condition, ...] | None
    condition: str
    measure: str
    of: str | None
    size: int | None
    truth: float


class Given(NamedTuple):
    """A release's answer to a query, None for a miss."""

    release: int
    asked: Asked
    answer: float | None
    reason: str | None = None


def queries_plan(relations: Relations, bases: Sequence[Base], limit: int | None, seed: int) -> dict[str, Any]:
    """Return what the template `asked_queries` takes; without a limit every condition is asked."""
    plan = groups_plan(relations, [base.group for base in bases])
    turn = seed * GOLDEN_RATIO
    return plan | {
        "grades": [entry for base, group in zip(bases, plan["groups"], strict=True) for entry in _grades(base, group, len(plan["slots"]))],
        "selected": None if limit is None else {"bands": list(BANDS), "limit": limit, "turn": turn - int(turn)},
    }


def _grades(base: Base, group: Mapping[str, Any], slots: int) -> Iterator[dict[str, Any]]:
    """Yield the grades of a base, with the factor of each slot, and the slots of the columns that they take."""
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


def ask(relations: Relations, bases: Sequence[Base], queries: int | None, seed: int) -> tuple[list[Asked], list[Given]]:
    """Return the queries that the bases make, with the true answers, and the releases' answers: one statement for all.

    Of a generated workload `queries` says how many; None asks every condition.
    """
    if not bases:
        return [], []
    limit = None if queries is None else -(-queries // min(len(base.measures) for base in bases))
    query = render("asked_queries", queries_plan(relations, bases, limit, seed), dialect=relations.engine.dialect)
    by_grade = {grade.number: (base, grade) for base in bases for grade in base.grades}
    widest = max(len(base.columns) for base in bases)
    people = relations.individual is not None
    width = 6 if people else 5
    asked: list[Asked] = []
    given: list[Given] = []
    for row in fetch(relations.engine, query, relations.original.name):
        base, grade = by_grade[int(row[2])]
        codes = [None if code is None else _text(code) for code in row[3 : 3 + widest]]
        conditions = base.conditions(grade, codes)
        of_relations = [row[3 + widest + width * place :][:width] for place in range(1 + len(relations.releases))]
        truths = _measures(of_relations[0], people)
        size = truths["individuals" if people else "records"]
        for measure in base.measures:
            truth = truths[measure]
            if truth is None or len(asked) == queries:
                continue
            numeric = measure in {"sum", "average", "min", "max"}
            of = base.measured if numeric else relations.individual if measure == "individuals" else None
            each = Asked(
                base.workload,
                len(asked) + 1,
                tuple(condition.column.name for condition in conditions),
                conditions,
                " and ".join(str(condition) for condition in conditions),
                measure,
                of,
                None if size is None else int(size),
                truth,
            )
            asked.append(each)
            for number, (release, row_part) in enumerate(zip(relations.releases, of_relations[1:], strict=True), 1):
                answer = _measures(row_part, people)[measure]
                lacks = any(name not in release.column_names for name in (*each.columns, *((of,) if of else ())))
                given.append(Given(number, each, answer, None if answer is not None else MISSING if lacks else EMPTY))
    return asked, given


def _measures(row: Sequence[Any], people: bool) -> dict[str, float | None]:
    """Return the answers that a relation's counts and sums make."""
    individuals, (records, total, filled, least, largest) = (row[0], row[1:]) if people else (None, row)
    return {
        "individuals": None if individuals is None else float(individuals),
        "records": None if records is None else float(records),
        "sum": None if total is None else float(total),
        "average": None if total is None or not filled else float(total) / float(filled),
        "min": None if least is None else float(least),
        "max": None if largest is None else float(largest),
    }


def _text(code: Any) -> str:
    return code.decode() if isinstance(code, bytes | bytearray) else str(code)


def ask_one_by_one(engine: Engine, release: Compared, asked: Sequence[Asked], number: int, individual: str | None) -> Iterator[Given]:
    """Send each query on its own to a system that answers SQL; what fails, or has no record or NULL, is a miss with its reason."""
    for each in asked:
        column = individual if each.measure == "individuals" else each.of
        plan = {
            "relation": release.from_sql,
            "measure": each.measure,
            "column": column,
            "conditions": [literals(condition, engine.dialect) for condition in each.conditions or ()],
        }
        rows, reason = attempt(engine, render("single_query", plan, dialect=engine.dialect), release.name)
        answer = None if not rows or rows[0][0] is None else float(rows[0][0])
        if answer == 0 and each.measure in {"records", "individuals"}:
            answer = None
        yield Given(number, each, answer, None if answer is not None else reason or EMPTY)


def literals(condition: Condition, dialect: Dialect) -> dict[str, Any]:
    """Return a condition as the template takes it, its values as literals of the dialect."""

    def literal(text: str | None) -> str | None:
        if text is None:
            return None
        if condition.column.kind == "number" and not condition.column.text:
            return str(float(text)) if "e" in text.lower() else text
        quoted = render("literal", text, dialect=dialect)
        return f"cast({quoted} as date)" if condition.column.kind == "date" and condition.value is None else quoted

    if condition.value is not None:
        return {"column": condition.column.name, "value": literal(condition.value)}
    return {"column": condition.column.name, "low": literal(condition.low), "high": literal(condition.high)}


def attempt(engine: Engine, query: str, name: str) -> tuple[list[tuple[Any, ...]], str | None]:
    """Return a statement's rows, or none and what the database said."""
    try:
        return fetch(engine, query, name), None
    except QueryError as error:
        end_transaction(engine)
        return [], str(error).splitlines()[0].partition(": ")[2] or str(error)


def ask_statements(
    original: tuple[Engine, Compared], releases: Sequence[tuple[Engine, Compared]], statements: Sequence[tuple[str, str]], first: int
) -> tuple[list[Asked], list[Given]]:
    """Return the answers to the user's own statements. The last column of a row is its number, the others say which row it is.

    Raises QueryError where the original gives no answer.
    """
    asked: list[Asked] = []
    given: list[Given] = []
    for name, statement in statements:
        truths = _numbers(fetch(original[0], statement.replace("{table}", original[1].from_sql), original[1].name), name)
        mine = [
            Asked("friendly", first + len(asked) + place, (), None, ", ".join([name, *key]), name, None, None, truth)
            for place, (key, truth) in enumerate(((key, truth) for key, truth in truths.items() if truth is not None))
        ]
        keys = [key for key, truth in truths.items() if truth is not None]
        asked += mine
        for number, (engine, release) in enumerate(releases, 1):
            rows, reason = attempt(engine, statement.replace("{table}", release.from_sql), release.name)
            answers: Mapping[tuple[str, ...], float | None] = {}
            if reason is None:
                try:
                    answers = _numbers(rows, name)
                except QueryError as error:
                    reason = str(error)
            for key, each in zip(keys, mine, strict=True):
                answer = answers.get(key)
                given.append(Given(number, each, answer, None if answer is not None else reason or EMPTY))
    return asked, given


def _numbers(rows: Sequence[Sequence[Any]], name: str) -> dict[tuple[str, ...], float | None]:
    """Return a statement's rows as numbers by what their other columns say. Raises QueryError for a last column that is no number."""
    found: dict[tuple[str, ...], float | None] = {}
    for row in rows:
        value = row[-1]
        try:
            number = None if value is None else float(value)
        except (TypeError, ValueError):
            raise QueryError(f"{name}: the last column of its result is no number ({type(value).__name__})") from None
        key = tuple("NULL" if part is None else str(part) for part in row[:-1])
        if key in found:
            raise QueryError(f"{name}: two rows of its result have the same columns before the number; group by them")
        found[key] = number
    return found


def summarised(given: Sequence[Given], metrics: Sequence[str]) -> tuple[list[tuple[Any, ...]], list[tuple[float, float]]]:
    """Return a row per release, workload and measure with the metrics' values, and the absolute and relative error of each answer."""
    if not given:
        return [], []
    import pandas as pd

    frame = pd.DataFrame(
        {
            "release_number": [each.release for each in given],
            "workload": [each.asked.workload for each in given],
            "query_number": range(len(given)),
            "measure": [each.asked.measure for each in given],
            "truth": [each.asked.truth for each in given],
            "answer": pd.array([each.answer for each in given], dtype="Float64"),
        }
    )
    with connect() as own:
        own.register("answers", frame)
        engine = Engine(DUCKDB, own)
        rows = fetch(engine, render("summarised_answers", "answers", list(metrics)), "the answers")
        each = f"select absolute_error, relative_error from ({render('answer_errors', 'answers')}) errors order by query_number"  # noqa: S608
        errors = fetch(engine, each, "the answers")
    return rows, [(float(one), float(other)) for one, other in errors]
