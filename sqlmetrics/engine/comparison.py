"""Relations side by side in one engine: an original, its releases, and others of an attacker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlmetrics.credentials import without_credentials
from sqlmetrics.engine.engine import Engine, describe
from sqlmetrics.engine.lent import is_lent
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, opened, printed_relation
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.relations import Query, bare, renamed
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import recoding_entry
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept, renamed_sql
from sqlmetrics.statement.types import KIND_NAMES, check_cut_type, kind, missing_column, type_words


@dataclass(frozen=True)
class Compared:
    """A relation that is compared: its name in messages, its FROM clause, and its columns.

    A column is a name and a type, as DuckDB names it; the type is empty on other engines.
    """

    name: str
    from_sql: str
    columns: tuple[tuple[str, str], ...]

    @cached_property
    def types(self) -> Mapping[str, str]:
        """The types of its columns, by name."""
        return dict(self.columns)

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple(self.types)

    def type_of(self, column: str) -> str:
        """Return a column's type. Raises SpecError, with the nearest names, for an unknown one."""
        self.check(column)
        return self.types[column]

    def check(self, *columns: str) -> None:
        """Raise SpecError, with the nearest names, for the first unknown column."""
        for column in columns:
            if column not in self.types:
                raise missing_column(self.name, column, self.types)

    def check_individual(self, column: str) -> None:
        """Raise SpecError where nothing tells individuals apart."""
        if column not in self.types:
            raise SpecError(
                f"{self.name} has no column '{column}', which tells people apart; add it to {self.name},"
                " or leave `individual` out, so that each record counts as one"
            )

    def check_intervals(self, partition: Partition, column: str) -> None:
        """Raise SpecError where a partition cuts a column that is no number."""
        check_cut_type(partition, column, self.type_of(column), self.name)


@dataclass(frozen=True)
class Comparison:
    """An engine with the relations that are compared; files of text are tables if `parsed`.

    The relations have their `columns` by the names that a user gives them, and `given` is the
    original as the user named it.
    """

    source: Source
    original: Compared
    releases: tuple[Compared, ...]
    parsed: bool = False
    columns: tuple[str, ...] = ()
    given: Any = None

    @property
    def engine(self) -> Engine:
        """The open engine."""
        return self.source.engine

    def beside(self, relation: Any) -> Compared:
        """Return another relation of the engine, such as a public table or a control group.

        Raises SpecError.
        """
        source = self.source.beside(relation)
        return described((source.parsed() if self.parsed else source).named(self.columns))

    def shared(self, release: Compared, *, without: Sequence[str] = (), recoded: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the columns that a release shares with the original, in the original's order.

        Raises SpecError where there is none, or where a column that is not `recoded` is text in one
        and a number, a date or a truth value in the other.
        """
        names = [name for name in self.original.column_names if name in release.column_names and name not in without]
        if not names:
            raise SpecError(
                f"{release.name} has none of the columns of {self.original.name}:"
                f" {', '.join(self.original.column_names)}; its own are: {', '.join(release.column_names)}"
            )
        for name in (name for name in names if name not in recoded):
            check_kinds(self.original, release, name)
        return tuple(names)


def check_kinds(one: Compared, other: Compared, column: str) -> None:
    """Raise SpecError where the kinds of a column's values in two relations do not compare."""
    first, second = kind(one.type_of(column)), kind(other.type_of(column))
    if first is not None and second is not None and first != second:
        here = f"{KIND_NAMES[first]} ({type_words(one.type_of(column))}) in {one.name}"
        there = f"{KIND_NAMES[second]} ({type_words(other.type_of(column))}) in {other.name}"
        raise SpecError(f"column '{column}' is {here} and {there}; cast one of them in a view, or leave it out")


def described(source: Source) -> Compared:
    """Return a relation with its columns."""
    return Compared(source.name, source.from_sql, tuple(describe(source.engine, source.from_sql, source.name)))


def recoded(relation: Compared, partitions: Mapping[str, Partition], dialect: Dialect) -> Compared:
    """Return a relation with some of its columns recoded, each by its partition."""
    if not partitions:
        return relation
    columns = [
        {"name": name, "place": place, "recoding": recoding_entry(partitions[name]) if name in partitions else None}
        for place, name in enumerate(relation.column_names, 1)
    ]
    from_sql = render("recoded_relation", relation.from_sql, columns, dialect=dialect)
    types = tuple((name, "VARCHAR" if name in partitions else of_type) for name, of_type in relation.columns)
    return Compared(relation.name, from_sql, types)


def numbered(names: Sequence[str]) -> list[str]:
    """Return the names of releases, with a number behind equal ones: frames share a name."""
    return [
        name if names.count(name) == 1 else f"{name} ({names[:place].count(name) + 1})"
        for place, name in enumerate(names)
    ]


@contextmanager
def compared(
    original: Any,
    releases: Mapping[str, Any] | Sequence[Any],
    place: Place | None = None,
    progress: Progress | None = None,
    *,
    parsed: bool = False,
    beside: Sequence[Any] = (),
    columns: Iterable[str | None] = (),
) -> Iterator[Comparison]:
    """Open an original and its releases in one engine, for reading only.

    A relation is named as in `score`: a path, or a table of the place; in DuckDB also a frame, and
    a path beside tables. A mapping has the releases' names as its keys. With `parsed` files of text
    are read once, into tables. Relations that are compared later are named as `beside`, or None.
    Conditions on the records of any are part of their names. The `columns` are the columns that a
    user names, or None; see `Source.named`.

    Raises SpecError for a relation that cannot be opened, QueryError where a database does not
    answer.
    """
    place = place or Place()
    names = list(releases) if isinstance(releases, Mapping) else None
    relations = [*releases.values()] if isinstance(releases, Mapping) else [*releases]
    if place.connection is not None and not all(
        isinstance(relation, str | Path | Query) or is_lent(relation) for relation in map(bare, (original, *relations))
    ):
        raise SpecError("frames are compared without a connection; register them there and give their names")
    with opened(original, place, progress, beside=(*relations, *beside)) as source:
        sources = [source, *(source.beside(relation) for relation in relations)]
        wanted = tuple(dict.fromkeys(column for column in columns if column is not None))
        sources = [(relation.parsed() if parsed else relation).named(wanted) for relation in sources]
        first, *others = map(described, sources)
        if names is None:
            names = numbered([release.name for release in others])
        else:
            names = [renamed(name, relation) for name, relation in zip(names, relations, strict=True)]
        others = [replace(release, name=name) for release, name in zip(others, names, strict=True)]
        yield Comparison(source, first, tuple(others), parsed, wanted, original)


def printed_beside(given: Any, relation: Compared, dialect: Dialect, place: Place, *, own: bool, exact: bool) -> str:
    """Return the FROM clause of an open relation for a statement in a dialect.

    In another database than its `own` a table has the name that the user gives it.
    """
    if own or not isinstance(bare(given), str | Path):
        return without_credentials(relation.from_sql)
    text = printed_relation(given, dialect, place, exact=exact)
    spelt = {} if exact else {column: kept(column, dialect) for column in relation.column_names}
    if all(column == name for column, name in spelt.items()):
        return text
    return renamed_sql(text, spelt.values(), spelt, dialect)
