"""The source of records, opened for reading only: a file, a table or a frame."""

from __future__ import annotations

import glob
import uuid
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.credentials import without_credentials
from sqlmetrics.engine.attached import attach, binary, check_macros, full_name
from sqlmetrics.engine.busy import held_connection
from sqlmetrics.engine.confinement import confinement_key, harden
from sqlmetrics.engine.drivers import check_timeout, dialect_of
from sqlmetrics.engine.duckdb import Confinement, Connection, connect, explain_errors
from sqlmetrics.engine.engine import Engine, describe, end_transaction, fetch, held_to
from sqlmetrics.engine.hardening import hardened, table_source
from sqlmetrics.engine.lent import BorrowedConnection, connection_of, is_lent
from sqlmetrics.engine.printed_relations import check_relation
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.queries import check_expression
from sqlmetrics.engine.reading.mended_frames import registered_frame
from sqlmetrics.engine.reading.read_files import read_files
from sqlmetrics.engine.reasons import error_kind, error_text
from sqlmetrics.engine.roles import in_role, roles_of
from sqlmetrics.engine.url import dialect_of_url, open_url
from sqlmetrics.engine.user_query import declare, located, rows_of
from sqlmetrics.engine.written_dates import Dates, check_dates
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.files import footprint
from sqlmetrics.files.footprint import DATABASE
from sqlmetrics.lakes.opened import is_lake_object
from sqlmetrics.spec.limits import Limits
from sqlmetrics.spec.place import (
    Derived,
    Filtered,
    LinkedRelation,
    Place,
    Query,
    Released,
    WordedRelation,
    bare,
    filtered_name,
    made_of,
    name_of,
)
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.condition import check_condition, filtered_sql
from sqlmetrics.statement.dialects import DUCKDB, Dialect
from sqlmetrics.statement.linked_tables import LinkedEntries, linked_entries, linked_plan, linked_sql
from sqlmetrics.statement.planning import check_columns
from sqlmetrics.statement.relation import (
    COUNTS_KEY,
    check_files,
    check_form,
    is_path,
    printed_relation_sql,
    relation_sql,
    table_parts,
)
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import catalogued, kept_table, renamed_sql
from sqlmetrics.statement.types import check_text_type, missing_column
from sqlmetrics.statement.words import worded_sql
from sqlmetrics.text import joined


def check_limits(limits: Limits, dialect: Dialect) -> None:
    """Raise SpecError for limits that only a DuckDB of our own takes, on another connection."""
    settings = {"`memory_limit`": limits.memory, "`threads`": limits.threads, "`temp_directory`": limits.temp_directory}
    given = " and ".join(name for name, value in settings.items() if value is not None)
    if not given:
        return
    if dialect.limits is None:
        raise SpecError(
            f"{given}: the connection's settings are left as they are;"
            " set memory_limit, threads or temp_directory on it"
        )
    raise SpecError(f"{given} is for DuckDB; what {dialect.name} may use is set where it runs: {dialect.limits}")


FRAME = "sqlmetrics_frame"
"""The prefix of the names of frames in statements."""

LIST = "sqlmetrics_list"
"""The prefix of the names of enums of a column's texts."""

LISTED_TEXTS = 100_000
"""The most distinct texts of a column that become an enum, by DuckDB's estimate."""


class Source(NamedTuple):
    """An open engine, the name of the relation in messages, and its FROM clause."""

    engine: Engine
    name: str
    from_sql: str

    def beside(self, relation: Any) -> Source:
        """Return another relation of the engine: a table, files if it reads them, or a frame.

        Raises SpecError for a frame beside another engine than DuckDB.
        """
        if isinstance(relation, Filtered):
            return self.beside(relation.relation).filtered(relation.where)
        if isinstance(relation, Derived):
            return self.beside(made_of(relation)[0]).derived(relation)
        if isinstance(relation, str | Path):
            return _named(self.engine, str(relation))
        if not self.engine.dialect.frames:
            raise SpecError("a frame is compared in DuckDB only; register it in the database and give its name")
        return _registered(self.engine, relation)

    def filtered(self, where: str | None) -> Source:
        """Return the relation with the records alone that a condition of the user's holds for.

        Raises SpecError where it is not one expression, or names a column that there is not.
        """
        if where is None:
            return self
        from_sql = filtered_sql(self.from_sql, where)
        check_expression(self.engine, where, self.name, describe(self.engine, self.from_sql, self.name))
        return self._replace(name=filtered_name(self.name, where), from_sql=from_sql)

    def derived(self, made: Derived) -> Source:
        """Return what is made of the relation, which is the first of several."""
        if isinstance(made, Released):
            return self.released(made)
        return self.worded(made) if isinstance(made, WordedRelation) else self.linked(made)

    def released(self, made: Released) -> Source:
        """Return what a query makes of the relation."""
        inner = self.named(made.names, exact=made.exact)
        query = made.query(inner.from_sql, self.engine.dialect, False)
        return self._replace(name=made.called([self.name]), from_sql=f"(\n{query}\n)")

    def texts(self, made: WordedRelation) -> Source:
        """Return the relation of texts by the names of its columns. Raises SpecError for none."""
        there = self.named((made.person, made.text, *made.secrets), exact=made.exact)
        described = dict(describe(there.engine, there.from_sql, there.name))
        for column in (made.person, made.text, *made.secrets):
            if column not in described:
                raise missing_column(there.name, column, described)
        check_text_type(made.text, described[made.text], there.name)
        return there

    def worded(self, made: WordedRelation) -> Source:
        """Return the words of the relation's texts."""
        there = self.texts(made)
        name = made.called([self.name])
        return there._replace(name=name, from_sql=worded_sql(made, there.from_sql, self.engine.dialect))

    def linked(self, made: LinkedRelation) -> Source:
        """Return the points of people in several tables; this is the main one."""
        own = self.linked_entries(made)
        return self._replace(name=name_of(made), from_sql=linked_sql(own, self.engine.dialect))

    def linked_entries(self, made: LinkedRelation) -> LinkedEntries:
        """Return the entries of several tables; this is the main one.

        Raises SpecError where one lacks a column of its key or of its points.
        """
        found = []
        for place, table in enumerate(made.tables):
            there = self if place == 0 else self.beside(table.spec.records)
            columns = (*table.key, *table.spec.columns)
            there = there.named(columns, exact=table.spec.exact_names, dates=_written_dates(table.spec))
            described = describe(there.engine, there.from_sql, there.name)
            for column in table.key:
                if column not in dict(described):
                    raise missing_column(there.name, column, dict(described))
            check_columns(linked_plan(table), described, there.name)
            found.append(there.from_sql)
        return linked_entries(made, found, self.engine.dialect)

    def named(self, names: Iterable[str | None], *, exact: bool = False, dates: Dates = ()) -> Source:
        """Return the relation with columns by the names that a user gives them.

        The catalogue decides which column a name means, unless names are `exact`. Raises SpecError
        for a name that may mean two columns, for the name of a frame's index, and for texts of
        `dates` that are written otherwise.
        """
        wanted = [name for name in names if name is not None]
        self._check_index(wanted)
        source = self if exact or not wanted else self._catalogued(wanted)
        check_dates(source.engine, dates, source.from_sql, source.name)
        return source

    def _catalogued(self, wanted: Sequence[str]) -> Source:
        """Return the relation with the columns that the catalogue decides that names mean."""
        described = describe(self.engine, self.from_sql, self.name)
        columns = [column for column, _ in described]
        meant = catalogued(wanted, columns, self.engine.dialect, self.name)
        if not meant:
            return self
        from_sql = renamed_sql(self.from_sql, columns, meant, self.engine.dialect)
        names_of = {column: name for name, column in meant.items()}
        self.engine.described[from_sql] = [(names_of.get(column, column), of_type) for column, of_type in described]
        return self._replace(from_sql=from_sql)

    def _check_index(self, names: Sequence[str]) -> None:
        """Raise SpecError where a name belongs to the index of a frame, which is no column."""
        index = {name for name in names if name in self.engine.indexed.get(self.from_sql, ())}
        if not index:
            return
        index -= dict(describe(self.engine, self.from_sql, self.name)).keys()
        if index:
            are = "is" if len(index) == 1 else "are"
            raise SpecError(
                f"{joined(sorted(index))} {are} the frame's index, and no column: give frame.reset_index() instead"
            )

    def listed(self, columns: Sequence[tuple[str, str]]) -> Source:
        """Return the relation with columns of texts as enums; columns are given with their types.

        DuckDB spills groups of fixed size; with texts among the keys it holds more at once than a
        memory limit may leave. Columns of more than LISTED_TEXTS values stay texts.
        """
        quoted = {
            render("quoted", name): f"{LIST}_{uuid.uuid4().hex[:12]}"
            for name, of_type in columns
            if of_type == "VARCHAR"
        }
        if not quoted:
            return self
        sizes = ", ".join(f"approx_count_distinct({name})" for name in quoted)
        (counts,) = fetch(self.engine, f"select {sizes} from {self.from_sql} source", self.name, "texts")  # noqa: S608 - quoted
        kept = {
            name: of_list for (name, of_list), size in zip(quoted.items(), counts, strict=True) if size <= LISTED_TEXTS
        }
        for name, of_list in kept.items():
            values = f"select distinct {name} from {self.from_sql} source where {name} is not null order by {name}"  # noqa: S608 - quoted
            fetch(self.engine, f"create temporary type {of_list} as enum ({values})", self.name, "texts")
        replaced = ", ".join(f"cast({name} as {of_list}) as {name}" for name, of_list in kept.items())
        return self._replace(from_sql=f"(select * replace ({replaced}) from {self.from_sql} source)") if kept else self  # noqa: S608 - quoted


@contextmanager
def opened(
    relation: Any, place: Place | None = None, progress: Progress | None = None, *, beside: Iterable[Any] = ()
) -> Iterator[Source]:
    """Open a relation's place: a connection, a DuckDB file, the database of a URL, or memory.

    DuckDB in memory reads files and frames, and no other files than the relation's and those
    `beside` it, which are relations too or None. Statements keep to the place's limits, and are
    steps of the `progress`.

    Raises SpecError for a relation or place that cannot be opened, and for limits that cannot be
    kept; QueryError where a database does not answer.
    """
    if isinstance(relation, Derived):
        first, *others = made_of(relation)
        with opened(first, place, progress, beside=[*others, *beside]) as source:
            yield source.derived(relation)
        return
    where = relation.where if isinstance(relation, Filtered) else None
    relation = bare(relation)
    check_relation(relation)
    if where is not None:
        check_condition(where)
    place, progress = place or Place(), progress or Progress()
    place.declare()
    with ExitStack() as stack:
        stack.enter_context(held_to(place.limits, progress))
        progress.relation = without_credentials(name_of(relation))
        with progress.step("open"):
            source = stack.enter_context(_opened(relation, place, beside, watched=progress.shown))
            own = place.connection is None and not is_lent(relation)
            engine = replace(source.engine, own=own, limits=place.limits, progress=progress)
            if place.limits.timeout is not None:
                check_timeout(engine.dialect, engine.connection, own=engine.own)
        stack.callback(progress.close)
        yield source._replace(engine=engine).filtered(where)


@contextmanager
def opened_records(spec: Spec, progress: Progress | None = None, *, beside: Iterable[Any] = ()) -> Iterator[Source]:
    """Open the relation of a spec, with the records alone that its `where` holds for.

    See `opened`. Relations `beside` it are whole. Its columns have the names of the spec. Raises
    SpecError where a partition of dates recodes a column with other texts.
    """
    with opened(spec.records, spec.place, progress, beside=beside) as source:
        yield source.named(spec.columns, exact=spec.exact_names, dates=_written_dates(spec))


def _written_dates(spec: Spec) -> Dates:
    """Return the columns of a spec with the partitions that may be of dates."""
    entries = ((column, entry) for column, written in spec.partitions.items() for entry in written)
    return [(column, entry) for column, entry in entries if entry != "raw"]


def population_source(source: Source, spec: Spec) -> Source:
    """Return a spec's population, beside its relation."""
    return source.beside(spec.population).named(spec.columns, exact=spec.exact_names)


def check_records(spec: Spec) -> None:
    """Raise SpecError where a spec's relation is a file of counts, whatever else it lacks."""
    if isinstance(spec.relation, str) and not spec.place.holds_tables and Path(spec.relation).is_file():
        with opened(spec.relation, spec.place):
            pass


def declare_databases(engine: Engine) -> None:
    """Declare the files of a caller's DuckDB as read. Raises SpecError where one is an output."""
    if engine.dialect.client == "embedded" and footprint.engine_paths():
        query = "select path from duckdb_databases() where path is not null"
        for (path,) in engine.connection.cursor().execute(query).fetchall():
            footprint.reads(str(path), DATABASE)


@contextmanager
def _opened(relation: Any, place: Place, beside: Iterable[Any], *, watched: bool) -> Iterator[Source]:
    connection, url, limits = place.connection, place.url, place.limits
    if place.role is not None and (is_lent(relation) or (connection is None and url is None)):
        roles_of(DUCKDB)
    if is_lent(relation):
        with _lent(relation, place) as source:
            yield source
        return
    if connection is None and url is None:
        with _own(relation, place, beside, watched=watched) as source:
            yield source
        return
    if not isinstance(relation, str | Path | Query):
        raise SpecError("a frame is scored without a connection; register it there and give its name")
    text = name_of(relation)
    if url is not None:
        named = dialect_of_url(url)
        check_limits(limits, named)
        if limits.timeout is not None:
            check_timeout(named, None, own=True)
        with (
            open_url(url) as (dialect, own),
            in_role(Engine(dialect, own, own=True), place.role, text) as session,
            hardened(session, text) as engine,
        ):
            yield _named(engine, relation)
    else:
        own = Engine(dialect_of(connection), connection)
        with (
            held_connection(connection),
            read_files(place) as files,
            in_role(replace(own, files=files), place.role, text) as session,
            _callers(session, place, text) as engine,
        ):
            if isinstance(relation, Query) and engine.dialect.parses_queries:
                relation = located(engine.connection, relation)
                declare(engine.connection, relation)
            yield _named(engine, relation, without_credentials(text))


@contextmanager
def _callers(engine: Engine, place: Place, name: str) -> Iterator[Engine]:
    """Give an engine on a caller's connection, which keeps nothing of ours in the end."""
    check_limits(place.limits, engine.dialect)
    declare_databases(engine)
    if engine.dialect.client == "embedded" and not place.trusted:
        check_macros(engine.connection)
    try:
        with hardened(engine, name) as engine:
            yield engine
    finally:
        for registered in engine.registered:
            with suppress(Exception):
                engine.connection.unregister(registered)


@contextmanager
def _lent(relation: Any, place: Place) -> Iterator[Source]:
    """Open a relation of DuckDB on its own connection, which the place may name."""
    if place.database is not None or place.url is not None:
        raise SpecError("a relation of DuckDB lies on its own connection; leave `database` and `url` out")
    name = f"{FRAME}_{uuid.uuid4().hex[:12]}"
    given = place.connection
    connection = connection_of(relation, name) if given is None else given
    dialect = DUCKDB if isinstance(connection, BorrowedConnection) else dialect_of(connection)
    if not dialect.frames:
        raise SpecError("a relation of DuckDB is not on this `connection`; leave it out")
    with (
        held_connection(connection),
        read_files(place) as files,
        _callers(Engine(dialect, connection, files=files), place, name_of(relation)) as engine,
    ):
        if isinstance(connection, BorrowedConnection):
            engine.registered.append(name)
            source = Source(engine, name_of(relation), name)
        else:
            source = _registered(engine, relation)
        yield source._replace(from_sql=binary(connection, source.from_sql, source.name))


@contextmanager
def _own(relation: Any, place: Place, beside: Iterable[Any], *, watched: bool) -> Iterator[Source]:
    """Open a relation in a DuckDB of our own, which attaches the place's file and is hardened."""
    named = isinstance(relation, str | Path)
    beside = [*map(bare, beside)]
    database = None if place.database is None else Path(place.database)
    files = [str(other) for other in beside if isinstance(other, str | Path) and is_path(str(other))]
    if named and database is None:
        check_form(str(relation))
        if not is_path(str(relation)) and not Path(relation).is_dir():
            raise SpecError(f"no such file: {relation}; a table's name needs a `database` or a `url`")
        files.insert(0, str(relation))
        printed_relation_sql(str(relation), DUCKDB, table=False, form=place.files)
        check_files(str(relation), loose=place.files.loose)
    name, limits = without_credentials(name_of(relation)), place.limits
    limits.check_folder()
    with read_files(place) as read, ExitStack() as stack:
        lakes = [path for one in (relation, *beside) if is_lake_object(one) for path in read.prepared_lake(one)]
        if database is None and not isinstance(relation, Query) and not place.trusted:
            paths = lakes + [path for file in files for path in read.prepared(file)]
            confined = _confinement(files, paths, name, read.known(paths))
            own = stack.enter_context(connect(limits, watched=watched, confined=confined))
            engine = Engine(DUCKDB, own, own=True, limits=limits, files=read)
            yield _files(engine, str(relation)) if named else _registered(engine, relation)
            return
        own = stack.enter_context(connect(limits, watched=watched))
        engine = Engine(DUCKDB, own, own=True, database=database, limits=limits, files=read)
        if database is not None:
            attach(own, database, limits)
        if isinstance(relation, Query):
            relation = located(own, relation)
            files += declare(own, relation)
        engine = stack.enter_context(hardened(engine, name))
        paths = lakes + [path for file in files for path in read.prepared(file)]
        harden(own, paths, trusted=place.trusted, known=read.known(paths))
        if isinstance(relation, Query):
            yield _named(engine, relation, name)
        elif not named:
            yield _registered(engine, relation)
        else:
            yield _table(engine, str(relation)) if database is not None else _files(engine, str(relation))


def _confinement(files: Sequence[str], paths: Sequence[str], name: str, known: Collection[str]) -> Confinement:
    """Return what makes a DuckDB read the paths of files and no others; `name` is in messages.

    The `known` ones may be files of a table with a log.
    """

    def confine(own: Connection) -> None:
        with hardened(Engine(DUCKDB, own, own=True), name):
            harden(own, paths, known=known)

    key = confinement_key(paths) if list(paths) == list(files) else None
    return Confinement(None if key is None else ("with settings", key), confine)


def _named(engine: Engine, relation: str | Path | Query, name: str = "") -> Source:
    """Return a query, the table of a name, or the files of a path where the engine reads files.

    `name` is a query's name in messages, as the user wrote it.
    """
    if isinstance(relation, Query):
        return Source(engine, name or without_credentials(name_of(relation)), rows_of(engine, relation))
    text = str(relation)
    if not (engine.dialect.reads_files and is_path(text)):
        if engine.own and engine.dialect.local_files:
            check_form(text)
        return _table(engine, text)
    if engine.dialect.local_files:
        check_files(text, loose=engine.files is not None and engine.files.loose)
    return _files(engine, text)


def _files(engine: Engine, text: str) -> Source:
    """Return the files of a path. Raises SpecError for a file of counts, which are no records."""
    name = without_credentials(text)
    from_sql = (
        relation_sql(text, engine.dialect, table=False)
        if engine.files is None
        else engine.files.rows(engine, text, name)
    )
    source = Source(engine, name, from_sql)
    if engine.dialect.client == "embedded" and text.lower().endswith(".parquet") and Path(text).is_file():
        path, key = render("literal", glob.escape(text)), render("literal", COUNTS_KEY)
        query = f"select 1 from parquet_kv_metadata({path}) where decode(key) = {key}"  # noqa: S608 - literals
        if fetch(engine, query, source.name, "open"):
            raise SpecError(
                f"{source.name} is a file of counts, which `sqlmetrics count` wrote, and holds no records:"
                " score it as one of `counts`"
            )
    return source


def _table(engine: Engine, text: str) -> Source:
    """Return the table of a name, of the attached file where there is one."""
    if engine.database is None:
        return Source(engine, without_credentials(text), _catalogued_table(engine, text))
    with explain_errors(text, engine.limits):
        full = full_name(engine.connection, engine.database, text)
        return Source(engine, without_credentials(text), binary(engine.connection, full, text))


def _catalogued_table(engine: Engine, text: str) -> str:
    """Return the FROM clause of a table, spelt as the catalogue has it.

    A name that is not there as it is written is folded as the database folds unquoted ones. Raises
    SpecError where both are there.
    """
    written = table_source(engine, text)
    folded = kept_table(text, engine.dialect)
    if engine.dialect.folds is None or table_parts(folded) == table_parts(text):
        return written
    other = table_source(engine, folded)
    there = [relation for relation in (written, other) if _is_there(engine, relation, text)]
    if len(there) > 1:
        raise SpecError(f'{text} may be {written} or {other}; write its name in double quotes, as "name"')
    return there[0] if there else written


def _is_there(engine: Engine, relation: str, name: str) -> bool:
    """Return whether a relation can be described."""
    try:
        engine.described[relation] = engine.client.columns(engine, relation, name)
    except QueryError:
        end_transaction(engine)
        engine.time_left(name)
        return False
    return True


def _registered(engine: Engine, frame: Any) -> Source:
    """Make a frame visible to DuckDB's statements, under a name of its own; it is not copied."""
    if type(frame).__module__.partition(".")[0] == "numpy":
        raise SpecError(
            "the columns of a numpy array have no names; make a frame of it, as pandas.DataFrame(array,"
            ' columns=["age", "zip"]), or give a dictionary of columns'
        )
    if is_lake_object(frame) and engine.files is not None:
        return Source(engine, name_of(frame), engine.files.lake_rows(engine, frame))
    if isinstance(frame, list):
        raise SpecError("the columns of a list have no types; make a frame of it, as pandas.DataFrame(list)")
    name = f"{FRAME}_{uuid.uuid4().hex[:12]}"
    with explain_errors("the frame"):
        try:
            engine.connection.register(name, frame)
            engine.registered.append(name)
            if is_lent(frame):
                engine.connection.execute(f"describe select * from {name}").fetchall()  # noqa: S608 - a name of ours
        except SpecError:
            raise
        except Exception as error:
            if is_lent(frame):
                raise SpecError(
                    "a relation of DuckDB is on another connection than what it is measured with;"
                    " give its own as `connection`",
                    error_text(error),
                ) from None
            if registered_frame(engine.connection, name, frame):
                engine.registered.append(name)
                return Source(engine, name_of(frame), name)
            kinds = (
                "give a path, a table's name, a pandas, polars or Arrow frame, a dictionary of columns, or a relation"
                " of DuckDB"
            )
            raise SpecError(
                f"cannot read a value of type {type(frame).__name__} ({error_kind(error)}); {kinds}", error_text(error)
            ) from None
    engine.indexed[name] = tuple(getattr(getattr(frame, "index", None), "names", ()))
    return Source(engine, name_of(frame), name)
