"""What a statement computes and never reads, and the comments that say what a row is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

import sqlglot
from sqlglot import exp

from grammars import GLOT

STAR = "*"
LAST = "the last query"

Read = tuple[tuple[str, ...], str]
"""A column that is read: the relations that may have it, and its name."""

MARK = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|`[^`]*`|--[^\n]*|\(|\)")
"""What a statement is cut by: parentheses, and the texts, names and comments that may have some."""

BEGUN = re.compile(r"(\w+) as (?:(?:not )?materialized )?$")
"""What stands before the parenthesis of a query in a with clause."""

ANY = re.compile(r"^ *(\w+) as (?:(?:not )?materialized )?\($")
"""The line on which a query of any with clause begins."""

ROW = re.compile(r" *-- (?:a|an|n|one|so many|the) [^%'\"?{}]*$")
"""The first line of the comment above it, which says what a row is."""


class Part(NamedTuple):
    """A query of the outermost with clause, or the last one: its name, and its text."""

    name: str
    text: str


class Query(NamedTuple):
    """A parsed query.

    It has what each of its columns reads, what its rows need, and the relations that it reads.

    `keys` are the columns that it groups by, which say what a row is of.
    """

    columns: tuple[tuple[str, tuple[Read, ...]], ...] = ()
    rows: tuple[Read, ...] = ()
    sources: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()


Queries = dict[str, Query]

FOUND: dict[Part, Queries] = {}
"""The queries of each text, which is read once: most are alike in many statements and dialects."""


def parts(statement: str) -> Iterator[Part]:
    """Give the queries of a statement's outermost with clause, and the last one."""
    depth = start = rest = 0
    name = ""
    for mark in MARK.finditer(statement):
        if mark[0] == "(":
            depth += 1
            if depth == 1 and (begun := BEGUN.search(statement, rest, mark.start())) is not None:
                name, start = begun[1], mark.end()
        elif mark[0] == ")":
            depth -= 1
            if depth == 0 and name:
                yield Part(name, statement[start : mark.start()])
                name, rest = "", mark.end()
    yield Part(LAST, statement[rest:])


def unread(text: str, dialect: str) -> list[str]:
    """Return the queries of statements that nothing reads, and columns that nothing needs.

    A query has one column in any case, and those that it groups by.
    """
    return sorted({name for statement in text.strip().split(";\n") for name in _unread(statement, dialect)})


def _unread(statement: str, dialect: str) -> list[str]:
    """Return the same of one statement."""
    found: Queries = {}
    for part in parts(statement):
        if part not in FOUND:
            FOUND[part] = _queries_of(part, dialect)
        found |= FOUND[part]
    needed = _needed(found)
    unused = [name for name in found if name not in needed and " branch " not in name]
    for name in needed:
        query = found[name]
        spare = [column for column, _ in query.columns if column not in needed[name] | query.keys | {STAR}]
        if " branch " not in name:
            unused += [f"{name}.{column}" for column in spare[0 if needed[name] or query.keys else 1 :]]
    return unused


def unexplained(text: str) -> list[str]:
    """Return the queries of with clauses without a comment on what a row is."""
    lines = text.splitlines()
    begun = [(_comment(lines[:place]), match[1]) for place, line in enumerate(lines) if (match := ANY.match(line))]
    return [name for comment, name in begun if not ROW.match(comment)]


def _comment(lines: list[str]) -> str:
    """Return the first line of the comment that ends the lines, empty where there is none."""
    own = list(takewhile(lambda line: line.lstrip().startswith("-- "), reversed(lines)))
    return own[-1] if own else ""


def _needed(found: Queries) -> dict[str, set[str]]:
    """Return the columns that the last query needs, by the queries from which it takes rows."""
    needed: dict[str, set[str]] = {}
    todo: list[tuple[str, str]] = [(LAST, STAR)]
    done = set()
    while todo:
        if (wanted := todo.pop()) in done or wanted[0] not in found:
            continue
        done.add(wanted)
        name, column = wanted
        query = found[name]
        reads: list[Read] = []
        if name not in needed:
            needed[name] = set()
            reads += query.rows
            todo += [(source, "") for source in query.sources]
        named = {own for own, _ in query.columns}
        for own, read in query.columns:
            if own == column or column == STAR:
                needed[name].add(own)
                reads += read
            elif own == STAR and column and column not in named:
                reads += [(sources, column) for sources, _ in read]
        todo += [(source, part) for sources, part in reads for source in sources]
    return needed


def _queries_of(part: Part, dialect: str) -> Queries:
    """Return the queries that are in a text, by names."""
    (tree,) = sqlglot.parse(part.text, read=GLOT[dialect], error_level=sqlglot.ErrorLevel.RAISE)
    assert tree is not None
    found: Queries = {}
    _add(found, part.name, tree.expression if isinstance(tree, exp.Create) else tree, {}, {})
    return found


def _add(found: Queries, name: str, tree: exp.Expr, made: Mapping[str, str], near: Mapping[str, str]) -> str:
    """Add a query and all that are in it, and return its name.

    `made` has the queries of inner with clauses by their names, `near` the relations around the
    query by their aliases.
    """
    found[name] = Query()
    clause = tree.args.get("with_")
    for query in clause.expressions if clause is not None else []:
        made = {**made, query.alias: _add(found, f"{name} > {query.alias}", query.this, made, near)}
    if isinstance(tree, exp.Subquery):
        return _add(found, name, tree.this, made, near)
    if isinstance(tree, exp.Select):
        found[name] = _select(found, name, tree, made, near)
    elif isinstance(tree, exp.SetOperation):
        sides = [_add(found, _inner(found, name, "branch"), side, made, near) for side in (tree.left, tree.right)]
        first, second = (found[side].columns for side in sides)
        reads = [(((sides[0],), one), ((sides[1],), other)) for (one, _), (other, _) in zip(first, second, strict=True)]
        apart = () if isinstance(tree, exp.Union) and not tree.args.get("distinct") else sum(reads, ())
        columns = tuple((column, read) for (column, _), read in zip(first, reads, strict=True))
        found[name] = Query(columns, apart, tuple(sides))
    else:
        found[name] = Query(((STAR, ()),))
    return name


def _inner(found: Queries, name: str, kind: str) -> str:
    """Return a new name for a query inside another one."""
    return f"{name} > {kind} {len(found)}"


def _select(found: Queries, name: str, select: exp.Select, made: Mapping[str, str], around: Mapping[str, str]) -> Query:
    """Return a select as a query: its columns, and what each of them needs of relations."""
    joins = select.args.get("joins") or []
    sources: dict[str, str] = {}
    for clause in [select.args.get("from_"), *joins]:
        if clause is not None:
            relation = clause.this
            sources[relation.alias_or_name or STAR] = _source(found, name, relation, made, {**around, **sources})
    near = {**around, **sources}

    def reads(*nodes: exp.Expr | None) -> tuple[Read, ...]:
        return tuple(read for node in nodes if node is not None for read in _reads(found, name, node, made, near))

    columns = tuple((column.alias_or_name or STAR, reads(column)) for column in select.selects)
    rows = reads(*(select.args.get(key) for key in ("where", "group", "having", "qualify", "order", "distinct")))
    for join in joins:
        rows += reads(join.args.get("on"))
        rows += tuple((tuple(sources.values()), column.name) for column in join.args.get("using") or [])
    order = select.args.get("order")
    rows += tuple(((name,), column.name) for column in (order.find_all(exp.Column) if order is not None else []))
    if select.args.get("distinct"):
        rows += (((name,), STAR),)
    group = select.args.get("group")
    keys = [column.alias_or_name for column in select.selects if group and column.unalias() in group.expressions]
    return Query(columns, rows, tuple(sources.values()), frozenset(keys))


def _source(found: Queries, name: str, relation: exp.Expr, made: Mapping[str, str], near: Mapping[str, str]) -> str:
    """Return the name of a relation in a FROM clause, which is added where it is a query."""
    if isinstance(relation, exp.Subquery):
        return _add(found, _inner(found, name, relation.alias), relation.this, made, near)
    return made.get(relation.name, relation.name) if isinstance(relation, exp.Table) else ""


def _reads(
    found: Queries, name: str, node: exp.Expr, made: Mapping[str, str], near: Mapping[str, str]
) -> Iterable[Read]:
    """Give the columns that an expression reads, also by queries within it."""
    for part in node.walk(prune=lambda part: isinstance(part, exp.Query | exp.Column)):
        if isinstance(part, exp.Query):
            yield (_add(found, _inner(found, name, "query"), part, made, near),), STAR
        elif isinstance(part, exp.Column):
            sources = (near[part.table],) if part.table in near else tuple(near.values())
            yield sources, STAR if isinstance(part.this, exp.Star) else part.name
        elif isinstance(part, exp.Star) and not isinstance(part.parent, exp.Count):
            yield tuple(near.values()), STAR
