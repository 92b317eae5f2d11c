"""Commands of a step: their output is kept in a log, and shown where they fail."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from loop.steps import CACHE, ROOT, StepError

LOGS = CACHE / "logs"

CAUSES = (
    (
        r"No space left on device|Disk quota exceeded",
        "there is no room on the disk of {place}: free some, and run again",
    ),
    (
        r"NewConnectionError|Temporary failure in name resolution|ConnectTimeout|ReadTimeout|ProxyError|SSLError"
        r"|Network is unreachable|Connection refused",
        "the packages cannot be fetched, as the network does not answer: connect it, or let pip use an index that"
        " is within reach (`pip config list` shows which it uses), and run again",
    ),
    (
        r"No matching distribution found for (?P<package>\S+)",
        "the index of packages has no {package} for this Python: look at `pip config list`, or take another Python"
        " (PYTHON=/path/to/python3 {command})",
    ),
    (r"Permission denied: '(?P<path>[^']+)'", "{path} cannot be written: it belongs to somebody else"),
)
"""Patterns of what a failed command prints, each with the sentence that says what to do."""


def run(
    arguments: Sequence[str | Path],
    *,
    log: str,
    command: str,
    environment: Mapping[str, str] | None = None,
    on_line: Callable[[str], None] | None = None,
) -> int:
    """Run a command whose output goes to a log, and return its exit code.

    Each line also goes to `on_line`. Raises StepError where the command cannot be started, or where
    the log cannot be written.
    """
    try:
        LOGS.mkdir(parents=True, exist_ok=True)
        with (
            (LOGS / f"{log}.log").open("w", encoding="utf-8") as kept,
            subprocess.Popen(
                [str(argument) for argument in arguments],
                cwd=ROOT,
                env={**os.environ, **(environment or {})},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            ) as process,
        ):
            assert process.stdout is not None  # noqa: S101 - a pipe
            for line in process.stdout:
                kept.write(line)
                if on_line is not None:
                    on_line(line.rstrip("\n"))
    except OSError as error:
        raise StepError(f"{command}: {sentence(f'{error}', command) or error}", 2) from None
    return process.returncode


def check(
    arguments: Sequence[str | Path], *, log: str, command: str, environment: Mapping[str, str] | None = None
) -> None:
    """Run a command that has to succeed. Raises StepError with what to do where it fails."""
    if run(arguments, log=log, command=command, environment=environment) == 0:
        return
    text = output_of(log)
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("WARNING")]
    said = sentence(text, command) or (lines or ["it printed nothing"])[-1]
    raise StepError(f"{command}: {said} (its output is in {(LOGS / f'{log}.log').relative_to(ROOT)})", 2)


def output_of(log: str) -> str:
    """Return what the last command of a log printed."""
    return (LOGS / f"{log}.log").read_text(encoding="utf-8", errors="replace")


def sentence(output: str, command: str) -> str | None:
    """Return what a failed command's output says to do, None where its cause is not known."""
    for pattern, words in CAUSES:
        found = re.search(pattern, output)
        if found is not None:
            return words.format(place=ROOT, command=command, **found.groupdict())
    return None
