"""The classes that cuts make of a relation's records, and the query of records with their values.

Source: LeFevre, DeWitt and Ramakrishnan 2006, "Mondrian Multidimensional K-Anonymity"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, NotRequired, TypedDict

from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.literals import literal_rows
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import Kind

ROOT = 1
"""The region of all records."""

IN_CLASSES = "class by class"
"""How a column is recoded whose values depend on the class."""


@dataclass(frozen=True)
class CutColumn(Generalization):
    """A column that is recoded class by class: that is its level between values and root."""

    most: int = 1

    @property
    def root(self) -> int:
        """The level on which all values are one, which no class by itself has."""
        return 2

    def partition(self, level: int) -> None:
        """Return None: a class's values are no partition of the column."""

    def name(self, level: int) -> str:
        """Return what a level is called."""
        return IN_CLASSES if level == 1 else super().name(level)

    def in_words(self, level: int) -> str:
        """Return how a level recodes the column, without a value of it."""
        return "in values and ranges that differ from class to class" if level == 1 else super().in_words(level)


class CutKey(NamedTuple):
    """A column that is cut: its name, the kind of its values, and whether they are floats.

    Texts whose order is given have their `places` in it, from 1.
    """

    column: str
    kind: Kind
    floating: bool
    places: tuple[str, ...] = ()


class Border(NamedTuple):
    """Where a column is cut: the last rank of the lower half, and the first of the upper half.

    `text` is the literal of the last value, None for NULL. Ranks are None where the column does not
    decide.
    """

    rank: int | None
    following: int | None
    text: str | None


class Cut(NamedTuple):
    """A region that is cut in the column of a place, the halves, and the borders of all columns."""

    region: int
    place: int
    lower: int
    upper: int
    borders: tuple[Border, ...]

    @property
    def decisive(self) -> Iterator[int]:
        """Yield the places of the columns in whose order the halves lie, up to the decisive one."""
        for place in (self.place, *(other for other in range(1, 1 + len(self.borders)) if other != self.place)):
            yield place
            if self.borders[place - 1].rank != self.borders[place - 1].following:
                return


class ClassValues(NamedTuple):
    """A region that is not cut, with the value that each column has in it."""

    region: int
    values: tuple[str | None, ...]


class BorderEntry(TypedDict):
    """A column's part of the border of a cut."""

    number: int
    kind: Literal["number", "text"]
    floating: bool
    border: str | None


class CutKeyEntry(TypedDict):
    """A column that is cut, as the macro `cut_value` takes it."""

    column: str
    kind: Kind
    floating: bool
    places: list[tuple[str, str]]


class StepEntry(TypedDict):
    """One branch of the nested CASE that finds the class of a record; see the macro `cut_step`."""

    kind: Literal["cut", "else", "end", "case", "when", "region", "same"]
    parts: NotRequired[list[BorderEntry]]
    region: NotRequired[int]


NESTED = 6
"""The most cuts of a stage that are made one within another."""


@dataclass(frozen=True)
class CutClasses:
    """The classes of records that cuts make, by the columns that are cut."""

    keys: tuple[CutKey, ...]
    cuts: tuple[Cut, ...]
    classes: tuple[ClassValues, ...] = field(repr=False)

    @cached_property
    def by_region(self) -> Mapping[int, Cut]:
        """The cuts by the region that each cuts."""
        return {cut.region: cut for cut in self.cuts}

    def query(self, columns: Sequence[str], plan: Plan, relation: str, dialect: Dialect) -> str:
        """Return the query of a relation's columns, with the keys' values of each record's class.

        `relation` is the text of a FROM clause.
        """
        numbers = {key.column: number for number, key in enumerate(self.keys, 1)}
        listed: list[list[str | None]] = [[str(one.region) for one in self.classes]]
        listed += [[one.values[place] for one in self.classes] for place, _ in enumerate(self.keys)]
        return render(
            "cut_rows",
            relation,
            [(plan.spelt(column), numbers.get(column)) for column in columns],
            [
                CutKeyEntry(
                    column=plan.spelt(key.column),
                    kind=key.kind,
                    floating=key.floating,
                    places=[(text, str(place)) for place, text in enumerate(key.places, 1)],
                )
                for key in self.keys
            ],
            list(self._stages()),
            literal_rows(listed, dialect),
            dialect=dialect,
        )

    def _stages(self) -> Iterator[list[StepEntry]]:
        """Yield the steps of each stage, which cuts the regions that the one before left uncut."""
        steps, left = self._tree(ROOT)
        yield steps
        while left:
            steps, further = [StepEntry(kind="case")], list[int]()
            for region in left:
                own, deeper = self._tree(region)
                steps += [StepEntry(kind="when", region=region), *own]
                further += deeper
            yield [*steps, StepEntry(kind="else"), StepEntry(kind="same"), StepEntry(kind="end")]
            left = further

    def _tree(self, root: int) -> tuple[list[StepEntry], list[int]]:
        """Return the steps of a region's cuts, and the regions that are left to the next stage."""
        steps, deeper = list[StepEntry](), list[int]()
        left: list[StepEntry | tuple[int, int]] = [(root, 0)]
        while left:
            step = left.pop()
            if isinstance(step, dict):
                steps.append(step)
                continue
            region, depth = step
            cut = self.by_region.get(region)
            if cut is None or depth == NESTED:
                steps.append(StepEntry(kind="region", region=region))
                deeper += [] if cut is None else [region]
                continue
            steps.append(StepEntry(kind="cut", parts=[self._part(cut, place) for place in cut.decisive]))
            upper, lower = (cut.upper, depth + 1), (cut.lower, depth + 1)
            left += [StepEntry(kind="end"), upper, StepEntry(kind="else"), lower]
        return steps, deeper

    def _part(self, cut: Cut, place: int) -> BorderEntry:
        """Return the part of a cut's border that the column of a place has."""
        key, border = self.keys[place - 1], cut.borders[place - 1]
        text = border.text if not key.places or border.text is None else str(border.rank)
        number = key.kind == "number" or bool(key.places)
        return BorderEntry(number=place, kind="number" if number else "text", floating=key.floating, border=text)
