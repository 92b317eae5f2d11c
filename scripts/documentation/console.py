"""Commands of sqlmetrics, run in this process from the project's root, for pages that show them."""

from __future__ import annotations

import json
import os
import shlex
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlmetrics.cli.app import main

ROOT = Path(__file__).parent.parent.parent

WIDTH = 88
"""The columns that commands print for."""

CHANGING = ("GITHUB_ACTIONS", "TF_BUILD", "FORCE_COLOR", "CLICOLOR_FORCE")
"""Variables of the environment that change what commands print."""


@cache
def printed(command: str) -> str:
    """Return what a command writes to standard output, without blanks at the ends of lines.

    Raises RuntimeError, with its messages, for a command that does not end with exit code 0.
    """
    out, messages = StringIO(), StringIO()
    environment = {name: value for name, value in os.environ.items() if name not in CHANGING}
    environment |= {"COLUMNS": str(WIDTH), "NO_COLOR": "1"}
    with (
        chdir(ROOT),
        patch.dict(os.environ, environment, clear=True),
        patch.object(sys, "argv", shlex.split(command)),
        redirect_stdout(out),
        redirect_stderr(messages),
    ):
        try:
            main()
        except SystemExit as ended:
            code = ended.code
    if code:
        raise RuntimeError(f"{command}: exit code {code}: {messages.getvalue()}")
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().rstrip().splitlines())


def records(command: str) -> list[dict[str, Any]]:
    """Return the records of a command's scores, from its JSON."""
    found: list[dict[str, Any]] = json.loads(printed(f"{command} --format json"))["scores"]
    return found
