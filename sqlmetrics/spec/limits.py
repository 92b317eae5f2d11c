"""The limits of a run: memory, threads, a folder to spill to, time; and errors for too little."""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.files.leftovers import temporary_folder
from sqlmetrics.text import duration_text

MEMORY = re.compile(r"(\d{1,15}(?:\.\d+)?) *([KMGT]i?B|%)", re.IGNORECASE | re.ASCII)
"""A size of memory as DuckDB reads it."""

TIME = re.compile(r"(\d{1,15}(?:\.\d+)?) *(s|m|h|d)?", re.IGNORECASE | re.ASCII)
"""A time: seconds, or a number with its unit."""

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}

DEFAULT_SHARE = 0.8
"""The share of the machine's memory that DuckDB takes without a limit."""

LONGEST = 10 * 366 * 86400
"""The longest time limit, in seconds."""

THREADS = 1024
"""The largest number of threads."""


@dataclass(frozen=True)
class Limits:
    """The limits of a run; None leaves one to the database.

    `memory` is a size such as 1GB, 512MiB or 80% (of the machine's), `temp_directory` an existing
    folder to spill to, `timeout` the seconds after which a run is stopped. `list_bits` are the bits
    of whole numbers up to which DuckDB groups by their place in a list, which is faster than a hash
    where few columns are grouped by. Memory, threads, folder and list are DuckDB's.
    """

    memory: str | None = None
    threads: int | None = None
    temp_directory: Path | None = None
    timeout: float | None = None
    list_bits: int | None = None

    @property
    def spills_to(self) -> Path:
        """The folder in which a run creates its own, for what does not fit into memory."""
        return self.temp_directory or temporary_folder()

    @property
    def config(self) -> dict[str, str]:
        """The limits as settings of DuckDB.

        The folder is left out, and a share of the memory, which DuckDB 1.5 does not read.
        """
        memory = None if self.memory_share is not None else self.memory
        settings = {"memory_limit": memory, "threads": self.threads, "perfect_ht_threshold": self.list_bits}
        return {name: str(value) for name, value in settings.items() if value is not None}

    @property
    def memory_share(self) -> float | None:
        """The share of the machine's memory, above 0 and at most 1; None where it is a size."""
        return float(self.memory[:-1]) / 100 if self.memory is not None and self.memory.endswith("%") else None

    @property
    def words(self) -> dict[str, Any]:
        """The limits that are not None, by the keys of a spec."""
        words = {
            "memory_limit": self.memory,
            "threads": self.threads,
            "temp_directory": self.temp_directory,
            "timeout": self.timeout,
        }
        return {word: value for word, value in words.items() if value is not None}

    def check_folder(self) -> None:
        """Raise SpecError where the folder is missing or not writable."""
        folder = self.temp_directory
        if folder is not None and not folder.is_dir():
            raise SpecError(f"`temp_directory`: {folder} is not a folder; create it first (mkdir -p {folder})")
        if folder is not None and not os.access(folder, os.W_OK | os.X_OK):
            raise SpecError(
                f"`temp_directory`: the folder {folder} is not writable; choose another or change its permissions"
            )

    def memory_error(self, relation: str) -> QueryError:
        """Return the error of a run with too little memory."""
        limit = (
            f"the memory limit of {self.memory}"
            if self.memory
            else "DuckDB's memory limit, by default 80% of the machine's memory,"
        )
        return QueryError(
            f"{limit} is too small for {relation}, although DuckDB spills all that it can to {self.spills_to}\n"
            "give more as `memory_limit`, use fewer `threads`, fewer keys, or fewer `metrics`"
        )

    def temp_error(self, relation: str, detail: str) -> QueryError:
        """Return the error of a run without room to spill to; the detail is DuckDB's text."""
        return QueryError(
            f"the temp folder {self.spills_to} has no room for the part of {relation} that does not fit into memory\n"
            "name a larger one as `temp_directory`, give more memory as `memory_limit`, or use fewer keys",
            detail,
        )

    def time_error(self, relation: str, step: str) -> QueryError:
        """Return the error of a run with too little time, in a step; its relation may be ""."""
        return QueryError(
            f"the time limit of {duration_text(self.timeout or 0)} has passed, in the step '{step}'"
            f"{relation and f' of {relation}'}\n"
            "give more time as `timeout`, or use fewer `metrics` or fewer keys"
        )


def memory_size(value: object) -> str:
    """Return a memory limit as DuckDB reads it. Raises ValueError for what is no size."""
    match = MEMORY.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None or float(match[1]) == 0 or (match[2] == "%" and float(match[1]) > 100):
        raise ValueError(
            "a memory limit is a size such as 512MB, 1GB or 2GiB, or a share of the machine's memory such as 80%"
        )
    return match[1] + match[2]


def seconds(value: object) -> float:
    """Return a time limit in seconds. Raises ValueError for what is no time."""
    time = math.nan
    if isinstance(value, int | float) and not isinstance(value, bool) and value <= LONGEST:
        time = float(value)
    elif isinstance(value, str) and (match := TIME.fullmatch(value.strip())) is not None:
        time = float(match[1]) * SECONDS[(match[2] or "s").lower()]
    if not 0 < time <= LONGEST:
        raise ValueError("a time limit is a number of seconds above 0, or one with its unit such as 90s, 5m or 2h")
    return time
