"""Drill-down: the classes that break a condition, and records with their classes' scores."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.classes import parse_condition

Command = Callable[..., Run]
ROWS = [
    *[("a", 1, "flu")] * 3,
    ("a", 1, "cold"),
    *[("b", 1, "flu")] * 2,
    ("b", None, "cold"),
    (None, None, "flu"),
    *[("c", 2, "cold")] * 2,
]
"""Records in five classes.

(a,1) has 4, (b,1) 2, (c,2) 2, and two classes with NULLs have one record each.
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A Parquet file of ROWS."""
    connection = duckdb.connect()
    connection.execute("create table t (k varchar, z integer, d varchar)")
    connection.executemany("insert into t values (?, ?, ?)", ROWS)
    connection.execute(f"copy t to '{tmp_path}/t.parquet'")
    return tmp_path / "t.parquet"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("k < 5", "k_anonymity < 5"),
        ("k_anonymity<=2", "k_anonymity <= 2"),
        (" t > .5 ", "t_closeness_equal > 0.5"),
        ("distinct_l_diversity < 1e1", "distinct_l_diversity < 10"),
        ("ITPR >= -0.5", "itpr >= -0.5"),
    ],
)
def test_a_condition_is_read(text: str, expected: str) -> None:
    """A condition names a metric in full or by its symbol, in either case, with any blanks."""
    assert str(parse_condition(text)) == expected


@pytest.mark.parametrize(
    "text",
    ["", "k", "k <", "k = 5", "k < five", "k < 1.2.3", "kk < 2", "mutual_information > 1", "k < 5; drop table t"],
)
def test_what_is_no_condition_is_an_error(text: str) -> None:
    """A text without a condition, or without a metric of classes, is an error with the fix."""
    with pytest.raises(SpecError, match=r"no condition|no metric of classes|not a number"):
        parse_condition(text)


def test_the_classes_of_a_condition_are_counted_and_the_worst_come_first(table: Path) -> None:
    """The classes below k = 4, counted by hand, come with the worst first.

    They are (b,1), (c,2), (b,NULL) and (NULL,NULL), with six records. A limit does not change the
    numbers.
    """
    result = sqlmetrics.classes(table, ["k", "z"], "d", conditions="k < 4", limit=3)
    (breach,) = result.breaches
    assert (breach.target, breach.classes, breach.records) == ("identity", 4, 6)
    assert sorted(breach.worst[:2], key=str) == [(None, ",", 1, (1.0,)), (None, "b,", 1, (1.0,))]
    assert len(breach.worst) == 3
    assert sqlmetrics.classes(table, ["k", "z"], "d", conditions="k < 1").breaches == ()


def test_any_of_several_conditions_counts_on_each_target_that_has_its_metric(table: Path) -> None:
    """Every target has the classes that break any of its own conditions, worst by its first one.

    k is the identity's, l the sensitive attribute's.
    """
    result = sqlmetrics.classes(
        table, ["k", "z"], "d", conditions=["k < 2", "l < 2", "alpha > 0.7"], metrics=["entropy_l_diversity"]
    )
    by_target = {breach.target: breach for breach in result.breaches}
    assert (by_target["identity"].classes, by_target["identity"].records) == (2, 2)
    assert (by_target["d"].classes, by_target["d"].records) == (5, 10)
    assert result.metrics[0] == "k_anonymity"
    assert "entropy_l_diversity" in result.metrics
    ls = [one.values[result.metrics.index("distinct_l_diversity")] for one in by_target["d"].worst]
    assert ls == sorted(ls)  # type: ignore[type-var]
    assert list(result.to_pandas().columns) == ["target", "partition", "class", "records", *result.metrics, "k", "z"]


def test_an_infinite_score_breaks_a_bound_from_above(table: Path) -> None:
    """An infinite recursive c, of a class with fewer than l values, exceeds every bound.

    Such classes come first.
    """
    result = sqlmetrics.classes(table, ["k", "z"], "d", conditions="recursive_cl_diversity > 2", parameters={"l": 2})
    (breach,) = result.breaches
    assert breach.classes == 5
    assert [one.values for one in breach.worst] == [(None,)] * 4 + [(3.0,)]
    assert (
        sqlmetrics.classes(
            table, ["k", "z"], "d", conditions="recursive_cl_diversity < 2", parameters={"l": 2}
        ).breaches
        == ()
    )


def test_values_are_shown_only_on_request(table: Path, run: Command) -> None:
    """Key values come with --show-values alone, in the terminal, CSV, JSON and SQL.

    JSON numbers are whole.
    """
    arguments = ("classes", table, "-q", "k", "-q", "z", "--condition", "k < 4")
    shown = run(*arguments)
    assert (shown.code, shown.err) == (0, "")
    assert "identity: 4 classes, 6 records" in shown.out
    for output in (
        shown.out,
        run(*arguments, "-f", "csv").out,
        run(*arguments, "-f", "json").out,
        run(*arguments, "--print-sql").out,
    ):
        assert "b, 1" not in output
        assert '"b,1"' not in output
    assert "b, 1" in run(*arguments, "--show-values").out
    assert '"b,1"' in run(*arguments, "--show-values", "-f", "csv").out
    result = json.loads(run(*arguments, "-f", "json").out)
    assert result["breaches"][0]["classes"] == 4
    assert result["breaches"][0]["worst"][0]["class"] is None
    assert "There are none." in run("classes", table, "-q", "k", "--condition", "k < 1").out


def test_the_printed_statement_gives_the_same(table: Path, run: Command) -> None:
    """The statement of --print-sql lists the same classes in DuckDB."""
    printed = run("classes", table, "-q", "k", "-q", "z", "-s", "d", "--condition", "l < 2", "--print-sql")
    rows = duckdb.execute(printed.out).fetchall()
    expected = sqlmetrics.classes(table, ["k", "z"], "d", conditions="l < 2").breaches[0]
    assert len(rows) == expected.classes
    assert {row[2:4] for row in rows} == {(expected.classes, expected.records)}


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("classes", "-q", "k"), 2, "write the condition on classes in `conditions` (--condition), such as"),
        (("classes", "-q", "k", "--where", "k < 2"), 2, "`conditions` (--condition), such as"),
        (("classes", "-q", "k", "--condition", "l < 2"), 2, "needs a sensitive attribute"),
        (("classes", "-q", "kk", "--condition", "k < 2"), 2, "has no column 'kk'"),
        (("records", "-q", "k"), 2, "name the file"),
        (("records", "-q", "k", "-o", "x.json"), 2, "must end in .parquet or .csv"),
        (("records", "-q", "k", "-o", "no/such/x.csv"), 2, "does not exist"),
    ],
)
def test_a_mistake_is_named(table: Path, run: Command, arguments: tuple[str, ...], code: int, message: str) -> None:
    """A mistake ends with its exit code and a message with the fix; nothing is written."""
    command, *rest = arguments
    before = sorted(table.parent.iterdir())
    ended = run(command, table, *rest)
    assert (ended.code, ended.out) == (code, "")
    assert message in " ".join(ended.err.split())
    assert sorted(table.parent.iterdir()) == before


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_records_are_written_with_the_scores_of_their_classes(table: Path, run: Command, ending: str) -> None:
    """Every record is written once beside its class's scores, with NULLs in its keys too."""
    output = table.parent / f"scored.{ending}"
    ended = run("records", table, *shlex.split("-q k -q z -s d -m k_anonymity -m distinct_l_diversity"), "-o", output)
    assert ended.code == 0
    rows = duckdb.execute(f"select k, z, d, k_anonymity, distinct_l_diversity_d from '{output}'").fetchall()
    assert len(rows) == len(ROWS)
    expected = {("a", 1): (4, 2), ("b", 1): (2, 1), ("b", None): (1, 1), (None, None): (1, 1), ("c", 2): (2, 1)}
    assert sorted(map(str, rows)) == sorted(str((*row, *map(float, expected[row[:2]]))) for row in ROWS)


def test_records_of_recoded_keys_left_out_nulls_and_individuals(table: Path) -> None:
    """Partitions recode keys and not records, and records that `drop` leaves out have no score.

    These are also records without a person, or without the attribute. A partition's name is part of
    its column's name.
    """
    output = table.parent / "scored.parquet"
    options: dict[str, Any] = {
        "partitions": {"z": {"cuts": [2]}, "d": {"name": "any", "mapping": {"flu": "ill", "cold": "ill"}}}
    }
    written = sqlmetrics.records(
        table, "z", "d", output=output, nulls="drop", metrics=["k_anonymity", "entropy_l_diversity"], **options
    )
    assert written == len(ROWS)
    rows = duckdb.execute(
        f"select z, k_anonymity, entropy_l_diversity_d_any from '{output}' group by all order by z"
    ).fetchall()
    assert rows == [(1, 6.0, 1.0), (2, 2.0, 1.0), (None, None, None)]
    visits = pd.DataFrame({"z": [1, 1, 1], "who": ["a", "b", None], "d": ["flu", None, "cold"]})
    for individual, expected in (
        (None, [(3.0, 0.5), (3.0, None), (3.0, 0.5)]),
        ("who", [(2.0, 1.0), (2.0, None), (None, None)]),
    ):
        output.unlink()
        sqlmetrics.Table(visits, "z", "d", individual=individual).records(
            output, nulls="drop", metrics=["k_anonymity", "alpha_k_anonymity"]
        )
        scores = duckdb.execute(f"select k_anonymity, alpha_k_anonymity_d from '{output}'").fetchall()
        assert scores == expected


def test_a_column_of_the_scores_name_is_an_error(table: Path) -> None:
    """A column with the name of a score is an error, and is not overwritten."""
    duckdb.sql(f"copy (select *, 1 as k_anonymity from '{table}') to '{table.parent}/u.parquet'")
    with pytest.raises(SpecError, match="has a column 'k_anonymity'"):
        sqlmetrics.records(table.parent / "u.parquet", "k", output=table.parent / "v.parquet")
    assert not (table.parent / "v.parquet").exists()
