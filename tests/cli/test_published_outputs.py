"""`outputs --published`: tables alone on the command line, their forms, and what is refused."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from conftest import Run
from sqlmetrics.risk.published import hidden_cells

Command = Callable[..., Run]

COUNTS = str(Path("fixtures/hidden_counts.csv").resolve())
WORDS = ("--published", COUNTS, "--mark", "*=1..9", "--absent", "zero")


def test_counts_and_values_are_shown_where_they_are_asked_for(run: Command) -> None:
    found = json.loads(run("outputs", *WORDS, "-f", "json").out)
    assert found["tables"] == [
        {"table": COUNTS, "cells": 20, "hidden": 6, "recovered_cells": 2, "narrow_cells": 4, "unproven_cells": 0}
    ]
    assert {(cell["low"], cell["high"], cell["class"]) for cell in found["cells"]} == {(None, None, None)}
    shown = json.loads(run("outputs", *WORDS, "-f", "json", "--show-values").out)["cells"]
    assert [(cell["record"], cell["class"], cell["low"], cell["high"]) for cell in shown] == [
        (2, ["North", "40 to 64"], 4, 4),
        (15, ["West", "65 and over"], 8, 8),
        (5, ["South", "under 40"], 3, 9),
        (6, ["South", "40 to 64"], 3, 9),
        (9, ["East", "under 40"], 2, 8),
        (10, ["East", "40 to 64"], 2, 8),
    ]


def test_all_cells_are_written_to_a_file_and_none_over_what_is_read(run: Command, tmp_path: Path) -> None:
    assert run("outputs", *WORDS, "-o", tmp_path / "cells.parquet").code == 0
    query = f"select cell, state, lines from '{tmp_path / 'cells.parquet'}'"
    rows = duckdb.connect().execute(query).fetchall()
    assert rows[0] == (2, "recovered", "record 4 by age")
    assert len(rows) == 6
    own = tmp_path / "counts.csv"
    own.write_bytes(Path(COUNTS).read_bytes())
    for tables in ([own], [COUNTS, own]):
        named = [word for table in tables for word in ("--published", table)]
        assert run("outputs", *named, "--mark", "*=1..9", "--absent", "zero", "-o", own).code == 2
    assert own.read_bytes() == Path(COUNTS).read_bytes()


def test_without_a_solver_nothing_is_proven(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_cells, "solver_installed", lambda: False)
    found = json.loads(run("outputs", *WORDS, "-f", "json").out)
    assert (found["recovered_cells"], found["narrow_cells"], found["unproven_cells"]) == (2, 4, 4)
    assert found["notes"] == [hidden_cells.NO_SOLVER]


REFUSED = {
    "no absent": (("--published", COUNTS), 2, "say what a row that is not there means"),
    "no mark": (("--published", COUNTS, "--absent", "zero"), 2, "the mark * has no meaning here"),
    "a total": ((*WORDS, "--total", "Sum"), 2, "no column has the total 'Sum'"),
    "roles": ((*WORDS, "-q", "age"), 2, "--published does not take --quasi-identifier"),
    "a relation": ((COUNTS, *WORDS), 2, "--published does not take relation"),
    "keys": ((*WORDS, "--keys", "age"), 2, "rules on people need their records"),
    "marks alone": ((COUNTS, "--cube", "age", "--mark", "*=1..9"), 2, "words of a published table"),
    "a form": ((*WORDS, "--mark", "x"), 2, "write TEXT=COUNTS"),
    "a mark twice": ((*WORDS, "--mark", "*=0"), 2, "the mark is there twice"),
    "no file": (("--published", "none.csv", "--absent", "zero"), 2, "no such file"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_use_ends_in_one_sentence(case: str, run: Command) -> None:
    words, code, message = REFUSED[case]
    ended = run("outputs", *words)
    assert (ended.code, ended.out) == (code, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_one_round_is_printed_for_any_database(run: Command) -> None:
    """Of 3 + x = 7 and x + y = 6, a round knows x, and the next one y."""
    round_ = run("outputs", *WORDS, "--print-sql", "--dialect", "sqlite").out
    with closing(sqlite3.connect(":memory:")) as own:
        own.execute("create table published_lines (line integer, cell integer, sign integer)")
        own.execute("create table published_bounds (cell integer, low integer, high integer)")
        lines = [(1, 1, 1), (1, 2, 1), (1, 3, -1), (2, 2, 1), (2, 4, 1), (2, 5, -1)]
        own.executemany("insert into published_lines values (?, ?, ?)", lines)
        bounds = [(1, 3, 3), (2, 0, None), (3, 7, 7), (4, 0, None), (5, 6, 6)]
        own.executemany("insert into published_bounds values (?, ?, ?)", bounds)
        first = sorted(own.execute(round_).fetchall())
        assert [row[:3] for row in first] == [(1, 3, 3), (2, 4, 4), (3, 7, 7), (4, 0, 6), (5, 6, 6)]
        assert [row[3:] for row in first if row[0] == 2] == [(1, 1)]
        own.execute("delete from published_bounds")
        own.executemany("insert into published_bounds values (?, ?, ?)", [row[:3] for row in first])
        assert sorted(own.execute(round_).fetchall())[3][:3] == (4, 2, 2)
