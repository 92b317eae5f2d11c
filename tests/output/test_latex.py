"""Results as LaTeX: symbols of papers, a row for each parameter, and marks that mean nothing."""

from __future__ import annotations

import pandas as pd
import pytest

import sqlmetrics
from conftest import ROOT
from sqlmetrics.errors import SpecError
from sqlmetrics.output.views import latex_table


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of a table's rows, the head first."""
    return [line.removesuffix(r" \\").split(" & ") for line in text.splitlines() if line.endswith(r"\\")]


def test_scores_stand_by_the_symbols_of_papers() -> None:
    """A symbol is that of a formula where no other metric has it, else the catalogue's."""
    result = sqlmetrics.score(str(ROOT / "fixtures/ward.csv"), ["age", "zip"], ["disease"])
    head, *rows = rows_of(result.to_latex())
    assert head == ["metric", "target", "value"]
    assert ["$k$", "identity", "1"] in rows
    assert [r"$\mathrm{DR}$", "disease", "0.6379"] in rows
    assert ["MI", "disease", "0.9917"] in rows
    assert [r"$\delta$ (log base=e)", "disease", "1.3863"] in rows
    assert ["strict delta (log base=e)", "disease", "--"] in rows
    assert len({(metric, target) for metric, target, _ in rows}) == len(rows) == len(result)
    assert rows_of(result.to_latex(["value", "metric"]))[1] == ["1", "$k$"]
    with pytest.raises(SpecError, match="no column 'metrics'; did you mean 'metric'"):
        result.to_latex(["metrics"])


def test_rates_at_two_limits_are_two_rows() -> None:
    """The limit stands beside TPR, so that no table takes the mean of two."""
    paths = {name: str(ROOT / f"fixtures/ward_{name}.csv") for name in ("synthetic", "release", "holdout")}
    result = sqlmetrics.closeness(
        str(ROOT / "fixtures/ward.csv"),
        [paths["synthetic"], paths["release"]],
        control=paths["holdout"],
        columns=["disease", "stay"],
    )
    head, *rows = rows_of(result.to_latex())
    assert head == ["metric", "release", "attack", "value", "low", "high"]
    assert ["TPR at FPR 0.1", r"ward\_synthetic", "membership", "0.5000", "0.2109", "0.7891"] in rows
    assert ["TPR at FPR 0.01", r"ward\_synthetic", "membership", "0", "0", "0.2646"] in rows
    assert len({(metric, release) for metric, release, *_ in rows}) == len(rows)


def test_marks_of_latex_are_text() -> None:
    """Names and values of any kind change nothing of the table."""
    frame = pd.DataFrame({"a_b": ["1 & 2", None, "<50%\n\\"], "n": [1, 2, None]})
    assert rows_of(latex_table(frame)) == [
        [r"a\_b", "n"],
        [r"1 \& 2", "1"],
        ["--", "2"],
        [r"\textless{}50\% \textbackslash{}", "--"],
    ]
