"""The help shows every command and flag in a panel, in 80 columns, and its examples run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from coins import write_coins
from conftest import Run
from sqlmetrics.cli.app import EXAMPLES, _command
from sqlmetrics.cli.panels import COMMANDS, PANELS, RARE_COMMANDS, RARE_FLAGS
from sqlmetrics.desk import server
from sqlmetrics.desk.server import listening

Command = Callable[..., Run]

NAMES = sorted(_command().commands)


def panels(text: str) -> dict[str, list[str]]:
    """Return the lines of a help under their headings."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if re.fullmatch(r"[A-Z][\w ]+:", line):
            found[line[:-1]] = []
        elif line.strip() and found:
            found[list(found)[-1]].append(line)
    return found


def test_commands_stand_in_panels(run: Command) -> None:
    """Each command is in one panel with a help of at most 60 characters, which is not cut."""
    ended = run("--help", "all", columns=80)
    shown = panels(ended.out)
    assert list(shown) == [*COMMANDS, "Options", "Examples"]
    lines = [line for panel in COMMANDS for line in shown[panel]]
    assert sorted(re.split("  +", line.strip())[0] for line in lines) == NAMES
    for panel in COMMANDS:
        for line in shown[panel]:
            name, help_ = re.split("  +", line.strip(), maxsplit=1)
            assert _command().commands[name].rich_help_panel == panel
            assert help_ == str(_command().commands[name].help).partition("\n")[0].rstrip(".")
            assert len(help_) <= 60
            assert "..." not in help_


@pytest.mark.parametrize("name", NAMES)
def test_flags_stand_in_panels(run: Command, name: str) -> None:
    """Each flag is in a panel of the help, with one default at most, and no line is too wide."""
    ended = run(name, "--help", "all", columns=80)
    assert ended.code == 0
    assert max(map(len, ended.out.splitlines())) <= 80
    shown = panels(ended.out)
    assert [panel for panel in shown if panel in PANELS] == [panel for panel in PANELS if panel in shown]
    assert set(shown) <= {"Arguments", "Examples", *PANELS}
    parameters: list[Any] = [one for one in _command().commands[name].params if one.param_type_name == "option"]
    loose = [one.opts[0] for one in parameters if one.rich_help_panel not in PANELS]
    assert loose == []
    for one in parameters:
        flag = next(flag for flag in one.opts if flag.startswith("--"))
        assert any(re.search(rf"{flag}\b", line) for line in shown.get(one.rich_help_panel, ())) == (not one.hidden)
    told = re.split(r"^  (?=\S)", ended.out, flags=re.MULTILINE)
    assert [flag for flag in told if flag.count("[default:") > 1] == []


def test_the_first_help_has_at_most_22_commands(run: Command) -> None:
    """The five to start with come first; how many more there are is said, and how to see them."""
    out = run("--help", columns=80).out
    shown = [line.split()[0] for panel in COMMANDS for line in panels(out).get(panel, ()) if line[0] == " "]
    assert len(shown) <= 22
    assert shown[:5] == ["demo", "desk", "init", "score", "metrics"]
    assert f"\n{len(NAMES) - len(shown)} more commands: sqlmetrics --help all\n" in out
    assert set(NAMES) - set(shown) == RARE_COMMANDS


@pytest.mark.parametrize("name", NAMES)
def test_the_short_help_leaves_flags_out_and_says_so(run: Command, name: str) -> None:
    """What it shows it shows as the whole one does, and so it does a flag that has to be given."""
    out, whole = run(name, "--help", columns=80).out, run(name, "-h", "all", columns=80).out
    flags, every = (set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", text, re.MULTILINE)) for text in (out, whole))
    assert flags <= every
    assert (flags == every) == (" more flags: " not in out)
    told = re.search(r"^(\d+) more flags: sqlmetrics (.+) --help all$", out, re.MULTILINE)
    rare = [one for one in _command().commands[name].params if one.name in RARE_FLAGS and not one.required]
    assert (int(told[1]) if told else 0) == sum(not one.hidden for one in rare)
    assert told is None or told[2] == name
    required = {one.opts[-1] for one in _command().commands[name].params if one.required and one.opts[0][0] == "-"}
    assert required <= flags
    if name in {"score", "report"}:
        assert len(out.splitlines()) <= 60


def test_a_rare_flag_is_a_flag() -> None:
    """No name that is left out of the short help is gone."""
    assert {one.name for name in NAMES for one in _command().commands[name].params} >= RARE_FLAGS


def examples_of(name: str) -> tuple[str, ...]:
    """Return the examples of a command, or of the command line itself as the empty name."""
    examples: tuple[str, ...] = _command().commands[name].examples if name else EXAMPLES
    return examples


@pytest.mark.parametrize("name", ["", *NAMES])
def test_each_help_ends_with_two_examples(run: Command, name: str) -> None:
    """The examples stand before the exit codes, as they can be pasted."""
    out = run(*([name] if name else []), "--help", columns=80).out
    examples = examples_of(name)
    assert len(examples) >= 2
    assert out.index("Examples:") < out.index("Exit codes:")
    assert all(f"  {example}\n" in out for example in examples)
    assert all(example.startswith(f"sqlmetrics {name}") for example in examples)


FIRST = ["check", "check", "run"]
"""The commands, those first that write what others read: two runs of each job."""


@pytest.mark.thorough
@pytest.mark.xdist_group("the examples of the help")
def test_the_examples_run(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example ends with 0 in a folder with the files that it names; the desk ends at once."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(server, "listening", lambda _: listening(0))
    monkeypatch.setattr(server.DeskServer, "serve", lambda _: None)
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    duckdb.execute(
        "copy (select i as id, 20 + i % 9 as age, 'z' || i % 4 as zip, i % 2 as sex, 'd' || i % 3 as disease,"
        " i % 90 as cost from range(720) t(i)) to 'people.parquet'"
    )
    duckdb.execute("copy (from 'people.parquet') to 'release.parquet'")
    duckdb.execute("copy (from 'people.parquet') to 'synthetic.parquet'")
    Path("spec.yml").write_text(
        "relation: people.parquet\nquasi_identifiers: [age, zip, sex]\nsensitive: [disease]\n"
        "thresholds: {k_anonymity: {at_least: 5}}\n"
    )
    Path("jobs.yml").write_text("jobs: {people: spec.yml}\n")
    Path("table.csv").write_text("zip,n\nz1,*\nz2,8\nTotal,12\n")
    Path("counts.csv").write_text("zip,n\nz1,4\nz2,18\nz3,9\nTotal,31\n")
    Path("answers.yml").write_text("all: 1 = 1\nyoung: age < 22\n")
    Path("queries.sql").write_text("select count(*) from people where age < 22;\n")
    Path("tables.yml").write_text("relation: people.parquet\noutputs: {keys: [[age], [age, zip]]}\n")
    write_coins("coins.json", "zip", [f"canary_00000000_{n}" for n in range(20)], kind="text")
    Path("answers.csv").write_text("zip,n\n" + "".join(f"canary_00000000_{n},0\n" for n in range(20)))
    Path("age.csv").write_text("".join(f"{age};{age // 5 * 5}+;*\n" for age in range(20, 29)))
    run("score", "--spec", "spec.yml", "-o", "rows.csv")
    for name in [*FIRST, *(name for name in ["", *NAMES] if name not in FIRST)]:
        for example in examples_of(name):
            program, *arguments = shlex.split(example.replace("\\\n", " "))
            assert program == "sqlmetrics"
            ended = run(*arguments)
            assert ended.code == 0, (example, ended.err)
