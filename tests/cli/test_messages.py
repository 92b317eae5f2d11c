"""Messages name the words of the spec; the command line adds the flags of the command that runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from typer.main import get_command

import sqlmetrics
from conftest import Run
from sqlmetrics.cli.app import app
from sqlmetrics.cli.messages import RENAMED, flags_of, with_flags

COMMANDS = {
    "score": {"level": "--level", "nulls": "--nulls", "quasi_identifiers": "--quasi-identifier"},
    "sql": {"staged": "--staged", "level": "--level"},
}


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("raise `level`", "raise `level` (--level)"),
        ("name `quasi_identifiers`", "name `quasi_identifiers` (--quasi-identifier)"),
        ("use `nulls: category`", "use `nulls: category` (--nulls category)"),
        ("`level` of what `level`?", "`level` (--level) of what `level`?"),
        ("`staged` and level are left as they are", "`staged` and level are left as they are"),
        ("`sqlmetrics sql` with `staged`", "`sqlmetrics sql` with `staged` (--staged)"),
        ("`sqlmetrics metrics NAME` explains `level`", "`sqlmetrics metrics NAME` explains `level` (--level)"),
    ],
)
def test_a_word_is_followed_by_its_flag(message: str, shown: str) -> None:
    """A word in backticks is followed once by its flag of the running or the last named command."""
    assert with_flags(message, COMMANDS, "score") == shown


def test_words_of_another_name_have_a_flag() -> None:
    """Every word and flag in RENAMED is one of some command."""
    commands = get_command(app).commands.values()  # type: ignore[attr-defined]
    flags = {word for command in commands for word in flags_of(command.params)}
    assert {*RENAMED, *RENAMED.values()} <= flags


def test_the_flag_is_the_running_commands(run: Callable[..., Run]) -> None:
    """An error on the command line is that of Python, with the flags."""
    with pytest.raises(sqlmetrics.SpecError) as error:
        sqlmetrics.score("missing_table", "k")
    ended = run("score", "missing_table", "-q", "k")
    flags = {"`database`": "`database` (--database)", "`url`": "`url` (--url)"}
    expected = str(error.value)
    for word, with_flag in flags.items():
        assert word in expected
        expected = expected.replace(word, with_flag)
    assert ended.err == f"sqlmetrics: {expected}\n"
    assert ended.code == 2
