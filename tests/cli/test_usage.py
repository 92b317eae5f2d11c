"""Every command line that is wrong ends with 2, with a message and nothing on standard output."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from sqlmetrics.cli.app import _command

Command = Callable[..., Run]


def wrong_lines(name: str) -> Iterator[tuple[str, ...]]:
    """Give wrong command lines of a command, made from its own arguments and flags."""
    arguments: list[Any] = [one for one in _command().commands[name].params if one.param_type_name == "argument"]
    options: list[Any] = [one for one in _command().commands[name].params if one.param_type_name == "option"]
    right = ["x" for one in arguments if one.required]
    needed = [word for one in options if one.required for word in (one.opts[0], "x")]
    yield (name, *right, *needed, "--no-such-flag")
    yield (name, *right, *needed, "-Z")
    if right:
        yield (name, *needed)
    if needed:
        yield (name, *right)
    if all(one.nargs == 1 for one in arguments):
        yield (name, *needed, *("x" for _ in arguments), "one too many")
    for one in options:
        flag = one.opts[0]
        if one.is_flag:
            yield (name, *right, *needed, f"{flag}=x" if flag.startswith("--") else f"{flag}x")
            continue
        yield (name, *right, *needed, flag)
        kind = one.type_descriptor
        if kind.is_choice or kind.is_ranged or kind.annotation in {int, float}:
            yield (name, *right, *needed, flag, "nonsense")
            yield (name, *right, *needed, flag, "-1e99")


@pytest.mark.parametrize("name", sorted(_command().commands))
def test_a_wrong_command_line_ends_with_2(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """No usage error is 1, which says that a threshold failed; nothing is written."""
    monkeypatch.chdir(tmp_path)
    lines = list(wrong_lines(name))
    assert len(lines) > 3
    for line in lines:
        ended = run(*line)
        assert (ended.code, ended.out) == (2, ""), (line, ended)
        assert ended.err.strip(), line
        assert "unexpected" not in ended.err.replace("unexpected extra argument", ""), (line, ended.err)
    assert list(tmp_path.iterdir()) == []


def test_the_program_itself_ends_with_2(run: Command) -> None:
    """So do no command, an unknown one with the nearest, and an unknown flag."""
    assert "Start here" in run().err
    for arguments in ((), ("chek",), ("--no-such-flag",), ("--version=x",), ("--format", "json", "score")):
        ended = run(*arguments)
        assert (ended.code, ended.out) == (2, ""), arguments
    assert "'check'" in run("chek").err


def test_an_error_while_an_error_is_printed_is_not_1(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A usage error that cannot be printed ends with 2 still, and any other one with 3."""

    def fail(*_: object) -> None:
        raise TypeError("its metavar takes no context")

    with monkeypatch.context() as broken:
        broken.setattr("sqlmetrics.cli.app.suggest", fail)
        ended = run("score", "--no-such-flag")
    assert (ended.code, ended.out) == (2, "")
    assert "unexpected TypeError in test_usage.py" in ended.err
    for broken_step in ("columns_apart", "say"):
        with monkeypatch.context() as broken:
            broken.setattr(f"sqlmetrics.cli.app.{broken_step}", fail)
            ended = run("score", "missing.csv", "-q", "age")
        assert (ended.code, ended.out) == (3, ""), broken_step
