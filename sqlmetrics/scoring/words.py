"""The words in the texts of people, in numbers."""

from __future__ import annotations

from typing import NamedTuple


class TextWords(NamedTuple):
    """The people of a table of texts, and their words.

    The `telling` people have a word that is left. More than half the people have each of the
    `common` ones among all `words`, which are left out. A word may be several in a row: `length`.
    """

    people: int
    telling: int
    words: int
    common: int
    length: int

    @property
    def wordless(self) -> int:
        """The people without a word that is left, who are in no score."""
        return self.people - self.telling
