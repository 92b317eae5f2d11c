"""Small worlds of people, and their public tables by a plain reference that shares no SQL.

A world is a list of groups, each the counts of people by their value: `((3, 1), (0, 2))` are a
group of three people with the first value and one with the second, and a group of two.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations_with_replacement, product

from sqlmetrics.risk.public_table import GroupSize, PublicBand, PublicTable, PublicValues

Group = tuple[int, ...]
World = tuple[Group, ...]


def in_steps(count: int, least: int) -> int:
    """Return the multiple of `least` that is nearest, half of one up, never `least` for less."""
    steps, rest = divmod(count, least)
    return 0 if count < least else (steps + (2 * rest >= least)) * least


def cleaned(world: Sequence[Group], least: int) -> list[list[int]]:
    """Return the groups of enough people; where rare values are few they are the commonest."""
    large = [list(group) for group in world if sum(group) >= least]
    rare = sum(count for group in large for count in group if count < least)
    if rare < least:
        for group in large:
            moved = sum(count for count in group if count < least)
            first = max(range(len(group)), key=lambda place: (group[place], -place))
            group[:] = [count if count >= least else 0 for count in group]
            group[first] += moved
    return large


def tails(counts: Sequence[int]) -> list[int]:
    """Return the sums of the counts from each place on, the largest count first."""
    return list(accumulate(sorted(counts)))[::-1]


def public_table(world: Sequence[Group], least: int, places: int = 50, alone: int = 10, most: int = 100) -> PublicTable:
    """Return the public table of a world whose key is `k`, and whose secret is `x`."""
    sizes: dict[int, int] = defaultdict(int)
    for group in world:
        if sum(group) >= least:
            sizes[in_steps(sum(group), least)] += 1
    single = [size for size in sizes if size >= alone * least]
    single = [size for size in single if sum(sizes[one] for one in sizes if one >= size) <= most]
    large = cleaned(world, least)
    true = [sum(group) for group in world if sum(group) >= least]
    bands: dict[tuple[int, int], list[list[int]]] = defaultdict(list)
    for number, (counts, size) in enumerate(zip(large, true, strict=True), 1):
        shown = in_steps(size, least)
        units = shown // least
        if shown in single:
            bands[shown, number].append(counts)
        else:
            low = 1 if units < 2 else 2 if units < 4 else 4 if units < 10 else 10
            while low >= 10 and units >= 2 * low:
                low *= 2
            bands[low * least, 0].append(counts)
    found = []
    for groups in bands.values():
        shown_sizes = [in_steps(sum(group), least) for group in groups]
        ranked = [sorted(group, reverse=True) for group in groups]
        width = max(map(len, ranked))
        later = tails_of_places([sum(one[place] for one in ranked) for place in range(width)], sum(shown_sizes), least)
        found.append(PublicBand(min(shown_sizes), max(shown_sizes), len(groups), later[:places]))
    found.sort(key=lambda band: band.people, reverse=True)
    found.sort(key=lambda band: band.low)
    values = [sum(group[place] for group in large) for place in range(max(map(len, world), default=0))]
    everybody = sum(size * many for size, many in sizes.items())
    return PublicTable(
        least=least,
        known=("k",),
        people=None,
        sizes=tuple(GroupSize(size, sizes[size]) for size in sorted(sizes)),
        small=in_steps(sum(sum(group) for group in world if sum(group) < least), least),
        values=(
            PublicValues(
                "x",
                None,
                tuple(found),
                tails_of_places(sorted(values, reverse=True), everybody, least)[:places],
            ),
        ),
    )


def tails_of_places(people: Sequence[int], shown: int, least: int) -> tuple[int, ...]:
    """Return the people from each place on, in steps, without the zeros at the end."""
    later = [sum(people[place:]) for place in range(1, len(people))]
    found = [min(in_steps(count, least), shown) for count in later]
    while found and not found[-1]:
        found.pop()
    return (shown, *found)


def worlds(people: int, values: int) -> Iterator[World]:
    """Yield every world of up to so many people, but for the order of groups and empty groups."""
    kinds = [one for one in product(range(people + 1), repeat=values) if 0 < sum(one) <= people]
    by_size: dict[int, list[Group]] = defaultdict(list)
    for kind in sorted(kinds):
        by_size[sum(kind)].append(kind)

    def partitions(rest: int, largest: int) -> Iterator[list[int]]:
        if not rest:
            yield []
        for size in range(min(rest, largest), 0, -1):
            for others in partitions(rest - size, size):
                yield [size, *others]

    for number in range(people + 1):
        for sizes in partitions(number, number):
            counted: dict[int, int] = defaultdict(int)
            for size in sizes:
                counted[size] += 1
            choices = [list(combinations_with_replacement(by_size[size], many)) for size, many in counted.items()]
            for chosen in product(*choices):
                yield tuple(group for groups in chosen for group in groups)
