"""CSV files become a table: read by a pinned reader, each text checked, every line accounted for.

DuckDB is told all that the look has found and detects nothing, so that a line that does not fit is
an error. Columns take the types whose values give back the same texts.
"""

from __future__ import annotations

import csv
import glob
import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.reading.encodings import opened_text
from sqlmetrics.engine.reading.folders import NULL_FOLDER
from sqlmetrics.engine.reading.forms import (
    MISSING,
    TEXT,
    TextForm,
    checked_value,
    guessed,
    joined_as_numbers,
    loosely_numbers,
    misses,
    named_form,
)
from sqlmetrics.engine.reading.lines import Lines
from sqlmetrics.engine.reading.look import TextLook, misfit
from sqlmetrics.engine.reading.reading import ReadColumn, Reading, ReadPart, Remark, remark, stop
from sqlmetrics.errors import QueryError, UnknownNameError
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.spec.writing import scalar
from sqlmetrics.statement.relation import ENCODINGS
from sqlmetrics.statement.render import render
from sqlmetrics.text import counted, in_lines, joined

VALUE = "sqlmetrics_value"
"""The prefix of the names of what the texts of columns are read as."""

FAILED = 100
"""The texts of a column that did not fit its form that are looked at to find another."""

ENDS = {"\n": "LF", "\r\n": "CRLF", "\r": "CR", "": "mixed"}
"""The names of what ends lines."""

FAULT = re.compile(r"CSV Error on Line: (\d+)")
FOUND = re.compile(r"Expected Number of Columns: \d+ Found: (\d+)")
FORM = re.compile(r"form:(\d+)")
MIXED = "state machine"
"""What is taken from DuckDB's text of an error, which holds values: numbers alone."""


class TextFile(NamedTuple):
    """A CSV file: its name, the path that DuckDB reads, and what was found out about it."""

    name: str
    path: str
    encoding: str | None
    lines: Lines | None
    number: int
    look: TextLook
    folders: tuple[tuple[str, str], ...] = ()


class _Column(NamedTuple):
    """A column of all files: its name, the texts that were seen, and the files that have it."""

    name: str
    samples: tuple[str, ...]
    in_files: int
    nameless: bool = False
    of_folders: bool = False

    @property
    def quoted(self) -> str:
        return render("quoted", self.name)


WIDTH, INDENT = 96, 8
"""The characters of a line of a printed reader at most, and the blanks before it."""


class CsvTable:
    """The table of CSV files, as it is read into an engine.

    Files with the same columns are read together, and others matched by the columns' names.
    """

    def __init__(self, engine: Engine, name: str, files: Sequence[TextFile], words: FileForm) -> None:
        self._engine, self._name, self._words = engine, name, words
        self._files = [file for file in files if file.number] or [*files]
        own = {column.lower() for file in files for column in file.look.names}
        folders = {key for file in files for key, _ in file.folders}
        self._keys = sorted(key for key in folders if key.lower() not in own)
        self._literal = len(self._keys) < len(folders)
        self._columns = self._all_columns()
        self._remarks: list[Remark] = [one for file in files for one in file.look.remarks]
        self._forms = {column.name: TEXT for column in self._columns}
        self._tried: dict[str, set[TextForm]] = {column.name: set() for column in self._columns}

    def read(self, table: str) -> Reading:
        """Fill a temporary table, and return how it was read. Raises QueryError, SpecError."""
        self._choose()
        while failed := self._try(table):
            for column in failed:
                self._choose_again(column)
        return self._proven(table)

    def _try(self, table: str) -> list[_Column]:
        """Fill the table, and return the columns for which another form is to be chosen.

        A caller's transaction would end with a statement that fails, so that the texts are tested
        before.
        """
        failed = [] if self._engine.own else self._failing()
        return failed or self._filled(table) or self._unseen(table)

    def printed(self, path: str | None) -> str:
        """Return the FROM clause that reads the files so again; `path` is as it is printed."""
        groups = self._groups()
        alone = path if len(groups) == 1 else None
        named = [self._select(group, typed=True, path=alone) for group in groups]
        parts = [
            reader if len(groups) == 1 and not cut else f"(select {listed} from {reader})"  # noqa: S608
            for listed, reader, cut in named
        ]
        rows = parts[0] if len(parts) == 1 else f"({' union all '.join(f'from {part}' for part in parts)})"
        written = [
            (column, self._forms[column.name])
            for column in self._columns
            if self._forms[column.name] is not TEXT and (not self._forms[column.name].plain or column.of_folders)
        ]
        values = ", ".join(f"{form.strict.replace('{}', column.quoted)} as {column.quoted}" for column, form in written)
        return f"(from {rows} select * replace ({values}))" if values else rows

    @property
    def examples(self) -> dict[str, str]:
        """The columns whose values were written in another way, each with an example."""
        return {name: form.example for name, form in self._forms.items() if form.example}

    def _all_columns(self) -> list[_Column]:
        """Return the columns of all files and of the folders' names."""
        spelt: dict[str, str] = {}
        samples: dict[str, list[str]] = {}
        files: dict[str, int] = {}
        for file in self._files:
            for name, texts in zip(file.look.names, file.look.samples, strict=True):
                key = name.lower()
                spelt.setdefault(key, name)
                samples.setdefault(key, []).extend(texts)
                files[key] = files.get(key, 0) + 1
        nameless = {file.look.names[-1].lower() for file in self._files if file.look.nameless}
        nameless -= {
            name.lower() for file in self._files for name in file.look.names[: -1 if file.look.nameless else None]
        }
        found = [
            _Column(name, tuple(samples[key]), files[key], nameless=key in nameless) for key, name in spelt.items()
        ]
        for key in self._keys:
            texts = tuple(value for file in self._files for name, value in file.folders if name == key)
            found.append(
                _Column(key, tuple(text for text in texts if text != NULL_FOLDER), len(texts), of_folders=True)
            )
        return found

    def _choose(self) -> None:
        """Choose the form of each column by the texts that were seen, or as the spec says.

        Raises SpecError for a type of a column that there is not.
        """
        known = [column.name for column in self._columns]
        for name, word in self._words.types.items():
            if name not in known:
                raise UnknownNameError(f"`types` names a column '{name}', which {self._name} lacks", name, known)
            self._forms[name] = named_form(word)
        for column in self._columns:
            if column.name not in self._words.types:
                self._choose_form(column)

    def _choose_form(self, column: _Column) -> None:
        """Choose the form of a column by the texts that were seen."""
        kept = [text for text in column.samples if text not in self._words.marks]
        found = guessed(kept, self._tried[column.name])
        if len(found) > 1:
            found = self._one_order(column, found)
        self._forms[column.name] = found[0] if found else TEXT

    def _one_order(self, column: _Column, found: list[TextForm]) -> list[TextForm]:
        """Return the form of dates that fits all, or none where day and month are in doubt."""
        (counts,) = self._fetched(", ".join(misses(form, column.quoted) for form in found))
        fitting = [form for form, missed in zip(found, counts, strict=True) if not missed]
        if len({form.order for form in fitting}) > 1:
            self._remarks.append(remark("day_or_month", column=column.name))
            return []
        return fitting[:1]

    def _failing(self) -> list[_Column]:
        """Return the columns with texts that are not of their forms."""
        asked = [column for column in self._columns if self._forms[column.name] is not TEXT]
        if not asked:
            return []
        (counts,) = self._fetched(", ".join(misses(self._forms[one.name], one.quoted) for one in asked))
        return [column for column, missed in zip(asked, counts, strict=True) if missed]

    def _filled(self, table: str) -> list[_Column]:
        """Fill the table, and return the columns whose texts are not of their forms."""
        listed, read = [], []
        for place, column in enumerate(self._columns):
            form, name = self._forms[column.name], f"{VALUE}_{place}"
            if form is TEXT:
                listed.append(column.quoted)
                continue
            read.append(f"{form.read.replace('{}', column.quoted)} as {name}")
            listed.append(f"{checked_value(form, column.quoted, name, place)} as {column.quoted}")
        rows = f"(select {', '.join(['*', *read])} from {self._rows()} texts)"  # noqa: S608
        try:
            fetch(self._engine, f"drop table if exists {table}", self._name, "read")
            query = f"create temporary table {table} as select {', '.join(listed)} from {rows} source"  # noqa: S608
            fetch(self._engine, query, self._name, "read")
        except QueryError as error:
            if FORM.search(error.detail or ""):
                return self._failing()
            raise self._explained(error) from None
        return []

    def _unseen(self, table: str) -> list[_Column]:
        """Return the columns whose texts begin only behind the first records."""
        types, tried = self._words.types, self._tried
        asked = [one for one in self._columns if not any(one.samples) and one.name not in types and not tried[one.name]]
        if not asked:
            return []
        query = f"select {', '.join(f'count({column.quoted})' for column in asked)} from {table}"  # noqa: S608
        (counts,) = fetch(self._engine, query, self._name, "texts")
        found = [column for column, held in zip(asked, counts, strict=True) if held]
        self._see(found, "{} is not null")
        return [column for column in self._columns if column.name in {one.name for one in found}]

    def _see(self, columns: Sequence[_Column], condition: str) -> None:
        """Add texts of columns for which a condition holds to the seen ones."""
        for column in columns:
            tested = condition.replace("{}", column.quoted)
            query = f"select distinct {column.quoted} from {self._rows()} source where {tested} limit {FAILED}"  # noqa: S608
            seen = tuple(str(text) for (text,) in fetch(self._engine, query, self._name, "texts"))
            place = self._columns.index(column)
            self._columns[place] = column._replace(samples=(*column.samples, *seen))

    def _choose_again(self, column: _Column) -> None:
        """Choose another form for a column that has texts of others. Raises QueryError."""
        form = self._forms[column.name]
        if column.name in self._words.types:
            ((count, of),) = self._fetched(f"{misses(form, column.quoted)}, count({column.quoted})")
            raise stop("not_of_type", column=column.name, count=count, of=of, form=self._words.types[column.name])
        self._tried[column.name].add(form)
        if form is not TEXT:
            place = next(at for at, one in enumerate(self._columns) if one.name == column.name)
            self._see([self._columns[place]], f"{{}} is not null and not coalesce({form.holds}, false)")
            column = self._columns[place]
        self._choose_form(column)
        if self._forms[column.name] is TEXT and form is not TEXT and not self._is_marked(column):
            ((count, of),) = self._fetched(f"{misses(form, column.quoted)}, count({column.quoted})")
            are = "is" if count == 1 else "are"
            self._remarks.append(remark("not_all", column=column.name, count=count, of=of, are=are, form=form.name))

    def _is_marked(self, column: _Column) -> bool:
        """Return whether marks of missing values alone may stand between a column and its form."""
        return any(text in MISSING for text in column.samples)

    def _text_remarks(self, table: str) -> Iterator[Remark]:
        """Give what is remarked of columns that stay texts."""
        for column in self._columns:
            if self._forms[column.name] is not TEXT or column.name in self._words.types:
                continue
            name, texts = column.quoted, [text for text in column.samples if text]
            kept = [text for text in texts if text not in MISSING]
            if len(kept) < len(texts):
                found = guessed(kept)
                if len(found) == 1:
                    yield from self._marks(column, found[0], table)
            elif loosely_numbers(texts) and (self._tried[column.name] or joined_as_numbers(texts)):
                query = f"select count(distinct {name}), count(distinct try_cast({name} as double)) from {table}"  # noqa: S608
                ((of_texts, of_values),) = fetch(self._engine, query, self._name, "texts")
                if of_values < of_texts:
                    yield remark(
                        "joined_types", column=column.name, texts=of_texts, values=counted(int(of_values), "value")
                    )

    def _marks(self, column: _Column, form: TextForm, table: str) -> Iterator[Remark]:
        """Give the remark on marks that stand between a column and its form, if these alone do."""
        listed = ", ".join(render("literal", mark) for mark in sorted(MISSING))
        marked = f"{column.quoted} in ({listed})"
        missed = misses(form, column.quoted).replace("count_if(", f"count_if(not {marked} and ", 1)
        counts = f"{missed}, count({column.quoted}), count_if({marked})"
        query = f"select {counts}, list(distinct {column.quoted}) filter ({marked}) from {table}"  # noqa: S608
        ((others, of, count, marks),) = fetch(self._engine, query, self._name, "texts")
        if not others and count < of:
            shown, listed = joined(sorted(marks)), ", ".join(map(scalar, sorted(marks)))
            are = "is" if count == 1 else "are"
            yield remark(
                "marks", column=column.name, of=of, count=count, are=are, marks=shown, listed=listed, form=form.name
            )

    def _proven(self, table: str) -> Reading:
        """Return how the table was read, proven to hold every line. Raises QueryError."""
        ((records,),) = fetch(self._engine, f"select count(*) from {table}", self._name, "read")  # noqa: S608
        lines, above = sum(file.number for file in self._files), sum(file.look.above for file in self._files)
        within = empty = 0
        if lines - above != records:
            within = self._within(table)
        if lines - above - records != within:
            empty = self._empty_lines(table)
        missing = lines - above - records - within - empty
        if missing:
            raise stop("not_accounted", file=self._name, count=counted(abs(missing), "line"))
        self._drop_nameless(table)
        self._check_second_header(table)
        parts = [f"{above:,} above"] * bool(above) + [f"{records:,} records"]
        parts += [f"{within:,} within values"] * bool(within) + [f"{empty:,} empty"] * bool(empty)
        remarks = [*self._remarks, *self._text_remarks(table), *self._file_remarks()]
        first = self._files[0]
        mark = {"\t": "tab"}.get(first.look.separator, first.look.separator)
        ends = "" if first.lines is None else f", line ends {ENDS[first.lines.end]}"
        return Reading(
            f"CSV, separator {mark}, {first.encoding or 'UTF-8'}{ends}",
            records,
            tuple(
                ReadColumn(
                    column.name,
                    self._forms[column.name].name,
                    self._forms[column.name].type,
                    column.in_files if column.in_files < len(self._files) else None,
                )
                for column in self._columns
            ),
            tuple(ReadPart(file.name, file.number) for file in self._files),
            tuple(dict.fromkeys(remarks)),
            f"{counted(lines, 'line')} = {' + '.join(parts)}",
        )

    def _within(self, table: str) -> int:
        """Return the number of line ends within the values of a table."""
        texts = [column.quoted for column in self._columns if self._forms[column.name].type == "VARCHAR"]
        if not texts:
            return 0
        lines = self._files[0].lines
        end = {"\r": "\r", "": "\r\n|\r|\n"}.get(lines.end if lines else "\n", "\n")
        counts = " + ".join(f"coalesce(sum(len(regexp_extract_all({text}, '{end}'))), 0)" for text in texts)
        ((within,),) = fetch(self._engine, f"select {counts} from {table}", self._name, "read")  # noqa: S608
        return int(within)

    def _empty_lines(self, table: str) -> int:
        """Return the number of empty lines that stand between records, and not within values."""
        texts = [column.quoted for column in self._columns if self._forms[column.name].type == "VARCHAR"]
        end = "\r" if self._files[0].lines and self._files[0].lines.end == "\r" else "\r?\n"
        runs = " + ".join(f"coalesce(sum(len(regexp_extract_all({text}, '({end})+'))), 0)" for text in texts)
        inner = 0
        if texts:
            ((found,),) = fetch(self._engine, f"select {runs} from {table}", self._name, "read")  # noqa: S608
            inner = self._within(table) - int(found)
        empty = 0
        for file in self._files:
            if file.lines is None:
                continue
            with opened_text(Path(file.path)) as source:
                texts_of = io.TextIOWrapper(source, encoding="utf-8", newline=None)
                empty += sum(line == "\n" for line in islice(texts_of, file.look.above, None))
        return empty - inner

    def _drop_nameless(self, table: str) -> None:
        """Leave out a column without name and value, which a separator at ends of lines makes."""
        for column in [one for one in self._columns if one.nameless]:
            ((held,),) = fetch(self._engine, f"select count({column.quoted}) from {table}", self._name, "read")  # noqa: S608
            if not held:
                fetch(self._engine, f"alter table {table} drop column {column.quoted}", self._name, "read")
                self._columns.remove(column)
                self._remarks.append(remark("last_separator", file=self._name))

    def _check_second_header(self, table: str) -> None:
        """Raise QueryError where a record of texts repeats the names of the columns."""
        if len(self._columns) < 2 or any(self._forms[column.name] is not TEXT for column in self._columns):
            return
        if self._words.header is False or self._words.as_written:
            return
        names = {file.look.names for file in self._files}
        tests = " or ".join(
            "(" + " and ".join(f"{render('quoted', one)} = {render('literal', one)}" for one in listed) + ")"
            for listed in names
            if all(any(column.name == one for column in self._columns) for one in listed)
        )
        if not tests:
            return
        ((held,),) = fetch(self._engine, f"select count_if({tests}) from {table}", self._name, "read")  # noqa: S608
        if held:
            raise stop("second_header", file=self._name, line="with the same names", more="")

    def _file_remarks(self) -> Iterator[Remark]:
        """Give what is remarked of columns that some files lack, and of folders named null."""
        of = len(self._files)
        for column in self._columns:
            if column.in_files < of and not column.of_folders:
                yield remark("some_files", column=column.name, count=column.in_files, of=of)
            if column.of_folders and "null" in column.samples:
                yield remark("folder_null", column=column.name)

    def _fetched(self, listed: str) -> list[tuple[object, ...]]:
        """Return aggregates over all texts."""
        try:
            return fetch(self._engine, f"select {listed} from {self._rows()} source", self._name, "texts")  # noqa: S608
        except QueryError as error:
            raise self._explained(error) from None

    def _rows(self) -> str:
        """Return the FROM clause of all files, whose values are texts."""
        selects = [f"select {listed} from {reader}" for listed, reader, _ in map(self._select, self._groups())]  # noqa: S608
        return f"({' union all '.join(selects)})"

    def _groups(self) -> list[list[TextFile]]:
        """Return the files that are read together."""
        groups: dict[object, list[TextFile]] = {}
        for file in self._files:
            key = (file.look.separator, file.look.names, file.look.skipped, file.folders if self._literal else ())
            groups.setdefault(key, []).append(file)
        return [*groups.values()]

    def _select(
        self, files: Sequence[TextFile], *, typed: bool = False, path: str | None = None
    ) -> tuple[str, str, bool]:
        """Return the columns and the reader of files that are read together.

        And whether the columns are others than the reader's. A `typed` reader is printed.
        """
        first = files[0]
        own = {name.lower(): name for name in first.look.names}
        hive = dict(first.folders)
        listed = []
        for column in self._columns:
            there = own.get(column.name.lower())
            value = f"null::{self._printed_type(column.name) if typed else 'varchar'}"
            if there is not None:
                value = render("quoted", there)
            elif column.of_folders and not self._literal:
                value = column.quoted
            elif column.of_folders and hive.get(column.name, NULL_FOLDER) != NULL_FOLDER:
                value = render("literal", hive[column.name])
            listed.append(value if value == column.quoted else f"{value} as {column.quoted}")
        kinds = {name: self._printed_type(name) if typed else "VARCHAR" for name in first.look.names}
        columns = [f"{render('literal', name)}: '{of_type}'" for name, of_type in kinds.items()]
        columns = [f"columns = {{{columns[0]}", *columns[1:]]
        paths = ", ".join(render("literal", glob.escape(file.name if typed else file.path)) for file in files)
        options = [
            path or (f"[{paths}]" if len(files) > 1 else paths),
            "auto_detect = false",
            f"delim = {render('literal', first.look.separator)}",
            "quote = '\"'",
            "escape = '\"'",
            "comment = ''",
            "header = false",
            f"skip = {first.look.skipped}",
            *columns[:-1],
            f"{columns[-1]}}}",
        ]
        if self._words.marks:
            options.append(f"nullstr = ['', {', '.join(render('literal', mark) for mark in self._words.marks)}]")
        if self._words.quotes_texts:
            options.append("allow_quoted_nulls = false")
        if self._keys and not self._literal:
            options += ["hive_partitioning = true", "hive_types_autocast = false"]
        if typed and first.encoding is not None:
            options.append(f"encoding = {render('literal', ENCODINGS.get(first.encoding, first.encoding))}")
        cut = len(listed) < len(first.look.names) + len(self._keys)
        written = in_lines(options, WIDTH, INDENT) if typed else ", ".join(options)
        return ", ".join(listed), f"read_csv({written})", cut

    def _printed_type(self, name: str) -> str:
        """Return the type of a column for a reader that is printed."""
        form = next((form for known, form in self._forms.items() if known.lower() == name.lower()), TEXT)
        return form.type if form.plain else "VARCHAR"

    def _explained(self, error: QueryError) -> QueryError:
        """Return the error for a line that DuckDB cannot read, with its number and the cause."""
        detail = error.detail or ""
        fault, found = FAULT.search(detail), FOUND.search(detail)
        file = next((one for one in self._files if one.path in detail), self._files[0])
        if "unterminated quote" in detail and fault:
            return stop("open_quote", file=file.name, line=int(fault[1]))
        if fault and found:
            line = int(fault[1])
            fields = _fields(file, line) or [""] * int(found[1])
            if len(fields) != int(found[1]):
                fields = [""] * int(found[1])
            header = _fields(file, file.look.above) if file.look.above else None
            made = misfit(
                line, fields, len(file.look.names), header, file.name, "", ends=file.number - line < len("ends")
            )
            assert isinstance(made, QueryError)  # noqa: S101
            made.detail = detail
            return made
        if MIXED in detail:
            return stop("unread", file=file.name)
        return error


def _fields(file: TextFile, line: int) -> list[str]:
    """Return the fields of a line of a file, none where it cannot be read."""
    if file.lines is None:
        return []
    try:
        with opened_text(Path(file.path)) as source:
            texts = io.TextIOWrapper(source, encoding="utf-8-sig", newline=None)
            text = next(islice(texts, line - 1, None), "")
    except (OSError, UnicodeError):
        return []
    return next(csv.reader([text], delimiter=file.look.separator), [])
