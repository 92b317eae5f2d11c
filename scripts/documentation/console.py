"""Commands of sqlmetrics, run in this process from the project's root, for pages that show them."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlmetrics.cli.app import main
from sqlmetrics.statement.catalogue import catalogue

ROOT = Path(__file__).resolve().parents[2]

WIDTH = 88
"""The columns that commands print for."""

CHANGING = ("GITHUB_ACTIONS", "TF_BUILD", "FORCE_COLOR", "CLICOLOR_FORCE")
"""Variables of the environment that change what commands print."""

COMMAND = re.compile(r"(?:cd (?P<folder>\S+) && )?(?P<words>sqlmetrics [^;|]*)(?P<code> \|\| echo \"exit code \$\?\")?")
"""A command that a page may show: from a folder of the project, and with its exit code."""


@cache
def printed(command: str, width: int = WIDTH) -> str:
    """Return what a command writes to standard output, without blanks at the ends of lines.

    `cd FOLDER && sqlmetrics ..` runs in a folder, and `.. || echo "exit code $?"` shows messages
    and the exit code of one that fails. Raises ValueError for any other command, and RuntimeError,
    with its messages, for one that fails where no code is shown.
    """
    parts = COMMAND.fullmatch(command)
    if parts is None:
        raise ValueError(f"pages run `sqlmetrics` alone, not: {command}")
    out, messages, code = _run(shlex.split(parts["words"]), width, ROOT / (parts["folder"] or ""))
    if code and not parts["code"]:
        raise RuntimeError(f"{command}: exit code {code}: {messages}")
    told = f"{messages}{out}exit code {code}\n" if code else out
    return "".join(f"{line.rstrip()}\n" for line in told.rstrip().splitlines())


def _run(words: list[str], width: int, folder: Path) -> tuple[str, str, int]:
    """Return what a command prints, its messages, and its exit code."""
    out, messages = StringIO(), StringIO()
    environment = {name: value for name, value in os.environ.items() if name not in CHANGING}
    environment |= {"COLUMNS": str(width), "NO_COLOR": "1"}
    with (
        chdir(folder),
        patch.dict(os.environ, environment, clear=True),
        patch.object(sys, "argv", words),
        redirect_stdout(out),
        redirect_stderr(messages),
    ):
        try:
            main()
        except SystemExit as ended:
            return out.getvalue(), messages.getvalue(), int(ended.code or 0)


def records(command: str) -> list[dict[str, Any]]:
    """Return the records of a command's scores, from its JSON."""
    own, *told = command.partition(" || ")
    document: dict[str, Any]
    document, _ = json.JSONDecoder().raw_decode(printed(f"{own} --format json{''.join(told)}"))
    if "dimensions" in document:
        return [
            {"metric": name, "target": "published", "value": document[name], "reason": None}
            for name in catalogue("outputs")
            if name in document
        ]
    if "tables" in document:
        return [
            {"metric": name, "target": ",".join(one["keys"]), "value": one[name], "reason": one["reasons"].get(name)}
            for one in document["tables"]
            for name in catalogue("outputs")
            if name in one
        ]
    if "groups" in document:
        return [
            {"metric": name, "target": "answers", "value": document[name], "reason": document["reasons"].get(name)}
            for name in catalogue("outputs")
            if name in document
        ]
    if "epsilon_at_least" in document:
        name = "epsilon_at_least"
        return [{"metric": name, "target": "noisy answers", "value": document[name], "reason": None}]
    found: list[dict[str, Any]] = document["scores"]
    return found
