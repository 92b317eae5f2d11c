"""What a database keeps of a statement and runs by its name: a view, or what takes a relation."""

from __future__ import annotations

from typing import Literal, NamedTuple

Installed = Literal["view", "macro", "function", "procedure", "metric"]


class Installable(NamedTuple):
    """A form of a dialect: how it is called and removed, and who needs which right.

    In `call` and `removal` stand `{name}`, `{types}` of the columns, and their `{columns}`.
    """

    form: Installed
    call: str
    removal: str
    right: str
    reads: str = "who calls it reads the relation"
    text: str | None = None
    """The type of texts, where a form names the type of each column of its relation."""


VIEW = Installable(
    "view", "select * from {name}", "drop view {name}", "the right to create a view", "its owner reads the relation"
)

DUCKDB_MACRO = Installable(
    "macro", "select * from {name}('schema.table')", "drop macro table {name}", "a database that you may write"
)

POSTGRES_FUNCTION = Installable(
    "function", "select * from {name}('schema.table')", "drop function {name}(regclass)", "CREATE on the schema"
)

BIGQUERY_FUNCTION = Installable(
    "function",
    "select * from {name}(table `dataset.table`)",
    "drop table function {name}",
    "bigquery.routines.create on the dataset",
    text="string",
)

SNOWFLAKE_PROCEDURE = Installable(
    "procedure", "call {name}('schema.table')", "drop procedure {name}(varchar)", "CREATE PROCEDURE on the schema"
)

SNOWFLAKE_METRIC = Installable(
    "metric",
    "select {name}(select {columns} from schema.table)",
    "drop function {name}(table({types}))",
    "CREATE DATA METRIC FUNCTION on the schema",
    text="varchar",
)

DATABRICKS_PROCEDURE = Installable(
    "procedure", "call {name}('schema.table')", "drop procedure {name}", "CREATE FUNCTION on the schema"
)

SQLSERVER_PROCEDURE = Installable(
    "procedure",
    "exec {name} N'schema.table'",
    "drop procedure {name}",
    "CREATE PROCEDURE in the database and ALTER on the schema",
)

ORACLE_PROCEDURE = Installable("procedure", "exec {name}('schema.table')", "drop procedure {name}", "CREATE PROCEDURE")

MYSQL_PROCEDURE = Installable(
    "procedure", "call {name}('schema.table')", "drop procedure {name}", "CREATE ROUTINE on the database"
)
