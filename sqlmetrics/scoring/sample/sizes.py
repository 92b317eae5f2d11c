"""The classes of a sample by their size, its population, and an estimate of that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.statement.plan import Sample


class SizeRow(NamedTuple):
    """A row of the macro `class_sizes`."""

    size: int
    classes: int


@dataclass(frozen=True)
class ClassSizes:
    """The classes of a sample by their size, and the size of its population.

    Attributes
    ----------
    rows
        The sizes that there are, the smallest first, each with its number of classes.
    population
        The people of the population, at least as many as the sample has.
    fraction
        The share of the population that is in the sample.
    """

    rows: tuple[SizeRow, ...]
    population: float
    fraction: float

    @property
    def people(self) -> int:
        """The people of the sample."""
        return sum(row.size * row.classes for row in self.rows)

    @property
    def classes(self) -> int:
        """The classes of the sample."""
        return sum(row.classes for row in self.rows)

    @property
    def uniqueness(self) -> float:
        """The share of the sample that is alone in its class."""
        return self.of_size(1) / self.people

    def of_size(self, size: int) -> int:
        """Return the number of classes of a size."""
        return next((row.classes for row in self.rows if row.size == size), 0)


class Population(NamedTuple):
    """The people of a population, and the share of them who are in its sample."""

    size: float
    fraction: float

    @property
    def odds(self) -> float:
        """The people who are not in the sample beside each one who is."""
        return (1 - self.fraction) / self.fraction


def population_of(people: int, sample: Sample) -> Population:
    """Return the population of a sample of people; a spec says its size, or the sample's share.

    Raises SpecError for a population that is smaller than the sample.
    """
    if sample.size is None:
        fraction = sample.fraction or 1.0
        return Population(people / fraction, fraction)
    if sample.size < people:
        raise SpecError(
            f"`population_size` is {sample.size:,}, fewer than the {people:,} people of the table;"
            " give the number of people that the table is a sample of"
        )
    return Population(float(sample.size), people / sample.size)


def class_sizes(rows: Sequence[SizeRow], sample: Sample) -> ClassSizes:
    """Return classes by size in their population. Raises SpecError as `population_of`."""
    population = population_of(sum(row.size * row.classes for row in rows), sample)
    return ClassSizes(tuple(rows), population.size, population.fraction)


class PopulationEstimate(NamedTuple):
    """An estimate, None where it is undefined, for a `reason` of its own or the metric's."""

    value: float | None
    reason: str | None = None
    parameters: str | None = None
