"""Outputs are written whole or not at all: a query's rows as Parquet or CSV, or text."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.render import render

FORMATS = {".parquet": "format parquet", ".csv": "format csv, header"}
"""DuckDB's options to write a query's rows, by the ending of the file's name."""


def check_writable(path: Path) -> None:
    """Raise SpecError where a file cannot be written at a path."""
    folder = path.parent
    if not folder.is_dir():
        raise SpecError(f"the output's folder {folder} does not exist; create it first (mkdir -p {folder})")
    if path.is_dir():
        raise SpecError(f"the output {path} is a folder; name a file in it")
    if not os.access(folder, os.W_OK):
        raise SpecError(f"the output's folder {folder} is not writable; choose another or change its permissions")


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a file beside the path, then move it to the path.

    After an error or a stop nothing is left behind. Raises SpecError where it cannot be written.
    """
    check_writable(path)
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise SpecError(f"cannot write in {path.parent}: {error.strerror}") from None
    os.close(descriptor)
    unfinished = Path(name)
    try:
        write(unfinished)
        mask = os.umask(0)
        os.umask(mask)
        unfinished.chmod(0o666 & ~mask)
        unfinished.replace(path)
    except OSError as error:
        raise SpecError(f"cannot write {path}: {error.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def check_format(path: Path) -> None:
    """Raise SpecError where a file's name ends in none of the formats of rows."""
    if path.suffix.lower() not in FORMATS:
        raise SpecError(f"cannot tell the format of '{path}'; its name must end in {' or '.join(FORMATS)}")


def check_copies(engine: Engine) -> None:
    """Raise SpecError where an engine does not write a query's rows to a file."""
    if not engine.dialect.writes_files:
        raise SpecError(
            "a file is written by DuckDB; in another database create a table of the statement that would be written"
        )


def copy_to(
    engine: Engine, query: str, path: Path, name: str, step: str = "write", *, metadata: Mapping[str, str] | None = None
) -> int:
    """Write a query's rows to a Parquet or CSV file, whole or not at all; return their number.

    `name` is the name of the relation in messages; `metadata` goes into a Parquet file's footer.
    Raises SpecError where the file cannot be written, QueryError where the query fails.
    """
    check_format(path)
    check_copies(engine)
    pairs = ", ".join(f"{key}: {render('literal', text)}" for key, text in (metadata or {}).items())
    options = FORMATS[path.suffix.lower()] + (f", kv_metadata {{{pairs}}}" if pairs else "")
    written = 0

    def write(unfinished: Path) -> None:
        nonlocal written
        place = render("literal", str(unfinished))
        written = int(fetch(engine, f"copy ({query}) to {place} ({options})", name, step)[0][0])

    write_whole(path, write)
    return written


def write_text(path: Path, text: str) -> None:
    """Write a text file, whole or not at all."""

    def write(unfinished: Path) -> None:
        unfinished.write_text(text, encoding="utf-8", newline="")

    write_whole(path, write)
