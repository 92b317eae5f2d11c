"""Conditions on the records of an original and of its releases: whose they are is always said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import Run
from grammars import tree_of
from sqlmetrics.errors import SpecError

Command = Callable[..., Run]

ROWS = (
    "select i as id, i % 7 as age, 'fm'[1 + i // 2 % 2] as sex, 'd' || (i % 3) as disease, 1 + i % 2 as day"
    " from range(240) t(i)"
)
KEYS = ("-q", "age", "-q", "sex", "-s", "disease")
NAMED = ("original.parquet where day = 1", "release.parquet where day = 1")


@pytest.fixture
def days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an original and a release of two days, and the first day of each alone."""
    monkeypatch.chdir(tmp_path)
    for name, rows in (("original", ROWS), ("release", f"select * replace (age // 3 as age) from ({ROWS})")):
        duckdb.execute(f"copy ({rows}) to '{name}.parquet'")
        duckdb.execute(f"copy (from ({rows}) where day = 1) to '{name}1.parquet'")
    return tmp_path


def read(text: str) -> Any:
    """Return a document of JSON, without the digits that depend on the order of summing."""
    return json.loads(text, parse_float=lambda digits: float(f"{float(digits):.12g}"))


@pytest.mark.parametrize(
    ("command", "flags"),
    [
        ("attacks", ("--record-id", "id", *KEYS)),
        ("gda", ("--attack", "inference_frequent", "--known", "age", "--secret", "disease", "--attempts", "20")),
        ("utility", ("--queries", "20")),
        ("tradeoff", (*KEYS, "--workload-attribute", "disease", "--classifier", "majority")),
    ],
)
def test_each_side_has_its_own_condition(run: Command, days: Path, command: str, flags: tuple[str, ...]) -> None:
    """The scores are those of the records alone, and both names say what was picked.

    The original is named by its flag, or comes first.
    """

    def compare(original: str, release: str, *more: str) -> Run:
        return run(command, release, "--original", original, *flags, *more)

    both = ("--original-where", "day = 1", "--release-where", "day = 1")
    there = read(compare("original.parquet", "release.parquet", *both, "-f", "json").out)
    assert (there["original"], *there["releases"]) == NAMED
    alone = compare("original1.parquet", "release1.parquet", "-f", "json").out
    alone = alone.replace("original1.parquet", NAMED[0]).replace("release1.parquet", NAMED[1])
    assert there == read(alone)
    one = json.loads(compare("original.parquet", "release1.parquet", *both[:2], "-f", "json").out)
    assert (one["original"], *one["releases"]) == (NAMED[0], "release1.parquet")
    text = compare("original.parquet", "release.parquet", *both, "--print-sql").out
    assert text.count("source where (day = 1)") >= 2
    assert run(command, "original.parquet", "release.parquet", *flags, *both, "--print-sql").out == text
    lonely = run(command, "release.parquet", *flags)
    assert (lonely.code, lonely.out) == (2, "")
    assert "name the `original` (--original) of release.parquet, or write it before" in lonely.err
    assert tree_of(text.split(";\n")[0], "duckdb") is not None


def test_in_python_both_conditions_are_named(days: Path) -> None:
    """A mapping's names keep what was picked; one condition for both sides is refused."""
    releases = sqlmetrics.compare(
        "original.parquet", {"r": "release.parquet"}, ["age", "sex"], ["disease"], release_where="day = 1"
    )
    scores = releases.attacks(record_id="id")
    assert (scores.original, scores.releases) == ("original.parquet", ("r where day = 1",))
    with pytest.raises(SpecError, match="by `original_where` and `release_where`"):
        sqlmetrics.attacks("original.parquet", "release.parquet", ["age"], ["disease"], where="day = 1")
    with pytest.raises(SpecError, match="no column 'dya'; did you mean 'day'"):
        sqlmetrics.utility("original.parquet", "release.parquet", original_where="dya = 1")
    queried = sqlmetrics.Table(query="select * from 'original.parquet' where day = 1", quasi_identifiers=["age"])
    assert sqlmetrics.compare(queried, "release1.parquet").attacks(record_id="id").scores
