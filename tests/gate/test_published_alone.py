"""Limits on tables that are published alone: in `check`, in jobs, in a history, by exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.published import hidden_cells

Command = Callable[..., Run]

TABLE = """town,sex,n
Ulm,f,*
Ulm,m,7
Ulm,Total,9
Bonn,f,*
Bonn,m,*
Bonn,Total,12
Total,f,{women}
Total,m,{men}
Total,Total,21
"""
"""A table whose first hidden cell is 9 - 7; by the totals of a sex the others follow, too."""

WORDS: dict[str, Any] = {"published": "t.csv", "marks": {"*": "1..9"}, "absent": "zero"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a table in which the women of Ulm and all of Bonn follow."""
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text(TABLE.format(women=8, men=13))
    return tmp_path


def verdicts(thresholds: Any, **outputs: Any) -> list[tuple[Any, ...]]:
    """Return metric, value, limit and verdict of each limit on published tables."""
    (outcome,) = sqlmetrics.check(thresholds=thresholds, outputs=WORDS | outputs)
    assert outcome.held is not None
    assert {one.score.target for one in outcome.held.verdicts} == {"published"}
    return [(one.score.metric, one.score.value, one.threshold.limit, one.passed) for one in outcome.held.verdicts]


def test_each_score_has_its_limit(folder: Path) -> None:
    """By 2 + 7 = 9, 2 + 6 = 8 and 7 + 6 = 13 all are known.

    Without the totals of a sex Bonn has 3 to 9 and 3 to 9, so that women are 5 to 11, men 10 to 16.
    """
    limits = {"recovered_cells": 2, "narrow_cells": 0, "unproven_cells": 0}
    assert verdicts(limits) == [
        ("recovered_cells", 3, 2, False),
        ("narrow_cells", 0, 0, True),
        ("unproven_cells", 0, 0, True),
    ]
    Path("t.csv").write_text(TABLE.format(women="x", men="x"))
    hidden = {"marks": {"*": "1..9", "x": "0.."}}
    assert verdicts({"recovered_cells": 1, "narrow_cells": 1}, **hidden) == [
        ("recovered_cells", 1, 1, True),
        ("narrow_cells", 2, 1, False),
    ]
    assert verdicts({"narrow_cells": 0}, **hidden, width=6) == [("narrow_cells", 0, 0, True)]
    assert verdicts({"narrow_cells": 0}, **hidden, width=7) == [("narrow_cells", 4, 0, False)]


def test_a_number_beyond_the_strictest_limit_is_no_unknown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known before the proofs, which have no time, is beyond 0, by any other limit."""
    monkeypatch.setattr(hidden_cells, "PART_OF_TIME", 0)
    Path("t.csv").write_text(TABLE.format(women="x", men="x").replace("Bonn,Total,12", "Bonn,Total,x"))
    outputs = WORDS | {"marks": {"*": "0..", "x": "0.."}}
    for limits in ([0, 9], [9, 0]):
        lenient = {"recovered_cells": [{"at_most": one, "undefined": "pass"} for one in limits], "unproven_cells": 0}
        (outcome,) = sqlmetrics.check(thresholds=lenient, outputs=outputs, timeout=600)
        assert outcome.held is not None
        found = {(one.score.metric, one.threshold.limit): one for one in outcome.held.verdicts}
        assert found["unproven_cells", 0].failed
        assert (found["recovered_cells", 0].score.value, found["recovered_cells", 0].failed) == (2, True)


def test_what_is_not_proven_passes_no_limit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that is beyond its limit already is known, and fails whatever is undefined."""
    monkeypatch.setattr(hidden_cells, "solver_installed", lambda: False)
    Path("t.csv").write_text(TABLE.format(women="x", men="x"))
    for undefined, passed in (("fail", False), ("pass", True)):
        for limit, value in ((1, None), (0, 1)):
            limits = {"recovered_cells": {"at_most": limit, "undefined": undefined}}
            (found,) = verdicts(limits, marks={"*": "1..9", "x": "0.."})
            assert found == ("recovered_cells", value, limit, passed and value is None)


SPEC = """
outputs:
  published: tables/t.csv
  marks: {"*": [1, 9], "x": 0.., null: 0}
  absent: 0
  total: [Total, null]
thresholds: {recovered_cells: 0}
history: runs.duckdb
"""


def test_a_broken_limit_ends_with_1_and_names_no_cell(folder: Path, run: Command) -> None:
    """A spec's file is read in the spec's folder; jobs and the history have the same verdicts."""
    Path("specs/tables").mkdir(parents=True)
    Path("specs/tables/t.csv").write_text(TABLE.format(women=8, men=13).replace("Total", ""))
    Path("specs/s.yml").write_text(SPEC.replace("[Total, null]", "null"))
    Path("jobs.yml").write_text("jobs: {tables: specs/s.yml}\n")
    ended = run("check", "--spec", "specs/s.yml", "-f", "json")
    shown = run("check", "specs/s.yml", "--show-values")
    jobs = run("run", "jobs.yml")
    assert (ended.code, shown.code, jobs.code) == (1, 1, 1)
    assert "recovered_cells of published" in jobs.out
    assert not [town for town in ("Ulm", "Bonn") if town in ended.out + jobs.out]
    assert "Ulm" in shown.out
    (job,) = json.loads(ended.out)["jobs"]
    assert [(one["target"], one["value"], one["passed"]) for one in job["verdicts"]] == [("published", 3, False)]
    assert [(cell["low"], cell["class"]) for cell in job["outputs"]["cells"]] == [(None, None)] * 3
    rows = json.loads(run("history", "specs/runs.duckdb", "-m", "recovered_cells", "-f", "json").out)
    assert {one["value"] for one in rows} == {3}


def test_a_spec_says_the_same_as_the_flags(folder: Path, run: Command) -> None:
    Path("s.yml").write_text(SPEC.replace("tables/t.csv", "t.csv").replace("[Total, null]", "Total"))
    flags = ("--published", "t.csv", "--mark", "*=1..9", "--mark", "x=0..", "--absent", "zero")
    by_spec, by_flags = (run("outputs", *words, "-f", "json").out for words in (("s.yml",), flags))
    assert json.loads(by_spec) == json.loads(by_flags)
    assert json.loads(by_spec)["recovered_cells"] == 3


def test_tables_stand_beside_the_people_behind_them(folder: Path) -> None:
    """With a relation of people both are judged, and a role of a person is no matter of tables."""
    people = {"town": ["Ulm"] * 4 + ["Bonn"] * 2, "who": [1, 1, 2, 3, 4, 5]}
    (outcome,) = sqlmetrics.check(
        people, "town", individual="who", thresholds={"k_anonymity": 3, "recovered_cells": 3}, outputs=WORDS
    )
    assert outcome.held is not None
    held = [(one.score.metric, one.score.value, one.passed) for one in outcome.held.verdicts]
    assert held == [("k_anonymity", 2, False), ("recovered_cells", 3, True)]


def test_several_tables_have_one_fingerprint_and_no_roles(folder: Path) -> None:
    """The columns of a published table are nobody's, so that a name among them is no identifier."""
    fingerprints = set()
    for names, bonn in ((["t.csv", "u.csv"], 12), (["u.csv"], 12), (["u.csv"], 13)):
        Path("u.csv").write_text(f"patient_name,n\nUlm,9\nBonn,{bonn}\nTotal,{9 + bonn}\n")
        (outcome,) = sqlmetrics.check(thresholds={"unproven_cells": 0}, outputs=WORDS | {"published": names})
        assert outcome.held is not None
        assert outcome.held.passed
        assert (outcome.held.forgotten, outcome.held.scores.scores) == ((), ())
        fingerprints.add(outcome.held.fingerprint)
    assert len(fingerprints) == 3


def test_a_relation_stands_in_place_of_the_published_table(folder: Path, run: Command) -> None:
    """The spec of June says what marks mean in July, too; a frame has no name that it could be."""
    Path("s.yml").write_text(SPEC.replace("tables/t.csv", "t.csv").replace("[Total, null]", "Total"))
    Path("july.csv").write_text("town,sex,n\nUlm,f,12\nUlm,m,17\nUlm,Total,29\nTotal,Total,29\n")
    july = run("check", "july.csv", "--spec", "s.yml", "-f", "json")
    (job,) = json.loads(july.out)["jobs"]
    assert (july.code, job["relation"], job["verdicts"][0]["value"]) == (0, "july.csv", 0)
    assert [one["table"] for one in job["outputs"]["tables"]] == ["july.csv"]
    assert run("check", "--spec", "s.yml", "--no-worse-than", "last").code == 1
    with pytest.raises(SpecError, match="the spec is about a published table"):
        sqlmetrics.check({"town": ["Ulm"], "n": [3]}, spec="s.yml")


@pytest.mark.parametrize(
    ("thresholds", "outputs", "says"),
    [
        ({"recovered_cells": 0}, {"keys": ["town"]}, "is scored of: no target"),
        ({"recovered_cells": 0}, WORDS | {"keys": ["town"]}, "rules on people need their records"),
        ({"recovered_cells": 0}, WORDS | {"minimum_frequency": 3}, "rules on people need their records"),
        ({"recovered_cells": 0}, WORDS | {"absent": None}, "say what a row that is not there means"),
        ({"recovered_cells": 0}, {"absent": 0, "keys": ["town"]}, "words of a published table; name it"),
        ({"recovered_cells": 0}, WORDS | {"marks": {}}, "the mark * has no meaning here"),
        ({"recovered_cells": 0}, WORDS | {"marks": {"*": "9..1"}}, "write the counts that it stands for"),
        ({"recovered_cells": 0}, WORDS | {"marks": {"*": 0.5}}, "key 'outputs.marks"),
        ({"recovered_cells": 0}, WORDS | {"total": "Sum"}, "no column has the total 'Sum'"),
        ({"recovered_cells": 0}, WORDS | {"rounded": "up"}, "`rounded` is a base such as 5"),
        ({"recovered_cells": 0}, WORDS | {"width": 0}, "at least 1"),
        ({"minimum_frequency": 3}, WORDS, "is scored of: no target"),
        ({"dominated_cells": 0}, WORDS, "is scored of: no target"),
        ({"k_anonymity": 3}, WORDS, "name what an attacker knows of them in `quasi_identifiers`"),
    ],
)
def test_what_makes_no_sense_is_refused(folder: Path, thresholds: Any, outputs: Any, says: str) -> None:
    relation = "t.csv" if "published" not in outputs else None
    with pytest.raises(SpecError) as error:
        sqlmetrics.check(relation, thresholds=thresholds, outputs=outputs)
    assert says in str(error.value)


def test_a_limit_that_needs_records_is_not_silent(folder: Path) -> None:
    """The limit of others is about people, whom a published table alone does not have."""
    (outcome,) = sqlmetrics.check(limits="manitoba", thresholds={"unproven_cells": 0}, outputs=WORDS)
    assert outcome.held is not None
    assert outcome.held.notes == (
        "minimum_frequency of manitoba was not judged: it needs the records behind the tables",
    )
    with pytest.raises(SpecError, match=r"recovered_cells .* is about published tables: name them as `published`"):
        sqlmetrics.check("t.csv", "town", thresholds={"recovered_cells": 0})
