"""A table with a log at a version: its columns, its live files, and the rows that are deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, NamedTuple


class LakeColumn(NamedTuple):
    """A column: its name, DuckDB's type of it, and its number or its name in the files.

    The type is None for a column of parts, as a list. With `logged` its values are in the log and
    not in the files. The `default` is the value of files that were written before it, as a text.
    """

    name: str
    type: str | None
    key: int | str
    logged: bool = False
    default: str | None = None


class LakeFile(NamedTuple):
    """A live file: its path, its name in the log, and what the log says of it.

    The `values` are texts, by the keys of columns. The `sequence` is the number of its commit and
    the `partition` names what it is a part of; deletes by value need both. The `dead` are the
    numbers of rows that are deleted.
    """

    path: str
    logged: str
    values: Mapping[int | str, str | None] = MappingProxyType({})
    sequence: int = 0
    partition: str = ""
    dead: Sequence[int] = ()


class DeletesByValue(NamedTuple):
    """A file of rows whose values are deleted from older files, by some columns.

    The `partition` is the part of the table that it is for, None for all.
    """

    path: str
    columns: tuple[LakeColumn, ...]
    sequence: int
    partition: str | None


class DeletesByPlace(NamedTuple):
    """A file that lists deleted rows by the names of files and the numbers of rows."""

    path: str
    sequence: int


class LakeVersion(NamedTuple):
    """A version of a table with a log: the kind and the number of the table, the version, its time.

    The time is a text in UTC, None where it is not known.
    """

    kind: str
    table: str
    version: str
    at: str | None

    def at_time(self, version: str, at: datetime | None) -> LakeVersion:
        """Return another version of the table, which was made at a time."""
        told = None if at is None else at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        return self._replace(version=version, at=told)

    @property
    def form(self) -> str:
        """The kind and the version, in words."""
        return f"{self.kind}, {self.word} {self.version}" if self.version else f"{self.kind} without a {self.word}"

    @property
    def word(self) -> str:
        """What such a table calls a version."""
        return {"Iceberg table": "snapshot", "Hudi table": "commit"}.get(self.kind, "version")

    @property
    def name(self) -> str:
        """The table and the version that a reader opens again."""
        return f"{self.form}, of {self.at or 'an unknown time'}, table {self.table}"


@dataclass(frozen=True)
class LakeTable:
    """A table with a log at a version, which the texts of `form` and `fingerprint` name.

    The `version` is empty where nothing was ever written. Where DuckDB cannot read the files `in
    place`, `whole` gives all rows as a stream of Arrow. The `folder` is empty where there is none
    on this machine. The `names` give the numbers of columns in files that have none. `scan` is the
    table function of an engine's own extension, with a place for the path. The columns that part
    the files are `parted_by`.
    """

    name: str
    folder: str
    kind: str
    id: str
    version: str
    at: datetime | None
    columns: tuple[LakeColumn, ...]
    files: tuple[LakeFile, ...]
    scan: str
    whole: Callable[[], Any] = field(compare=False)
    in_place: bool = True
    by_value: tuple[DeletesByValue, ...] = ()
    by_place: tuple[DeletesByPlace, ...] = ()
    names: Mapping[str, int] = field(default_factory=dict)
    layout: str = ""
    parted_by: frozenset[str] = frozenset()

    @property
    def form(self) -> str:
        """The kind and the version, in words."""
        return self.at_version.form

    @property
    def at_version(self) -> LakeVersion:
        """The table and its version."""
        return LakeVersion(self.kind, self.id, self.version, None).at_time(self.version, self.at)

    @property
    def fingerprint(self) -> str:
        """A text that changes with the table and its version."""
        return f"lake:{self.id}@{self.version}{self.layout}"

    @property
    def paths(self) -> list[str]:
        """The files that DuckDB opens."""
        return self.all_paths if self.in_place else []

    @property
    def all_paths(self) -> list[str]:
        """The files that the log names, also where DuckDB opens none."""
        files = [one.path for one in self.files]
        return files + [one.path for one in self.by_value] + [one.path for one in self.by_place]


def text_of(value: Any) -> str | None:
    """Return a value of a log as a text that DuckDB casts to its type."""
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat(" ") if isinstance(value, datetime) else str(value)
