"""NULL that matches every value: frequencies as plain loops count them, and what is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from conftest import Run
from examples import examples
from sqlmetrics import SpecError

Command = Callable[..., Run]
Record = tuple[Any, ...]


def frequencies(rows: Sequence[Record], slices: int = 0) -> list[int]:
    """Return of each record how many agree with it in all keys that both have.

    The first columns are slices, within which records are compared.
    """

    def agree(one: Record, other: Record) -> bool:
        known = zip(one[slices:], other[slices:], strict=True)
        return one[:slices] == other[:slices] and all(a is None or b is None or a == b for a, b in known)

    return [sum(agree(one, other) for other in rows) for one in rows]


def expected(own: Sequence[int], threshold: float = 0.2) -> dict[str, float]:
    """Return the scores of frequencies."""
    return {
        "k_anonymity": min(own),
        "prosecutor_risk": 1 / min(own),
        "average_prosecutor_risk": sum(1 / size for size in own) / len(own),
        "records_at_risk": sum(1 / size > threshold for size in own) / len(own),
        "uniqueness": sum(size == 1 for size in own) / len(own),
    }


def loaded(connection: duckdb.DuckDBPyConnection, rows: Sequence[Record]) -> None:
    """Make the table t of rows of three texts."""
    connection.execute("create or replace table t (a varchar, b varchar, c varchar)")
    connection.executemany("insert into t values (?, ?, ?)", rows)


VALUES = st.sampled_from([None, "", "p", "q", "P"])


@examples(40)
@given(st.lists(st.tuples(VALUES, VALUES, VALUES), min_size=1, max_size=25), st.sampled_from([0.2, 0.5]))
def test_frequencies_are_those_of_loops(rows: list[Record], threshold: float) -> None:
    """Scores of the table and of single records are what a comparison of all pairs gives."""
    with duckdb.connect() as connection, TemporaryDirectory() as folder:
        loaded(connection, rows)
        words: dict[str, Any] = {"connection": connection, "nulls": "any", "look": False}
        words |= {"parameters": {"threshold": threshold}}
        scores = sqlmetrics.score("t", ["a", "b", "c"], metrics="all", **words)
        own = frequencies(rows)
        assert {score.metric: score.value for score in scores} == pytest.approx(expected(own, threshold), rel=1e-12)
        assert {score.records for score in scores} == {len(rows)}
        file = Path(folder) / "records.parquet"
        assert sqlmetrics.records("t", ["a", "b", "c"], output=file, **words) == len(rows)
        found = connection.execute(f"select a, b, c, k_anonymity from '{file}'").fetchall()
        assert sorted(found, key=str) == sorted([(*row, size) for row, size in zip(rows, own, strict=True)], key=str)


@pytest.mark.parametrize("seed", range(3))
def test_each_slice_is_a_table_of_its_own(seed: int) -> None:
    """NULL is a slice, and matches within a slice only."""
    pick = random.Random(seed)
    rows = [tuple(pick.choice([None, "x", "y"]) for _ in range(3)) for _ in range(40)]
    with duckdb.connect() as connection:
        loaded(connection, rows)
        scores = sqlmetrics.score(
            "t", ["b", "c"], by={"a": "public"}, metrics="all", nulls="any", look=False, connection=connection
        )
    for name in (None, "x", "y"):
        own = expected(frequencies([row for row in rows if row[0] == name], 1))
        values = {score.metric: score.value for score in scores if score.slice == (name or "")}
        assert values == pytest.approx(own, rel=1e-12)


def test_a_gap_in_few_records_by_hand(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record without a zip hides among all of its age, and each of these beside it.

    As a category of its own it is alone. Classes, records and checks count alike.
    """
    monkeypatch.chdir(tmp_path)
    frame = pd.DataFrame({"age": [30, 30, 30, 40, 40], "zip": ["A", "A", None, "B", "B"]})
    frame.to_csv("people.csv", index=False)
    keys = ("people.csv", "-q", "age", "-q", "zip")
    assert "NULL matches every value" in run("score", *keys, "--nulls", "any").out
    found = json.loads(run("score", *keys, "--nulls", "any", "-f", "json").out)
    assert {score["metric"]: score["value"] for score in found["scores"]} == pytest.approx(expected([3, 3, 3, 2, 2]))
    assert found["nulls"] == "any"
    plain = sqlmetrics.score(frame, ["age", "zip"], metrics="k_anonymity", look=False)
    assert plain["k_anonymity"] == 1
    (tmp_path / "spec.yml").write_text(
        "relation: people.csv\nquasi_identifiers: [age, zip]\nnulls: any\nlook: false\nthresholds: {k_anonymity: 3}\n"
    )
    checked = run("check", "--spec", "spec.yml", "-f", "json")
    assert (checked.code, json.loads(checked.out)["jobs"][0]["verdicts"][0]["value"]) == (1, 2)
    broken = sqlmetrics.classes(frame, ["age", "zip"], conditions="k < 3", nulls="any")
    assert [(one.classes, one.records) for one in broken] == [(1, 2)]
    printed = run("sql", *keys, "--nulls", "any", "-m", "k_anonymity").out
    assert "NULL matches every value" in printed
    assert [row[8] for row in duckdb.execute(printed).fetchall()] == [2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"metrics": "itpr"}, "itpr is about classes of equal keys, which `nulls: any` does not have"),
        ({"metrics": "discernibility"}, "discernibility is about classes of equal keys"),
        ({"individual": "p"}, "`individual` does not go with `nulls: any`: records that agree"),
        ({"population": "t"}, "`population` does not go with `nulls: any`"),
        ({"intervals": True}, "`nulls: any` does not go with `intervals`"),
        ({"attackers": {"one": ["a"]}}, "nulls: any"),
    ],
)
def test_what_needs_classes_is_refused(words: dict[str, Any], message: str) -> None:
    """Records that agree with one need not agree with each other, so nothing is said of classes."""
    keys = [] if "attackers" in words else ["a"]
    with pytest.raises(SpecError, match=message):
        sqlmetrics.sql("t", keys, nulls="any", **words)


def test_what_measures_classes_refuses_it() -> None:
    """Commands about classes of equal keys say who may be asked in their place."""
    frame = {"a": [1, None], "x": [1, 2]}
    for ask in (
        lambda: sqlmetrics.subsets(frame, "a", nulls="any"),
        lambda: sqlmetrics.baseline(frame, "a", "x", nulls="any"),
        lambda: sqlmetrics.count(frame, "a", output="counts.parquet", nulls="any"),
    ):
        with pytest.raises(SpecError, match="say `nulls: category`; it is answered by score, sql"):
            ask()
