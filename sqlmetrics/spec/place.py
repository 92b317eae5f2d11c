"""The place where relations lie, with the limits of a run there."""

from __future__ import annotations

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
    `limits` bound each run.

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
