"""Commands as the documentation shows them, run in this process."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import sys
from pathlib import Path
from unittest import mock

from sqlmetrics.cli.app import main

ROOT = Path(__file__).resolve().parents[2]
"""The project's folder, in which the commands of the documentation run."""

WIDTH = 100
"""The columns of the terminal that the documentation shows."""


def printed(command: str, width: int = WIDTH) -> str:
    """Return what `sqlmetrics ..` prints, without blanks at the ends of lines.

    A line `$ sqlmetrics check ..; echo $?` shows the exit code too. Raises ValueError for another
    program, and RuntimeError with the message of a command that fails where none is shown.
    """
    line, _, ending = command.partition(";")
    program, *arguments = shlex.split(line)
    if program != "sqlmetrics" or ending.strip() not in {"", "echo $?"}:
        raise ValueError(f"the documentation runs `sqlmetrics` alone, not: {command}")
    out, err, code = ended(arguments, width)
    if code and not ending:
        raise RuntimeError(f"{command}: exit code {code}\n{err}")
    told = f"{err}{out}{code}\n" if ending else out
    return "".join(f"{shown.rstrip()}\n" for shown in told.rstrip().splitlines())


def ended(arguments: list[str], width: int = WIDTH) -> tuple[str, str, int]:
    """Return what a command prints, its messages, and its exit code."""
    out, err = io.StringIO(), io.StringIO()
    terminal = {"COLUMNS": str(width), "NO_COLOR": "1"}
    with (
        mock.patch.object(sys, "argv", ["sqlmetrics", *arguments]),
        mock.patch.dict(os.environ, terminal),
        contextlib.chdir(ROOT),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as stop:
            return out.getvalue(), err.getvalue(), int(stop.code or 0)
    raise AssertionError("the command line ends by an exit")
