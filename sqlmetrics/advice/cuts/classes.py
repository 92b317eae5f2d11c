"""The classes that cuts make of a relation's records, and the query of records with their values.

Source: LeFevre, DeWitt and Ramakrishnan 2006, "Mondrian Multidimensional K-Anonymity"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, NotRequired, TypedDict

from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.errors import DialectError
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
    """A column that is cut: its name, the kind of its values, and whether they are floats."""

    column: str
    kind: Kind
    floating: bool


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

    column: str
    kind: Kind
    floating: bool
    border: str | None


class StepEntry(TypedDict):
    """A step of the tree of cuts, as the macro `cut_rows` writes it."""

    kind: str
    parts: NotRequired[list[BorderEntry]]
    region: NotRequired[str]


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

    @cached_property
    def depth(self) -> int:
        """The most cuts that are made one within another."""
        depths = {ROOT: 0}
        for cut in sorted(self.cuts):
            depths[cut.lower] = depths[cut.upper] = depths[cut.region] + 1
        return max(depths.values())

    def query(self, columns: Sequence[str], plan: Plan, relation: str, dialect: Dialect) -> str:
        """Return the query of a relation's columns, with the keys' values of each record's class.

        `relation` is the text of a FROM clause. Raises DialectError where the dialect nests fewer
        cases than there are cuts within another.
        """
        if dialect.nested_cases is not None and self.depth > dialect.nested_cases:
            raise DialectError(
                f"{dialect.name} nests at most {dialect.nested_cases} conditions, and these classes need"
                f" {self.depth}; take `strategy: full_domain`, or make the release elsewhere"
            )
        numbers = {key.column: number for number, key in enumerate(self.keys, 1)}
        listed: list[list[str | None]] = [[str(one.region) for one in self.classes]]
        listed += [[one.values[place] for one in self.classes] for place, _ in enumerate(self.keys)]
        return render(
            "cut_rows",
            relation,
            [(plan.spelt(column), numbers.get(column)) for column in columns],
            list(self._steps(plan)),
            literal_rows(listed, dialect),
            len(self.keys),
            dialect=dialect,
        )

    def _steps(self, plan: Plan) -> Iterator[StepEntry]:
        """Yield the steps of the tree of cuts, in the order in which it is written."""
        left: list[int | str] = [ROOT]
        while left:
            step = left.pop()
            if isinstance(step, str):
                yield StepEntry(kind=step)
            elif (cut := self.by_region.get(step)) is None:
                yield StepEntry(kind="region", region=str(step))
            else:
                yield StepEntry(kind="cut", parts=[self._part(cut, place, plan) for place in cut.decisive])
                left += ["end", cut.upper, "else", cut.lower]

    def _part(self, cut: Cut, place: int, plan: Plan) -> BorderEntry:
        """Return the part of a cut's border that the column of a place has."""
        column, kind, floating = self.keys[place - 1]
        return BorderEntry(column=plan.spelt(column), kind=kind, floating=floating, border=cut.borders[place - 1].text)
