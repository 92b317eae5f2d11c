"""Relations and their places: queries and picked records, where they lie, and where a history does.

The limits of a run are its place's.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.files import footprint
from sqlmetrics.files.footprint import DATABASE
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.spec.limits import Limits


class Query(NamedTuple):
    """A query of the user that is measured as a relation; its paths are relative to `folder`."""

    text: str
    folder: Path = Path()


class Filtered(NamedTuple):
    """The records of a relation that an SQL expression holds for."""

    relation: Any
    where: str


class NamingText(NamedTuple):
    """A column of texts, and how many records have a text with an identifier of the record."""

    column: str
    records: int


class Released(NamedTuple):
    """What a query makes of a relation, which is scored without being written.

    `query` returns the query from the text of a FROM clause in a dialect; `printed` is whether the
    statement is printed, and not run where the relation was opened. The relation's columns have the
    `names` that a spec gives them, which are `exact` or as the catalogue decides. `naming` are its
    columns of texts that name people, as the source has shown, which has the identifiers.
    """

    relation: Any
    query: Callable[[str, Any, bool], str]
    names: tuple[str, ...] = ()
    exact: bool = False
    naming: tuple[NamingText, ...] = ()

    def called(self, names: Sequence[str]) -> str:
        """Return its name, by the name of the relation."""
        return f"the release of {names[0]}"


class LinkedTable(NamedTuple):
    """A table of people with the `key` that tells them apart, and the `columns` of its points.

    `spec` is the spec of its relation, and says how its columns are recoded.
    """

    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]
    spec: Any


MAIN = "main"
"""The name of the table with a row for each person."""

PERSON = "person"
"""The column that says whose a point is."""

POINT = ["table", "value"]
"""The columns of a point: the name of its table, and its values there."""


class LinkedRelation(NamedTuple):
    """The points of people in several tables; the first one, the main table, has all people.

    Its columns are PERSON and POINT. With `everybody` people without a point have a row.
    """

    tables: tuple[LinkedTable, ...]
    everybody: bool

    @property
    def relations(self) -> list[Any]:
        """The relations of the tables."""
        return [table.spec.records for table in self.tables]

    def called(self, names: Sequence[str]) -> str:
        """Return its name, by the names of the relations of the tables."""
        return " with ".join(names)


WORD = "word"
"""The column of the words of texts."""


class WordedRelation(NamedTuple):
    """The words of a column of texts of a relation, each a record of its person.

    Its columns are the `person`, WORD and the `secrets` of the person. Names are `exact` or as the
    catalogue decides. Where `length` is above 1, as many words in a row are one. Words are in lower
    case, or as they are `written`.
    """

    relation: Any
    text: str
    person: str
    secrets: tuple[str, ...] = ()
    exact: bool = False
    length: int = 1
    written: bool = False

    def called(self, names: Sequence[str]) -> str:
        """Return its name, by the name of the relation."""
        what = "words" if self.length == 1 else f"{self.length} words in a row"
        return f"{what} of {self.text} in {names[0]}"


Derived = Released | WordedRelation | LinkedRelation
"""What is made of a relation, or of several, without being written."""


def made_of(derived: Derived) -> list[Any]:
    """Return the relations that another one is made of."""
    return derived.relations if isinstance(derived, LinkedRelation) else [derived.relation]


LAKES = {"deltalake": "Delta table", "pyiceberg": "Iceberg table", "lance": "Lance table"}
"""The names of tables of data lakes, by the packages whose they are."""


def bare(relation: Any) -> Any:
    """Return a relation with all its records, as it lies at its place."""
    return bare(relation.relation) if isinstance(relation, Filtered | Released | WordedRelation) else relation


def filtered(relation: Any, where: str | None) -> Any:
    """Return a relation with the records alone that a condition holds for, if there is one."""
    return relation if where is None else Filtered(relation, where)


def name_of(relation: Any) -> str:
    """Return what a relation is called before it is opened; a frame is named by its library.

    A query is its own name, on one line, and a condition on records is part of the name.
    """
    if isinstance(relation, Filtered):
        return filtered_name(name_of(relation.relation), relation.where)
    if isinstance(relation, Derived):
        return relation.called([name_of(one) for one in made_of(relation)])
    if isinstance(relation, Query):
        return f"({' '.join(relation.text.split())})"
    if isinstance(relation, str | Path):
        return str(relation)
    package = type(relation).__module__.partition(".")[0].lstrip("_")
    if package in LAKES:
        return LAKES[package]
    return f"{package} {'relation' if type(relation).__name__.endswith('Relation') else 'frame'}"


def renamed(name: str, relation: Any) -> str:
    """Return a user's name for a relation, with the condition on its records if there is one."""
    return filtered_name(name, relation.where) if isinstance(relation, Filtered) else name


def filtered_name(name: str, where: str | None) -> str:
    """Return the name of a relation, with the condition on its records where there is one."""
    return name if where is None else f"{name} where {where.strip()}"


class Role(NamedTuple):
    """A role of a database: its name, `exact` or spelt as the database keeps unquoted names."""

    name: str
    exact: bool = False


@dataclass(frozen=True)
class Place:
    """The place of relations: a connection, a DuckDB file or a URL; files and frames need none.

    `connection` is DuckDB's, any PEP 249 driver's, or a SparkSession; `url` is one that SQLAlchemy
    reads, or `env:NAME` for the environment variable that holds it. A place is `trusted` where all
    in it is the user's own: views may then read other files, and macros stand for functions.
    `limits` bound each run, and `files` says how the files there are written. A database is read as
    the `role`, where one is named.

    Raises SpecError where several of the three are named.
    """

    connection: Any = None
    database: Path | str | None = None
    url: str | None = None
    trusted: bool = False
    limits: Limits = field(default_factory=Limits)
    files: FileForm = field(default_factory=FileForm)
    role: Role | None = None

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
