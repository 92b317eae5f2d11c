"""Scores of sketches: estimates from the classes that they hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import sqlmetrics
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.estimation.estimators import BOUND, UNKNOWN

PEOPLE = pa.table(
    {
        "a": [f"a{i * 7 % 61}" for i in range(600)],
        "b": [i // 7 % 5 if i % 50 else None for i in range(600)],
        "x": [f"x{(i * 5 + i // 9) % 4}" for i in range(600)],
        "y": [i % 90 for i in range(600)],
    }
)


def sketch(path: Path, size: int, table: pa.Table = PEOPLE) -> Path:
    """Return a file with the sketch of a table."""
    sqlmetrics.count(table, ["a", "b"], ["x", "y"], output=path, sketch=size, allow_singles=True)
    return path


def test_a_sketch_of_all_classes_scores_exactly(tmp_path: Path) -> None:
    """Where every class is in it, a sketch has the scores of the table."""
    found = sqlmetrics.score_counts(sketch(tmp_path / "all.parquet", 1000))
    exact = sqlmetrics.score(PEOPLE, ["a", "b"], ["x", "y"], look=False)
    assert (found.share, found.records) == (1, 600)
    for one, score in zip(found, exact, strict=True):
        assert one.view == score.view
        assert one.value == (None if score.value is None else pytest.approx(score.value, rel=1e-9, abs=1e-12)), one


SUPPRESSED = pa.table(
    {
        "a": ["*" if i % 6 == 0 else f"a{i * 7 % 5}" for i in range(240)],
        "b": ["*" if i % 6 == 0 else f"b{i // 7 % 4}" for i in range(240)],
        "x": ["x0" if i % 6 == 0 else f"x{(i * 5 + i // 9) % 4}" for i in range(240)],
        "y": [i % 3 for i in range(240)],
    }
)
"""People of whom every sixth is suppressed, all with one value of x."""


@pytest.mark.parametrize("sensitive", [["x"], ["x", "y"]])
@pytest.mark.parametrize("words", [{}, {"nulls": "drop"}, {"keep_suppressed": True}], ids=str)
def test_values_of_suppressed_records_are_not_compared_with(
    sensitive: list[str], words: dict[str, Any], tmp_path: Path
) -> None:
    """The distribution of a value is that of the records that are scored, as in the table."""
    asked: dict[str, Any] = {"suppressed": {"a": "*", "b": "*"}, **words}
    path = tmp_path / "all.parquet"
    sqlmetrics.count(SUPPRESSED, ["a", "b"], sensitive, output=path, sketch=1000, allow_singles=True, **asked)
    exact = sqlmetrics.score(SUPPRESSED, ["a", "b"], sensitive, look=False, **asked)
    for one, score in zip(sqlmetrics.score_counts(path), exact, strict=True):
        assert one.view == score.view
        assert one.value == (None if score.value is None else pytest.approx(score.value, rel=1e-9, abs=1e-12)), one


def test_equal_classes_are_kept_for_their_weight_whatever_the_first_bits_of_their_hash(tmp_path: Path) -> None:
    """Half of them have a hash above the middle, so that the sample is not without the others."""
    path = tmp_path / "equal.parquet"
    ages = [str(i % 600) for i in range(3000)] + [f"alone {i}" for i in range(900)]
    sqlmetrics.count(pa.table({"age": ages}), "age", output=path, sketch=100, allow_singles=True)
    ((whole, above),) = duckdb.execute(
        f"select count(*), count(*) filter (class_hash >= {2**47}) from '{path}' where whole = 1"
    ).fetchall()
    assert whole == 100
    assert 30 < above < 70


def test_a_sketch_has_the_estimates_of_its_share(tmp_path: Path) -> None:
    """Some classes of a file score as `estimate` does with the same ones, parts added up too.

    But for what shares a bucket with a class of weight, which `estimate` has then, too.
    """
    names = ["uniqueness", "distinction", "discrimination_rate", "a_acc", "a_know", "entropy"]
    path = sketch(tmp_path / "some.parquet", 230)
    found = sqlmetrics.score_counts(path, metrics=names)
    assert found.share is not None
    assert 0.2 < found.share < 0.9
    other = sqlmetrics.score(PEOPLE, ["a", "b"], ["x", "y"], metrics=names, estimate=found.share, look=False)
    for one, score in zip(found, other, strict=True):
        assert [one.value, one.low, one.high] == pytest.approx([score.value, score.low, score.high], rel=0.01), one
        assert one.reason is None
    parts = [sketch(tmp_path / f"{at}.parquet", 230, PEOPLE.slice(at, 300)) for at in (0, 300)]
    exact = sqlmetrics.score(PEOPLE, ["a", "b"], ["x", "y"], metrics=names, look=False)
    for one, score in zip(sqlmetrics.score_counts(parts, metrics=names), exact, strict=True):
        assert one.low is not None
        assert one.low - 1e-12 <= (score.value or 0.0) <= (one.high or 0.0) + 1e-12, one


def test_cells_of_a_sketch_that_are_there_several_times_are_added_up(tmp_path: Path) -> None:
    """Cells in pieces and in another order have the estimates, and make the file, of the whole."""
    path, pieces, added = (tmp_path / f"{name}.parquet" for name in ("some", "pieces", "added"))
    sketch(path, 95)
    ((words,),) = duckdb.execute(f"select decode(value) from parquet_kv_metadata('{path}')").fetchall()
    ones = (
        f"select * exclude (n) replace (1::bigint as records) from (select *, unnest(range(records)) as n from '{path}'"
        " where class_hash is not null) union all "
        f"(from '{path}' where class_hash is null)"
    )
    ones = f"from ({ones}) order by hash((key_1, key_2, value_1, value_2))"
    duckdb.execute(f"copy ({ones}) to '{pieces}' (kv_metadata {{sqlmetrics_counts: '{words}'}})")
    expected = [(score.metric, score.value, score.low, score.high) for score in sqlmetrics.score_counts(path)]
    found = [(score.metric, score.value, score.low, score.high) for score in sqlmetrics.score_counts(pieces)]
    assert len(expected) > 10
    for one, other in zip(found, expected, strict=True):
        assert one == (other[0], *(None if number is None else pytest.approx(number, rel=1e-9) for number in other[1:]))
    sqlmetrics.count(counts=[pieces], output=added)
    both = f"(from '{added}' except all from '{path}') union all (from '{path}' except all from '{added}')"
    assert duckdb.execute(both).fetchall() == []


def test_too_many_values_leave_out_what_compares_with_them(tmp_path: Path) -> None:
    """Of 90 values a sketch of 70 classes keeps no counts: what needs them has no value."""
    found = sqlmetrics.score_counts(sketch(tmp_path / "few.parquet", 70))
    reasons = {(score.metric, score.target): score.reason for score in found}
    assert reasons["discrimination_rate", "y"] == reasons["a_know", "y"] == reasons["baseline_accuracy", "y"] == UNKNOWN
    assert found.value("conditional_entropy", target="y") is not None
    assert found.value("a_know", target="x") is not None
    assert reasons["t_closeness_equal", "x"] == BOUND


def test_what_a_sketch_does_not_tell_is_refused(tmp_path: Path) -> None:
    """A metric that is named and has no value is refused, and so are scores of classes."""
    path = sketch(tmp_path / "few.parquet", 30)
    with pytest.raises(SpecError, match=r"do not tell t_closeness_equal: .* count without `sketch`"):
        sqlmetrics.score_counts(path, metrics="t_closeness_equal")
    with pytest.raises(SpecError, match="do not tell the scores of all"):
        sqlmetrics.score_counts(path, level="class")
    with pytest.raises(SpecError, match="leave out `intervals`"):
        sqlmetrics.score_counts(path, intervals=True)
    with pytest.raises(SpecError, match="sketches by the classes that they have; or leave `estimate`"):
        sqlmetrics.score_counts(path, estimate=0.5)
