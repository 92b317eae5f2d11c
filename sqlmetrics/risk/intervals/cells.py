"""The counts of a sensitive target in the order of the draws, and what they are in a replicate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lgamma, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.engine.kept import Kept

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Wholes = NDArray[np.int64]
    Codes = NDArray[np.uint64]

COLUMNS: Mapping[str, type] = {
    "target_number": int,
    "class_number": int,
    "alike": int,
    "value_number": int,
    "value_text": str,
    "n": int,
}
"""The columns of the macro `numbered_cells`."""

BECOMES = 30
"""About how many other classes those that are alike become in a replicate."""

RAREST = 1e-15
"""The least probability of a count that is drawn."""

TOGETHER = 1_000_000
"""About how many numbers are drawn in one step."""


class DrawnCounts(NamedTuple):
    """The drawn counts of a replicate.

    A row has the number of its class, how many classes are like it, its value and its records.
    """

    key_1: Wholes
    alike: Wholes
    value: Wholes
    n: Wholes


@dataclass(frozen=True)
class Kinds:
    """Classes that are alike: kinds of the same counts, their values, and how many are of each."""

    counts: tuple[int, ...]
    values: Wholes
    alike: Wholes

    def drawn(self, stream: np.random.Generator, first: int) -> list[DrawnCounts]:
        """Return what the classes become; their numbers begin with `first`."""
        import numpy as np

        becomes, probabilities = outcomes(self.counts)
        parts = []
        step = max(1, TOGETHER // len(probabilities))
        for start in range(0, len(self.alike), step):
            numbers = stream.multinomial(self.alike[start : start + step], probabilities)
            kind, outcome = np.nonzero(numbers)
            for place in range(len(self.counts)):
                drawn = becomes[outcome, place]
                some = drawn > 0
                classes = np.flatnonzero(some) + first
                values = self.values[start + kind[some], place]
                parts.append(DrawnCounts(classes, numbers[kind[some], outcome[some]], values, drawn[some]))
            first += len(kind)
        return parts


@dataclass(frozen=True)
class Cells:
    """The counts of one target: class, value and records of each, and classes that are alike."""

    seed: int
    classes: Wholes
    values: Wholes
    counts: Wholes
    kinds: Sequence[Kinds]

    def drawn(self, number: int, replicate: int) -> DrawnCounts:
        """Return the counts of a replicate; `number` is that of the target."""
        import numpy as np

        stream = np.random.default_rng([self.seed, number, replicate])
        drawn = stream.poisson(self.counts)
        some = np.flatnonzero(drawn)
        parts = [DrawnCounts(self.classes[some], np.ones(len(some), dtype=np.int64), self.values[some], drawn[some])]
        for kinds in self.kinds:
            first = 1 + max(int(part.key_1.max(initial=0)) for part in parts[-2:])
            parts += kinds.drawn(stream, first)
        return DrawnCounts(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def outcomes(counts: tuple[int, ...]) -> tuple[Wholes, Numbers]:
    """Return what a class of these counts may become, and the probability of each.

    The most probable comes first.
    """
    import numpy as np

    becomes, probabilities = np.zeros((1, 0), dtype=np.int64), np.ones(1)
    for count in counts:
        drawn, own = _poisson(count)
        becomes = np.column_stack([np.repeat(becomes, len(drawn), axis=0), np.tile(drawn, len(becomes))])
        probabilities = np.outer(probabilities, own).ravel()
    likely = np.flatnonzero(probabilities >= RAREST)
    order = likely[np.argsort(-probabilities[likely], kind="stable")]
    return becomes[order], probabilities[order] / probabilities[order].sum()


def _poisson(mean: int) -> tuple[Wholes, Numbers]:
    """Return the numbers that a Poisson variable may be, and the probability of each."""
    import numpy as np

    reach = 10 * sqrt(mean) + 20
    numbers = np.arange(max(0, int(mean - reach)), int(mean + reach) + 1)
    first = numbers[0] * log(mean) - mean - lgamma(numbers[0] + 1)
    steps = log(mean) - np.log(numbers[1:])
    return numbers, np.exp(first + np.concatenate([[0.0], np.cumsum(steps)]))


def cells_of(kept: Kept, place: int, seed: int) -> Cells:
    """Return the counts of the target at a place, in the order of the draws.

    Values stand in the order of their records, and as texts where these are equal. Classes stand in
    the order of a mark of their counts; those with one mark have the same counts, and it does not
    matter which of them is first.
    """
    import numpy as np

    of_target = f"target_number = {place}"
    numbers, alike, values, counts = kept.wholes("class_number", "alike", "value_number", "n", condition=of_target)
    values = _ranked(kept, place, values, counts * alike)
    _, classes = np.unique(numbers, return_inverse=True)
    single = alike == 1
    marks = np.zeros(int(classes.max(initial=-1)) + 1, dtype=np.uint64)
    np.add.at(marks, classes, _mixed(_mixed(values.astype(np.uint64)) ^ counts.astype(np.uint64)))
    order = np.lexsort((values, classes, marks[classes]))
    alone, several = order[single[order]], order[~single[order]]
    return Cells(
        seed=seed,
        classes=classes[alone],
        values=values[alone],
        counts=counts[alone],
        kinds=_kinds(classes[several], alike[several], values[several], counts[several]),
    )


def _ranked(kept: Kept, place: int, numbers: Wholes, records: Wholes) -> Wholes:
    """Return the ranks of values in place of their numbers, by their records and their texts."""
    import numpy as np

    texts = {
        number: text or ""
        for target, number, text in kept.distinct("target_number", "value_number", "value_text")
        if target == place
    }
    known, values = np.unique(numbers, return_inverse=True)
    totals = np.bincount(values, records, len(known))
    order = sorted(range(len(known)), key=lambda at: (totals[at], texts[int(known[at])]))
    ranks = np.empty(len(known), dtype=np.int64)
    ranks[order] = np.arange(len(known))
    return ranks[values]


def _kinds(classes: Wholes, alike: Wholes, values: Wholes, counts: Wholes) -> list[Kinds]:
    """Return classes that are alike by their counts; cells of a class are beside each other."""
    import numpy as np

    _, first, sizes = np.unique(classes, return_index=True, return_counts=True)
    by_counts: dict[tuple[int, ...], list[tuple[Wholes, int]]] = {}
    for start, size in zip(first.tolist(), sizes.tolist(), strict=True):
        shape = tuple(counts[start : start + size].tolist())
        by_counts.setdefault(shape, []).append((values[start : start + size], int(alike[start])))
    return [
        Kinds(shape, np.array([own for own, _ in kinds]), np.array([number for _, number in kinds]))
        for shape, kinds in sorted(by_counts.items())
        for kinds in [sorted(kinds, key=lambda kind: kind[0].tolist())]
    ]


def _mixed(numbers: Codes) -> Codes:
    """Return numbers of 64 bits mixed, by the finalizer of SplitMix64 (Steele and others 2014)."""
    import numpy as np

    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
