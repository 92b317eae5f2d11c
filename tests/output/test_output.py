"""Reports: numbers for reading, text that cannot break a table, exact values for machines."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from sqlmetrics.errors import SpecError
from sqlmetrics.output.forms import score_records, text_in, write_parquet
from sqlmetrics.output.results.scores import scores_forms, scores_report
from sqlmetrics.output.terminal import terminal_text
from sqlmetrics.scoring.scores import COLUMNS
from sqlmetrics.text import number, printable, split_line


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (0.0, "0"),
        (1.0, "1"),
        (1234567.0, "1,234,567"),
        (0.12345, "0.1235"),
        (-0.5, "-0.5000"),
        (0.00001234, "1.2e-05"),
        (1e20, "100000000000000000000.0000"),
    ],
)
def test_numbers_are_short_and_honest(value: float | None, text: str) -> None:
    """Whole numbers stay whole, small ones keep their size, undefined is a dash."""
    assert number(value) == text


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("a", ["a"]),
        ("", [None]),
        ('""', [""]),
        ("a,,b", ["a", None, "b"]),
        ('"a,b","say ""x"""', ["a,b", 'say "x"']),
        ('"a\nb",', ["a\nb", None]),
    ],
)
def test_a_class_is_one_line_of_csv(line: str, fields: list[str | None]) -> None:
    """A record's class is read back exactly: NULL, empty text, commas, quotes, line breaks."""
    assert split_line(line) == fields


def test_a_class_name_survives_the_database() -> None:
    """Key values that hold marks of CSV come back as they are."""
    values = ["a,b", 'say "x"', "", None, "two\nlines", "plain"]
    frame = pd.DataFrame({"k": pd.Series(values, dtype="object"), "other": ["x"] * len(values)})
    scores = sqlmetrics.score(frame, ["k", "other"], metrics="k_anonymity", level="class")
    assert {tuple(split_line(score.class_ or "")) for score in scores.scores} == {(value, "x") for value in values}
    assert scores.value("k_anonymity", key=["a,b", "x"]) == 1
    assert scores.value("k_anonymity", key=[None, "x"]) == 1


def test_value_wants_one_score() -> None:
    """`value` lists the scores there are when none or more than one fits."""
    frame = pd.DataFrame({"k": [1, 1, 2], "x": ["a", "b", "a"]})
    scores = sqlmetrics.score(frame, "k", "x")
    assert scores.value("k_anonymity") == 1
    with pytest.raises(SpecError, match="2 scores fit"):
        scores.value("itpr")
    with pytest.raises(SpecError, match=r"no score fits .* there are: .*itpr of x"):
        scores.value("itpr", target="y")


def test_the_frame_has_the_columns_of_a_record() -> None:
    """`to_pandas` gives numbers as numbers and NULL where a score is undefined."""
    frame = sqlmetrics.score(
        pd.DataFrame({"k": [1, 2], "x": ["a", "a"]}), "k", "x", metrics=["itpr", "entropy"]
    ).to_pandas()
    assert tuple(frame.columns) == COLUMNS
    assert frame["value"].dtype == "float64"
    undefined = frame[(frame["metric"] == "itpr") & (frame["target"] == "x")]
    assert undefined["value"].isna().all()
    assert undefined["reason"].tolist() == ["the target has a single value"]


def test_empty_results_have_their_columns_too(tmp_path: Path) -> None:
    """No class at all is still a table with the right columns and types."""
    scores = sqlmetrics.score(pd.DataFrame({"k": pd.Series([], dtype="int64")}), "k", level="class")
    assert scores.to_pandas().empty
    write_parquet(score_records(scores), tmp_path / "s.parquet")
    described = duckdb.execute(f"describe select * from '{tmp_path}/s.parquet'").fetchall()
    assert [(row[0], row[1]) for row in described if row[0] in {"records", "value", "metric"}] == [
        ("metric", "VARCHAR"),
        ("records", "BIGINT"),
        ("value", "DOUBLE"),
    ]


@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_a_narrow_terminal_shows_every_metric_of_a_class(width: int) -> None:
    """Columns that do not fit beside the class go to a table below, so that no number is cut."""
    frame = pd.DataFrame({"k": ["u", "u", "v"], "x": [1, 2, 1]})
    scores = sqlmetrics.score(frame, "k", "x", level="class")
    text = terminal_text(scores_report(scores), width)
    assert "…" not in text
    words = text.split()
    assert all(symbol in words for symbol in ("ITPR", "alpha", "delta", "beta", "skew", "A_diff", "A_quot", "H(X|Y)"))


def test_reports_cannot_be_broken_by_a_name() -> None:
    """Line breaks, bars and terminal codes in names are shown, not obeyed."""
    assert printable("a\x1b[31m\nb") == "a\\x1b[31m\\nb"
    frame = pd.DataFrame({"k|\nx": [1, 2], "[red]y\x1b[0m": ["a", "b"]})
    text = text_in(scores_forms(sqlmetrics.score(frame, "k|\nx", "[red]y\x1b[0m")), "markdown")
    assert "\x1b" not in text
    assert "k\\|\\\\nx?" in text


def test_json_is_strict() -> None:
    """JSON holds null, never NaN, and unicode as it is."""
    text = text_in(scores_forms(sqlmetrics.score(pd.DataFrame({"ü": [1, 2], "x": [1, 1]}), "ü", "x")), "json")
    assert "NaN" not in text
    assert json.loads(text)["scores"][0]["quasi_identifiers"] == ["ü"]
