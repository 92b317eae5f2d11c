"""Chances of agreement by expectation-maximisation, from counted patterns of agreement.

The database counts the pairs of records by how they agree. Pairs that agree in too few columns are
not counted one by one: they are the rest of all pairs, and the likelihood takes them as one event.
So the blocks by which pairs are found do not bias the chances.

Sources: Winkler 1988 for the method; Dempster, Laird and Rubin 1977 for grouped observations.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from sqlmetrics.errors import SpecError

MOST_TURNS = 5_000
"""The most turns of expectation and maximisation."""

SETTLED = 1e-9
"""The change of a column's chances in a turn below which they have settled."""

FEWEST_PAIRS = 1.0
"""The fewest pairs of one person that are expected where chances tell anything."""

LOOKUPS = {False: 2, True: 10}
"""How often sums look a record up for each two columns, by whether values nearly agree.

In pairs of records that a join lists meanwhile, as measured on 1,000,000 by 100,000 records.
"""

EQUAL, NEAR, OTHER, MISSING = range(4)
"""The levels of agreement of two values, as `linkage_level` numbers them."""


class ByChance(NamedTuple):
    """A row of `agreement_by_chance`: how often values of a column agree by chance.

    `people` and `records` are the outside and the released ones, `outside_values` and
    `released_values` the ones with a value. Each pair has two records.
    """

    place: int
    people: float
    records: float
    outside_values: float
    released_values: float
    equal_pairs: float
    near_pairs: float

    @property
    def missing(self) -> float:
        """The share of the pairs of records in which a value is NULL."""
        return 1 - self.outside_values * self.released_values / (self.people * self.records)

    @property
    def levels(self) -> tuple[float, float, float]:
        """The chances of equal, nearly equal and other values, of pairs in which none is NULL."""
        pairs = max(self.outside_values * self.released_values, 1)
        equal, near = self.equal_pairs / pairs, self.near_pairs / pairs
        return equal, near, max(1 - equal - near, 0.0)


def sums_are_cheaper(by_chance: Sequence[ByChance]) -> bool:
    """Whether pairs of records are counted by sums with less work than by joins, as chance tells.

    Joins list each pair that is equal in all columns but two. Sums look each record up a few times
    for each two columns, and each outside one once for all values that are nearly equal in both.
    """
    people, records = by_chance[0].people, by_chance[0].records
    total = people * records
    if not total:
        return True
    joins, sums = 0.0, 0.0
    lookups = LOOKUPS[any(one.near_pairs for one in by_chance)]
    for free in combinations(by_chance, min(2, len(by_chance) - 1)):
        joins += total * math.prod(one.equal_pairs / total for one in by_chance if one not in free)
        near = math.prod(one.near_pairs / max(one.equal_pairs, 1.0) for one in free)
        sums += lookups * (people + records) + people * near
    return sums < joins


class Likeliest(NamedTuple):
    """Chances of agreement with the greatest likelihood.

    `levels` has the chances of equal, nearly equal and other values of one person, by column.
    `pairs` are the pairs of records that one person is expected to have, and `most` as many as
    there are where each person has one record on each side. In the columns `less` a person's values
    are equal less often than by chance, so that the records tell nothing of them. `settled` says
    whether the chances settled within `turns`.
    """

    levels: tuple[tuple[float, float, float], ...]
    pairs: float
    most: float
    less: tuple[str, ...]
    turns: int
    settled: bool

    def cautious(self, place: int, *, near: bool) -> tuple[float, float]:
        """Return the chances of equal and nearly equal values as if half a pair more had each.

        So that no error is impossible, as none of a few people happened to make it.
        """
        kept = self.levels[place] if near else (self.levels[place][0], self.levels[place][2])
        shares = [(share * self.pairs + 0.5) / (self.pairs + 0.5 * len(kept)) for share in kept]
        return shares[0], shares[1] if near else 0.0


def likeliest(
    patterns: Mapping[tuple[int, ...], float], by_chance: Sequence[ByChance], names: Sequence[str]
) -> Likeliest:
    """Return the chances of agreement that make counted patterns likeliest.

    `patterns` has the pairs of records by the levels of all columns, of patterns with at most two
    columns that are not equal. What agrees by chance is counted, and not estimated.

    Raises SpecError for chances that the patterns do not tell.
    """
    people, records = by_chance[0].people, by_chance[0].records
    total = people * records
    if len(names) < 2:
        raise SpecError(
            f"`agreement: estimated` takes two columns at least, and {names[0]} alone links: how often a person's"
            " values agree cannot be told from how many people are in both; say the chance"
        )
    if not total:
        raise SpecError("`agreement: estimated` takes records of both, and one side has none; say the chance")
    missing = [one.missing for one in by_chance]
    chance = [one.levels for one in by_chance]
    rest = max(total - sum(patterns.values()), 0.0)
    share = 0.5 * min(people, records) / total
    levels: list[tuple[float, float, float]] = [
        (0.9, 0.05, 0.05) if one.near_pairs else (0.9, 0.0, 0.1) for one in by_chance
    ]
    turns, change, pairs = 0, math.inf, 0.0
    while change > SETTLED and turns < MOST_TURNS:
        turns += 1
        counts, pairs = _expected(patterns, rest, total, share, levels, chance, missing)
        if pairs < 1e-9:
            break
        found = [_shares(own, before) for own, before in zip(counts, levels, strict=True)]
        change = max(math.dist(own, before) for own, before in zip(found, levels, strict=True))
        levels, share = found, pairs / total
    less = tuple(name for name, own, luck in zip(names, levels, chance, strict=True) if own[EQUAL] <= luck[EQUAL])
    if pairs < FEWEST_PAIRS or len(less) == len(names):
        raise SpecError(
            "`agreement: estimated` finds nobody who is in both, so that their errors cannot be told; say the chance"
        )
    return Likeliest(tuple(levels), pairs, min(people, records), less, turns, change <= SETTLED)


def _expected(
    patterns: Mapping[tuple[int, ...], float],
    rest: float,
    total: float,
    share: float,
    levels: Sequence[tuple[float, float, float]],
    chance: Sequence[tuple[float, float, float]],
    missing: Sequence[float],
) -> tuple[list[list[float]], float]:
    """Return the expected pairs of one person, by column and level, and how many there are."""
    counts = [[0.0, 0.0, 0.0] for _ in levels]
    pairs, seen_own, seen_chance = 0.0, 0.0, 0.0
    seen = [[0.0, 0.0, 0.0] for _ in levels]
    for pattern, number in patterns.items():
        own, by_chance = 1.0, 1.0
        for level, held, luck, none in zip(pattern, levels, chance, missing, strict=True):
            own *= none if level == MISSING else (1 - none) * held[level]
            by_chance *= none if level == MISSING else (1 - none) * luck[level]
        seen_own += own
        seen_chance += by_chance
        likely = share * own
        expected = number * likely / (likely + (1 - share) * by_chance) if likely else 0.0
        pairs += expected
        for place, level in enumerate(pattern):
            if level != MISSING:
                counts[place][level] += expected
                seen[place][level] += own
    unseen, unseen_chance = max(1 - seen_own, 0.0), max(1 - seen_chance, 0.0)
    likely = share * unseen
    if rest and likely:
        expected = rest * likely / (likely + (1 - share) * unseen_chance)
        pairs += expected
        for place, (held, none) in enumerate(zip(levels, missing, strict=True)):
            for level in (EQUAL, NEAR, OTHER):
                counts[place][level] += expected * max((1 - none) * held[level] - seen[place][level], 0.0) / unseen
    return counts, pairs


def _shares(counts: Sequence[float], before: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return the shares of levels; the ones before where no pair has a value."""
    held = sum(counts)
    return (counts[EQUAL] / held, counts[NEAR] / held, counts[OTHER] / held) if held > 0 else before
