"""A statement of one metric holds what the metric needs, and nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sqlglot import exp

import sqlmetrics
from grammars import GLOT, tree_of
from sqlmetrics.statement.catalogue import Metric, metrics


def words(metric: Metric, folder: Path) -> dict[str, Any]:
    """Return the question that has a metric."""
    tree = folder / "tree.csv"
    tree.write_text("1;low;*\n2;low;*\n3;high;*\n")
    extra: dict[str, dict[str, Any]] = {
        "population": {"population": "people"},
        "weighted": {"weight": "w"},
        "households": {"weight": "w", "household": "h"},
        "sampled": {"population_size": 90},
        "ordered": {"orders": {"s": ["1", "2", "3"]}},
        "hierarchical": {"hierarchies": {"s": tree}},
    }
    return {"quasi_identifiers": ["a", "b"], "sensitive": ["s", "u"], **extra.get(metric.targets, {})}


def reads(query: exp.Expression) -> Mapping[str, set[str]]:
    """Return the columns that queries read, by the relations in their FROM clauses."""
    found: dict[str, set[str]] = defaultdict(set)
    for select in query.find_all(exp.Select):
        sources = [select.args.get("from_"), *(select.args.get("joins") or [])]
        tables = [source.this.name for source in sources if source is not None and isinstance(source.this, exp.Table)]
        columns = {column.name for column in select.find_all(exp.Column)} if tables else set()
        for table in tables:
            found[table] |= columns
    return found


def unused(statement: str, dialect: str) -> list[str]:
    """Return the queries of a with clause, and the columns of these, that nothing reads.

    A query needs one column, and one that it groups by is needed by its groups.
    """
    tree = tree_of(statement, dialect)
    found = []
    by_name = reads(tree)
    tables = {table.name for table in tree.find_all(exp.Table)}
    for query in tree.find_all(exp.CTE):
        name = query.alias
        read = by_name[name]
        if name not in tables:
            found.append(name)
        first = next(query.this.find_all(exp.Select))
        grouped = {str(key) for key in (first.args.get("group") or exp.Group()).expressions}
        columns = [column for column in first.selects if str(column.unalias()) not in grouped]
        found += [f"{name}.{column.alias_or_name}" for column in columns if column.alias_or_name not in read][
            : len(columns) - (not read)
        ]
    return found


@pytest.mark.parametrize("metric", metrics(), ids=lambda metric: metric.name)
def test_a_metric_alone_reads_all_that_is_computed(metric: Metric, tmp_path: Path) -> None:
    """No common table expression and no column of one stands in a statement without a use."""
    for dialect in GLOT:
        asked = words(metric, tmp_path)
        statement = sqlmetrics.sql("t", **asked, metrics=[metric.name], dialect=dialect)
        assert not unused(statement, dialect), (dialect, statement)


def test_k_alone_is_short() -> None:
    """The smallest class is a count, a minimum, and the record; no sensitive attribute is read."""
    statement = sqlmetrics.sql("people", ["age", "zip"], ["disease"], metrics=["k_anonymity"])
    assert len(statement.splitlines()) <= 30
    assert statement.count("group by") == statement.count("count(*)") == 1
    assert "ln(" not in statement
    assert "disease" not in statement


CHANGES: list[dict[str, Any]] = [
    {"individual": "u", "sensitive": ["s"]},
    {"nulls": "drop"},
    {"suppressed": "4"},
]
"""What is asked beside the plain question."""


def alone_and_among_all(level: str, change: dict[str, Any], picked: slice) -> None:
    """Compare each of some metrics, scored alone, with its records among those of all metrics."""
    asked: dict[str, Any] = {"quasi_identifiers": ["a", "b"], "sensitive": ["s", "u"], "population": "t"} | change
    asked |= {"weight": "w", "household": "h"}
    asked |= {"orders": dict.fromkeys(asked["sensitive"], "natural"), "level": level}
    with duckdb.connect() as connection:
        connection.execute(
            "create table t as select i % 7 as a, i % 3 as b, i * i % 11 % 3 + 1 as s, i % 5 as u, 5 + i % 5 as w,"
            " i // 4 as h"
            " from range(90) r(i) union all select 4, 9, 1, 0, 5, 1"
        )
        every = sqlmetrics.score("t", **asked, metrics=["all"], connection=connection)
        for metric in list(dict.fromkeys(score.metric for score in every.scores))[picked]:
            alone = sqlmetrics.score("t", **asked, metrics=[metric], connection=connection)
            expected = [score for score in every.scores if score.metric == metric]
            assert len(alone.scores) == len(expected)
            for one, other in zip(alone.scores, expected, strict=True):
                assert one._replace(value=None) == other._replace(value=None)
                assert one.value == (None if other.value is None else pytest.approx(other.value, rel=1e-12, abs=1e-12))


@pytest.mark.parametrize("level", ["table", "class"])
def test_a_metric_alone_is_the_number_among_all(level: str) -> None:
    """A shorter statement gives the same records as the one of all metrics.

    Each metric is asked plainly, and with one of the changes.
    """
    alone_and_among_all(level, {}, slice(None))
    for place, change in enumerate(CHANGES):
        alone_and_among_all(level, change, slice(place, None, len(CHANGES)))


@pytest.mark.thorough
@pytest.mark.parametrize("level", ["table", "class"])
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_a_metric_alone_is_the_number_with_every_change(level: str, change: dict[str, Any]) -> None:
    """A shorter statement of every metric gives the same records with every change."""
    alone_and_among_all(level, change, slice(None))
