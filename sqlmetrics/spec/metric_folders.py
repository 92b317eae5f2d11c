"""The folders of metrics of a user's own: named by a spec, or brought by installed packages.

A process knows them from the first spec on that names them. Their metrics are scored where they
are named, so that a folder changes no other spec's scores.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from sqlmetrics.errors import SpecError
from sqlmetrics.files import footprint

GROUP = "sqlmetrics.metrics"
"""The group of entry points by which packages bring metrics; each names a package of files."""

METRIC = "metric"
"""What messages call a file that a run reads for a metric."""

_NAMED: dict[Path, None] = {}
"""The folders that are known, in the order in which they were named."""


def add_metric_folder(folder: Path | None) -> None:
    """Add a folder of metrics, which are read where the first of them is asked for; None is none.

    Raises SpecError where it is no folder, or holds no metric.
    """
    if folder is None:
        return
    files = metric_files(folder)
    if not folder.is_dir():
        raise SpecError(f"`metrics_path`: {folder} is not a folder; name the folder of your metrics' .sql files")
    if not files:
        raise SpecError(f"`metrics_path`: the folder {folder} holds no .sql file; each is a metric of its name")
    for file in files:
        footprint.reads(str(file), METRIC)
    _NAMED.setdefault(folder.resolve())


def metric_files(folder: Path) -> list[Path]:
    """Return the files of a folder that are metrics, by name."""
    return sorted(folder.glob("*.sql"))


def metric_folders() -> tuple[Path, ...]:
    """Return the folders that are known."""
    return tuple(_NAMED)


@cache
def add_installed_metrics() -> tuple[str, ...]:
    """Add the folders of installed packages, and return the packages; nothing of them is run.

    Raises SpecError where a package is missing, or has no folder of metrics.
    """
    packages = tuple(sorted({entry.value for entry in entry_points(group=GROUP)}))
    for package in packages:
        found = None if "." in package or ":" in package else find_spec(package)
        if found is None or not found.submodule_search_locations:
            raise SpecError(f"the entry point {GROUP} '{package}' is no package; name one that holds .sql files")
        add_metric_folder(Path(found.submodule_search_locations[0]))
    return packages
