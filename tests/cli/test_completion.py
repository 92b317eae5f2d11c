"""A shell completes commands, flags, columns, metrics, attacks and dialects."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from conftest import Run

Complete = Callable[..., list[str]]


@pytest.fixture
def complete(run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Complete:
    """Return what bash offers for the last of some words, in a folder with data."""
    monkeypatch.chdir(tmp_path)
    columns = """1 as age, 2 as agent, 3 as "my zip", 4 as "$(touch owned)", 5 as "straße" """
    with duckdb.connect("d.duckdb") as connection:
        connection.execute(f"create table people as select {columns}")
        connection.execute("copy people to 'people.parquet'")

    def offered(*words: str) -> list[str]:
        monkeypatch.setenv("_SQLMETRICS_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", " ".join(("sqlmetrics", *words)))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        ended = run()
        assert (ended.code, ended.err) == (0, "")
        return ended.out.split()

    return offered


def test_commands_and_flags_are_offered(complete: Complete) -> None:
    """Commands complete after the program, flags after a command."""
    assert complete("su") == ["subsets", "suda"]
    assert complete("count", "--exact") == ["--exact-names"]
    assert complete("score", "--format", "p") == ["parquet"]
    assert complete("--version", "--show") == ["--show-completion"]


def test_metrics_attacks_and_dialects_are_offered(complete: Complete) -> None:
    """Names of the catalogue complete wherever one is taken."""
    assert complete("score", "-m", "k_a") == ["k_anonymity"]
    assert complete("history", "runs", "-m", "itp") == ["itpr"]
    assert complete("metrics", "linkability_p") == ["linkability_public"]
    assert complete("gda", "--attack", "inference_n") == ["inference_nearest"]
    assert complete("sql", "--dialect", "snow") == ["snowflake"]


def test_columns_are_offered(complete: Complete) -> None:
    """The relation's columns complete, from a file, a database, a spec or the folder's spec.

    A name that means something to a shell is left to be typed.
    """
    assert complete("score", "people.parquet", "-q", "ag") == ["age", "agent"]
    assert complete("score", "people.parquet", "-q", "age", "-s", "s") == ["straße"]
    assert complete("score", "people.parquet", "-q", "") == ["age", "agent", "straße"]
    assert complete("classes", "people", "--database", "d.duckdb", "-q", "agen") == ["agent"]
    assert complete("utility", "r.parquet", "--original", "people.parquet", "--column", "age") == ["age", "agent"]
    assert complete("tradeoff", "people.parquet", "r.parquet", "-w", "agen") == ["agent"]
    assert complete("score", "people.parquet", "--partition", "age=y") == ["age=year"]
    forms = ["day", "week", "month", "year", "decade", "cuts:", "raw"]
    assert complete("score", "people.parquet", "--partition", "agen")[1:] == [f"agent={form}" for form in forms]
    Path("spec.yml").write_text("relation: people.parquet\n")
    assert complete("score", "--spec", "spec.yml", "-q", "agen") == ["agent"]
    assert complete("score", "spec.yml", "-q", "agen") == ["agent"]
    Path("sqlmetrics.yml").write_text("relation: people.parquet\n")
    assert complete("score", "-s", "agen") == ["agent"]
    Path("sqlmetrics.yml").write_text("relation: people\ndatabase: d.duckdb\n")
    assert complete("score", "-s", "agen") == []


def test_what_goes_wrong_offers_nothing(complete: Complete) -> None:
    """No message disturbs the line that is written, and no address is connected to."""
    Path("broken.parquet").write_bytes(b"PAR1")
    for words in (("none.parquet",), ("broken.parquet",), ("t", "--url", "sqlite:///none.db"), ()):
        assert complete("score", *words, "-q", "a") == []


def test_an_unknown_shell_is_a_usage_error(run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is 2, and the message names the shells."""
    monkeypatch.setattr("typer._completion_shared._get_shell_name", lambda: "tcsh")
    monkeypatch.setattr("typer.completion._get_shell_name", lambda: "tcsh")
    for flag in ("--show-completion", "--install-completion"):
        ended = run(flag)
        assert ended.code == 2
        assert "_SQLMETRICS_COMPLETE=source_bash sqlmetrics" in ended.err
    monkeypatch.setenv("_SQLMETRICS_COMPLETE", "complete_tcsh")
    assert run().code == 2


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_reads_the_script(run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    """The script is one that bash takes, for the command `sqlmetrics`."""
    monkeypatch.setenv("_SQLMETRICS_COMPLETE", "source_bash")
    script = run().out
    told = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\ncomplete -p sqlmetrics"], capture_output=True, text=True, check=True
    )
    assert "-F _sqlmetrics_completion sqlmetrics" in told.stdout
