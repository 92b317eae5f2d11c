"""ReleaseScores as JSON, CSV, Markdown and Parquet."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from sqlmetrics.engine.duckdb import connect
from sqlmetrics.engine.files import csv_text
from sqlmetrics.risk.scores import RELEASE_COLUMNS, ReleaseScores


def findings_json(found: ReleaseScores) -> str:
    """Return the result as one JSON object."""
    return json.dumps(found.to_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def findings_csv(found: ReleaseScores) -> str:
    """Return the records as CSV with a header; NULL is empty."""
    return csv_text(RELEASE_COLUMNS, found.scores)


def findings_markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a report's table as Markdown, the first column to the left and the others to the right."""

    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells) + " |\n"

    return row(header) + row(["---", *["---:"] * (len(header) - 1)]) + "".join(row(cells) for cells in rows)


def write_findings(found: ReleaseScores, path: Path) -> None:
    """Write the records to a Parquet file with the columns RELEASE_COLUMNS."""
    types = {"records": "bigint", "value": "double", "low": "double", "high": "double"}
    columns = ", ".join(f'"{name}" {types.get(name, "varchar")}' for name in RELEASE_COLUMNS)
    with connect() as connection:
        connection.execute(f"create table findings ({columns})")
        if found.scores:
            connection.register("frame", found.to_pandas())
            connection.execute("insert into findings select * from frame")
        connection.execute("copy findings to ? (format parquet)", [str(path)])
