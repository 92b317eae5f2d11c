"""The SQL dialects, each with the facts that are not SQL."""

from __future__ import annotations

DIALECTS: dict[str, tuple[str, ...]] = {
    "duckdb": (),
    "postgres": (),
    "sqlite": (),
    "mysql": (),
    "mariadb": ("mysql",),
    "clickhouse": (),
    "datafusion": (),
    "spark": (),
    "databricks": ("spark",),
    "bigquery": (),
    "snowflake": (),
    "redshift": ("postgres",),
    "trino": (),
    "sqlserver": (),
    "oracle": (),
}
"""Dialects by dbt's adapter names, each with the adapters whose macros it falls back on."""
