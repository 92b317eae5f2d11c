"""Frames with a column that DuckDB refuses: it is read as texts, or left out by name."""

from __future__ import annotations

import warnings
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import sqlmetrics
from sqlmetrics.errors import ReadingWarning, SpecError

KEYS = [1, 1, 1, 2, 2, 2, 3, 3]
"""Classes of 3, 3 and 2 records."""

OTHERS = ["x", "y", "y", "x", "x", "z", "x", "y"]
"""A column that every frame has beside."""

MENDED: dict[str, Any] = {
    "intervals": pd.cut(pd.Series(KEYS), [0, 1, 2, 3]),
    "periods": pd.PeriodIndex([f"2024-{key:02}" for key in KEYS], freq="M"),
    "sparse": pd.arrays.SparseArray(KEYS),
}
"""Columns of pandas that are read."""

REFUSED: dict[str, Any] = {
    "pandas": pd.DataFrame({"q": [complex(key) for key in KEYS], "s": OTHERS}),
    "polars": pl.DataFrame({"q": pl.Series(KEYS, dtype=pl.Int128), "s": OTHERS}),
    "arrow": pa.table({"q": pa.array(KEYS, pa.decimal256(50, 2)), "s": OTHERS}),
}
"""Frames whose first column is refused."""


@pytest.mark.parametrize("kind", MENDED)
def test_a_column_is_read_as_its_texts(kind: str) -> None:
    """Each interval or period is a text of its own, and a sparse column is dense."""
    frame = pd.DataFrame({"q": MENDED[kind], "s": OTHERS})
    assert sqlmetrics.score(frame, "q", metrics=["k_anonymity"], look=False).value("k_anonymity") == 2


@pytest.mark.parametrize("kind", REFUSED)
def test_another_column_is_left_out_by_name(kind: str) -> None:
    """The others are scored; where it is used itself, it is no column."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ReadingWarning)
        scores = sqlmetrics.score(REFUSED[kind], "s", metrics=["k_anonymity"], look=False)
        with pytest.raises(SpecError, match="has no column 'q'; its columns: s"):
            sqlmetrics.score(REFUSED[kind], "q")
    assert (scores.records, scores.value("k_anonymity")) == (8, 1)
    told = {str(one.message) for one in caught}
    assert len(told) == 1
    assert told.pop().startswith("q (")
    assert {one.message.remark.code for one in caught} == {"left_out_column"}  # type: ignore[union-attr]


def test_a_list_is_to_be_a_frame() -> None:
    """A list of dictionaries is refused with what makes a frame of it."""
    with pytest.raises(SpecError, match=r"make a frame of it, as pandas\.DataFrame\(list\)"):
        sqlmetrics.score([{"q": 1}], "q")
