"""What there is of words in the texts of people."""

from __future__ import annotations

from typing import NamedTuple


class TextWords(NamedTuple):
    """The people of a table of texts, and their words.

    The `telling` people have a word that is left, and the `common` of all `words` are those of more
    than half the people, which are left out.
    """

    people: int
    telling: int
    words: int
    common: int

    @property
    def wordless(self) -> int:
        """The people without a word that is left, who are in no score."""
        return self.people - self.telling
