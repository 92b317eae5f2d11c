"""Each slice scores as a filtered run on it, on every engine and by all plans."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from engines import TABLES, Database, Row
from examples import examples
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render

Scores = dict[tuple[Any, ...], tuple[Any, ...]]

RELATION = "the_relation"
"""Stands for the relation in a text that is made once."""

BOTH: dict[str, Any] = {"quasi_identifiers": ["age", "sex"], "sensitive": ["disease", "pay"], "by": ["hospital"]}
ONE = {**BOTH, "sensitive": ["disease"]}
ALL: dict[str, Any] = {"metrics": ["all"]}

ASKED: dict[str, dict[str, Any]] = {
    "all metrics": {**BOTH, **ALL},
    "an order and a hierarchy": {
        **ONE,
        "sensitive": ["pay"],
        "orders": {"pay": "natural"},
        "hierarchies": {"pay": ["tree.csv", "pairs.csv"]},
    },
    "one attribute": ONE,
    "no attribute, two columns of slices": {**BOTH, **ALL, "sensitive": [], "by": ["hospital", "ward"]},
    "one metric": {**ONE, "metrics": ["itpr"], "by": ["ward", "hospital"]},
    "classes": {**BOTH, "level": "class", "orders": {"pay": "natural"}},
    "people": {**BOTH, **ALL, "individual": "id"},
    "classes of people": {**ONE, "individual": "id", "level": "class"},
    "drop": {**BOTH, "nulls": "drop"},
    "drop people": {**BOTH, **ALL, "nulls": "drop", "individual": "id"},
    "suppressed": {**BOTH, **ALL, "suppressed": {"age": "31", "sex": "f"}},
    "suppressed people": {**ONE, "suppressed": {"age": "31", "sex": "f"}, "individual": "id"},
    "weights and households": {**ONE, **ALL, "weight": "weight", "household": "house"},
    "a population": {**ONE, **ALL, "population": "visits"},
    "a population of people": {**ONE, "population": "visits", "individual": "id"},
    "partitions": {
        **ONE,
        "partitions": {
            "age": {"cuts": [40]},
            "disease": ["raw", {"name": "m", "mapping": {"flu": "lung", "hiv": "blood"}, "unmapped": "rest"}],
        },
    },
    "unmapped values": {
        **ONE,
        "partitions": {"disease": {"mapping": {"flu": "lung"}}, "age": {"mapping": {"31": "x"}}},
    },
}
"""What is asked of the slices of visits."""

QUICK = (
    *("an order and a hierarchy", "people", "drop", "suppressed"),
    *("weights and households", "a population", "partitions"),
)
"""The requests that other engines answer."""


def plan_of(words: Mapping[str, Any], folder: Path) -> Plan:
    """Return the plan of a request, whose records name slices and classes."""
    (folder / "tree.csv").write_text("1;lo;*\n2;lo;*\n3;hi;*\n")
    (folder / "pairs.csv").write_text("1;ends;*\n2;middle;*\n3;ends;*\n")
    return build_plan(parse_spec(words, folder=folder), show_values=True)


def statement(plan: Plan, dialect: Dialect, *, way: str = "textbook") -> str:
    """Return the statement of a plan in a dialect, which reads RELATION, also as its population."""
    entries = plan_entries(plan, RELATION, population=RELATION, needed=True, way=way)
    return render("score", entries, dialect=dialect)


def by_slice(rows: Sequence[Row]) -> dict[Any, Scores]:
    """Return records, value, reason and parameters of each score, by the names of the slices."""
    slices: dict[Any, Scores] = {}
    for row in rows:
        plain = [part.decode() if isinstance(part, bytes | bytearray) else part for part in row]
        own = slices.setdefault(plain[4], {})
        of = (*plain[:4], *plain[5:7])
        assert of not in own, of
        own[of] = (int(plain[7]), None if plain[8] is None else float(plain[8]), *plain[9:])
    return slices


def check_alike(scores: Scores, expected: Scores, tolerance: float) -> None:
    """Assert that scores are the expected ones, and values within a relative tolerance."""
    assert scores.keys() == expected.keys()
    for of, (records, value, *rest) in expected.items():
        got = scores[of]
        assert (got[0], [*got[2:]], got[1] is None) == (records, rest, value is None), (of, got, expected[of])
        assert value is None or math.isclose(got[1], value, rel_tol=tolerance, abs_tol=1e-12), (of, got, value)


def line(values: Sequence[Any]) -> str:
    """Return values as a line of CSV: NULL is an empty field, and an empty text has quotes."""
    quoted = [
        "" if value is None else f'"{value}"' if value == "" or "," in str(value) else str(value) for value in values
    ]
    return ",".join(quoted)


def filtered(table: str, columns: Sequence[str], values: Sequence[Any], dialect: Dialect) -> str:
    """Return the records of a table with values in columns, as text of a FROM clause."""
    conditions = [
        f"{render('quoted', column, dialect=dialect)}"
        + (" is null" if value is None else f" = {render('literal', value, dialect=dialect)}")
        for column, value in zip(columns, values, strict=True)
    ]
    return f"(select * from {table} records_of where {' and '.join(conditions)})"


def check_slices(database: Database, plan: Plan, table: str, rows: Sequence[Mapping[str, Any]], **options: Any) -> None:
    """Assert that each slice of a table has the scores of a run on its records alone.

    Where no record is complete there is no class, and at that level no score.
    """
    slices = by_slice(database.rows(statement(plan, database.facts, **options).replace(RELATION, table)))
    alone = statement(replace(plan, slices=()), database.facts, **options)
    wanted = dict.fromkeys(tuple(row[column] for column in plan.slices) for row in rows)
    own = {values: alone.replace(RELATION, filtered(table, plan.slices, values, database.facts)) for values in wanted}
    expected = {line(values): by_slice(database.rows(text)) for values, text in own.items()}
    assert all(expected.values()) or (plan.level, plan.nulls) == ("class", "drop")
    assert slices.keys() == {name for name, found in expected.items() if found}
    for name in slices:
        check_alike(slices[name], expected[name][None], 1e-12)


def visits() -> list[dict[str, Any]]:
    """Return the records of visits by the names of their columns."""
    columns, rows = TABLES["visits"]
    return [dict(zip(columns, row, strict=True)) for row in rows]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ASKED)
def test_each_slice_scores_as_a_filtered_run(truth: Database, name: str, tmp_path: Path) -> None:
    """NULL, empty names and names with commas are slices as others are."""
    check_slices(truth, plan_of(ASKED[name], tmp_path), truth.relation("visits"), visits())


def test_slices_of_equal_size_are_in_the_order_of_their_values_and_null_is_last() -> None:
    """The largest slice comes first, whatever the order of the records."""
    table = pa.table({"slice": [None, None, "z", "z", "a", "y", "y"], "k": [1, 2, 1, 2, 1, 1, 1]})
    for order in (range(7), (2, 3, 5, 6, 0, 1, 4)):
        scores = sqlmetrics.score(table.take(pa.array(order)), "k", by={"slice": "public"}, metrics="k", look=False)
        assert [(one.slice, one.value) for one in scores.scores] == [("y", 2), ("z", 1), ("", 1), ("a", 1)]


@pytest.mark.parametrize("way", ["near-unique", "sorted"])
@pytest.mark.parametrize("name", ["one attribute", "one metric"])
def test_the_plans_of_numbers_have_slices(truth: Database, name: str, way: str, tmp_path: Path) -> None:
    """The plans in which records become numbers give the scores of filtered runs, too."""
    plan = plan_of(ASKED[name], tmp_path)
    assert "codes_of_values" in statement(plan, truth.facts, way=way)
    check_slices(truth, plan, truth.relation("visits"), visits(), way=way)
    two = plan_of({**ASKED[name], "sensitive": ["disease", "pay"]}, tmp_path)
    check_slices(truth, two, truth.relation("visits"), visits(), way=way)


RECODED: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "months": (
        {**ONE, "by": [{"day": "month"}]},
        {"2024-01": "day < date '2024-02-01'", "2025-01": "day > date '2024-02-01'", "": "day is null"},
    ),
    "years and hospitals": (
        {**ONE, "by": [{"day": "year"}, "hospital"]},
        {
            "2025,": "day > date '2024-12-31' and hospital is null",
            '2024,""': "day < date '2025-01-01' and hospital = ''",
        },
    ),
    "domains": (
        {**BOTH, "partitions": {"hospital": {"mapping": {"north": "big", "": "big"}, "unmapped": "C, x"}}},
        {"big": "hospital in ('north', '')", '"C, x"': "hospital in ('alone', 'C, x')", "": "hospital is null"},
    ),
    "ranges": (
        {**ONE, "by": ["pay"], "partitions": {"pay": {"intervals": {"low": "[0, 2)", "high": "[2, 9)"}}}},
        {"low": "pay = 1", "high": "pay > 1"},
    ),
}
"""What is asked of slices that are recoded, and conditions of some of them."""


@cache
def of_duckdb(truth: Database, name: str, folder: Path) -> dict[Any, Scores]:
    """Return the slices that DuckDB scores, once for all engines."""
    words = ASKED[name] if name in ASKED else RECODED[name][0]
    text = statement(plan_of(words, folder), truth.facts)
    return by_slice(truth.rows(text.replace(RELATION, truth.relation("visits"))))


@pytest.mark.parametrize("name", RECODED)
def test_a_recoded_column_has_slices(truth: Database, name: str, tmp_path: Path) -> None:
    """Slices are the values that a column is recoded to, and parts of dates."""
    words, conditions = RECODED[name]
    plan = plan_of(words, tmp_path)
    slices = of_duckdb(truth, name, tmp_path)
    keys = {column: one for column, one in plan.recodings.items() if column not in plan.slices}
    alone = statement(replace(plan, slices=(), recodings=keys), truth.facts)
    for slice_, condition in conditions.items():
        own = alone.replace(RELATION, f"(select * from {truth.relation('visits')} records_of where {condition})")
        check_alike(slices[slice_], by_slice(truth.rows(own))[None], 1e-12)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [*QUICK, *RECODED])
def test_every_engine_has_the_same_slices(engine: Database, truth: Database, name: str, tmp_path: Path) -> None:
    """Every engine gives DuckDB's slices and scores; one equals its own run on a slice."""
    expected = of_duckdb(truth, name, tmp_path)
    plan, table = plan_of(ASKED[name] if name in ASKED else RECODED[name][0], tmp_path), engine.relation("visits")
    slices = by_slice(engine.rows(statement(plan, engine.facts).replace(RELATION, table)))
    assert slices.keys() == expected.keys()
    for slice_, scores in expected.items():
        check_alike(slices[slice_], scores, 1e-9)
    if name == "drop":
        alone = statement(replace(plan, slices=()), engine.facts)
        own = alone.replace(RELATION, filtered(table, ["hospital"], [None], engine.facts))
        check_alike(slices[""], by_slice(engine.rows(own))[None], 1e-12)
    if name == "partitions":
        numbers = engine.rows(statement(replace(plan, show_slices=False), engine.facts).replace(RELATION, table))
        sizes = dict.fromkeys((int(str(row[4])), int(row[7])) for row in numbers if row[1] == "identity")
        assert [number for number, _ in sizes] == list(range(1, len(slices) + 1))
        assert [size for _, size in sizes] == sorted((size for _, size in sizes), reverse=True)


NAMES = ("hospital", "age", "sex", "disease", "pay", "id")

RECORDS = st.fixed_dictionaries(
    {
        "hospital": st.sampled_from(["a", "", None]),
        "age": st.sampled_from([1, 2, None]),
        "sex": st.sampled_from(["f", "*"]),
        "disease": st.sampled_from(["flu", "hiv", None]),
        "pay": st.sampled_from([1, 2]),
        "id": st.sampled_from([1, 2, 3, None]),
    }
)

KINDS = [(name, pa.string() if name in {"hospital", "sex", "disease"} else pa.int64()) for name in NAMES]
"""The columns of small tables with their types."""

CHANGES: list[dict[str, Any]] = [
    ALL,
    {"nulls": "drop"},
    {"suppressed": {"age": "1", "sex": "*"}, **ALL},
    {"individual": "id", "nulls": "drop", "suppressed": {"age": "1", "sex": "*"}},
    {"population": "visits", "individual": "id"},
    {"level": "class", "nulls": "drop"},
]


@examples(40)
@given(
    st.lists(RECORDS, min_size=1, max_size=9),
    st.sampled_from(CHANGES),
    st.sampled_from(["textbook", "near-unique", "sorted"]),
)
def test_any_small_table_has_the_slices_of_filtered_runs(
    tmp_path: Path, rows: list[dict[str, Any]], words: dict[str, Any], way: str
) -> None:
    """Slices of one record, of suppressed and of incomplete records are as filtered runs."""
    with duckdb.connect() as connection:
        connection.register(
            "records", pa.table({name: pa.array([row[name] for row in rows], kind) for name, kind in KINDS})
        )
        connection.execute("create table visits as from records")
        database = Database("duckdb", lambda sql: connection.execute(sql).fetchall())
        plan = plan_of({**BOTH, **words}, tmp_path)
        check_slices(database, plan, "visits", rows, way="textbook" if "metrics" in words else way)
