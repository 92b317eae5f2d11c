"""The user's own statements, which the original and each release answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import Engine, end_transaction, fetch
from sqlmetrics.errors import QueryError
from sqlmetrics.release.utility.answers import AnsweredQuery, Reply, finite, reply_of
from sqlmetrics.release.utility.private import UNKNOWN
from sqlmetrics.release.utility.workload_file import NamedStatement

Answering = tuple[Engine, Compared]
"""A relation, and the engine that answers for it."""


def ask_statements(
    original: Answering, releases: Sequence[Answering], statements: Sequence[NamedStatement], first: int
) -> list[Reply]:
    """Return the replies to the user's statements.

    The last column of a row is its number, the others say which row it is.

    Queries are numbered from `first`. Raises QueryError where the original gives no answer.
    """
    replies: list[Reply] = []
    for name, text in statements:
        engine, relation = original
        truths = _numbers(fetch(engine, text.replace("{table}", relation.from_sql), relation.name), name)
        by_key = {
            key: AnsweredQuery(
                workload="friendly",
                number=first + place,
                columns=(),
                conditions=None,
                condition=", ".join([name, *key]),
                measure=name,
                of=None,
                size=None,
                truth=truth,
                private=UNKNOWN,
            )
            for place, (key, truth) in enumerate(_finite(truths))
        }
        first += len(by_key)
        for number, (own, release) in enumerate(releases, 1):
            rows, miss = attempt(own, text.replace("{table}", release.from_sql), release.name)
            answers: Mapping[tuple[str, ...], float | None] = {}
            if not miss.reason:
                try:
                    answers = _numbers(rows, name)
                except QueryError as error:
                    miss = Miss(str(error))
            replies += (reply_of(number, query, answers.get(key), *miss) for key, query in by_key.items())
    return replies


def _finite(numbers: Mapping[tuple[str, ...], float | None]) -> Iterator[tuple[tuple[str, ...], float]]:
    """Give the finite numbers of a statement with the texts beside them."""
    for key, value in numbers.items():
        number = finite(value)
        if number is not None:
            yield key, number


def _numbers(rows: Sequence[Sequence[Any]], name: str) -> dict[tuple[str, ...], float | None]:
    """Return the numbers of a statement's rows by the texts of their other columns.

    Raises QueryError for a last column that is no number.
    """
    numbers: dict[tuple[str, ...], float | None] = {}
    for *parts, value in rows:
        try:
            number = None if value is None else float(value)
        except (TypeError, ValueError):
            raise QueryError(f"{name}: the last column of its result is no number ({type(value).__name__})") from None
        key = tuple("NULL" if part is None else str(part) for part in parts)
        if key in numbers:
            raise QueryError(f"{name}: two rows of its result have the same columns before the number; group by them")
        numbers[key] = number
    return numbers


class Miss(NamedTuple):
    """Why a statement gave no rows, and the database's text on it, which may hold values."""

    reason: str = ""
    detail: str | None = None


def attempt(engine: Engine, query: str, name: str) -> tuple[list[tuple[Any, ...]], Miss]:
    """Return a statement's rows, or none and the reason."""
    try:
        return fetch(engine, query, name), Miss()
    except QueryError as error:
        end_transaction(engine)
        return [], Miss(str(error).splitlines()[0].partition(": ")[2] or str(error), error.detail)
