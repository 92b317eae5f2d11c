"""Results as callers in Python see them: in a few lines, as a card in a notebook, and as frames.

All of it is made from the forms that the command line writes: the report, and the records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from sqlmetrics.advice.result import Advice
from sqlmetrics.engine.duckdb import Connection
from sqlmetrics.engine.frames import Columns, Relation, arrow_table, duckdb_relation, pandas_frame, polars_frame
from sqlmetrics.engine.kept import Kept
from sqlmetrics.gate.jobs import Run
from sqlmetrics.gate.score_history import ScoreHistory
from sqlmetrics.output import figures
from sqlmetrics.output.advice import advice_forms
from sqlmetrics.output.classes import baseline_forms, classes_forms, posterior_forms
from sqlmetrics.output.closeness import closeness_forms
from sqlmetrics.output.combinations import subsets_forms
from sqlmetrics.output.discrimination import attacks_forms
from sqlmetrics.output.forms import Forms
from sqlmetrics.output.gate import run_forms
from sqlmetrics.output.gda import gda_forms
from sqlmetrics.output.html import Card, card_html
from sqlmetrics.output.latex import latex_table
from sqlmetrics.output.names import short_names, target_name
from sqlmetrics.output.page.frontier import frontier_picture
from sqlmetrics.output.page.scatter import Scatter
from sqlmetrics.output.records import Records
from sqlmetrics.output.report import Column, Heading, Paragraph, Report, ReportTable, table
from sqlmetrics.output.scores import is_headline, scores_forms
from sqlmetrics.output.semantic_levels import semantic_levels_forms
from sqlmetrics.output.solutions import solutions_picture
from sqlmetrics.output.suda import suda_forms
from sqlmetrics.output.tradeoff import tradeoff_forms
from sqlmetrics.output.trend import history_forms
from sqlmetrics.output.utility import utility_forms
from sqlmetrics.release.utility.frontier import frontier
from sqlmetrics.release.utility.utility import Utility
from sqlmetrics.risk.baseline import Baseline, Posterior
from sqlmetrics.risk.classes import Classes
from sqlmetrics.risk.combinations.results import SubsetScores
from sqlmetrics.risk.combinations.suda import SpecialUniques
from sqlmetrics.risk.result import Result
from sqlmetrics.risk.scores import ReleaseScores, Score, Scores
from sqlmetrics.risk.semantic_levels import SemanticLevels
from sqlmetrics.statement.catalogue import every_metric, metrics_of
from sqlmetrics.text import brief, number, split_line

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from matplotlib.axes import Axes

LONGEST = 290
"""The most characters of a result in a few lines."""

MOST_HEADLINES = 12
"""The most scores that stand before all others."""

MOST_DRAWN = 8
"""The most recodings in the picture of a card, for which it has room."""


def forms_of(result: Result[Any]) -> Forms:
    """Return the forms of a result of any kind."""
    match result:
        case Advice():
            return advice_forms(result)
        case Scores():
            return scores_forms(result)
        case Utility():
            return utility_forms(result)
        case ReleaseScores():
            return _release_forms(result)
        case SubsetScores():
            return subsets_forms(result)
        case SpecialUniques():
            return suda_forms(result)
        case SemanticLevels():
            return semantic_levels_forms(result)
        case Classes():
            return classes_forms(result)
        case Baseline():
            return baseline_forms(result, show_values=True)
        case Posterior():
            return posterior_forms(result, show_values=True)
        case Run():
            return run_forms(result)
        case ScoreHistory():
            return history_forms(result)
        case _:
            raise TypeError(f"no report of a {type(result).__name__}")


def _release_forms(result: ReleaseScores) -> Forms:
    """Return the forms of what attacked releases, or of classifiers that learnt from them."""
    measured = {score.metric for score in result.scores}
    if _is_tradeoff(result):
        return tradeoff_forms(result, frontier(result), "accuracy")
    if measured & {metric.name for metric in metrics_of("closeness")}:
        return closeness_forms(result)
    claims = measured & {metric.name for metric in metrics_of("claims")}
    return gda_forms(result) if claims else attacks_forms(result)


def lines(result: Result[Any]) -> str:
    """Return a result in a few lines: its kind and length, its title and its first sentences."""
    report = forms_of(result).report()
    about = " ".join(sentence for sentence in _sentences(report) if not sentence.endswith("?"))
    headlines = brief(", ".join(f"{name} {value}" for name, _, value, _ in _headline_rows(result)[:4]), 85)
    text = f"{type(result).__name__} ({len(result):,}) {_title(report)}"
    more = [part for part in (brief(about, 105), headlines) if part]
    return "\n".join([brief(text, 90), *more])[:LONGEST]


def html(result: Result[Any]) -> str:
    """Return a result as a card of a notebook."""
    report = forms_of(result).report()
    rows = _headline_rows(result)
    columns = [Column("score", "name"), Column("of", "name"), Column("value", "number"), Column("reading")]
    headlines = table(columns, rows, leading=2) if rows else None
    title = _title(report)
    blocks = tuple(block for block in report.blocks if not (isinstance(block, Heading) and block.text == title))
    folded = f"All of the {type(result).__name__} ({len(result):,})"
    return card_html(Card(title, tuple(_sentences(report)), headlines, folded, blocks, _picture(result)))


def _picture(result: Result[Any]) -> Scatter | None:
    """Return the picture of a frontier, of a tradeoff or of advice; other results have none."""
    if isinstance(result, Advice):
        if result.frontier is None or result.frontier.worth is None:
            return solutions_picture(result, MOST_DRAWN)
        result = result.frontier.worth
    if not isinstance(result, ReleaseScores) or not _is_tradeoff(result):
        return None
    return frontier_picture(frontier(result), short_names(result.releases))


def _is_tradeoff(result: ReleaseScores) -> bool:
    return bool({score.metric for score in result.scores} & {metric.name for metric in metrics_of("classifiers")})


def _title(report: Report) -> str:
    """Return the first heading of a report."""
    return next((block.text for block in report.blocks if isinstance(block, Heading)), "")


def _sentences(report: Report) -> list[str]:
    """Return the sum of a report, or the paragraphs before its first table."""
    if report.summary:
        return [report.summary]
    before = next((place for place, block in enumerate(report.blocks) if isinstance(block, ReportTable)), None)
    return [block.text for block in report.blocks[:before] if isinstance(block, Paragraph)]


def _headline_rows(result: Result[Any]) -> list[tuple[str, str, str, str]]:
    """Return metric, target, value and direction of the scores that decide, else of all."""
    if not isinstance(result, Scores):
        return []
    of_table = [score for score in result.scores if score.level == "table"]
    shown = [score for score in of_table if is_headline(score)] or of_table
    return [
        (score.metric, target_name(score.target, score.partition), number(score.value), _in_words(score))
        for score in shown[:MOST_HEADLINES]
    ]


def _in_words(score: Score) -> str:
    """Return what a score says in a few everyday words, and which way it is riskier."""
    short = every_metric()[score.metric].short
    return score.direction if short is None else f"{short}; {score.direction}"


def to_pandas(result: Result[Any]) -> pd.DataFrame:
    """Return the records of a result as a frame of pandas."""
    return pandas_frame(_columns_of(result))


def to_latex(result: Result[Any], columns: Sequence[str] | None) -> str:
    """Return a result's records as a table of LaTeX. Raises SpecError for an unknown column."""
    return latex_table(to_pandas(result), columns)


def to_polars(result: Result[Any]) -> pl.DataFrame:
    """Return the records of a result as a frame of polars."""
    return polars_frame(_columns_of(result))


def to_arrow(result: Result[Any]) -> pa.Table:
    """Return the records of a result as an Arrow table."""
    return arrow_table(_columns_of(result))


def to_relation(result: Result[Any], connection: Connection | None) -> Relation:
    """Return the records of a result as a relation of DuckDB."""
    return duckdb_relation(_columns_of(result), connection)


def _columns_of(result: Result[Any]) -> Columns:
    """Return the records of a result by columns, with a column more for each key of its classes."""
    records = forms_of(result).records()
    if isinstance(records.rows, Kept):
        raise TypeError("rows that are kept on disk are written to a file by DuckDB")
    rows = list(records.rows)
    columns: dict[str, tuple[type, Sequence[Any]]] = {
        name: (records.kinds.get(name, str), [row[place] for row in rows]) for place, name in enumerate(records.columns)
    }
    return columns | _key_columns(result, records, rows)


def _key_columns(
    result: Result[Any], records: Records, rows: Sequence[Sequence[Any]]
) -> dict[str, tuple[type, Sequence[Any]]]:
    """Return the values of the quasi-identifiers of classes, where there are any."""
    if "class" not in records.columns:
        return {}
    place = records.columns.index("class")
    types: Mapping[str, str] = getattr(result, "key_types", {})
    known = records.columns.index("quasi_identifiers") if "quasi_identifiers" in records.columns else None
    values: list[dict[str | None, str | None]] = []
    for row in rows:
        keys = list(types) if known is None else split_line(row[known])
        values.append({} if row[place] is None else dict(zip(keys, split_line(row[place]), strict=True)))
    names = dict.fromkeys(name for row in values for name in row if name is not None)
    taken = records.columns
    return {
        f"key_{name}" if name in taken else name: _held([row.get(name) for row in values], types.get(name))
        for name in names
    }


HELD: Mapping[str, tuple[type, Callable[[str], Any]]] = {
    **dict.fromkeys(("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"), (int, int)),
    **dict.fromkeys(("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"), (int, int)),
    **dict.fromkeys(("FLOAT", "DOUBLE", "DECIMAL"), (float, float)),
    "BOOLEAN": (bool, {"true": True, "false": False}.__getitem__),
    "DATE": (date, date.fromisoformat),
    "TIMESTAMP": (datetime, datetime.fromisoformat),
}
"""The kinds of key values and the functions that read their texts, by DuckDB's types."""


def _held(texts: Iterable[str | None], type_name: str | None) -> tuple[type, list[Any]]:
    """Return the texts of a key's values as values of its type, or as they are for other types."""
    texts = list(texts)
    kind, read = HELD.get((type_name or "").split("(")[0], (str, str))
    try:
        return kind, [None if text is None else read(text) for text in texts]
    except (ValueError, KeyError):
        return str, texts


def plot(result: Result[Any], axes: Axes | None) -> Axes:
    """Draw a result with matplotlib. Raises SpecError for a result that has no plot."""
    return figures.draw(result, axes)
