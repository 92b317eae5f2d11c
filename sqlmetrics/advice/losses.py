"""The losses of recodings, of all records of the original, suppressed ones too.

Sources: de Waal and Willenborg 1999 and Gionis and Tassa 2009 (non-uniform entropy); Iyengar 2002
(granularity).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlmetrics.advice.coded import CodedColumn, LevelFacts
from sqlmetrics.advice.lattice import Lattice
from sqlmetrics.spec.advice import LossName


def lattice_of(name: LossName, columns: Sequence[CodedColumn], weights: Mapping[str, float]) -> Lattice:
    """Return the lattice of coded columns with the losses of their levels, times their weights."""
    losses = []
    for column in columns:
        weight = weights.get(column.generalization.column, 1.0)
        losses.append(tuple(weight * _loss(name, fact, len(columns)) for fact in column.facts))
    return Lattice(tuple(column.generalization.most for column in columns), tuple(losses))


def _loss(name: LossName, fact: LevelFacts, columns: int) -> float:
    """Return the loss of a level of one of so many columns.

    The non-uniform entropy is in bits, and the granularity a share of its mean over the columns.
    """
    if name == "non_uniform_entropy":
        return fact.entropy_loss
    if name == "granularity":
        return fact.granularity / columns
    return float(fact.level > 0)
