"""A history of slices: each is compared with itself, by name; new and gone ones are said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.gate.history.history import read_history
from sqlmetrics.gate.jobs import Options, check
from sqlmetrics.spec.place import History
from sqlmetrics.spec.spec import parse_spec

Command = Callable[..., Run]

SPEC = (
    "relation: d.csv\nquasi_identifiers: [age]\nsensitive: [disease]\nmetrics: [k_anonymity]\n"
    "by: {hospital: public}\nhistory: h.duckdb\nno_worse_than: last\n"
)
ROWS = {
    "A": ["30,flu", "30,cold", "40,flu", "40,cold"],
    '"C, x"': ["30,flu", "30,cold", "30,ulcer"],
    "": ["30,flu", "30,cold"],
    "E": ["50,flu", "50,cold"],
}
"""The records of slices by their names in CSV."""


def write(slices: dict[str, list[str]]) -> None:
    """Write the table of slices."""
    lines = [f"{name},{row}" for name, rows in slices.items() for row in rows]
    Path("d.csv").write_text("\n".join(["hospital,age,disease", *lines, ""]))


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Command) -> Path:
    """A folder with the table of slices and its spec, which was checked once as run r1."""
    monkeypatch.chdir(tmp_path)
    write(ROWS)
    Path("release.yml").write_text(SPEC)
    assert run("check", "--spec", "release.yml", "--run-id", "r1").code == 0
    return tmp_path


def test_a_slice_is_compared_with_itself(night: Path, run: Command) -> None:
    """The limit of a slice is its own score before; slices that come and go are notes."""
    write({'"C, x"': [*ROWS['"C, x"'], "40,flu"], "": ROWS[""], "E": ["50,flu"], "B": ["1,flu"], "D": ["1,flu"]})
    ended = run("check", "--spec", "release.yml", "--run-id", "r2", "-f", "json")
    (job,) = json.loads(ended.out)["jobs"]
    assert ended.code == 1
    assert job["notes"] == ["2 slices are new: B; D", "1 slice is gone: A"]
    limits = [(one["limit"], one["value"], one["passed"], one["origin"]) for one in job["verdicts"]]
    assert sorted(limits) == [(2, 1, False, "r1"), (2, 2, True, "r1"), (3, 1, False, "r1")]
    held = {(one.run_id, one.slice): json.loads(one.verdicts) for one in read_history(History("h.duckdb"))}
    assert {name for run_id, name in held if run_id == "r1"} == {"A", '"C, x"', "", "E"}
    assert {name: [one["passed"] for one in own] for (run_id, name), own in held.items() if run_id == "r2"} == {
        '"C, x"': [False],
        "": [True],
        "E": [False],
        "B": [],
        "D": [],
    }


def test_a_slice_of_too_few_people_has_no_verdict(night: Path, run: Command) -> None:
    """The history keeps that a slice of too few people was not judged, and is read again."""
    Path("release.yml").write_text(f"{SPEC}min_people: 3\n")
    assert run("check", "--spec", "release.yml", "--run-id", "r2").code == 0
    verdicts = {one.slice: one.verdicts for one in read_history(History("h.duckdb")) if one.run_id == "r2"}
    assert {name: json.loads(own)[0]["passed"] for name, own in verdicts.items()} == {
        "A": True,
        '"C, x"': True,
        "": None,
        "E": None,
    }


def test_slices_with_numbers_have_no_history(night: Path, run: Command) -> None:
    """A history of slices needs their names: public ones, or values that may be shown."""
    Path("release.yml").write_text(SPEC.replace("{hospital: public}", "hospital").replace("h.duckdb", "x.duckdb"))
    ended = run("check", "--spec", "release.yml")
    assert (ended.code, ended.out) == (2, "")
    assert "mark them as public (by: {hospital: public})" in ended.err
    assert not Path("x.duckdb").exists()
    words = {"relation": "d.csv", "quasi_identifiers": ["age"], "metrics": ["k_anonymity"], "by": ["hospital"]}
    spec = parse_spec(words | {"history": "x.duckdb"}, "the test")
    assert check(spec, options=Options(show_values=True)).exit_code == 0
    assert {one.slice for one in read_history(History("x.duckdb"))} == {"A", '"C, x"', "", "E"}


def test_a_history_of_slices_says_how_many_pass(night: Path, run: Command) -> None:
    """Each run is a row with the slices that pass and the worst, and with `--by` each slice is."""
    write({name: rows for name, rows in ROWS.items() if name != "A"} | {"E": ["50,flu"], "B": ["1,flu"] * 9})
    Path("release.yml").write_text(f"{SPEC}min_people: 2\n")
    assert run("check", "--spec", "release.yml", "--run-id", "r2").code == 0
    shown = run("history", "h.duckdb").out.splitlines()
    assert shown[0].startswith("release: 2 runs")
    first, second = ([cell.strip() for cell in line.split("  ") if cell.strip()] for line in shown[3:5])
    assert first[1:] == ["r1", "4 without a limit"]
    assert second[1:] == ["r2", "2 of 3 pass, 1 too few people", "C, x: k_anonymity of identity 3"]
    assert shown[5] == "--by shows the scores of each slice"
    lines = run("history", "h.duckdb", "--by").out.splitlines()
    names = [line.split("  ")[0] for line in lines[5:]]
    assert lines[2] == "k_anonymity of identity"
    assert names == ["NULL", "C, x", "E", "B", "A"]
    (series,) = [one for one in sqlmetrics.history("h.duckdb").series if one.slice == '"C, x"']
    assert series.values == [3, 3]
    frame = sqlmetrics.history("h.duckdb").to_pandas().pivot(index="slice", columns="run_id", values="value")
    assert [*frame.loc["E"]] == [2, 1]
    axes = sqlmetrics.history("h.duckdb").plot()
    assert next(line.get_label() for line in axes.lines) == "NULL"


def test_the_worst_changes_of_slices_come_first(night: Path, run: Command) -> None:
    """A difference has a change per slice, the worst first; new and gone slices are said."""
    many = {f"s{number:02}": ["30,flu"] * (number + 2) for number in range(30)}
    write(many | {"gone": ["30,flu"] * 9})
    assert run("check", "--spec", "release.yml", "--run-id", "r3", "--no-worse-than", "r3").code == 2
    Path("release.yml").write_text(SPEC.replace("no_worse_than: last\n", ""))
    assert run("check", "--spec", "release.yml", "--run-id", "r3").code == 0
    write({name: rows[1:] for name, rows in many.items() if name != "s05"} | {"s05": ["30,flu"] * 9, "new": ["1,flu"]})
    assert run("check", "--spec", "release.yml", "--run-id", "r4").code == 0
    asked = ("diff", "r3", "r4", "--history", "h.duckdb")
    lines = run(*asked).out.splitlines()
    assert lines[2:4] == ["1 slice is new: new", "1 slice is gone: gone"]
    assert [line.split()[0] for line in lines[6:26]] == [f"s{number:02}" for number in range(21) if number != 5]
    assert lines[26:] == ["10 of 30 scores are not shown; --all shows them", "0 of 30 scores are the same"]
    assert "s05 " in run(*asked, "--all").out
    (job,) = json.loads(run(*asked, "-f", "json").out)
    assert (job["new"], job["gone"]) == (["new"], ["gone"])
    ways = {change["slice"]: (change["before"], change["after"], change["way"]) for change in job["changes"]}
    assert ways["s05"] == (7, 9, "safer")
    assert ways["s00"] == (2, 1, "riskier")
    assert ways["new"] == (None, 1, "new")
    assert ways["gone"] == (9, None, "gone")
