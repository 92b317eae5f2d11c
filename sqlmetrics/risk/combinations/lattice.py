"""The combinations of quasi-identifiers, and from which larger one the counts of each are added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, fsum, log

Keys = frozenset[int]
"""A combination: the places of its quasi-identifiers, from 0."""


@dataclass(frozen=True)
class Lattice:
    """The combinations of up to `most` of `keys` quasi-identifiers, as a tree whose root has all of them.

    `asked` are those that are measured, fewest keys first; `parents` says of each, and of each step on the way to one, from which it is
    added up; the root has no parent.
    """

    keys: int
    asked: tuple[Keys, ...]
    parents: dict[Keys, Keys]

    @property
    def root(self) -> Keys:
        """The combination of all keys."""
        return frozenset(range(self.keys))

    @property
    def steps(self) -> list[Keys]:
        """The combinations that are only steps on the way."""
        asked = set(self.asked)
        return [keys for keys in (self.root, *self.parents) if keys not in asked]

    @property
    def numbers(self) -> dict[Keys, int]:
        """The number of each combination; those that are only steps on the way have negative ones."""
        numbered = {keys: number for number, keys in enumerate(self.asked, 1)}
        return numbered | {keys: -number for number, keys in enumerate(self.steps, 1)}

    def children(self) -> dict[Keys, list[Keys]]:
        """Return the combinations that are added up from each."""
        found: dict[Keys, list[Keys]] = {keys: [] for keys in (self.root, *self.parents)}
        for keys, parent in self.parents.items():
            found[parent].append(keys)
        return found


def combinations_of(keys: int, most: int) -> int:
    """Return how many combinations of one up to `most` of so many keys there are."""
    return sum(comb(keys, size) for size in range(1, min(most, keys) + 1))


def build_lattice(cardinalities: Sequence[float], most: int) -> Lattice:
    """Return the lattice of the combinations of up to `most` keys, each added up from the smallest larger one that is there.

    How large a combination is follows from the number of values that each of its keys has. Where not all are asked for, there are steps on
    the way: from all keys one is dropped after the other, those with most values first, until as many are left as were chosen.
    """
    count = len(cardinalities)
    asked = [frozenset(places) for size in range(1, min(most, count) + 1) for places in combinations(range(count), size)]
    found = set(asked) | {frozenset(range(count))}
    dropped: dict[Keys, Keys] = {}
    if most < count - 1:
        widest_first = sorted(range(count), key=lambda place: -cardinalities[place])
        _drop(widest_first, most, frozenset(), 0, frozenset(range(count)), dropped)
        found |= dropped.keys()
    logs = [log(max(float(value), 1.0)) for value in cardinalities]
    sizes = {keys: fsum(logs[place] for place in keys) for keys in found}

    parents: dict[Keys, Keys] = {}
    for keys in sorted(found, key=lambda each: (-len(each), sorted(each))):
        if len(keys) == count:
            continue
        larger = [keys | {place} for place in range(count) if place not in keys and keys | {place} in found]
        if keys in dropped:
            larger.append(dropped[keys])
        parents[keys] = min(larger, key=lambda each: (sizes[each], sorted(each)))
    return Lattice(count, tuple(asked), parents)


def _drop(order: Sequence[int], most: int, chosen: Keys, place: int, keys: Keys, dropped: dict[Keys, Keys]) -> None:
    """Note each combination on the way from `keys`, in which the keys from `place` on are neither chosen nor dropped yet."""
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
