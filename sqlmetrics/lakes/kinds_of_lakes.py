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
HUDI = LakeKind(
    "a Hudi table", "`pip install 'sqlmetrics[hudi]'` reads it in a folder of this machine, or as @ a commit"
)
LANCE = LakeKind("a Lance table", "`pip install 'sqlmetrics[lance]'` reads it in a folder of this machine, or as @12")
DUCKLAKE = LakeKind("a DuckLake table", "attach it in DuckDB, and give its rows in Python")


PACKAGES = {
    DELTA: ("deltalake", "pyarrow"),
    ICEBERG: ("pyiceberg", "pyarrow"),
    HUDI: ("hudi", "pyarrow"),
    LANCE: ("lance", "pyarrow"),
}
"""The packages that read a kind of table; the extras [lake], [hudi] and [lance] have them."""

AT_ADDRESSES = (DELTA, ICEBERG)
"""The kinds of tables that are read at an address, too."""


def is_readable(kind: LakeKind, path: Path | str) -> bool:
    """Return whether the packages are there that read a kind of table where it lies."""
    if kind not in (AT_ADDRESSES if isinstance(path, str) else PACKAGES):
        return False
    return all(find_spec(package) is not None for package in PACKAGES[kind])
