"""Each flag is a row, and the parameters of commands have the types that the rows say."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import ROOT, Run
from sqlmetrics.cli.app import MODULES, commands_of
from sqlmetrics.cli.command import Command
from sqlmetrics.cli.flags import FLAGS, Flag, flag_of

COMMANDS = {name: command for module in MODULES for name, command in commands_of(module).items()}


def said(row: Flag, optional: bool) -> str:
    """Return the type of a row, as a parameter of a command says it."""
    name = row.kind.__name__ if isinstance(row.kind, type) and not hasattr(row.kind, "__args__") else str(row.kind)
    return f"{name.replace('sqlmetrics.cli.choices.', '').replace('pathlib.', '')}{' | None' if optional else ''}"


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_parameters_have_the_types_of_their_rows(command: Command) -> None:
    """So a type checker knows what a command receives, though typer reads the rows."""
    for function in (command.function, *(shared.make for shared in command.shares.values())):
        for name, parameter in inspect.signature(function).parameters.items():
            if name in command.shares or parameter.kind is inspect.Parameter.VAR_KEYWORD:
                continue
            row = flag_of(name, command.name)
            if row.read is None and row.kind is not None:
                assert parameter.annotation == said(row, parameter.default is None), (command.name, name)


def test_a_row_is_some_commands() -> None:
    """Each row is a flag of a command, and names only commands that there are."""
    used = [flag_of(name, command.name) for command in COMMANDS.values() for name in command.defaults()]
    assert [row.name for row in FLAGS if row not in used] == []
    assert {name for row in FLAGS for name in row.of} <= {name.replace(" ", "_") for name in COMMANDS}


def test_a_flag_without_a_row_is_an_error() -> None:
    """A parameter that no row describes does not become a flag without help."""
    with pytest.raises(LookupError, match="no row of FLAGS is called colour"):
        flag_of("colour", "score")


def test_help_is_the_sentence_of_the_word() -> None:
    """Words in it become flags, and its end says what holds without the flag."""
    assert flag_of("seed", "score").help(None) == "The seed of the draws of --intervals.  [default: 0]"
    assert flag_of("attempts", "gda").help(500) == "The most attempts that each attack makes."
    assert flag_of("column", "utility").help(None) == "Only this column; repeat it."


def test_zero_is_a_value(run: Callable[..., Run]) -> None:
    """A number that a word does not allow is refused, 0 too."""
    asked = ("score", str(ROOT / "fixtures" / "ward.csv"), "-q", "age", "-m", "k_anonymity")
    for flag in ("--population-size", "--sampling-fraction"):
        refused = run(*asked, flag, "0")
        assert (refused.code, "greater than" in refused.err) == (2, True)


def test_steps_are_no_json(run: Callable[..., Run], tmp_path: Path) -> None:
    """A text is refused in a file whose ending names another form, and nothing is written."""
    relation = tmp_path / "t.csv"
    relation.write_text("age\n1\n")
    refused = run("score", relation, "-q", "age", "--explain", "-o", tmp_path / "steps.json")
    assert (refused.code, "the steps of a run are a text" in refused.err) == (2, True)
    assert not (tmp_path / "steps.json").exists()
    assert run("score", relation, "-q", "age", "--explain", "-o", tmp_path / "steps.txt").code == 0
