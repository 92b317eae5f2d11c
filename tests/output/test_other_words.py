"""Words that others use lead to what is here."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conftest import ROOT, Run
from sqlmetrics.output.other_words import other_words
from sqlmetrics.text import plain_name

WORDS = {
    "anonymize": "desk",
    "Anonymise": "desk",
    "pseudonymise": "individual",
    "gdpr": "crosswalk",
    "HIPAA": "identifiers",
    "small cells": "outputs",
    "disclosure control": "score",
    "statistical disclosure": "score",
    "membership": "closeness",
    "differential privacy": "epsilon",
    "delta-lake": "version",
    "Iceberg": "version",
    "Snowflake": "--dialect",
    "big query": "--dialect",
    "Excel": "files",
    "pdf": "report",
    "synthetic": "closeness",
    "linkage attack": "population",
    "tokenization": "pseudonym",
    "masked": "partition",
    "Redacting": "partition",
    "PII": "init",
    "CCPA": "init",
    "Jupyter notebook": "frame",
    "record swapping": "utility",
    "Microaggregation": "closeness",
    "secondary suppression": "outputs",
    "Rounding": "outputs",
    "motivated intruder": "crosswalk",
    "mosaic effect": "gda",
    "privacy budget": "epsilon",
    "information loss": "tradeoff",
    "quasi identifier": "class",
    "IP-address": "init",
    "postcodes": "init",
    "open data": "release",
    "encryption": "pseudonym",
    "FERPA": "init",
    "mail": "report",
    "NHS": "limits",
    "psql": "--dialect",
    "query log": "outputs",
    "identity disclosure": "score",
    "e-mail": "report",
}


@pytest.mark.parametrize("word", WORDS)
def test_a_word_of_others_is_answered(word: str, run: Callable[..., Run]) -> None:
    """By what is here for it, and a page of the docs."""
    ended = run("metrics", word)
    assert (ended.code, ended.err) == (0, "")
    assert WORDS[word] in ended.out
    page = ended.out.rpartition("(docs/")[2].rstrip(")\n")
    assert (ROOT / "docs" / page).is_file()


@pytest.mark.parametrize("word", ["record keeping", "free lunch", "small talk"])
def test_words_that_share_a_first_word_alone_are_not_taken_for_each_other(word: str, run: Callable[..., Run]) -> None:
    """A name of several words is not that of others which begin alike."""
    ended = run("metrics", word)
    assert (ended.code, ended.out) == (2, "")


def test_each_word_has_one_row(run: Callable[..., Run]) -> None:
    """A word that names a metric, too, is explained as that."""
    words = [plain_name(word) for row in other_words() for word in row.words]
    assert len(words) == len(set(words))
    assert run("metrics", "unicity").out.startswith("unicity: Unicity")
    assert "did you mean" in run("metrics", "anonimity").err
