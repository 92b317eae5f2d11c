"""The losses of recodings.

Losses of columns count all records of the original, suppressed ones too, and add up by column.
Mutual information counts all records, too; discernibility and the average class size count the
classes that are left.

Sources: de Waal and Willenborg 1999 and Gionis and Tassa 2009 (non-uniform entropy); Iyengar 2002
(granularity); Bayardo and Agrawal 2005 (discernibility); LeFevre et al. 2006 (average class size).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlmetrics.advice.counts.coded import Coded, CodedColumn, LevelFacts
from sqlmetrics.advice.counts.screening import Screened
from sqlmetrics.advice.counts.settled import Left
from sqlmetrics.advice.search.lattice import Lattice, Node
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.advice import AdviceSpec, LossName
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan, Target
from sqlmetrics.statement.render import render

OF_COLUMNS = ("non_uniform_entropy", "granularity", "columns_changed")
"""The losses that add up by column."""

OF_CLASSES = ("discernibility", "average_class_size")
"""The losses of the classes that are left."""


def with_workload(plan: Plan, advise: AdviceSpec) -> Plan:
    """Return a plan that counts the columns of `about` besides.

    Raises SpecError where the words of a loss do not go together.
    """
    if advise.prefer and advise.loss not in OF_COLUMNS:
        raise SpecError(
            f"advise: `prefer` weighs the columns of a loss that adds up by column, which {advise.loss} does not; "
            f"leave it out, or take another `loss`: {', '.join(OF_COLUMNS)}"
        )
    if (advise.loss == "mutual_information") != bool(advise.about):
        raise SpecError("advise: a `loss` of mutual_information and `about`, the columns that it is about, go together")
    for column in advise.about:
        if column in plan.quasi_identifiers:
            raise SpecError(
                f"advise: `about` names the quasi-identifier '{column}', which is recoded itself; "
                "name columns that stay as they are"
            )
    workload = (Target(column, column, unscored=True) for column in dict.fromkeys(advise.about))
    return replace(plan, targets=(*plan.targets, *workload))


def lattice_of(name: LossName, columns: Sequence[CodedColumn], weights: Mapping[str, float]) -> Lattice:
    """Return the lattice of coded columns with the losses of their levels, times their weights.

    They are 0 where losses do not add up by column.
    """
    losses = []
    for column in columns:
        weight = weights.get(column.generalization.column, 1.0)
        losses.append(tuple(weight * _loss(name, fact, len(columns)) for fact in column.facts))
    return Lattice(tuple(column.generalization.most for column in columns), tuple(losses))


def _loss(name: LossName, fact: LevelFacts, columns: int) -> float:
    """Return the loss of a level of a column, one of `columns` columns.

    The non-uniform entropy is in bits, and the granularity a share of its mean over the columns.
    """
    if name == "non_uniform_entropy":
        return fact.entropy_loss
    if name == "granularity":
        return fact.granularity / columns
    return float(name == "columns_changed" and fact.level > 0)


class Uncertain(NamedTuple):
    """A row of `workload_nodes`: the bits that a node leaves open."""

    node: int
    bits: float


@dataclass
class Losses:
    """The losses of nodes whose classes, or what they tell about the workload, must be counted.

    At most `budget` records are suppressed.
    """

    name: LossName
    coded: Coded
    lattice: Lattice
    budget: int
    about: Sequence[str] = ()
    finest: float | None = None

    @property
    def sized(self) -> bool:
        """Whether losses count the classes that are left."""
        return self.name in OF_CLASSES

    def of_nodes(self, nodes: Sequence[Node]) -> list[float]:
        """Return the losses of nodes that are not of classes."""
        if self.name != "mutual_information":
            return [self.lattice.loss(node) for node in nodes]
        if self.finest is None:
            (self.finest,) = self.uncertainties([self.lattice.bottom])
        return [max(0.0, bits - self.finest) for bits in self.uncertainties(nodes)]

    def of_left(self, left: Left | None, loss: float) -> float:
        """Return the loss of the classes that are left, or the one that is known."""
        if not self.sized or left is None:
            return loss
        if self.name == "discernibility":
            return left.squares + left.suppressed * self.coded.records
        return (self.coded.records - left.suppressed) / left.classes if left.classes else float("inf")

    def least(self, row: Screened, loss: float) -> float:
        """Return the least loss of a node and of each coarser one.

        When classes merge, the sum of their squares only grows, and a suppressed class costs no
        less than its square. The classes get fewer, and all records but the budget are kept.
        """
        if not self.sized:
            return loss
        if self.name == "discernibility":
            return row.squares
        return (self.coded.records - self.budget) / row.classes if row.classes else 0.0

    def uncertainties(self, nodes: Sequence[Node]) -> list[float]:
        """Return the bits that classes leave open about the workload, summed over its columns."""
        coded = self.coded
        numbers = [coded.words.attributes.index(column) + 1 for column in self.about]
        rows = [(number, *coded.masks(node)) for number, node in enumerate(nodes)]
        names = ["node", *(f"mask_{word}" for word in range(1, 1 + len(coded.words.quasi_identifiers)))]
        several = len(coded.words.attributes) > 1
        query = render("workload_nodes", plan_entries(coded.words, coded.table), names, rows, numbers, several)
        return [row.bits for row in fetch_rows(coded.run.engine, query, coded.run.name, Uncertain, "search")]
