"""Grids to propose: neighbours that are a latitude and a longitude, in cells of a kilometre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from sqlmetrics.columns import values as of
from sqlmetrics.columns.names import split
from sqlmetrics.columns.profile import ColumnProfile
from sqlmetrics.columns.sample import SampledColumn
from sqlmetrics.columns.values import share
from sqlmetrics.spec.grid import is_longitude

WIDTH = 1000
"""The metres of a cell that is proposed."""

FARTHEST = 89
"""The latitude nearest to a pole that is proposed, in whole degrees."""


class ProposedGrid(NamedTuple):
    """Grids of a place: the columns of its latitude and its longitude, and a latitude to write.

    `at` is the middle latitude of the sample in whole degrees.
    """

    latitude: str
    longitude: str
    at: int

    @property
    def forms(self) -> dict[str, dict[str, Any]]:
        """The partition of each column, as a spec writes it."""
        return {
            self.latitude: {"grid": WIDTH, "degrees": "latitude"},
            self.longitude: {"grid": WIDTH, "degrees": "longitude", "at": self.at},
        }


def proposed_grids(columns: Sequence[ColumnProfile]) -> list[ProposedGrid]:
    """Return the grids of all pairs of neighbours that are coordinates in degrees.

    The longitude is the one that values or the name tell, else the second.
    """
    return [*_grids([column.sample for column in columns if column.look.kind == "coordinates"])]


def _grids(coordinates: Sequence[SampledColumn]) -> Iterator[ProposedGrid]:
    """Yield the grids of columns that look like coordinates, each in one pair at most."""
    taken: set[str] = set()
    for first, second in pairwise(one for one in coordinates if _within(one, 180)):
        latitude, longitude = (second, first) if _is_longitude(first) else (first, second)
        if not {first.name, second.name} & taken and _within(latitude, 90) and not _is_longitude(latitude):
            taken |= {first.name, second.name}
            numbers = [number for text in latitude.values if text and (number := of.number_of(text)) is not None]
            middle = round(median(numbers))
            yield ProposedGrid(latitude.name, longitude.name, max(-FARTHEST, min(FARTHEST, middle)))


def _within(column: SampledColumn, most: int) -> bool:
    """Return whether almost all values are numbers of degrees, up to a number."""
    return (
        share(column.distinct(), lambda text: abs(of.number_of(text) or 0) <= most and of.is_number(text)).values > 0.95
    )


def _is_longitude(column: SampledColumn) -> bool:
    """Return whether values beyond 90 degrees, or the name, tell that it is a longitude."""
    return not _within(column, 90) or any(map(is_longitude, split(column.name)))
