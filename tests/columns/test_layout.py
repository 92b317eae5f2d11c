"""Columns by which a table is parted: those of its layout are left out, others are asked about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from sqlmetrics.columns.profile import profile, proposed_roles
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.yaml_file import parse_yaml

ROWS = (
    "select 20 + i % 30 as age, 2023 + i % 2 as year, i % 2 as hash_bucket, ['de', 'fr'][1 + i % 2] as country,"
    " 'd' || i % 4 as disease from range(60) t(i)"
)
PARTED = ["country", "year", "hash_bucket"]


def folders(folder: Path, form: str) -> str:
    """Write files in folders as year=2024."""
    duckdb.execute(f"copy ({ROWS}) to '{folder}/t' (format {form}, partition_by ({', '.join(PARTED)}))")
    return f"{folder}/t"


def columns() -> dict[str, list[Any]]:
    """Return the rows by columns."""
    names = ("age", "year", "hash_bucket", "country", "disease")
    return dict(zip(names, map(list, zip(*duckdb.execute(ROWS).fetchall(), strict=True)), strict=True))


def delta_parts(folder: Path) -> str:
    """Write a Delta table that is parted."""
    pytest.importorskip("deltalake", reason="the extra [lake] is not installed")
    from lakes import arrow, delta

    return delta(folder / "t", arrow(**columns()), partition_by=PARTED)


def iceberg_parts(folder: Path) -> str:
    """Write an Iceberg table that is parted by three columns."""
    pytest.importorskip("pyiceberg", reason="the extra [lake] is not installed")
    from lakes import arrow, catalogue

    rows = arrow(**columns())
    table = catalogue(folder).create_table("n.t", schema=rows.schema, location=(folder / "t").as_uri())
    with table.update_spec() as update:
        for column in PARTED:
            update.add_identity(column)
    table.append(rows)
    return f"{folder}/t"


MADE: dict[str, Callable[[Path], str]] = {
    "parquet": lambda folder: folders(folder, "parquet"),
    "csv": lambda folder: folders(folder, "csv"),
    "delta": delta_parts,
    "iceberg": iceberg_parts,
}


@pytest.mark.parametrize("form", MADE)
def test_a_column_of_the_layout_is_no_key(form: str, tmp_path: Path) -> None:
    """A year of folders and a bucket are left out; a country is data, and unsure."""
    found = profile(call_spec(MADE[form](tmp_path)))
    roles = proposed_roles(found)
    expected: dict[str, Any] = {
        "age": "quasi_identifier",
        "year": "ignored",
        "hash_bucket": "ignored",
        "country": "quasi_identifier",
        "disease": "sensitive",
    }
    assert roles == expected
    sure = {column.name: column.look.confidence for column in found.columns}
    assert (sure["age"], sure["country"]) == ("medium", "low")


def test_init_leaves_the_layout_out(tmp_path: Path) -> None:
    """Its spec has such a column among the ignored ones, and scores without it."""
    text = sqlmetrics.init(folders(tmp_path, "parquet"))
    words: Any = parse_yaml(text, "spec")
    assert [*words["ignored"]] == ["hash_bucket", "year"]


def test_a_year_within_files_is_data(tmp_path: Path) -> None:
    """The name alone says nothing of a layout."""
    duckdb.execute(f"copy ({ROWS}) to '{tmp_path}/t.parquet'")
    assert proposed_roles(profile(call_spec(f"{tmp_path}/t.parquet")))["year"] == "quasi_identifier"
