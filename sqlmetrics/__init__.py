"""Measure the privacy of tabular data where the data lives.

Here are the public names, for Python. Each is named three times: for type checkers, in `__all__`,
and with its home, from where it is imported when it is first used; a test holds the three together.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from sqlmetrics.version import __version__

if TYPE_CHECKING:
    from sqlmetrics.errors import BudgetError, QueryError, SpecError, SqlmetricsError
    from sqlmetrics.release.attack.attack import Attack
    from sqlmetrics.release.attack.claims import Tolerance, at_least, at_most
    from sqlmetrics.release.attack.discrimination import attacks, attacks_sql
    from sqlmetrics.release.attack.gda import gda_score
    from sqlmetrics.release.utility.tradeoff import tradeoff
    from sqlmetrics.release.utility.utility import Utility, utility, utility_sql
    from sqlmetrics.risk.baseline import Belief, baseline
    from sqlmetrics.risk.classes import Classes, classes
    from sqlmetrics.risk.combinations.measured import score_subsets
    from sqlmetrics.risk.combinations.results import Combination, Contribution, SubsetScores
    from sqlmetrics.risk.combinations.suda import SpecialUniques, special_uniques
    from sqlmetrics.risk.counts.scored import score_counts
    from sqlmetrics.risk.counts.written import Counted, write_counts
    from sqlmetrics.risk.records import write_records
    from sqlmetrics.risk.score import score, sql
    from sqlmetrics.risk.scores import ReleaseScores, Score, Scores
    from sqlmetrics.statement.catalogue import Metric, metrics

__all__ = [
    "Attack",
    "Belief",
    "BudgetError",
    "Classes",
    "Combination",
    "Contribution",
    "Counted",
    "Metric",
    "QueryError",
    "ReleaseScores",
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
    "errors": ("BudgetError", "QueryError", "SpecError", "SqlmetricsError"),
    "release.attack.attack": ("Attack",),
    "release.attack.claims": ("Tolerance", "at_least", "at_most"),
    "release.attack.discrimination": ("attacks", "attacks_sql"),
    "release.attack.gda": ("gda_score",),
    "release.utility.tradeoff": ("tradeoff",),
    "release.utility.utility": ("Utility", "utility", "utility_sql"),
    "risk.baseline": ("Belief", "baseline"),
    "risk.classes": ("Classes", "classes"),
    "risk.combinations.measured": ("score_subsets",),
    "risk.combinations.results": ("Combination", "Contribution", "SubsetScores"),
    "risk.combinations.suda": ("SpecialUniques", "special_uniques"),
    "risk.counts.scored": ("score_counts",),
    "risk.counts.written": ("Counted", "write_counts"),
    "risk.records": ("write_records",),
    "risk.score": ("score", "sql"),
    "risk.scores": ("ReleaseScores", "Score", "Scores"),
    "statement.catalogue": ("Metric", "metrics"),
}
"""The modules of the public names, which are imported when they are first used."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the command line starts at once."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"sqlmetrics.{home}"), name)
    raise AttributeError(f"module 'sqlmetrics' has no attribute '{name}'")
