"""One experiment, one number: every engine holds out the same records and gives DuckDB's values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines import ODD, ODD_COLUMNS, Database
from sqlmetrics import tradeoff
from sqlmetrics.engine.comparison import Compared
from sqlmetrics.release.utility.prediction_task import PredictionTask, plan_task, task_entries
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.render import render

FIRST, SECOND, KEYWORD, LETTERS, MARKS, OURS, PERCENT = ODD_COLUMNS

TREE = "3;lo;*\n4;lo;*\n10;mid;*\n11;mid;*\n20;hi;*\n" + "".join(f"{number};far;*\n" for number in range(100, 170))
"""A hierarchy long enough to be joined rather than written as a case."""

TASKS: dict[str, tuple[str, dict[str, Any], list[str], dict[str, Any]]] = {
    "keys with NULLs, one with a partition, one with a hierarchy": (
        "t",
        {"quasi_identifiers": ["k", "g", "y"], "sensitive": ["x"], "partitions": {"g": {"cuts": [2, 5]}}},
        ["x"],
        {"neutral": ["m", "zip"], "hierarchies": {"y": "tree.csv"}},
    ),
    "names with quotes, dots, keywords and parameters": (
        ODD,
        {"quasi_identifiers": [FIRST, SECOND, PERCENT], "sensitive": [KEYWORD]},
        [LETTERS],
        {"neutral": [OURS], "seed": 9, "holdout": 0.25, "suppressed": "it's"},
    ),
    "people, one of them without a name": (
        "t",
        {"quasi_identifiers": ["k"], "sensitive": ["x"], "individual": "g"},
        ["x"],
        {"neutral": ["zip"]},
    ),
}


def task_of(name: str, folder: Path) -> PredictionTask:
    """Return the prediction task of a name."""
    (folder / "tree.csv").write_text(TREE)
    _, words, predicted, more = TASKS[name]
    hierarchies = {column: folder / file for column, file in more.get("hierarchies", {}).items()}
    return plan_task(parse_spec(words), predicted, **more | {"hierarchies": hierarchies})


def utilities(
    database: Database, name: str, folder: Path
) -> dict[tuple[str, ...], tuple[int, float | None, str | None]]:
    """Return what the statement gives in a database, by metric, classifier and measure."""
    task = task_of(name, folder)
    relation = Compared("it's", database.relation(TASKS[name][0]), tuple((column, "") for column in task.columns))
    entries = task_entries(relation, relation, task, task.attributes[0], None)
    staged = (
        database.dialect == "clickhouse"
    )  # which puts a with clause's query wherever its name is used: correct, but half a minute
    if staged:
        database.rows(
            "create table tradeoff_cells engine = Memory as "
            + render("tradeoff_cell_rows", entries, dialect=database.facts)
        )
    try:
        rows = database.rows(render("tradeoff", entries, "tradeoff_cells" if staged else None, dialect=database.facts))
    finally:
        if staged:
            database.rows("drop table tradeoff_cells")
    values: dict[tuple[str, ...], tuple[int, float | None, str | None]] = {}
    for row in rows:
        plain = [part.decode() if isinstance(part, bytes | bytearray) else part for part in row]
        metric, _, _, classifier, measure, records, value, reason = plain
        values[str(metric), str(classifier), str(measure)] = (
            int(records),
            None if value is None else float(value),
            reason,
        )
    return values


def check_engine(engine: Database, truth: Database, name: str, tmp_path: Path) -> None:
    """Assert that held-out records, values to 1e-9, and reasons agree with DuckDB's."""
    expected = utilities(truth, name, tmp_path)
    values = utilities(engine, name, tmp_path)
    assert values.keys() == expected.keys()
    assert len(values) == 17
    for row, (records, value, reason) in expected.items():
        assert (values[row][0], values[row][2]) == (records, reason), row
        assert values[row][1] == pytest.approx(value, rel=1e-9, abs=1e-12), row


@pytest.mark.sampled(2)
@pytest.mark.engines("quick")
@pytest.mark.parametrize("name", TASKS)
def test_every_engine_gives_the_same_utilities(engine: Database, truth: Database, name: str, tmp_path: Path) -> None:
    """The statement holds out the same records, and gives the same utilities, on every engine."""
    check_engine(engine, truth, name, tmp_path)


@pytest.mark.engines("slow", "nested")
def test_a_slow_engine_gives_the_same_utilities(engine: Database, truth: Database, tmp_path: Path) -> None:
    """Engines that take ten seconds for a statement, such as GoogleSQL's, agree on the first task.

    Spark runs the statement on cached cells in the next test.
    """
    check_engine(engine, truth, next(iter(TASKS)), tmp_path)


@pytest.mark.engines("connection", "quick")
def test_the_experiment_runs_where_the_tables_are(engine: Database, truth: Database) -> None:
    """`tradeoff` given a connection gives DuckDB's records, of utility and of privacy."""
    words: dict[str, Any] = {
        "quasi_identifiers": ["k", "zip"],
        "sensitive": ["x"],
        "workload": ["x"],
        "partitions": {"zip": {"prefix": 3}},
    }
    result = tradeoff(engine.written("t"), [engine.written("t")], connection=engine.connection, **words)
    expected = tradeoff("t", ["t"], connection=truth.connection, **words)
    assert [score[:7] for score in result.scores] == [score[:7] for score in expected.scores]
    assert [score.value for score in result.scores] == pytest.approx(
        [score.value for score in expected.scores], rel=1e-9, abs=1e-12
    )
