"""How the files of a relation are read: by DuckDB in place, or by way of a copy or a table.

DuckDB reads Parquet, JSON and UTF-8 text. Text of another encoding is copied, as UTF-8, to a
private folder; other forms become temporary tables. What is made is removed when the place closes.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlmetrics import footprint
from sqlmetrics.engine.encodings import SHOWN, copy_as_utf8, encoding_of
from sqlmetrics.engine.engine import Engine, describe
from sqlmetrics.engine.imported import imported
from sqlmetrics.engine.written_texts import Writing, with_values, written_columns
from sqlmetrics.errors import ReadingWarning, SpecError
from sqlmetrics.footprint import RELATION
from sqlmetrics.leftovers import spill_folder
from sqlmetrics.listing import files_of, imported_form, reader
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.relation import relation_sql
from sqlmetrics.statement.types import one_column

MARKS = ";,\t|~^"
"""The marks in the name of an only column that ask whether the separator was right."""


class ReadFiles:
    """The files of an open place: how each is read, and what is made of it until the place closes.

    `prepared` makes copies, and returns what a confined engine may read; `rows` a FROM clause.
    """

    def __init__(self, place: Place, stack: ExitStack) -> None:
        self._form, self._spills_to = place.files, place.limits.spills_to
        self._stack = stack
        self._folder: Path | None = None
        self._looked_at: set[Path] = set()
        self._copies: dict[Path, Path] = {}
        self._tables: dict[str, str] = {}
        self._written: dict[str, dict[str, Writing]] = {}

    def prepared(self, text: str) -> list[str]:
        """Return the paths that DuckDB is to open for a path, a pattern or a folder.

        Raises SpecError for text of another encoding than is named.
        """
        if imported_form(text) is not None:
            return []
        files = files_of(text)
        if files and reader(files[0].name) == "read_csv":
            for file in files:
                self._copy(file)
        return [text, *(str(self._copies[file]) for file in files if file in self._copies)]

    def rows(self, engine: Engine, text: str, name: str) -> str:
        """Return the FROM clause of the files of a path; `name` is their name in messages.

        Raises SpecError for a file of several tables, and for one whose package is not installed;
        QueryError for one that is damaged.
        """
        form = imported_form(text)
        if form is not None:
            footprint.reads(text, RELATION)
            if not Path(text).is_file():
                raise SpecError(f"{text} is no single file of this machine: {form.says} is read by itself")
            if text not in self._tables:
                self._tables[text] = imported(engine, Path(text), form, self._form, self._stack)
            table = self._tables[text]
            return self._with_values(engine, text, table, name)
        self.prepared(text)
        from_sql = relation_sql(text, engine.dialect, table=False, form=self._form, copies=self._copies)
        if not from_sql.startswith("read_csv("):
            return from_sql
        columns = describe(engine, from_sql, name)
        if len(columns) == 1 and any(mark in columns[0][0] for mark in MARKS):
            warn(one_column(name, 1))
        return self._with_values(engine, text, from_sql, name)

    def printed(self, text: str, from_sql: str) -> str:
        """Return the FROM clause of files that were read, for a statement that is printed."""
        return with_values(from_sql, self._written.get(text, {}))

    def _with_values(self, engine: Engine, text: str, from_sql: str, name: str) -> str:
        """Return a FROM clause of DuckDB, with the values of columns that are written as texts."""
        if text not in self._written:
            self._written[text] = written_columns(engine, from_sql, describe(engine, from_sql, name), name)
        return with_values(from_sql, self._written[text])

    def examples(self, text: str) -> dict[str, str]:
        """Return the columns whose values were texts, each with an example of how it is written."""
        return {column: writing.example for column, writing in self._written.get(text, {}).items()}

    def has_made(self, text: str) -> bool:
        """Return whether the files of a path are read by way of a table or a copy."""
        return text in self._tables or any(file in self._copies for file in files_of(text))

    def _copy(self, file: Path) -> None:
        """Copy a file of text as UTF-8, unless it is that already."""
        if file in self._looked_at:
            return
        self._looked_at.add(file)
        encoding = self._form.encoding or encoding_of(file)
        if encoding in {None, "utf-8"}:
            return
        if self._folder is None:
            self._folder = self._stack.enter_context(spill_folder(self._spills_to))
        whole = file.absolute()
        copy = self._folder / whole.relative_to(whole.anchor)
        copy = copy.with_name(copy.name.removesuffix(".gz"))
        copy_as_utf8(file, copy, str(encoding))
        self._copies[file] = copy
        if self._form.encoding is None:
            warn(f"{file} is no UTF-8 and was read as {SHOWN[str(encoding)]}: name its `encoding` where that is wrong")


@contextmanager
def read_files(place: Place) -> Iterator[ReadFiles]:
    """Give what reads the files of a place; in the end what it has made of them is removed."""
    with ExitStack() as stack:
        yield ReadFiles(place, stack)


def warn(text: str) -> None:
    """Say what a file was taken for."""
    warnings.warn(text, ReadingWarning, stacklevel=2)
