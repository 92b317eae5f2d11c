"""Sums over the classes of a sample: what statements return, and what the estimates take."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlmetrics.risk.estimation.formulas import Formula, formula
from sqlmetrics.statement.catalogue import Metric

HASHES = 1 << 48
"""The number of hashes of classes; a threshold of it takes every class."""


class Term(NamedTuple):
    """A number of a class that is summed over the classes; the macro `class_term` computes it.

    Attributes
    ----------
    event
        The number of the smallest class that has one above 0.
    least, most
        The formulas of the bounds of its sum, of what is known of the table.
    caps
        The formulas of upper bounds of its sum over some classes, `records` being these classes'.
    grows
        Whether it grows with a class, without a bound, so that few classes can be most of the sum.
    below
        The name of the parameter whose inverse is above the number of every class, None where
        there is none.
    """

    event: float = 1.0
    least: str = "0"
    most: str | None = None
    caps: tuple[str, ...] = ("records",)
    grows: bool = False
    below: str | None = None

    def unseen(self, parameters: Mapping[str, str]) -> float:
        """Return the number that intervals assume of a class outside the sample.

        It is the most that a class can have where the metric's parameters say so, else `event`.
        """
        bound = float(parameters.get(self.below, 0)) if self.below is not None else 0.0
        return max(math.ceil(1 / bound) - 1, self.event) if bound > 0 else self.event


LOGS = "records * log2(records) / bits(1)"
"""n ln n of all records together."""

PAIR = 2 * math.log(2)
"""The uncertainty of a class of two records with two values, in nats, times the records."""

TERMS: Mapping[str, Term] = {
    "records": Term(),
    "classes": Term(most="records"),
    "alone": Term(most="records"),
    "at_risk": Term(most="records", below="threshold"),
    "pairs": Term(2.0, most="records * (records - 1)", caps=("records * (records - 1)",), grows=True),
    "uncertainty": Term(
        PAIR, most="value_uncertainty", caps=(LOGS, "records * log2(target_values) / bits(1)"), grows=True
    ),
    "cell_logs": Term(PAIR, most=f"{LOGS} - value_uncertainty", caps=(LOGS,), grows=True),
    "corrected_uncertainty": Term(PAIR + 0.5, caps=(f"{LOGS} + records / 2",), grows=True),
    "guessed": Term(least="largest_value", most="records", grows=True),
    "moved": Term(most="records", grows=True),
}
"""The numbers of a class that are summed, by name.

`alone` and `at_risk` count records. `pairs` are ordered pairs of different records of a class.
`uncertainty` is n_y H(X|Y=y) in nats, `corrected_uncertainty` the same by Miller and Madow.
`cell_logs` is the sum of n ln n over its cells. `guessed` is the count of its most frequent value,
`moved` its records times the distance of its distribution from the table's.
"""

TOTALS = ("records", "value_uncertainty", "target_values", "largest_value")
"""What may be known of the whole table: the records, and three facts of the values' counts."""


@dataclass(frozen=True)
class ClassSums:
    """Sums over the classes of a sample, of one target.

    Attributes
    ----------
    classes
        The number of classes in the sample.
    sums, squares
        By the name of a term, its sum, and the sum of its squares, of the classes whose hashes are
        in the sample.
    whole
        Its sum over the classes that are there for their weight, which are counted once.
    products
        The sums of the products of two terms, by their names in the order of the alphabet; they
        are needed where a score follows from several sums.
    extremes
        The least or largest number of a class, by name; None where one has none.
    """

    classes: float
    sums: Mapping[str, float]
    squares: Mapping[str, float]
    whole: Mapping[str, float] = field(default_factory=dict)
    products: Mapping[tuple[str, str], float] = field(default_factory=dict)
    extremes: Mapping[str, float | None] = field(default_factory=dict)

    def product(self, one: str, other: str) -> float:
        """Return the sum of the products of two terms."""
        first, second = sorted((one, other))
        return self.squares[one] if one == other else self.products[first, second]


OF_IDENTITY = {
    "value_uncertainty": "(records * log2(records) / bits(1))",
    "target_values": "records",
    "largest_value": "1",
}
"""What follows of the identity from the records alone."""


@dataclass(frozen=True)
class ClassSample:
    """A sample of classes: the share of the classes in it, and what is known of the whole table.

    `totals` has TOTALS that are known exactly, by name. Of the `identity` each record is a value
    of its own. A `slice` of a table may lack classes that weigh much in it alone: the
    largest are looked for in the whole table.
    """

    share: float
    totals: Mapping[str, float]
    identity: bool
    slice: bool = False

    def formula(self, text: str) -> Formula:
        """Return a formula of a header, of the identity with what follows from the records."""
        return formula(text).replacing(OF_IDENTITY) if self.identity else formula(text)


def terms_of(metrics: Iterable[Metric], totals: Iterable[str], *, identity: bool) -> tuple[str, ...]:
    """Return the terms whose sums the estimates of metrics take, beside known totals."""
    known = set(totals) | (OF_IDENTITY.keys() if identity else set())
    texts = [text for metric in metrics for text in (metric.estimate, metric.bound) if text]
    names = {name for text in texts for name in formula(text).names if name in TERMS and name not in known}
    return tuple(name for name in TERMS if name in names | {"records"})


def pairs_of(terms: Sequence[str], totals: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of terms whose products the estimates take: none of known records."""
    others = [name for name in terms if name != "records"] if "records" not in totals else []
    return tuple(sorted((min(name, "records"), max(name, "records")) for name in others))
