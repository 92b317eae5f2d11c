"""People, not records: each command that offers `individual` counts people, and no other has it.

Ann has three records and Bob four: five records and two people of age 30, two and one of age 40.
Six of seven records and both people have flu, in the last class of people all.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable
from math import log2
from pathlib import Path
from typing import Any

import duckdb
import pytest
from typer.main import get_command

from conftest import Run
from sqlmetrics.cli.app import app

Command = Callable[..., Run]
Number = Callable[[Run], float | None]

VISITS = [
    ("ann", 30, "flu"),
    ("ann", 30, "flu"),
    ("ann", 30, "cold"),
    ("bob", 30, "flu"),
    ("bob", 30, "flu"),
    ("bob", 40, "flu"),
    ("bob", 40, "flu"),
]
ROLES = ("-q", "age", "-s", "disease")


@pytest.fixture
def visits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the tests, with the visits, and those at 30 alone."""
    monkeypatch.chdir(tmp_path)
    for name, rows in (("visits.csv", VISITS), ("young.csv", [row for row in VISITS if row[1] == 30])):
        with Path(name).open("w", newline="") as file:
            csv.writer(file).writerows([("person", "age", "disease"), *rows])
    return tmp_path


def score(metric: str, part: str = "value", **names: str) -> Number:
    """Return the value of a metric in a result of JSON, or another part of its record."""

    def value(ended: Run) -> float | None:
        found: list[Any] = []

        def walk(held: Any) -> None:
            if isinstance(held, dict):
                if held.get("metric") == metric and names.items() <= held.items():
                    found.append(held[part])
                held = list(held.values())
            if isinstance(held, list):
                for inner in held:
                    walk(inner)

        walk(json.loads(ended.out))
        return None if found[0] is None else float(found[0])

    return value


def field(*path: str | int) -> Number:
    """Return the number at a place of a result of JSON."""

    def value(ended: Run) -> float | None:
        part = json.loads(ended.out)
        for name in path:
            part = part[name]
        return float(part)

    return value


def printed(ended: Run) -> float:
    """Return the value of the only row of a printed statement."""
    ((value,),) = duckdb.execute(f"select value from ({ended.out})").fetchall()
    return float(value)


def people_in(ended: Run) -> float:
    """Return the people in the records of a printed statement."""
    ((people,),) = duckdb.execute(f"select count(distinct person) from ({ended.out})").fetchall()
    return float(people)


def written(_: Run) -> float:
    """Return the smallest class of a file of records with their scores."""
    ((value,),) = duckdb.execute("select min(k_anonymity) from 'records.csv'").fetchall()
    return float(value)


def reported(_: Run) -> float:
    """Return the k-anonymity that a report shows."""
    text = re.sub("<[^>]*>", " ", Path("report.html").read_text())
    return float(re.findall(r"k-anonymity\s+The number of people in the smallest group.*?(\d+)\s+individuals", text)[0])


def breaches(ended: Run) -> float:
    """Return the number of targets of which a class meets the conditions."""
    return len(json.loads(ended.out)["breaches"])


ITSELF = ("visits.csv", "--original", "visits.csv")
JSON = ("--format", "json")
ONLY_K = ("-m", "k_anonymity")
CASES: dict[str, tuple[tuple[str, ...], Number, float, float]] = {
    "score": (("visits.csv", *ROLES, *JSON), score("k_anonymity"), 2, 1),
    "sql": (("visits.csv", "-q", "age", *ONLY_K), printed, 2, 1),
    "classes": (("visits.csv", *ROLES, "--condition", "k_anonymity >= 3", *JSON), breaches, 1, 0),
    "subsets": (("visits.csv", *ROLES, *JSON), score("k_anonymity"), 2, 1),
    "suda": (("visits.csv", "-q", "age", *JSON), field("singled_out"), 0, 1),
    "outputs": (("visits.csv", "--cube", "age", *JSON), field("tables", 1, "minimum_frequency"), 7, 2),
    "epsilon plan": (
        ("visits.csv", "--key", "disease", "--epsilon", "1", "--canaries", "30", "--seed", "1", "--coins", os.devnull),
        people_in,
        2,
        2 + 14,
    ),
    "baseline": (("visits.csv", *ROLES, "--show-values", *JSON), field(0, "share"), 6 / 7, 1),
    "posterior": (("visits.csv", *ROLES, "--show-values", *JSON), field(-1, "share"), 1 / 5, 1),
    "records": (("visits.csv", *ROLES, *ONLY_K, "-o", "records.csv"), written, 2, 1),
    "report": (("visits.csv", *ROLES, "--internal", "-o", "report.html"), reported, 2, 1),
    "attacks": (
        (*ITSELF, "-q", "age", *JSON),
        score("discrimination_rate", attack="identity_black_box"),
        1 - (5 * log2(5) + 2) / 7 / log2(7),
        1 - 2 / 3 / (log2(3) - 2 / 3),
    ),
    "gda": (
        (*ITSELF, "--secret", "disease", "--known", "age", "--attack", "inference_homogeneous", *JSON),
        score("statistical_confidence"),
        6 / 7,
        1,
    ),
    "closeness": (
        (*ITSELF, "--control", "visits.csv", "--column", "age", *JSON),
        score("membership_auc", "records"),
        14,
        4,
    ),
    "utility": (("young.csv", "--original", "visits.csv", "--column", "age", *JSON), score("coverage"), 1 / 2, 1),
    "tradeoff": (
        ("visits.csv", "visits.csv", *ROLES, "-w", "disease", "--classifier", "majority", *JSON),
        score("k_anonymity"),
        2,
        1,
    ),
}
"""By command: arguments, the number that is compared, and its values of records and of people."""


def loss(ended: Run) -> float:
    """Return the loss of the advised recoding."""
    return float(json.loads(ended.out)["loss"])


def code(ended: Run) -> float:
    """Return the exit code."""
    return float(ended.code)


FROM_SPECS: dict[str, tuple[tuple[str, ...], Number, float, float | None]] = {
    "check": (("age.yml",), code, 0, 1),
    "run": (("jobs.yml",), code, 0, 1),
    "advise": (("age.yml", *JSON), loss, 0, None),
    "count": (("age.yml", "--allow-singles", "-o", "counts.parquet"), code, 0, 2),
    "release": (("age.yml", "-o", "released.parquet"), code, 0, 1),
}
"""Commands that take roles from a spec file alone, or no `individual` at all; None is any other."""


def test_what_offers_the_flag_is_listed() -> None:
    """The help of a command offers the flag where its case is below, and nowhere else."""
    commands: dict[str, Any] = get_command(app).commands  # type: ignore[attr-defined]
    flags = {name: {flag for one in command.params for flag in one.opts} for name, command in commands.items()}
    assert {name for name, own in flags.items() if "--individual" in own} == CASES.keys()
    without = {name for name, own in flags.items() if "--spec" in own and "--individual" not in own}
    assert without - {"read", "verify"} <= FROM_SPECS.keys(), "what read and verify ask was measured before"


@pytest.mark.usefixtures("visits")
@pytest.mark.parametrize("command", CASES)
def test_people_are_counted_where_the_flag_is(command: str, run: Command) -> None:
    """A command's number is that of the records, and with the flag that of the people, by hand."""
    arguments, number, of_records, of_people = CASES[command]
    assert number(run(command, *arguments)) == pytest.approx(of_records)
    assert number(run(command, *arguments, "--individual", "person")) == pytest.approx(of_people)


@pytest.mark.usefixtures("visits")
@pytest.mark.parametrize("command", FROM_SPECS)
def test_people_are_counted_where_the_spec_says_so(command: str, run: Command) -> None:
    """A spec's `individual` makes another number, or an end with code 2 that says what to do."""
    arguments, number, of_records, of_people = FROM_SPECS[command]
    spec: dict[str, Any] = {
        "relation": "visits.csv",
        "quasi_identifiers": ["age"],
        "ignored": ["disease"],
        "thresholds": {"k_anonymity": {"at_least": 2}},
        "advise": {"generalizations": {"age": {"prefix": [1, 0]}}},
    }

    def ended(words: dict[str, Any]) -> Run:
        Path("age.yml").write_text(json.dumps(spec | words))
        Path("jobs.yml").write_text("jobs: {visits: age.yml}")
        return run(command, *arguments)

    assert number(ended({"identifiers": {"person": "it stays"}})) == of_records
    counted = ended({"individual": "person"})
    assert number(counted) != of_records
    assert of_people is None or number(counted) == of_people
    if counted.code == 2:
        assert "leave it out" in counted.err
