"""The plans in which records become numbers give the textbook plan's scores, on every engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from engines import Database
from sqlmetrics.engine.source import opened
from sqlmetrics.scoring.ways import counting_way, is_supported, others
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from statements import EVERY, Records, check_equal, records

SERVED = ("a key of decimals", "a key of floats", "names with quotes, dots, blanks and letters", "suppressed records")

ASKED: dict[str, tuple[str, dict[str, Any]]] = {name: EVERY[name] for name in SERVED} | {
    "NULLs": ("t", {"quasi_identifiers": ["k", "g"], "sensitive": ["x"]}),
    "NULLs, by three keys": ("t", {"quasi_identifiers": ["k", "zip", "g"], "sensitive": ["m"]}),
    "dropped NULLs": ("t", {"quasi_identifiers": ["k", "g"], "sensitive": ["x", "y"], "nulls": "drop"}),
    "two attributes": ("t", {"quasi_identifiers": ["g", "p"], "sensitive": ["x", "k"]}),
    "recoded keys": (
        "t",
        {
            "quasi_identifiers": ["zip", "p"],
            "sensitive": ["x"],
            "partitions": {"zip": {"prefix": 3}, "p": {"prefix": 1}},
        },
    ),
    "finite values": ("t", {"quasi_identifiers": ["f"], "sensitive": ["y"], "parameters": {"l": 2}}),
    "one class": ("big", {"quasi_identifiers": ["k"], "sensitive": ["y"]}),
    "few metrics": ("t", {"quasi_identifiers": ["k", "g"], "sensitive": ["x"], "metrics": ["itpr", "k_anonymity"]}),
    "one metric": ("t", {"quasi_identifiers": ["k", "g"], "sensitive": ["x"], "metrics": ["distinct_l_diversity"]}),
    "dropped NULLs, one metric": (
        "t",
        {"quasi_identifiers": ["k", "g"], "sensitive": ["x"], "nulls": "drop", "metrics": ["a_know", "separation"]},
    ),
    "what a class tells": (
        "t",
        {
            "quasi_identifiers": ["k", "g"],
            "sensitive": ["x", "y"],
            "metrics": ["class_imbalance", "value_imbalance", "specific_surprise", "j_measure"],
        },
    ),
    "an order": (
        "t",
        {"quasi_identifiers": ["k", "g"], "sensitive": ["x", "y"], "orders": {"y": "natural", "x": ["b", "a"]}},
    ),
    **{
        f"{metric} alone": ("t", {"quasi_identifiers": ["k", "g"], "sensitive": ["x"], "metrics": [metric]})
        for metric in ("a_diff", "specific_surprise", "conditional_entropy")
    },
    "an empty table": ("empty", {"quasi_identifiers": ["k", "g"], "sensitive": ["x"]}),
}
"""Requests that all plans can count: a table of the tests, and the words of a spec."""


def statement(name: str, database: Database, way: str) -> str:
    """Return the statement of a request by a plan, which must be able to count it."""
    table, words = ASKED[name]
    plan = build_plan(parse_spec(words))
    entries = plan_entries(plan, database.relation(table), needed=True, way=way)
    assert is_supported(entries)
    return render("score", entries, dialect=database.facts)


@pytest.fixture(scope="session")
def general(truth: Database) -> Callable[[str], Records]:
    """What DuckDB's textbook plan gives for a request, found once for all engines."""
    return cache(lambda name: records(truth.rows(statement(name, truth, "textbook"))))


PLANS: tuple[Literal["textbook", "near-unique", "sorted"], ...] = ("textbook", "near-unique", "sorted")
WAYS = PLANS[1:]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ASKED)
def test_all_plans_give_the_same_scores(
    truth: Database, general: Callable[[str], Records], name: str, way: str
) -> None:
    """Records, values to 1e-9, and reasons agree."""
    check_equal(records(truth.rows(statement(name, truth, way))), general(name))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["NULLs", "dropped NULLs, one metric", "what a class tells"])
def test_every_engine_has_all_plans(engine: Database, general: Callable[[str], Records], name: str, way: str) -> None:
    """Records, values to 1e-9, and reasons agree."""
    check_equal(records(engine.rows(statement(name, engine, way))), general(name))


@pytest.mark.parametrize("way", WAYS)
def test_keys_without_room_in_a_word_are_told_apart(
    engine: Database, general: Callable[[str], Records], way: str
) -> None:
    """Where one number has no room for all combinations, classes are numbered by their texts."""
    text = statement("one metric", engine, way)
    assert "9007199254740992" in text
    check_equal(records(engine.rows(text.replace("9007199254740992", "8"))), general("one metric"))


@pytest.mark.parametrize(
    "words",
    [
        {"level": "class"},
        {"individual": "p"},
        {"partitions": {"x": {"prefix": 1}}},
        {"orders": {"x": "natural"}, "metrics": ["t_closeness_ordered"], "by": "p"},
        {"metrics": ["adjusted_discrimination_rate"]},
        {"metrics": ["k_anonymity"]},
        {"partitions": {"g": {"mapping": {"1": "one"}}}},
    ],
)
def test_what_needs_other_counts_has_the_general_plan(truth: Database, words: dict[str, Any]) -> None:
    """The statement is the same whichever plan is asked for."""
    plan = build_plan(parse_spec({"quasi_identifiers": ["k", "g"], "sensitive": ["x"]} | words))
    general, *asked = (plan_entries(plan, truth.relation("t"), needed=True, way=way) for way in ("textbook", *WAYS))
    assert not is_supported(general)
    assert [render("score", entries) for entries in asked] == [render("score", general)] * 2


def values(scores: sqlmetrics.Scores) -> Records:
    """Return records, value and reason by metric and target."""
    return {(score.metric, score.target): (score.records, score.value, score.reason) for score in scores.scores}


@pytest.mark.parametrize("seed", range(6))
def test_random_tables_are_scored_alike(seed: int) -> None:
    """Small tables, of few and of many classes, of skewed values and NULLs."""
    pick = random.Random(seed)
    keys = [pick.choice([2, 5, 400]) for _ in range(pick.randint(1, 3))]
    skew = pick.choice([1, 3])
    rows = pick.choice([1, 2, 40, 300])
    table: dict[str, list[Any]] = {
        f"k{place}": [pick.choice([None, *range(several)]) for _ in range(rows)] for place, several in enumerate(keys)
    }
    table["x"] = [pick.choice(["a", None, int(9 * pick.random() ** skew)]) for _ in range(rows)]
    table["x"] = [None if value is None else str(value) for value in table["x"]]
    table["y"] = [pick.choice([None, 1, 1, 2]) for _ in range(rows)]
    words: dict[str, Any] = {"nulls": pick.choice(["category", "drop"])}
    general, *coded = (sqlmetrics.score(table, list(table)[:-2], ["x", "y"], plan=plan, **words) for plan in PLANS)
    for scores in coded:
        check_equal(values(scores), values(general))


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Parquet file of 250,000 records: alone by one key, about four by one, many by another."""
    file = tmp_path_factory.mktemp("large") / "large.parquet"
    duckdb.execute(
        "copy (select i as alone, i % 7 as few, hash(i) % 5 as x, hash(i) // 7 % 60000 as fours"
        f" from range(250000) t(i)) to '{file}' (format parquet)"
    )
    return file


@pytest.mark.parametrize(
    ("keys", "plan", "chosen"),
    [
        (["alone"], "auto", "near-unique"),
        (["fours"], "auto", "sorted"),
        (["few"], "auto", "textbook"),
        (["few"], "near-unique", "near-unique"),
        (["few"], "sorted", "sorted"),
        (["alone"], "textbook", "textbook"),
    ],
)
def test_a_sample_chooses_the_plan(large: Path, keys: list[str], plan: str, chosen: str) -> None:
    """Keys with no or few other records a class have their plans, unless the spec names another."""
    asked = build_plan(parse_spec({"quasi_identifiers": keys, "sensitive": ["x"], "plan": plan}))
    with opened(str(large)) as source:
        entries = plan_entries(asked, source.from_sql, needed=True)
        assert counting_way(source, asked, entries) == chosen
    if plan == "auto" and chosen == "near-unique":
        scores = sqlmetrics.score(large, keys, "x", metrics=["uniqueness", "itpr"])
        assert [score.value for score in scores.scores if score.metric == "uniqueness"] == [1.0]


def test_tables_are_sampled_and_views_and_texts_are_not(tmp_path: Path) -> None:
    """What is parsed or computed anew with each read has the textbook plan."""
    (tmp_path / "large.csv").write_text("k,x\n" + "".join(f"{number},{number % 3}\n" for number in range(200_000)))
    plan = build_plan(parse_spec({"quasi_identifiers": ["k"], "sensitive": ["x"]}))
    found = {}
    with duckdb.connect() as connection:
        connection.execute("create table held as select i as k, i % 3 as x from range(200000) t(i)")
        connection.execute("create view seen as from held")
        for relation in ("held", "seen"):
            with opened(relation, Place(connection=connection)) as source:
                found[relation] = counting_way(source, plan, plan_entries(plan, source.from_sql, needed=True))
    with opened(str(tmp_path / "large.csv")) as source:
        found["csv"] = counting_way(source, plan, plan_entries(plan, source.from_sql, needed=True))
    assert found == {"held": "near-unique", "seen": "textbook", "csv": "textbook"}


def test_the_sample_is_the_same_in_each_run(large: Path) -> None:
    """A table keeps its plan, so that what runs is what was printed."""
    asked = build_plan(parse_spec({"quasi_identifiers": ["fours"]}))
    with opened(str(large)) as source:
        query = render("sampled_keys", plan_entries(asked, source.from_sql, needed=True), "8")
        ((first,), *others_drawn) = (source.engine.client.rows(source.engine, query, "large") for _ in range(3))
    assert others_drawn == [[first]] * 2


def test_others_are_estimated_from_pairs() -> None:
    """Of 1,000 records in classes of three, all 1,000 drawn have two others each."""
    assert others(1000, 10, 1) == pytest.approx(1000 / 90)
    assert others(1000, 1000, 2000) == pytest.approx(2, rel=2e-3)


def test_the_printed_statement_is_that_of_the_plan() -> None:
    """By default it is the general one, and one line says where it is another."""
    general, other, ordered = (sqlmetrics.sql("people", ["k", "g"], "x", plan=plan) for plan in PLANS)
    assert sqlmetrics.sql("people", ["k", "g"], "x") == general
    assert "-- the plan for sorted keys" in ordered
    assert "-- the plan for near-unique keys" in other
    assert "codes_of_key_2" in other


@pytest.mark.parametrize("plan", PLANS)
def test_recursion_is_known_where_each_class_has_enough_values(plan: str) -> None:
    """Counts of 3, 3 and 2 have c = 3 / 2 for l = 3; beside a class of two values there is none."""
    large, small = ["x"] * 3 + ["y"] * 3 + ["z"] * 2, ["x", "y", "z"]
    words: dict[str, Any] = {"metrics": "recursive_cl_diversity", "plan": plan, "look": False}
    for beside, c in (([], 1.5), (small, 1.5), (small[:2], None), (["x"] * 3, None), (small[:1], None)):
        frame = pd.DataFrame({"k": ["a"] * len(large) + ["b"] * len(beside), "x": [*large, *beside]})
        assert sqlmetrics.score(frame, "k", "x", **words).value("recursive_cl_diversity") == c, beside
