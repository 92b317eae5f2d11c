"""The desk: the folder that it was started in, the table that is open, and what runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlmetrics.advice.result import Advice
from sqlmetrics.desk.folder import Folder
from sqlmetrics.desk.runs import Run, Runs
from sqlmetrics.desk.table import Table, spec_file_of
from sqlmetrics.desk.versions import Versions
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SqlmetricsError
from sqlmetrics.publication.written import WrittenRelease
from sqlmetrics.spec.input_file import is_spec

SOON = 0.5
"""The seconds that a request waits for its answer; later it is told how far the run is."""


@dataclass
class Desk:
    """What is open on the desk.

    `problem` is the error of the last run, until the next one begins; `advice` the last advice, as
    long as the spec is the one that it is for; `written` the last release.
    """

    folder: Folder
    runs: Runs
    table: Table | None = None
    problem: SqlmetricsError | None = None
    advice: tuple[str, Advice] | None = None
    written: WrittenRelease | None = None

    def open(self, file: Path, *, named: bool = False) -> Run:
        """Begin to open a file, or the table of a spec. Raises SpecError for what is neither."""
        self.close()
        table = self._table(file, named=named)
        self.table = table
        return self.run("open", table.open)
