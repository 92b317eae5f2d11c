"""Columns that number rows are no attribute, unless they are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import sqlmetrics

RNG = np.random.default_rng(7)
PEOPLE = pd.DataFrame(
    {
        "age": RNG.integers(18, 80, 300),
        "town": RNG.choice(list("abcde"), 300),
        "salary": RNG.integers(20_000, 20_000_000, 300),
    }
).sample(frac=1, random_state=3)
"""People in another order than that of their index."""

LEFT_OUT = "numbers rows and is left out"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Return people, and a release of half of them, with the index that pandas writes."""
    paths = (tmp_path / "people.parquet", tmp_path / "half.parquet")
    PEOPLE.to_parquet(paths[0])
    PEOPLE.head(150).to_parquet(paths[1])
    return paths


def targets(result: Any) -> set[str]:
    """Return the columns that scores are of."""
    return {score.target for score in result.scores}


def test_the_index_of_pandas_is_left_out_of_every_comparison(files: tuple[Path, Path]) -> None:
    """Attacks, distances and measures of use do without it, and say so once."""
    people, half = files
    for made in (
        sqlmetrics.gda(people, half, attacks="singling_out_univariate", attempts=50),
        sqlmetrics.closeness(people, half),
        sqlmetrics.utility(people, half, queries=1),
    ):
        assert not any("__index_level_0__" in target for target in targets(made))
        assert [note for note in made.notes if LEFT_OUT in note] == [note for note in made.notes if "__index" in note]
        assert sum(LEFT_OUT in note for note in made.notes) == 1


def test_a_name_brings_it_back(files: tuple[Path, Path]) -> None:
    """What a user names is measured."""
    people, half = files
    named = ["__index_level_0__", "age"]
    used = sqlmetrics.utility(people, half, columns=named, queries=1)
    assert set(named) <= targets(used)
    assert not any(LEFT_OUT in note for note in used.notes)
    assert any("__index" in target for target in targets(sqlmetrics.utility(people, half, columns=named, queries=1)))
    attacked = sqlmetrics.gda(people, half, attacks="singling_out_univariate", known="__index_level_0__", attempts=50)
    assert "__index_level_0__" in targets(attacked)


def test_a_named_index_is_known_by_the_metadata() -> None:
    """pandas says which columns were an index, of a file or of a table of pyarrow."""
    indexed = PEOPLE.set_index("town")
    table = pa.Table.from_pandas(indexed)
    assert "town" in table.column_names
    used = sqlmetrics.utility(table, table, queries=1)
    assert "town" not in targets(used)
    assert any(note.startswith("town numbers rows and is left out") for note in used.notes)


@pytest.mark.parametrize(
    ("numbers", "apart"),
    [
        (range(300), True),
        (range(1000, 1600, 2), True),
        ([*range(290), *[0] * 10], True),
        (range(0, 30_000, 100), False),
        ([*range(150), *range(150)], False),
        ([number + 0.5 for number in range(300)], False),
    ],
)
def test_numbers_of_rows_are_dense_and_tell_almost_all_apart(numbers: Any, apart: bool) -> None:
    """Whole numbers with few gaps are; sparse, repeated and broken ones are attributes."""
    people = PEOPLE.assign(number=list(numbers))
    used = sqlmetrics.utility(people, people, queries=1)
    assert ("number" not in targets(used)) == apart


def test_the_only_columns_are_kept() -> None:
    """Where nothing else is left, they are measured."""
    people = pd.DataFrame({"number": range(300)})
    assert "number" in targets(sqlmetrics.utility(people, people, queries=1))
