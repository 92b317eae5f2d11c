"""Results for machines: a document as JSON, records as CSV and Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlmetrics.engine.duckdb import connect
from sqlmetrics.risk.scores import NUMBERS, ScoreList

TYPES = {int: "bigint", float: "double", bool: "boolean"}
"""DuckDB's types; of other kinds is text."""


@dataclass(frozen=True)
class Records:
    """The rows of a result below its columns; `kinds` are those of columns that are not text."""

    columns: tuple[str, ...]
    rows: Sequence[Sequence[Any]]
    kinds: Mapping[str, type] = field(default_factory=dict)


def score_records(result: ScoreList) -> Records:
    """Return the score records of a result."""
    return Records(result.columns, [score[: len(result.columns)] for score in result.scores], NUMBERS)


def json_text(document: object) -> str:
    """Return a document as JSON: null where nothing is, never NaN."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def csv_text(records: Records) -> str:
    """Return records as CSV with a header; NULL is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(records.columns)
    writer.writerows([str(part).lower() if isinstance(part, bool) else part for part in row] for row in records.rows)
    return text.getvalue()


def write_parquet(records: Records, path: Path) -> None:
    """Write records to a Parquet file, whose columns have types even where there is no row."""
    import pandas as pd

    columns = ", ".join(f'"{name}" {TYPES.get(records.kinds.get(name, str), "varchar")}' for name in records.columns)
    with connect() as connection:
        connection.execute(f"create table records ({columns})")
        if records.rows:
            connection.register("frame", pd.DataFrame(records.rows, columns=list(records.columns)).convert_dtypes())
            connection.execute("insert into records select * from frame")
        connection.execute("copy records to ? (format parquet)", [str(path)])
