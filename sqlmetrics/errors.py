"""The errors that a user can act on, and the exit codes that the command line gives them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from traceback import extract_tb
from typing import Any

from sqlmetrics.text import there_are


class SqlmetricsError(Exception):
    """Base of all errors that sqlmetrics raises on purpose; the message says what to do.

    The message holds no value of the data, no text of an engine and no secret. What may hold one is
    the `detail`, which the command line shows when it is asked for values.
    """

    exit_code = 3

    def __init__(self, message: str = "", detail: str | None = None) -> None:
        super().__init__(message)
        self.detail = detail or None


class SpecError(SqlmetricsError):
    """A flag, key, name, mapping or path is wrong; nothing was measured (exit code 2)."""

    exit_code = 2


class UnknownNameError(SpecError):
    """A `name` is not one of the `known` ones, such as a metric, a column, a job or an attack."""

    def __init__(self, message: str, name: str, known: Iterable[str], *, more: str = "", **said: Any) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"{message}; {there_are(name, self.known, **said)}{more}")


class MissingColumnError(UnknownNameError):
    """A relation lacks a column: its `name`, the `known` columns, and `of`, the relation."""

    def __init__(self, message: str, name: str, known: Iterable[str], of: str, **said: Any) -> None:
        super().__init__(message, name, known, **said)
        self.of = of


class RefusedWordError(SpecError):
    """A `word` of a spec does not go with the `other`, a word or what is asked."""

    def __init__(self, message: str, word: str, other: str) -> None:
        super().__init__(message)
        self.word = word
        self.other = other


class ColumnsError(SpecError):
    """Several columns are named as one: the `text` that names them, and its `parts`."""

    def __init__(self, message: str, text: str, parts: tuple[str, ...]) -> None:
        super().__init__(message)
        self.text = text
        self.parts = parts


class QueryError(SqlmetricsError):
    """The engine could not connect, read the relation or run the query (exit code 3)."""

    exit_code = 3


class OutputError(SqlmetricsError):
    """An output could not be written; what was there before is as it was (exit code 3)."""

    exit_code = 3


class DialectError(SpecError):
    """A dialect lacks what a statement needs; nothing was measured (exit code 2)."""


class BudgetError(SqlmetricsError):
    """An attack went beyond its limit of queries or cells (exit code 3)."""

    exit_code = 3


def unexpected(error: BaseException) -> QueryError:
    """Return the error that stands for a defect of ours: its kind and place, its text as detail."""
    steps = extract_tb(error.__traceback__)
    place = f" in {Path(steps[-1].filename).name}, line {steps[-1].lineno}" if steps else ""
    return QueryError(
        f"unexpected {type(error).__name__}{place}; please report it with the command that you ran", str(error)
    )


class ReadingWarning(UserWarning):
    """A file was taken for what its content says, such as text of another encoding than UTF-8."""


class RolesWarning(UserWarning):
    """No role was named, so the columns have the `roles` that `init` proposes.

    `relation` is the name of the relation, where that alone says what was looked at.
    """

    def __init__(self, roles: str, relation: str | None) -> None:
        super().__init__(f"{roles}; name `quasi_identifiers` and `sensitive`, or the spec that `init` writes")
        self.roles = roles
        self.relation = relation
