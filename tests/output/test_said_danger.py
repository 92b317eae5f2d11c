"""What pages say of combinations of known columns holds: by loops over small tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

from certificates import certificate as by_hand
from certificates import score, sizes
from small_worlds import hold
from sqlmetrics.certificate.certificate import RareCombination
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.measured import certificate
from sqlmetrics.engine.progress import Progress
from sqlmetrics.gate.judged import judge_spec
from sqlmetrics.output.page.page import rendered
from sqlmetrics.output.page.rare_combinations import danger
from sqlmetrics.sentences import heard
from sqlmetrics.spec.call import call_spec


class ExactColumns:
    """A table of known columns, a record for each person, by plain loops."""

    def __init__(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self.columns, self.rows = columns, rows

    def put(self, known: Sequence[str], size: int) -> int:
        """Return the people whom known columns put in groups below a size."""
        places = [self.columns.index(column) for column in known]
        keys = [tuple(row[place] for place in places) for row in self.rows]
        return sum(times for times in Counter(keys).values() if times < size)

    def added(self, column: str, size: int = 5) -> float:
        """Return the people whom a column puts there, on average over all orders of the columns."""
        found = []
        for order in permutations(self.columns):
            before = order[: order.index(column)]
            found.append(self.put([*before, column], size) - (self.put(before, size) if before else 0))
        return sum(found) / len(found)


def table(columns: int, people: int, values: str, seed: int) -> ExactColumns:
    """Return a random table."""
    draw = random.Random(seed)
    names = [f"c{place}" for place in range(columns)]
    return ExactColumns(names, ["".join(draw.choice(values) for _ in names) for _ in range(people)])


def held_of(world: ExactColumns, **words: Any) -> Counter[str]:
    """Hold what a page says of a table's combinations."""
    data: dict[str, Any] = dict(zip(world.columns, map(list, zip(*world.rows, strict=True)), strict=True))
    if "individual" in words:
        data["who"] = list(range(len(world.rows)))
    spec = call_spec(data, world.columns, [], {"look": False, **words})
    made = certificate(judge_spec("job", spec, "run", Progress(), reports=True))
    with heard() as said:
        rendered("danger.html", certificate=made, content=danger(made))
    return hold(world, said, world.rows)


def test_which_combinations_are_the_riskiest() -> None:
    """Of seven columns, of few that put anybody at risk, and where each column does."""
    found = Counter[str]()
    for seed, (columns, people, values) in enumerate([(7, 60, "abb"), (3, 40, "ab"), (2, 9, "abc"), (4, 300, "aab")]):
        found += held_of(table(columns, people, values, seed))
    assert found["The {number} riskiest of {count} combinations."] == 1
    assert len(found) >= 5


def test_what_columns_add_where_people_are_not_counted() -> None:
    """The column that adds most is the one with the largest Shapley value of people at risk."""
    text = "{name} adds most to the share of people at risk"
    found = [held_of(table(3, 30, "abbb", seed), individual="who", nulls="drop")[text] for seed in range(3)]
    assert found == [1, 1, 1]


def rows_of(world: ExactColumns, most: int) -> tuple[RareCombination, ...]:
    """Return the combinations of up to some columns, those with the most people at risk first."""
    missing = Figure(None, "undefined", "not measured")
    sets = [own for size in range(1, most + 1) for own in combinations(world.columns, size)]
    counted = sorted(((world.put(own, 5), own) for own in sets), reverse=True)
    share = 1 / len(world.rows)
    return tuple(RareCombination(own, Figure(number), Figure(number * share), missing) for number, own in counted)


def test_which_combinations_are_not_shown() -> None:
    """Larger ones that were not measured, and more than a page has place for."""
    found = Counter[str]()
    for columns, people, values, most in [(10, 230, "ab", 10), (5, 60, "ab", 2), (4, 200, "ab", 3)]:
        world = table(columns, people, values, 3)
        rows, every = rows_of(world, most), 2**columns - 1
        scores = (replace(score("k_anonymity", 1.0), known=tuple(world.columns)),)
        small = sizes(world.put(world.columns, 5))
        made = by_hand(combinations=rows, all_combinations=every, scores=scores, sizes=small)
        with heard() as said:
            rendered("danger.html", certificate=made, content=danger(made))
        found += hold(world, said, (columns, people))
    assert found["The next {number} of {count} combinations; all stand in the certificate"] == 1
    assert len(found) >= 4
