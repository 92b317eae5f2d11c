"""The SQL dialects side by side, with the differences between engines that are not SQL.

Differences of SQL are in the macros of `templates/macros/dialects`; what a session is held to is in
`sessions`. No other module names a dialect; they use one of these facts.

A dialect is added by its entry below, and by its macros where the default ones are not its SQL.
Tests know it by its line among their databases (`tests/engines.py`) or, where none of them speaks
it, by its tables in `tests/vendor_facts.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from sqlmetrics.errors import SpecError, UnknownNameError
from sqlmetrics.statement import installations, sessions
from sqlmetrics.statement.installations import Installable
from sqlmetrics.statement.sessions import Driver, Effects, Lookup, Roles, Settings
from sqlmetrics.text import nearest, plain_name


class HistoryTable(NamedTuple):
    """The definition of a table that keeps a history, and how it is filled."""

    text: str
    """The type of texts."""

    key: str
    """The type of texts that are part of the primary key."""

    whole: str
    """The type of whole numbers."""

    number: str
    """The type of other numbers."""

    mark: str
    """The placeholder of a bound value."""

    options: str = ""
    """The end of the definition, by which texts are kept and compared as they are."""

    wait: str | None = None
    """The statement by which a session waits `{milliseconds}` for others' locks."""


@dataclass(frozen=True, eq=False)
class Dialect:
    """An engine's dialect of SQL, with the facts that are not SQL; one object per dialect."""

    name: str
    """The name of dbt's adapter, which begins the names of the macros that are its own."""

    aliases: tuple[str, ...] = ()
    """The names that people and other tools have for it, beside its name and its schemes."""

    relatives: tuple[str, ...] = ()
    """The databases that speak it, or much of it, which a message on their names says."""

    parents: tuple[str, ...] = ()
    """The dialects whose macros it uses where it has none, before the default ones, as in dbt."""

    executed: bool = False
    """Whether the tests execute its statements; else grammars and the manual check them."""

    # How it is reached

    client: Literal["embedded", "session", "cursor"] = "cursor"
    """The client of its statements: DuckDB in this process, a SparkSession, or the cursor of a
    PEP 249 driver."""

    drivers: tuple[Driver, ...] = ()
    """The packages of its connections."""

    version: str | None = None
    """The word in the result of its parent's `version_query` that tells it from the parent, whose
    drivers connect to it, too."""

    version_query: str | None = "select version()"
    """The query of the server's version; None where it has no version to users."""

    schemes: tuple[str, ...] = ()
    """The schemes of its URLs."""

    url_driver: str | None = None
    """SQLAlchemy's name of the driver, for a URL that names none."""

    extra: str | None = None
    """The extra of pip that installs what a URL needs."""

    in_file: bool = False
    """Whether a URL names a database that is one file."""

    tables: str | None = None
    """The query of the names of its tables and views, which are offered for a wrong one."""

    # How a session is kept within bounds

    read_only: str | None = None
    """The statement that makes a session read only, where there is one."""

    settings: Settings | None = None
    """The settings that a session has while our statements run, so that nothing of the database's
    own takes the place of what they name."""

    lookup: Lookup | None = None
    """How the schema of a table is found, so that no other relation takes its place."""

    own_types: str | None = None
    """The query of a table's columns, in order, each with the word `type` or `collation` where its
    own is made in the database, and decides there which values are equal."""

    own_indexes: bool = False
    """Whether a table in a file has indexes that may hold what the table does not."""

    lost_names: frozenset[str] = frozenset()
    """The names, in lower case, that a column loses in the rows of a query."""

    roles: Roles | str = "it has no roles that a session takes"
    """How a session reads as another role, or why it cannot."""

    effects: Effects | None = None
    """How functions are found that act outside a user's query."""

    shadowing: tuple[str, str] | None = None
    """The queries of a session's own functions and of built-in ones, whose place they may take."""

    time_limit: str | None = None
    """The statement that limits the time of a session's statements to `{milliseconds}` or
    `{seconds}`, unless its limit is shorter already; for sessions of our own."""

    limits: str | None = "the server's own settings"
    """The settings of its memory, threads and temporary files; None where we set them when we open
    it."""

    session_note: str | None = None
    """What the reader of a printed statement has to see to, where we open no session."""

    ends_transactions: bool = False
    """Whether a statement that fails ends the transaction, which is rolled back before the next."""

    # What it can do

    tells_words: bool = False
    """Whether it makes rows of the words of a text, in the macro `told_words`."""

    reads_files: tuple[str, ...] = ()
    """The formats of files that a FROM clause can name."""

    local_files: bool = False
    """Whether these are files of this machine, read by table functions; else they are files of its
    cluster, named by their path."""

    writes_files: bool = False
    """Whether it writes the rows of a query to a file of this machine."""

    frames: bool = False
    """Whether a frame of pandas, polars or Arrow can be registered as one of its relations."""

    in_order: bool = False
    """Whether the rows of a file or table come in the same order each time, so that every tenth row
    is the same one."""

    keeps_counts: bool = False
    """Whether a CTE that a statement uses several times is computed once; else the source is read
    for each use."""

    caches_counts: bool = False
    """Whether counts are computed and cached before they are scored, since a CTE is not kept."""

    grouping_sets: bool = False
    """Whether one statement counts by several sets of columns, each by itself, in one read."""

    packs_counts: bool = False
    """Whether combinations of keys are measured step by step, in temporary tables of counts with
    packed keys; else one statement measures all."""

    nested_with: bool = True
    """Whether a nested query may have a `with` clause, as in the statement of `attacks`."""

    ctes: int = 64
    """The most common table expressions of a statement; MySQL and MariaDB allow the fewest, 64."""

    unordered_limit: bool = True
    """Whether the macro `row_limit` may follow a query without `order by`."""

    splits_texts: bool = False
    """Whether a long list of texts is written as one text, which the statement splits."""

    joins_sizes: bool = False
    """Whether records are joined to the sizes of their classes, where a window takes longer."""

    nests_with: bool = True
    """Whether a query in a FROM clause may begin by `with`."""

    installs: tuple[Installable, ...] = ()
    """What takes a relation and is installed, beside views."""

    orders_views: bool = True
    """Whether the query of a view may end by `order by`."""

    shadows_with: bool = True
    """Whether a nested `with` clause may name a query as an outer one does."""

    parses_queries: bool = False
    """Whether it parses the queries of a user's own, as trees in JSON, before it runs them."""

    dates_are_texts: bool = False
    """Whether it has no type of dates and times, which are texts as of ISO 8601."""

    text_keys: bool = False
    """Whether keys are grouped as texts, so that counts hold numbers and dates as texts."""

    folds: Literal["lower", "upper"] | None = None
    """The case in which it keeps unquoted names; None where they stay as they are written."""

    grammar: str | None = None
    """The name of sqlglot's grammar that reads it, where that is another name."""

    history: HistoryTable | None = None
    """The table of a history of checks, where the engine can keep one."""

    def folded(self, name: str) -> str:
        """Return an unquoted name as the dialect keeps it."""
        return name.lower() if self.folds == "lower" else name.upper() if self.folds == "upper" else name


_MYSQL_HISTORY = HistoryTable(
    "mediumtext",
    "varchar(200)",
    "bigint",
    "double",
    mark="%s",
    options=" character set utf8mb4 collate utf8mb4_bin",
    wait="set lock_wait_timeout = {milliseconds} div 1000, innodb_lock_wait_timeout = {milliseconds} div 1000",
)

DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        Dialect(
            name="duckdb",
            tells_words=True,
            relatives=("motherduck",),
            installs=(installations.DUCKDB_MACRO,),
            joins_sizes=True,
            executed=True,
            client="embedded",
            drivers=(Driver("duckdb", cancel="interrupt"), Driver("_duckdb", cancel="interrupt")),
            limits=None,
            reads_files=("parquet", "csv", "json"),
            local_files=True,
            writes_files=True,
            in_order=True,
            frames=True,
            keeps_counts=True,
            grouping_sets=True,
            packs_counts=True,
            splits_texts=True,
            parses_queries=True,
            settings=sessions.DUCKDB_SESSION,
            history=HistoryTable("varchar", "varchar", "bigint", "double", mark="?"),
        ),
        Dialect(
            name="postgres",
            tells_words=True,
            relatives=("alloydb", "aurora", "cockroachdb", "greenplum", "neon", "supabase", "timescaledb"),
            aliases=("pg", "psql"),
            installs=(installations.POSTGRES_FUNCTION,),
            executed=True,
            drivers=(
                Driver("psycopg", cancel="cancel", named_cursors=True),
                Driver("psycopg2", cancel="cancel", named_cursors=True),
                Driver("pg8000"),
            ),
            version_query="select pg_catalog.version()",
            schemes=("postgresql", "postgres"),
            url_driver="postgresql+psycopg",
            tables=sessions.TABLES,
            extra="postgres",
            read_only="set session characteristics as transaction read only",
            settings=sessions.POSTGRES,
            lookup=sessions.POSTGRES_LOOKUP,
            own_types=sessions.POSTGRES_TYPES,
            roles=sessions.POSTGRES_ROLES,
            effects=sessions.POSTGRES_EFFECTS,
            time_limit=sessions.POSTGRES_TIME_LIMIT,
            limits="work_mem, max_parallel_workers_per_gather and temp_tablespaces of its role or session",
            ends_transactions=True,
            keeps_counts=True,
            folds="lower",
            history=HistoryTable(
                "text",
                "varchar(200)",
                "bigint",
                "double precision",
                mark="%s",
                wait="set lock_timeout = {milliseconds}",
            ),
        ),
        Dialect(
            name="sqlite",
            version_query="select sqlite_version()",
            aliases=("sqlite3",),
            executed=True,
            drivers=(Driver("sqlite3", cancel="interrupt", interrupted="interrupted", functions="create_function"),),
            schemes=("sqlite",),
            url_driver="sqlite+pysqlite",
            extra="sqlite",
            in_file=True,
            tables="select name from sqlite_master where type in ('table', 'view')",
            read_only="pragma query_only = on",
            settings=sessions.SQLITE,
            lookup=sessions.SQLITE_LOOKUP,
            own_indexes=True,
            lost_names=frozenset({"true", "false"}),
            keeps_counts=True,
            dates_are_texts=True,
            history=HistoryTable(
                "text", "text", "integer", "real", mark="?", wait="pragma busy_timeout = {milliseconds}"
            ),
        ),
        Dialect(
            name="mysql",
            tells_words=True,
            installs=(installations.MYSQL_PROCEDURE,),
            relatives=("aurora", "percona", "tidb"),
            drivers=(
                Driver("pymysql", unbuffered="SSCursor"),
                Driver("MySQLdb", unbuffered="SSCursor"),
                Driver("mysql"),
            ),
            schemes=("mysql",),
            url_driver="mysql+pymysql",
            tables=sessions.TABLES,
            extra="mysql",
            read_only="set session transaction read only",
            settings=sessions.MYSQL,
            roles=sessions.ADDING_ROLES,
            lookup=sessions.MYSQL_LOOKUP,
            time_limit=sessions.MYSQL_TIME_LIMIT,
            limits="its sort and temporary table sizes",
            text_keys=True,
            history=_MYSQL_HISTORY,
        ),
        Dialect(
            name="mariadb",
            tells_words=True,
            installs=(installations.MYSQL_PROCEDURE,),
            grammar="mysql",
            parents=("mysql",),
            executed=True,
            drivers=(Driver("mariadb"),),
            version="mariadb",
            schemes=("mariadb",),
            url_driver="mariadb+pymysql",
            tables=sessions.TABLES,
            extra="mysql",
            read_only="set session transaction read only",
            settings=sessions.MYSQL,
            roles=sessions.ADDING_ROLES,
            lookup=sessions.MYSQL_LOOKUP,
            time_limit=sessions.MARIADB_TIME_LIMIT,
            limits="its sort and temporary table sizes",
            text_keys=True,
            history=_MYSQL_HISTORY,
        ),
        Dialect(
            name="clickhouse",
            tells_words=True,
            executed=True,
            shadows_with=False,
            drivers=(Driver("chdb"), Driver("clickhouse_connect", unescapes=True), Driver("clickhouse_driver")),
            schemes=("clickhouse", "clickhousedb"),
            url_driver="clickhousedb",
            extra="clickhouse",
            settings=sessions.CLICKHOUSE,
            roles=sessions.ADDING_ROLES,
            limits="max_memory_usage and max_threads of its user or session",
        ),
        Dialect(
            name="datafusion",
            tells_words=True,
            grammar="postgres",
            executed=True,
            folds="lower",
            # statistics leave NaN out, and a column whose ends are one value becomes that value
            session_note="a Parquet file with NaN is read right if it is registered with parquet_pruning=False after"
            " set datafusion.execution.collect_statistics = false",
        ),
        Dialect(
            name="spark",
            tells_words=True,
            relatives=("emr", "fabric", "glue"),
            aliases=("sparksql", "pyspark"),
            executed=True,
            client="session",
            drivers=(Driver("pyspark"),),
            schemes=("spark",),
            extra="spark",
            settings=sessions.SPARK,
            shadowing=("show user functions", "show system functions"),
            limits="spark.executor.memory, spark.executor.cores and spark.local.dir of its configuration",
            reads_files=("parquet", "json"),
            caches_counts=True,
        ),
        Dialect(
            name="databricks",
            tells_words=True,
            installs=(installations.DATABRICKS_PROCEDURE,),
            parents=("spark",),
            drivers=(Driver("databricks"),),
            schemes=("databricks",),
            url_driver="databricks",
            extra="databricks",
            reads_files=("parquet", "json"),
        ),
        Dialect(
            name="bigquery",
            version_query=None,
            tells_words=True,
            installs=(installations.BIGQUERY_FUNCTION,),
            aliases=("bq", "googlesql"),
            executed=True,
            drivers=(Driver("google", unescapes=True),),
            schemes=("bigquery",),
            url_driver="bigquery",
            extra="bigquery",
        ),
        Dialect(
            name="snowflake",
            version_query="select current_version()",
            tells_words=True,
            installs=(installations.SNOWFLAKE_PROCEDURE, installations.SNOWFLAKE_METRIC),
            drivers=(Driver("snowflake"),),
            schemes=("snowflake",),
            url_driver="snowflake",
            tables=sessions.TABLES,
            extra="snowflake",
            limits="the warehouse's size",
            roles=sessions.SNOWFLAKE_ROLES,
            folds="upper",
        ),
        Dialect(
            name="redshift",
            parents=("postgres",),
            drivers=(Driver("redshift_connector"),),
            version="redshift",
            schemes=("redshift",),
            url_driver="redshift+redshift_connector",
            tables=sessions.TABLES,
            extra="redshift",
            settings=sessions.REDSHIFT,
            lookup=Lookup("select current_schema()"),
            roles=sessions.REDSHIFT_ROLES,
            ends_transactions=True,
            folds="lower",
        ),
        Dialect(
            name="trino",
            tells_words=True,
            relatives=("athena", "presto", "starburst"),
            drivers=(Driver("trino"),),
            schemes=("trino",),
            url_driver="trino",
            extra="trino",
            roles=sessions.ADDING_ROLES,
            folds="lower",
        ),
        Dialect(
            name="sqlserver",
            version_query="select @@version",
            installs=(installations.SQLSERVER_PROCEDURE,),
            grammar="tsql",
            relatives=("azure", "fabric", "synapse"),
            nests_with=False,
            orders_views=False,
            aliases=("tsql", "t_sql", "azuresql"),
            drivers=(Driver("pyodbc"), Driver("pymssql")),
            schemes=("mssql",),
            url_driver="mssql+pymssql",
            extra="mssql",
            roles=sessions.SQLSERVER_ROLES,
            nested_with=False,
            unordered_limit=False,
            text_keys=True,
        ),
        Dialect(
            name="oracle",
            version_query="select max(version_full) from product_component_version",
            installs=(installations.ORACLE_PROCEDURE,),
            aliases=("oracledb", "plsql"),
            drivers=(Driver("oracledb", cancel="cancel"),),
            schemes=("oracle",),
            url_driver="oracle+oracledb",
            extra="oracle",
            settings=sessions.ORACLE,
            roles=sessions.ADDING_ROLES,
            folds="upper",
        ),
    )
}
"""Every dialect by its name."""

DUCKDB = DIALECTS["duckdb"]
"""The dialect of files, of frames and of our own tables."""


def version_words(parent: Dialect) -> dict[str, Dialect]:
    """Return the dialects of servers that a parent's drivers connect to, by their `version`."""
    return {child.version: child for child in DIALECTS.values() if child.version and parent.name in child.parents}


NAMES: dict[str, Dialect] = {
    plain_name(name): dialect
    for dialect in DIALECTS.values()
    for name in (dialect.name, *dialect.schemes, *dialect.aliases)
}
"""Every dialect by the names that other tools have for it, too, as `plain_name` writes them."""


def check_dialect(name: str) -> Dialect:
    """Return the dialect of a name, or of one that other tools have for it.

    Raises SpecError, with the nearest names, for an unknown one.
    """
    dialect = NAMES.get(plain_name(name))
    if dialect is not None:
        return dialect
    speaks = [dialect.name for dialect in DIALECTS.values() if plain_name(name) in dialect.relatives]
    if speaks:
        spoken = " or ".join(speaks)
        raise SpecError(f"unknown dialect '{name}'; it speaks the dialect of {spoken}, or nearly: write {spoken}")
    near = dict.fromkeys(NAMES[other].name for other in nearest(name, NAMES, cutoff=0.7))
    raise UnknownNameError(f"unknown dialect '{name}'", name, DIALECTS, near=near)
