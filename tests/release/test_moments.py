"""Moments with a time zone are compared like moments without, and need no further package."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from conftest import Run
from sqlmetrics.engine.engine import fetch, own_engine

Command = Callable[..., Run]

PEOPLE = (
    "select i % 7 as a, 's' || i % 4 as s,"
    " cast(timestamp '2020-01-31 12:00:00.25' + to_hours(cast(i % 30 as integer)) as {type}) as visit"
    " from range(60) r(i)"
)


@pytest.mark.parametrize("command", ["gda", "utility"])
def test_a_time_zone_changes_no_score(
    command: str, run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A release is compared with its original by a column of either type."""
    answers = []
    for of_type in ("timestamp", "timestamptz"):
        folder = tmp_path / of_type
        folder.mkdir()
        monkeypatch.chdir(folder)
        duckdb.execute(f"copy ({PEOPLE.format(type=of_type)}) to 'people.parquet'")
        ended = run(command, "people.parquet", "--original", "people.parquet", "-f", "json")
        assert ended.code == 0, ended.err
        answers.append(json.loads(ended.out)["scores"])
    assert answers[0] == answers[1]
    assert any("visit" in score["target"] for score in answers[0])


def test_moments_come_as_texts_in_their_order() -> None:
    """Names of columns may repeat, and a semicolon may end the statement."""
    moments = "(values (2, timestamptz '2020-01-02'), (1, timestamptz '2020-01-01 06:00:00')) t(place, moment)"
    query = f"select place, moment, moment, [moment] from {moments} order by place;"
    with own_engine() as engine:
        rows = fetch(engine, query, "moments")
    first, second = "2020-01-01 06:00:00+00", "2020-01-02 00:00:00+00"
    assert rows == [(1, first, first, f"['{first}']"), (2, second, second, f"['{second}']")]
