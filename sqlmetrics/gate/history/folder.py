"""A history in a folder, with one Parquet file for each run of a job, written whole."""

from __future__ import annotations

import glob
import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlmetrics.engine.confinement import harden
from sqlmetrics.engine.duckdb import connect, explain_failures
from sqlmetrics.engine.files import write_whole
from sqlmetrics.errors import QueryError
from sqlmetrics.gate.history.rows import (
    HistoryEntry,
    KeptTable,
    check_history_columns,
    check_version,
    definition,
    insert,
    select,
)
from sqlmetrics.spec.history import History
from sqlmetrics.statement.dialects import DUCKDB


def _run_file(history: History, entry: HistoryEntry) -> Path:
    """Return the file of the run and job of an entry; why there are no scores has its own."""
    name = re.sub(r"[^\w.-]+", "_", entry.job, flags=re.ASCII)[:60].lstrip(".")
    end = "" if entry.measured else "\n"
    key = sha256(f"{entry.run_id}\n{entry.job}{end}".encode()).hexdigest()
    return Path(history.place) / f"{name}-{key[:24]}.parquet"


def append_to_folder(history: History, entries: Sequence[HistoryEntry]) -> bool:
    """Add the entries of one job's run; see `history.append`."""
    folder = Path(history.place)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise QueryError(f"cannot write the history {history}: {error.strerror}") from None
    path = _run_file(history, entries[0])
    if path.exists():
        return False

    def write(unfinished: Path) -> None:
        with connect() as connection, explain_failures(f"cannot write the history {history}"):
            connection.execute(definition("entries", DUCKDB))
            insert(connection, "entries", entries)
            connection.execute("copy entries to ? (format parquet, use_tmp_file false)", [str(unfinished)])

    write_whole(path, write)
    return True


def read_folder(history: History) -> list[tuple[Any, ...]] | None:
    """Return all rows, or None where there is no history."""
    if not Path(history.place).is_dir():
        return None
    files = sorted(
        glob.escape(str(path)) for path in Path(history.place).glob("*.parquet") if not path.name.startswith(".")
    )
    if not files:
        return []
    with connect() as connection, explain_failures(f"cannot read the history {history}"):
        harden(connection, files)
        described = connection.execute("describe from read_parquet(?, union_by_name = true)", [files]).fetchall()
        table = KeptTable("read_parquet(?, union_by_name = true)", [str(row[0]) for row in described])
        check_history_columns(history, table.columns)
        versions = "select distinct history_version from read_parquet(?, union_by_name = true)"
        check_version(history, connection.execute(versions, [files]).fetchall())
        return connection.execute(select(table, DUCKDB), [files]).fetchall()
