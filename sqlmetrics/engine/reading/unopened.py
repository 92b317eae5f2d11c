"""Files of a statement that is printed unopened: they are read, so that the statement reads so."""

from __future__ import annotations

from pathlib import Path

from sqlmetrics.engine.confinement import harden
from sqlmetrics.engine.duckdb import connect
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.reading.read_files import read_files
from sqlmetrics.files.listing import files_of, reader
from sqlmetrics.lakes.opened import lake_table
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.dialects import DUCKDB


def printed_files(text: str, place: Place, from_sql: str) -> str:
    """Return the FROM clause of local files as they are read, and the given one of any other."""
    if not place.files.loose and lake_table(text) is not None:
        return from_sql
    files = files_of(text) if "://" not in text else []
    if not files or (reader(files[0].name) == "read_parquet" and len(files) == 1) or not Path(files[0]).exists():
        return from_sql
    with read_files(place) as read, connect(place.limits) as own:
        engine = Engine(DUCKDB, own, own=True, limits=place.limits, files=read)
        harden(own, read.prepared(text))
        read.rows(engine, text, text)
        return read.printed(text, from_sql)
