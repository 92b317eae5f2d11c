"""The forms of a result: a report for people, a document as JSON and records for machines.

Rows are held in Python, or kept on disk where they may be as many as the data: then DuckDB writes
them, with the same bytes.
"""

from __future__ import annotations

import csv
import io
import json
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from sqlmetrics.engine.copies import copy_rows
from sqlmetrics.engine.files import write_whole
from sqlmetrics.engine.kept import Kept, Store, keep_batches, open_store
from sqlmetrics.engine.pdf import print_pdf
from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.output.markdown import markdown_text
from sqlmetrics.output.report import Report
from sqlmetrics.output.terminal import terminal_text
from sqlmetrics.scoring.scores import ReleaseScores, Score, ScoreList, Scores
from sqlmetrics.statement.render import render


@dataclass(frozen=True)
class Records:
    """The rows of a result below its columns; `kinds` has the types of columns without text."""

    columns: tuple[str, ...]
    rows: Iterable[Sequence[Any]] | Kept
    kinds: Mapping[str, type] = field(default_factory=dict)


@dataclass(frozen=True)
class Elements:
    """Kept rows as the elements of an array in a document.

    `columns` are the keys of each, `lists` the columns that are lines of CSV and become arrays;
    `condition` picks rows, in SQL.
    """

    kept: Kept
    columns: tuple[str, ...]
    lists: tuple[str, ...] = ()
    condition: str | None = None


def score_records(result: ScoreList) -> Records:
    """Return the score records of a result."""
    return Records(result.columns, result.cells, kinds_of(Score))


def json_text(document: object) -> str:
    """Return a document as JSON: null where nothing is, never NaN."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def write_json(document: object, path: Path) -> None:
    """Write a document as JSON, in which kept rows may stand for arrays."""
    arrays: list[Elements] = []
    mark = uuid.uuid4().hex

    def place(value: object) -> str:
        if not isinstance(value, Elements):
            raise TypeError(f"a document holds no {type(value).__name__}")
        arrays.append(value)
        return mark

    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False, default=place)
    first, *rest = text.split(f'"{mark}"')
    if not arrays:
        path.write_text(text + "\n", encoding="utf-8", newline="")
        return
    queries, before = [], first
    for elements, after in zip(arrays, rest, strict=True):
        number = elements.kept.number(elements.condition)
        line = before.rpartition("\n")[2]
        indent = " " * (len(line) - len(line.lstrip(" ")))
        if number:
            queries += [_line(f"{before}["), _elements_query(elements, number, f"{indent}  ")]
            before = f"{indent}]{after}"
        else:
            before = f"{before}[]{after}"
    queries.append(_line(before))
    kept = arrays[0].kept
    copy_rows(kept.store.engine, "\nunion all\n".join(queries), path, "lines", kept.name)


def _line(text: str) -> str:
    return f"select {render('literal', text)} as line"


def _elements_query(elements: Elements, number: int, indent: str) -> str:
    fields = [
        {
            "name": json.dumps(column, ensure_ascii=False),
            "column": column,
            "kind": "list"
            if column in elements.lists
            else "text"
            if elements.kept.columns[column] is str
            else "number",
        }
        for column in elements.columns
    ]
    return render("json_elements", elements.kept.from_sql, elements.condition, number, indent, fields)


def csv_text(records: Records) -> str:
    """Return records as CSV with a header; NULL is empty."""
    text = io.StringIO()
    _write_lines(records, text)
    return text.getvalue()


def write_csv(records: Records, path: Path) -> None:
    """Write records to a file as CSV with a header; NULL and an empty text are empty."""
    kept = records.rows
    if isinstance(kept, Kept):
        query = kept.query(records.columns, empty_as_null=True)
        copy_rows(kept.store.engine, query, path, "csv", kept.name)
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        _write_lines(records, file)


def _write_lines(records: Records, file: IO[str]) -> None:
    """Write the header and the rows that come from Python, one after the other."""
    if isinstance(records.rows, Kept):
        raise TypeError("rows that are kept on disk are written to a file by DuckDB")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(records.columns)
    writer.writerows([str(part).lower() if isinstance(part, bool) else part for part in row] for row in records.rows)


def write_parquet(records: Records, path: Path) -> None:
    """Write records to a Parquet file, whose columns have types even where there is no row."""
    kept = records.rows
    if isinstance(kept, Kept):
        copy_rows(kept.store.engine, kept.query(records.columns), path, "parquet", kept.name)
        return
    columns = {name: records.kinds.get(name, str) for name in records.columns}
    with open_store() as store:
        held = keep_batches(store, [list(kept)], "the result", columns)
        copy_rows(store.engine, held.query(columns), path, "parquet", held.name)


REPORTS = {"table", "markdown"}
"""The formats of a report."""


@dataclass(frozen=True)
class Forms:
    """The forms in which a result can be written; a form is made when it is written.

    Parameters
    ----------
    report, document, records
        Return the result for people, as a JSON value, and as rows.
    notes
        What a reader of the numbers must know, for standard error.
    reported
        The notes that stand in the report itself.
    documented
        The notes whose facts stand in the document.
    others
        Further formats by their names, as texts.
    store
        The store of the result's rows, where they are kept on disk.
    private
        Whether it holds values of the data or counts of classes, so that a file of it is its
        owner's alone.
    """

    report: Callable[[], Report]
    document: Callable[[], object]
    records: Callable[[], Records] = lambda: Records((), ())
    notes: tuple[str, ...] = ()
    reported: tuple[str, ...] = ()
    documented: tuple[str, ...] = ()
    others: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    store: Store | None = None
    private: bool = False

    def notes_beside(self, format_: str) -> tuple[str, ...]:
        """Return the notes that stand beside the result in a format."""
        inside = self.reported if format_ in REPORTS else self.documented if format_ == "json" else ()
        return tuple(note for note in self.notes if note not in inside)


def score_forms(result: Scores | ReleaseScores, report: Callable[[], Report], notes: tuple[str, ...]) -> Forms:
    """Return the forms of a result that holds score records, or whose records are kept on disk."""
    kept = result.kept if isinstance(result, Scores) else None
    if kept is None:
        return Forms(
            report=report,
            document=result.to_dict,
            records=lambda: score_records(result),
            notes=notes,
            private=_private(result),
        )
    elements = Elements(kept, result.columns, ("quasi_identifiers", "class"))
    return Forms(
        report=report,
        document=lambda: result.to_dict() | {"scores": elements},
        records=lambda: Records(result.columns, kept),
        notes=notes,
        store=kept.store,
        private=True,
    )


def _private(result: Scores | ReleaseScores) -> bool:
    """Return whether score records have counts of classes, or slices named by their values."""
    named = isinstance(result, Scores) and result.named
    return named or any(score.level == "class" for score in result.scores[:1])


def kept_forms(kept: Kept) -> Forms:
    """Return the forms for machines of rows that are kept, and that are the whole document."""
    columns = tuple(kept.columns)
    return Forms(
        report=lambda: Report(()),
        document=lambda: Elements(kept, columns),
        records=lambda: Records(columns, kept),
        store=kept.store,
        private=True,
    )


TEXTS: Mapping[str, Callable[[Forms], str]] = {
    "table": lambda forms: terminal_text(forms.report()),
    "markdown": lambda forms: markdown_text(forms.report()),
    "json": lambda forms: json_text(forms.document()),
    "csv": lambda forms: csv_text(forms.records()),
}
"""The functions that make the text of a format."""

ENDINGS = {
    ".json": "json",
    ".csv": "csv",
    ".parquet": "parquet",
    ".md": "markdown",
    ".xml": "junit",
    ".html": "html",
    ".pdf": "pdf",
    ".txt": "table",
    "": "table",
}
"""The format of a file by the ending of its name."""


JSON_OF_OTHERS = frozenset({"openlineage", "spdx", "croissant", "healthdcat"})
"""The formats of others that are JSON, so that their files may end in .json."""


def text_in(forms: Forms, format_: str) -> str:
    """Return a result as the text of a format; `table` is a wide terminal without colours."""
    return forms.others[format_]() if format_ in forms.others else TEXTS[format_](forms)


def fill(forms: Forms, format_: str, path: Path) -> None:
    """Write a result to a file that is there only for it."""
    if format_ == "parquet":
        write_parquet(forms.records(), path)
    elif format_ == "csv":
        write_csv(forms.records(), path)
    elif format_ == "json":
        write_json(forms.document(), path)
    elif format_ == "pdf":
        print_pdf(text_in(forms, "html"), path)
    else:
        path.write_text(text_in(forms, format_), encoding="utf-8", newline="")


def write_file(forms: Forms, format_: str, path: Path) -> None:
    """Write a result to a file, whole or not at all."""
    write_whole(path, lambda unfinished: fill(forms, format_, unfinished), private=forms.private)
