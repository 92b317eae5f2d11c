"""The history of checks, with a row for each score of each run.

It lies in a DuckDB file, a folder of Parquet files or a table at a URL. It holds scores of tables
only, so it has no value of a class; rows are added, never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlmetrics import footprint
from sqlmetrics.engine.rows import read_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.history import file, folder, server
from sqlmetrics.gate.history.rows import Entry, History

ROLE = "history"
"""The role of a history among the files of a run, as it is read and added to."""

APPEND = {"file": file.append, "folder": folder.append, "url": server.append}
"""The function that adds to a history, by its kind."""

READ = {"file": file.read, "folder": folder.read, "url": server.read}
"""The function that returns the rows of a history, by its kind."""


def append(history: History, entries: Sequence[Entry]) -> bool:
    """Add the entries of one job's run, all or none.

    Returns True, or False where the history has that run already.

    Raises SpecError for a history of another version, QueryError where it cannot be written.
    """
    return APPEND[history.kind](history, entries)


def announce(history: History) -> None:
    """Announce a history that the run adds to. Raises SpecError where it is read, or an output."""
    place = footprint.local(history.place)
    if place is not None:
        footprint.writes(Path(place), ROLE)


def read(history: History) -> list[Entry]:
    """Return all entries, the oldest run first.

    Raises SpecError where there is no history, or one of another version.
    """
    footprint.reads(history.place, ROLE)
    entries = read_rows(READ[history.kind](history), Entry)
    return sorted(entries, key=lambda entry: (entry.recorded_at, entry.run_id, entry.job, entry.place))


def check(history: History) -> None:
    """Raise the error of a history that cannot be added to, before anything is scored.

    A history that does not exist yet is fine, where it can be created.
    """
    if history.kind == "url":
        server.check(history)
        return
    path = Path(history.place)
    if history.kind == "folder" and not path.exists() and path.suffix in {".parquet", ".csv", ".json"}:
        raise SpecError(f"a history is a DuckDB file, FILE.duckdb, or a folder of Parquet files; {path} is neither")
    if not path.absolute().parent.is_dir():
        raise SpecError(f"the history's folder {path.parent} does not exist; create it first (mkdir -p {path.parent})")
    if path.exists():
        read(history)
