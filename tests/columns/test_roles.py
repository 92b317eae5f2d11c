"""Every column has a role, or every answer says that it was not looked at."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import duckdb
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.errors import SpecError

Command = Callable[..., Run]

PEOPLE = """
copy (
    select 'P' || (100000 + i) as patient_id, 'person' || i || '@mail.example' as email, 20 + i % 8 * 8 as age,
        ['f', 'm'][1 + i % 2] as sex, ['flu', 'cold', 'asthma'][1 + (i // 17) % 3] as befund, i % 7 as visits
    from range(2000) t(i)
) to 'kunden.parquet'
"""

SCORED = ("score", "kunden.parquet", "-q", "age", "-q", "sex", "-s", "befund", "-m", "k_anonymity")

SPEC = """
relation: kunden.parquet
quasi_identifiers: [age, sex]
sensitive: [befund]
thresholds: {k_anonymity: {at_least: 5}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a steward's table, in which everybody hides among 250 by the keys."""
    monkeypatch.chdir(tmp_path)
    connection = duckdb.connect()
    connection.execute(PEOPLE)
    connection.close()
    return tmp_path


def written(extra: str) -> str:
    """Write a spec with further words, and return its name."""
    Path("release.yml").write_text(SPEC + extra)
    return "release.yml"


def test_e_mail_addresses_come_before_everybody_hides(run: Command) -> None:
    """What looks like an identifier, and what was not looked at, stands before the first score."""
    text = " ".join(run(*SCORED).out.split())
    first = text.index("email looks like e-mail addresses")
    assert first < text.index("Not examined, because they have no role: patient_id, email, visits.")
    assert text.index("Not examined") < text.index("Everybody hides among at least 250.")
    assert "patient_id looks like" in text
    assert "visits looks" not in text
    markdown = run(*SCORED, "-f", "markdown").out
    assert markdown.index("e-mail addresses") < markdown.index("Everybody")


def test_json_has_the_columns_by_role(run: Command) -> None:
    """The five roles, and the kinds of the columns that look like identifiers."""
    found = json.loads(run(*SCORED, "--identifier", "patient_id", "--ignore", "visits", "-f", "json").out)
    assert found["columns"] == {
        "identifiers": ["patient_id"],
        "quasi_identifiers": ["age", "sex"],
        "sensitive": ["befund"],
        "ignored": ["visits"],
        "not_looked_at": ["email"],
    }
    assert found["looks_like"] == {"email": "email"}
    assert run(*SCORED, "-f", "json").err == ""


def test_records_for_machines_have_the_warning_beside_them(run: Command) -> None:
    """CSV has no room for it, so standard error says it."""
    ended = run(*SCORED, "-f", "csv")
    assert ended.out.startswith("metric,")
    assert "email looks like e-mail addresses" in " ".join(ended.err.split())


def test_the_look_is_turned_off(run: Command) -> None:
    """The columns without a role are still named."""
    ended = run(*SCORED, "--no-look")
    assert "looks like" not in ended.out
    assert "Not examined, because they have no role: patient_id, email, visits." in " ".join(ended.out.split())
    assert json.loads(run(*SCORED, "--no-look", "-f", "json").out)["looks_like"] is None


NUMBER = "ignored: {patient_id: it stands for nobody elsewhere}"
"""The reason of the column that looks like a person's number."""


@pytest.mark.parametrize("word", ["identifiers: [email]", "identifiers: email", "identifiers: {email: }"])
def test_an_identifier_in_the_relation_fails(run: Command, word: str) -> None:
    """However good the scores are; JSON, JUnit and GitHub say so too."""
    spec = written(f"{word}\n{NUMBER}")
    ended = run("check", "--spec", spec)
    assert ended.code == 1
    assert "identifier 'email' is in the relation: failed" in ended.out
    assert ended.out.rstrip().endswith("the threshold passed; 1 identifier is in the relation")
    job = json.loads(run("check", "--spec", spec, "-f", "json").out)["jobs"][0]
    assert (job["status"], job["identifiers_in_relation"]) == ("failed", ["email"])
    assert job["columns"]["not_looked_at"] == ["visits"]
    suite = ET.fromstring(run("check", "--spec", spec, "-f", "junit").out)[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    silent = "Not examined, because they have no role: visits."
    assert silent in suite.findtext("system-out", "").splitlines()
    annotations = run("check", "--spec", spec, "-f", "github").out
    assert "::error file=release.yml,title=release::identifier 'email'" in annotations
    assert f"::notice file=release.yml,title=release::{silent}\n" in annotations
    assert run("check", "--spec", spec, "--warn").code == 0


def test_an_identifier_stays_for_a_reason(run: Command) -> None:
    """The reason stands in the report; one that is not in the relation is long removed."""
    ended = run(
        "check", "--spec", written("identifiers: {email: consent of each, surname: }\nignored: [visits, patient_id]")
    )
    assert ended.code == 0
    assert "Identifiers that stay: email (consent of each)." in ended.out


def test_a_forgotten_identifier_fails(run: Command) -> None:
    """It fails in every format, however good scores are, unless nobody looks."""
    spec = written("")
    ended = run("check", "--spec", spec)
    remedy = "and has no role: give it a role, or a reason under `ignored`"
    assert ended.code == 1
    assert f"'email' looks like e-mail addresses, {remedy}: failed" in ended.out
    assert "Not examined, because they have no role: patient_id, email, visits." in ended.out
    said = "the threshold passed; 2 columns look like identifiers and have no role"
    assert ended.out.rstrip().endswith(said)
    job = json.loads(run("check", "--spec", spec, "-f", "json").out)["jobs"][0]
    assert (job["status"], job["forgotten_identifiers"]) == ("failed", ["patient_id", "email"])
    suite = ET.fromstring(run("check", "--spec", spec, "-f", "junit").out)[0]
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    annotations = run("check", "--spec", spec, "-f", "github").out
    assert "::error file=release.yml,title=release::'email' looks like" in annotations
    held = sqlmetrics.report(spec)
    assert not held.certificate.passed
    assert "Not met: there is a column that looks like an identifier and has no role" in held.html
    assert run("check", "--spec", spec, "--warn").code == 0

    blind = written("look: false")
    assert "looks like" not in run("check", "--spec", blind).out
    assert run("check", "--spec", blind).code == 0
    assert "Nobody looked whether the columns without a role identify people." in sqlmetrics.report(blind).html


def test_identifiers_are_judged_without_a_threshold(run: Command, tmp_path: Path) -> None:
    """A spec that says only what must not be there is judged by that."""
    spec = tmp_path / "identifiers.yml"
    roles = "relation: kunden.parquet\nquasi_identifiers: [age, sex]\nsensitive: [befund]\n"
    spec.write_text(f"{roles}identifiers: [email]\n{NUMBER}\n", encoding="utf-8")
    ended = run("check", "--spec", str(spec))
    assert (ended.code, "identifier 'email' is in the relation: failed" in ended.out) == (1, True)
    spec.write_text(f"{roles}identifiers: {{email: consent of each}}\n{NUMBER}\n", encoding="utf-8")
    assert run("check", "--spec", str(spec)).code == 0


@pytest.mark.parametrize("words", [{"identifiers": "age"}, {"ignored": ["sex"]}, {"ignored": {"befund": "why"}}])
def test_a_column_has_one_role(words: dict[str, object]) -> None:
    """Clashes name the column and both roles."""
    with pytest.raises(SpecError, match="each column has one role"):
        sqlmetrics.score("kunden.parquet", ["age", "sex"], ["befund"], **words)  # type: ignore[arg-type]


def test_python_has_the_columns_by_role() -> None:
    """Combinations have them as well as scores, and an individual is no column that was missed."""
    scores = sqlmetrics.score("kunden.parquet", ["age"], ["befund"], individual="patient_id", ignored={"sex": "known"})
    columns = scores.columns_by_role
    assert columns is not None
    assert (columns.individual, columns.ignored, columns.not_looked_at) == ("patient_id", ("sex",), ("email", "visits"))
    assert columns.looks_like == {"email": "email"}
    subsets = sqlmetrics.subsets("kunden.parquet", ["age", "sex"], ["befund"])
    held = subsets.scores.columns_by_role
    assert held is not None
    assert held.not_looked_at == ("patient_id", "email", "visits")


def test_what_another_file_is_compared_by_is_looked_at() -> None:
    """It is in figures, and still looks like an identifier, which a check fails for."""
    linkage = {"file": "kunden.parquet", "columns": ["email", "age"]}
    words: dict[str, Any] = {"individual": "patient_id", "linkage": linkage, "thresholds": {"linked": 1}}
    held = sqlmetrics.check("kunden.parquet", ["age"], **words).outcomes[0].held
    assert held is not None
    columns = held.scores.columns_by_role
    assert columns is not None
    assert (columns.compared, columns.not_looked_at) == (("email",), ("sex", "befund", "visits"))
    assert (held.forgotten, columns.number) == (("email",), 6)
    assert columns.to_dict()["compared"] == ["email"]


def test_files_of_counts_know_no_other_columns(run: Command) -> None:
    """JSON and the terminal say why."""
    run("count", "kunden.parquet", "-q", "age", "-q", "sex", "-s", "befund", "-o", "counts.parquet")
    found = json.loads(run("score", "counts.parquet", "--counts", "-f", "json").out)
    assert found["columns"] is None
    assert found["columns_reason"] == "counts and rows of scores hold only the columns that were measured"
    assert "rows of scores hold only the columns" in " ".join(run("score", "counts.parquet", "--counts").out.split())


def test_other_engines_are_looked_at(tmp_path: Path) -> None:
    """SQLite gives its sample, too."""
    connection = sqlite3.connect(tmp_path / "people.db")
    connection.execute("create table people (age integer, contact text)")
    connection.executemany("insert into people values (?, ?)", [(i % 3, f"p{i}@mail.example") for i in range(60)])
    columns = sqlmetrics.score("people", ["age"], connection=connection).columns_by_role
    assert columns is not None
    assert columns.looks_like == {"contact": "email"}
