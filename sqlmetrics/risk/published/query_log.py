"""A log of SQL as answers: each count of a query is a condition, and what is not read is counted.

A query is read where each of its parts is understood. It counts or sums records of one relation, by
conditions and by columns. Of any other one the log says why it is left out: it may be the one that
tells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.engine.engine import describe, fetch
from sqlmetrics.engine.queries import check_expression
from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.spec.input_file import read_text
from sqlmetrics.spec.outputs import MOST_ANSWERS
from sqlmetrics.statement.condition import check_condition
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render
from sqlmetrics.text import counted, joined

if TYPE_CHECKING:
    from sqlglot.expressions import Expression

NO_PARSER = "a log of SQL is read by sqlglot: pip install 'sqlmetrics[log]'"

EVERYBODY = "1 = 1"
"""The condition of a query without any."""

SUMMED = "sums of the log are taken as counts of the people who have part in them"

CLAUSES = {
    "joins": "a join",
    "laterals": "a join",
    "with_": "a with clause",
    "distinct": "distinct rows",
    "limit": "a limit",
    "offset": "a limit",
    "having": "a having clause",
    "qualify": "a window",
    "windows": "a window",
    "sample": "a sample",
    "pivots": "a pivot",
}
"""What a query may have beside what is read, by its name in a syntax tree."""

UNREAD = "a clause that is not read"
NO_SQL = "a text that is no SQL"
NO_QUERY = "no select"
NO_COUNT = "no count and no sum"
SET_OF_QUERIES = "a union of queries"
SUBQUERY = "a query in the query"
CONDITION = "a function, or another condition that is not read"
CHANGING = "a date that changes"
GROUPING = "a group by that is no column"
COUNTED = "a count or sum that is not read"
RECORDS = "a count of records, where `individual` tells people apart"
VALUES = "a count of values, and not of people"
ANOTHER = "another relation"
LACKS = "a column that the relation lacks"
REFUSED = "a condition that the database refuses"
TOO_MANY = f"more than {MOST_ANSWERS} answers"

MOVING = re.compile(r"\b(now|today|tomorrow|yesterday|current_\w+)\b", re.IGNORECASE)
"""A pattern of words in texts that some databases read as dates of the day."""


class LogReading(NamedTuple):
    """How many queries a log has, how many were read, and why others are left out, by reason."""

    queries: int
    read: int
    left_out: tuple[tuple[str, int], ...]

    @property
    def sentence(self) -> str:
        """What was read, in words."""
        were = "was" if self.read == 1 else "were"
        said = f"{self.read} of {counted(self.queries, 'query', 'queries')} of the log {were} read"
        return f"{said}; left out: {self.reasons}" if self.left_out else said

    @property
    def reasons(self) -> str:
        """Why queries are left out, in words."""
        return joined([f"{number} with {reason}" for reason, number in self.left_out])


class LogQuery(NamedTuple):
    """A query of a log that is read: its number, the conditions of its counts, and its groups."""

    number: int
    relation: str
    conditions: tuple[str, ...]
    keys: tuple[str, ...]
    columns: frozenset[str]
    summed: bool

    def name(self, place: int) -> str:
        """Return the name of the answer of one of its conditions."""
        return f"query {self.number}" if len(self.conditions) == 1 else f"query {self.number}, count {place}"


class QueryLog(NamedTuple):
    """The queries of a log that are read, and why others are left out."""

    name: str
    queries: tuple[LogQuery, ...]
    left_out: Counter[str]

    @property
    def summed(self) -> bool:
        """Whether a query has a sum of amounts."""
        return any(query.summed for query in self.queries)

    @property
    def ungrouped(self) -> dict[str, str]:
        """The conditions of the queries without groups by the names of their answers."""
        found = [(query.name(place), text) for query in self.queries if not query.keys
                 for place, text in enumerate(query.conditions, 1)]  # fmt: skip
        return dict(found[:MOST_ANSWERS])

    def answers(
        self, source: Source, given: Mapping[str, str], *, records: bool = False
    ) -> tuple[dict[str, str], LogReading]:
        """Return the conditions of the answers by name, behind the ones given, and what was read.

        Each group of a query is an answer. A condition is tried on the columns alone, or on all
        `records`, as one may not fit. Raises SpecError where no query is read.
        """
        columns = describe(source.engine, source.from_sql, source.name)
        found, left_out = dict(given), Counter(self.left_out)
        known = {column.casefold() for column, _ in columns}
        for query in self.queries:
            reason = LACKS if query.columns - known else None
            reason = reason or self._added(query, source, columns, found, records=records)
            if reason is not None:
                left_out[reason] += 1
        queries = len(self.queries) + self.left_out.total()
        reading = LogReading(queries, queries - left_out.total(), tuple(left_out.most_common()))
        if not reading.read:
            raise SpecError(f"no query of {self.name} was read: {reading.reasons or 'it has none'}")
        return found, reading

    def _added(
        self,
        query: LogQuery,
        source: Source,
        columns: Sequence[tuple[str, str]],
        found: dict[str, str],
        *,
        records: bool,
    ) -> str | None:
        """Add the answers of a query to the ones found, or return why it is left out."""
        own: dict[str, str] = {}
        for place, condition in enumerate(query.conditions, 1):
            name = query.name(place)
            try:
                check_condition(condition, f"the condition of {name} is one SQL expression")
                check_expression(source.engine, condition, source.name, columns, name)
                groups = _groups(query, condition, source, records=records)
            except (SpecError, QueryError):
                return REFUSED
            if groups is None or len(found) + len(own) + len(groups) > MOST_ANSWERS:
                return TOO_MANY
            own |= {f"{name}, group {at}" if query.keys else name: group for at, group in enumerate(groups, 1)}
        known = {*found.values()}
        found |= {name: text for name, text in own.items() if text not in known}
        return None


def _groups(query: LogQuery, condition: str, source: Source, *, records: bool) -> list[str] | None:
    """Return the condition of each group of a query, as the database has them; None of too many.

    Raises QueryError where the database refuses the condition.
    """
    dialect = source.engine.dialect
    where = f"from {source.from_sql} source where ({condition})"
    if not query.keys:
        fetch(source.engine, f"select count(*) {where}{'' if records else ' and 1 = 0'}", source.name, "open")
        return [condition]
    texts = [render("as_string", key, dialect=dialect) for key in query.keys]
    names = [f"key_{place}" for place in range(1, len(texts) + 1)]
    listed = ", ".join(f"{text} as {name}" for text, name in zip(texts, names, strict=True))
    groups = f"(select distinct {listed} {where}) found"
    if fetch_number(source.engine, f"select count(*) from {groups}", source.name, "open") > MOST_ANSWERS:  # noqa: S608
        return None
    rows = fetch(source.engine, f"select * from {groups} order by {', '.join(names)}", source.name, "open")  # noqa: S608
    return [
        " and ".join(
            [
                f"({condition})",
                *(
                    f"{key} is null" if value is None else f"{text} = {render('literal', str(value), dialect=dialect)}"
                    for key, text, value in zip(query.keys, texts, row, strict=True)
                ),
            ]
        )
        for row in rows
    ]


def read_log(path: Path, dialect: Dialect, relation: str | None, individual: str | None) -> QueryLog:
    """Return the queries of a file of SQL in a dialect that are of a relation, None for the only.

    Statements end with a semicolon; in a file without one each line is one. Raises SpecError for a
    file that is not read, and where sqlglot is not there.
    """
    if find_spec("sqlglot") is None:
        raise SpecError(NO_PARSER)
    queries: list[LogQuery] = []
    left_out: Counter[str] = Counter()
    grammar = dialect.grammar or dialect.name
    for number, text in enumerate(_statements(read_text(path, "log"), grammar), 1):
        try:
            queries.append(_read(text, number, grammar, individual))
        except _LeftOutError as error:
            left_out[str(error)] += 1
    own = tuple(query for query in queries if relation is None or _is_one(query.relation, relation))
    names = sorted({query.relation for query in own})
    if not all(_is_one(first, second) for first, second in combinations(names, 2)):
        raise SpecError(f"{path} has queries of {joined(names)}; name one with its schema, or take the others out")
    left_out[ANOTHER] += len(queries) - len(own)
    return QueryLog(str(path), own, +left_out)


def _is_one(name: str, other: str) -> bool:
    """Return whether two names of tables may be one's, as far as both say schemas."""
    parts = zip(*(reversed(one.casefold().split(".")) for one in (name, other)), strict=False)
    return all(first == second for first, second in parts)


def _statements(text: str, grammar: str) -> Iterator[str]:
    """Yield the statements of a text."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    try:
        tokens = sqlglot.tokenize(text, read=grammar)
    except SqlglotError:
        tokens = []
    ends = [token.start for token in tokens if token.token_type.name == "SEMICOLON"]
    parts = [text[start:end] for start, end in zip([0, *(end + 1 for end in ends)], [*ends, len(text)], strict=True)]
    for part in parts if ends else text.splitlines():
        try:
            empty = not sqlglot.tokenize(part, read=grammar)
        except SqlglotError:
            empty = False
        if not empty:
            yield part


class _LeftOutError(Exception):
    """Why a query is left out."""


def _read(text: str, number: int, grammar: str, individual: str | None) -> LogQuery:
    """Return what a statement asks. Raises _LeftOutError."""
    import sqlglot
    from sqlglot import exp
    from sqlglot.errors import SqlglotError

    try:
        trees = sqlglot.parse(text, read=grammar)
    except SqlglotError:
        raise _LeftOutError(NO_SQL) from None
    if len(trees) != 1 or not isinstance(trees[0], exp.Query):
        raise _LeftOutError(NO_QUERY)
    tree = trees[0]
    if not isinstance(tree, exp.Select):
        raise _LeftOutError(SET_OF_QUERIES)
    _check_clauses(tree, {"expressions", "from_", "where", "group", "order"})
    table = _table_of(tree)
    aliases = {tree.args["from_"].alias_or_name.casefold(), table.name.casefold()}
    where = tree.args.get("where")
    kept = [] if where is None else [_condition(where.this, aliases)]
    keys = _keys(tree, aliases)
    counts = [one for one in (_count(item, individual, aliases) for item in tree.expressions) if one is not None]
    if not counts:
        raise _LeftOutError(NO_COUNT)
    conditions = [exp.and_(*kept, *own) if kept or own else None for own, _ in counts]
    parts = [*keys, *(condition for condition in conditions if condition is not None)]
    columns = {column.name.casefold() for part in parts for column in part.find_all(exp.Column)}
    texts = [EVERYBODY if condition is None else _written(condition, grammar) for condition in conditions]
    names = tuple(_written(key, grammar) for key in keys)
    summed = any(own for _, own in counts)
    relation = ".".join(part for part in (table.catalog, table.db, table.name) if part)
    return LogQuery(number, relation, tuple(dict.fromkeys(texts)), names, frozenset(columns), summed)


def _check_clauses(tree: Expression, read: Iterable[str]) -> None:
    """Raise _LeftOutError where a part of a query has more than what is read."""
    more = [name for name, part in tree.args.items() if part and name not in read]
    if more:
        raise _LeftOutError(next((CLAUSES[name] for name in CLAUSES if name in more), UNREAD))


def _table_of(tree: Expression) -> Any:
    """Return the table of a query, also of all columns of a table in brackets."""
    from sqlglot import exp

    if tree.args.get("from_") is None:
        raise _LeftOutError(NO_COUNT)
    found = tree.args["from_"].this
    if isinstance(found, exp.Subquery):
        _check_clauses(found, {"this", "alias"})
        inner = found.this
        if not isinstance(inner, exp.Select) or not all(isinstance(one, exp.Star) for one in inner.expressions):
            raise _LeftOutError(SUBQUERY)
        _check_clauses(inner, {"expressions", "from_"})
        if any(part for star in inner.expressions for part in star.args.values()):
            raise _LeftOutError(SUBQUERY)
        return _table_of(inner)
    if not isinstance(found, exp.Table) or not isinstance(found.this, exp.Identifier):
        raise _LeftOutError(ANOTHER)
    _check_clauses(found, {"this", "db", "catalog", "alias"})
    alias = found.args.get("alias")
    if alias is not None:
        _check_clauses(alias, {"this"})
    return found


def _keys(tree: Expression, aliases: Iterable[str]) -> list[Expression]:
    """Return the columns by which a query groups, by name, alias or place."""
    from sqlglot import exp

    group = tree.args.get("group")
    if group is None:
        return []
    if any(part for name, part in group.args.items() if name != "expressions"):
        raise _LeftOutError(GROUPING)
    named = {item.alias.casefold(): item.unalias() for item in tree.expressions if isinstance(item, exp.Alias)}
    keys: list[Expression] = []
    for item in group.expressions:
        key = item
        if isinstance(item, exp.Literal) and not item.is_string and item.name.isdecimal():
            place = int(item.name)
            key = tree.expressions[place - 1].unalias() if 1 <= place <= len(tree.expressions) else item
        elif isinstance(item, exp.Column) and item.name.casefold() in named:
            key = named[item.name.casefold()]
            if not isinstance(key, exp.Column) or key.name.casefold() != item.name.casefold():
                raise _LeftOutError(GROUPING)  # a column of the same name would be meant by some databases
        if not isinstance(key, exp.Column) or isinstance(key.this, exp.Star):
            raise _LeftOutError(GROUPING)
        keys.append(_unqualified(key, aliases))
    return keys


def _count(item: Any, individual: str | None, aliases: Iterable[str]) -> tuple[list[Expression], bool] | None:
    """Return the conditions of the people whom an item of a query counts, and whether it sums.

    Columns and constants are no counts: None. Raises _LeftOutError for anything else.
    """
    from sqlglot import exp

    item = item.unalias()
    kept: list[Expression] = []
    if isinstance(item, exp.Column | exp.Literal | exp.Null) and not isinstance(item.this, exp.Star):
        return None
    if isinstance(item, exp.Filter):
        if not isinstance(item.expression, exp.Where):
            raise _LeftOutError(COUNTED)
        kept, item = [_condition(item.expression.this, aliases)], item.this
    if isinstance(item, exp.Star) or (isinstance(item, exp.Column) and isinstance(item.this, exp.Star)):
        raise _LeftOutError(NO_COUNT)
    if not isinstance(item, exp.Count | exp.Sum):
        raise _LeftOutError("a window" if isinstance(item, exp.Window) else COUNTED)
    _check_clauses(item, {"this", "big_int"})
    what = item.this
    if isinstance(what, exp.Distinct):
        column = what.expressions[0] if len(what.expressions) == 1 else None
        if isinstance(item, exp.Sum) or what.args.get("on") or not isinstance(column, exp.Column):
            raise _LeftOutError(COUNTED)
        if individual is None or column.name.casefold() != individual.casefold():
            raise _LeftOutError(VALUES)
        return kept, False
    one = isinstance(what, exp.Literal) and not what.is_string and what.name == "1"
    if isinstance(what, exp.Case):
        kept += [_condition(_ones(what, summed=isinstance(item, exp.Sum)), aliases)]
        one = True
    if isinstance(what, exp.Column) and not isinstance(what.this, exp.Star):
        kept += [exp.not_(exp.Is(this=_unqualified(what, aliases), expression=exp.Null()))]
        if isinstance(item, exp.Sum):
            return kept, True
        one = True
    if not one and not (isinstance(item, exp.Count) and isinstance(what, exp.Star)):
        raise _LeftOutError(COUNTED)
    if individual is not None:
        raise _LeftOutError(RECORDS)
    return kept, False


def _ones(case: Expression, *, summed: bool) -> Expression:
    """Return the condition for which a case is 1, and else 0 in a sum, or NULL."""
    from sqlglot import exp

    (first, *more), other = case.args["ifs"], case.args.get("default")
    zero = summed and isinstance(other, exp.Literal) and not other.is_string and other.name == "0"
    one = first.args["true"]
    is_one = isinstance(one, exp.Literal) and (not summed or (not one.is_string and one.name == "1"))
    if more or case.this is not None or not is_one or not (other is None or isinstance(other, exp.Null) or zero):
        raise _LeftOutError(COUNTED)
    condition: Expression = first.this
    return condition


def _condition(tree: Expression, aliases: Iterable[str]) -> Expression:
    """Return a condition without the name of the relation. Raises _LeftOutError."""
    from sqlglot import exp

    joins = (exp.And, exp.Or, exp.Not, exp.Paren)
    tests = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.In, exp.Between, exp.Is, exp.Like)
    values = (exp.Column, exp.Identifier, exp.Literal, exp.Boolean, exp.Null, exp.Neg)
    written = (exp.Cast, exp.DataType)
    if tree.find(exp.Query) is not None:
        raise _LeftOutError(SUBQUERY)
    for node in tree.walk():
        if not isinstance(node, joins + tests + values + written):
            raise _LeftOutError(CONDITION)
        if isinstance(node, exp.Literal) and node.is_string and MOVING.search(node.name):
            raise _LeftOutError(CHANGING)
        if isinstance(node, exp.Cast) and not isinstance(node.this, exp.Literal):
            raise _LeftOutError(CONDITION)
    return _unqualified(tree, aliases)


def _unqualified(tree: Expression, aliases: Iterable[str]) -> Expression:
    """Return a tree whose columns have no name of the relation. Raises _LeftOutError."""
    from sqlglot import exp

    own = tree.copy()
    for column in own.find_all(exp.Column):
        if column.table and column.table.casefold() not in aliases:
            raise _LeftOutError(ANOTHER)
        for part in ("table", "db", "catalog"):
            column.set(part, None)
    return own


def _written(tree: Any, grammar: str) -> str:
    """Return the text of a tree, which is read as the same tree again. Raises _LeftOutError."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    text: str = tree.sql(dialect=grammar, comments=False)
    try:
        same = sqlglot.parse_one(text, read=grammar) == tree
    except SqlglotError:
        same = False
    if not same:
        raise _LeftOutError(CONDITION)
    return text
