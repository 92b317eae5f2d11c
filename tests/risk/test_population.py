"""A population beside the table, and records that are fully suppressed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import sqlmetrics
from conftest import Run
from examples import examples
from sqlmetrics.errors import SpecError

Command = Callable[..., Run]
METRICS = (
    "k_map",
    "delta_presence",
    "delta_presence_least",
    "journalist_risk",
    "average_journalist_risk",
    "marketer_risk",
)


def connect(sample: list[tuple[Any, ...]], population: list[tuple[Any, ...]]) -> duckdb.DuckDBPyConnection:
    """Return a database with a table `t` and its population `p`, of columns k, z and person."""
    connection = duckdb.connect()
    for name, rows in (("t", sample), ("p", population)):
        connection.execute(f"create table {name} (k varchar, z integer, person integer)").fetchall()
        if rows:
            connection.executemany(f"insert into {name} values (?, ?, ?)", rows)
    return connection


def test_the_risks_of_a_population_by_hand() -> None:
    """Classes of 2, 1 and 1 records among 3, 2 and 1 people have the risks worked out by hand.

    k-map is 1, presence 1/2 to 1, journalist 1 and 19/30, marketer 19/30.
    """
    sample = [("a", 1, 1), ("a", 1, 2), ("b", 2, 3), (None, 2, 4), ("c", 9, 5)]
    population = [*[("a", 1, 0)] * 3, ("b", 2, 0), ("b", 2, 0), (None, 2, 0), ("c", 9, 0), ("d", 7, 0)]
    scores = sqlmetrics.score("t", ["k", "z"], population="p", connection=connect(sample, population), metrics=METRICS)
    assert [scores.value(metric) for metric in METRICS] == pytest.approx([1, 1, 0.5, 1, 19 / 30, 19 / 30])
    by_class = sqlmetrics.score(
        "t", ["k", "z"], population="p", connection=connect(sample, population), metrics=["k_map"], level="class"
    )
    assert by_class.value("k_map", key=[None, 2]) == 1
    assert by_class.value("k_map", key=["a", 1]) == 3


@pytest.mark.parametrize(("nulls", "k"), [("category", 3), ("drop", 2)])
def test_a_person_without_a_name_counts_on_both_sides_alike(nulls: str, k: int) -> None:
    """NULL is one person of the population, and with `drop` nobody, as in the table itself."""
    connection = connect([("a", 1, 1), ("a", 1, None)], [("a", 1, 1), ("a", 1, 2), ("a", 1, None), ("a", 1, None)])
    words: dict[str, Any] = {"individual": "person", "population": "p", "nulls": nulls, "metrics": "k_map"}
    assert sqlmetrics.score("t", ["k", "z"], connection=connection, **words).value("k_map") == k


ROW = st.tuples(
    st.sampled_from(["a", "b", None]), st.sampled_from([1, 2, None]), st.sampled_from([0, 1, 2, 3, 4, None])
)


@examples(200)
@given(st.lists(ROW, min_size=1, max_size=12), st.lists(ROW, max_size=12), st.booleans(), st.booleans())
def test_the_risks_agree_with_their_definitions(sample: list[Any], others: list[Any], people: bool, drop: bool) -> None:
    """The risks of any table in any population follow their definitions, with NULLs among the keys.

    The table's rows are records or individuals, each in the class that exposes them most; NULLs,
    also of individuals, may be dropped.
    """
    population = sample + others

    def known(rows: list[Any]) -> list[Any]:
        return [row for row in rows if not drop or None not in (row if people else row[:2])]

    def sizes(rows: list[Any]) -> Counter[Any]:
        return Counter(row[:2] for row in (set(known(rows)) if people else known(rows)))

    inside, around = sizes(sample), sizes(population)
    assume(inside)
    reach: dict[Any, float] = {}
    for number, row in enumerate(known(sample)):
        who = row[2] if people else number
        reach[who] = max(reach.get(who, 0.0), 1 / around[row[:2]])
    mean = sum(reach.values()) / len(reach)
    expected = [
        min(around[key] for key in inside),
        max(count / around[key] for key, count in inside.items()),
        min(count / around[key] for key, count in inside.items()),
        max(1 / around[key] for key in inside),
        max(len(inside) / sum(around[key] for key in inside), mean),
        mean,
    ]
    options: dict[str, Any] = {"individual": "person"} if people else {}
    options |= {"nulls": "drop"} if drop else {}
    connection = connect(sample, population)
    scores = sqlmetrics.score("t", ["k", "z"], population="p", connection=connection, metrics=METRICS, **options)
    assert [scores.value(metric) for metric in METRICS] == pytest.approx(expected)


def test_recoding_and_dropping_hold_for_the_population_too() -> None:
    """One partition recodes the keys of both, and records with a NULL are left out of both."""
    connection = connect([("a", 1, 1), (None, 1, 2)], [("a", 1, 1), ("a", 8, 2), (None, 1, 3)])
    options: dict[str, Any] = {"partitions": {"z": {"mapping": {"1": "low", "8": "low"}}}, "nulls": "drop"}
    assert (
        sqlmetrics.score("t", ["k", "z"], population="p", connection=connection, metrics="k_map", **options).value(
            "k_map"
        )
        == 2
    )


@pytest.mark.parametrize("population", [[], [("b", 1, 1)], [("a", 1, 1)]])
def test_a_population_that_is_not_the_tables_is_an_error(population: list[Any]) -> None:
    """A class that the population lacks, or has fewer people of, is an error and no score."""
    with pytest.raises(SpecError, match="nobody of some class, or fewer people"):
        sqlmetrics.score("t", ["k", "z"], population="p", connection=connect([("a", 1, 1), ("a", 1, 2)], population))


def test_population_metrics_need_a_population(run: Command, tmp_path: Path) -> None:
    """Metrics of a population need one with the columns of the keys, and say so without it."""
    duckdb.sql(f"copy (select 1 as k, 2 as z) to '{tmp_path}/t.parquet'")
    duckdb.sql(f"copy (select 1 as k) to '{tmp_path}/p.parquet'")
    table, population = tmp_path / "t.parquet", tmp_path / "p.parquet"
    assert "k_map" in run("score", table, "-q", "k", "--population", population, "-f", "csv").out
    missing = run("score", table, "-q", "k", "-m", "k_map")
    assert (missing.code, "a table of the population: name it as `population` (--population)" in missing.err) == (
        2,
        True,
    )
    other = run("score", table, "-q", "z", "--population", population)
    assert (other.code, "the population" in other.err, "has no column 'z'" in other.err) == (2, True, True)
    printed = run("sql", "c.t", "-q", "k", "--population", "c.p", "-m", "k_map", "--dialect", "postgres").out
    assert printed.count('"c"."p" source') == 1


SUPPRESSED = [("*", "*", "f"), ("*", "*", "g"), ("*", "b", "f"), ("a", "b", "f"), ("a", "b", "g")]


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """A release with two fully suppressed records of five, and one suppressed in part."""
    connection = duckdb.connect()
    connection.execute("create table t (k varchar, z varchar, d varchar)")
    connection.executemany("insert into t values (?, ?, ?)", SUPPRESSED)
    connection.execute(f"copy t to '{tmp_path}/t.parquet'")
    return tmp_path / "t.parquet"


def test_fully_suppressed_records_are_left_out_and_counted(released: Path, run: Command) -> None:
    """Fully suppressed records form no class, and the report has their number.

    k is that of the one record that is suppressed in part.
    """
    scores = sqlmetrics.score(released, ["k", "z"], ["d"], suppressed="*")
    assert (scores.records, scores.suppressed) == (5, (2, False))
    assert scores.value("k_anonymity") == 1
    without = sqlmetrics.score(_kept(released), ["k", "z"], ["d"])
    assert scores.value("entropy", target="d") == without.value("entropy", target="d")
    shown = run("score", released, "-q", "k", "-q", "z", "--suppressed", "*", "-m", "k_anonymity")
    assert "2 records are fully suppressed: left out of the classes." in shown.out
    result = json.loads(run("score", released, "-q", "k", "-q", "z", "--suppressed", "*", "-f", "json").out)
    assert result["suppressed"] == {"records": 2, "kept": False}


def _kept(released: Path) -> Path:
    path = released.parent / "kept.parquet"
    duckdb.sql(f"copy (select * from '{released}' where not (k = '*' and z = '*')) to '{path}'")
    return path


def test_only_quasi_identifiers_have_a_mark_where_attributes_are_harmonised() -> None:
    """Hidden records stay hidden from an attacker who knows another sensitive attribute, too."""
    rows = [("*", "u", "1"), ("*", "v", "2"), ("x", "u", "1"), ("x", "v", "1"), ("y", "u", "2"), ("y", "u", "2")]
    words: Any = {"quasi_identifiers": "a", "sensitive": ["s", "t"], "harmonise": True, "metrics": "k_anonymity"}
    frames = [pd.DataFrame(own, columns=["a", "s", "t"]) for own in (rows, rows[2:])]
    without = sqlmetrics.score(frames[1], **words)
    assert [score.value for score in without] == [2, 1]
    for marks in ("*", {"a": "*"}):
        hidden = sqlmetrics.score(frames[0], **words, suppressed=marks)
        assert hidden.scores == without.scores
        assert hidden.suppressed == (2, False)


@pytest.mark.parametrize("nulls", ["category", "drop"])
@pytest.mark.parametrize("individual", [None, "d"])
def test_leaving_them_out_is_as_if_they_were_not_there(released: Path, nulls: Any, individual: str | None) -> None:
    """Every score but discernibility is that of the table without the suppressed records.

    This holds with individuals, and where NULLs are dropped, too.
    """
    sensitive = [] if individual else ["d"]
    options: dict[str, Any] = {"nulls": nulls, "individual": individual, "metrics": ["all"]}
    result = sqlmetrics.score(released, ["k", "z"], sensitive, suppressed="*", **options)
    without = sqlmetrics.score(_kept(released), ["k", "z"], sensitive, **options)
    counted = ("discernibility",)
    assert [score for score in result.scores if score.metric not in counted] == [
        score for score in without.scores if score.metric not in counted
    ]
    more = result.value("discernibility")
    fewer = without.value("discernibility")
    assert more is not None
    assert fewer is not None
    assert more > fewer


def test_they_may_be_a_class_of_their_own(released: Path, run: Command) -> None:
    """Suppressed records that are kept form one class of two; a spec may hold marks per column."""
    by_class = sqlmetrics.score(released, ["k", "z"], suppressed="*", keep_suppressed=True, level="class")
    assert by_class.value("k_anonymity", key=["*", "*"]) == 2
    shown = run("score", released, "-q", "k", "-q", "z", "--suppressed", "*", "--keep-suppressed", "-m", "k_anonymity")
    assert "2 records are fully suppressed: a class of their own." in shown.out
    spec = released.parent / "s.yml"
    spec.write_text(
        "relation: t.parquet\nquasi_identifiers: [k, z]\nsuppressed: {k: '*', z: b}\nmetrics: [k_anonymity]\n"
    )
    assert "1 record is fully suppressed" in run("score", "--spec", spec).out


def test_a_mark_needs_no_domain_in_a_partition(released: Path) -> None:
    """A partition that lists the other values need not list the mark."""
    scores = sqlmetrics.score(_two(released), "k", "d", suppressed="*", partitions={"k": {"a": "A"}})
    assert scores.value("k_anonymity") == 2


def _two(released: Path) -> Path:
    path = released.parent / "two.parquet"
    duckdb.sql(f"copy (select * from '{released}' where z = '*' or k = 'a') to '{path}'")
    return path


def test_marks_of_some_columns_only_are_an_error(released: Path) -> None:
    """A mark is needed for every quasi-identifier: a fully suppressed record has all of them."""
    with pytest.raises(SpecError, match="one mark for all quasi-identifiers"):
        sqlmetrics.score(released, ["k", "z"], suppressed={"k": "*"})
    with pytest.raises(SpecError, match="keep_suppressed goes with suppressed"):
        sqlmetrics.score(released, ["k", "z"], keep_suppressed=True)
