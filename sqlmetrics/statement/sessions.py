"""Sessions of databases: who opens them, and what they are held to while our statements run.

Settings give a statement the same meaning in every database, lookups and effects keep what a
database defines from taking the place of what a statement names. `dialects` says which dialect has
which.
"""

from __future__ import annotations

from typing import NamedTuple


class Driver(NamedTuple):
    """A Python package whose connections speak a dialect."""

    package: str
    """The top-level package that the class of a connection comes from."""

    cancel: str | None = None
    """The method of a connection that ends its statement from another thread, where it has one."""

    unescapes: bool = False
    """Whether it replaces `%%` by `%` even in a statement without parameters."""

    interrupted: str | None = None
    """The error of a statement that Ctrl-C ended, for a database in this process.

    It takes the signal itself, and lets Python run only in a progress handler."""

    named_cursors: bool = False
    """Whether a cursor with a name leaves rows in the server, in a transaction."""

    unbuffered: str | None = None
    """The class of a cursor that leaves rows in the server, in the package's module `cursors`."""

    functions: str | None = None
    """The method of a connection that makes a function of Python one of the session, where the
    database lacks functions that our statements call."""


class Setting(NamedTuple):
    """A setting of a session that gives our statements their meaning."""

    name: str
    """Its name."""

    value: str | None = None
    """The value that it has while our statements run."""

    without: tuple[str, ...] = ()
    """The words that a value does not hold meanwhile, where it is a list; the others stay."""

    also: tuple[str, ...] = ()
    """The words that it holds meanwhile."""

    def wanted(self, now: str) -> str:
        """Return the value that it has while our statements run, from the value that it has now."""
        if self.value is not None:
            return self.value
        held = [word for word in now.split(",") if word.upper() not in (*self.without, "")]
        return ",".join([*held, *(word for word in self.also if word not in held)])


class Settings(NamedTuple):
    """Settings of a session, and the statements that read and write one of them."""

    read: str
    """The query of a row with a setting's `{name}` and its value."""

    write: str
    """The statement that gives the setting `{name}` a value: `{literal}` is quoted, `{word}` bare,
    and `{value}` quoted unless it is a number."""

    needed: tuple[Setting, ...]
    """The settings that our statements need."""

    together: bool = True
    """Whether `union all` joins the queries that read them."""

    ends: str = ""
    """The end of the joined queries, by which all their rows are returned."""

    whole: str | None = None
    """The query of a row, unless settings of the session cut or filter results, which no statement
    of ours can read then."""


class Lookup(NamedTuple):
    """How the schema is found of a table whose name comes without one."""

    schemas: str
    """The query of the schemas that are searched, in order."""

    holds: str | None = None
    """The query of a row where a `{schema}`, as a literal `{schema_text}`, has the table that
    `{table_text}` names. None where only one schema is searched."""

    passed: tuple[str, ...] = ()
    """The beginnings of the names of schemas in which a new table is not made."""


class Roles(NamedTuple):
    """How a session reads as another role, which may see less than who has logged in.

    Only forms stand here by which the rights of the role take the place of the session's own.
    """

    takes: tuple[str, ...]
    """The statements by which the session takes the role of the name `{quoted}`, or of the text
    `{literal}`."""

    leaves: tuple[str, ...]
    """The statements by which it is who it was before."""

    current: str | None = None
    """The query of the role that a caller's session has before, None where the last of `leaves`
    brings it back."""

    nobody: str = "none"
    """The answer of a session that has taken no role."""


class Effects(NamedTuple):
    """How functions are found that act outside the query that calls them.

    Such functions write files, change settings or end sessions, also in a transaction that only
    reads.
    """

    among: str
    """The query that returns which of the `{names}` name such a function."""

    harmless: frozenset[str]
    """The functions that the query finds, and that act on nothing."""

    escapes: str
    """The beginning of a name that is written by the numbers of its letters."""


TABLES = (
    "select table_name from information_schema.tables where lower(table_schema)"
    " not in ('information_schema', 'pg_catalog', 'mysql', 'performance_schema', 'sys')"
)

POSTGRES = Settings(
    read="select '{name}' as name, pg_catalog.current_setting('{name}') as setting",
    write="select pg_catalog.set_config('{name}', {literal}, false)",
    needed=(
        # functions, operators, types and casts of other schemas would fit better, or come first
        Setting("search_path", "pg_catalog, pg_temp"),
        Setting("standard_conforming_strings", "on"),  # a backslash in a literal is a backslash
        Setting("transform_null_equals", "off"),
        Setting("extra_float_digits", "1"),  # different floats have different texts
        Setting("datestyle", "ISO"),
        Setting("intervalstyle", "postgres"),
        Setting("bytea_output", "hex"),
    ),
)

POSTGRES_LOOKUP = Lookup(
    schemas="select pg_catalog.unnest(pg_catalog.current_schemas(true))",
    holds=(
        "select 1 from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace"
        " where n.nspname = {schema_text} and c.relname = {table_text}"
    ),
    passed=("pg_",),
)

POSTGRES_TYPES = """with recursive types as (
    select a.attnum, a.attname, a.attcollation, a.atttypid as type
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = {schema_text} and c.relname = {table_text} and a.attnum > 0 and not a.attisdropped
    union all
    select types.attnum, types.attname, types.attcollation, t.typbasetype
    from types
    join pg_catalog.pg_type t on t.oid = types.type and t.typtype = 'd'
)
select
    types.attname,
    case
        when t.oid >= 16384 and (t.typtype <> 'e' or exists (
            select 1 from pg_catalog.pg_opclass o where o.opcintype = t.oid
        )) then 'type'
        when to_jsonb(l) ->> 'collisdeterministic' = 'false' then 'collation'
    end as own
from types
join pg_catalog.pg_type t on t.oid = types.type and t.typtype <> 'd'
left join pg_catalog.pg_collation l on l.oid = types.attcollation
order by types.attnum"""
"""Objects whose number is below 16384 come with the server."""

POSTGRES_ROLES = Roles(
    takes=("set role {quoted}",), leaves=("reset role",), current="select pg_catalog.current_setting('role')"
)

REDSHIFT_ROLES = Roles(takes=("set session authorization {quoted}",), leaves=("set session authorization default",))

SNOWFLAKE_ROLES = Roles(
    takes=(
        "set sqlmetrics_role = current_role()",
        "use secondary roles none",  # whose rights would be added
        "use role {quoted}",
    ),
    leaves=("use role identifier($sqlmetrics_role)", "unset sqlmetrics_role"),
)

SQLSERVER_ROLES = Roles(takes=("execute as user = {literal}",), leaves=("revert",))

ADDING_ROLES = "there a role adds to what the login may see, and takes nothing away"
"""Why a session cannot show what a role sees."""

POSTGRES_EFFECTS = Effects(
    among=(
        "select distinct p.proname from pg_catalog.pg_proc p"
        " join pg_catalog.pg_language l on l.oid = p.prolang"
        " where p.provolatile = 'v' and not l.lanpltrusted and p.proname in ({names})"
    ),
    harmless=frozenset(
        {
            *("array_sample", "array_shuffle", "bernoulli", "clock_timestamp", "current_query", "gen_random_uuid"),
            *("random", "random_normal", "setseed", "system", "timeofday", "uuidv4", "uuidv7"),
        }
    ),
    escapes='U&"',
)
"""Functions of trusted languages are bound to the transaction, and act on nothing either."""

REDSHIFT = Settings(
    read=POSTGRES.read,
    write=POSTGRES.write,
    needed=(Setting("search_path", "pg_catalog"),),
)

DUCKDB_SESSION = Settings(
    # of a version without that optimizer, and in a locked configuration, the setting stays as it is
    read="select '{name}', current_setting('{name}') where not current_setting('lock_configuration')"
    " and exists (select 1 from duckdb_optimizers() where name = 'type_pushdown')",
    write="set {name} = {literal}",
    # what a CSV file says would be the text of a value that is cast: 25.02.1972, not 1972-02-25
    needed=(Setting("disabled_optimizers", also=("type_pushdown",)),),
)

MYSQL = Settings(
    read="select '{name}' as name, @@session.{name} as setting",
    write="set session {name} = {value}",
    ends=" limit 100",
    needed=(
        Setting(
            "sql_mode",
            without=(
                "NO_BACKSLASH_ESCAPES",  # a doubled backslash in a literal would stay two
                "EMPTY_STRING_IS_NULL",
                "PAD_CHAR_TO_FULL_LENGTH",
                "HIGH_NOT_PRECEDENCE",
                "REAL_AS_FLOAT",
                "NO_UNSIGNED_SUBTRACTION",
                "ANSI",  # which brings the one before with it
                "ORACLE",
            ),
        ),
        Setting("sql_select_limit", "18446744073709551615"),  # results would be cut silently
        Setting("sql_auto_is_null", "0"),
        Setting("div_precision_increment", "4"),
    ),
)

CLICKHOUSE = Settings(
    read="select name, value from system.settings where name = '{name}'",
    write="set {name} = {value}",
    whole=(
        "select 1 where not exists (select 1 from system.settings where changed"
        " and name in ('limit', 'offset', 'additional_result_filter'))"
    ),
    needed=(
        *(
            Setting(name, "0")
            for name in (
                "join_use_nulls",
                "group_by_use_nulls",
                "aggregate_functions_null_for_empty",
                "transform_null_in",
                "prefer_column_name_to_alias",
                "data_type_default_nullable",
                "cast_keep_nullable",
                "empty_result_for_aggregation_by_empty_set",
                "final",
            )
        ),
        Setting("join_default_strictness", "ALL"),
        Setting("count_distinct_implementation", "uniqExact"),
        Setting("additional_table_filters", "{}"),
        *(
            Setting(f"{what}_overflow_mode", "throw")  # else a limit cuts what is counted silently
            for what in ("group_by", "result", "read", "timeout", "set", "join", "sort", "distinct", "transfer")
        ),
    ),
)

SPARK = Settings(
    read="set {name}",
    write="set {name} = {word}",
    together=False,
    needed=(
        Setting("spark.sql.variable.substitute", "false"),  # a name with ${..} would be replaced
        Setting("spark.sql.parser.escapedStringLiterals", "false"),
        Setting("spark.sql.files.ignoreCorruptFiles", "false"),
        Setting("spark.sql.files.ignoreMissingFiles", "false"),
    ),
)

ORACLE = Settings(
    read="select parameter, value from sys.nls_session_parameters where parameter = '{name}'",
    write="alter session set {name} = {value}",
    needed=(
        Setting("NLS_COMP", "BINARY"),
        Setting("NLS_SORT", "BINARY"),
        Setting("NLS_NUMERIC_CHARACTERS", ".,"),
    ),
)

SQLITE = Settings(
    read="select '{name}' as name, {name} from pragma_{name}",
    write="pragma {name} = {value}",
    needed=(Setting("trusted_schema", "0"),),  # views call nothing that has an effect
)

SQLITE_LOOKUP = Lookup(
    schemas="values ('temp'), ('main')",
    holds="select 1 from {schema}.sqlite_master where name = {table_text} collate nocase",
    passed=("temp",),
)

MYSQL_LOOKUP = Lookup("select database()")

POSTGRES_TIME_LIMIT = (
    "select set_config('statement_timeout', '{milliseconds}', false) from pg_settings"
    " where name = 'statement_timeout' and (setting = '0' or cast(setting as bigint) > {milliseconds})"
)

MYSQL_TIME_LIMIT = (
    "set session max_execution_time = case"
    " when @@session.max_execution_time between 1 and {milliseconds}"
    " then @@session.max_execution_time else {milliseconds} end"
)

MARIADB_TIME_LIMIT = (
    "set session max_statement_time = case"
    " when @@session.max_statement_time > 0 and @@session.max_statement_time < {seconds}"
    " then @@session.max_statement_time else {seconds} end"
)
