"""Measure the privacy of tabular data where the data lives."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from sqlmetrics.version import __version__

if TYPE_CHECKING:
    from sqlmetrics.api import score, sql
    from sqlmetrics.beliefs import Belief, baseline
    from sqlmetrics.breaches import Classes, classes
    from sqlmetrics.catalogue import Metric, metrics
    from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
    from sqlmetrics.records import write_records
    from sqlmetrics.scores import Score, Scores
    from sqlmetrics.usefulness import Utility, utility, utility_sql

__all__ = [
    "Belief",
    "Classes",
    "Metric",
    "QueryError",
    "Score",
    "Scores",
    "SpecError",
    "SqlmetricsError",
    "Utility",
    "__version__",
    "baseline",
    "classes",
    "metrics",
    "score",
    "sql",
    "utility",
    "utility_sql",
    "write_records",
]

_HOMES = {
    "api": ("score", "sql"),
    "catalogue": ("Metric", "metrics"),
    "beliefs": ("Belief", "baseline"),
    "breaches": ("Classes", "classes"),
    "errors": ("QueryError", "SpecError", "SqlmetricsError"),
    "records": ("write_records",),
    "scores": ("Score", "Scores"),
    "usefulness": ("Utility", "utility", "utility_sql"),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the command line starts at once."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"sqlmetrics.{home}"), name)
    raise AttributeError(f"module 'sqlmetrics' has no attribute '{name}'")
