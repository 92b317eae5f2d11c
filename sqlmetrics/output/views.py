"""Results as callers in Python see them: in a few lines, as a card in a notebook, and as frames.

All of it is made from the forms that the command line writes: the report, and the records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from sqlmetrics.engine.frames import Columns, pandas_frame
from sqlmetrics.engine.kept import Kept
from sqlmetrics.errors import SpecError
from sqlmetrics.output.html import Card, card_html
from sqlmetrics.output.latex import latex_table
from sqlmetrics.output.plot import check_matplotlib
from sqlmetrics.output.records import Records
from sqlmetrics.output.report import Column, Heading, Paragraph, Report, ReportTable, table
from sqlmetrics.output.shown import appearance_of
from sqlmetrics.risk.result import Result
from sqlmetrics.text import brief, split_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LONGEST = 290
"""The most characters of a result in a few lines."""


def lines(result: Result[Any]) -> str:
    """Return a result in a few lines: its kind and length, its title and its first sentences."""
    shown = appearance_of(result)
    report = shown.forms(result).report()
    about = " ".join(sentence for sentence in _sentences(report) if not sentence.endswith("?"))
    headlines = ", ".join(f"{name} {value}" for name, _, value, _ in (shown.headlines(result) or ())[:4])
    text = f"{type(result).__name__} ({len(result):,}) {_title(report)}"
    more = [part for part in (brief(about, 105), brief(headlines, 85)) if part]
    return "\n".join([brief(text, 90), *more])[:LONGEST]


def html(result: Result[Any]) -> str:
    """Return a result as a card of a notebook."""
    shown = appearance_of(result)
    report, rows = shown.forms(result).report(), shown.headlines(result)
    columns = [Column("score", "name"), Column("of", "name"), Column("value", "number"), Column("reading")]
    headlines = table(columns, rows, leading=2) if rows else None
    title = _title(report)
    blocks = tuple(block for block in report.blocks if not (isinstance(block, Heading) and block.text == title))
    folded = f"All of the {type(result).__name__} ({len(result):,})"
    return card_html(Card(title, tuple(_sentences(report)), headlines, folded, blocks, shown.picture(result)))


def plot(result: Result[Any], axes: Axes | None) -> Axes:
    """Draw a result on axes of matplotlib, on new ones of pyplot where none are given.

    Raises SpecError for a result that has no plot, and without matplotlib.
    """
    check_matplotlib("print the result, or take `to_pandas()`")
    draw = appearance_of(result).plot(result)
    if draw is None:
        raise SpecError(
            f"{type(result).__name__} has no plot; there are plots of scores at level `class` or of slices, classes,"
            " subsets, special uniques, attacks, closeness, utility, a tradeoff and a history"
        )
    if axes is None:
        from matplotlib import pyplot

        axes = pyplot.subplots(layout="constrained")[1]
    draw(axes)
    return axes


def _title(report: Report) -> str:
    """Return the first heading of a report."""
    return next((block.text for block in report.blocks if isinstance(block, Heading)), "")


def _sentences(report: Report) -> list[str]:
    """Return the sum of a report, or the paragraphs before its first table."""
    if report.summary:
        return [report.summary]
    before = next((place for place, block in enumerate(report.blocks) if isinstance(block, ReportTable)), None)
    return [block.text for block in report.blocks[:before] if isinstance(block, Paragraph)]


def latex(result: Result[Any], columns: Sequence[str] | None) -> str:
    """Return a result's records as a table of LaTeX. Raises SpecError for an unknown column."""
    return latex_table(pandas_frame(record_columns(result)), columns)


def record_columns(result: Result[Any]) -> Columns:
    """Return the records of a result by columns, with a column more for each key of its classes."""
    records = appearance_of(result).forms(result).records()
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
