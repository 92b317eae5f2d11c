"""Why an engine failed, in words that hold no value of the data: its kind, column, type and line.

An engine's own text may hold a value anywhere, and is the detail of an error. Only what is listed
here, a name of a known column, and numbers of lines pass from it into a message.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection

from sqlmetrics.errors import QueryError, SqlmetricsError

PHRASES = (
    ("no magic bytes", "it is no Parquet file, or its end is missing"),
    ("too small to be a parquet file", "it is no Parquet file, or its end is missing"),
    ("malformed json", "malformed JSON"),
    ("not utf-8", "text that is not UTF-8"),
    ("invalid unicode", "text that is not UTF-8"),
    ("sniffing file", "the form of the file is not recognised as CSV"),
    ("not a valid duckdb database file", "not a valid DuckDB database file"),
    ("could not set lock", "it is locked by another process"),
    ("conflicting lock", "it is locked by another process"),
    ("database is locked", "database is locked by another process"),
    ("read-only", "it may only be read"),
    ("read only", "it may only be read"),
    ("readonly", "it may only be read"),
    ("no space left", "no space left on the device"),
    ("disk is full", "no space left on the device"),
    ("file too large", "the file would be larger than the system allows"),
    ("no files found", "no such file"),
    ("no such file", "no such file"),
    ("bucket does not exist", "no such bucket"),
    ("404 not found", "no such file"),
    ("permission denied", "permission denied"),
    ("403 forbidden", "permission denied"),
    ("permissionerror", "permission denied"),
    ("unable to locate credentials", "no key is set"),
    ("could not connect to the endpoint", "connection refused"),
    ("command denied", "permission denied"),
    ("access denied", "access denied"),
    ("not enough privileges", "permission denied"),
    ("is a directory", "it is a folder"),
    ("too many open files", "too many open files"),
    ("httpfs", "the extension httpfs is not installed"),
    ("no such table", "no such table"),
    ("no such column", "no such column"),
    ("closed database", "the connection is to a closed database"),
    ("connection already closed", "the connection is closed"),
    ("connection is closed", "the connection is closed"),
    ("already been closed", "the connection is closed"),
    ("closed the connection", "the server closed the connection"),
    ("connection refused", "connection refused"),
    ("timed out", "the connection timed out"),
    ("name or service not known", "no such host"),
    ("could not translate host name", "no such host"),
    ("failed to resolve host", "no such host"),
    ("name resolution", "no such host"),
    ("filenotfounderror: http", "no such file, or no answer of its server"),
    ("could not connect to server error", "connection refused"),
    ("cannot connect to host", "connection refused"),
    ("password authentication failed", "password authentication failed"),
    ("authentication failed", "authentication failed"),
    ("statement timeout", "statement timeout"),
    ("max_statement_time", "max_statement_time exceeded"),
    ("file is not a database", "file is not a database"),
    ("malformed", "malformed"),
)
"""Texts that engines write in small letters, each with the words that stand for it."""

KINDS = {
    "ConversionException": "a value does not fit its type",
    "OutOfRangeException": "a number is out of range",
    "InvalidInputException": "invalid input",
    "BinderException": "a column, a function or a type does not fit the statement",
    "CatalogException": "a table, view or function is missing",
    "PermissionException": "it reads another file, or needs an extension",
    "ConnectionException": "the connection is closed, or cannot be made",
    "ConstraintException": "a row breaks a rule of its table",
    "DependencyException": "another object of the database depends on it",
    "FatalException": "the database must be opened anew after an earlier failure",
    "HTTPException": "a server did not give the file",
    "IOException": "a file cannot be read or written",
    "InternalException": "a defect of DuckDB",
    "InterruptException": "the statement was interrupted",
    "InvalidTypeException": "a type that is not known, or not allowed here",
    "NotImplementedException": "DuckDB cannot do this yet",
    "OutOfMemoryException": "there is too little memory",
    "ParserException": "a syntax error",
    "ResourceInUseException": "it is in use",
    "SequenceException": "a sequence has no further value",
    "SerializationException": "the file is damaged, or of another version of DuckDB",
    "SyntaxException": "a syntax error",
    "TransactionException": "another transaction changed the same rows, or this one was ended",
    "TypeMismatchException": "a value is not of the type that is needed",
}
"""Words for the classes of errors whose names do not speak."""

LOCKS = frozenset({"55P03"})
"""The states of SQL of locks that were waited for in vain."""

LOCK_WAIT = 1205
"""The number of such an error of MySQL and MariaDB, whose state of SQL says nothing."""

MISSING = (
    (re.compile(r'Binder Error: Referenced column "(?P<name>[^"\n]+)" not found in FROM clause!'), "no such column"),
    (re.compile(r"Catalog Error: Table with name (?P<name>\S+) does not exist!"), "no such table"),
    (re.compile(r"Catalog Error: \w+ Function with name (?P<name>\S+) does not exist!"), "no such function"),
    (re.compile(r"no such column: (?P<name>[^\n]+)$"), "no such column"),
    (re.compile(r"no such table: (?P<name>[^\n]+)$"), "no such table"),
    (re.compile(r"no such function: (?P<name>[^\n]+)$"), "no such function"),
    (re.compile(r'column "?(?P<name>[^"\n]+)"? does not exist'), "no such column"),
    (re.compile(r'relation "(?P<name>[^"\n]+)" does not exist'), "no such table"),
    (re.compile(r"\(1054, \"Unknown column '(?P<name>[^'\n]+)' in "), "no such column"),
    (re.compile(r"\(1146, \"Table '(?P<name>[^'\n]+)' doesn't exist\"\)"), "no such table"),
)
"""The starts of messages on a name that a statement uses and the database lacks.

They are written before any record is read. The name is one of the statement.
"""

COLUMN = (
    re.compile(r"source column (?P<name>.+?)\s*$", re.MULTILINE),
    re.compile(r"^Column (?P<name>.+) is being converted as type ", re.MULTILINE),
    re.compile(r'column "(?P<name>.+?)" '),
    re.compile(r"for column '(?P<name>.+?)' at row"),
)
"""Where engines write the name of a column."""

TYPE = re.compile(
    r"""\b(?:to|type|as|of)[ ]['"`]?(?P<name>
    U?(?:TINY|SMALL|BIG|HUGE)INT | U?INT(?:EGER)?(?:8|16|32|64|128)? | FLOAT(?:32|64)? | DOUBLE(?:[ ]PRECISION)? | REAL
    | DECIMAL(?:\(\d+,[ ]?\d+\))? | NUMERIC | BOOL(?:EAN)? | DATE(?:32|64)? | TIME(?:STAMP)?(?:[ ]WITH[ ]TIME[ ]ZONE)?
    | TIMESTAMPTZ | DATETIME(?:64)? | INTERVAL | UUID | JSON | ENUM | BLOB | VARCHAR | TEXT | STRING
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""The name of a type to which a value is converted."""

LINE = re.compile(r"^(?:\w+(?: \w+)* Error: )?CSV Error on Line: (?P<line>\d+)\n")
"""The start of DuckDB's message on a line of a CSV file."""


def failure(
    message: str,
    error: BaseException,
    hint: str = "",
    columns: Collection[str] = (),
    error_type: type[SqlmetricsError] = QueryError,
) -> SqlmetricsError:
    """Return the error that stands for an engine's, whose own text becomes the detail."""
    return error_type(f"{message}: {reason(error, columns)}{hint and chr(10)}{hint}", error_text(error))


def reason(error: BaseException, columns: Collection[str] = ()) -> str:
    """Return why an engine failed; `columns` are the names that may be in its answer."""
    text = error_text(error)
    for pattern, words in MISSING:
        if _of_statement(error) and (match := pattern.match(text)):
            return f"{words}: {match['name']}"
    low = text.lower()
    said = next((words for phrase, words in PHRASES if phrase in low), None)
    return f"{said or error_kind(error)}{_place(text, columns)}"


def is_lock(error: BaseException) -> bool:
    """Return whether a statement failed because another session held a lock for too long."""
    error = getattr(error, "orig", None) or error
    code = _code(error) or ""
    return code in LOCKS or error.args[:1] == (LOCK_WAIT,) or code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def error_text(error: BaseException) -> str:
    """Return an engine's own text of an error, without the statement and lines of Python."""
    text = str(getattr(error, "orig", None) or error).strip().split("\n\nLINE ")[0].split("\n\nAt:\n")[0]
    text = text.rpartition("\n")[2] if text.startswith("Traceback ") else text
    return text or type(error).__name__


def error_kind(error: BaseException) -> str:
    """Return the kind of an error by its class, its state of SQL or its number."""
    error = getattr(error, "orig", None) or error
    name = type(error).__name__
    if isinstance(error, OSError) and error.errno is not None:
        return os.strerror(error.errno)
    words = KINDS.get(name) or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removesuffix("Exception") or name).lower()
    code = _code(error)
    return f"{words} ({code})" if code else words


def _of_statement(error: BaseException) -> bool:
    """Return whether an error is about a statement's names, as far as its SQLSTATE says."""
    return str(getattr(getattr(error, "orig", None) or error, "sqlstate", None) or "42").startswith("42")


def _code(error: BaseException) -> str | None:
    """Return the number or name that an engine gives an error, where it is one of few."""
    for name in ("sqlstate", "sqlite_errorname"):
        if re.fullmatch(r"[A-Z0-9_]{3,40}", code := str(getattr(error, name, ""))):
            return code
    if error.args and isinstance(error.args[0], int):
        return f"error {error.args[0]}"
    condition = getattr(error, "getCondition", getattr(error, "getErrorClass", None))
    if condition is not None and re.fullmatch(r"[A-Z0-9_.]{3,80}", code := str(condition())):
        return code
    match = re.match(r"(?:Received ClickHouse exception, code: |Code: )(\d+)", str(error))
    return f"error {match[1]}" if match else None


def _place(text: str, columns: Collection[str]) -> str:
    """Return the line, the column and the type that an engine's text names, in brackets."""
    parts = []
    if match := LINE.match(text):
        parts.append(f"line {int(match['line']):,}")
    names = [match["name"] for pattern in COLUMN for match in pattern.finditer(text)]
    if known := [name for name in names if name in columns]:
        parts.append(f"column '{known[-1]}'")
    if types := [match["name"] for match in TYPE.finditer(text)]:
        parts.append(f"type {types[-1].upper()}")
    return f" ({', '.join(parts)})" if parts else ""
