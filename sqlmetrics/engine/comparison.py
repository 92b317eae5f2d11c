"""Relations side by side in one engine: an original, its releases, and others of an attacker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.credentials import without_credentials
from sqlmetrics.engine.engine import Engine, describe, fetch
from sqlmetrics.engine.lent import is_lent
from sqlmetrics.engine.printed_relations import printed_relation
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import Statement
from sqlmetrics.engine.source import Source, opened
from sqlmetrics.engine.written_dates import Dates
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.place import Place, Query, bare, name_of, renamed
from sqlmetrics.statement.dialects import Dialect, check_dialect
from sqlmetrics.statement.entries import recoding_entry
from sqlmetrics.statement.relation import is_path
from sqlmetrics.statement.render import narrow, render
from sqlmetrics.statement.spelling import kept, renamed_sql
from sqlmetrics.statement.statement import heading
from sqlmetrics.statement.types import KIND_NAMES, check_cut_type, check_text_type, kind, missing_column, type_words
from sqlmetrics.statement.width import replaced


@dataclass(frozen=True)
class Compared:
    """A relation that is compared: its name in messages, its FROM clause, and its columns.

    A column is a name and a type, as DuckDB names it; the type is empty on other engines. `given`
    is the relation as the user names it.
    """

    name: str
    from_sql: str
    columns: tuple[tuple[str, str], ...]
    given: Any = field(default=None, compare=False, repr=False)

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

    def check_text(self, column: str) -> None:
        """Raise SpecError for a column that is not there, or whose type has no words."""
        check_text_type(column, self.type_of(column), self.name)

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
    """An engine with the relations that are compared.

    The relations have their `columns` by the names that a user gives them. Of the original, and of
    what is beside it, the texts of `dates` are checked. Relations that are not opened are named as
    in a statement that is printed, of the `place`; names of tables may be `exact`.
    """

    source: Source
    original: Compared
    releases: tuple[Compared, ...]
    columns: tuple[str, ...] = ()
    dates: Dates = ()
    place: Place = field(default_factory=Place)
    exact: bool = False

    @property
    def engine(self) -> Engine:
        """The open engine."""
        return self.source.engine

    @property
    def relations(self) -> tuple[Compared, ...]:
        """The original and the releases."""
        return (self.original, *self.releases)

    def beside(self, relation: Any, dates: Dates | None = None) -> Compared:
        """Return another relation of the engine, such as a public table or a control group.

        The comparison's `dates` are checked unless others are given. Raises SpecError.
        """
        if self.engine.connection is None:
            from_sql = printed_relation(relation, self.engine.dialect, self.place, exact=self.exact)
            return Compared(name_of(relation), from_sql, tuple((column, "") for column in self.columns), relation)
        source = self.source.beside(relation)
        return described(source.named(self.columns, dates=self.dates if dates is None else dates), relation)

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


def described(source: Source, given: Any = None) -> Compared:
    """Return a relation, which the user names as it is given, with its columns."""
    columns = tuple(describe(source.engine, source.from_sql, source.name))
    of_texts = columns and all(of_type == "VARCHAR" for _, of_type in columns)
    if of_texts and not _is_table(source, given) and _is_empty(source):
        columns = tuple((name, "") for name, _ in columns)
    return Compared(source.name, source.from_sql, columns, given)


def _is_table(source: Source, given: Any) -> bool:
    """Return whether a relation is a table, which has types without a record as well."""
    return isinstance(given, str) and not (source.engine.dialect.reads_files and is_path(given))


def _is_empty(source: Source) -> bool:
    """Return whether a relation has no record, so that a file of texts tells no types."""
    query = f"select 1 from {source.from_sql} records limit 1"  # noqa: S608 - made by the engine
    return not fetch(source.engine, query, source.name, "read")


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


class Sides(NamedTuple):
    """An original, its releases, and the place where all of them lie.

    A relation is named as in `score`: a path, or a table of the place; in DuckDB also a frame, and
    a path beside tables. A mapping has the releases' names as its keys. Conditions on the records
    of any are part of their names.
    """

    original: Any
    releases: Mapping[str, Any] | Sequence[Any]
    place: Place = Place()

    @property
    def listed(self) -> list[Any]:
        """The releases without names of their own."""
        return [*(self.releases.values() if isinstance(self.releases, Mapping) else self.releases)]

    @contextmanager
    def opened(
        self,
        progress: Progress | None = None,
        *,
        beside: Sequence[Any] = (),
        columns: Iterable[str | None] = (),
        dates: Dates = (),
    ) -> Iterator[Comparison]:
        """Open the relations in one engine, for reading only.

        Relations that are compared later are named as `beside`, or None. The `columns` are the
        columns that a user names, or None; for them and for `dates` see `Source.named`.

        Raises SpecError for a relation that cannot be opened, QueryError where a database does not
        answer.
        """
        original, releases, place = self.original, self.listed, self.place
        if place.connection is not None and not all(
            isinstance(relation, str | Path | Query) or is_lent(relation)
            for relation in map(bare, (original, *releases))
        ):
            raise SpecError("frames are compared without a connection; register them there and give their names")
        with opened(original, place, progress, beside=(*releases, *beside)) as source:
            sources = [source, *(source.beside(relation) for relation in releases)]
            wanted = tuple(dict.fromkeys(column for column in columns if column is not None))
            first, *others = sources
            whole = described(first.named(wanted, dates=dates), original)
            made = [described(one.named(wanted), given) for one, given in zip(others, releases, strict=True)]
            names = (
                map(renamed, self.releases, releases)
                if isinstance(self.releases, Mapping)
                else numbered([release.name for release in made])
            )
            made = [replace(release, name=name) for release, name in zip(made, names, strict=True)]
            yield Comparison(source, whole, tuple(made), wanted, dates, place)

    def unopened(self, dialect: Dialect, columns: Iterable[str] = (), *, exact: bool = False) -> Comparison:
        """Return the relations for statements that are printed; nothing is opened.

        They have the `columns`, whose types are unknown. Raises DialectError for a relation that
        the dialect cannot read.
        """
        source, nothing = Source(Engine(dialect, None), "", ""), Compared("", "", ())
        comparison = Comparison(source, nothing, (), columns=tuple(columns), place=self.place, exact=exact)
        whole, *made = map(comparison.beside, (self.original, *self.listed))
        names = numbered([one.name for one in made])
        releases = [replace(one, name=name) for one, name in zip(made, names, strict=True)]
        return replace(comparison, original=whole, releases=tuple(releases))


def printed_statements(
    comparison: Comparison,
    statements: Iterable[Statement],
    relations: Sequence[Compared],
    dialect: str | None,
    *,
    exact: bool,
) -> str:
    """Return statements on open relations for a dialect, by default the engine's own.

    In another database than its own a table has the name that the user gives it. Raises SpecError
    for an unknown dialect.
    """
    engine = comparison.engine
    written = engine.dialect if dialect is None else check_dialect(dialect)
    own = dialect is None and engine.database is None
    shown = {
        one.from_sql: _printed_beside(engine, one, written, comparison.place, own=own, exact=exact) for one in relations
    }
    texts = []
    for statement in statements:
        text = statement.text(written)
        for from_sql, name in shown.items():
            text = replaced(text, from_sql, name)
        texts.append(heading(*statement.about) + f"{narrow(text, written)};\n")
    return "\n".join(texts)


def _printed_beside(
    engine: Engine, relation: Compared, dialect: Dialect, place: Place, *, own: bool, exact: bool
) -> str:
    """Return the FROM clause of an open relation for a statement in a dialect."""
    given = bare(relation.given)
    if not isinstance(given, str | Path) or (own and not (engine.files and engine.files.has_made(str(given)))):
        return without_credentials(relation.from_sql)
    text = printed_relation(relation.given, dialect, place, exact=exact, files=engine.files)
    spelt = {} if exact else {column: kept(column, dialect) for column in relation.column_names}
    if all(column == name for column, name in spelt.items()):
        return text
    return renamed_sql(text, spelt.values(), spelt, dialect)
