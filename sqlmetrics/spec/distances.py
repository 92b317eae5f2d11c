"""Tables of distances between the values of a column, as files say them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.hierarchies import file_rows
from sqlmetrics.text import brief

NAMES = ("value", "other", "distance")
"""The columns of a file of distances."""

Distances = Mapping[frozenset[str], float]
"""The distance of each two values."""


def read_distances(path: Path) -> dict[frozenset[str], float]:
    """Return the distances of a CSV file with the columns `value`, `other` and `distance`.

    Each two values stand there once, in either order, or in both with the same distance; a value is
    at distance 0 from itself. Raises SpecError for any other file.
    """
    rows = file_rows(path)
    names = next(rows, (0, []))[1]
    missing = [name for name in NAMES if name not in names]
    if missing:
        raise SpecError(
            f"{path}: column '{missing[0]}' is missing; a file of distances starts with the line `{','.join(NAMES)}`"
            f" (found: {brief(', '.join(names)) or 'nothing'})"
        )
    places = [names.index(name) for name in NAMES]
    found: dict[frozenset[str], float] = {}
    for number, row in rows:
        where = f"{path}, line {number}"
        if not row:
            continue
        if len(row) <= max(places):
            raise SpecError(f"{where}: a value, another value and their distance are needed")
        value, other, text = (row[place] for place in places)
        distance = _number(text, where)
        if value == other and distance != 0:
            raise SpecError(
                f"{where}: a value is at another distance than 0 from itself; write 0, or leave the line out"
            )
        if found.setdefault(frozenset((value, other)), distance) != distance:
            raise SpecError(
                f"{where}: two values have another distance here than in a line before; distances are the same in"
                " both directions, so write one",
                f"the values are '{value}' and '{other}'",
            )
    return found


def _number(text: str, where: str) -> float:
    """Return a distance. Raises SpecError for what is none."""
    try:
        distance = float(text)
    except ValueError:
        distance = math.nan
    if not math.isfinite(distance) or distance < 0:
        raise SpecError(f"{where}: a distance is a number from 0 up (found: {brief(text)})")
    return distance


def check_complete(distances: Distances, values: Iterable[str], column: str, path: Path) -> None:
    """Raise SpecError where two of the values of a column have no distance in its file."""
    lacking = [pair for pair in combinations(values, 2) if frozenset(pair) not in distances]
    if lacking:
        raise SpecError(
            f"{path}: {len(lacking):,} pairs of values of '{column}' have no distance; add a line for each two values",
            f"such as '{lacking[0][0]}' and '{lacking[0][1]}'",
        )
