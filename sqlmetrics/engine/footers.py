"""The ends of Parquet files, which say how many records and columns there are."""

from __future__ import annotations

import glob
from pathlib import Path
from typing import NamedTuple


class Footer(NamedTuple):
    """The records and the columns of a file, None where it does not say."""

    records: int | None
    columns: int | None


def footer(path: Path) -> Footer:
    """Return the records and the columns of a Parquet file, by its own end; none of other files."""
    if path.suffix.lower() not in {".parquet", ".pq"}:
        return Footer(None, None)
    import duckdb

    file = glob.escape(str(path))
    try:
        with duckdb.connect() as connection:
            rows = connection.execute("select num_rows from parquet_file_metadata(?)", [file]).fetchall()
            columns = connection.execute("describe select * from read_parquet(?)", [file]).fetchall()
    except duckdb.Error:
        return Footer(None, None)
    return Footer(sum(row[0] for row in rows), len(columns))
