"""The table function by which an engine with its own extension reads a table with a log."""

from __future__ import annotations

import re
from pathlib import Path

from sqlmetrics.lakes.table import LakeTable

PLAIN = re.compile(r"[\w-]+")
"""A pattern of the number of a table that a comment may hold."""


def printed_scan(table: LakeTable) -> str:
    """Return the table function that reads a table at its version, with a comment of both."""
    path = "'" + table.folder.replace("'", "''") + "'"
    number = f" {table.id}" if PLAIN.fullmatch(table.id) else ""
    if not table.scan:
        named = Path(table.folder).name.replace('"', '""')
        return f'"{named}" /* {table.form} */'
    return f"{table.scan.format(path=path)} /* {table.form}, of the table{number} */"
