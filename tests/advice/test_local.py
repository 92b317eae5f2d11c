"""Local suppression: all choices of cells on tiny tables, Adult's figures, the view's score."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import duckdb
import pytest

from conftest import Run
from engines import ODD, ODD_COLUMNS, TABLES, Database
from sqlmetrics.advice.advice import advise, advised_plan
from sqlmetrics.advice.counts.conditions import conditions_of
from sqlmetrics.advice.generalizations import generalizations
from sqlmetrics.advice.local.local import (
    LocalSuppression,
    local_beside,
    local_plan,
    local_suppression_of,
)
from sqlmetrics.advice.local.stars import Stars
from sqlmetrics.advice.view import Recoding
from sqlmetrics.engine.kept import Store, open_store
from sqlmetrics.engine.source import opened, opened_records
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import read_thresholds
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import render

Rows = Sequence[tuple[Any, ...]]

MATCHING = [
    pytest.param([(1, 1), (1, 2), (2, 2)], 2, 2, id="three in a row"),
    pytest.param([(1, 1, 1), (2, 2, 2)], 2, 3, id="nothing in common"),
    pytest.param([(1, 1), (1, 2), (1, 3), (1, 4)], 2, 1, id="a hub that hides three"),
    pytest.param([(1, 1)] * 4 + [(1, 2)] * 4, 5, 2, id="two classes that help each other"),
    pytest.param([(1, 1)] * 5 + [(1, 9)], 3, 1, id="one beside many"),
]
"""Tables, k, and the fewest cells where a star matches everything, derived by hand."""

SMALL = [
    pytest.param([(1, 1), (1, 1), (1, 2), (2, 2)], 2, 2, id="two that differ in one"),
    pytest.param([(1, 1), (1, 2), (2, 2)], 2, 4, id="three in a row: two agree, and one is left"),
    pytest.param([(1, 1, 1), (2, 2, 2)], 2, 6, id="nothing in common"),
    pytest.param([(1, 1), (1, 2), (1, 3), (1, 4)], 2, 4, id="four that differ in one"),
    pytest.param([(1, 1), (1, 1), (1, 1)], 2, 0, id="enough already"),
    pytest.param([(1, None), (1, None), (1, 2), (1, 3)], 2, 2, id="NULL is a value of its own"),
]
"""Tables, k, and the fewest cells, derived by hand."""


def local_suppression(spec: Spec, k: int, *, stars: Stars = "own") -> LocalSuppression:
    """Return the cells of a spec's relation to star so that every class has at least k records."""
    plan = local_plan(spec)
    with opened_records(spec) as source, open_store(source.engine.limits, source.engine.progress) as store:
        omitted = [column for column, reason in spec.identifiers.items() if not reason]
        return local_suppression_of(source, plan, k, store, stars=stars, omitted=omitted)


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    """A store of counts, for all tables of a test."""
    with open_store() as opened_store:
        yield opened_store


def starred(rows: Rows, k: int, store: Store, stars: Stars = "own", **words: Any) -> tuple[LocalSuppression, Rows]:
    """Return the proposal for a table of columns c1.., and the records of its view."""
    names = [f"c{number}" for number in range(1, 1 + len(rows[0]))]
    with duckdb.connect() as connection:
        connection.execute(f"create table t ({', '.join(f'{name} integer' for name in names)})")
        connection.executemany(f"insert into t values ({', '.join('?' for _ in names)})", rows)
        spec = call_spec("t", names, (), words, connection=connection)
        with opened("t", Place(connection=connection)) as source:
            result = local_suppression_of(source, local_plan(spec), k, store, stars=stars)
        return result, connection.execute(result.view).fetchall()


def with_stars(rows: Rows, stars: Sequence[Sequence[bool]]) -> list[tuple[Any, ...]]:
    """Return the records with their stars."""
    return [
        tuple("*" if star else value for star, value in zip(mine, row, strict=True))
        for mine, row in zip(stars, rows, strict=True)
    ]


def cells_of(released: Rows, result: LocalSuppression) -> dict[str, int]:
    """Return the stars in the records of a view, by column."""
    return {column: sum(row[number] == "*" for row in released) for number, column in enumerate(result.columns)}


def keeps(released: Rows, k: int, stars: Stars) -> bool:
    """Return whether every class has k records, or every record matches k."""
    if stars == "own":
        sizes = Counter(row for row in released if any(value != "*" for value in row))
        return all(size >= k for size in sizes.values())
    return least_matches(released) >= k


def least_matches(released: Rows) -> int:
    """Return the least number of records that match one, where a star matches every value."""
    return min(
        sum(all(a == b or "*" in (a, b) for a, b in zip(row, other, strict=True)) for other in released)
        for row in released
    )


def fewest(rows: Rows, k: int, stars: Stars = "own") -> int:
    """Return the fewest cells of all choices that keep k."""
    width = len(rows[0])
    cells = list(product(range(len(rows)), range(width)))
    for count in range(len(cells) + 1):
        for chosen in map(set, combinations(cells, count)):
            marks = [[(record, key) in chosen for key in range(width)] for record in range(len(rows))]
            if keeps(with_stars(rows, marks), k, stars):
                return count
    return len(cells)


@pytest.mark.parametrize(("rows", "k", "cells"), SMALL)
def test_small_tables_need_as_many_stars_as_by_hand(rows: Rows, k: int, cells: int, store: Store) -> None:
    """The hand-derived fewest cells are those of all choices, and the proposal's."""
    assert fewest(rows, k) == cells
    assert starred(rows, k, store)[0].starred == cells


@pytest.mark.parametrize(("rows", "k", "cells"), MATCHING)
def test_fewer_stars_are_needed_where_they_match_everything(rows: Rows, k: int, cells: int, store: Store) -> None:
    """The hand-derived fewest cells are those of all choices, and the proposal's."""
    assert fewest(rows, k, "match") == cells
    result, released = starred(rows, k, store, "match")
    assert (result.starred, result.k_anonymity) == (cells, least_matches(released))


def test_a_star_that_matches_everything_lies_between_its_bounds(store: Store) -> None:
    """On random tables bound <= fewest <= proposal, and every record of the view matches k."""
    pick = random.Random(7)
    for _ in range(6):
        keys, records, k = pick.choice([(2, 6, 2), (2, 7, 3), (3, 5, 2)])
        rows = [tuple(pick.choice([1, 2, 3, None]) for _ in range(keys)) for _ in range(records)]
        result, released = starred(rows, k, store, "match")
        assert result.bound <= fewest(rows, k, "match") <= result.starred
        assert sum(value == "*" for row in released for value in row) == result.starred
        assert (len(released), result.suppressed) == (records, 0)
        assert result.k_anonymity == least_matches(released) >= k


def test_the_proposal_lies_between_the_optimum_and_never_below_the_bound(store: Store) -> None:
    """On random tables bound <= fewest <= proposal, and the view has its stars and k."""
    pick = random.Random(22)
    for _ in range(8):
        keys, records, k = pick.choice([(2, 5, 2), (2, 6, 3), (3, 4, 2)])
        rows = [tuple(pick.choice([1, 2, None]) for _ in range(keys)) for _ in range(records)]
        result, released = starred(rows, k, store)
        least = fewest(rows, k)
        assert result.bound <= least <= result.starred <= keys * result.violating
        assert cells_of(released, result) == result.columns
        whole = [row for row in released if all(value == "*" for value in row)]
        sizes = Counter(row for row in released if row not in whole)
        assert (len(whole), len(released)) == (result.suppressed, records)
        assert min(sizes.values(), default=None) == result.k_anonymity
        assert result.k_anonymity is None or result.k_anonymity >= k


@pytest.mark.parametrize("stars", ["own", "match"])
def test_as_many_stars_are_told_as_the_view_has(stars: Stars, store: Store) -> None:
    """Also of columns of one value, which records that are starred whole lose, too."""
    pick = random.Random(28)
    for _ in range(10):
        kinds: list[list[int | None]] = pick.choices([[1], [1, 2], [1, 2, 3, None], [None]], k=3)
        rows: Rows = [tuple(pick.choice(values) for values in kinds) for _ in range(pick.randint(2, 9))]
        result, released = starred(rows, k := pick.randint(1, 4), store, stars)
        assert cells_of(released, result) == result.columns
        assert sum(result.columns.values()) == result.starred >= result.bound
        assert result.bound == result.starred or len(rows) >= k


def test_a_column_of_marks_has_no_star_more(store: Store) -> None:
    """One that was left out has the mark in every record; one of another value loses it."""
    rows = {"a": ["a"] * 7, "b": ["y"] * 4 + ["x"] * 2 + ["z"], "c": ["*"] * 7}
    for columns, cells in ((["a", "b"], [1, 1]), (["a", "b", "c"], [1, 1, 0])):
        result = local_suppression(call_spec(rows, columns, (), {}), 2)
        assert ([*result.columns.values()], result.starred, result.touched) == (cells, 2, 1)
    result = local_suppression(call_spec(rows, ["c"], (), {"suppressed": {"c": "?"}}), 8)
    assert (result.columns, result.suppressed) == ({"c": 7}, 7)
    result = local_suppression(call_spec(rows, ["b", "c"], (), {"suppressed": "*"}), 2)
    assert (result.columns, result.suppressed) == ({"b": 1, "c": 0}, 1)


def test_the_order_of_records_does_not_matter(store: Store) -> None:
    """A table in another order gets the same proposal and the same released records."""
    pick = random.Random(5)
    rows = [tuple(pick.choice([1, 2, 3]) for _ in range(4)) for _ in range(60)]
    result, released = starred(rows, 3, store)
    again, shuffled = starred(pick.sample(rows, len(rows)), 3, store)
    assert again == result
    assert Counter(shuffled) == Counter(released)


def test_adult_needs_as_many_stars_as_measured(adult: Path, store: Store) -> None:
    """Four keys of Adult have the stars, bound and violating records of a prototype."""
    keys = ["sex", "race", "education", "native-country"]
    spec = call_spec(str(adult / "adult.csv"), keys, (), {})
    result = local_suppression(spec, 5)
    assert (result.starred, result.bound, result.violating, result.records) == (1228, 1131, 1123, 30162)
    assert (result.k_anonymity, result.suppressed, sum(result.columns.values())) == (5, 4, 1228)
    matching = local_suppression(spec, 5, stars="match")
    assert (matching.starred, matching.bound, matching.k_anonymity, matching.suppressed) == (431, 2, 5, 0)


def test_the_budget_of_the_advised_recoding_is_spent_on_cells(adult: Path) -> None:
    """After Adult's published optimum 912 cells, 906 at least, stand for 906 records."""
    keys = ["sex", "age", "race", "marital-status", "education", "native-country"]
    keys += ["workclass", "occupation", "salary-class"]
    files = {key: str(adult / "hierarchies" / f"{key}.csv") for key in keys}
    words: dict[str, Any] = {"thresholds": {"k_anonymity": {"at_least": 5}}, "advise": {"generalizations": files}}
    spec = call_spec(str(adult / "adult.csv"), keys, (), words)
    conditions = conditions_of(read_thresholds(spec), plan := advised_plan(spec))
    with opened(spec.relation) as source:
        levels = generalizations(spec, {})
        pairs = tuple(zip(levels, (1, 0, 1, 1, 3, 2, 2, 0, 1), strict=True))
        beside = local_beside(source, spec, Recoding(plan, pairs, "*", tuple(conditions)), 5)
    found = beside.found
    assert (found.starred, found.bound, found.violating, found.k_anonymity) == (912, 906, 906, 5)
    assert {key for key, cells in found.columns.items() if cells} <= {"age", "marital-status", "occupation"}


def test_advice_proposes_cells_beside_a_recoding(run: Callable[..., Run], tmp_path: Path) -> None:
    """The command lists the cells to star, of the columns as they are where no record goes."""
    (tmp_path / "people.csv").write_text("zip,age\n" + "1,30\n" * 3 + "2,30\n2,31\n3,31\n3,32\n3,33\n")
    spec = tmp_path / "spec.yml"
    spec.write_text("relation: people.csv\nquasi_identifiers: [zip, age]\nthresholds:\n  k_anonymity: {at_least: 3}\n")
    local = json.loads(run("advise", "--spec", spec, "--local", "-f", "json").out)["local"]
    assert (local["levels"], local["k"], local["k_anonymity"]) == ({"zip": 0, "age": 0}, 3, 3)
    assert (local["violating"], local["bound"], local["starred"]) == (5, 6, 7)
    assert (local["scores"][0]["value"], local["failing"]) == (3, [])
    assert "7 cells starred in 5 records are enough" in " ".join(run("advise", "--spec", spec, "--local").out.split())
    printed = run("advise", "--spec", spec, "--local", "--stars", "match", "--print-sql").out
    assert printed.count("create view") == 2
    with duckdb.connect() as connection, contextlib.chdir(tmp_path):
        connection.execute(printed)
        assert least_matches(connection.execute("from people_starred").fetchall()) >= 3
    spec.write_text(spec.read_text().replace("k_anonymity: {at_least: 3}", "uniqueness: {at_most: 1}"))
    assert "add `k_anonymity` to the `thresholds`" in " ".join(run("advise", "--spec", spec, "--local").err.split())


@pytest.mark.parametrize("dialect", ["duckdb", "sqlite"])
def test_a_round_keeps_classes_that_no_star_helps(dialect: str) -> None:
    """(1, 1) and (1, 2) agree without the second value, and (2, 3) with nobody of a single star."""
    plan = {"quasi_identifiers": [{"number": 1}, {"number": 2}]}
    state = "(select 1 as class_number, 1 as n, 0 as pattern, 1 as value_1, 1 as value_2, 1 as left_1, 1 as left_2"
    state += " union all select 2, 1, 0, 1, 2, 1, 2 union all select 3, 1, 0, 2, 3, 2, 3)"
    patterns = "(select 0 as pattern, 0 as stars, 1 as kept_1, 1 as kept_2"
    patterns += " union all select 1, 1, 0, 1 union all select 2, 1, 1, 0)"
    query = render("starred_round", plan, state, patterns, 1, 2, dialect=DIALECTS[dialect])
    with contextlib.closing((duckdb if dialect == "duckdb" else sqlite3).connect(":memory:")) as connection:
        found = connection.execute(f"select class_number, pattern, left_1, left_2 from ({query}) starred").fetchall()
    assert sorted(found) == [(1, 2, 1, 0), (2, 2, 1, 0), (3, 0, 2, 3)]


def test_a_mark_that_the_data_has_is_not_taken(store: Store) -> None:
    """Where a value is the mark, the mark is longer; suppressed records stay as they are."""
    with duckdb.connect() as connection:
        connection.execute("create table t as select * from (values ('*', 'x'), ('*', 'y'), ('a', 'x')) v(k, g)")
        spec = call_spec("t", ["k", "g"], (), {}, connection=connection)
        assert local_suppression(spec, 2).rules.marks == {"k": "**", "g": "**"}
        connection.execute("insert into t values ('*', '*')")
        result = local_suppression(call_spec("t", ["k", "g"], (), {"suppressed": "*"}, connection=connection), 2)
        assert (result.rules.marks, result.records, result.violating) == ({"k": "*", "g": "*"}, 3, 3)
        assert connection.execute(f"select count(*) from ({result.view}\n) where k = '*' and g = '*'").fetchone() == (
            2,
        )


def test_records_with_null_are_left_out_where_the_spec_drops_them(store: Store) -> None:
    """With `nulls` drop a record with NULL in a key takes no part, and is released as it is."""
    result, released = starred([(1, 1), (1, 2), (2, 2), (2, 2), (None, 3)], 2, store, nulls="drop")
    assert (result.records, result.starred) == (4, 2)
    assert Counter(released) == Counter([("1", "*"), ("1", "*"), ("2", "2"), ("2", "2"), (None, "3")])


def test_partitions_recode_before_cells_are_starred(truth: Database) -> None:
    """Keys are recoded in the view, and a partition that leaves values out is refused."""
    words: dict[str, Any] = {"partitions": {"zip": {"prefix": 2}, "g": {"cuts": [2, 5]}}}
    result = local_suppression(call_spec("t", ["zip", "g"], (), words, connection=truth.connection), 5)
    assert (result.k_anonymity or 0) >= 5
    assert {row[0] for row in truth.rows(f"select zip from ({result.view}\n) where zip <> '*'")} <= {
        "35***",
        "35**",
        "4",
    }
    strict = call_spec("t", ["g"], (), {"partitions": {"g": {"mapping": {"1": "one"}}}}, connection=truth.connection)
    with pytest.raises(SpecError, match="has no domain for 3 values"):
        local_suppression(strict, 5)


@pytest.mark.parametrize(
    ("words", "k", "message"),
    [({"individual": "p"}, 5, "counts records"), ({}, 0, "at least 1")],
)
def test_what_cannot_be_starred_is_refused(truth: Database, words: dict[str, Any], k: int, message: str) -> None:
    """Individuals and an impossible k end with a message."""
    with pytest.raises(SpecError, match=message):
        local_suppression(call_spec("t", ["k", "g"], (), words, connection=truth.connection), k)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("table", "stars"), [("t", "own"), ("t", "match"), (ODD, "own")])
def test_every_engine_releases_the_same(engine: Database, truth: Database, table: str, stars: Stars) -> None:
    """The view releases the same records on every engine, odd names and values included."""
    keys = ["k", "g", "x", "zip"] if table == "t" else list(ODD_COLUMNS)[:4]
    spec = call_spec(truth.written(table), keys, (), {}, connection=truth.connection)
    result = local_suppression(spec, 3, stars=stars)
    assert (result.k_anonymity or 0) >= 3
    rules = replace(result.rules, columns=tuple(keys))
    view, true_view = (
        rules.query(local_plan(spec), "the table", database.relation(table), database.facts)
        for database in (engine, truth)
    )
    released = [
        tuple(value.decode() if isinstance(value, bytes | bytearray) else value for value in row)
        for row in engine.rows(view)
    ]
    assert Counter(released) == Counter(truth.rows(true_view))
    assert len(released) == len(TABLES[table].rows)


def test_the_view_is_written_in_the_dialect_that_is_named(truth: Database) -> None:
    """The statement of a named dialect spells the names of columns and of the view as it does."""
    words: dict[str, Any] = {"thresholds": {"k_anonymity": {"at_least": 3}}, "advise": {"local": True}}
    spec = call_spec(truth.written("t"), ["k", "g"], (), words, connection=truth.connection)
    local = advise(spec, dialect="snowflake").local
    assert local is not None
    assert local.statement.startswith('create view "T_STARRED" as\n')
    assert 'source."K" as key_1' in local.statement
    assert local.statement.count(' as "') == len(TABLES["t"].columns)


@pytest.mark.engines("connection", "quick")
@pytest.mark.parametrize("stars", ["own", "match"])
def test_cells_are_starred_in_the_database_of_a_connection(engine: Database, truth: Database, stars: Stars) -> None:
    """A connection's database counts, and its own view is scored there, with the same figures."""
    mine, theirs = (
        local_suppression(
            call_spec(
                database.written("t"), ["k", "g", "zip"], (), {"suppressed": "*"}, connection=database.connection
            ),
            4,
            stars=stars,
        )
        for database in (engine, truth)
    )
    assert (mine.starred, mine.bound, mine.columns, mine.rules.rounds, mine.suppressed, mine.k_anonymity) == (
        theirs.starred,
        theirs.bound,
        theirs.columns,
        theirs.rules.rounds,
        theirs.suppressed,
        theirs.k_anonymity,
    )
