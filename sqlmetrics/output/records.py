"""Results for machines: a document as JSON, records as CSV and Parquet.

Rows are held in Python, or kept on disk where they may be as many as the data: then DuckDB writes
them, with the same bytes.
"""

from __future__ import annotations

import csv
import io
import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from sqlmetrics.engine.copies import copy_rows
from sqlmetrics.engine.kept import Kept, keep_batches, open_store
from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.risk.scores import Score, ScoreList
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
