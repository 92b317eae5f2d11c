"""The errors that a user can act on, and the exit codes that the command line gives them."""


class SqlmetricsError(Exception):
    """Base of all errors that sqlmetrics raises on purpose; the message says what to do.

    `public` is what a report that is passed on may say of it, where the message holds values of the data.
    """

    exit_code = 3

    def __init__(self, message: str = "", *, public: str | None = None) -> None:
        super().__init__(message)
        self.public = message if public is None else public


class SpecError(SqlmetricsError):
    """What was asked cannot be measured: a wrong flag, key, name, mapping or path (exit code 2)."""

    exit_code = 2


class QueryError(SqlmetricsError):
    """The engine could not connect, read the relation or run the query (exit code 3)."""

    exit_code = 3


class DialectError(QueryError):
    """There is no such dialect, or it cannot do what was asked (exit code 3)."""


class BudgetError(SqlmetricsError):
    """An attack asked for more queries or cells than it may (exit code 3)."""

    exit_code = 3
