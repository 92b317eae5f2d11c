"""The words that others use for what is here, and where it is."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.text import plain_name

ENDING = re.compile(r"(?<=\w{4})(i[sz](ation|ing|ed|e)|ations?|ing|ion|ed|s)$")
"""What verbs and nouns of one word end in."""


class OtherWord(NamedTuple):
    """Words of others for one thing, what is here for it, and the page of docs/ about that."""

    words: tuple[str, ...]
    here: str
    page: str


@cache
def other_words() -> tuple[OtherWord, ...]:
    """Return every row of the table of words."""
    with Path(__file__).with_name("other_words.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            OtherWord(tuple(row["words"].split("; ")), row["here"], row["page"]) for row in csv.DictReader(file)
        )


def other_word(name: str) -> OtherWord | None:
    """Return what is here for a word of others, whatever its case, blanks, hyphens and ending.

    A first word is enough, of the name or of the word of others: `synthetic`, `linkage attack`. Two
    names of several words have more in common than their first.
    """
    for alike in (_equal, _of_one_stem, _begins):
        found = next((row for row in other_words() if any(alike(name, word) for word in row.words)), None)
        if found is not None:
            return found
    return None


def _equal(name: str, word: str) -> bool:
    return plain_name(name) == plain_name(word)


def _of_one_stem(name: str, word: str) -> bool:
    return _stem(name) == _stem(word)


def _begins(name: str, word: str) -> bool:
    """Return whether one of two names is the first word of the other, whatever its ending."""
    return 1 in {len(name.split()), len(word.split())} and _first(name) == _first(word)


def _stem(word: str) -> str:
    """Return a word without its ending, where four letters or more are left."""
    return ENDING.sub("", plain_name(word))


def _first(word: str) -> str:
    """Return the stem of the first word of several."""
    return _stem(word.split()[0]) if word.split() else ""
