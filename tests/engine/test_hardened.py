"""Nothing that a database defines or sets takes the place of what a statement names.

Each engine is tried with its own `min`, `sum`, `count`, `ln` and `coalesce`, and with each of the
settings that its dialect lists.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import pytest

import sqlmetrics
from conftest import Run, defined, same
from engines import Database, need
from histories import entry, unnumbered
from sqlmetrics.engine.drivers import execute
from sqlmetrics.engine.engine import Engine, end_transaction
from sqlmetrics.engine.hardening import hardened, table_source
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.gate.history.history import append
from sqlmetrics.spec.place import TABLE, History
from sqlmetrics.statement.dialects import DIALECTS

Command = Callable[..., Run]

GOLDEN = Path(__file__).parents[1] / "statement" / "golden"

HOSTILE = {
    "postgres": {
        "search_path": "hostile, pg_catalog",
        "standard_conforming_strings": "off",
        "transform_null_equals": "on",
        "extra_float_digits": "-15",
        "datestyle": "SQL, DMY",
        "intervalstyle": "iso_8601",
        "bytea_output": "escape",
    },
    "sqlite": {"trusted_schema": "1"},
    "mariadb": {
        "sql_mode": "NO_BACKSLASH_ESCAPES,EMPTY_STRING_IS_NULL,ORACLE",
        "sql_select_limit": "1",
        "sql_auto_is_null": "1",
        "div_precision_increment": "0",
    },
    "clickhouse": {
        "join_use_nulls": "1",
        "group_by_use_nulls": "1",
        "aggregate_functions_null_for_empty": "1",
        "transform_null_in": "1",
        "prefer_column_name_to_alias": "1",
        "data_type_default_nullable": "1",
        "cast_keep_nullable": "1",
        "empty_result_for_aggregation_by_empty_set": "1",
        "final": "1",
        "join_default_strictness": "ANY",
        "count_distinct_implementation": "uniq",
        "additional_table_filters": "{'my schema.t': '1 = 0'}",
        "group_by_overflow_mode": "any",
        **{
            f"{what}_overflow_mode": "break"
            for what in ("result", "read", "timeout", "set", "join", "sort", "distinct", "transfer")
        },
    },
    "spark": {
        "spark.sql.variable.substitute": "true",
        "spark.sql.parser.escapedStringLiterals": "true",
        "spark.sql.files.ignoreCorruptFiles": "true",
        "spark.sql.files.ignoreMissingFiles": "true",
    },
}
"""A value of each setting that gives a statement another meaning, or that could, by dialect."""

SCORED = ["k_anonymity", "records_at_risk", "distinct_l_diversity", "discrimination_rate"]
"""Metrics that count, join, order and take logarithms."""

SET = {
    "postgres": "select set_config('{}', '{}', false)",
    "sqlite": "pragma {} = {}",
    "mariadb": "set session {} = {}",
    "clickhouse": "set {} = '{}'",
    "spark": "set {} = {}",
}
GET = {
    "postgres": "select current_setting('{}')",
    "sqlite": "select {} from pragma_trusted_schema",
    "mariadb": "select @@session.{} limit 1",
    "clickhouse": "select value from system.settings where name = '{}'",
    "spark": "set {}",
}


@contextmanager
def connected(engine: Database) -> Iterator[Any]:
    """Give a connection as a user passes it."""
    if engine.connection is None:
        connection = need("chdb.dbapi", "chdb").connect()
        yield connection
        connection.close()
    else:
        yield engine.connection


def asked(engine: Database, connection: Any, sql: str) -> list[Any]:
    """Return the rows of a statement on a connection or in a Spark session."""
    return connection.sql(sql).collect() if engine.dialect == "spark" else execute(connection, sql)[1]


def literal(engine: Database, value: str) -> str:
    """Return a value as the statement of `SET` holds it."""
    text = value.replace("'", "''")
    return f"'{text}'" if engine.dialect == "mariadb" and not value.isdigit() else text


def scores(engine: Database, connection: Any) -> list[float | None]:
    """Return scores of the table `t`, of keys and mappings with quotes and backslashes."""
    mapping = {"flu": "f", "Flu": "", "it's": "x\\y", "x\\y": "${env:HOME}", "cold": "cold"}
    scored = sqlmetrics.score(
        engine.written("t"), ["k", "f"], "x", metrics=SCORED, partitions={"x": mapping}, connection=connection
    )
    return [score.value for score in scored.scores]


@pytest.mark.engines("tables")
def test_no_setting_of_a_session_changes_a_score(engine: Database, truth: Database) -> None:
    """Each setting that a dialect lists is as our statements need it, and as it was afterwards."""
    if engine.dialect not in HOSTILE:
        assert engine.facts.settings is None
        return
    settings = engine.facts.settings
    assert settings is not None
    hostile = HOSTILE[engine.dialect]
    assert set(hostile) == {setting.name for setting in settings.needed}
    expected = scores(truth, truth.connection)
    with connected(engine) as connection:
        read, write = GET[engine.dialect], SET[engine.dialect]
        for setting in settings.needed:
            name, value = setting.name, hostile[setting.name]
            before = str(asked(engine, connection, read.format(name))[0][-1])
            asked(engine, connection, write.format(name, literal(engine, value)))
            given = str(asked(engine, connection, read.format(name))[0][-1])
            with hardened(Engine(engine.facts, connection), "t"):
                meanwhile = str(asked(engine, connection, read.format(name))[0][-1])
            assert meanwhile.startswith(setting.wanted(given)), name
            assert defined(scores(engine, connection)) == same(expected), name
            assert str(asked(engine, connection, read.format(name))[0][-1]) == given, name
            asked(engine, connection, write.format(name, literal(engine, before)))
            assert str(asked(engine, connection, read.format(name))[0][-1]) == before, name


# A table of thirty people who all stand alone: k is 1, and the disease follows from the zip.

PEOPLE = [(f"z{number}", f"d{number % 7}") for number in range(30)]


def facts(relation: str, **place: Any) -> tuple[float | None, ...]:
    """Return k, the share of records at risk, and the discrimination rate of the disease."""
    result = sqlmetrics.score(relation, "zip", "disease", metrics="all", **place)
    return (
        result.value("k_anonymity"),
        result.value("records_at_risk"),
        result.value("discrimination_rate", target="disease"),
        result.scores[0].records,
    )


ALONE = (1, 1, 1, 30)
"""The scores of thirty people who all stand alone."""


def fill(engine: Database, schema: str, table: str, columns: str = "zip varchar(9), disease varchar(9)") -> None:
    """Create a table of the people in a schema."""
    engine.rows(f"create table {schema}.{table} ({columns})")
    engine.rows(f"insert into {schema}.{table} values {', '.join(map(str, PEOPLE))}")


POSTGRES_FORGERIES = (
    "create aggregate hostile.min(bigint) (sfunc = int8pl, stype = bigint, initcond = '99')",
    "create aggregate hostile.min(numeric) (sfunc = numeric_add, stype = numeric, initcond = '99')",
    "create aggregate hostile.sum(bigint) (sfunc = int8larger, stype = bigint, initcond = '7')",
    "create aggregate hostile.sum(numeric) (sfunc = numeric_larger, stype = numeric, initcond = '7')",
    "create aggregate hostile.count(*) (sfunc = int8inc, stype = bigint, initcond = '70')",
    "create function hostile.ln(double precision) returns double precision language sql as 'select 1.0::float8'",
    "create function hostile.ln(bigint) returns double precision language sql as 'select 1.0::float8'",
    "create function hostile.\"coalesce\"(numeric, integer) returns numeric language sql as 'select 99.0'",
    "create function hostile.\"nullif\"(float8, integer) returns float8 language sql as 'select 99.0::float8'",
    "create function hostile.version() returns text language sql as $$select 'Redshift 1.0'$$",
    "create function hostile.times(bigint, bigint) returns bigint language sql as 'select 99::bigint'",
    "create operator hostile.* (leftarg = bigint, rightarg = bigint, function = hostile.times)",
    "create function hostile.always(text, text) returns boolean language sql as 'select true'",
    "create operator hostile.= (leftarg = text, rightarg = text, function = hostile.always)",
    "create domain hostile.text as varchar(1)",
    "create domain hostile.numeric as integer",
    "create table hostile.pg_class (oid oid, relname name, relnamespace oid)",
)
"""What a schema of PostgreSQL may hold so that every statement says what its owner likes."""


@pytest.fixture
def hostile(engine: Database) -> Iterator[str]:
    """Give a schema that is dropped in the end."""
    engine.rows("create schema hostile")
    yield "hostile"
    engine.rows("drop schema hostile" + (" cascade" if engine.dialect == "postgres" else ""))


@pytest.mark.engines("server")
def test_no_function_operator_or_type_forges_a_score(engine: Database, hostile: str, run: Command) -> None:
    """A schema with its own `min`, `sum`, `count`, `ln`, `*`, `=` and types is searched first."""
    fill(engine, hostile, "people")
    assert engine.url is not None
    if engine.dialect == "postgres":
        for statement in POSTGRES_FORGERIES:
            engine.rows(statement)
        url = engine.url + ("&" if "?" in engine.url else "?") + "options=" + quote("-csearch_path=hostile,pg_catalog")
        engine.rows("set search_path = hostile, pg_catalog")
        assert engine.rows("select ln(5::float8)") == [(1.0,)]
    else:
        url = engine.url.rpartition("/")[0] + "/hostile"
        engine.rows("use hostile")
        for name in ("ln", "coalesce", "nullif", "rpad", "lower", "abs"):
            engine.rows(f"create function hostile.`{name}`(x double) returns double deterministic return 99.0")
        engine.rows("set sql_mode = ''")
        for name in ("min", "sum", "count"):
            engine.rows(f"create function hostile.{name} (x double) returns double deterministic return 99.0")
        assert engine.rows("select min (3), ln(1)") == [(99.0, 0.0)]
    try:
        for place in ({"url": url}, {"connection": engine.connection}):
            for relation in ("people", "hostile.people"):
                assert facts(relation, **place) == pytest.approx(ALONE), (place, relation)
        classes = run("classes", "people", "-q", "zip", "--url", url, "--condition", "k_anonymity < 2")
        assert (classes.code, classes.err) == (0, "")
        assert "30" in classes.out
    finally:
        engine.rows("reset search_path" if engine.dialect == "postgres" else "set sql_mode = default")
        if engine.dialect != "postgres":
            engine.rows("use `my schema`")


@pytest.mark.engines("server", "plan")
def test_no_function_forges_a_history(engine: Database, hostile: str) -> None:
    """A schema that is searched first forges no history at a URL, nor is a table made in it."""
    for forgery in (*POSTGRES_FORGERIES, "create table hostile.pg_namespace (oid oid, nspname name)"):
        engine.rows(forgery)
    path = quote("-csearch_path=public,hostile,pg_catalog")
    place = History(f"{engine.url}{'&' if '?' in str(engine.url) else '?'}options={path}", "kept")
    first, second = [entry("a"), entry("a", 2, None, reason="none")], [entry("b")]
    try:
        assert append(place, first)
        assert not append(place, first)
        assert append(place, second)
        assert unnumbered(place) == [*first, *second]
        assert unnumbered(History(str(engine.url), "public.kept")) == [*first, *second]
    finally:
        engine.rows("drop table if exists public.kept")


def test_a_handed_over_sqlite_history_forges_nothing(tmp_path: Path) -> None:
    """Tables named as functions and a lying index have no part in what is read or added."""
    path = tmp_path / "h.db"
    place = History(f"sqlite:///{path}")
    first = [entry("a"), entry("a", 2)]
    append(place, first)
    with sqlite3.connect(path) as connection:
        connection.executescript(
            f"""
            create table json_each (a);
            create table "sqlite" (a);
            create table alike as select 'z' as run_id, job, place from {TABLE};
            create index honest on alike (run_id, job, place);
            create index lying on {TABLE} (run_id, job, place);
            pragma writable_schema = on;
            update sqlite_master set rootpage = (select rootpage from sqlite_master where name = 'honest')
            where name = 'lying';
            """
        )
    connection.close()
    assert unnumbered(place) == first
    assert not append(place, first)


@pytest.mark.engines("server")
def test_a_relation_named_like_a_step_of_ours_is_read(engine: Database, hostile: str) -> None:
    """A table called `counts` or `targets` is the table, not our step of that name."""
    assert engine.url is not None
    for table in ("counts", "targets", "cells", "facts", "scores"):
        fill(engine, hostile, table)
        if engine.dialect == "postgres":
            place = engine.url + ("&" if "?" in engine.url else "?") + "options=" + quote("-csearch_path=hostile")
        else:
            place = engine.url.rpartition("/")[0] + "/hostile"
        assert facts(table, url=place) == pytest.approx(ALONE), table


@pytest.mark.engines("server", "plan")
def test_a_type_or_collation_that_calls_everything_equal_forges_nothing(engine: Database, hostile: str) -> None:
    """Values of the database's own types and collations are compared by their bytes."""
    engine.rows("create type hostile.code as (zip varchar(9))")
    engine.rows("create type hostile.kind as enum ('a', 'b')")
    engine.rows("create domain hostile.named as hostile.code")
    for kind in ("code", "kind"):
        args = f"(hostile.{kind}, hostile.{kind})"
        engine.rows(f"create function hostile.same{args} returns boolean language sql immutable as 'select true'")
        engine.rows(f"create function hostile.never{args} returns boolean language sql immutable as 'select false'")
        engine.rows(f"create function hostile.compare{args} returns integer language sql immutable as 'select 0'")
        for sign, function in (("=", "same"), ("<", "never"), (">", "never"), ("<=", "same"), (">=", "same")):
            sides = f"leftarg = hostile.{kind}, rightarg = hostile.{kind}"
            engine.rows(f"create operator hostile.{sign} ({sides}, function = hostile.{function})")
        numbered = ", ".join(
            f"operator {place} hostile.{sign}" for place, sign in enumerate(("<", "<=", "=", ">=", ">"), 1)
        )
        engine.rows(
            f"create operator class hostile.{kind}s default for type hostile.{kind} using btree as"
            f" {numbered}, function 1 hostile.compare{args}"
        )
    engine.rows(
        "create table hostile.typed as select row('z' || i)::hostile.code as zip,"
        " row('z' || i)::hostile.code::hostile.named as named, 'd' || i % 7 as disease,"
        " (array['a', 'b'])[1 + i % 2]::hostile.kind as kind, i as number"
        " from generate_series(1, 30) i"
    )
    assert engine.rows("select count(*) from (select zip from hostile.typed group by zip) x") == [(1,)]
    for column, k in (("zip", 1), ("named", 1), ("kind", 15), ("number", 1)):
        scored = sqlmetrics.score("hostile.typed", column, metrics="k_anonymity", connection=engine.connection)
        assert scored.value("k_anonymity") == k, column
        query = "select x.* from hostile.typed x"
        scored = sqlmetrics.score(
            query=query, quasi_identifiers=column, metrics="k_anonymity", connection=engine.connection
        )
        assert scored.value("k_anonymity") == k, column
    try:
        engine.rows(
            "create collation hostile.vague (provider = icu, locale = 'und-u-ks-level1', deterministic = false)"
        )
    except Exception as error:
        assert "ICU" in str(error)  # noqa: PT017 - a server built without ICU has no such collations
        return
    engine.rows("create table hostile.vague (zip text collate hostile.vague)")
    engine.rows("insert into hostile.vague values ('a'), ('A'), ('\u00e1')")
    assert sqlmetrics.score("hostile.vague", "zip", url=engine.url).value("k_anonymity") == 1
    query = "select * from hostile.vague"
    assert sqlmetrics.score(query=query, quasi_identifiers="zip", url=engine.url).value("k_anonymity") == 1
    with pytest.raises(QueryError, match="a table of a query needs its schema before its name"):
        sqlmetrics.score(query="select * from vague", quasi_identifiers="zip", url=engine.url)


@pytest.mark.engines("server", "plan")
def test_a_rollback_leaves_a_callers_session_hardened(engine: Database) -> None:
    """A statement that fails ends the transaction that set the path, which is set again."""
    psycopg = need("psycopg", "psycopg")
    path = "select current_setting('search_path')"
    with psycopg.connect(engine.url) as connection:
        before = execute(connection, path)[1]
        connection.rollback()
        with hardened(Engine(engine.facts, connection), "t") as used:
            with pytest.raises(Exception, match="nope"):
                execute(connection, "select nope()")
            end_transaction(used)
            assert execute(connection, path)[1] == [("pg_catalog, pg_temp",)]
        assert execute(connection, path)[1] == before


@pytest.mark.engines("server", "plan")
def test_a_name_without_schema_is_found_as_the_session_would(engine: Database, hostile: str) -> None:
    """A temporary table comes first, then the schemas of the path, in order."""
    psycopg = need("psycopg", "psycopg")
    fill(engine, hostile, "people")
    with psycopg.connect(engine.url) as connection:
        execute(connection, 'set search_path = hostile, "my schema"')
        with hardened(Engine(engine.facts, connection), "people") as used:
            assert table_source(used, "people") == '"hostile"."people"'
            assert table_source(used, "released") == '"my schema"."released"'
            assert table_source(used, "nowhere") == '"nowhere"'
        execute(connection, "create temporary table people (zip text, disease text)")
        assert sqlmetrics.score("people", "zip", connection=connection).scores[0].records == 0
        assert facts("hostile.people", connection=connection) == pytest.approx(ALONE)
        connection.rollback()


@pytest.mark.engines("server", "plan")
def test_who_may_only_select_runs_every_command(engine: Database, hostile: str, run: Command, tmp_path: Path) -> None:
    """SELECT on the tables is enough: no TEMPORARY, no CREATE, no setting that needs a right."""
    fill(engine, hostile, "people")
    fill(engine, hostile, "release")
    engine.rows("revoke temporary on database postgres from public")
    engine.rows("create role selects login")
    engine.rows("grant usage on schema hostile to selects")
    engine.rows("grant select on all tables in schema hostile to selects")
    try:
        assert engine.url is not None
        url = engine.url.replace("postgres:@", "selects:@").replace("user=postgres", "user=selects")
        assert url != engine.url
        keys = ("-q", "zip", "-s", "disease", "--url", url)
        commands: list[tuple[str, ...]] = [
            ("score", "hostile.people", *keys),
            ("score", "hostile.people", *keys, "--level", "class"),
            ("classes", "hostile.people", *keys, "--condition", "k_anonymity < 2"),
            ("suda", "hostile.people", "-q", "zip", "-q", "disease", "--url", url),
            ("init", "hostile.people", "--url", url),
            ("attacks", "hostile.release", "--original", "hostile.people", "-q", "zip", "-s", "disease", "--url", url),
            ("utility", "hostile.release", "--original", "hostile.people", "--url", url),
        ]
        for command in commands:
            ended = run(*command)
            assert ended.code == 0, (command, ended.err)
    finally:
        engine.rows("drop owned by selects")
        engine.rows("drop role selects")
        engine.rows("grant temporary on database postgres to public")


ACTS = (
    "lo_import('/etc/hostname')::text = 'x'",
    "pg_catalog.LO_IMPORT ('/etc/hostname') > 0",
    "\"lo_import\"('/etc/hostname') > 0",
    "lo_creat(-1) > 0",
    "lo_from_bytea(0, 'x'::bytea) > 0",
    "pg_reload_conf()",
    "pg_terminate_backend(0)",
    "set_config('transaction_read_only', 'off', false) = 'off'",
    "pg_read_file('/etc/hostname') > ''",
    "xmlexists('a' passing query_to_xml('select lo_creat(-1)', true, true, ''))",
    "1=1or lo_creat(-1)>0",
)
"""Conditions that act outside a transaction that only reads, where a superuser runs them."""


@pytest.mark.engines("server", "interrupt")
def test_a_query_acts_on_nothing_outside_it(engine: Database, run: Command, tmp_path: Path) -> None:
    """No function with an effect beyond its transaction is called by what a spec brings."""
    table, place = engine.relation("t"), cast("dict[str, Any]", {"connection": engine.connection})
    objects = "select count(*) from pg_catalog.pg_largeobject_metadata"
    assert engine.rows(objects) == [(0,)]
    for text in ACTS:
        with pytest.raises(SpecError, match="acts outside the query that calls it"):
            sqlmetrics.score(engine.written("t"), "k", where=text, **place)
        with pytest.raises(SpecError, match="acts outside the query that calls it"):
            sqlmetrics.score(query=f"select k, {text} as x from {table}", quasi_identifiers="k", **place)
    assert engine.rows(objects) == [(0,)]
    escaped = 'U&"lo\\005fcreat"(-1) > 0'
    with pytest.raises(SpecError, match="by the numbers of its letters"):
        sqlmetrics.score(engine.written("t"), "k", where=escaped, **place)
    ended = run("score", engine.written("t"), "-q", "k", "--where", ACTS[0], "--url", engine.url)
    assert (ended.code, ended.out) == (2, "")
    assert "`where` (--where) names lo_import: such a function acts outside" in ended.err
    (tmp_path / "w.sql").write_text("select count(*) from {table} where lo_creat(-1) > 0")
    with pytest.raises(SpecError, match="lo_creat"):
        sqlmetrics.compare(table, table, **place).utility(workload=tmp_path / "w.sql")
    read = "random() >= 0 and clock_timestamp() > now() - interval '1 day' and upper(k) >= '' and length('lo') = 2"
    whole = sqlmetrics.score(engine.written("t"), "k", where=f"({read}) or true", **place).records
    assert whole == sqlmetrics.score(engine.written("t"), "k", **place).records
    assert engine.rows(objects) == [(0,)]


@pytest.fixture
def handed_over(tmp_path: Path) -> Path:
    """Return a SQLite file whose schema forges: its indexes, collations, names and views."""
    path = tmp_path / "given.db"
    with sqlite3.connect(path) as connection:
        for table, collation in (("people", ""), ("alike", ""), ("targets", ""), ("folding", " collate nocase")):
            connection.execute(f"create table {table} (zip text{collation}, disease text)")
            rows = [("same", disease) for _, disease in PEOPLE] if table == "alike" else PEOPLE
            if table == "folding":
                rows = [("a" if place % 2 else "A", disease) for place, (_, disease) in enumerate(PEOPLE)]
            connection.executemany(f"insert into {table} values (?, ?)", rows)
        connection.executescript(
            """
            create table json_each (a);
            create table pragma_table_info (a);
            create table "min" (zip text);
            create view seen as select * from people;
            create index honest on alike (zip, disease);
            create index lying on people (zip, disease);
            pragma writable_schema = on;
            update sqlite_master set rootpage = (select rootpage from sqlite_master where name = 'honest')
            where name = 'lying';
            """
        )
    connection.close()
    return path


def test_a_sqlite_file_cannot_forge_a_score(handed_over: Path, run: Command) -> None:
    """An index that holds other values than its table is not read, nor is a collation heeded."""
    with sqlite3.connect(handed_over) as plain:
        assert plain.execute("select count(*) from (select 1 from people group by zip)").fetchall() == [(1,)]
        for place in ({"url": f"sqlite:///{handed_over}"}, {"connection": plain}):
            assert facts("people", **place) == pytest.approx(ALONE)
            assert facts("targets", **place) == pytest.approx(ALONE)
            assert sqlmetrics.score("folding", "zip", "disease", **place).value("k_anonymity") == 15
            folding = sqlmetrics.score(query="select * from folding", quasi_identifiers="zip", **place)
            assert folding.value("k_anonymity") == 15
        plain.execute("create temporary table people (zip text, disease text)")
        assert sqlmetrics.score("people", "zip", connection=plain).scores[0].records == 0
    plain.close()


def test_a_name_that_sqlite_forgets_is_no_other_column(tmp_path: Path) -> None:
    """Columns called true or false are not met as column1: the message says how to read them."""
    with sqlite3.connect(tmp_path / "given.db") as connection:
        connection.execute('create table people ("True", zip)')
        connection.execute("insert into people values (1, 2)")
        connection.execute('create view named as select "True" as is_true, zip from people')
        for key in ("True", "zip", "column1"):
            with pytest.raises(SpecError, match=r"a name that sqlite forgets .*: select \"True\" as is_true, "):
                sqlmetrics.score("people", key, connection=connection)
        query = 'select "True" as is_true, zip from people'
        assert sqlmetrics.score("named", "is_true", connection=connection).records == 1
        assert sqlmetrics.score(query=query, quasi_identifiers="is_true", connection=connection).records == 1
    connection.close()


def test_a_view_of_a_sqlite_file_calls_no_function_of_the_connection(tmp_path: Path) -> None:
    """A function that a program registered for itself is not called by what a file brings."""
    with sqlite3.connect(tmp_path / "given.db") as connection:
        called: list[int] = []
        connection.create_function("effect", 1, called.append)
        connection.execute("create table people as select 'a' as zip")
        connection.execute("create view seen as select zip, effect(1) as done from people")
        connection.execute("pragma trusted_schema = on")
        with pytest.raises(QueryError):
            sqlmetrics.score("seen", ["zip", "done"], connection=connection)
        assert called == []
    connection.close()


def test_clickhouse_refuses_functions_with_names_of_its_own() -> None:
    """`create function` cannot name a function of ours, nor take its place in other letters."""
    connection = need("chdb.dbapi", "chdb").connect()
    for name in ("min", "sum", "count", "ln", "coalesce", "nullif", "greatest"):
        with pytest.raises(Exception, match="already exists"):
            execute(connection, f"create function {name} as (x) -> 99")
    execute(connection, "create function LN as (x) -> 99")
    try:
        assert execute(connection, "select round(ln(5), 3)")[1] == [(1.609,)]
    finally:
        execute(connection, "drop function LN")
        connection.close()


@pytest.mark.parametrize("setting", ["limit", "offset", "additional_result_filter"])
def test_clickhouse_sessions_that_cut_results_are_refused(setting: str) -> None:
    """What a setting leaves out of a result cannot be told from what is not there."""
    connection = need("chdb.dbapi", "chdb").connect()
    execute(connection, f"set {setting} = '1'")
    try:
        with pytest.raises(SpecError, match="cut or filter"):
            sqlmetrics.score("system.one", "dummy", connection=connection)
    finally:
        execute(connection, f"set {setting} = default")
        connection.close()


def test_functions_of_a_datafusion_context_are_the_callers() -> None:
    """A context's own function takes the place of a built-in one: statements are printed for it."""
    datafusion, pa = need("datafusion", "datafusion"), need("pyarrow", "pyarrow")
    context = datafusion.SessionContext()
    forged = datafusion.udf(
        lambda values: pa.array([99.0] * len(values)), [pa.float64()], pa.float64(), "immutable", name="ln"
    )
    context.register_udf(forged)
    assert context.sql("select ln(cast(5 as double)) as x").to_pylist() == [{"x": 99.0}]
    assert DIALECTS["datafusion"].drivers == ()


@pytest.mark.engines("cluster")
def test_functions_of_a_spark_session_forge_nothing(engine: Database, truth: Database) -> None:
    """A session whose functions have the names of Spark's own is refused."""
    session = engine.connection
    session.udf.register("fine", lambda value: value, "double")
    assert defined(scores(engine, session)) == same(scores(truth, truth.connection))
    session.udf.register("ln", lambda _: 99.0, "double")
    try:
        with pytest.raises(SpecError, match=r"names of built-in ones.*ln"):
            scores(engine, session)
    finally:
        session.sql("drop temporary function if exists ln")
        session.sql("drop temporary function if exists fine")


@pytest.mark.parametrize("dialect", ["mysql", "mariadb"])
def test_no_blank_stands_between_a_function_and_its_arguments(dialect: str) -> None:
    """MySQL calls a stored function instead of `min` or `sum` where a blank comes first."""
    text = (GOLDEN / f"{dialect}.sql").read_text(encoding="utf-8")
    assert re.search(r"\bmin\(", text)
    assert re.findall(r"\b(?:min|max|sum|count|avg|cast|substr|substring|now|trim|std|variance)\s+\(", text) == []
