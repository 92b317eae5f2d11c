"""Bounds on the words of a spec: nesting, number of values, digits of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from sqlmetrics.errors import SpecError
from sqlmetrics.text import brief

DEEPEST = 32
"""The most levels of lists and mappings in each other."""

VALUES = 1_000_000
"""The most values of one word, counted as often as it holds them."""

DIGITS = 400
"""The most digits of a number, before and after its point."""

COUNT = 2**31 - 1
"""The largest count, length or level that a spec may name."""

MOST_KNOWN = 12
"""The most points of a person that an attacker knows, and the most words in a row."""

PEOPLE = 10**12
"""The largest population that a spec may name."""


def check_bounds(words: Mapping[str, Any], where: str) -> None:
    """Raise SpecError for a word nested too deep, one that holds itself, or too many values."""
    for word, value in words.items():
        _size(value, f"{where}: key '{brief(str(word), 80)}'", 1, {})


def _size(value: Any, where: str, depth: int, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Return the number of values in a value, written out, and its levels.

    A value that is there several times is walked once.
    """
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**DIGITS:
        raise SpecError(f"{where}: a number has at most {DIGITS} digits")
    if not isinstance(value, Mapping | list | tuple | set | frozenset):
        return 1, 0
    if id(value) not in known:
        if depth > DEEPEST:
            raise SpecError(f"{where} is nested more than {DEEPEST} deep, or holds itself; write it flat")
        total, height = 1, 0
        parts = [part for entry in value.items() for part in entry] if isinstance(value, Mapping) else value
        for part in parts:
            more, levels = _size(part, where, depth + 1, known)
            total, height = total + more, max(height, levels)
        known[id(value)] = total, height + 1
    total, height = known[id(value)]
    if depth + height - 1 > DEEPEST:
        raise SpecError(f"{where} is nested more than {DEEPEST} deep; write it flat")
    if total > VALUES:
        raise SpecError(f"{where} holds more than {VALUES:,} values; put a long mapping into a CSV file")
    return total, height


def bounded(number: Decimal) -> Decimal:
    """Return a number that can be written out. Raises ValueError for one with too many digits."""
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int):
        raise ValueError("a number is finite")
    if abs(number.adjusted()) > DIGITS or abs(exponent) > DIGITS:
        raise ValueError(f"a number has at most {DIGITS} digits before and after its point")
    return number
