"""Results with as many rows as the data go from the engine to their file, not through Python."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from engines import Database
from sqlmetrics.engine.engine import own_engine
from sqlmetrics.engine.kept import Kept, keep_batches, keep_rows, open_store
from sqlmetrics.errors import QueryError
from sqlmetrics.output.forms import Elements, Forms, Records, fill
from sqlmetrics.scoring.scores import Score
from sqlmetrics.text import csv_line, split_line

Command = Callable[..., Run]

TEXTS = ["a", "", None, "x,y", 'say "hi"', "two\nlines", "#hash", " space", "\t", "é", "a\\b", "\x01", "null", "=1+1"]
NUMBERS = [0.1, 1.0, None, 1e-5, 1e16, 5e-324, 1.7976931348623157e308, -0.0, 1 / 3, 123456789.25, 1e22, 2.5, 0.5, 7.0]
ROWS = [
    (text, place, number, None if text is None else csv_line([text, "k"]))
    for place, (text, number) in enumerate(zip(TEXTS, NUMBERS, strict=True))
]
COLUMNS: dict[str, type] = {"text": str, "place": int, "number": float, "line": str}


def forms_of(rows: Any) -> Forms:
    """Return the forms of the rows, kept or not, inside a document."""
    elements: object = (
        Elements(rows, tuple(COLUMNS), lists=("line",))
        if isinstance(rows, Kept)
        else [
            dict(zip(COLUMNS, row, strict=True)) | {"line": None if row[3] is None else split_line(row[3])}
            for row in rows
        ]
    )
    document = {"head": 'a "head"', "parts": [{"rows": elements, "more": [1]}, {"rows": elements}], "tail": None}
    return Forms(lambda: pytest.fail("no report"), lambda: document, lambda: Records(tuple(COLUMNS), rows, COLUMNS))


@pytest.mark.parametrize("number", [len(ROWS), 1, 0])
def test_kept_rows_are_written_as_rows_of_python_are(tmp_path: Path, number: int) -> None:
    """JSON has the same bytes, CSV and Parquet the same values and types."""
    rows = ROWS[:number]
    with open_store() as store:
        kept = keep_batches(store, [rows[:3], rows[3:]], "rows", COLUMNS)
        for format_ in ("json", "csv", "parquet"):
            fill(forms_of(kept), format_, tmp_path / f"kept.{format_}")
            fill(forms_of(rows), format_, tmp_path / f"python.{format_}")
    written, expected = ((tmp_path / f"{name}.json").read_text() for name in ("kept", "python"))
    assert json.loads(written) == json.loads(expected)
    assert written.replace("\\u0001", "") == expected.replace("\\u0001", "")
    kept_csv, python_csv = (pd.read_csv(tmp_path / f"{name}.csv", dtype=str) for name in ("kept", "python"))
    assert kept_csv.equals(python_csv)
    read = [
        (duckdb.execute(f"describe from '{file}'").fetchall(), duckdb.execute(f"from '{file}'").fetchall())
        for file in (tmp_path / "kept.parquet", tmp_path / "python.parquet")
    ]
    assert read[0] == read[1]
    assert [row[1] for row in read[0][1]] == list(range(number))


def test_rows_keep_their_order(tmp_path: Path) -> None:
    """A million rows are written in the order of the statement, by any number of threads."""
    with open_store() as store, own_engine() as engine:
        sql = "select 'x' as text, i as place, null as number, null as line from range(1000000) r(i) order by hash(i)"
        kept = keep_rows(store, engine, sql, "rows", COLUMNS)
        fill(Forms(lambda: pytest.fail("no report"), lambda: Elements(kept, ("place",))), "json", tmp_path / "r.json")
        expected = [place for (_, place, _, _) in engine.connection.execute(sql).fetchall()]
    assert [row["place"] for row in json.loads((tmp_path / "r.json").read_text())] == expected


def test_a_number_that_is_not_finite_is_refused() -> None:
    """Neither infinity nor NaN is a score."""
    with open_store() as store, own_engine() as engine, pytest.raises(QueryError, match="not a finite number"):
        keep_rows(store, engine, "select 'x' as text, 1 as place, 'nan'::double as number, '' as line", "rows", COLUMNS)


@pytest.mark.engines("url")
def test_another_engine_gives_its_rows_by_batches(
    engine: Database, run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Class scores of a server, written a few at a time, are those of the call in Python."""
    monkeypatch.setattr("sqlmetrics.engine.kept.BATCH", 7)
    assert engine.url is not None
    roles = ["-q", "k", "-q", "g", "-s", "x", "--level", "class", "--show-values", "-m", "k_anonymity", "-m", "itpr"]
    metrics = ["k_anonymity", "itpr"]
    command = ["score", engine.written("t"), *roles, "--url", engine.url, "-f"]
    expected = sqlmetrics.score(
        engine.written("t"), ["k", "g"], "x", connection=engine.connection, level="class", metrics=metrics
    )
    ended = run(*command, "json")
    assert (ended.code, ended.err) == (0, "")
    scores = [score[: len(expected.columns)] for score in expected.scores]
    assert [one | {"value": None} for one in json.loads(ended.out)["scores"]] == [
        one | {"value": None} for one in expected.listed(expected.scores)
    ]
    assert [one["value"] for one in json.loads(ended.out)["scores"]] == last_digits(expected.scores)
    assert run(*command, "parquet", "-o", tmp_path / "scores.parquet").code == 0
    rows = duckdb.execute(f"from '{tmp_path / 'scores.parquet'}'").fetchall()
    place = list(expected.columns).index("value")
    assert [row[place] for row in rows] == last_digits(expected.scores)
    assert [row[:place] + row[place + 1 :] for row in rows] == [row[:place] + row[place + 1 :] for row in scores]


def last_digits(scores: Sequence[Score]) -> list[Any]:
    """Return the values of scores, each near those of another run but for its last digits."""
    return [score.value if score.value is None else pytest.approx(score.value, rel=1e-12) for score in scores]


COMMANDS = {
    "score": ("--level", "class", "-s", "s"),
    "classes": ("-s", "s", "--condition", "k < 3", "--condition", "itpr > 0.9"),
    "suda": (),
    "baseline": ("-s", "s"),
    "posterior": ("-s", "s"),
}
"""The commands whose results have as many rows as the data, with what each needs."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("format_", ["json", "csv"])
def test_standard_output_has_what_a_file_has(command: str, format_: str, run: Command, tmp_path: Path) -> None:
    """Both come whole, and no key value is named unless it is to be shown."""
    people, output = tmp_path / "people.parquet", tmp_path / "output"
    duckdb.execute(
        f"copy (select 'key' || i % 50 as a, i % 3 as b, 's' || i % 4 as s from range(60) r(i)) to '{people}'"
    )
    asked = [command, people, "-q", "a", "-q", "b", *COMMANDS[command], "-f", format_]
    printed, written = run(*asked), run(*asked, "-o", output)
    assert (printed.code, written.code, written.out) == (0, 0, "")
    assert printed.out == output.read_text()
    assert "key" not in printed.out
    assert ("s3" if command == "baseline" else "key49") in run(*asked, "--show-values").out


MEASURED = """
import sys
from pathlib import Path
from sqlmetrics.cli.app import main
try:
    main()
finally:
    status = Path("/proc/self/status").read_text()
    print(int(status.partition("VmHWM:")[2].split()[0]) // 1024, file=sys.stderr)
"""
"""The command line, with the peak of its memory in MB at the end of standard error."""


def peak(output: Path, *command: object) -> int:
    """Return the peak in MB of a command within 128 MB, of a million near-unique keys."""
    relation = output.with_name("people.parquet")
    duckdb.execute(f"copy (select hash(i) as a, i % 7 as b from range(1000000) r(i)) to '{relation}'")
    limits = ("--memory-limit", "128MB", "--threads", "2", "--quiet")
    return measured(command[0], relation, *command[1:], *limits, "-o", output)[1]


def measured(*command: object) -> tuple[str, int]:
    """Return what a command prints, and its peak in MB."""
    words = [sys.executable, "-c", MEASURED, *map(str, command)]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout, int(result.stderr.split()[-1])


@pytest.mark.parametrize(
    "format_", ["csv", *(pytest.param(format_, marks=pytest.mark.thorough) for format_ in ("json", "parquet"))]
)
def test_class_scores_keep_to_the_memory_limit(tmp_path: Path, format_: str) -> None:
    """A million classes take the limit and what Python and DuckDB need, not memory for each row."""
    output = tmp_path / f"scores.{format_}"
    assert peak(output, "score", "-q", "a", "-q", "b", "--level", "class", "-m", "k_anonymity") <= 128 + 250
    assert output.stat().st_size > 10_000


@pytest.mark.thorough
def test_intervals_keep_to_the_memory_limit(tmp_path: Path) -> None:
    """Counts are drawn again by the kinds of classes that are alike, which are few."""
    output = tmp_path / "scores.json"
    asked = ("-m", "itpr", "-m", "baseline_accuracy", "--intervals")
    assert peak(output, "score", "-q", "a", "-s", "b", *asked, "-f", "json") <= 128 + 250
    scores = {score["metric"]: score for score in json.loads(output.read_text())["scores"] if score["target"] == "b"}
    assert scores["baseline_accuracy"]["low"] < 1 / 7 < scores["baseline_accuracy"]["high"]


def test_a_large_hierarchy_keeps_to_the_memory_limit(tmp_path: Path) -> None:
    """Of 100,000 lines, which took 1.3 GB, statements hold two texts and not a row for each."""
    relation, tree = tmp_path / "few.parquet", tmp_path / "a.csv"
    duckdb.execute(f"copy (select i % 50 as a from range(200) r(i)) to '{relation}'")
    tree.write_text("".join(f"{line};{line // 10};*\n" for line in range(100_000)))
    command = [
        "score",
        relation,
        "-q",
        "a",
        "--partition",
        f"a={tree}:1",
        *shlex.split("-m k_anonymity --no-look -f json"),
    ]
    ended, most = measured(*command, "--memory-limit", "128MB")
    assert [score["value"] for score in json.loads(ended)["scores"]] == [40]
    assert most <= 128 + 250
