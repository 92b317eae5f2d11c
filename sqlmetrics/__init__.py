"""Measure the privacy of tabular data where the data lives."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from sqlmetrics.version import __version__

if TYPE_CHECKING:
    from sqlmetrics.api import score, sql
    from sqlmetrics.attacker import Attack, BudgetError
    from sqlmetrics.beliefs import Belief, baseline
    from sqlmetrics.breaches import Classes, classes
    from sqlmetrics.catalogue import Metric, metrics
    from sqlmetrics.claims import Tolerance, at_least, at_most
    from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
    from sqlmetrics.findings import Finding, Findings
    from sqlmetrics.protection import gda_score
    from sqlmetrics.records import write_records
    from sqlmetrics.scores import Score, Scores

__all__ = [
    "Attack",
    "Belief",
    "BudgetError",
    "Classes",
    "Finding",
    "Findings",
    "Metric",
    "QueryError",
    "Score",
    "Scores",
    "SpecError",
    "SqlmetricsError",
    "Tolerance",
    "__version__",
    "at_least",
    "at_most",
    "baseline",
    "classes",
    "gda_score",
    "metrics",
    "score",
    "sql",
    "write_records",
]

_HOMES = {
    "api": ("score", "sql"),
    "catalogue": ("Metric", "metrics"),
    "attacker": ("Attack", "BudgetError"),
    "beliefs": ("Belief", "baseline"),
    "breaches": ("Classes", "classes"),
    "claims": ("Tolerance", "at_least", "at_most"),
    "errors": ("QueryError", "SpecError", "SqlmetricsError"),
    "findings": ("Finding", "Findings"),
    "protection": ("gda_score",),
    "records": ("write_records",),
    "scores": ("Score", "Scores"),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the command line starts at once."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"sqlmetrics.{home}"), name)
    raise AttributeError(f"module 'sqlmetrics' has no attribute '{name}'")
