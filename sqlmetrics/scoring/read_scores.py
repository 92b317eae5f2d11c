"""Scores from the rows of a file: what a statement returned that was run elsewhere."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlmetrics.engine.engine import describe, fetch
from sqlmetrics.engine.reading.reading import left_unsaid
from sqlmetrics.engine.source import opened
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.scoring.attackers import told_apart
from sqlmetrics.scoring.drawn_tables import NOTHING, drawn_table
from sqlmetrics.scoring.scores import COLUMNS, Score, Scores
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue, unknown_metric
from sqlmetrics.statement.planning import resolved_partitions
from sqlmetrics.statement.render import render
from sqlmetrics.text import brief
from sqlmetrics.version import __version__

NEEDED = frozenset({"metric", "target", "quasi_identifiers", "records", "value"})
"""The columns that no file of rows lacks; the others follow from the metric, or are empty."""

MOST = 1_000_000
"""The most rows that are read."""

EXPORT = (
    "export all columns that the statement returned, as CSV: psql --csv, mariadb --batch,"
    " ClickHouse's format CSVWithNames, or your console's export"
)
"""What to do about a file that holds no rows of scores."""

WHERE_FROM = "rows"
"""The dialect of scores that were computed elsewhere."""


def read_rows_file(path: Path, spec: Spec | None) -> Scores:
    """Return the scores whose rows a warehouse wrote to a CSV, JSON or Parquet file.

    It may hold the table that psql or mariadb draws, too. Columns are found by their names in any
    case and order, and what consoles write for NULL is NULL. The `spec` says how the statement
    counted NULL and recoded its keys.

    Raises SpecError for a file that is none of such rows, with the row that is wrong.
    """
    if not path.is_file():
        raise SpecError(f"no such file of rows: {path}; export what the statement returned, and name it")
    name, places, rows = _drawn(path) or _exported(path)
    if not rows:
        raise SpecError(f"{name} has no row; export what the statement returned, with its header")
    if len(rows) > MOST:
        raise SpecError(f"{name} has more than {MOST:,} rows; scores of a table are a few hundred")
    scores = tuple(
        _score(dict(zip(places, map(_text, row), strict=True)), f"{name}, row {number:,}")
        for number, row in enumerate(rows, 1)
    )
    partitions = {} if spec is None else resolved_partitions(spec)
    recoded = {column: own[0].name for column, own in partitions.items() if own and own[0] is not None}
    keys = set() if spec is None else set(spec.quasi_identifiers)
    read = Scores(
        relation_name=name,
        records=max(score.records for score in scores),
        individuals=None,
        nulls="category" if spec is None else spec.nulls,
        left_out={},
        recodings={column: called for column, called in recoded.items() if column in keys},
        dialect=WHERE_FROM,
        version=__version__,
        scores=scores,
    )
    return read if spec is None or not spec.attackers else told_apart(spec, read)


def rows_fingerprint(scores: Scores) -> str:
    """Return the fingerprint of rows: the SHA-256 of the scores that they hold."""
    return "rows:" + sha256(repr(scores.scores).encode()).hexdigest()


def _exported(path: Path) -> tuple[str, Mapping[str, str], Sequence[Sequence[Any]]]:
    """Return the name of a file, the places of its columns, and the rows of these columns.

    Raises SpecError for a text that is no table.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(left_unsaid("marks"))  # a console's word for NULL is known here
            engine, name, from_sql = stack.enter_context(opened(str(path)))
        except QueryError as error:
            if path.suffix.lower() in {".parquet", ".json"}:
                raise
            raise SpecError(f"{error}\n{EXPORT}", error.detail) from None
        places = _places([column for column, _ in describe(engine, from_sql, name)], name)
        selected = ", ".join(f"cast({render('quoted', column)} as varchar)" for column in places.values())
        return name, places, fetch(engine, f"select {selected} from {from_sql} source limit {MOST + 1}", name, "read")  # noqa: S608 - quoted


def _drawn(path: Path) -> tuple[str, Mapping[str, str], Sequence[Sequence[Any]]] | None:
    """Return what `_exported` does of a table that a console drew, else None. Raises SpecError."""
    table = drawn_table(path, EXPORT)
    if table is None:
        return None
    places = _places(table.columns, str(path))
    taken = [table.columns.index(column) for column in places.values()]
    return str(path), places, [[row[place] for place in taken] for row in table.rows]


def _places(columns: Sequence[str], name: str) -> Mapping[str, str]:
    """Return the file's columns by the names of score records.

    Raises SpecError for missing ones.
    """
    by_name = {column.strip().lower(): column for column in columns}
    places = {wanted: by_name[wanted] for wanted in COLUMNS if wanted in by_name}
    missing = sorted(NEEDED - places.keys())
    if missing:
        raise SpecError(f"{name} lacks the columns {', '.join(missing)}; {EXPORT}")
    return places


def _text(value: Any) -> str | None:
    """Return a cell's text, None for what consoles write for NULL."""
    text = None if value is None else str(value).strip()
    return None if text is None or text.lower() in NOTHING else text


def _score(cells: Mapping[str, str | None], where: str) -> Score:
    """Return the score of a row. Raises SpecError for a cell that no statement of ours returns."""
    name = cells["metric"] or ""
    metric = catalogue().get(name.lower())
    if metric is None:
        raise SpecError(f"{where}: {unknown_metric(brief(name), catalogue())}")
    value = _number(cells["value"], f"{where}: `value`")
    records = _number(cells["records"], f"{where}: `records`")
    if records is None or records < 0 or records != int(records):
        raise SpecError(f"{where}: `records` is a whole number from 0 up")
    level = cells.get("level") or "table"
    if level not in metric.levels:
        raise SpecError(f"{where}: {metric.name} has no level '{brief(level)}'; it has: {', '.join(metric.levels)}")
    return Score(
        metric=metric.name,
        target=cells["target"] or "identity",
        quasi_identifiers=cells["quasi_identifiers"] or "",
        partition=cells.get("partition"),
        slice=cells.get("slice"),
        level=level,
        class_=cells.get("class"),
        records=int(records),
        value=value,
        reason=None if value is not None else cells.get("reason") or metric.undefined or "it was NULL",
        unit=cells.get("unit") or metric.unit,
        direction=metric.direction,
        parameters=cells.get("parameters"),
    )


def _number(text: str | None, what: str) -> float | None:
    """Return the number of a cell, None for NULL. Raises SpecError for any other text."""
    if text is None:
        return None
    try:
        value = float(text.replace(",", ".") if text.count(",") == 1 and "." not in text else text)
    except ValueError:
        raise SpecError(f"{what} is no number; export the rows without formatting numbers") from None
    if not math.isfinite(value):
        raise SpecError(f"{what} is not finite; a score without a value is NULL")
    return value
