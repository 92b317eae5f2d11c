"""Measure the privacy of tabular data where the data lives."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from sqlmetrics.version import __version__

if TYPE_CHECKING:
    from sqlmetrics.api import score, sql
    from sqlmetrics.assessment import attacks, attacks_sql
    from sqlmetrics.attacker import Attack, BudgetError
    from sqlmetrics.beliefs import Belief, baseline
    from sqlmetrics.breaches import Classes, classes
    from sqlmetrics.catalogue import Metric, metrics
    from sqlmetrics.claims import Tolerance, at_least, at_most
    from sqlmetrics.counting import Counted, score_counts, write_counts
    from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
    from sqlmetrics.experiment import tradeoff
    from sqlmetrics.findings import Finding, Findings
    from sqlmetrics.protection import gda_score
    from sqlmetrics.records import write_records
    from sqlmetrics.scores import Score, Scores
    from sqlmetrics.subsets import Combination, Contribution, SubsetScores, score_subsets
    from sqlmetrics.uniques import SpecialUniques, special_uniques
    from sqlmetrics.usefulness import Utility, utility, utility_sql

__all__ = [
    "Attack",
    "Belief",
    "BudgetError",
    "Classes",
    "Combination",
    "Contribution",
    "Counted",
    "Finding",
    "Findings",
    "Metric",
    "QueryError",
    "Score",
    "Scores",
    "SpecError",
    "SpecialUniques",
    "SqlmetricsError",
    "SubsetScores",
    "Tolerance",
    "Utility",
    "__version__",
    "at_least",
    "at_most",
    "attacks",
    "attacks_sql",
    "baseline",
    "classes",
    "gda_score",
    "metrics",
    "score",
    "score_counts",
    "score_subsets",
    "special_uniques",
    "sql",
    "tradeoff",
    "utility",
    "utility_sql",
    "write_counts",
    "write_records",
]

_HOMES = {
    "api": ("score", "sql"),
    "assessment": ("attacks", "attacks_sql"),
    "catalogue": ("Metric", "metrics"),
    "attacker": ("Attack", "BudgetError"),
    "beliefs": ("Belief", "baseline"),
    "breaches": ("Classes", "classes"),
    "counting": ("Counted", "score_counts", "write_counts"),
    "experiment": ("tradeoff",),
    "errors": ("QueryError", "SpecError", "SqlmetricsError"),
    "findings": ("Finding", "Findings"),
    "claims": ("Tolerance", "at_least", "at_most"),
    "protection": ("gda_score",),
    "records": ("write_records",),
    "scores": ("Score", "Scores"),
    "subsets": ("Combination", "Contribution", "SubsetScores", "score_subsets"),
    "uniques": ("SpecialUniques", "special_uniques"),
    "usefulness": ("Utility", "utility", "utility_sql"),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the command line starts at once."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"sqlmetrics.{home}"), name)
    raise AttributeError(f"module 'sqlmetrics' has no attribute '{name}'")
