"""A release as CSV is read again as it was written: texts as texts, NULL and '' apart."""

from __future__ import annotations

import itertools
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened_records
from sqlmetrics.spec.reading import read_spec, seen_from_here

TEXTS = [
    *(None, "", " ", "1", "1.0", "01", "+1", "1e0", "10", "1e1", "-0.0", "0.0", "nan", "NaN", "NA", "NULL", "\\N"),
    *("true", "True", "2020-01-01", "2020-1-1", "03/04/2020", "04/03/2020", "10:00", "10:00:00", "a", "#a", " a"),
    *("a;b", 'a"', '""', "a\n", "a\r", "a\r\n", "\n", "name", "\ufeffa", "ä"),
]
"""Texts that some reader takes for each other, for nothing, or for a part of a file's form."""


def columns_of(path: Path) -> list[Counter[Any]]:
    """Return the values of each column of a release, read by the spec beside it."""
    spec = seen_from_here(read_spec(path.with_name(f"{path.name}.spec.yml")))
    with opened_records(spec, Progress()) as source:
        rows = source.engine.connection.execute(f"select * from {source.from_sql} source").fetchall()
    return [Counter(values) for values in zip(*rows, strict=True)]


def test_every_pair_of_texts_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No two texts become one value, and none becomes another, in a column of these two alone."""
    monkeypatch.chdir(tmp_path)
    pairs = list(itertools.combinations(TEXTS, 2))
    rows = [["x", *(pair[number % 2] for pair in pairs)] for number in range(4)]
    names = ["who", *(f"c{number}" for number in range(len(pairs)))]
    made = duckdb.connect()
    made.execute(f"create table t ({', '.join(f'{name} varchar' for name in names)})")
    made.executemany(f"insert into t values ({', '.join('?' * len(names))})", rows)
    made.execute("copy t to 't.parquet'")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sqlmetrics.write_release(
            "t.parquet", ["who"], output=Path("out.csv"), look=False, thresholds={"k_anonymity": 4}
        )
        found = columns_of(tmp_path / "out.csv")
    assert found == [Counter({"x": 4}), *(Counter({one: 2, other: 2}) for one, other in pairs)]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize(
    "texts",
    [("1.0", "1"), ("true", "True"), ("2020-01-01", "2020-1-1"), ("1e1", "10"), ("nan", "NaN"), (None, ""),
     ("name", "a"), ("a\r", "a\n"), ("a;b", "c;d"), ("0815", "815")],
)  # fmt: skip
def test_k_of_a_csv_file_is_that_of_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, texts: tuple[str | None, str], alone: bool
) -> None:
    """Two texts of three records each are two classes, in a file of one column and of two."""
    monkeypatch.chdir(tmp_path)
    made = duckdb.connect()
    made.execute("create table t (name varchar, ill varchar)")
    made.executemany("insert into t values (?, 'flu')", [(text,) for text in texts * 3])
    made.execute(f"copy (select {'name' if alone else '*'} from t) to 't.parquet'")
    result = sqlmetrics.write_release("t.parquet", ["name"], output=Path("out.csv"), thresholds={"k_anonymity": 4})
    assert not result.passed
    result = sqlmetrics.write_release("t.parquet", ["name"], output=Path("out.csv"), thresholds={"k_anonymity": 3})
    assert result.passed
    for again in (sqlmetrics.check(spec="out.csv.spec.yml"), result.run):
        (outcome,) = again.outcomes
        assert outcome.held is not None
        assert {one.metric: one.value for one in outcome.held.scores.scores}["k_anonymity"] == 3


def test_numbers_and_dates_of_a_csv_file_keep_their_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are written so that they are told from texts again, and a negative zero is zero."""
    monkeypatch.chdir(tmp_path)
    made = duckdb.connect()
    made.execute(
        "create table t as select 'x' as who, i as whole, i / 4 as part, if(i = 1, -0.0, 0.0)::double as zero,"
        " date '2020-01-01' + i::int as day, i > 0 as truth, i::varchar as text, uuid() is null as u from range(2) r(i)"
    )
    made.execute("copy t to 't.parquet'")
    sqlmetrics.write_release("t.parquet", ["who"], output=Path("out.csv"), look=False, thresholds={"k_anonymity": 2})
    found = columns_of(tmp_path / "out.csv")
    types = [{type(value).__name__ for value in values} for values in found]
    assert types == [{"str"}, {"int"}, {"float"}, {"float"}, {"date"}, {"bool"}, {"str"}, {"bool"}]
    assert found[3] == Counter({0.0: 2})
    assert "-0.0" not in Path("out.csv").read_text()
