"""JSON files become a table: all records are looked at for keys and types before they are read.

Times, dates and UUIDs are read as they are written, so that no two texts become one value; and so
are numbers that a floating one does not tell apart.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Sequence
from pathlib import Path

from sqlmetrics.credentials import without_credentials
from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.reading.folders import folders_of, text_folders
from sqlmetrics.engine.reading.forms import TEXT, TextForm, guessed, misses
from sqlmetrics.engine.reading.reading import ReadColumn, Reading, ReadPart, Remark, remark
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.statement.render import render
from sqlmetrics.text import counted

WRITTEN = re.compile(r"(TIME|DATE|TIMESTAMP|UUID)\b.*")
"""A pattern of the types whose values may be written in several ways."""

EXACT = 2**53
"""The whole number from which on a floating one does not tell each."""

SEEN = 2_000
"""The texts of a column that are looked at for its form."""

DOUBLED = re.compile(r"(.+)_\d+")
"""A pattern of the name of a column whose key differs from another by its case alone."""


class JsonTable:
    """The table of JSON files, as it is read into an engine."""

    def __init__(self, engine: Engine, name: str, text: str, files: Sequence[Path | str], words: FileForm) -> None:
        self._engine, self._name, self._words = engine, name, words
        self._text, self._files = text, files
        self._types: dict[str, str] = {}
        self._forms: dict[str, TextForm] = {}
        self._remarks: list[Remark] = []
        self._as_found = False
        keys = {key for file in files for key, _ in folders_of(file, text)}
        texts = ", ".join(f"{render('quoted', key)}: VARCHAR" for key in text_folders(files, text))
        self._folders = keys
        self._hive = f", hive_partitioning = true{f', hive_types = {{{texts}}}' if texts else ''}" if keys else ""

    def read(self, table: str) -> Reading:
        """Fill a temporary table, and return how it was read. Raises QueryError."""
        self._look()
        self._check_numbers()
        marks = ", ".join(render("literal", mark) for mark in self._words.missing)
        replaced = ", ".join(
            f"case when {column} not in ({marks}) then {column} end as {column}"
            for column, of_type in ((render("quoted", name), of_type) for name, of_type in self._types.items())
            if marks and of_type == "VARCHAR"
        )
        listed = f"* replace ({replaced})" if replaced else "*"
        query = f"create temporary table {table} as select {listed} from {self._rows()} source"  # noqa: S608
        fetch(self._engine, query, self._name, "read")
        for name in [name for name, of_type in self._found.items() if WRITTEN.fullmatch(of_type)]:
            self._give_form(table, name)
        ((records,),) = fetch(self._engine, f"select count(*) from {table}", self._name, "read")  # noqa: S608
        for name, of_type in self._found.items():
            if of_type == "JSON":
                self._remarks.append(remark("mixed_values", column=name))
        if records == 1 and len(self._found) == 1 and next(iter(self._found.values())).endswith("[]"):
            self._remarks.append(remark("one_record", file=self._name, column=next(iter(self._found))))
        columns = tuple(
            ReadColumn(name, self._forms[name].name if name in self._forms else "values", self._types[name])
            for name in self._types
        )
        parts = tuple(ReadPart(without_credentials(str(file))) for file in self._files)
        return Reading("JSON", records, columns, parts, tuple(self._remarks), counted(records, "record"))

    def printed(self, path: str) -> str:
        """Return the FROM clause that reads the files so again; `path` is as it is printed."""
        rows = self._reader(path)
        values = ", ".join(
            f"{form.strict.replace('{}', render('quoted', name))} as {render('quoted', name)}"
            for name, form in self._forms.items()
            if form is not TEXT
        )
        return f"(from {rows} select * replace ({values}))" if values else rows

    @property
    def examples(self) -> dict[str, str]:
        """The columns whose values were written in another way, each with an example."""
        return {name: form.example for name, form in self._forms.items() if form.example}

    def _look(self) -> None:
        """Find the keys of all records, and the type of each."""
        query = f"describe select * from read_json({self._paths()}{self._whole()})"  # noqa: S608
        described = fetch(self._engine, query, self._name, "describe")
        self._found = {str(name): str(of_type) for name, of_type, *_ in described if str(name) not in self._folders}
        lowered = {name.lower() for name in self._found}
        for name in self._found:
            stem = DOUBLED.fullmatch(name)
            if stem and stem[1].lower() in lowered:
                self._as_found = True
                self._remarks.append(remark("case_alone", column=name, other=stem[1]))
        self._types = {
            name: "VARCHAR" if WRITTEN.fullmatch(of_type) and not self._as_found else of_type
            for name, of_type in self._found.items()
        }

    def _check_numbers(self) -> None:
        """Read as texts the numbers of a column that a floating one may not tell apart."""
        doubles = [name for name, of_type in self._types.items() if of_type == "DOUBLE"]
        if not doubles or self._as_found:
            return
        counts = ", ".join(f"count_if(abs({render('quoted', name)}) >= {EXACT})" for name in doubles)
        (row,) = fetch(self._engine, f"select {counts} from {self._rows()} source", self._name, "texts")  # noqa: S608
        for name, large in zip(doubles, row, strict=True):
            if large:
                self._types[name] = "VARCHAR"
                self._remarks.append(remark("large_numbers", column=name, count=large))

    def _give_form(self, table: str, name: str) -> None:
        """Give a column of texts its type, where that gives back the same texts."""
        if self._types[name] != "VARCHAR":
            return
        column = render("quoted", name)
        query = f"select {column} from {table} where {column} is not null limit {SEEN}"  # noqa: S608
        found = guessed([str(text) for (text,) in fetch(self._engine, query, self._name, "texts")])
        self._forms[name] = TEXT
        if len(found) != 1:
            return
        query = f"select {misses(found[0], column)} from {table}"  # noqa: S608
        ((missed,),) = fetch(self._engine, query, self._name, "texts")
        if not missed:
            self._forms[name] = found[0]
            self._types[name] = found[0].type
            value = found[0].value.replace("{}", column)
            fetch(
                self._engine,
                f"alter table {table} alter {column} type {found[0].type} using {value}",
                self._name,
                "read",
            )

    def _rows(self) -> str:
        """Return the FROM clause of all files."""
        return self._reader(self._paths())

    def _reader(self, path: str) -> str:
        """Return the table function that reads files with the columns that were found."""
        if self._as_found:
            return f"read_json({path}{self._whole()})"
        read_as = {name: "VARCHAR" if name in self._forms else of_type for name, of_type in self._types.items()}
        columns = ", ".join(
            f"{render('literal', name)}: {render('literal', of_type)}" for name, of_type in read_as.items()
        )
        return f"read_json({path}, columns = {{{columns}}}{self._hive})"

    def _whole(self) -> str:
        """Return the options by which DuckDB looks at all records."""
        return f", sample_size = -1, union_by_name = true{self._hive}"

    def _paths(self) -> str:
        """Return the files as DuckDB takes them."""
        paths = [file if isinstance(file, str) else glob.escape(str(file)) for file in self._files] or [self._text]
        listed = [render("literal", path) for path in paths]
        return listed[0] if len(listed) == 1 else f"[{', '.join(listed)}]"
