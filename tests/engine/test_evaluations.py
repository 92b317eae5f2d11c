"""Row stores evaluate each step once: the source is read once, and nothing runs once per metric."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import sqlmetrics
from engines import Database

FORMS: dict[str, dict[str, Any]] = {
    "an attribute": {"quasi_identifiers": ["k", "g"], "sensitive": ["x"]},
    "no attribute": {"quasi_identifiers": ["k", "g"]},
    "classes": {"quasi_identifiers": ["k", "g"], "sensitive": ["x"], "level": "class"},
}
"""The words of statements that are one chain of steps."""


def statement(engine: Database, words: dict[str, Any]) -> tuple[str, int]:
    """Return the text of every metric of the default, and the number of them."""
    text = sqlmetrics.sql(engine.written("t"), **words, dialect=engine.dialect)
    return text, len(re.findall(r"\n            when N?'\w+'\s+then ", text.partition("case metric\n")[2]))


def nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """Give each mapping of a plan."""
    if isinstance(tree, dict):
        yield tree
        tree = list(tree.values())
    if isinstance(tree, list):
        for part in tree:
            yield from nodes(part)


@pytest.mark.parametrize("name", FORMS)
def test_postgres_runs_each_node_once(engine: Database, name: str) -> None:
    """The table is scanned once, in one loop, and no node runs as often as there are metrics."""
    if engine.dialect != "postgres":
        pytest.skip("this reads the plans of PostgreSQL")
    text, metrics = statement(engine, FORMS[name])
    ((plan,),) = engine.rows("explain (analyze, format json) " + text)
    found = list(nodes(json.loads(plan) if isinstance(plan, str) else plan))
    scans = [node["Actual Loops"] for node in found if node.get("Relation Name") == "t"]
    assert scans == [1]
    loops = max(node["Actual Loops"] for node in found if "Actual Loops" in node)
    assert metrics > 10
    assert loops < (metrics if name != "classes" else metrics * 100), "a class is a row beside its metrics"


@pytest.mark.parametrize("name", FORMS)
def test_mariadb_runs_each_step_once(engine: Database, name: str) -> None:
    """The table is read once, and no derived table is filled as often as there are metrics."""
    if engine.dialect != "mariadb":
        pytest.skip("this reads the plans of MariaDB")
    text, metrics = statement(engine, FORMS[name])
    ((plan,),) = engine.rows("analyze format=json " + text)
    found = list(nodes(json.loads(plan)))
    scans = [node["r_loops"] for node in found if node.get("table_name") == "source"]
    assert scans == [1]
    filled = [node["query_block"]["r_loops"] for node in found if "r_loops" in node.get("query_block", {})]
    assert metrics > 10
    assert set(filled) == {1}


@pytest.mark.parametrize("name", FORMS)
def test_sqlite_reads_the_table_once(engine: Database, name: str) -> None:
    """One scan of the table is in the plan, and no step is looked up by scanning it anew."""
    if engine.dialect != "sqlite":
        pytest.skip("this reads the plans of SQLite")
    text, metrics = statement(engine, FORMS[name])
    plan = [str(row[-1]) for row in engine.rows("explain query plan " + text)]
    assert len([line for line in plan if re.match(r"SCAN (main\.t|t|source)\b", line)]) == 1
    assert not any("CORRELATED" in line for line in plan)
    assert metrics > 10
