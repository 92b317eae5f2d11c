"""Two releases with the same rows are the same files, whoever was dropped for them."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics

KEPT = [(town, age, ill) for town in "ab" for age in (30, 41) for ill in ("flu", "cold") for _ in range(3)]
"""The people of a release: classes of six."""

FEW = [("c", 30, "flu"), ("c", 30, "hiv"), ("d", 41, "hiv")]
"""The people of whom none to four are dropped."""

WORLDS = [world for number in range(5) for world in combinations_with_replacement(FEW, number)]
"""All choices of none to four of them."""


def released(folder: Path, rows: list[tuple[Any, ...]], place: str, form: str) -> dict[str, bytes]:
    """Return the files of a release of rows that lie at a place."""
    made = duckdb.connect(str(folder / "t.duckdb") if place == "database" else ":memory:")
    made.execute("create or replace table t (town varchar, age integer, ill varchar)")
    made.executemany("insert into t values (?, ?, ?)", rows)
    words: dict[str, Any] = {"database": "t.duckdb"} if place == "database" else {}
    if place == "condition":
        made.execute("insert into t select 'z', age, 'secret' from t")
        words = {"where": "town <> 'z'"}
    if place != "database":
        made.execute(f"copy t to '{folder / 't'}.{'parquet' if place == 'condition' else 'csv'}'")
    made.close()
    relation = {"database": "t", "condition": "t.parquet", "file": "t.csv"}[place]
    release = {"levels": {"age": {"cuts": [40]}}, "drop": "20%", "shuffle": False}
    output = folder / f"out{form}"
    words |= {"thresholds": {"k_anonymity": 5}, "look": False, "release": release, "date": "2026-01-31"}
    sqlmetrics.write_release(relation, ["town", "age"], ["ill"], output=output, report="out.html", **words)
    return {path.name: path.read_bytes() for path in folder.glob("out*")}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("form", [".csv", ".parquet"])
@pytest.mark.parametrize("place", ["file", "database", "condition"])
def test_who_is_dropped_changes_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, form: str) -> None:
    """Rows, certificate, spec and page are those of a source from which nobody is dropped."""
    monkeypatch.chdir(tmp_path)
    wanted = released(tmp_path, KEPT, place, form)
    assert len(wanted) == 4
    for world in WORLDS[1:]:
        assert released(tmp_path, [*KEPT, *world], place, form) == wanted


def test_a_person_more_in_a_class_changes_the_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison sees a difference where there is one."""
    monkeypatch.chdir(tmp_path)
    wanted = released(tmp_path, KEPT, "file", ".csv")
    found = released(tmp_path, [*KEPT, KEPT[0]], "file", ".csv")
    assert {name for name in wanted if wanted[name] != found[name]} == {
        "out.csv",
        "out.csv.certificate.json",
        "out.html",
    }
