"""Measure the privacy of tabular data where the data lives."""

from sqlmetrics.api import score, sql
from sqlmetrics.catalogue import Metric, metrics
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.scores import Score, Scores
from sqlmetrics.version import __version__

__all__ = ["Metric", "QueryError", "Score", "Scores", "SpecError", "SqlmetricsError", "__version__", "metrics", "score", "sql"]
