"""Estimates of a population from a sample, beside exact arithmetic on lists of class sizes."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from examples import examples
from sqlmetrics.errors import SpecError


def scored(sizes: list[int], **words: object) -> sqlmetrics.Scores:
    """Return the scores of a table with a class of each size."""
    keys = [key for key, size in enumerate(sizes) for _ in range(size)]
    return sqlmetrics.score({"k": keys}, "k", **words)  # type: ignore[arg-type]


def by_zayatz(sizes: list[int], population: int) -> Fraction:
    """Return the estimate of Zayatz by whole numbers alone."""
    people = sum(sizes)

    def once(size: int) -> Fraction:
        return Fraction(size * comb(population - size, people - 1), comb(population, people))

    alone = sizes.count(1)
    given = Fraction(alone * once(1)) / sum(map(once, sizes)) if alone else Fraction(0)
    return Fraction(alone, people) * given


@examples(40)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.integers(0, 60))
def test_zayatz_is_the_exact_fraction(sizes: list[int], others: int) -> None:
    """The estimate is that of exact arithmetic, from the whole population in the table on."""
    size = sum(sizes) + others
    scores = scored(sizes, population_size=size, metrics=["population_uniqueness_zayatz"])
    assert scores.value("population_uniqueness_zayatz") == pytest.approx(float(by_zayatz(sizes, size)), rel=1e-9)


def test_a_population_is_not_smaller_than_its_sample() -> None:
    """A population of fewer people than the table, or of two sizes, is an error that says so."""
    with pytest.raises(SpecError, match="`population_size` is 2, fewer than the 3 people of the table"):
        scored([1, 2], population_size=2)
    with pytest.raises(SpecError, match="give one of them"):
        scored([1, 2], population_size=20, sampling_fraction=0.1)
    with pytest.raises(SpecError, match="give `population_size`, or `sampling_fraction`"):
        scored([1, 2], metrics=["population_uniqueness_zayatz"])


@pytest.mark.parametrize("word", [{"population_size": 0}, {"sampling_fraction": 0}, {"sampling_fraction": 1.5}])
def test_a_population_has_a_size(word: dict[str, float]) -> None:
    """A size of none and a share that is none are errors that name the word."""
    with pytest.raises(SpecError, match=next(iter(word))):
        scored([1, 2], **word)


def test_a_table_without_records_has_no_estimate() -> None:
    """Of nobody nothing is known, and the reason says so."""
    connection = duckdb.connect()
    connection.execute("create table t (k integer)").fetchall()
    (score,) = sqlmetrics.score(
        "t", "k", connection=connection, population_size=5, metrics=["population_uniqueness_zayatz"]
    ).scores
    assert (score.value, score.reason) == (None, "the table has no records")
