"""Grids: places in cells of equal width, of coordinates in metres or in degrees."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import cos, floor, isclose, radians
from typing import Any, Literal

Degrees = Literal["latitude", "longitude"]
"""What a column of degrees is."""

EARTH = 6_371_008.7714
"""The mean radius of the Earth in metres (IUGG 1980)."""

METRES = radians(EARTH)
"""The metres of a degree of latitude."""

SPANS: dict[Degrees, int] = {"latitude": 180, "longitude": 360}
"""The degrees from one end to the other."""

WORDS: dict[str, tuple[Degrees, bool]] = {
    "lat": ("latitude", True),
    "latitude": ("latitude", True),
    "lon": ("longitude", True),
    "lng": ("longitude", True),
    "longitude": ("longitude", True),
    "laengengrad": ("longitude", False),
    "langengrad": ("longitude", False),
    "lengtegraad": ("longitude", False),
    "lunghezza": ("longitude", False),
    "dlugosc": ("longitude", False),
    "delka": ("longitude", False),
    "pituusaste": ("longitude", False),
}
"""Words for a latitude and a longitude, each with whether it says so by itself in a name.

The others tell a longitude from a latitude where a column is surely one of both: some are words for
a length, and `lang` is a language.
"""

BEGINNING = 4
"""The letters by which a word that is cut short is known."""

FARTHEST = 9e15
"""The most cells on each side of 0, and the largest number in one; doubles are exact so far."""


NEAR = "with neighbours"
"""The end of the name of a grid whose cells stand for their neighbours, too."""


def named_degrees(column: str) -> Degrees | None:
    """Return what a column of degrees is by the words of its name, None where they do not tell."""
    for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", column):
        degrees, alone = WORDS.get(word.lower(), (None, False))
        if alone:
            return degrees
    return None


def is_longitude(word: str) -> bool:
    """Return whether a word for a latitude or a longitude, in lower case, is for a longitude."""
    return any(word.startswith(known[:BEGINNING]) for known, (degrees, _) in WORDS.items() if degrees == "longitude")


def neighbouring(partitions: Mapping[str, Sequence[Any]]) -> list[str]:
    """Return the columns with cells of a grid that stand for their neighbours, too.

    A partition of a spec is a model, or the word `raw`.
    """
    return [column for column, own in partitions.items() if any(one != "raw" and one.neighbours for one in own)]


def without_neighbours(partitions: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """Return the partitions of a spec, whose grids have a place in its own cell alone."""
    return {
        column: [one if one == "raw" else one.model_copy(update={"neighbours": False}) for one in own]
        for column, own in partitions.items()
    }


@dataclass(frozen=True)
class CoordinateGrid:
    """Cells of a column of coordinates, each `width` wide.

    The width has the column's unit and cells begin at 0. Where the column has `degrees`, the width
    is in metres, and cells begin at the South Pole, or at the date line. They are equal, and as
    many as fit without one narrower than `width`. Cells of longitudes are so wide at the latitude
    `at`, and wider nearer to the equator. The North Pole is in the last cell of latitudes, and 180
    degrees in the first one of longitudes, as it is -180 degrees. With `neighbours` a place is also
    in the cells on both sides of its own: round the Earth, and at a pole in the last one again.
    """

    width: Decimal
    degrees: Degrees | None = None
    at: Decimal | None = None
    neighbours: bool = False

    @property
    def cells(self) -> int | None:
        """The number of cells from one end of the degrees to the other; other grids have no end."""
        if self.degrees is None:
            return None
        metres = SPANS[self.degrees] * METRES * (1 if self.at is None else cos(radians(float(self.at))))
        cells = metres / float(self.width)
        return max(1, round(cells) if isclose(cells, round(cells), rel_tol=1e-12) else floor(cells))

    @property
    def size(self) -> float:
        """The width of a cell in the column's unit."""
        cells = self.cells
        return float(self.width) if self.degrees is None or cells is None else SPANS[self.degrees] / cells

    @property
    def start(self) -> float:
        """The number at which the first cell begins."""
        return 0.0 if self.degrees is None else -SPANS[self.degrees] / 2

    @property
    def ends(self) -> tuple[float, float]:
        """The smallest and the largest number in a cell."""
        if self.degrees is not None:
            return self.start, -self.start
        farthest = min(FARTHEST, FARTHEST * self.size)
        return -farthest, farthest

    @property
    def step(self) -> int:
        """The number that a cell's name counts by: its width where that is whole, else 1."""
        return int(self.width) if self.degrees is None and self.width == int(self.width) else 1

    @property
    def last(self) -> int | None:
        """The cell of the number at the far end, which begins no cell of its own."""
        cells = self.cells
        return None if cells is None else 0 if self.degrees == "longitude" else cells - 1

    @property
    def words(self) -> dict[str, Any]:
        """The grid in the words of a spec."""
        written = {"grid": self.width, "degrees": self.degrees, "at": self.at}
        return {
            word: (int(value) if value == int(value) else float(value)) if isinstance(value, Decimal) else value
            for word, value in written.items()
            if value is not None
        } | ({"neighbours": True} if self.neighbours else {})
