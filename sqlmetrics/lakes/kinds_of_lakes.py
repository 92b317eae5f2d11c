"""The kinds of tables with a log, and the packages that read them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


class LakeKind(NamedTuple):
    """A kind of table with a log: its name with an article, and what reads it."""

    says: str
    way: str


class Lake(NamedTuple):
    """A table with a log: its folder or file, or its address, and its kind."""

    path: Path | str
    kind: LakeKind


class NamedLake(NamedTuple):
    """A table with a log as a relation names it: its folder or address, its kind, its version.

    The version is None where none is named.
    """

    path: Path | str
    kind: LakeKind
    version: str | None


EXTRA = "`pip install 'sqlmetrics[lake]'` reads its newest version, or one as @12"
DELTA = LakeKind("a Delta table", EXTRA)
ICEBERG = LakeKind("an Iceberg table", EXTRA)
HUDI = LakeKind("a Hudi table", "give its rows in Python, as a snapshot query reads them")
LANCE = LakeKind("a Lance table", "give its rows in Python, as lance.dataset(..).to_table()")
DUCKLAKE = LakeKind("a DuckLake table", "attach it in DuckDB, and give its rows in Python")


PACKAGES = {DELTA: ("deltalake", "pyarrow"), ICEBERG: ("pyiceberg", "pyarrow")}
"""The packages that read a kind of table; the extra [lake] has them."""


def is_readable(kind: LakeKind) -> bool:
    """Return whether the packages that read a kind of table are there."""
    return kind in PACKAGES and all(find_spec(package) is not None for package in PACKAGES[kind])
