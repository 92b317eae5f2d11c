"""Where relations lie, and what a run may use there."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.limits import Limits


@dataclass(frozen=True)
class Place:
    """Where relations lie: at one of a connection, a DuckDB file and a URL, or as files and frames at none.

    `connection` is DuckDB's, any PEP 249 driver's, or a SparkSession; `url` is one that SQLAlchemy
    reads, or `env:NAME` for the environment variable that holds it. `limits` are what a run may use.

    Raises SpecError where more than one is given.
    """

    connection: Any = None
    database: Path | str | None = None
    url: str | None = None
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if sum(holder is not None for holder in (self.connection, self.database, self.url)) > 1:
            raise SpecError("give one of a connection, a database and a URL")

    @property
    def holds_tables(self) -> bool:
        """Whether there is something that may hold tables, beside files and frames."""
        return (self.connection, self.database, self.url) != (None, None, None)
