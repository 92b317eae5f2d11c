"""A relation alone is enough to look: `init` proposes its roles, and a message names them."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.gate.jobs import check
from sqlmetrics.spec.reading import read_spec
from sqlmetrics.spec.spec import Spec

Command = Callable[..., Run]

PEOPLE = """
copy (
    select 'p' || i || '@example.org' as email, 20 + i % 5 as age, ['f', 'm'][1 + i % 2] as sex,
        ['flu', 'cold', 'asthma'][1 + i % 3] as diagnosis
    from range(60) t(i)
) to 'people.csv'
"""
"""Sixty people: each age and sex is that of six."""

SAID = (
    "sqlmetrics: the roles are guesses: known age, sex; secret diagnosis; left out as identifiers email;"
    " `sqlmetrics init people.csv -o sqlmetrics.yml` writes them to correct\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one table and no spec."""
    monkeypatch.chdir(tmp_path)
    duckdb.execute(PEOPLE)
    return tmp_path


def test_a_file_is_enough(folder: Path, run: Command) -> None:
    """`score FILE` scores the roles that `init` writes, and says how to correct them."""
    ended = run("score", "people.csv", "-m", "k_anonymity", "-f", "json")
    assert (ended.code, ended.err) == (0, SAID)
    document = json.loads(ended.out)
    (k,) = document["scores"]
    assert (k["value"], k["quasi_identifiers"], document["columns"]["identifiers"]) == (6, ["age", "sex"], ["email"])
    assert run("init", "people.csv", "-o", "sqlmetrics.yml").code == 0
    spec = read_spec(folder / "sqlmetrics.yml")
    assert (spec.quasi_identifiers, spec.sensitive, [*spec.identifiers]) == (["age", "sex"], ["diagnosis"], ["email"])
    assert "guesses" not in run("score").err


@pytest.mark.parametrize(
    "command",
    [
        ["sql"],
        ["subsets"],
        ["report", "-o", "r.html"],
        ["advise", "--limits", "cms_cell"],
        ["check", "--limits", "cms_cell"],
    ],
)
def test_looks_guess(command: list[str], run: Command) -> None:
    """Statements, combinations, reports, advice and published limits take a relation alone."""
    ended = run(command[0], "people.csv", *command[1:])
    assert SAID in ended.err
    assert ended.code < 2


def test_a_page_says_that_nobody_named_its_roles(run: Command, folder: Path) -> None:
    """Who reads the page later is told, in its certificate, too; with named roles nothing is."""
    assert run("report", "people.csv", "-o", "r.html", "--json", "r.json").code == 0
    assert "the program guessed them" in Path("r.html").read_text()
    assert json.loads(Path("r.json").read_text())["guessed"] is True
    assert run("verify", "r.json", "--relation", "people.csv").code == 0
    assert run("report", "people.csv", "-q", "age", "-s", "diagnosis", "-o", "s.html").code == 0
    assert "the program guessed them" not in Path("s.html").read_text()


@pytest.mark.parametrize(
    "command",
    [
        ["check", "people.csv"],
        ["check", "people.csv", "--limits", "cms_cell", "--history", "runs"],
        ["check", "people.csv", "--limits", "cms_cell", "--release"],
        ["release", "people.csv", "-o", "r.parquet"],
        ["advise", "people.csv", "--limits", "cms_cell", "--write", "r.parquet"],
        ["score", "people.csv", "--no-look"],
        ["score", "people.csv", "-s", "diagnosis"],
        ["sql", "people"],
    ],
)
def test_decisions_and_named_roles_are_no_guesses(command: list[str], run: Command, folder: Path) -> None:
    """What is kept needs roles that a person wrote; so does a call with some role, or no look."""
    ended = run(*command)
    assert (ended.code, "guesses" in ended.err) == (2, False)
    assert "sqlmetrics init" in ended.err
    assert not Path("r.parquet").exists()
    assert not Path("runs").exists()


def test_what_is_kept_needs_written_roles_in_python(folder: Path) -> None:
    """A history, a release and versions are refused by the gate, for guessed roles as for none."""
    table = sqlmetrics.Table("people.csv", limits="cms_cell")
    for kept in ({"history": "runs"}, {"released": True}):
        with pytest.raises(sqlmetrics.SpecError, match="need roles that a person wrote; `sqlmetrics init` begins"):
            table.check(**kept)
    with pytest.raises(sqlmetrics.SpecError, match="versions need roles that a person wrote"):
        table.check_versions()
    guessed = Spec(relation="people.csv", limits=["cms_cell"], history="runs", quasi_identifiers=["age"], guessed=True)
    with pytest.raises(sqlmetrics.SpecError, match="need roles that a person wrote"):
        check(guessed)
    assert not Path("runs").exists()


def test_a_verdict_on_guesses_says_so(run: Command) -> None:
    """`check FILE` holds the guessed roles to a limit that is named, and says what it rests on."""
    ended = run("check", "people.csv", "--limits", "cms_cell")
    assert (ended.code, ended.err) == (1, SAID)
    assert "k_anonymity of identity   at least 11       6   failed by 5" in ended.out
    assert "the roles are guesses: correct what `sqlmetrics init` writes before you rely on the verdict" in ended.out
    document = json.loads(run("check", "people.csv", "--limits", "cms_cell", "-f", "json").out)
    assert "the roles are guesses" in json.dumps(document)
    assert run("init", "people.csv", "-o", "roles.yml").code == 0
    written = run("check", "--spec", "roles.yml", "--limits", "cms_cell")
    assert "k_anonymity of identity   at least 11       6   failed by 5" in written.out
    assert "guesses" not in written.out + written.err


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ("i % 3 as diagnosis", "no column looks like one that an attacker may know; name those in `quasi_identifiers`"),
        ("20 + i % 5 as age, ['f', 'm'][1 + i % 2] as sex", "no column looks secret; name the secret in `sensitive`"),
        ("'p' || i || '@example.org' as email, i as id", "its columns are email, id (identifiers)"),
        ("'flu' as diagnosis, i % 9 as age where false", "few.csv has no record, so there is nothing to score"),
        ("1 as x, null as y, i % 3 as diagnosis", "diagnosis (secret); x, y (with nothing to learn: empty, of one"),
    ],
)
def test_nothing_to_guess_says_what_to_name(columns: str, told: str, run: Command, folder: Path) -> None:
    """Without a key, or without a secret, nothing is scored, and the columns are listed."""
    what, _, where = columns.partition(" where ")
    duckdb.execute(f"copy (select {what} from range(60) t(i) where {where or 'true'}) to 'few.csv'")
    for command in (["score"], ["report", "-o", "r.html"], ["advise", "--limits", "cms_cell"], ["subsets"], ["sql"]):
        ended = run(command[0], "few.csv", *command[1:])
        assert (ended.code, ended.out) == (2, "")
        assert told in ended.err
        assert ("its columns are" in ended.err) == (not where)
    assert not Path("r.html").exists()


def test_columns_that_nothing_explains_are_named_as_unsure(run: Command, folder: Path) -> None:
    """The line names the guesses that rest on nothing, so no secret passes without a word."""
    duckdb.execute("copy (select 20 + i % 5 as age, i % 7 as qx7, i % 3 as diagnosis from range(60) t(i)) to 'few.csv'")
    assert "known age (unsure: qx7); secret diagnosis;" in run("score", "few.csv").err


def test_a_name_without_an_ending_says_what_to_do(run: Command, folder: Path) -> None:
    """A file is renamed by what it holds; a folder that is not there is told as such."""
    Path("people").write_text(Path("people.csv").read_text())
    assert "be a folder of such files: rename it by what it holds" in run("score", "people").err
    assert run("score", "nowhere/").err == "sqlmetrics: no such folder: nowhere/\n"
    named = run("check", "people.csv")
    assert "which `sqlmetrics init people.csv -o sqlmetrics.yml` begins" in named.err


def test_python_warns(folder: Path) -> None:
    """A frame alone is scored with a warning of our class; with a role there is none."""
    frame = pd.read_csv("people.csv")
    with pytest.warns(sqlmetrics.RolesWarning, match="known age, sex; secret diagnosis; left out as identifiers email"):
        assert sqlmetrics.score(frame).value("k_anonymity") == 6
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert sqlmetrics.score(frame, ["age"], look=False).value("k_anonymity") == 12
    with pytest.raises(sqlmetrics.SpecError, match="at least one quasi-identifier"):
        sqlmetrics.check(frame, limits="cms_cell")


def test_an_unknown_word_is_answered_with_the_nearest(folder: Path) -> None:
    """A word by its initials, else the three that are most like it, and never the whole list."""
    with pytest.raises(sqlmetrics.SpecError, match=r"'qi' is unknown; did you mean 'quasi_identifiers'\?") as found:
        sqlmetrics.score("people.csv", qi=["age"])  # type: ignore[call-arg]
    assert len(str(found.value)) < 120
    with pytest.raises(sqlmetrics.SpecError, match=r"did you mean '[a-z_]+' or '[a-z_]+' or '[a-z_]+'") as found:
        sqlmetrics.score("people.csv", foo=1)  # type: ignore[call-arg]
    assert len(str(found.value)) < 200


def test_a_column_with_a_role_of_a_flag_keeps_it(run: Command, folder: Path) -> None:
    """What the command line says of a column is no guess, and is not guessed again."""
    ended = run("score", "people.csv", "--ignore", "sex", "-m", "k_anonymity", "-f", "json")
    assert "known age; secret diagnosis" in ended.err
    assert json.loads(ended.out)["scores"][0]["value"] == 12
