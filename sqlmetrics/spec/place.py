"""Places: where relations lie, with the limits of a run there, and where a history lies."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlmetrics import footprint
from sqlmetrics.errors import SpecError
from sqlmetrics.footprint import DATABASE
from sqlmetrics.spec.limits import Limits


@dataclass(frozen=True)
class Place:
    """The place of relations: a connection, a DuckDB file or a URL; files and frames need none.

    `connection` is DuckDB's, any PEP 249 driver's, or a SparkSession; `url` is one that SQLAlchemy
    reads, or `env:NAME` for the environment variable that holds it. A place is `trusted` where all
    in it is the user's own: views may then read other files, and macros stand for functions.
    `limits` are those of a run.

    Raises SpecError where several of the three are named.
    """

    connection: Any = None
    database: Path | str | None = None
    url: str | None = None
    trusted: bool = False
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        holders = {"connection": self.connection, "database": self.database, "url": self.url}
        given = [f"`{word}`" for word, holder in holders.items() if holder is not None]
        if len(given) > 1:
            raise SpecError(f"{' and '.join(given)} name different places; give one of them")

    def declare(self) -> None:
        """Declare a database in a file as read. Raises SpecError where it is an output."""
        for file in (self.database, self.url):
            if file is not None:
                footprint.reads(file, DATABASE)

    @property
    def holds_tables(self) -> bool:
        """Whether the place may hold tables, beside files and frames."""
        return (self.connection, self.database, self.url) != (None, None, None)


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
