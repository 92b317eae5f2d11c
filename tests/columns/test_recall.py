"""Identifiers are found, and decoys are not, in tables of synthetic columns with known kinds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from string import ascii_uppercase

import pytest

from recall import FOLDER, PAGE, ROOT, TABLES, direct, known, looked_at, page, percent, rates
from sqlmetrics.columns.kinds import kinds


@pytest.mark.parametrize("table", TABLES)
def test_every_direct_identifier_is_found_and_few_others(table: str) -> None:
    """Recall of direct identifiers is 1, precision 0.95 or more; the rates are printed per kind."""
    for kind, rate in rates(table).items():
        shown = f"{percent(rate.recall):>5} {percent(rate.precision):>5}"
        print(f"{table:8} {kind:16} {rate.true:3} {shown}")  # noqa: T201 - the rates are for a reader
    rate = direct(table)
    assert rate.true >= 40
    assert rate.recall == 1
    assert rate.precision is not None
    assert rate.precision >= 0.95


def test_the_tables_are_large_and_full_of_decoys() -> None:
    """The first table has 60 columns or more, and each has 20 or more that are of no kind."""
    assert len(known("seen")) >= 60
    assert all(list(known(table).values()).count("-") >= 20 for table in TABLES)


def test_the_kinds_of_safe_harbor_are_all_there() -> None:
    """Each of the 18 identifiers of HIPAA's Safe Harbor has a kind, and a column in the table."""
    letters = set(ascii_uppercase[:18])
    assert {kind.safe_harbor for kind in kinds().values()} - {""} == letters
    assert {kinds()[kind].safe_harbor for kind in known("seen").values() if kind != "-"} - {""} == letters


def test_every_look_has_a_reason_and_a_share_where_values_tell() -> None:
    """Every column has a role with a reason, without a value of the data."""
    for found in looked_at("seen").values():
        assert found.reason
        assert found.share is None or 0 < found.share <= 1
        assert "example" not in found.reason


def test_the_docs_have_the_rates_of_this_version() -> None:
    """The table of the docs is that of this run; `python tests/recall.py` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.thorough
def test_the_tables_are_those_that_the_script_writes(tmp_path: Path) -> None:
    """The script writes the same tables again, of values that it makes up."""
    subprocess.run([sys.executable, ROOT / "scripts" / "columns", tmp_path], check=True)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in FOLDER.iterdir()}
    assert all(path.read_bytes() == (FOLDER / path.name).read_bytes() for path in tmp_path.iterdir())
