"""What the package requires: lower bounds that a script runs, and licences that a page lists."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

from conftest import ROOT
from sqlmetrics.cli.app import MODULES, commands_of


@pytest.fixture(scope="module")
def licences() -> dict[str, Any]:
    """The script that writes the page of licences."""
    return runpy.run_path(str(ROOT / "scripts" / "licences"))


def test_each_command_is_run_with_the_lowest_versions() -> None:
    """Each command has a line in `scripts/lower_bounds`, each required package a lower bound."""
    script = runpy.run_path(str(ROOT / "scripts" / "lower_bounds"))
    assert {name for module in MODULES for name in commands_of(module)} == script["LINES"].keys()
    assert all(lines or name == "desk" for name, lines in script["LINES"].items())
    assert "duckdb==1.5" in script["lowest"]()


def test_the_page_of_licences_is_current(licences: dict[str, Any]) -> None:
    """Each required package and each one of an extra has its row."""
    page = licences["PAGE"].read_text()
    assert licences["text"](page) == page, "run scripts/licences"
    assert "unknown" not in page
    for names in licences["project"]().values():
        assert [name for name in names if f"| `{name}` |" not in page] == []


def test_a_licence_is_permissive_or_explained(licences: dict[str, Any]) -> None:
    """Of all that is required, python-stdnum alone is not permissive, and the page says why."""
    core, optional = licences["core"](), licences["extras"](licences["PAGE"].read_text())
    assert [one.name for one in core if not licences["is_permissive"](one.licence)] == ["python-stdnum"]
    assert licences["unsaid"]([*core, *optional]) == []


@pytest.mark.parametrize(
    ("licence", "permissive"),
    [
        ("MIT", True),
        ("BSD-3-Clause AND (MIT OR Apache-2.0)", True),
        ("LGPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("unknown", False),
    ],
)
def test_every_part_of_a_licence_counts(licences: dict[str, Any], licence: str, permissive: bool) -> None:
    """One part that is not permissive makes the whole so, and what is unknown is not permissive."""
    assert licences["is_permissive"](licence) is permissive
    package = licences["Package"]("new", licence)
    assert licences["unsaid"]([package]) == ([] if permissive else ["new"])
