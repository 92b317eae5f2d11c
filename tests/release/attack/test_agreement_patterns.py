"""How often records agree is counted by joins and by sums, with equal numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice, product

import pytest

from engines import Database
from sqlmetrics.release.attack.linkage.estimation import ByChance, sums_are_cheaper
from sqlmetrics.statement.render import render

Number = float | None
Values = tuple[Number, ...]


def level(mine: Number, theirs: Number, reach: float | None) -> int:
    """Return how two values agree: 0 equal, 1 nearly so, 2 otherwise, 3 one is NULL."""
    if mine is None or theirs is None:
        return 3
    if mine == theirs:
        return 0
    return 1 if reach is not None and abs(mine - theirs) <= reach else 2


def compared(
    release: Sequence[Values], outside: Sequence[Values], reaches: Sequence[float | None]
) -> dict[tuple[int, ...], float]:
    """Return the pairs of records that are equal in all columns but two, by their levels."""
    pairs = Counter(
        tuple(level(*values) for values in zip(mine, theirs, reaches, strict=True))
        for mine, theirs in product(outside, release)
    )
    least = max(len(reaches) - 2, 1)
    return {levels: float(number) for levels, number in pairs.items() if levels.count(0) >= least}


def statement(database: Database, reaches: Sequence[float | None], *, summed: bool) -> str:
    """Return the statement that counts pairs of `a_release` and `a_file`."""
    columns = [
        {"name": f"v{place}", "kind": "number", "place": place, "nearly": None if reach is None else repr(reach)}
        for place, reach in enumerate(reaches, 1)
    ]
    plan = {"release": "a_release", "outside": "a_file", "columns": columns, "individual": None, "summed": summed}
    return render("agreement_patterns", plan, dialect=database.facts)


def counted(
    database: Database, text: str, release: Sequence[Values], outside: Sequence[Values]
) -> dict[tuple[int, ...], float]:
    """Return what a statement counts in a world."""
    for name, records in (("a_release", release), ("a_file", outside)):
        names = ", ".join(f"v{place}" for place in range(1, len(records[0]) + 1))
        rows = ", ".join(
            f"({', '.join('null::double' if value is None else str(value) for value in values)})" for values in records
        )
        text = text.replace(name, f"(select * from (values {rows}) listed({names}))")
    return {tuple(int(each) for each in levels): float(pairs) for *levels, pairs in database.rows(text)}


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 5])
def test_sums_count_the_pairs_that_are_compared(truth: Database, columns: int) -> None:
    """Worlds with NULL, equal records, and columns that nearly agree or do not."""
    pick = random.Random(columns)
    patterns = 0
    for _ in range(2 if columns < 5 else 1):
        reaches = tuple(pick.choice([None, 1.0, 2.5]) for _ in range(columns))
        release, outside = (
            [tuple(pick.choice([0.0, 1.0, 2.0, 5.0, None]) for _ in reaches) for _ in range(size)] for size in (14, 9)
        )
        outside += release[:3]
        expected = compared(release, outside, reaches)
        for summed in (True, False):
            assert counted(truth, statement(truth, reaches, summed=summed), release, outside) == expected
        patterns += len(expected)
    assert patterns > columns


def test_each_pair_of_records_is_counted_once(truth: Database) -> None:
    """A few worlds of one record each: one in 7 of all with three columns were tried once."""
    records = [*product((0.0, 1.0, 3.0, None), repeat=3)]
    for reaches in ((1.0, 1.0, None), (None, None, None)):
        text = statement(truth, reaches, summed=True)
        for mine, theirs in islice(product(records, records), 0, None, 1499):
            assert counted(truth, text, [theirs], [mine]) == compared([theirs], [mine], reaches)


@pytest.mark.parametrize(
    ("values", "near", "cheaper"),
    [(12, 0, True), (60, 0, False), (12, 2, True), (12, 11, True), (40, 2, False), (25, 24, False)],
)
def test_the_cheaper_way_is_known_by_chance(values: int, near: int, cheaper: bool) -> None:
    """What was cheaper of 1,000,000 by 100,000 records with five columns of `values`."""
    people, records = 1e5, 1e6
    pairs = people * records / values
    by_chance = [ByChance(place, people, records, people, records, pairs, near * pairs) for place in range(5)]
    assert sums_are_cheaper(by_chance) is cheaper


def test_records_of_nobody_are_counted_somehow() -> None:
    """Nothing is compared where one side has no record."""
    assert sums_are_cheaper([ByChance(1, 0.0, 5.0, 0.0, 5.0, 0.0, 0.0)])
