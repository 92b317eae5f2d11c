"""The words that others use for what is here, and where it is."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.text import plain_name


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
    """Return what is here for a word of others, whatever its case, blanks and hyphens."""
    plain = plain_name(name)
    return next((row for row in other_words() if plain in map(plain_name, row.words)), None)
