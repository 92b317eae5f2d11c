"""The cells of a target by their sizes, and what leaving out records changes of its entropies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.risk.counted import OpenCounts
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

Term = Callable[["Numbers"], "Numbers"]
"""A function of counts; entropies are sums of its values."""


class ShapeRow(NamedTuple):
    """A row of the macro `count_shapes`."""

    target_number: int
    value_size: int
    class_size: int
    cell_size: int
    cells: int


def shapes_plan(plan: Plan) -> Plan:
    """Return a plan of the same targets, whose counts have the sizes that make shapes."""
    measured = plan.measured
    names = ["a_know"] if measured.attributes else []
    names += ["k_anonymity"] if any(target.column is None for target in measured.targets) else []
    metrics = tuple(catalogue()[name] for name in names)
    return replace(measured, metrics=metrics, level="table", limit=None, numbered=False)


def target_shapes(counted: OpenCounts) -> Mapping[int, Shapes]:
    """Return the shapes of each target of the counts, by its place among those measured."""
    import numpy as np

    engine, name, _ = counted.source
    query = render("count_shapes", counted.entries(shapes_plan(counted.plan)), dialect=engine.dialect)
    rows = fetch_rows(engine, query, name, ShapeRow, "intervals")
    return {
        number: Shapes(*np.array(list(own), dtype=np.float64).T[1:])
        for number, own in groupby(rows, key=lambda row: row.target_number)
    }


@dataclass(frozen=True)
class Shapes:
    """The cells of a target: the sizes of a cell, its class and its value, and how many are so.

    A cell has the records of one class with one value. Sums of entropies are in nats, times the
    records. `deleted` numbers are what one record less takes away from a sum.
    """

    value_size: Numbers
    class_size: Numbers
    cell_size: Numbers
    cells: Numbers

    @cached_property
    def weights(self) -> Numbers:
        """The records of the cells of each row."""
        return self.cell_size * self.cells

    @cached_property
    def records(self) -> float:
        """The records of the table."""
        return float(self.weights.sum())

    @cached_property
    def sizes(self) -> tuple[Numbers, Numbers]:
        """The sizes of classes, each once, and how many classes have it."""
        import numpy as np

        size, place = np.unique(self.class_size, return_inverse=True)
        return size, np.bincount(place, self.weights) / size

    def sums(self, term: Term) -> tuple[float, float, float]:
        """Return N H(X|Y), N H(X) and N H(X,Y) for a term."""
        import numpy as np

        whole = float(term(np.array([self.records]))[0])
        values = float((self.weights / self.value_size * term(self.value_size)).sum())
        classes = float((self.weights / self.class_size * term(self.class_size)).sum())
        cells = float((self.cells * term(self.cell_size)).sum())
        return classes - cells, whole - values, whole - cells

    def deleted(self, less: Term) -> tuple[Numbers, Numbers, Numbers]:
        """Return what a record takes from each sum of `sums`; `less` is a term's difference."""
        import numpy as np

        whole, cells = less(np.array([self.records])), less(self.cell_size)
        return less(self.class_size) - cells, whole - less(self.value_size), whole - cells

    def pairs(self, twice: Term) -> tuple[float, float]:
        """Return the squares of what two records together take away more than each by itself.

        The first belongs to N H(X|Y), over all pairs of records of a class; the second to N H(X,Y),
        over the pairs of a cell. `twice` is a term's second difference.
        """
        of_class, of_cell = twice(self.class_size), twice(self.cell_size)
        classes = self.weights / self.class_size * self.class_size * (self.class_size - 1) / 2 * of_class**2
        alike = self.cells * self.cell_size * (self.cell_size - 1) / 2
        conditional = classes.sum() + (alike * ((of_class - of_cell) ** 2 - of_class**2)).sum()
        return float(conditional), float((alike * of_cell**2).sum())
