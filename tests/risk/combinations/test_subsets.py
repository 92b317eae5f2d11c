"""Combinations of keys score as each does alone, and what attributes add follows its definition."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import Any, Literal

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from conftest import ROOT, Run, defined, same
from engines import Database
from examples import examples
from sqlmetrics.engine.rows import read_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations import packed
from sqlmetrics.risk.combinations.lattice import build_lattice, combinations_of
from sqlmetrics.risk.combinations.measured import one_statement, subset_plan, subsets_sql
from sqlmetrics.risk.combinations.packing import pack
from sqlmetrics.risk.combinations.results import METRICS, SubsetScores
from sqlmetrics.risk.combinations.room import Room
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.call import call_spec

KEYS = ("k", "g", "zip")
MORE = (
    *METRICS,
    "t_closeness_equal",
    "delta_disclosure",
    "recursive_cl_diversity",
    "a_acc",
    "a_know",
    "alpha_k_anonymity",
    "joint_entropy",
)
MARKS = {"k": "a", "g": "1", "zip": "4"}
PARTITIONS: dict[str, Any] = {
    "zip": {"prefix": 3},
    "g": {"cuts": [2, 5]},
    "x": ["raw", {"name": "m", "mapping": {"flu": "F", "Flu": "F"}, "unmapped": "rest"}],
    "y": {"cuts": [10]},
}
OPTIONS: dict[str, dict[str, Any]] = {
    "the identity": {},
    "one target": {"sensitive": ["x"]},
    "drop": {"sensitive": ["x"], "nulls": "drop"},
    "individuals": {"sensitive": ["x", "y"], "individual": "p"},
    "individuals alone": {"individual": "p"},
    "partitions": {"sensitive": ["x", "y"], "partitions": PARTITIONS},
    "partitions of individuals, drop": {
        "sensitive": ["x", "y"],
        "partitions": PARTITIONS,
        "individual": "p",
        "nulls": "drop",
    },
    "suppressed": {"sensitive": ["x"], "suppressed": MARKS},
    "suppressed and kept": {"sensitive": ["x"], "suppressed": MARKS, "keep_suppressed": True},
    "suppressed individuals, drop": {"sensitive": ["x", "y"], "suppressed": MARKS, "individual": "p", "nulls": "drop"},
}


def alone(
    options: dict[str, Any], keys: tuple[str, ...], metrics: tuple[str, ...], connection: Any, relation: str = "t"
) -> list[sqlmetrics.Score]:
    """Return the scores of one combination of the keys by itself."""
    words = dict(options)
    if "suppressed" in words:
        words["suppressed"] = {key: mark for key, mark in words["suppressed"].items() if key in keys}
    if "partitions" in words:
        words["partitions"] = {
            column: how for column, how in words["partitions"].items() if column in keys or column in words["sensitive"]
        }
    return list(sqlmetrics.score(relation, keys, connection=connection, metrics=metrics, **words).scores)


def check_alike(scores: list[sqlmetrics.Score], expected: list[sqlmetrics.Score]) -> None:
    """Assert that records agree in all but the last digits of their values."""
    assert [score._replace(value=None) for score in scores] == [score._replace(value=None) for score in expected]
    assert defined([score.value for score in scores]) == same([score.value for score in expected])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", OPTIONS)
def test_a_combination_scores_what_it_scores_alone(truth: Database, name: str) -> None:
    """Every record of every combination is that of `score` with these keys only.

    Reasons and parameters are the same too.
    """
    options = OPTIONS[name]
    metrics = MORE if options.get("sensitive") else METRICS
    combined = [keys for size in (1, 2, 3) for keys in combinations(KEYS, size)]
    expected = {keys: alone(options, keys, metrics, truth.connection) for keys in combined}
    whole = sqlmetrics.score("t", KEYS, connection=truth.connection, metrics=metrics, **options)
    mosts: tuple[int | Literal["all"], ...] = ("all", 1, 2)
    for most in mosts:
        result = sqlmetrics.subsets("t", KEYS, most=most, connection=truth.connection, metrics=metrics, **options)
        listed = [score for keys in combined if most == "all" or len(keys) <= most for score in expected[keys]]
        check_alike(list(result.scores.scores), listed)
        assert (result.scores.records, result.scores.individuals) == (whole.records, whole.individuals)
    assert truth.connection.execute("select count(*) from duckdb_tables() where temporary").fetchone() == (0,)


def test_combinations_in_many_statements_score_the_same(truth: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Combinations that are added up table by table, for few rows a statement, score the same."""
    options: dict[str, Any] = {"sensitive": ["x", "y"], "nulls": "drop", "individual": "p"}
    keys = [*KEYS, "m"]
    for most, tried in (("all", (1, 800)), (2, (500,))):
        expected = sqlmetrics.subsets("t", keys, most=most, connection=truth.connection, **options)  # type: ignore[arg-type]
        for together in tried:
            monkeypatch.setattr(packed, "TOGETHER", together)
            result = sqlmetrics.subsets("t", keys, most=most, connection=truth.connection, **options)  # type: ignore[arg-type]
            check_alike(list(result.scores.scores), list(expected.scores.scores))
        monkeypatch.undo()


def test_codes_fill_several_words() -> None:
    """Codes of columns that do not fit one word lie in several words and share no bits."""
    packing = pack([10**6] * 8, {"individual": 10**9, "value": 5})
    assert packing.words == 4
    fields = [*packing.keys, *packing.kept.values()]
    for word in range(1, 5):
        masks = [field.mask for field in fields if field.word == word]
        assert sum(masks) == packing.masks(frozenset(range(8)))[word - 1] < 2**62
        assert bin(sum(masks)).count("1") == sum(bin(mask).count("1") for mask in masks)


def test_wide_keys_score_the_same(tmp_path: Path) -> None:
    """Keys, values and individuals of more bits than a word score as each combination alone."""
    with duckdb.connect() as connection:
        keys = [f"wide{place}" for place in range(4)]
        wide = ", ".join(f"hash(i * {place + 3}) % 70000 as {key}" for place, key in enumerate(keys))
        query = (
            f"create table t as select {wide}, hash(i) % 40000 as s, hash(i * 2) % 50000 as p from range(70000) r(i)"
        )
        connection.execute(query).fetchall()
        result = sqlmetrics.subsets("t", keys, ["s"], individual="p", connection=connection)
        for chosen in ((keys[0],), (keys[1], keys[3])):
            scores = [score for score in result.scores.scores if score.quasi_identifiers == ",".join(chosen)]
            check_alike(scores, alone({"sensitive": ["s"], "individual": "p"}, chosen, METRICS, connection))


def check_engine(engine: Database, truth: Database, name: str, keys: tuple[str, ...]) -> None:
    """Assert that the one statement gives DuckDB's scores of all combinations, in its order."""
    words = dict(OPTIONS[name])
    plan = subset_plan(call_spec("t", keys, words.pop("sensitive"), words))
    rows = engine.rows(one_statement(plan, len(plan.quasi_identifiers), engine.relation("t"), None, engine.facts))
    expected = sqlmetrics.subsets(
        "t", plan.quasi_identifiers, OPTIONS[name]["sensitive"], connection=truth.connection, **words
    )
    check_alike(read_rows([row[:-1] for row in rows], Score), list(expected.scores.scores))


@pytest.mark.engines("quick")
@pytest.mark.parametrize("name", ["one target", "partitions of individuals, drop", "suppressed individuals, drop"])
def test_every_engine_scores_combinations_alike(engine: Database, truth: Database, name: str) -> None:
    """The one statement gives DuckDB's scores of all combinations on every engine."""
    check_engine(engine, truth, name, KEYS)


@pytest.mark.engines("slow")
def test_slow_engines_score_combinations_alike(engine: Database, truth: Database) -> None:
    """Engines that expand a with clause at every use score combinations of two keys alike.

    More keys would take minutes.
    """
    check_engine(engine, truth, "one target", KEYS[:2])


@pytest.mark.engines("connection", "quick")
def test_combinations_are_scored_in_the_database_of_a_connection(engine: Database, truth: Database) -> None:
    """A connection's database runs the statement and gives the same scores."""
    result = sqlmetrics.subsets(engine.written("t"), KEYS[:2], ["x"], individual="p", connection=engine.connection)
    expected = sqlmetrics.subsets("t", KEYS[:2], ["x"], individual="p", connection=truth.connection)
    check_alike(list(result.scores.scores), list(expected.scores.scores))
    assert (result.scores.records, result.scores.individuals) == (expected.scores.records, expected.scores.individuals)
    assert [row.quasi_identifiers for row in result.combinations] == [
        row.quasi_identifiers for row in expected.combinations
    ]
    assert [row.classes for row in result.combinations] == [row.classes for row in expected.combinations]


few = st.none() | st.integers(0, 2)
rows = st.lists(st.tuples(few, few, few, few, st.none() | st.integers(0, 4)), min_size=0, max_size=14)


@examples(8)
@given(rows, st.sampled_from(["category", "drop"]), st.sampled_from([None, "p"]))
def test_combinations_of_any_table(table: list[tuple[int | None, ...]], nulls: Any, individual: str | None) -> None:
    """Each combination of a random table scores as it does alone.

    Tables may lack records, hold constant columns, or NULLs everywhere.
    """
    with duckdb.connect() as connection:
        connection.execute("create table t (a integer, b integer, c integer, s integer, p integer)")
        for row in table:
            connection.execute("insert into t values (?, ?, ?, ?, ?)", row)
        options = {"sensitive": ["s"], "nulls": nulls, "individual": individual}
        result = sqlmetrics.subsets("t", ["a", "b", "c"], connection=connection, **options)
        chosen = [keys for size in (1, 2, 3) for keys in combinations("abc", size)]
        for keys in chosen[len(table) % 3 :: 3]:
            scores = [score for score in result.scores.scores if score.quasi_identifiers == ",".join(keys)]
            check_alike(scores, alone(options, keys, METRICS, connection))


def value(result: SubsetScores, keys: tuple[str, ...], metric: str, target: str) -> float:
    """Return one score of a combination; 0 where no key is known."""
    if not keys:
        return 1 / result.scores.records if metric == "distinction" else 0.0
    names = ",".join(key for key in result.quasi_identifiers if key in keys)
    (score,) = (
        score
        for score in result.scores.scores
        if (score.quasi_identifiers, score.metric, score.target) == (names, metric, target)
    )
    assert score.value is not None
    return score.value


def test_what_attributes_add_is_their_shapley_value(truth: Database) -> None:
    """The mean gain of an attribute is its mean over all orders in which keys become known.

    The gains of all attributes add up to the score of all keys.
    """
    result = sqlmetrics.subsets("t", KEYS, ["x"], connection=truth.connection)
    orders = list(permutations(KEYS))
    assert len(result.attributes) == 3 * (5 + 2)
    for metric, target in {(row.metric, row.target) for row in result.attributes}:
        by_attribute = {row.attribute: row for row in result.attributes if (row.metric, row.target) == (metric, target)}
        for key in KEYS:
            gains = [
                value(result, order[: order.index(key) + 1], metric, target)
                - value(result, order[: order.index(key)], metric, target)
                for order in orders
            ]
            rest = tuple(other for other in KEYS if other != key)
            assert by_attribute[key].mean == pytest.approx(sum(gains) / len(gains), rel=1e-9, abs=1e-12)
            assert by_attribute[key].alone == pytest.approx(
                value(result, (key,), metric, target) - value(result, (), metric, target), abs=1e-12
            )
            assert by_attribute[key].last == pytest.approx(
                value(result, KEYS, metric, target) - value(result, rest, metric, target), abs=1e-12
            )
        whole = value(result, KEYS, metric, target) - value(result, (), metric, target)
        assert sum(row.mean or 0 for row in by_attribute.values()) == pytest.approx(whole, rel=1e-9, abs=1e-12)


def test_combinations_are_ranked_by_risk(truth: Database) -> None:
    """Combinations with more records alone come first, and with equal shares fewer keys first."""
    result = sqlmetrics.subsets("t", KEYS, ["x"], connection=truth.connection)
    shares = [value(result, row.quasi_identifiers, "uniqueness", "identity") for row in result.combinations]
    assert shares == sorted(shares, reverse=True)
    with duckdb.connect() as connection:
        connection.execute("create table t as select i as a, i as b, 1 as c from range(9) r(i)")
        ranked = sqlmetrics.subsets("t", ["a", "b", "c"], connection=connection).combinations
    assert [row.quasi_identifiers for row in ranked[:2]] == [("a",), ("b",)]
    assert ranked[-1].quasi_identifiers == ("c",)
    assert [row.classes for row in ranked] == [9] * 6 + [1]


def test_a_constant_target_adds_nothing_that_is_defined(truth: Database) -> None:
    """The contribution of an attribute to an undefined score is undefined."""
    with duckdb.connect() as connection:
        connection.execute("create table t as select i as a, i % 3 as b, 1 as s from range(9) r(i)")
        result = sqlmetrics.subsets("t", ["a", "b"], ["s"], connection=connection)
    of_target = [row for row in result.attributes if row.target == "s"]
    assert of_target
    assert all((row.alone, row.mean, row.last) == (None, None, None) for row in of_target)


@pytest.mark.parametrize(("keys", "most"), [(1, 1), (2, 1), (5, 2), (8, 8), (9, 3), (30, 2)])
def test_a_lattice_has_every_combination_once(keys: int, most: int) -> None:
    """A lattice has all combinations of up to so many keys, each added up from a superset.

    Few steps are on the way.
    """
    lattice = build_lattice([place % 7 + 2 for place in range(keys)], most)
    expected = {frozenset(chosen) for size in range(1, most + 1) for chosen in combinations(range(keys), size)}
    assert set(lattice.measured) == expected
    assert (
        len(lattice.measured)
        == len(expected)
        == combinations_of(keys, most)
        == sum(comb(keys, size) for size in range(1, most + 1))
    )
    assert all(child < parent for child, parent in lattice.parents.items())
    assert set(lattice.measured) <= {lattice.root, *lattice.parents}
    assert set(lattice.parents.values()) <= {lattice.root, *lattice.parents}
    assert len(lattice.steps) <= len(lattice.measured)
    assert len(set(lattice.numbers.values())) == len(lattice.numbers)


def test_more_than_fits_is_refused_and_says_what_would(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many combinations to list, or rows for memory and disk, are refused beforehand."""
    with duckdb.connect() as connection:
        columns = ", ".join(f"i % {place + 2} as c{place}" for place in range(40))
        connection.execute(
            f"copy (select {columns} from range(20000) r(i)) to '{tmp_path / 'wide.parquet'}' (format parquet)"
        )
    keys = [flag for place in range(40) for flag in ("-q", f"c{place}")]
    ended = run("score", tmp_path / "wide.parquet", *keys, "--subsets", "all")
    assert ended.code == 2
    assert "1,099,511,627,775 combinations of up to 40" in ended.err
    assert "; `subsets: " in ended.err
    chosen = [f"c{place}" for place in range(12)]
    monkeypatch.setattr(Room, "of", lambda _: Room(100_000, 0))
    with pytest.raises(
        SpecError, match=r"12 combinations of up to 1 of 12 quasi-identifiers: about [\d,]+ rows .* 0 MiB of disk"
    ):
        sqlmetrics.subsets(str(tmp_path / "wide.parquet"), chosen, most=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"metrics": ["adjusted_discrimination_rate"], "sensitive": ["y"]},
            "adjusted_discrimination_rate is not measured of combinations together",
        ),
        (
            {"orders": {"y": "natural"}, "metrics": ["t_closeness_ordered"], "sensitive": ["y"]},
            "t_closeness_ordered is not measured",
        ),
        ({"population": "t", "metrics": ["k_map"]}, "k_map is not measured"),
        ({"level": "class"}, "subsets does not take `level: class`"),
        ({"harmonise": True, "sensitive": ["x", "y"]}, "subsets does not take `harmonise`"),
        ({"suppressed": MARKS, "partitions": {"zip": {"prefix": 2}}}, "say `keep_suppressed`"),
        ({"most": 0}, "at least 1, or all"),
        ({"sensitive": ["x"], "partitions": {"x": {"cold": "c"}}}, "has no domain for 4 values"),
        ({"partitions": {"g": {"mapping": {"1": "one"}}}}, "has no domain for 3 values"),
    ],
)
def test_what_cannot_be_measured_is_refused(truth: Database, options: dict[str, Any], message: str) -> None:
    """Metrics, levels and marks that combinations do not have end with a message."""
    with pytest.raises(SpecError, match=message):
        sqlmetrics.subsets("t", KEYS, connection=truth.connection, **options)


def test_the_command_writes_each_format(run: Callable[..., Run], tmp_path: Path) -> None:
    """--subsets is shown as tables and written as records, and `sql` prints their statement."""
    flags = ["fixtures/anes96.parquet", "-q", "age", "-q", "education", "-q", "income", "-s", "vote"]
    flags[0] = str(ROOT / flags[0])
    shown = run("score", *flags, "--subsets", "2", "--limit", "2")
    assert shown.code == 0
    assert "6 combinations of up to 2 of age, education, income" in shown.out
    assert "6 combinations of up to 2 of 3 quasi-identifiers" in shown.err
    assert run("score", *flags, "--subsets", "none").code == 2
    result = json.loads(run("score", *flags, "--subsets", "all", "--format", "json").out)
    assert result["combinations"][0]["quasi_identifiers"] == ["age", "education", "income"]
    assert len(result["combinations"]) == 7
    assert len(result["scores"]) == 7 * 9
    lines = run("score", *flags, "--subsets", "all", "--format", "csv", "--limit", "1").out.splitlines()
    assert lines[0].startswith("metric,target,quasi_identifiers")
    assert len(lines) == 1 + 9
    path = tmp_path / "scores.parquet"
    assert run("score", *flags, "--subsets", "all", "--format", "parquet", "--output", path).code == 0
    printed = run("sql", *flags, "--subsets", "all")
    assert printed.code == 0
    with duckdb.connect() as connection:
        written = connection.execute(f"select quasi_identifiers, metric, target, value from '{path}'").fetchall()
        rows = connection.execute(printed.out).fetchall()
    assert {row[:3]: row[3] for row in written} == {
        (row[2], row[0], row[1]): pytest.approx(row[8], rel=1e-9) for row in rows
    }
    markdown = run("score", *flags, "--subsets", "all", "--format", "markdown").out
    assert "| age |" in markdown
    assert subsets_sql(call_spec("t", ["a"]), "all", dialect="oracle").startswith("-- sqlmetrics")
