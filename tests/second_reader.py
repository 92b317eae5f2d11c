"""Statements of dialects that no engine here speaks, read by sqlglot and run by DuckDB.

What is proven is what a statement says, as another reader understands it, and not the arithmetic,
the types or the limits of the vendor's engine.
"""

from __future__ import annotations

from typing import cast

import duckdb
import sqlglot
from sqlglot import exp

from engines import Row
from grammars import GLOT

STAND_INS = (
    "create table dual as select 'X' as dummy",
    "create macro from_base(digits, base) as cast('0x' || digits as bigint)",
    "create macro rawtohex(digest) as digest",
    "create macro standard_hash(bytes, kind) as md5(bytes)",
    "create schema utl_i18n",
    "create macro utl_i18n.string_to_raw(text, characters) as encode(text)",
)
"""What DuckDB has in place of a vendor's table of one row, and of its functions of a hash."""


def translated(text: str, dialect: str) -> str:
    """Return statements as DuckDB's, which has other names of types, functions and collations."""
    return ";\n".join(_tree(one).sql("duckdb") for one in sqlglot.parse(text, read=GLOT[dialect]) if one is not None)


def answer(text: str, dialect: str) -> list[Row]:
    """Return the rows of the last of some statements."""
    with duckdb.connect() as connection:
        for statement in STAND_INS:
            connection.execute(statement)
        return connection.execute(translated(text, dialect)).fetchall()


def _tree(tree: exp.Expr) -> exp.Expr:
    """Return a tree with what sqlglot leaves as it is, or drops, in DuckDB's words."""
    for node in reversed([*tree.walk(bfs=True)]):  # children before their parents
        other = _other(node)
        if other is not node:
            tree = other if node is tree else tree
            node.replace(other)
    return tree


def _other(node: exp.Expr) -> exp.Expr:
    """Return what stands for a node."""
    if isinstance(node, exp.Collate):
        return cast("exp.Expr", node.this)
    if isinstance(node, exp.National):
        return exp.Literal.string(node.this)
    if isinstance(node, exp.DataType) and node.this == exp.DataType.Type.FLOAT and node.expressions:
        return exp.DataType.build("double")
    if isinstance(node, exp.Convert) and node.args.get("style") is not None:
        return exp.cast(node.expression.copy(), "text")
    if isinstance(node, exp.DataTypeParam) and node.name.lower() == "max":
        return exp.DataTypeParam(this=exp.Literal.number(8000))
    if isinstance(node, exp.Cast) and isinstance(node.this, exp.Substring) and isinstance(node.this.this, exp.MD5):
        digits = exp.func("substring", node.this.this.copy(), exp.Literal.number(1), exp.Literal.number(12))
        return exp.func("from_base", digits, exp.Literal.number(16))
    if isinstance(node, exp.Cast) and node.to.this == exp.DataType.Type.VARBINARY:
        return exp.Anonymous(this="encode", expressions=[exp.cast(node.this.copy(), "text")])
    if isinstance(node, exp.Anonymous) and node.name.lower() == "nchar":
        return exp.func("chr", *(one.copy() for one in node.expressions))
    if isinstance(node, exp.ToNumber) and node.args.get("format") is not None:
        return exp.func("from_base", node.this.copy(), exp.Literal.number(16))
    return node
