"""Results as callers in Python see them: in lines, as a card in a notebook, as frames and LaTeX.

All of it is made from the forms that the command line writes: the report, and the records. A table
of LaTeX has metrics by the symbols of papers. A card is small HTML without a script, which folds
what is secondary: names and values are escaped by the templates' environment, and colours are the
page's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlmetrics.engine.frames import Columns, pandas_frame
from sqlmetrics.engine.kept import Kept
from sqlmetrics.errors import SpecError, UnknownNameError
from sqlmetrics.output.forms import Records
from sqlmetrics.output.names import measure_words, short_names
from sqlmetrics.output.page.scatter import Scatter
from sqlmetrics.output.plot import check_matplotlib
from sqlmetrics.output.plot_lines import plot_lines
from sqlmetrics.output.report import (
    Block,
    Column,
    Glossary,
    Heading,
    Items,
    Note,
    Paragraph,
    Plot,
    Report,
    ReportTable,
    cell_text,
    table,
)
from sqlmetrics.output.shown import appearance_of, drawn_kinds
from sqlmetrics.scoring.result import Result
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.statement.render import macro_folder
from sqlmetrics.text import brief, joined, number, split_line

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


LARGEST = 8_000
"""The most bytes of a card."""

RESERVED = 200
"""The bytes that are kept for the end of a card, and for what it leaves out."""

WORD, SENTENCE = 80, 500
"""The most letters of a cell, and of a sentence, in a card."""

PLOT_WIDTH = 60
"""The width of a plot of letters."""


@dataclass(frozen=True)
class Card:
    """What a notebook shows of a result: a title, sentences and a table, and the rest folded.

    `folded` is the title of the blocks below it. A `picture` takes the place of their plot, unless
    it is too large.
    """

    title: str
    sentences: tuple[str, ...]
    headlines: ReportTable | None
    folded: str
    blocks: tuple[Block, ...]
    picture: Scatter | None


@cache
def _macros() -> Any:
    """Return the macros of `templates/html/result.html`, in an environment that escapes."""
    import jinja2

    loader = jinja2.FileSystemLoader(macro_folder().parent / "html")
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    environment.filters |= {"brief": _brief, "text_of": cell_text}
    return environment.get_template("result.html").module


def _brief(text: str, longest: int = WORD) -> str:
    return brief(text, longest)


def card_html(card: Card) -> str:
    """Return a card as HTML. It has at most LARGEST bytes, and says what it leaves out."""
    macros = _macros()
    sentences = [brief(sentence, SENTENCE) for sentence in card.sentences]
    parts = [str(macros.head(brief(card.title, 200), sentences))]
    room = LARGEST - RESERVED - _size(parts)
    if card.headlines is not None:
        parts.append(_fitted(card.headlines, room))
    blocks = card.blocks
    if card.picture is not None:
        drawn = str(macros.picture(card.picture))
        if len(drawn.encode()) <= room / 2:
            parts.append(drawn)
            blocks = tuple(block for block in blocks if not isinstance(block, Plot))
    if blocks:
        opening = f"<details><summary>{macros.text(card.folded)}</summary>"
        room = LARGEST - RESERVED - _size((*parts, opening))
        parts += [opening, *_blocks(blocks, room), "</details>"]
    return "".join((*parts, "</div>"))


def _blocks(blocks: Sequence[Block], room: int) -> list[str]:
    """Return as many blocks as there is room for, and how many more there are."""
    parts: list[str] = []
    for place, block in enumerate(blocks):
        part = _fitted(block, room - _size(parts))
        if not part:
            return [*parts, str(_macros().rest(len(blocks) - place))]
        parts.append(part)
    return parts


def _fitted(block: Block, room: int) -> str:
    """Return a block, a table with the first of its rows that there is room for, or nothing."""
    text = _block(block)
    if len(text.encode()) <= room:
        return text
    if not isinstance(block, ReportTable):
        return ""
    low, high = 0, len(block.rows)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if len(_cut(block, middle).encode()) <= room else (low, middle - 1)
    return _cut(block, low) if low else ""


def _cut(block: ReportTable, rows: int) -> str:
    """Return a table with the first of its rows, and the number of the others."""
    return _block(replace(block, rows=block.rows[:rows])) + str(_macros().more(len(block.rows) - rows))


def _block(block: Block) -> str:
    macros = _macros()
    match block:
        case Heading():
            return str(macros.heading(block))
        case Paragraph() | Note():
            return str(macros.paragraph(block))
        case Items(items):
            return str(macros.list(items))
        case Glossary():
            return str(macros.glossary(block))
        case Plot():
            return str(macros.plot("\n".join(plot_lines(block, PLOT_WIDTH))))
        case ReportTable():
            return str(macros.table(block))


def _size(parts: Iterable[str]) -> int:
    return sum(len(part.encode()) for part in parts)


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
        raise SpecError(f"{type(result).__name__} has no plot; there are plots of {joined(drawn_kinds())}")
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


ALWAYS = ("metric", "value")
"""The columns that stand in a table by default, whatever they hold."""

LAST = ("value", "low", "high")
"""The columns that stand behind all others by default."""

NEVER = frozenset({"quasi_identifiers", "level", "records", "reason", "unit", "direction", "parameters"})
"""The columns that a table lacks by default. Parameters stand behind the metric's symbol."""

TEXT = str.maketrans(
    {
        **{mark: f"\\{mark}" for mark in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "\n": " ",
        "\r": " ",
    }
)
"""The text of LaTeX for marks that mean something else there."""


def latex_table(frame: pd.DataFrame, columns: Sequence[str] | None = None) -> str:
    """Return records as a table of LaTeX with the rules of `booktabs`.

    By default it has the columns in which records differ. Raises SpecError for an unknown one.
    """
    for column in columns or ():
        if column not in frame:
            raise UnknownNameError(f"the records have no column '{column}'", column, frame.columns)
    chosen = [*columns] if columns is not None else _default(frame)
    texts = frame[chosen].astype(object).map(_text)
    if "metric" in chosen:
        parameters = frame["parameters"] if "parameters" in frame else [None] * len(frame)
        texts["metric"] = [_measure(*pair) for pair in zip(frame["metric"], parameters, strict=True)]
    if "release" in chosen:
        short = short_names(list(dict.fromkeys(frame["release"].dropna())))
        texts["release"] = [_text(short.get(name, name)) for name in frame["release"]]
    forms = "".join("r" if frame[column].dtype.kind in "iuf" else "l" for column in chosen)
    return str(texts.rename(columns=_text).to_latex(index=False, escape=False, column_format=forms))


def _default(frame: pd.DataFrame) -> list[str]:
    """Return the columns of a table by default: of scores, those in which they differ."""
    names = [str(column) for column in frame.columns]
    if "metric" not in names:
        return names
    told = [name for name in names if name not in NEVER and frame[name].nunique(dropna=False) > 1]
    shown = [name for name in names if name in (*told, *ALWAYS)]
    return [name for name in shown if name not in LAST] + [name for name in LAST if name in shown]


def _text(value: Any) -> str:
    """Return a value as text; a dash stands for what is missing."""
    if value is None or str(value) in {"<NA>", "NaT"} or value != value:
        return "--"
    return number(value) if isinstance(value, float) else str(value).translate(TEXT)


def _measure(metric: str, parameters: Any) -> str:
    """Write a metric as papers do: its symbol, with its parameters behind it."""
    measure = every_metric().get(metric)
    if measure is None:
        return _text(metric)
    left = measure.tex.partition(" = ")[0]
    plain = re.sub(r"\\mathrm\{(\w+)\}|[\\{}]", r"\1", left)
    symbol = f"${left}$" if plain == measure.symbol else _text(measure.symbol)
    return symbol + _text(measure_words(parameters if isinstance(parameters, str) else None))
