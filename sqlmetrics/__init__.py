"""Measure the privacy of tabular data where the data lives.

These are the public names. Table measures one relation, and `compare` measures releases beside
their original; most functions are their methods, for one call. `help(sqlmetrics.Table)` describes
them.
"""

from __future__ import annotations

from importlib import import_module

from sqlmetrics.version import __version__

_HOMES = {
    "advice.cuts.result": "MultidimensionalAdvice",
    "advice.result": "Advice",
    "certificate.verified": "Verification",
    "errors": (
        "BudgetError MissingColumnError OutputError QueryError ReadingWarning RefusedWordError RolesWarning SpecError "
        "SqlmetricsError UnknownNameError"
    ),
    "functions": (
        "advise attacks attacks_sql baseline cells_to_hide check check_versions classes closeness closeness_sql "
        "count epsilon_check epsilon_check_sql epsilon_plan gda history init outputs point_sets posterior "
        "published_answers published_outputs read records release_sql report run score score_counts "
        "semantic_levels sql subsets suda tradeoff unicity_curves utility utility_sql verify write_release"
    ),
    "gate.each_version": "VersionCheck VersionChecks",
    "gate.jobs": "Run",
    "gate.trend": "ScoreHistory",
    "output.privacy_report": "PrivacyReport",
    "publication.written": "WrittenRelease",
    "release.attack.attack": "Attack",
    "release.attack.claims": "Tolerance at_least at_most",
    "release.utility.utility": "Utility",
    "releases": "Releases compare",
    "risk.baseline": "Baseline Belief ClassBelief Posterior",
    "risk.classes": "Classes",
    "risk.combinations.results": "Combination Contribution SubsetScores",
    "risk.combinations.suda": "SpecialUniques",
    "risk.counts.written": "Counted",
    "risk.epsilon.audit": "EpsilonAudit EpsilonFinding",
    "risk.epsilon.coins": "Canary Coins",
    "risk.epsilon.meaning": "EpsilonMeaning epsilon_meaning",
    "risk.epsilon.plan": "EpsilonPlan",
    "risk.events.point_sets": "PointSet PointSets",
    "risk.events.resolution": "ResolutionUnicity UnicityCurves",
    "risk.outputs": "Outputs PublishedCell PublishedTable",
    "risk.published.differences": "DifferencedGroup Differences PublishedAnswer",
    "risk.published.hidden_cells": "HiddenCell HiddenCells HiddenCounts",
    "risk.published.hiding_advice": "CellToHide HidingAdvice",
    "scoring.scores": "ReleaseScores Score Scores",
    "risk.semantic_levels": "SemanticLevel SemanticLevels",
    "spec.call_words": "ClosenessWords GdaWords SpecWords TradeoffWords UtilityWords",
    "spec.published_limits": "PublishedLimit limits",
    "statement.catalogue": "Metric metrics",
    "table": "Table",
}
"""The public names by the modules that have them; `__init__.pyi` is made from it."""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = ["__version__"]
__all__ += sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the command line starts at once."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'sqlmetrics' has no attribute '{name}'")
    return getattr(import_module(f"sqlmetrics.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    """Return the public names, used or not."""
    return __all__
