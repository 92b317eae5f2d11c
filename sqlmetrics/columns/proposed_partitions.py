"""Partitions to propose: of numbers, dates and postcodes, and by hierarchies beside the data."""

from __future__ import annotations

import glob
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.columns.look import Look
from sqlmetrics.columns.profile import Profile
from sqlmetrics.columns.proposed_levels import levels_of_kind, release_level
from sqlmetrics.columns.sample import SampledColumn
from sqlmetrics.columns.values import share
from sqlmetrics.errors import SpecError
from sqlmetrics.files.listing import files_of
from sqlmetrics.spec.hierarchies import read_csv_mapping, read_tree
from sqlmetrics.spec.spec import Spec
from sqlmetrics.text import plain_name

FOLDERS = ("", "hierarchies", "hierarchy", "partitions")
"""The folders beside the data in which files are looked for, and one of the data's name."""

COVERED = 0.5
"""The share of a column's values that a file of its name has at least."""

MOST = 1_000
"""The most files of a folder that are looked at by name."""


class ProposedPartition(NamedTuple):
    """A partition as it is written in a spec: a form with its settings, and what it does."""

    form: Mapping[str, Any]
    note: str


class Files(NamedTuple):
    """The CSV files beside the data by their plain names, and the plain name of the data."""

    by_name: Mapping[str, Path]
    stem: str

    def named(self, column: str) -> Path | None:
        """Return the file that is named after a column, as hierarchies are."""
        own = plain_name(column)
        names = (own, f"{own}hierarchy", f"hierarchy{own}", f"{self.stem}hierarchy{own}", f"{self.stem}{own}")
        return next((self.by_name[name] for name in names if name in self.by_name), None)


def proposed_partitions(profile: Profile, spec: Spec, folder: Path) -> dict[str, ProposedPartition]:
    """Return a partition by column, for those with a file of their name or of a kind with levels.

    Files are looked for beside the relation, or in the folder where its place has no files. The
    numbers of a partition are round, and none is taken over from a record.
    """
    files = _files_beside(spec, folder)
    found = {}
    for column in profile.columns:
        if column.look.role not in {"quasi_identifier", "sensitive"}:
            continue
        partition = _of_sample(column.sample, files) or _of_kind(column.sample, column.look)
        if partition is not None:
            found[column.name] = partition
    return found


def proposed_levels(
    columns: Sequence[tuple[SampledColumn, Look]], spec: Spec, folder: Path
) -> dict[str, ProposedPartition]:
    """Return several levels by column, each of whole domains of the one before, as in `advise`.

    A file beside the data gives all its levels, and a kind of column the usual bands.
    """
    files = _files_beside(spec, folder)
    found = {}
    for sampled, look in columns:
        file = _of_sample(sampled, files)
        levels = _levels_of_kind(sampled, look)
        if file is not None and "level" in file.form:
            found[sampled.name] = ProposedPartition({"file": file.form["file"]}, Path(str(file.form["file"])).name)
        elif levels is not None:
            found[sampled.name] = levels
    return found


def _levels_of_kind(sampled: SampledColumn, look: Look) -> ProposedPartition | None:
    """Return the levels of a kind, as `advise` takes them."""
    levels = levels_of_kind(sampled, look)
    if levels is None:
        return None
    forms = [{"name": name, **form} if name else form for name, form in levels.forms]
    return ProposedPartition({"levels": forms}, levels.note)


def _of_kind(sampled: SampledColumn, look: Look) -> ProposedPartition | None:
    """Return the level of a kind that a release has most often."""
    levels = levels_of_kind(sampled, look)
    return ProposedPartition(*release_level(sampled, look, levels)) if levels is not None and levels.forms else None


def _of_sample(column: SampledColumn, files: Files) -> ProposedPartition | None:
    """Return the partition by a file of a sampled column's name that has most of its values."""
    path = files.named(column.name)
    if path is None:
        return None
    try:
        rows = read_tree(path)
        known, levels = {row[0] for row in rows}, len(rows[0]) - 1
    except SpecError:
        try:
            known, levels = set(read_csv_mapping(path)), 0
        except SpecError:
            return None
    held = share(column.distinct(), known.__contains__).values
    if held < COVERED:
        return None
    note = f"it has {held:.0%} of the values" + (f", and the levels 1 to {levels}" if levels > 1 else "")
    return ProposedPartition({"file": str(path)} | ({"level": 1} if levels else {}), note)


def _files_beside(spec: Spec, folder: Path) -> Files:
    """Return the CSV files beside the data."""
    relation = spec.relation if isinstance(spec.relation, str) else ""
    tables = spec.place.holds_tables
    data = Path(spec.database) if spec.database is not None else None if tables else Path(relation)
    beside = data is not None and "://" not in relation
    stem = Path(relation).stem if not tables else relation.rpartition(".")[2]
    base = _above(data) if data is not None and beside else folder
    found: dict[str, Path] = {}
    for name in (*FOLDERS, *([stem] if Path(stem).name == stem else [])):
        for path in files_of(f"{glob.escape(str(base / name))}/*.csv")[:MOST]:
            found.setdefault(plain_name(path.stem), path)
    return Files(found, plain_name(stem))


def _above(path: Path) -> Path:
    """Return the folder in which a file, a folder of files, or all files of a pattern lie."""
    if not glob.has_magic(str(path)):
        return path.parent
    while glob.has_magic(str(path)):
        path = path.parent
    return path
