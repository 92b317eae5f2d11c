"""Codes of several columns in the bits of few words, which DuckDB groups faster than columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmetrics.risk.combinations.lattice import Keys

WORD = 62
"""The bits of a word that are used: a whole number of 64 bits stays positive."""

NULL, MARK = 1, 2
"""The codes of NULL and of a mark of suppression.

Codes of other values are greater; 0 is a key that a combination lacks.
"""


@dataclass(frozen=True)
class Field:
    """Where the codes of one column are: the word from 1, the place of the lowest bit, the bits."""

    word: int
    shift: int
    bits: int

    @property
    def unit(self) -> int:
        """The factor of a code in its word."""
        return 1 << self.shift

    @property
    def mask(self) -> int:
        """The bits of the word that are the column's."""
        return ((1 << self.bits) - 1) << self.shift

    @property
    def column(self) -> str:
        """The column that is the word."""
        return f"key_{self.word}"


@dataclass(frozen=True)
class Packing:
    """Where the codes of the keys are, and the codes that every combination keeps.

    `kept` has the value and the individual, where the target has them.
    """

    keys: tuple[Field, ...]
    kept: dict[str, Field]

    @property
    def words(self) -> int:
        """The number of words."""
        return max(field.word for field in (*self.keys, *self.kept.values()))

    @property
    def class_masks(self) -> list[int]:
        """The bits of each word that are keys."""
        return [_joined(self.keys, word) for word in range(1, 1 + max(field.word for field in self.keys))]

    def class_masks_of(self, keys: Keys) -> list[int]:
        """Return the bits of each word that are keys of a combination."""
        fields = [self.keys[place] for place in keys]
        return [_joined(fields, word) for word in range(1, 1 + len(self.class_masks))]

    def masks(self, keys: Keys) -> list[int]:
        """Return the bits of each word that a combination keeps."""
        fields = [*(self.keys[place] for place in keys), *self.kept.values()]
        return [_joined(fields, word) for word in range(1, self.words + 1)]


def _joined(fields: Iterable[Field], word: int) -> int:
    return sum(field.mask for field in fields if field.word == word)


def pack(key_sizes: Sequence[int], kept_sizes: dict[str, int]) -> Packing:
    """Return a packing of columns of these numbers of codes, in words that they fill in order."""
    room: list[int] = []

    def place(size: int) -> Field:
        bits = (size + MARK).bit_length()
        word = next((number for number, left in enumerate(room) if left >= bits), None)
        if word is None:
            room.append(WORD)
            word = len(room) - 1
        room[word] -= bits
        return Field(word + 1, WORD - room[word] - bits, bits)

    keys = tuple(place(size) for size in key_sizes)
    return Packing(keys, {name: place(size) for name, size in kept_sizes.items()})
