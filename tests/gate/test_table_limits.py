"""Limits on published tables: in `check`, in jobs, in a history, and by the rules of others."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError
from sqlmetrics.output.openmetrics import openmetrics_text
from sqlmetrics.risk.published import differences

Command = Callable[..., Run]

TOWNS = {"Ulm": [40, 30, 20, 10], "Bonn": [90, 6, 4], "Kiel": [88, 7, 5]}
"""What people of each town spent: the two largest have 70, 96 and 95 percent of a sum."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a file of the towns' people."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{town},{'fm'[place % 2]},{cost}" for town, costs in TOWNS.items() for place, cost in enumerate(costs)]
    Path("d.csv").write_text("\n".join(["town,sex,cost", *rows]) + "\n")
    return tmp_path


def verdicts(thresholds: Any, limits: Any = (), **outputs: Any) -> list[tuple[Any, ...]]:
    """Return metric, table, value, limit and verdict of each limit on the tables of the towns."""
    run = sqlmetrics.check("d.csv", thresholds=thresholds, limits=limits, outputs={"keys": ["town"], **outputs})
    (outcome,) = run
    assert outcome.held is not None
    held = [(one.score, one.threshold.limit, one.passed) for one in outcome.held.verdicts]
    return [(score.metric, score.target, score.value, limit, passed) for score, limit, passed in held]


def test_each_score_has_its_limit(folder: Path) -> None:
    """A score at its limit passes, and one beyond it fails; one limit holds for each table."""
    assert verdicts(
        {"minimum_frequency": 3, "cells_below": 1, "dominated_cells": 1, "p_percent_cells": 2, "zero_cells": 0},
        keys=["town", "sex"],
        measure="cost",
        minimum_frequency=4,
        dominance=(2, 95),
    ) == [
        ("minimum_frequency", "town", 3, 3, True),
        ("cells_below", "town", 2, 1, False),
        ("dominated_cells", "town", 1, 1, True),
        ("p_percent_cells", "town", 2, 2, True),
        ("zero_cells", "town", 0, 0, True),
        ("minimum_frequency", "sex", 4, 3, True),
        ("cells_below", "sex", 0, 1, True),
        ("dominated_cells", "sex", 0, 1, True),
        ("p_percent_cells", "sex", 0, 2, True),
        ("zero_cells", "sex", 0, 0, True),
    ]


def test_a_limit_may_be_on_one_table(folder: Path) -> None:
    """It names the table by its columns, as the scores do."""
    limit = {"class_disclosing_lines": {"at_most": 0, "target": "town,sex"}}
    found = verdicts(limit, keys=[["town", "sex"], "sex"], minimum_frequency=1)
    assert found == [("class_disclosing_lines", "town,sex", 0, 0, True)]


def test_limits_of_others_bring_their_rules(folder: Path) -> None:
    """By 2 and 90 Bonn and Kiel are dominated, by 2 and 70 none but them, by 2 and 96 none.

    The rules of a published limit stand in for those that the spec leaves out, and beside others.
    """
    acro = [
        ("minimum_frequency", "town", 3, 10, False),
        ("dominated_cells", "town", 2, 0, False),
        ("p_percent_cells", "town", 2, 0, False),
        ("zero_cells", "town", 0, 0, True),
    ]
    assert verdicts({}, "acro_defaults", measure="cost") == acro
    own = ("dominated_cells", "town", 0, 0, True)
    beside = verdicts({"dominated_cells": 0}, "acro_defaults", measure="cost", dominance=(2, 96))
    assert beside[0] != own
    assert sorted(beside) == sorted([own, *acro])


def test_a_rule_of_others_without_a_measure_is_said(folder: Path) -> None:
    """Counts have no sums: what was not judged is a note, and a limit of one's own an error."""
    (outcome,) = sqlmetrics.check("d.csv", limits="sdclog_defaults", outputs={"keys": ["town"]})
    assert outcome.held is not None
    assert outcome.held.notes == (
        "dominated_cells of sdclog_defaults was not judged: a sum needs the `measure` of `outputs`",
    )
    assert [one.score.metric for one in outcome.held.verdicts] == ["minimum_frequency"]


def test_cell_sizes_of_others_hold_for_tables(folder: Path) -> None:
    """Without a quasi-identifier the limit on groups holds for cells alone; else for both."""
    assert verdicts({}, "manitoba") == [("minimum_frequency", "town", 3, 6, False)]
    for outputs, metrics in (({"keys": ["town"]}, ["k_anonymity", "minimum_frequency"]), ({}, ["k_anonymity"])):
        (outcome,) = sqlmetrics.check("d.csv", "sex", limits="manitoba", outputs=outputs)
        assert outcome.held is not None
        assert [one.score.metric for one in outcome.held.verdicts] == metrics


def test_what_is_undefined_fails(folder: Path) -> None:
    """Amounts below 0 and an empty table have their reasons; a limit may let them pass."""
    Path("d.csv").write_text("town,cost\nUlm,3\nUlm,-1\n")
    assert verdicts({"dominated_cells": 0}, measure="cost") == [("dominated_cells", "town", None, 0, False)]
    lenient = {"dominated_cells": {"at_most": 0, "undefined": "pass"}}
    assert verdicts(lenient, measure="cost") == [("dominated_cells", "town", None, 0, True)]
    Path("d.csv").write_text("town\n")
    assert verdicts({"minimum_frequency": 1}) == [("minimum_frequency", "town", None, 1, False)]


@pytest.mark.parametrize(
    ("thresholds", "outputs", "says"),
    [
        ({"minimum_frequency": 3}, {}, "is about published tables: name their columns in `outputs`"),
        ({"dominated_cells": 0}, {"keys": ["town"]}, "is about sums: name the `measure` of `outputs`"),
        ({"k_anonymity": 3}, {"keys": ["town"]}, "name what an attacker knows of them in `quasi_identifiers`"),
        ({"minimum_frequency": {"at_most": 3}}, {"keys": ["town"]}, "so it has at_least only"),
        ({"cells_below": {"at_most": 0, "target": "age"}}, {"keys": ["town"]}, "is scored of: town"),
        ({"cells_below": 0}, {"measure": "cost"}, "name the columns of each published table in `keys`"),
    ],
)
def test_limits_that_hold_nothing_are_refused(
    folder: Path, thresholds: Any, outputs: dict[str, Any], says: str
) -> None:
    """Each ends with a sentence that says what to write."""
    with pytest.raises(SpecError) as error:
        sqlmetrics.check("d.csv", thresholds=thresholds, outputs=outputs)
    assert says in str(error.value)
    with pytest.raises(SpecError, match="acro_defaults is about published tables"):
        sqlmetrics.check("d.csv", "town", limits="acro_defaults")


SPEC = """
relation: d.csv
outputs: {keys: [town, [town, sex]], minimum_frequency: 3}
thresholds: {cells_below: 0}
history: runs.duckdb
"""


def test_a_broken_limit_ends_with_1_and_names_no_cell(folder: Path, run: Command) -> None:
    """The table is named, a cell only when asked; jobs and the history have the same verdicts."""
    Path("s.yml").write_text(SPEC)
    Path("jobs.yml").write_text("jobs: {tables: s.yml}\n")
    ended = run("check", "--spec", "s.yml", "-f", "json")
    shown = run("check", "--spec", "s.yml", "--show-values")
    jobs = run("run", "jobs.yml")
    assert (ended.code, shown.code, jobs.code) == (1, 1, 1)
    assert "cells_below of town,sex" in jobs.out
    assert not [town for town in TOWNS if town in ended.out + jobs.out]
    assert "Bonn" in shown.out
    (job,) = json.loads(ended.out)["jobs"]
    assert [(one["target"], one["value"], one["passed"]) for one in job["verdicts"]] == [
        ("town", 0, True),
        ("town,sex", 6, False),
    ]
    cells = job["outputs"]["tables"][1]["unsafe_cells"]
    assert [(cell["people"], cell["class"]) for cell in cells] == [(1, None), (1, None), *[(2, None)] * 4]


def test_a_history_has_the_tables(folder: Path, run: Command) -> None:
    """It holds scores by table; `diff` says what is riskier, and a later run may not be worse."""
    Path("s.yml").write_text(SPEC)
    run("check", "--spec", "s.yml")
    with Path("d.csv").open("a") as file:
        file.write("Mainz,f,5\n")
    worse = run("check", "--spec", "s.yml", "--no-worse-than", "last", "-f", "json")
    (job,) = json.loads(worse.out)["jobs"]
    assert [(one["target"], one["limit"], one["value"]) for one in job["verdicts"] if one["origin"]] == [
        ("town", 0, 1),
        ("town,sex", 6, 7),
    ]
    rows = json.loads(run("history", "runs.duckdb", "-m", "cells_below", "--target", "town", "-f", "json").out)
    assert [one["value"] for one in rows] == [0, 1]
    changed = json.loads(run("diff", "previous", "last", "--history", "runs.duckdb", "-f", "json").out)
    assert "Mainz" not in json.dumps(changed) + json.dumps(rows)
    assert ("minimum_frequency", "town", 3, 1) in {
        (one["metric"], one["target"], one["before"], one["after"]) for one in changed[0]["changes"]
    }


def test_a_spec_with_keys_has_both(folder: Path) -> None:
    """Scores of records and of tables stand beside each other, in metrics for a server as well."""
    outputs = {"cube": "sex", "minimum_frequency": 4}
    result = sqlmetrics.check("d.csv", "town", thresholds={"k_anonymity": 3, "cells_below": 0}, outputs=outputs)
    (outcome,) = result
    assert outcome.held is not None
    assert [(one.score.target, one.score.value, one.passed) for one in outcome.held.verdicts] == [
        ("identity", 3, True),
        ("sex", 0, True),
        ("all people", 0, True),
    ]
    assert 'metric="minimum_frequency",target="all people"' in openmetrics_text(result)


def test_answers_have_limits_on_differences(folder: Path) -> None:
    """Of 10 people 7 spent up to 30, and 6 up to 20, so that 3 and 1 follow."""
    found = verdicts(
        {"differenced_groups": 2, "differenced_people": 0, "minimum_frequency": 5, "cells_below": 0},
        limits="cms_cell",
        keys=[],
        answers={"all": "1 = 1", "to 30": "cost <= 30", "to 20": "cost <= 20"},
        minimum_frequency=4,
    )
    assert found == [
        ("minimum_frequency", "answers", 6, 5, True),
        ("minimum_frequency", "answers", 6, 11, False),
        ("cells_below", "answers", 0, 0, True),
        ("differenced_groups", "answers", 2, 2, True),
        ("differenced_people", "answers", 4, 0, False),
    ]


def test_a_group_that_is_not_proven_fails_its_limit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The score is undefined, and says why; whoever lets it pass says so."""
    monkeypatch.setattr(differences, "solver_installed", lambda: False)
    outputs = {"answers": ["cost > 25", "sex = 'f'"], "minimum_frequency": 5}
    for undefined, passed in (("fail", False), ("pass", True)):
        limit = {"differenced_groups": {"at_most": 0, "undefined": undefined}}
        (outcome,) = sqlmetrics.check("d.csv", thresholds=limit, outputs=outputs)
        assert outcome.held is not None
        (verdict,) = outcome.held.verdicts
        assert (verdict.passed, verdict.score.value) == (passed, None)
        assert verdict.score.reason is not None
        assert verdict.score.reason.startswith("not proven: ")
        assert differences.UNSOLVED in outcome.held.notes


@pytest.mark.parametrize(
    ("thresholds", "says"),
    [
        ({"zero_cells": 0}, "zero_cells is scored of: no target"),
        ({"differenced_groups": {"at_most": 0, "target": "town"}}, "is scored of: answers"),
        ({"dominated_cells": 0}, "is about sums: name the `measure` of `outputs`"),
    ],
)
def test_a_limit_that_answers_do_not_have_is_refused(folder: Path, thresholds: Any, says: str) -> None:
    with pytest.raises(SpecError) as error:
        sqlmetrics.check("d.csv", thresholds=thresholds, outputs={"answers": ["cost > 25"]})
    assert says in str(error.value)


def test_answers_alone_need_a_column_without_a_role(tmp_path: Path) -> None:
    """The records are counted by it; a relation of people's names alone has none."""
    relation = {"person": [1, 2, 3]}
    with pytest.raises(SpecError, match="each column has a role"):
        sqlmetrics.check(
            relation, individual="person", thresholds={"cells_below": 0}, outputs={"answers": ["person > 1"]}
        )
