"""A user's own SQL in a statement: a condition or a query, which cannot leave its parentheses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import combinations

from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.statement.dialects import Dialect

TOKEN = re.compile(
    r"""
    (?P<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`)
    | (?P<open>['"`])
    | (?P<comment>--|/\*|\*/|\#|\$\$)
    | (?P<end>;)
    | (?P<bracket>[()])
    | (?P<word>\w+)
    | .
    """,
    re.VERBOSE | re.DOTALL,
)
"""A pattern of the parts of an expression, as every dialect of ours reads them."""

QUERIES = frozenset({"select", "with", "union", "intersect", "except", "values", "table"})
"""The words that begin a query, or go on with one."""

BEGINNING = re.compile(r"[\s(]*(?P<word>\w*)")
"""A pattern of the first word of a query."""

EQUALITY = re.compile(
    r"""\s*(?P<column>\w+|"(?:[^"]|"")+")\s*=\s*
    (?:(?P<number>-?[0-9]+(?:\.[0-9]+)?)|(?:date\s*)?'(?P<text>[^']*)')\s*""",
    re.VERBOSE | re.IGNORECASE,
)
"""A pattern of a condition that compares a column with one value."""

ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


CONDITION_OF_RECORDS = "`where` is one SQL expression, true for the records that are measured"
"""What a condition on records is, in messages."""


def check_condition(text: str, subject: str = CONDITION_OF_RECORDS) -> None:
    """Raise SpecError where a text is not one expression: for a query, a comment, or a stray quote.

    A backslash before a quote is refused too, as dialects read it differently. The message begins
    with the `subject`, which says what the text is for.
    """

    def refused(why: str) -> SpecError:
        return SpecError(f"{subject}: {why}")

    for word in _words(text, refused):
        if word.lower() in QUERIES:
            raise refused(
                f"it holds a query ('{word}'); write the whole as the `query`, or make a view of what that reads"
            )


def check_query_text(text: str, dialect: Dialect) -> None:
    """Raise SpecError where a text is not one query that stays in parentheses; none of it is run.

    Raises DialectError where the dialect nests no such query.
    """
    words = [word.lower() for word in _words(text, _no_query)]
    first = BEGINNING.match(text)
    begins = "" if first is None else first["word"].lower()
    if not words or begins not in ({"select", "with", "from"} if dialect.parses_queries else {"select", "with"}):
        raise _no_query("it only reads, by `select` or `with`")
    if begins == "with" and not dialect.nests_with:
        raise DialectError(f"{dialect.name} has no `with` inside another query; make a view of it, and give its name")


def _words(text: str, refused: Callable[[str], SpecError]) -> Iterator[str]:
    """Yield the words of a text that are not in quotes.

    Raises what `refused` makes of the reason why the text may end before its end.
    """
    if not text.strip():
        raise refused("it is empty")
    if "\x00" in text or re.search(r"\\['\"`]", text):
        raise refused("a backslash before a quote means different things in databases; double the quote")
    depth = 0
    for match in TOKEN.finditer(text):
        kind, part = match.lastgroup, match[0]
        if kind == "open":
            raise refused(f"the quote {part} is not closed")
        if kind == "comment":
            raise refused("it holds a comment, or the mark of one; leave it out")
        if kind == "end":
            raise refused("it holds a semicolon, which may begin another statement; leave it out")
        if kind == "word":
            yield part
        if kind == "bracket":
            depth += 1 if part == "(" else -1
            if depth < 0:
                raise refused("a parenthesis closes that was not opened")
    if depth:
        raise refused("a parenthesis is not closed")


def _no_query(why: str) -> SpecError:
    return SpecError(f"`query` is one SQL query, whose rows are measured: {why}")


def query_sql(text: str, dialect: Dialect) -> str:
    """Return a FROM clause with the rows of a user's query. Raises SpecError, DialectError."""
    check_query_text(text, dialect)
    return f"({text})"


def filtered_sql(from_sql: str, where: str | None) -> str:
    """Return a FROM clause with the records alone that a condition holds for. Raises SpecError."""
    if where is None:
        return from_sql
    check_condition(where)
    return f"(select * from {from_sql} source where ({where.strip()}))"  # noqa: S608 - the user's own condition, checked


def all_apart(conditions: list[str | None]) -> bool:
    """Return whether no record can meet two of the conditions: each fixes one column's value."""
    return all(_apart(one, other) for one, other in combinations(conditions, 2))


def _apart(one: str | None, other: str | None) -> bool:
    first, second = EQUALITY.fullmatch(one or ""), EQUALITY.fullmatch(other or "")
    if first is None or second is None or first["column"].lower() != second["column"].lower():
        return False
    if first["number"] is not None and second["number"] is not None:
        return Decimal(first["number"]) != Decimal(second["number"])
    texts = [match["text"] for match in (first, second)]
    if None in texts:
        return False
    here, there = (text.strip().casefold() for text in texts)
    dates = bool(ISO_DATE.fullmatch(here)) and bool(ISO_DATE.fullmatch(there))
    words = here.isalpha() and there.isalpha()
    return (dates or words) and here != there
