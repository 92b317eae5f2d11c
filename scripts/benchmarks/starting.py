"""Commands that read nothing, beside the start of Python."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import ROOT, Figure, in_turns

COMMANDS = {
    "sqlmetrics --help": (["--help"], 0.2),
    "sqlmetrics sql": (["sql", "patients", "-q", "age", "-s", "disease"], 0.35),
}
"""The commands, with the most seconds that each may take on an idle machine."""


def starting(folder: Path) -> Iterator[Figure]:
    """Yield the commands; modules and macros are compiled, as they are where it is installed."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "PYTHONDONTWRITEBYTECODE": "",
    }

    def call(*arguments: str) -> None:
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment)

    for name, (arguments, most) in COMMANDS.items():
        bare, ours = in_turns(9, lambda: call("-c", "pass"), lambda: call("-m", "sqlmetrics", *arguments))  # noqa: B023
        yield Figure(name, 0, 0, "python -c pass", bare, ours, 0.0, spare=most)
