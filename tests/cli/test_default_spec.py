"""`sqlmetrics.yml` of the folder is taken by itself, said in the answer, and never surprising."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from conftest import Run
from sqlmetrics.cli.app import _command
from sqlmetrics.cli.default_spec import DEFAULT, TAKEN

Command = Callable[..., Run]

SPEC = (
    "relation: people.parquet\nquasi_identifiers: [age, sex]\nsensitive: [disease]\n"
    "thresholds: {k_anonymity: {at_least: 2}}\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two relations, a database of both, and the default spec of one."""
    monkeypatch.chdir(tmp_path)
    people = "select i % 5 as age, i % 2 as sex, i % 3 as disease from range(60) t(i)"
    with duckdb.connect("d.duckdb") as connection:
        for name, records in {"people": 60, "others": 30}.items():
            connection.execute(f"create table {name} as from ({people}) limit {records}")
            connection.execute(f"copy {name} to '{name}.parquet'")
    DEFAULT.write_text(SPEC)
    return tmp_path


def scores(run: Command, *arguments: object) -> tuple[Any, str]:
    """Return the JSON of `score`, and what it says beside it."""
    ended = run("score", *arguments, "-m", "k_anonymity", "-f", "json")
    assert ended.code == 0, ended.err
    return json.loads(ended.out), ended.err


def keys(document: Any) -> list[str]:
    """Return the quasi-identifiers of the first score."""
    names: list[str] = document["scores"][0]["quasi_identifiers"]
    return names


def test_paths_are_said_plainly(folder: Path, run: Command) -> None:
    """A relation beside the spec's folder has no `..` in its name, unless a link is on the way."""
    for name in ("specs", "elsewhere/deep"):
        (folder / name).mkdir(parents=True)
    (folder / "specs" / "p.yml").write_text(SPEC.replace("people", "../people"))
    assert run("check", folder / "specs" / "p.yml").out.startswith(f"p: {folder / 'people.parquet'}, 60 records")
    (folder / "linked").symlink_to(folder / "elsewhere" / "deep")
    (folder / "elsewhere" / "people.parquet").write_bytes((folder / "others.parquet").read_bytes())
    (folder / "linked" / "p.yml").write_text(SPEC.replace("people", "../people"))
    ended = run("check", folder / "linked" / "p.yml")
    assert ended.out.startswith(f"p: {folder / 'linked'}/../people.parquet, 30 records")


WITHOUT = {"read", "verify"}
"""The commands that do without a spec, and take one for what it adds."""


@pytest.mark.parametrize(
    "command",
    sorted(
        name
        for name, one in _command().commands.items()
        if any("--spec" in p.opts for p in one.params) and name not in WITHOUT
    ),
)
def test_every_command_with_a_spec_takes_it(folder: Path, run: Command, command: str) -> None:
    """`score`, `check` and all others with --spec start without a flag, and say by which file."""
    needed: dict[str, tuple[str, ...]] = {
        "records": ("-o", "r.parquet"),
        "count": ("-o", "c.parquet"),
        "classes": ("--condition", "k < 5"),
        "outputs": ("--cube", "age"),
    }
    needed["release"] = ("-o", "released.parquet", "--anyway")
    output = needed.get(command, ())
    ended = run(command, *output)
    assert ended.code == 0, ended.err
    assert ended.err.splitlines()[0] == f"sqlmetrics: {TAKEN}"
    assert run(command, "--no-spec", *output).code == 2


def test_flags_beside_it_hold(folder: Path, run: Command) -> None:
    """A flag takes the place of its word; the other words stay, as with --spec."""
    found, said = scores(run, "-q", "age")
    assert (keys(found), found["records"]) == (["age"], 60)
    assert TAKEN in said


def test_its_own_relation_may_be_named(folder: Path, run: Command) -> None:
    """The same file by another path, or the same table, is the spec's own relation."""
    for name in ("people.parquet", "./people.parquet", folder / "people.parquet"):
        found, said = scores(run, name)
        assert keys(found) == ["age", "sex"]
        assert TAKEN in said
    DEFAULT.write_text("relation: people\ndatabase: d.duckdb\nquasi_identifiers: [age]\n")
    assert TAKEN in scores(run, "people", "--database", folder / "d.duckdb")[1]
    assert run("score", "people").code == 2


def test_another_relation_is_measured_without_it(folder: Path, run: Command) -> None:
    """The spec of another relation is left out, which is said; with --spec it is used."""
    found, said = scores(run, "others.parquet", "-q", "sex")
    assert (keys(found), found["records"]) == (["sex"], 30)
    assert said == (
        "sqlmetrics: sqlmetrics.yml of this folder is not used, as it is about people.parquet;"
        " --spec sqlmetrics.yml uses its other words\n"
    )
    guessed = run("score", "others.parquet")
    assert "sqlmetrics.yml of this folder is not used" in guessed.err
    assert "known age, sex; secret disease" in guessed.err
    assert run("score", "others.parquet", "--no-look").code == 2
    found, said = scores(run, "others.parquet", "--spec", DEFAULT)
    assert (keys(found), found["records"], said) == (["age", "sex"], 30, "")
    ended = run("check", "others.parquet")
    assert ended.code == 2
    assert "is about people.parquet" in ended.err
    assert "name the spec that holds the thresholds" in ended.err
    for place in (("--database", "d.duckdb"), ("--url", "sqlite:///d.sqlite")):
        assert "is about" in run("score", "people", *place, "-q", "age").err


def test_a_spec_without_a_relation_is_for_every_relation(folder: Path, run: Command) -> None:
    """Its roles hold for the relation of the command line."""
    DEFAULT.write_text(SPEC.partition("\n")[2])
    for name in ("people.parquet", "others.parquet"):
        found, said = scores(run, name)
        assert keys(found) == ["age", "sex"]
        assert TAKEN in said
    assert "name the `relation`" in run("score").err
    DEFAULT.write_text("database: d.duckdb\nquasi_identifiers: [age]\n")
    assert scores(run, "others", "--database", "d.duckdb")[0]["records"] == 30
    assert "is about another database" in scores(run, "others.parquet", "-q", "sex")[1]


def test_a_query_is_a_relation(folder: Path, run: Command) -> None:
    """The default is left out beside another query, and taken beside its own."""
    query = "select * from 'others.parquet'"
    found, said = scores(run, "--query", query, "-q", "sex")
    assert (keys(found), found["records"]) == (["sex"], 30)
    assert "is about people.parquet" in said
    DEFAULT.write_text(SPEC.replace("relation: people.parquet", f"query: {query}"))
    found, said = scores(run, "--query", query)
    assert (keys(found), found["records"]) == (["age", "sex"], 30)
    assert TAKEN in said
    assert "is not used" in scores(run, "people.parquet", "-q", "age")[1]


def test_a_named_spec_is_alone(folder: Path, run: Command) -> None:
    """With --spec, or a spec in the place of the relation, the default is not looked at."""
    Path("own.yml").write_text("relation: others.parquet\nquasi_identifiers: [sex]\n")
    DEFAULT.write_text("nonsense: [")
    for arguments in (("--spec", "own.yml"), ("own.yml",), ("others.parquet", "--no-spec", "-q", "sex")):
        found, said = scores(run, *arguments)
        assert (found["records"], said) == (30, "")
    assert run("score", "--spec", "own.yml", "--no-spec").code == 2


def test_a_broken_one_is_an_error(folder: Path, run: Command) -> None:
    """What cannot be read might be about the relation: the run ends; --no-spec is without it."""
    DEFAULT.write_text("quasi_identifier: [age]\n")
    for arguments in ((), ("people.parquet", "-q", "age")):
        ended = run("score", *arguments)
        assert ended.code == 2
        assert "key 'quasi_identifier' is unknown" in ended.err


def test_jobs_are_run(folder: Path, run: Command) -> None:
    """`run` takes the jobs of the file; a relation is scored without them."""
    assert run("run").code == 2
    DEFAULT.rename("own.yml")
    assert "name the file that lists the `jobs`" in run("run").err
    DEFAULT.write_text("jobs: {people: own.yml}\n")
    ended = run("run")
    assert ended.code == 0
    assert "with the jobs of sqlmetrics.yml" in ended.err
    assert "lists jobs" in scores(run, "people.parquet", "-q", "age")[1]
    assert "`sqlmetrics run FILE.yml`" in run("score").err


def test_it_is_never_written_over(folder: Path, run: Command) -> None:
    """An output that is the default spec is refused, as it is read."""
    ended = run("score", "-f", "json", "-o", DEFAULT)
    assert ended.code == 2
    assert DEFAULT.read_text() == SPEC
