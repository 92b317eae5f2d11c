"""What follows from a public table, by exhaustion: each hidden fact is missing in some table.

All tables of small worlds are made public. A fact follows where it holds in every table with the
same public table; facts on fewer than `least` people must not. The worlds with at most `people` are
judged, and those they are held against may have as many people as can be rounded to the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from worlds import World, cleaned, in_steps, public_table, worlds

Fact = tuple[str, object]


def small_groups(world: World, least: int) -> list[tuple[int, ...]]:
    """Return the groups of fewer people than `least`."""
    return [group for group in world if sum(group) < least]


def hidden_facts(world: World, least: int) -> set[Fact]:
    """Return what holds of a world and must follow from nothing that is public of it."""
    small = small_groups(world, least)
    people = sum(map(sum, small))
    rare = [count for group in world if sum(group) >= least for count in group if 0 < count < least]
    table = [sum(column) for column in zip(*world, strict=True)]
    facts: set[Fact] = {("the size of some small group", sum(group)) for group in small}
    facts |= {("number of small groups", len(small)), ("sizes of small groups", tuple(sorted(map(sum, small))))}
    facts |= {("somebody in a small group has", value) for group in small for value, n in enumerate(group) if n}
    facts |= {
        ("everybody in small groups has", value)
        for value, n in enumerate(table)
        if people and len([1 for group in small if sum(group) == group[value]]) == len(small)
    }
    if small:
        facts.add(("people in small groups", people))
    else:
        facts -= {("number of small groups", 0), ("sizes of small groups", ())}
    if 0 < people < least:
        facts.add(("few people are in small groups", True))
    if sum(rare) > 0:
        facts.add(("people with a rare value in their large group", sum(rare)))
    if 0 < sum(rare) < least:
        facts.add(("few people have a rare value", True))
    facts |= {("a value is rare in the table", value) for value, count in enumerate(table) if 0 < count < least}
    if any(0 < count < least for count in table):
        facts.add(("some value is rare in the table", True))
    return facts


def alike(found: Iterable[World], of: Callable[[World], object]) -> dict[object, list[World]]:
    """Return worlds by what is public of them."""
    groups: dict[object, list[World]] = defaultdict(list)
    for world in found:
        groups[of(world)].append(world)
    return groups


def followed(groups: dict[object, list[World]], least: int, people: int) -> Counter[str]:
    """Return how many judged worlds have a hidden fact that holds wherever the same is public."""
    found: Counter[str] = Counter()
    for same in groups.values():
        judged = [world for world in same if sum(map(sum, world)) <= people]
        if judged:
            certain = set.intersection(*(hidden_facts(world, least) for world in same))
            found.update(name for name, _ in certain for _ in judged)
    return found


@pytest.mark.parametrize(("least", "values", "people", "most"), [(3, 2, 8, 13), (3, 3, 6, 9)])
def test_no_hidden_fact_follows_from_a_public_table(least: int, values: int, people: int, most: int) -> None:
    """In every small world a table with the same public table lacks each hidden fact."""
    groups = alike(worlds(most, values), lambda world: public_table(world, least))
    assert not followed(groups, least, people)


def exact_people(world: World) -> object:
    """Return a public table with the exact number of people beside it."""
    return public_table(world, 3), sum(map(sum, world))


def values_of_everybody(world: World) -> object:
    """Return how many people each value has, in steps, beside the sizes of large groups."""
    table = public_table(world, 3)
    return table.sizes, table.small, tuple(sorted(in_steps(sum(column), 3) for column in zip(*world, strict=True)))


def censored(world: World) -> object:
    """Return the counts of large groups with those under three left out."""
    return tuple(
        sorted(tuple(sorted(count if count >= 3 or not count else -1 for count in g)) for g in world if sum(g) >= 3)
    )


@pytest.mark.parametrize(
    ("of", "fact"),
    [
        (exact_people, "the size of some small group"),
        (values_of_everybody, "people in small groups"),
        (censored, "few people have a rare value"),
    ],
)
def test_other_constructions_leak(of: Callable[[World], object], fact: str) -> None:
    """The same search finds what follows from counts that are made public in other ways."""
    assert followed(alike(worlds(11, 2), of), 3, 7)[fact] > 0


def others(world: World, least: int) -> Iterator[World]:
    """Yield worlds with one public table: other small groups, other values in them, cleaned."""
    width = len(world[0])
    large = tuple(group for group in world if sum(group) >= least)
    people = sum(map(sum, small_groups(world, least)))
    shown = in_steps(people, least)
    for number in (n for n in range(2 * people + least) if in_steps(n, least) == shown):
        for size in range(1, least):
            if number % size == 0:
                for value in range(width):
                    small = tuple(size if place == value else 0 for place in range(width))
                    yield large + (small,) * (number // size)
    if sum(count for group in large for count in group if count < least) < least:
        yield (*(tuple(group) for group in cleaned(world, least)), *small_groups(world, least))


FEW = {
    *("the size of some small group", "number of small groups", "sizes of small groups", "people in small groups"),
    *("somebody in a small group has", "everybody in small groups has", "few people are in small groups"),
    "few people have a rare value",
}
"""The facts of which another world is made, not only looked for."""


@examples(200)
@given(
    draws=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 2)), min_size=50, max_size=50),
    tilt=st.integers(1, 12),
)
def test_random_worlds_of_fifty_have_others_without_what_is_hidden(draws: list[tuple[int, int]], tilt: int) -> None:
    """For each fact there is a world without it that has the same public table, made by hand."""
    counted: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for group, value in draws:
        counted[min(group, tilt)][value] += 1
    world = tuple(tuple(group) for group in counted.values())
    same = [world, *others(world, 5)]
    assert {public_table(one, 5) for one in same} == {public_table(world, 5)}
    certain = set.intersection(*(hidden_facts(one, 5) for one in same))
    assert not {name for name, _ in certain} & FEW
