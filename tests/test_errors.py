"""Errors that recur have a class of their own, by which a caller tells what happened."""

from __future__ import annotations

import pytest

import sqlmetrics
from conftest import ROOT
from sqlmetrics.release.attack.gda import ATTACKS

SURVEY = ROOT / "fixtures" / "anes96.parquet"


def test_a_missing_column_is_told_by_its_parts() -> None:
    """The column, the relation's columns and its name, beside the message with the nearest."""
    with pytest.raises(sqlmetrics.MissingColumnError, match="has no column 'agee'; did you mean 'age'") as told:
        sqlmetrics.score(SURVEY, "agee")
    assert (told.value.name, "anes96.parquet" in told.value.of) == ("agee", True)
    assert told.value.known[:2] == ("age", "education")
    assert told.value.exit_code == 2


def test_an_unknown_name_is_told_with_the_known_ones() -> None:
    """Attacks, dialects, limits, jobs and whatever else has a name."""
    with pytest.raises(sqlmetrics.UnknownNameError, match="unknown attack 'linkage'; there are") as told:
        sqlmetrics.gda(SURVEY, SURVEY, attacks="linkage")
    assert (told.value.name, told.value.known) == ("linkage", tuple(ATTACKS))
    with pytest.raises(sqlmetrics.UnknownNameError, match="unknown dialect 'duckdbb'; did you mean 'duckdb'"):
        sqlmetrics.sql(SURVEY, "age", dialect="duckdbb")


@pytest.mark.parametrize(
    ("words", "word", "other"),
    [
        ({"by": "party", "known": 2, "individual": "vote"}, "by", "known"),
        ({"population_size": 5000, "sampling_fraction": 0.1}, "sampling_fraction", "population_size"),
    ],
)
def test_words_that_are_apart_are_named(words: dict[str, object], word: str, other: str) -> None:
    """Both words are attributes, in the order of the message."""
    with pytest.raises(sqlmetrics.RefusedWordError, match=f"`{word}` does not go with `{other}`") as told:
        sqlmetrics.score(SURVEY, "age", **words)  # type: ignore[arg-type]
    assert (told.value.word, told.value.other) == (word, other)


def test_a_word_that_is_not_taken_names_what_was_asked() -> None:
    """The word, and the call that refuses it."""
    with pytest.raises(sqlmetrics.RefusedWordError, match="suda does not take `by`") as told:
        sqlmetrics.Table(SURVEY, "age").suda(by="party")
    assert (told.value.word, told.value.other) == ("by", "suda")
    assert issubclass(sqlmetrics.RefusedWordError, sqlmetrics.SpecError)
