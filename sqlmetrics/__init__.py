"""Measure the privacy of tabular data where the data lives.

These are the public names. Table measures one relation, and `compare` measures releases beside
their original; most functions are their thin twins. `help(sqlmetrics.Table)` describes them.
"""

from __future__ import annotations

from importlib import import_module

from sqlmetrics.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlmetrics.advice.result import Advice
    from sqlmetrics.certificate.verified import Verification
    from sqlmetrics.errors import BudgetError, OutputError, QueryError, SpecError, SqlmetricsError
    from sqlmetrics.functions import (
        advise,
        attacks,
        attacks_sql,
        baseline,
        check,
        classes,
        closeness,
        closeness_sql,
        count,
        gda,
        history,
        init,
        posterior,
        read,
        records,
        report,
        run,
        score,
        score_counts,
        semantic_levels,
        sql,
        subsets,
        suda,
        tradeoff,
        utility,
        utility_sql,
        verify,
    )
    from sqlmetrics.gate.jobs import Run
    from sqlmetrics.gate.score_history import ScoreHistory
    from sqlmetrics.output.privacy_report import PrivacyReport
    from sqlmetrics.release.attack.attack import Attack
    from sqlmetrics.release.attack.claims import Tolerance, at_least, at_most
    from sqlmetrics.release.utility.utility import Utility
    from sqlmetrics.releases import Releases, compare
    from sqlmetrics.risk.baseline import Baseline, Belief, ClassBelief, Posterior
    from sqlmetrics.risk.classes import Classes
    from sqlmetrics.risk.combinations.results import Combination, Contribution, SubsetScores
    from sqlmetrics.risk.combinations.suda import SpecialUniques
    from sqlmetrics.risk.counts.written import Counted
    from sqlmetrics.risk.scores import ReleaseScores, Score, Scores
    from sqlmetrics.risk.semantic_levels import SemanticLevel, SemanticLevels
    from sqlmetrics.statement.catalogue import Metric, metrics
    from sqlmetrics.table import Table

__all__ = [
    "Advice",
    "Attack",
    "Baseline",
    "Belief",
    "BudgetError",
    "ClassBelief",
    "Classes",
    "Combination",
    "Contribution",
    "Counted",
    "Metric",
    "OutputError",
    "Posterior",
    "PrivacyReport",
    "QueryError",
    "ReleaseScores",
    "Releases",
    "Run",
    "Score",
    "ScoreHistory",
    "Scores",
    "SemanticLevel",
    "SemanticLevels",
    "SpecError",
    "SpecialUniques",
    "SqlmetricsError",
    "SubsetScores",
    "Table",
    "Tolerance",
    "Utility",
    "Verification",
    "__version__",
    "advise",
    "at_least",
    "at_most",
    "attacks",
    "attacks_sql",
    "baseline",
    "check",
    "classes",
    "closeness",
    "closeness_sql",
    "compare",
    "count",
    "gda",
    "history",
    "init",
    "metrics",
    "posterior",
    "read",
    "records",
    "report",
    "run",
    "score",
    "score_counts",
    "semantic_levels",
    "sql",
    "subsets",
    "suda",
    "tradeoff",
    "utility",
    "utility_sql",
    "verify",
]

_HOMES = {
    "advice.result": ("Advice",),
    "certificate.verified": ("Verification",),
    "errors": (
        "BudgetError",
        "OutputError",
        "QueryError",
        "SpecError",
        "SqlmetricsError",
    ),
    "functions": (
        "advise",
        "attacks",
        "attacks_sql",
        "baseline",
        "check",
        "classes",
        "closeness",
        "closeness_sql",
        "count",
        "gda",
        "history",
        "init",
        "posterior",
        "read",
        "records",
        "report",
        "run",
        "score",
        "score_counts",
        "semantic_levels",
        "sql",
        "subsets",
        "suda",
        "tradeoff",
        "utility",
        "utility_sql",
        "verify",
    ),
    "gate.jobs": ("Run",),
    "gate.score_history": ("ScoreHistory",),
    "output.privacy_report": ("PrivacyReport",),
    "release.attack.attack": ("Attack",),
    "release.attack.claims": (
        "Tolerance",
        "at_least",
        "at_most",
    ),
    "release.utility.utility": ("Utility",),
    "releases": (
        "Releases",
        "compare",
    ),
    "risk.baseline": (
        "Baseline",
        "Belief",
        "ClassBelief",
        "Posterior",
    ),
    "risk.classes": ("Classes",),
    "risk.combinations.results": (
        "Combination",
        "Contribution",
        "SubsetScores",
    ),
    "risk.combinations.suda": ("SpecialUniques",),
    "risk.semantic_levels": ("SemanticLevel", "SemanticLevels"),
    "risk.counts.written": ("Counted",),
    "risk.scores": (
        "ReleaseScores",
        "Score",
        "Scores",
    ),
    "statement.catalogue": (
        "Metric",
        "metrics",
    ),
    "table": ("Table",),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the command line starts at once."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"sqlmetrics.{home}"), name)
    raise AttributeError(f"module 'sqlmetrics' has no attribute '{name}'")
