"""The place of a history: its path or URL, and the name of its table in a database."""

from __future__ import annotations

import os
from dataclasses import dataclass

TABLE = "sqlmetrics_history"
"""The name of a history's table in a database, by default."""


@dataclass(frozen=True)
class History:
    """The place of a history: its path or URL, and the name of its table in a database."""

    place: str
    table: str = TABLE

    @property
    def kind(self) -> str:
        """The kind: `url`, `file` for a DuckDB file, which its name shows, or `folder`."""
        if is_address(self.place):
            return "url"
        named = self.place.endswith((".duckdb", ".db", ".ddb"))
        return "file" if named or os.path.isfile(self.place) else "folder"  # noqa: PTH113 - an impossible name is no file

    def __str__(self) -> str:
        return self.place if self.kind != "url" or self.place.startswith("env:") else "the history's database"


def is_address(place: str) -> bool:
    """Return whether the place of a history is a database's URL, or names the variable with it."""
    return "://" in place or place.startswith("env:")
