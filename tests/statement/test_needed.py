"""A statement of one metric holds what the metric needs, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
        "ordered": {"orders": {"s": ["1", "2", "3"]}},
        "hierarchical": {"hierarchies": {"s": tree}},
    }
    return {"quasi_identifiers": ["a", "b"], "sensitive": ["s", "u"], **extra.get(metric.targets, {})}


def reads(query: exp.Expression, name: str) -> Iterator[str]:
    """Yield the columns that the queries with a relation in their FROM clause read."""
    for select in query.find_all(exp.Select):
        sources = [select.args.get("from_"), *(select.args.get("joins") or [])]
        tables = [source.this for source in sources if source is not None]
        if any(isinstance(table, exp.Table) and table.name == name for table in tables):
            inner = (column for column in select.find_all(exp.Column))
            yield from (column.name for column in inner)


def unused(statement: str, dialect: str) -> list[str]:
    """Return the queries of a with clause, and the columns of these, that nothing reads.

    A query needs one column, and one that it groups by is needed by its groups.
    """
    tree = tree_of(statement, dialect)
    found = []
    for query in tree.find_all(exp.CTE):
        name = query.alias
        read = set(reads(tree, name))
        if not any(table.name == name for table in tree.find_all(exp.Table)):
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
    assert len(statement.splitlines()) < 55
    assert "ln(" not in statement
    assert "disease" not in statement


@pytest.mark.parametrize("level", ["table", "class"])
def test_a_metric_alone_is_the_number_among_all(level: Any, tmp_path: Path) -> None:
    """A shorter statement gives the same records as the one of all metrics."""
    rows = "\n".join(f"{i % 7},{i % 3},{i * i % 11 % 3 + 1},{i % 5}" for i in range(90))
    (tmp_path / "t.csv").write_text(f"a,b,s,u\n{rows}\n4,9,1,0\n")
    for change in ({}, {"individual": "u", "sensitive": ["s"]}, {"nulls": "drop"}, {"suppressed": "4"}):
        asked: dict[str, Any] = {
            "quasi_identifiers": ["a", "b"],
            "sensitive": ["s", "u"],
            "population": tmp_path / "t.csv",
        } | change
        asked |= {"orders": dict.fromkeys(asked["sensitive"], "natural"), "level": level}
        every = sqlmetrics.score(tmp_path / "t.csv", **asked, metrics=["all"])
        for metric in dict.fromkeys(score.metric for score in every.scores):
            alone = sqlmetrics.score(tmp_path / "t.csv", **asked, metrics=[metric])
            expected = [score for score in every.scores if score.metric == metric]
            assert len(alone.scores) == len(expected)
            for one, other in zip(alone.scores, expected, strict=True):
                assert one._replace(value=None) == other._replace(value=None)
                assert one.value == (None if other.value is None else pytest.approx(other.value, rel=1e-12, abs=1e-12))
