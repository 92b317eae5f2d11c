"""Combinations estimated from a sample of their classes follow the formulas of the sample."""

from __future__ import annotations

from collections import Counter
from hashlib import md5
from itertools import combinations
from math import inf, log2
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from engines import Database
from sqlmetrics.engine.rows import read_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations import estimated, room
from sqlmetrics.risk.combinations.estimated import SampledRow, sampled_statement
from sqlmetrics.risk.combinations.lattice import build_lattice
from sqlmetrics.risk.combinations.measured import subset_plan, subsets, subsets_sql
from sqlmetrics.risk.estimation import estimators
from sqlmetrics.risk.estimation.sums import HASHES
from sqlmetrics.spec.call import call_spec

KEYS = ("a", "b", "c")
ROWS = [(i * i % 7 or None, f"b{i * 5 % 11}", i % 13, f"s{i * 3 % 5}" if i % 9 else None) for i in range(400)]


@pytest.fixture
def table() -> Any:
    """Give a connection with a table of 400 records, NULLs among its keys and values."""
    with duckdb.connect() as connection:
        connection.execute("create table t (a integer, b varchar, c integer, s varchar)")
        connection.executemany("insert into t values (?, ?, ?, ?)", ROWS)
        yield connection


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every combination be sampled, however small it is, and be estimated by few classes."""
    monkeypatch.setattr(estimated, "WHOLE", 0)
    monkeypatch.setattr(estimated, "FEWEST", 0)
    monkeypatch.setattr(estimators, "ALIKE", (0, 0))
    monkeypatch.setattr(estimators, "MISSED", inf)


def value_hash(number: int, value: object) -> int:
    """Return the hash of a key's value, from its text; that of NULL is of the number alone."""
    text = str(number) if value is None else f"{number}:{value}"
    return int(md5(text.encode(), usedforsecurity=False).hexdigest()[:12], 16)


def taken(places: tuple[int, ...], share: float) -> dict[tuple[object, ...], Counter[object]]:
    """Return the values of the classes whose hashes are below the threshold of a share."""
    classes: dict[tuple[object, ...], Counter[object]] = {}
    for row in ROWS:
        if sum(value_hash(place + 1, row[place]) for place in places) % 2**48 < round(share * 2**48):
            classes.setdefault(tuple(row[place] for place in places), Counter())[row[3]] += 1
    return classes


def expected(places: tuple[int, ...], share: float) -> dict[tuple[str, str], float]:
    """Return the estimates of a combination by Horvitz and Thompson, from the records alone."""
    found = taken(places, share)
    sizes = [values.total() for values in found.values()]
    records = len(ROWS)
    entropy = -sum(n / records * log2(n / records) for n in Counter(row[3] for row in ROWS).values())
    left = sum(n * log2(values.total() / n) for values in found.values() for n in values.values())
    alone = sum(size == 1 for size in sizes)
    pairs = sum(size * (size - 1) for size in sizes)
    return {
        ("uniqueness", "identity"): min(1, alone / share / records),
        ("distinction", "identity"): min(1, len(sizes) / share / records),
        ("separation", "identity"): max(0, 1 - pairs / share / records / (records - 1)),
        ("discrimination_rate", "s"): max(0, 1 - left / share / records / entropy),
    }


@pytest.mark.usefixtures("sampled")
@pytest.mark.parametrize("most", [0.0, 10.0])
def test_estimates_are_those_of_the_sampled_classes(table: Any, most: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values follow from the sampled classes by hand; groups of combinations take the same ones."""
    monkeypatch.setattr(estimated, "TAKEN", most)
    result = sqlmetrics.subsets("t", KEYS, ["s"], connection=table, estimate=0.4)
    assert len(result.combinations) == 7
    for row in result.combinations:
        assert row.share == pytest.approx(0.4)
        places = tuple(KEYS.index(key) for key in row.quasi_identifiers)
        wanted = expected(places, 0.4)
        found = {(score.metric, score.target): score for score in row.scores}
        assert abs(row.classes - len(taken(places, 0.4)) / 0.4) <= 0.51
        for name, value in wanted.items():
            score = found[name]
            if row.classes:
                assert score.value == pytest.approx(value, rel=1e-9, abs=1e-12)
                assert score.low is not None
                assert score.high is not None
                assert score.low <= value <= score.high
            else:
                assert (score.value, score.reason) == (
                    None,
                    estimators.NO_CLASS,
                )
        smallest = min((values.total() for values in taken(places, 0.4).values()), default=None)
        size = found["k_anonymity", "identity"]
        assert size.high == smallest
        assert size.value == (1 if smallest == 1 else None)


def test_few_counts_are_counted_whole(table: Any) -> None:
    """Combinations of few counts have their exact scores, with intervals of no width."""
    exact = sqlmetrics.subsets("t", KEYS, ["s"], connection=table)
    result = sqlmetrics.subsets("t", KEYS, ["s"], connection=table, estimate=0.01)
    for one, other in zip(result.scores.scores, exact.scores.scores, strict=True):
        assert one[:6] == other[:6]
        assert one.value == one.low == one.high == pytest.approx(other.value)
    assert result.scores.share == 1
    for row, counted in zip(result.combinations, exact.combinations, strict=True):
        assert (row.quasi_identifiers, row.classes, row.share) == (counted.quasi_identifiers, counted.classes, 1)


@pytest.mark.parametrize("counted", [True, False])
def test_large_and_small_combinations_stand_together(
    tmp_path: Path, table: Any, counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a file that is counted first, or read column by column, some are counted whole."""
    monkeypatch.setattr(estimated, "WHOLE", 70)
    monkeypatch.setattr(estimated, "FEWEST", 0)
    monkeypatch.setattr(estimated, "READ_BY_COLUMN", ".none" if counted else ".parquet")
    table.execute(f"copy t to '{tmp_path}/t.parquet'")
    exact = sqlmetrics.subsets(f"{tmp_path}/t.parquet", KEYS, ["s"], connection=table)
    result = sqlmetrics.subsets(f"{tmp_path}/t.parquet", KEYS, ["s"], connection=table, estimate=0.4)
    values = {(one.quasi_identifiers, one.metric, one.target): one.value for one in exact.scores.scores}
    whole = {row.quasi_identifiers for row in result.combinations if row.share == 1}
    assert whole == {("a",), ("b",)}
    assert result.scores.records == len(ROWS)
    for row in result.combinations:
        for score in row.scores:
            if row.share == 1:
                assert score.value == pytest.approx(values[score.quasi_identifiers, score.metric, score.target])
    assert table.execute("select count(*) from duckdb_tables() where temporary").fetchone() == (0,)


@pytest.mark.engines("quick")
@pytest.mark.parametrize(
    "words", [{}, {"partitions": {"zip": {"prefix": 3}, "x": {"mapping": {"flu": "F"}, "unmapped": "rest"}}}]
)
def test_every_engine_samples_the_same_classes(engine: Database, truth: Database, words: dict[str, Any]) -> None:
    """The one statement gives the same sums on every engine, of the same sampled classes."""
    plan = subset_plan(call_spec("t", ("k", "g", "zip"), ["x"], {**words, "estimate": 0.5}))
    lattice = build_lattice([2.0] * 3, 3)
    thresholds = dict.fromkeys(lattice.measured, HASHES // 2)

    def rows(database: Database) -> list[SampledRow]:
        text = sampled_statement(plan, lattice, thresholds, database.relation("t"), None, database.facts)
        return read_rows(database.rows(text), SampledRow)

    for here, there in zip(rows(engine), rows(truth), strict=True):
        assert here[:2] == there[:2]
        assert list(here.numbers) == [None if one is None else pytest.approx(one, rel=1e-9) for one in there.numbers]


@pytest.mark.engines("connection", "quick")
@pytest.mark.usefixtures("sampled")
def test_the_database_of_a_connection_estimates_alike(engine: Database, truth: Database) -> None:
    """A connection's database gives the estimates of DuckDB, of the same sampled classes."""
    here = sqlmetrics.subsets(engine.written("t"), ("k", "g"), ["x"], connection=engine.connection, estimate=0.6)
    there = sqlmetrics.subsets("t", ("k", "g"), ["x"], connection=truth.connection, estimate=0.6)
    assert [row.quasi_identifiers for row in here.combinations] == [row.quasi_identifiers for row in there.combinations]
    for one, other in zip(here.scores.scores, there.scores.scores, strict=True):
        assert one[:6] == other[:6]
        assert one.value == pytest.approx(other.value)
        assert one.low == pytest.approx(other.low)
        assert one.high == pytest.approx(other.high)
        assert one.reason == other.reason


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"individual": "c"}, "`individual` does not go with `estimate`"),
        ({"nulls": "drop"}, "leave `nulls: drop` out"),
        ({"metrics": ["t_closeness_equal"]}, "t_closeness_equal is not estimated of combinations"),
    ],
)
def test_what_is_not_estimated_is_refused(table: Any, words: dict[str, Any], said: str) -> None:
    """Combinations whose records differ are refused, and metrics that need the whole table."""
    with pytest.raises(SpecError, match=said):
        sqlmetrics.subsets("t", ["a", "b"], ["s"], connection=table, estimate=0.1, **words)


def test_a_printed_statement_needs_a_share() -> None:
    """A number of counts is no share where nothing is opened."""
    spec = call_spec("t", ["a", "b"], ["s"], {"estimate": 100})
    with pytest.raises(SpecError, match="a printed statement needs the share"):
        subsets_sql(spec)


def test_the_printed_statement_of_an_empty_table_has_totals_of_0() -> None:
    """Of each of three combinations and two targets there are 0 records, not NULL."""
    text = subsets_sql(call_spec("t", ["a", "b"], ["s"], {"estimate": 0.5}))
    with duckdb.connect() as connection:
        connection.execute("create table t (a int, b int, s int)")
        assert connection.sql(f"select total_records from ({text})").fetchall() == [(0.0,)] * 6


def test_a_long_run_offers_an_estimate(tmp_path: Path, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost that is shown before a long run names the word that makes it short."""
    monkeypatch.setattr(room, "ROWS_A_SECOND", 1)
    monkeypatch.setattr(room, "MANY_TIMES", 1)
    said: list[str] = []
    table.execute(f"copy t to '{tmp_path}/t.parquet'")
    spec = call_spec(f"{tmp_path}/t.parquet", KEYS, ["s"], {})
    subsets(spec, say=said.append)
    assert said[0].endswith("; `estimate: 10000` samples the classes, in less time")


def test_groups_share_scans() -> None:
    """Groups hold every combination once, and their shares stay below the most."""
    sizes = {frozenset(keys): HASHES // (10 * len(keys)) for n in (1, 2, 3) for keys in combinations(range(5), n)}
    groups = estimated.together(sizes, 0.15)
    assert sorted(map(sorted, (keys for group in groups for keys in group))) == sorted(map(sorted, sizes))
    assert all(len(group) == 1 or sum(sizes[keys] for keys in group) <= 0.15 * HASHES for group in groups)
    assert max(map(len, groups)) > 1
