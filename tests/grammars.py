"""The two grammars of the dialects without an engine; each reads a text once."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, cast

import sqlglot
from sqlfluff.core import FluffConfig, Linter
from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from sqlmetrics.statement.dialects import DIALECTS
from statements import CHECKED
from vendor_facts import GRAMMAR_GAPS

GLOT = {dialect: dialect for dialect in DIALECTS if dialect != "datafusion"} | {"sqlserver": "tsql", "mariadb": "mysql"}
"""The dialects by the first grammar's names; it has none for DataFusion."""

FLUFF = {dialect: dialect for dialect in CHECKED} | {"sqlserver": "tsql"}
"""The dialects by the second grammar's names."""


atexit.register(gc.unfreeze)  # so that what `tree_of` sets aside is collected in the end


@cache
def tree_of(statement: str, dialect: str) -> exp.Expression:
    """Return the syntax tree that the first grammar makes of a text, which is one statement."""
    gc.disable()  # a tree has no garbage, and looking for it takes longer than parsing
    (tree,) = sqlglot.parse(statement, read=GLOT[dialect], error_level=sqlglot.ErrorLevel.RAISE)
    gc.freeze()
    gc.enable()
    return cast(exp.Expression, tree)


@cache
def tokens(statement: str, dialect: str) -> list[Token]:
    """Return the words and marks of a statement."""
    return list(sqlglot.tokenize(statement, read=GLOT[dialect]))


class Part(NamedTuple):
    """A query of a with clause, or the one below the clause: its text, and its tree's shapes."""

    text: str
    shapes: frozenset[tuple[str, ...]]


def shapes(query: exp.Expr) -> frozenset[tuple[str, ...]]:
    """Return the kinds of node in a query, without its with clause.

    Each kind comes with the kind of its parent and its place there.
    """
    nodes = query.walk(prune=lambda node: isinstance(node, exp.With))
    return frozenset((type(node).__name__, type(node.parent).__name__, node.arg_key or "") for node in nodes)


@cache
def parts(statement: str, dialect: str) -> tuple[Part, ...]:
    """Return the queries of a statement: those of its with clause, in order, and the last one."""
    tree = tree_of(statement, dialect)
    queries = [*(part.this for part in tree.ctes), tree]  # type: ignore[attr-defined]
    parts = zip(texts_of_parts(statement, dialect), queries, strict=True)
    return tuple(Part(text, shapes(query)) for text, query in parts)


def texts_of_parts(statement: str, dialect: str) -> Iterator[str]:
    """Return the texts of the queries of a statement, as they stand in it."""
    depth = start = rest = 0
    before = None
    for token in tokens(statement, dialect):
        if token.token_type == TokenType.L_PAREN:
            depth += 1
            if depth == 1 and before is not None and before.text.lower() == "as":
                start = token.end + 1
        elif token.token_type == TokenType.R_PAREN:
            depth -= 1
            if depth == 0 and start:
                yield statement[start : token.start].strip()
                start, rest = 0, token.end + 1
        before = token
    yield statement[rest:].strip()


def fewest(constructs: dict[str, set[Any]]) -> list[str]:
    """Return few and short texts that have every construct that any of the texts has."""
    missing = set().union(*constructs.values())
    chosen = []
    while missing:
        best = max(constructs, key=lambda text: len(constructs[text] & missing) / len(text))
        chosen.append(best)
        missing -= constructs[best]
    return chosen


@cache
def linter(dialect: str) -> Linter:
    """Return the second grammar's reader of a dialect."""
    return Linter(
        config=FluffConfig(overrides={"dialect": FLUFF[dialect], "templater": "raw", "large_file_skip_byte_limit": 0})
    )


def unread(statement: str, dialect: str) -> list[str]:
    """Return the parts of a text that the second grammar does not read, but for the known gaps."""
    for gap in GRAMMAR_GAPS.get(dialect, ()):
        statement = gap.filled(statement)
    parsed = linter(dialect).parse_string(statement)
    assert parsed.tree is not None
    return [violation.desc() for violation in parsed.violations] + [
        part.raw for part in parsed.tree.recursive_crawl("unparsable")
    ]
