"""The combinations of quasi-identifiers, each added up from a larger one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, fsum, log

Keys = frozenset[int]
"""A combination: the places of its quasi-identifiers, from 0."""


@dataclass(frozen=True)
class CombinationLattice:
    """The combinations of some of `keys` quasi-identifiers, as a tree whose root has all of them.

    `measured` are the scored combinations, fewest keys first; the others are steps on the way.
    `parents` names the combination from which each is added up; the root has none.
    """

    keys: int
    measured: tuple[Keys, ...]
    parents: dict[Keys, Keys]

    @property
    def root(self) -> Keys:
        """The combination of all keys."""
        return frozenset(range(self.keys))

    @property
    def steps(self) -> list[Keys]:
        """The combinations that are only steps on the way."""
        measured = set(self.measured)
        return [keys for keys in (self.root, *self.parents) if keys not in measured]

    @property
    def numbers(self) -> dict[Keys, int]:
        """The number of each combination; steps on the way have negative ones."""
        numbered = {keys: number for number, keys in enumerate(self.measured, 1)}
        return numbered | {keys: -number for number, keys in enumerate(self.steps, 1)}

    def children(self) -> dict[Keys, list[Keys]]:
        """Return the combinations that are added up from each."""
        children: dict[Keys, list[Keys]] = {keys: [] for keys in (self.root, *self.parents)}
        for keys, parent in self.parents.items():
            children[parent].append(keys)
        return children


def combinations_of(keys: int, most: int) -> int:
    """Return the number of combinations of one up to `most` of a number of keys."""
    return sum(comb(keys, size) for size in range(1, min(most, keys) + 1))


def build_lattice(cardinalities: Sequence[float], most: int) -> CombinationLattice:
    """Return the lattice of the combinations of up to `most` keys.

    Each is added up from the smallest larger one that is there; how large a combination is follows
    from the number of values of each of its keys. Where there are larger combinations than are
    measured, steps lead to these: keys are dropped one after the other, those with most values
    first.
    """
    count = len(cardinalities)
    measured = [
        frozenset(places) for size in range(1, min(most, count) + 1) for places in combinations(range(count), size)
    ]
    there = set(measured) | {frozenset(range(count))}
    dropped: dict[Keys, Keys] = {}
    if most < count - 1:
        widest_first = sorted(range(count), key=lambda place: -cardinalities[place])
        _drop(widest_first, most, frozenset(), 0, frozenset(range(count)), dropped)
        there |= dropped.keys()
    logs = [log(max(float(value), 1.0)) for value in cardinalities]
    sizes = {keys: fsum(logs[place] for place in keys) for keys in there}

    parents: dict[Keys, Keys] = {}
    for keys in sorted(there, key=lambda keys: (-len(keys), sorted(keys))):
        if len(keys) == count:
            continue
        larger = [keys | {place} for place in range(count) if place not in keys and keys | {place} in there]
        if keys in dropped:
            larger.append(dropped[keys])
        parents[keys] = min(larger, key=lambda keys: (sizes[keys], sorted(keys)))
    return CombinationLattice(count, tuple(measured), parents)


def combination_lattice(count: int, sizes: Mapping[Keys, float]) -> CombinationLattice:
    """Return the lattice of some combinations of `count` keys, with the size of each.

    Each is added up from the smallest of them that has one key more, or else from all keys.
    """
    measured = tuple(sorted(sizes, key=lambda keys: (len(keys), sorted(keys))))
    parents: dict[Keys, Keys] = {}
    for keys in reversed(measured):
        if len(keys) < count:
            larger = [keys | {place} for place in range(count) if keys | {place} in sizes and place not in keys]
            parents[keys] = min(larger, key=lambda keys: (sizes[keys], sorted(keys)), default=frozenset(range(count)))
    return CombinationLattice(count, measured, parents)


def _drop(order: Sequence[int], most: int, chosen: Keys, place: int, keys: Keys, dropped: dict[Keys, Keys]) -> None:
    """Note from which combination each on the way from `keys` is made.

    The keys from `place` on in the order are neither chosen nor dropped yet.
    """
    if len(chosen) == most:
        if chosen != keys:
            dropped.setdefault(chosen, keys)
        return
    for at in range(place, len(order)):
        rest = keys - {order[at]}
        if rest:
            dropped.setdefault(rest, keys)
            _drop(order, most, chosen, at + 1, rest, dropped)
        chosen |= {order[at]}
        if len(chosen) == most:
            if chosen != keys:
                dropped.setdefault(chosen, keys)
            return
