"""How the files of a relation are read: in place, or by way of a table that is proven to be whole.

DuckDB reads Parquet in place. Texts become a temporary table, whose columns take the types that
give back what is written; so do other forms, which packages read. Text of another encoding is
copied, as UTF-8, to a private folder. What is made is removed when the place closes.
"""

from __future__ import annotations

import glob
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlmetrics.credentials import without_credentials
from sqlmetrics.engine.addresses import check_address, is_hidden_address, is_pattern, lake_around
from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.reading.codes import code_remarks
from sqlmetrics.engine.reading.csv_files import MIXED, CsvTable, TextFile
from sqlmetrics.engine.reading.encodings import SHOWN, copy_as_utf8, encoding_of
from sqlmetrics.engine.reading.folders import folders_of
from sqlmetrics.engine.reading.imported import imported
from sqlmetrics.engine.reading.json_files import JsonTable
from sqlmetrics.engine.reading.lake_rows import lake_rows
from sqlmetrics.engine.reading.lines import copy_alike, lines_of
from sqlmetrics.engine.reading.look import MOST_RECORDS, TextLook, first_look
from sqlmetrics.engine.reading.parquet_files import address_options, parquet_options
from sqlmetrics.engine.reading.reading import Reading, ReadPart, Remark, remark, stop, warn_of
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.files import footprint
from sqlmetrics.files.footprint import RELATION
from sqlmetrics.files.leftovers import spill_folder
from sqlmetrics.files.listing import ending, files_of, fixed_folder, has_hidden, imported_form, other_files, reader
from sqlmetrics.lakes.found import check_lake, lake_of
from sqlmetrics.lakes.opened import lake_object, lake_table
from sqlmetrics.lakes.printed import printed_scan
from sqlmetrics.lakes.table import LakeTable
from sqlmetrics.spec.place import Place, name_of
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.relation import read_path, relation_sql
from sqlmetrics.statement.render import narrow, render
from sqlmetrics.statement.width import replaced
from sqlmetrics.text import counted

READ = "sqlmetrics_read"
"""The prefix of the names of tables of files that were read."""

NO_MARK = "\x1f"
"""A mark that stands in no file of text: by it each line is one column."""


class ReadFiles:
    """The files of an open place: how each is read, and what is made of it until the place closes.

    `prepared` makes copies, and returns what a confined engine may read; `rows` a FROM clause.
    """

    def __init__(self, place: Place, stack: ExitStack) -> None:
        self._form, self._spills_to = place.files, place.limits.spills_to
        self._stack = stack
        self._folder: Path | None = None
        self._texts: dict[Path, TextFile] = {}
        self._imported: dict[str, str] = {}
        self._tables: dict[str, CsvTable | JsonTable] = {}
        self._options: dict[str, str] = {}
        self._made: dict[str, str] = {}
        self._hidden: dict[str, int] = {}
        self._lakes: dict[str, LakeTable] = {}
        self._objects: dict[int, tuple[Any, LakeTable]] = {}
        self._readings: dict[str, Reading] = {}

    @property
    def loose(self) -> bool:
        """Whether the files of a table with a log are read as they lie."""
        return self._form.loose

    @property
    def readings(self) -> Sequence[Reading]:
        """How files were read so far, the first of the relation."""
        return tuple(self._readings.values())

    def known(self, paths: Sequence[str]) -> frozenset[str]:
        """Return the paths that may be files of a table with a log: of an opened one, or all."""
        if self.loose:
            return frozenset(paths)
        lakes = (*self._lakes.values(), *(lake for _, lake in self._objects.values()))
        return frozenset(path for lake in lakes for path in lake.paths)

    def prepared(self, text: str) -> list[str]:
        """Return the paths that DuckDB is to open for a path, a pattern or a folder.

        Raises SpecError for text of another encoding than is named, QueryError for a file of text
        whose first lines do not fit each other.
        """
        if imported_form(text) is not None:
            return []
        lake = self._lake(text)
        if lake is not None:
            return lake.paths
        check_lake(text, loose=self._form.loose)
        files = files_of(text)
        listed = [str(file) for file in files] if glob.has_magic(text) else []
        if files and reader(files[0].name) == "read_csv":
            listed += [one.path for one in map(self._text, files) if one.path != one.name]
        return [text, *listed]

    def rows(self, engine: Engine, text: str, name: str) -> str:
        """Return the FROM clause of the files of a path; `name` is their name in messages.

        Raises SpecError for a file of several tables, and for one whose package is not installed;
        QueryError for one that is damaged, or that is not read whole.
        """
        form = imported_form(text)
        if form is not None:
            footprint.reads(text, RELATION)
            if not Path(text).is_file():
                raise SpecError(f"{text} is no single file of this machine: {form.says} is read by itself")
            if text not in self._imported:
                table, reading = imported(engine, Path(text), form, self._form, self._stack)
                self._imported[text] = table
                self._note(text, reading, code_remarks(engine, table, text, reading))
            return self._imported[text]
        if text in self._made:
            return self._made[text]
        lake = self._lake(text)
        if lake is not None:
            return self._lake_rows(engine, lake, text)
        self.prepared(text)
        if "://" in text and not engine.own and engine.dialect.local_files and not self.loose:
            check_address(engine.connection, text)
        from_sql = relation_sql(text, engine.dialect, table=False, form=self._form)
        if from_sql.startswith("read_csv("):
            from_sql = self._csv(engine, text, name)
        elif from_sql.startswith("read_json("):
            named = files_of(text) or self._addresses(engine, text, name)
            from_sql = self._filled(engine, text, name, JsonTable(engine, name, text, named, self._form))
        elif from_sql.startswith("read_parquet("):
            from_sql = self._parquet(engine, text, name)
        self._made[text] = from_sql
        return from_sql

    def printed(self, text: str, from_sql: str) -> str:
        """Return the FROM clause of files that were read, for a statement that is printed."""
        if text in self._lakes:
            return printed_scan(self._lakes[text])
        if text in self._options:
            shown = without_credentials(text)
            return relation_sql(shown, DUCKDB, table=False, printed=True, form=self._form, options=self._options[text])
        if text not in self._tables:
            return from_sql
        return self._tables[text].printed(render("literal", read_path(without_credentials(text))))

    def shown(self, sql: str) -> str:
        """Return a statement that is printed, with files in place of the tables that were made."""
        for text, table in self._imported.items():
            sql = replaced(sql, table, relation_sql(text, DUCKDB, table=False, printed=True, form=self._form))
        for text in (*self._tables, *self._lakes):
            sql = replaced(sql, self._made[text], self.printed(text, self._made[text]))
        return narrow(sql)

    def examples(self, text: str) -> dict[str, str]:
        """Return the columns whose values were texts, each with an example of how it is written."""
        return self._tables[text].examples if text in self._tables else {}

    def has_made(self, text: str) -> bool:
        """Return whether the files of a path are read by way of a table."""
        return text in self._imported or text in self._tables or text in self._lakes

    def prepared_lake(self, relation: Any) -> list[str]:
        """Return the paths that DuckDB is to open for a package's own table with a log."""
        if id(relation) not in self._objects:
            self._objects[id(relation)] = relation, lake_object(relation, name_of(relation))
        return self._objects[id(relation)][1].paths

    def lake_rows(self, engine: Engine, relation: Any) -> str:
        """Return what gives the rows of a package's own table with a log."""
        self.prepared_lake(relation)
        name, reading = lake_rows(engine, self._objects[id(relation)][1], self._stack)
        self._readings[name] = reading
        return name

    def _lake(self, text: str) -> LakeTable | None:
        """Return the table with a log that a path names, at one version while the place is open."""
        if text not in self._lakes and not self._form.loose:
            lake = lake_table(text)
            if lake is None:
                return None
            self._lakes[text] = lake
        return self._lakes.get(text)

    def _lake_rows(self, engine: Engine, lake: LakeTable, text: str) -> str:
        """Return what gives the rows of a table with a log."""
        footprint.reads(lake.folder, RELATION)
        self._made[text], self._readings[text] = lake_rows(engine, lake, self._stack)
        return self._made[text]

    def _note(self, text: str, reading: Reading, others: Iterable[Remark] = ()) -> None:
        """Keep how the files of a path were read, with all that is remarked, and warn of it."""
        remarks = (*self._listing_remarks(text), *reading.remarks, *others)
        files = [part.name if "://" in text else Path(part.name) for part in reading.files]
        parted_by = frozenset(column for file in files for column, _ in folders_of(file, text))
        self._readings[text] = reading._replace(remarks=remarks, parted_by=parted_by)
        for one in remarks:
            warn_of(one)

    def _listing_remarks(self, text: str) -> Iterator[Remark]:
        """Give what is remarked of the files that a path names."""
        lake = lake_of(text) if self._form.loose else None
        if self._form.loose and lake is None and "://" in text:
            lake = lake_around(text)
        if lake is not None:
            yield remark("loose", file=without_credentials(text), what=lake.kind.says)
        if "://" not in text and Path(text).is_dir() and (others := other_files(Path(text))):
            endings = ", ".join(sorted({str(ending(file.name)) for file in others}))
            yield remark("other_endings", file=text, files=counted(len(others), "file"), endings=endings)
        if "://" not in text and has_hidden(text):
            kept = len(fixed_folder(text).parts)
            parts = (file.parts[kept:] for file in files_of(text, hidden=True))
            unfinished = sum(any(part.startswith("_") for part in one) for one in parts)
            unfinished -= sum(any(part.startswith("_") for part in file.parts[kept:]) for file in files_of(text))
            if unfinished:
                yield remark("left_out", file=text, count=unfinished, files=counted(unfinished, "file"))
        if text in self._hidden:
            count = self._hidden[text]
            yield remark("left_out", file=without_credentials(text), count=count, files=counted(count, "file"))

    def _parquet(self, engine: Engine, text: str, name: str) -> str:
        """Return the FROM clause of Parquet files, which are read in place."""
        files = files_of(text)
        if files:
            self._options[text], remarks = parquet_options(engine, files, text, name)
            parts = tuple(ReadPart(str(file)) for file in files)
            self._note(text, Reading("Parquet", None, (), parts, tuple(remarks)))
        addresses = self._addresses(engine, text, name)
        if addresses:
            if is_pattern(text):
                self._options[text] = address_options(engine, addresses, text, name)
            parts = tuple(ReadPart(without_credentials(one)) for one in addresses)
            self._note(text, Reading("Parquet", None, (), parts))
        listed = addresses if text in self._hidden else None
        options = self._options.get(text)
        return relation_sql(text, engine.dialect, table=False, form=self._form, options=options, listed=listed)

    def _csv(self, engine: Engine, text: str, name: str) -> str:
        """Return the table of the CSV files of a path."""
        files = files_of(text)
        if files and not files[0].name.lower().endswith(".zst"):
            found = [self._text(file)._replace(folders=folders_of(file, text)) for file in files]
        else:
            paths = [str(file) for file in files] or self._addresses(engine, text, name)
            found = [self._text_by_duckdb(engine, without_credentials(path), path) for path in paths]
        return self._filled(engine, text, name, CsvTable(engine, name, found, self._form))

    def _addresses(self, engine: Engine, text: str, name: str) -> list[str]:
        """Return the address that a text is, or all that a pattern names, without hidden ones.

        Raises QueryError where there is none.
        """
        if "://" not in text or not is_pattern(text):
            return [text] if "://" in text else []
        found = fetch(engine, f"select file from glob({render('literal', text)})", name, "read")  # noqa: S608
        addresses = [str(path) for (path,) in found]
        seen = [one for one in addresses if not is_hidden_address(one, text)]
        if not seen:
            raise QueryError(f"cannot read {name}: no file there has such a name")
        if len(seen) < len(addresses):
            self._hidden[text] = len(addresses) - len(seen)
        return seen

    def _filled(self, engine: Engine, text: str, name: str, files: CsvTable | JsonTable) -> str:
        """Return the table of the files of a path, which is filled."""
        table = f"{READ}_{uuid.uuid4().hex[:12]}"
        self._stack.callback(_drop, engine, table)
        with engine.progress.step("read", name):
            made = files.read(table)
        self._note(text, made, code_remarks(engine, table, name, made))
        self._tables[text] = files
        return table

    def _text(self, file: Path) -> TextFile:
        """Return what was found out about a file of text, which is copied where DuckDB needs it."""
        if file in self._texts:
            return self._texts[file]
        if file.name.lower().endswith(".zst"):
            if self._form.encoding not in {None, "utf-8"}:
                copy_as_utf8(file, file, str(self._form.encoding))
            return TextFile(str(file), str(file), None, None, 0, TextLook("", (), 0, 0, ()))
        encoding = self._form.encoding or encoding_of(file)
        encoding = None if encoding == "utf-8" else encoding
        told: list[Remark] = []
        path = file
        if encoding is not None:
            path = self._copy_of(file)
            copy_as_utf8(file, path, encoding)
            if self._form.encoding is None:
                told.append(remark("encoding", file=str(file), encoding=SHOWN[encoding]))
        lines = lines_of(path)
        beginning = lines.beginning.decode(errors="replace")
        seen = first_look(beginning, self._form, str(file), whole=lines.whole)
        if (not lines.end and not self._form.quotes_texts) or self._form.end is not None:
            source, path = path, self._copy_of(file, alike=True)
            copy_alike(source, path, seen.separator, self._form.end)
            if not lines.end:
                told.append(remark("line_ends", file=str(file)))
            lines = lines_of(path)
            seen = first_look(lines.beginning.decode(errors="replace"), self._form, str(file), whole=lines.whole)
        if any(one.code == "empty_file" for one in seen.remarks):
            seen = seen._replace(skipped=lines.number, above=lines.number)
        seen = seen._replace(remarks=(*told, *seen.remarks))
        found = TextFile(str(file), str(path), encoding, lines, lines.number, seen)
        self._texts[file] = found
        return found

    def _copy_of(self, file: Path, *, alike: bool = False) -> Path:
        """Return the path of a private copy of a file."""
        if self._folder is None:
            self._folder = self._stack.enter_context(spill_folder(self._spills_to))
        whole = file.absolute()
        copy = self._folder / ("alike" if alike else "") / whole.relative_to(whole.anchor)
        return copy.with_name(copy.name.removesuffix(".gz"))

    def _text_by_duckdb(self, engine: Engine, name: str, path: str) -> TextFile:
        """Return what was found out about a file of text that DuckDB alone opens."""
        options = f"auto_detect = false, delim = '{NO_MARK}', quote = '', escape = '', comment = '', header = false"
        rows = f"read_csv({render('literal', path)}, {options}, columns = {{'line': 'VARCHAR'}})"
        try:
            ((number,),) = fetch(engine, f"select count(*) from {rows}", name, "read")  # noqa: S608
        except QueryError as error:
            raise stop("unread", file=name) if MIXED in (error.detail or "") else error from None
        first = fetch(engine, f"select line from {rows} limit {MOST_RECORDS}", name, "read")  # noqa: S608
        text = "".join(f"{line or ''}\n" for (line,) in first)
        seen = first_look(text, self._form, name, whole=len(first) < MOST_RECORDS)
        return TextFile(name, path, None, None, int(number), seen)


def _drop(engine: Engine, table: str) -> None:
    """Drop a table, unless its connection is closed."""
    with suppress(Exception):
        engine.connection.execute(f"drop table if exists {table}")


@contextmanager
def read_files(place: Place) -> Iterator[ReadFiles]:
    """Give what reads the files of a place; in the end what it has made of them is removed."""
    with ExitStack() as stack:
        yield ReadFiles(place, stack)
