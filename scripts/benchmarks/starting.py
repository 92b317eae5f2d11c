"""What does not depend on the data: the start of commands, and a call on a few records."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb

import sqlmetrics
from benchmarks.figures import ROOT, Figure, in_turns

COMMANDS = {
    "sqlmetrics --help": (["--help"], 0.2),
    "sqlmetrics sql": (["sql", "patients", "-q", "age", "-s", "disease"], 0.35),
}
"""The commands, with the most seconds that each may take on an idle machine."""

SURVEY = ROOT / "fixtures" / "anes96.parquet"
"""A table of 944 records, whose scores cost next to nothing."""

COLUMNS = (["age", "education"], ["vote"])
"""The quasi-identifiers and the sensitive attribute of the survey."""

PROCESS = 3.0
"""The limit of a command that scores, beside the start of DuckDB."""

CALL, CONNECTED = 0.03, 0.02
"""The most seconds of a warm call, and of one on a connection of the caller's."""


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
    score = ["score", str(SURVEY), *(word for key in COLUMNS[0] for word in ("-q", key)), "-s", *COLUMNS[1]]
    opening = 'import duckdb; duckdb.sql("select 1")'
    bare, ours = in_turns(9, lambda: call("-c", opening), lambda: call("-m", "sqlmetrics", *score))
    yield Figure("sqlmetrics score", 944, 316, f"python -c '{opening}'", bare, ours, PROCESS)
    yield from calling()


def calling() -> Iterator[Figure]:
    """Yield warm calls from Python on a few records, on a DuckDB of our own and on the caller's."""
    with duckdb.connect() as connection:
        grouped = f"select count(*) from (select age, education, vote from '{SURVEY}' group by all)"
        bare, own, connected = in_turns(
            15,
            lambda: connection.execute(grouped).fetchall(),
            lambda: sqlmetrics.score(SURVEY, *COLUMNS),
            lambda: sqlmetrics.score(SURVEY, *COLUMNS, connection=connection),
        )
    yield Figure("a call", 944, 316, "the bare group-by", bare, own, 0.0, spare=CALL)
    yield Figure("a call with a connection", 944, 316, "the bare group-by", bare, connected, 0.0, spare=CONNECTED)
