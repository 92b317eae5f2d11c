"""The errors that a user can act on, and the exit codes that the command line gives them."""


class SqlmetricsError(Exception):
    """Base of all errors that sqlmetrics raises on purpose; the message says what to do.

    `public` is the message for reports that are passed on, where this one holds values.
    """

    exit_code = 3

    def __init__(self, message: str = "", *, public: str | None = None) -> None:
        super().__init__(message)
        self.public = message if public is None else public


class SpecError(SqlmetricsError):
    """A flag, key, name, mapping or path is wrong; nothing was measured (exit code 2)."""

    exit_code = 2


class QueryError(SqlmetricsError):
    """The engine could not connect, read the relation or run the query (exit code 3)."""

    exit_code = 3


class DialectError(QueryError):
    """A dialect is unknown, or lacks what a statement needs (exit code 3)."""


class BudgetError(SqlmetricsError):
    """An attack went beyond its limit of queries or cells (exit code 3)."""

    exit_code = 3
