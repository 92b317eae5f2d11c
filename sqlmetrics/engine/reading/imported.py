"""Files that a package reads, and DuckDB does not: spreadsheets, files for statistics, SQLite.

Their rows go, some thousands at a time, to a temporary table of typed columns, which DuckDB keeps
within the memory limit. Files of Arrow are read in place.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile, is_zipfile

from sqlmetrics import deadline
from sqlmetrics.engine.duckdb import explain_errors
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.reading import imported_rows
from sqlmetrics.engine.reading.imported_rows import ImportedRows
from sqlmetrics.engine.reading.reading import ReadColumn, Reading, ReadPart, Remark
from sqlmetrics.engine.reading.sheets import named_part, sheet_rows
from sqlmetrics.engine.reading.statistics import DECLARED, statistics_rows
from sqlmetrics.engine.reading.typed_table import TypedTable, plain_text
from sqlmetrics.engine.reasons import error_text
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.files.listing import Form
from sqlmetrics.spec.file_words import FileForm

IMPORTED = "sqlmetrics_imported"
"""The prefix of the names of tables of imported files."""

DUCKDB_MARK = b"DUCK"
"""The bytes at the ninth place of a DuckDB file, whose ending a SQLite database may have, too."""


UNITS = {"bytes": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
"""The units of DuckDB's memory limit, in bytes."""


def imported(engine: Engine, path: Path, form: Form, words: FileForm, stack: ExitStack) -> tuple[str, Reading]:
    """Return the name of a file's table, which is there until the stack closes, and the reading.

    Raises SpecError where the package is missing, and for a sheet or a table that there is not;
    QueryError for a damaged file.
    """
    if find_spec(form.reader) is None:
        raise SpecError(f"{path} is {form.says}: pip install 'sqlmetrics[{form.extra}]', or {form.instead}")
    table = f"{IMPORTED}_{uuid.uuid4().hex[:12]}"
    try:
        with engine.progress.step("read", str(path)), explain_errors(str(path), engine.limits):
            if form.reader == "pyarrow":
                engine.connection.register(table, _arrow(path))
                stack.callback(_let_go, engine.connection.unregister, table)
                return table, _reading(engine, table, form, path, ())
            stack.callback(_let_go, engine.connection.execute, f"drop table if exists {table}")
            if is_zipfile(path):
                _check_memory(path, engine)
            with ExitStack() as opened:
                rows = ROWS[form.reader](path, words, opened)
                held = TypedTable(engine.connection, table, rows.columns)
                for batch in filter(None, rows.batches):
                    deadline.check_time()
                    held.add(_without(batch, words.missing))
                held.finish()
            return table, _reading(engine, table, form, path, rows.remarks)
    except SqlmetricsError:
        raise
    except Exception as error:
        what = form.says.partition(" ")[2]
        raise QueryError(
            f"cannot read {path}: it is damaged, protected by a password, or no {what}", error_text(error)
        ) from None


def _without(batch: Sequence[Sequence[Any]], missing: Sequence[str]) -> Sequence[Sequence[Any]]:
    """Return rows in which texts and codes that are named as missing are no values."""
    marks = {mark for mark in missing if mark != DECLARED}
    if not marks:
        return batch
    return [[None if value is not None and plain_text(value) in marks else value for value in row] for row in batch]


def _reading(engine: Engine, table: str, form: Form, path: Path, remarks: Sequence[Remark]) -> Reading:
    """Return how a file was read into a table."""
    ((records,),) = engine.connection.execute(f"select count(*) from {table}").fetchall()  # noqa: S608 - ours
    described = engine.connection.execute(f"describe select * from {table}").fetchall()  # noqa: S608 - ours
    columns = tuple(ReadColumn(str(name), "values", str(of_type)) for name, of_type, *_ in described)
    return Reading(form.says.partition(" ")[2], records, columns, (ReadPart(str(path)),), tuple(remarks))


def _check_memory(path: Path, engine: Engine) -> None:
    """Raise SpecError for a packed file that is larger, unpacked, than the memory limit."""
    with ZipFile(path) as packed:
        size = sum(part.file_size for part in packed.infolist())
    ((limit,),) = engine.connection.execute("select current_setting('memory_limit')").fetchall()
    number, unit = str(limit).split()
    if size > float(number) * UNITS[unit]:
        raise SpecError(
            f"{path} is larger than the memory limit of {limit} when it is unpacked: save its table as CSV or Parquet,"
            " which are read in pieces, or give more as `memory_limit`"
        )


def _let_go(release: Callable[[str], Any], name: str) -> None:
    """Let go of what a connection was given, unless that is closed."""
    with suppress(Exception):
        release(name)


def _arrow(path: Path) -> Any:
    """Return a file of Arrow, which is read in place, or the table of a stream in one."""
    import pyarrow as pa
    from pyarrow import dataset

    try:
        return dataset.dataset(path, format="arrow")
    except pa.ArrowInvalid:
        with pa.memory_map(str(path)) as source:
            return pa.ipc.open_stream(source).read_all()


def _spreadsheet(path: Path, words: FileForm, opened: ExitStack) -> ImportedRows:
    """Return the rows of a sheet."""
    import python_calamine

    return sheet_rows(path, words, opened.enter_context(python_calamine.CalamineWorkbook.from_path(str(path))))


def _sqlite(path: Path, words: FileForm, opened: ExitStack) -> ImportedRows:
    """Return the rows of a table or a view of a SQLite database, which is read only."""
    with path.open("rb") as file:
        if file.read(12)[8:] == DUCKDB_MARK:
            raise SpecError(f"{path} is a DuckDB database: name it as the `database`, and its table as the relation")
    connection = opened.enter_context(closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)))
    connection.execute("pragma trusted_schema = off")
    query = "select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'"
    tables = [str(name) for (name,) in connection.execute(query)]
    table = named_part(path, "table", tables, words.sheet).replace('"', '""')
    cursor = connection.execute(f'select * from "{table}"')  # noqa: S608 - quoted
    return ImportedRows(
        [name for name, *_ in cursor.description], iter(lambda: cursor.fetchmany(imported_rows.BATCH), [])
    )


ROWS: Mapping[str, Callable[[Path, FileForm, ExitStack], ImportedRows]] = {
    "python_calamine": _spreadsheet,
    "pyreadstat": lambda path, words, _: statistics_rows(path, words),
    "sqlite3": _sqlite,
}
"""What gives the rows of a file, by the package that reads it."""
