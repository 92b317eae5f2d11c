"""The history of checks, with a row for each score of each run.

It lies in a DuckDB file, a folder of Parquet files or a table at a URL. It holds scores of tables
only, so it has no value of a class; slices have names in it, which are public or may be shown. Rows
are added, never changed.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Sequence
from pathlib import Path

from sqlmetrics import deadline
from sqlmetrics.engine.rows import read_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.files import footprint
from sqlmetrics.gate.history import files, server
from sqlmetrics.gate.history.rows import HistoryEntry, check_may_write
from sqlmetrics.spec.place import History
from sqlmetrics.text import brief

ROLE = "history"
"""The role of a history among the files of a run, as it is read and added to."""

APPEND = {"file": files.append_to_file, "folder": files.append_to_folder, "url": server.append_to_table}
"""The function that adds to a history, by its kind."""

READ = {"file": files.read_database, "folder": files.read_folder, "url": server.read_table}
"""The function that returns the rows of a history, or None where there is none, by its kind."""


def append(history: History, entries: Sequence[HistoryEntry]) -> bool:
    """Add the entries of one job's run, all or none.

    Returns True, or False where the history has that run already.

    Raises SpecError for a history of another version, QueryError where it cannot be written.
    """
    deadline.let_finish()
    return APPEND[history.kind](history, entries)


def announce_history(history: History) -> None:
    """Announce a history that the run adds to. Raises SpecError where it is read, or an output.

    A table at a URL takes the place of nothing, and may lie in the database that is scored.
    """
    if history.kind == "url":
        footprint.reads(history.place, ROLE)
        return
    place = footprint.local(history.place)
    if place is not None:
        footprint.writes(Path(place), ROLE)


def read_history(history: History) -> list[HistoryEntry]:
    """Return all entries with a score, the oldest run first.

    Raises SpecError where there is no history, or one of another version.
    """
    return [entry for entry in read_runs(history) if entry.measured]


def read_runs(history: History) -> list[HistoryEntry]:
    """Return all entries as `read_history` does, also entries of runs that measured nothing."""
    entries = _entries(history)
    if entries is None:
        where = f"in a table {history.table}, or you may not read it" if history.kind == "url" else f"at {history}"
        raise SpecError(f"there is no history {where}; `sqlmetrics check` writes one that is named as its `history`")
    return entries


def so_far(history: History) -> list[HistoryEntry]:
    """Return all entries as `read_history` does, or none where there is no history yet."""
    return [entry for entry in _entries(history) or [] if entry.measured]


def _entries(history: History) -> list[HistoryEntry] | None:
    """Return all entries, the oldest run first, or None where there is no history."""
    footprint.reads(history.place, ROLE)
    rows = READ[history.kind](history)
    if rows is None:
        return None
    try:
        entries = read_rows(rows, HistoryEntry)
    except (ValueError, TypeError, OverflowError):
        raise _not_written(history, "with a NULL or of other types") from None
    for entry in entries:
        for name in ("recodings", "verdicts"):
            if not _is_written(entry, name):
                raise _not_written(history, f"in run {brief(entry.run_id)}, column {name}")
    return sorted(entries, key=lambda entry: entry.order)


def _not_written(history: History, what: str) -> SpecError:
    """Return the error of a row on which a report would stumble."""
    return SpecError(
        f"{history} holds a row that sqlmetrics has not written, {what}; restore it, or name another place"
    )


def _is_written(entry: HistoryEntry, name: str) -> bool:
    """Return whether a column holds JSON as it is written.

    Each verdict says whether it passed, null where too few people are in a slice to say.
    """
    try:
        value = json.loads(getattr(entry, name))
    except (ValueError, RecursionError):
        return False
    if name == "recodings":
        return isinstance(value, dict)
    return isinstance(value, list) and all(
        isinstance(one, dict) and isinstance(one.get("passed", 0), bool | None) for one in value
    )


def check_history(history: History) -> None:
    """Raise the error of a history that cannot be added to, before anything is scored.

    A history that does not exist yet is fine, where it can be created.
    """
    if history.kind == "url":
        server.check_table(history)
        return
    path = Path(history.place)
    facts = _facts(history)
    if history.kind == "folder" and facts is None and path.suffix in {".parquet", ".csv", ".json"}:
        raise SpecError(f"a history is a DuckDB file, FILE.duckdb, or a folder of Parquet files; {path} is neither")
    if not path.absolute().parent.is_dir():
        raise SpecError(f"the history's folder {path.parent} does not exist; create it first (mkdir -p {path.parent})")
    target = Path(os.path.realpath(path))
    folder = target if facts is not None and history.kind == "folder" else target.parent
    check_may_write(history, target if facts is not None else folder, folder)
    if facts is not None:
        read_history(history)


def _facts(history: History) -> os.stat_result | None:
    """Return the facts of a file or folder, None where there is none.

    Raises SpecError where something else is there, or where no file can have its name.
    """
    try:
        facts = Path(history.place).stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise SpecError(f"the history {history} cannot be opened: {getattr(error, 'strerror', error)}") from None
    if not (stat.S_ISREG(facts.st_mode) if history.kind == "file" else stat.S_ISDIR(facts.st_mode)):
        raise SpecError(f"a history is a DuckDB file, FILE.duckdb, or a folder of Parquet files; {history} is neither")
    return facts
