"""A limit on who of a file of people is found: in `check`, in a history, and its refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics import SpecError

Command = Callable[..., Run]

RELEASE = pd.DataFrame({"id": [1, 2, 3, 4], "a": [*"xxyz"], "b": [*"xyxz"], "c": [*"xyzx"]})
"""The release of four people that tests/release/attack/test_linkage.py works by hand."""

WORDS = 'individual: id, quasi_identifiers: [a, b, c], thresholds: {{linked_rightly: {limit}}}, history: "runs.duckdb"'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the release and a file of three people, one of whom is found."""
    monkeypatch.chdir(tmp_path)
    RELEASE.to_csv("release.csv", index=False)
    (tmp_path / "data").mkdir()
    pd.DataFrame({"id": [1, 4, 9], "a": [*"xzw"], "b": [*"xzw"], "c": [*"yxw"]}).to_csv("data/file.csv", index=False)
    return tmp_path


def written(limit: float, file: str = "file.csv", more: str = "") -> str:
    """Write a spec beside the file that it names, and return its path."""
    words = WORDS.format(limit=limit).replace("runs", "../runs")
    Path("data/s.yml").write_text(f"{{relation: ../release.csv, {words}, linkage: {{file: {file}{more}}}}}")
    return "data/s.yml"


@pytest.mark.parametrize(("limit", "passed"), [(0.33, False), (0.34, True)])
def test_a_third_is_found(run: Command, folder: Path, limit: float, passed: bool) -> None:
    """One of three is found rightly, which is held to the limit and kept in the history."""
    code, out, _ = run("check", "--spec", written(limit), "-f", "json")
    (verdict,) = json.loads(out)["jobs"][0]["verdicts"]
    assert (code, verdict["passed"]) == (0 if passed else 1, passed)
    assert (verdict["metric"], verdict["target"]) == ("linked_rightly", "people of a file")
    assert (verdict["value"], verdict["quasi_identifiers"]) == (pytest.approx(1 / 3), ["a", "b", "c"])
    spec = Path("data/s.yml").read_text().replace("linked_rightly:", "link_precision:").replace("runs.", "others.")
    Path("data/w.yml").write_text(spec)
    (told,) = json.loads(run("check", "--spec", "data/w.yml", "-f", "json").out)["jobs"][0]["verdicts"]
    assert (told["metric"], told["parameters"]) == ("link_precision", "agreement=0.9, weight=0")
    kept = sqlmetrics.history(folder / "runs.duckdb").to_pandas()
    found = kept[kept["metric"] == "linked_rightly"]["value"]
    assert [*found] == [pytest.approx(1 / 3)]
    names = [line.split("  ")[0] for line in run("history", "runs.duckdb", "--all").out.splitlines()]
    assert "link_precision of people of a file, weight at least 0" in " ".join(" ".join(names).split())
    assert {"linked", "linked_exactly", "exact_matches", "linked_by_chance", "link_precision"} <= {*kept["metric"]}


def test_records_of_nobody_are_left_out_and_counted(folder: Path) -> None:
    """Two of five records have no person: a third of the other three is found, as without them."""
    lines = Path("data/file.csv").read_text().splitlines()
    Path("data/nobody.csv").write_text("\n".join([*lines, *(line[1:] for line in lines[1:3])]) + "\n")
    found = sqlmetrics.compare(RELEASE, RELEASE).attacks(auxiliary="data/nobody.csv", individual="id")
    assert found.value("linked_rightly") == pytest.approx(1 / 3)
    assert found.scores[0].records == 3
    assert [*found.notes] == ["left out, as they are without 'id': 2 of 5 records of data/nobody.csv"]


def test_a_job_compares_with_its_last_run(run: Command, folder: Path) -> None:
    """A file by which more are found than before fails beside the last run."""
    assert run("check", "--spec", written(1)).code == 0
    pd.DataFrame({"id": [4, 3], "a": [*"zy"], "b": [*"zx"], "c": [*"xz"]}).to_csv("data/file.csv", index=False)
    code, out, _ = run("check", "--spec", written(1), "--no-worse-than", "last", "-f", "json")
    failed = [one for one in json.loads(out)["jobs"][0]["verdicts"] if not one["passed"]]
    assert (code, [one["metric"] for one in failed]) == (1, ["linked_rightly"])
    assert failed[0]["value"] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"linkage": {}, "thresholds": {"linked_rightly": 1}}, "name it as the `file` of `linkage`"),
        ({"linkage": {"agreement": 0.8}}, "`linkage` needs the `file` of people"),
        ({"linkage": {"file": "data/file.csv", "columns": ["job"]}}, "has no column 'job'"),
        ({"linkage": {"file": "data/file.csv", "agreement": 1}}, "linkage.agreement"),
        ({"linkage": {"file": "data/file.csv", "nearly": {"a": 3}}}, "`nearly` of 'a', a text, is 1 letter"),
        (
            {"linkage": {"file": "data/file.csv", "nearly": {"*": 1}}},
            "`nearly` names '[*]', which links nothing",
        ),
        ({"linkage": {"file": "data/file.csv"}, "by": ["c"]}, "`linkage` does not go with `by`"),
        ({"linkage": {"file": "data/file.csv"}, "thresholds": {"linked": {"at_most": 1, "target": "a"}}}, "linked"),
        ({"linkage": {"file": "data/file.csv"}, "quasi_identifiers": []}, "`linkage` needs `quasi_identifiers`"),
    ],
)
def test_what_does_not_go_is_said(folder: Path, words: dict[str, Any], message: str) -> None:
    """Each in one sentence, and nothing is written."""
    given: dict[str, Any] = {"quasi_identifiers": ["a", "b"], "sensitive": ["c"], "thresholds": {"k_anonymity": 1}}
    if "by" in words or "columns" in words.get("linkage", {}):
        given["sensitive"] = []
    with pytest.raises(SpecError, match=message):
        sqlmetrics.check(folder / "release.csv", **given | words)
    assert not [*folder.glob("runs*")]
