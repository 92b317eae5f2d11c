"""Files that a package reads, and DuckDB does not: spreadsheets, files for statistics, SQLite.

Their rows go, some thousands at a time, to a temporary table of typed columns, which DuckDB keeps
within the memory limit. Files of Arrow are read in place.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile, is_zipfile

from sqlmetrics import deadline
from sqlmetrics.engine.duckdb import explain_errors
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.reasons import error_text
from sqlmetrics.engine.typed_table import TypedTable
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.listing import Form
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.text import there_are

IMPORTED = "sqlmetrics_imported"
"""The prefix of the names of tables of imported files."""

BATCH = 20_000
"""The rows that are read at once."""

DUCKDB_MARK = b"DUCK"
"""The bytes at the ninth place of a DuckDB file, whose ending a SQLite database may have, too."""


UNITS = {"bytes": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
"""The units of DuckDB's memory limit, in bytes."""

FUNCTIONS = {
    ".sav": "read_sav",
    ".zsav": "read_sav",
    ".por": "read_por",
    ".dta": "read_dta",
    ".sas7bdat": "read_sas7bdat",
    ".xpt": "read_xport",
}
"""The functions of pyreadstat by endings."""


class ImportedRows(NamedTuple):
    """The rows of a file: the names of its columns, and the rows in batches."""

    columns: Sequence[str]
    batches: Iterable[Sequence[Sequence[Any]]]


def imported(engine: Engine, path: Path, form: Form, words: FileForm, stack: ExitStack) -> str:
    """Return the name of a file's table, which is there until the stack closes.

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
                return table
            stack.callback(_let_go, engine.connection.execute, f"drop table if exists {table}")
            if is_zipfile(path):
                _check_memory(path, engine)
            with ExitStack() as opened:
                columns, batches = ROWS[form.reader](path, words, opened)
                held = TypedTable(engine.connection, table, columns)
                for batch in batches:
                    deadline.check_time()
                    held.add(batch)
                held.finish()
    except SqlmetricsError:
        raise
    except Exception as error:
        what = form.says.partition(" ")[2]
        raise QueryError(
            f"cannot read {path}: it is damaged, protected by a password, or no {what}", error_text(error)
        ) from None
    return table


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
    """Return the rows of a sheet; its first row that holds anything has the names of columns.

    Rows without a value are left out.
    """
    import python_calamine

    book = opened.enter_context(python_calamine.CalamineWorkbook.from_path(str(path)))
    shown = [
        sheet.name
        for sheet in book.sheets_metadata
        if sheet.typ == python_calamine.SheetTypeEnum.WorkSheet
        and (sheet.name == words.sheet or sheet.visible == python_calamine.SheetVisibleEnum.Visible)
    ]
    if words.sheet is None and len(shown) > 1:
        shown = [name for name in shown if book.get_sheet_by_name(name).height > 0]
    rows = iter(book.get_sheet_by_name(_named(path, "sheet", shown, words.sheet)).iter_rows())
    held = ([None if value == "" else value for value in row] for row in rows if any(value != "" for value in row))
    header = next(held, [])
    return ImportedRows(
        ["" if name is None else str(name) for name in header], iter(lambda: [*islice(held, BATCH)], [])
    )


def _statistics(path: Path, words: FileForm, opened: ExitStack) -> ImportedRows:
    """Return the rows of a file of SPSS, Stata or SAS, with the labels of values where asked."""
    import pyreadstat

    read: Callable[..., Any] = getattr(pyreadstat, FUNCTIONS[path.suffix.lower()])
    _, facts = read(str(path), metadataonly=True)
    chunks = pyreadstat.read_file_in_chunks(
        read, str(path), chunksize=BATCH, apply_value_formats=words.labels, formats_as_category=False
    )
    return ImportedRows(facts.column_names, (_rows_of(frame) for frame, _ in chunks))


def _rows_of(frame: Any) -> Sequence[Sequence[Any]]:
    """Return the rows of a frame of pandas; an empty text is no value in files for statistics."""
    columns = [[None if value == "" else value for value in frame[name].tolist()] for name in frame.columns]
    return [*zip(*columns, strict=True)]


def _sqlite(path: Path, words: FileForm, opened: ExitStack) -> ImportedRows:
    """Return the rows of a table or a view of a SQLite database, which is read only."""
    with path.open("rb") as file:
        if file.read(12)[8:] == DUCKDB_MARK:
            raise SpecError(f"{path} is a DuckDB database: name it as the `database`, and its table as the relation")
    connection = opened.enter_context(closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)))
    connection.execute("pragma trusted_schema = off")
    query = "select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'"
    tables = [str(name) for (name,) in connection.execute(query)]
    table = _named(path, "table", tables, words.sheet).replace('"', '""')
    cursor = connection.execute(f'select * from "{table}"')  # noqa: S608 - quoted
    return ImportedRows([name for name, *_ in cursor.description], iter(lambda: cursor.fetchmany(BATCH), []))


def _named(path: Path, what: str, names: Sequence[str], wanted: str | None) -> str:
    """Return the sheet or the table that is wanted, or the only one. Raises SpecError."""
    if wanted is not None and wanted not in names:
        raise SpecError(f"{path} has no {what} '{wanted}'; {there_are(wanted, names)}")
    if wanted is None and len(names) != 1:
        several = f"has the {what}s {', '.join(names)}: name one as `sheet`" if names else f"has no {what} with data"
        raise SpecError(f"{path} {several}")
    return names[0] if wanted is None else wanted


ROWS: Mapping[str, Callable[[Path, FileForm, ExitStack], ImportedRows]] = {
    "python_calamine": _spreadsheet,
    "pyreadstat": _statistics,
    "sqlite3": _sqlite,
}
"""What gives the rows of a file, by the package that reads it."""
