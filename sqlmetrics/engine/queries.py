"""The queries of a user's own, parsed by the engine: each is one statement, and only reads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import missing_column

READING = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"})
"""The nodes of DuckDB's trees of queries that change nothing."""

TABLE = "sqlmetrics_the_table"
"""Stands for a relation while a text is parsed."""

COMMENT = re.compile(rb"/\*.*?\*/|--(?P<name>[^\n]*)", re.DOTALL)
"""A comment before a statement; one to the end of its line names it."""


FUNCTION_NAMES = (re.compile(r"[^\W\d][\w$]*"), re.compile(r"[^\W\d]\w*"), re.compile(r'"((?:[^"]|"")+)"'))
"""Patterns of what may be the name of a function in a text, with `$` and without, and quoted."""


class Written(NamedTuple):
    """A statement of a file, without comments before it, and the first of them."""

    text: str
    comment: str


def statements_of_text(engine: Engine, text: str) -> list[Written]:
    """Return the statements of a text, in which `{table}` stands for a relation.

    DuckDB reads the text itself; for other engines semicolons separate statements, but for those in
    quotes and comments. None of them is checked.
    """
    return list(_parsed(text) if engine.dialect.parses_queries else _split(text))


def check_query(engine: Engine, sql: str, name: str) -> None:
    """Raise SpecError where a text is not one statement that only reads; `name` is the query's.

    Another engine than DuckDB may read quotes otherwise than we do, so that it takes no semicolon
    in any place. Its session only reads by itself, and functions that act outside it are refused.
    """
    refused = SpecError(f"{name} is no query that only reads: one statement, by `select` or `with`")
    if not engine.dialect.parses_queries:
        if ";" in sql.rstrip("; \t\r\n"):
            raise SpecError(f"{name} holds a semicolon, which may begin another statement; leave it out")
        _check_effects(engine, sql, name)
        return
    tree = parsed_tree(engine.connection, sql)
    if tree["error"] and tree.get("error_type") == "parser":
        raise SpecError(f"{name} is no statement of DuckDB: a syntax error", str(tree.get("error_message")))
    if tree["error"] or len(tree["statements"]) != 1 or not all(node in READING for node in _nodes(tree)):
        raise refused
    _check_parameters(tree, name)


def check_expression(
    engine: Engine, text: str, name: str, columns: Sequence[tuple[str, str]], word: str = "`where`"
) -> None:
    """Raise SpecError where DuckDB reads a text as no expression, or one of other columns.

    `word` is what messages call the text. Other engines say so themselves when they are asked for
    the relation; there, too, it calls no function that acts outside its query.
    """
    if not engine.dialect.local_files:
        _check_effects(engine, text, word)
        return
    parsed = parsed_tree(engine.connection, f"select 1 from {TABLE} where ({text})")  # noqa: S608 - only parsed
    if parsed["error"] or len(parsed["statements"]) != 1 or list(_nodes(parsed)) != ["SELECT_NODE"]:
        raise SpecError(f"{word} is no expression of DuckDB: a syntax error", str(parsed.get("error_message")))
    _check_parameters(parsed, word)
    known = [column for column, _ in columns]
    folded = {column.lower() for column in known}
    for names in _columns(parsed["statements"][0]["node"]["where_clause"]):
        if not any(part.lower() in folded for part in names):
            error = missing_column(name, names[-1], known)
            raise SpecError(f"{word}: {error}")


def _check_parameters(tree: Any, name: str) -> None:
    """Raise SpecError for a parameter in a tree of DuckDB's parser, as nothing gives it a value."""
    if any(part.get("class") == "PARAMETER" for part in tree_objects(tree)):
        raise SpecError(f"{name} has a parameter, such as ? or $1, and nothing gives it a value; write the value")


def _check_effects(engine: Engine, text: str, name: str) -> None:
    """Raise SpecError where a text may call a function that acts outside its query.

    Each of its words is looked up, and each part of one, whatever it is there for: so it does not
    matter what the engine takes for a quote or a comment.
    """
    effects = engine.dialect.effects
    if effects is None:
        return
    if effects.escapes.lower() in text.lower():
        raise SpecError(f'{name} writes a name by the numbers of its letters ({effects.escapes}.."); write the letters')
    words = {word for pattern in FUNCTION_NAMES for word in pattern.findall(text)}
    wanted = sorted({*words, *map(str.lower, words)} - effects.harmless)
    if not wanted:
        return
    names = ", ".join(render("literal", word, dialect=engine.dialect) for word in wanted)
    found = sorted(str(row[0]) for row in fetch(engine, effects.among.format(names=names), name, "open"))
    if found:
        raise SpecError(
            f"{name} names {', '.join(found)}: such a function acts outside the query that calls it, on files, settings"
            " or other sessions; leave it out, or make a view with what it returns"
        )


def _columns(tree: Any) -> Iterator[list[str]]:
    """Yield the names of the columns in a tree of DuckDB's parser, but not names in lambdas."""
    for part in tree_objects(tree, without="LAMBDA"):
        if part.get("class") == "COLUMN_REF":
            yield part["column_names"]


def _nodes(tree: Any) -> Iterator[str]:
    """Yield the types of all nodes of queries in a tree of DuckDB's parser."""
    return (part["type"] for part in tree_objects(tree) if str(part.get("type")).endswith("_NODE"))


def parsed_tree(connection: Any, text: str) -> dict[str, Any]:
    """Return a text as the tree of DuckDB's parser."""
    ((tree,),) = connection.execute("select json_serialize_sql(?)", [text]).fetchall()
    return dict(json.loads(tree))


def tree_objects(tree: Any, without: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield the objects in a tree of DuckDB's parser, but no object of a class, nor its parts."""
    if isinstance(tree, dict):
        if without is not None and tree.get("class") == without:
            return
        yield tree
    for part in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from tree_objects(part, without)


def _parsed(text: str) -> Iterator[Written]:
    """Yield the statements of a text by the semicolons that DuckDB takes for the end of one."""
    import duckdb

    whole = text.replace("{table}", TABLE).encode()
    places = [place for place, kind in duckdb.tokenize(whole.decode()) if kind != duckdb.token_type.comment]
    ends = [place for place in places if whole[place : place + 1] == b";"] + [len(whole)]
    before = 0
    for end in ends:
        start = next((place for place in places if before <= place < end), None)
        if start is not None:
            comments = [match["name"] for match in COMMENT.finditer(whole, before, start) if match["name"]]
            name = comments[0].decode().strip() if comments else ""
            yield Written(whole[start:end].decode().strip().replace(TABLE, "{table}"), name)
        before = end + 1


def _split(text: str) -> Iterator[Written]:
    """Yield the statements of a text by its semicolons, but for those in quotes and comments."""
    statement, comment, position = "", "", 0
    while position < len(text):
        mark = text[position]
        if text.startswith("--", position):
            end = text.find("\n", position)
            end = len(text) if end < 0 else end
            comment = comment or (text[position + 2 : end].strip() if not statement.strip() else "")
            position = end
        elif text.startswith("/*", position):
            end = text.find("*/", position)
            position = len(text) if end < 0 else end + 2
        elif mark in "'\"`":
            end = text.find(mark, position + 1)
            end = len(text) - 1 if end < 0 else end
            statement += text[position : end + 1]
            position = end + 1
        elif mark == ";":
            if statement.strip():
                yield Written(statement.strip(), comment)
            statement, comment = "", ""
            position += 1
        else:
            statement += mark
            position += 1
    if statement.strip():
        yield Written(statement.strip(), comment)
