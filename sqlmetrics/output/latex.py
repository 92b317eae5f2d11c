"""Results as tables of LaTeX: their records, with metrics by the symbols of papers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlmetrics.errors import SpecError
from sqlmetrics.output.names import measure_words, short_names
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import number, there_are

if TYPE_CHECKING:
    import pandas as pd

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
            raise SpecError(f"the records have no column '{column}'; {there_are(column, frame.columns)}")
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
    if value is None or value != value or str(value) in {"<NA>", "NaT"}:
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
