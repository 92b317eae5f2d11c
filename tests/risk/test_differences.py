"""Answers to several queries: what their differences give away, by enumeration and by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import pandas as pd
import pytest

import sqlmetrics
from engines import TABLES, Database
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.published import differences as product
from sqlmetrics.risk.published.differences import Differences, answers_question
from sqlmetrics.spec.spec import parse_spec

PEOPLE = pd.DataFrame(
    {
        "person": range(1, 27),
        "age": [20, 30, 40, 50, 60, 61, 62, 70] * 3 + [91, 92],
        "sex": ["f", "m"] * 13,
    }
)

ANSWERS = {"all": "1 = 1", "under 65": "age < 65", "under 90": "age < 90", "women": "sex = 'f'"}


def found(answers: Any = None, relation: Any = PEOPLE, **words: Any) -> Differences:
    """Return what answers on a relation give away."""
    return sqlmetrics.published_answers(relation, answers=ANSWERS if answers is None else answers, **words)


def groups(result: Differences) -> list[tuple[Any, ...]]:
    """Return who is in each group, how many they are, and what they follow from."""
    return [(one.inside, one.outside, one.people, one.answers) for one in result]


def test_differences_of_answers_are_people() -> None:
    """Of 26 people 21 are below 65 and 24 below 90, so that 5, 2 and 3 follow."""
    result = found()
    assert [(one.name, one.people, one.below) for one in result.answers] == [
        ("all", 26, False), ("under 65", 21, False), ("under 90", 24, False), ("women", 13, False)
    ]  # fmt: skip
    assert groups(result) == [
        (("all",), ("under 90",), 2, ("all", "under 90")),
        (("under 90",), ("under 65",), 3, ("under 90", "under 65")),
        (("all",), ("under 65",), 5, ("all", "under 65")),
    ]
    assert (result.differenced_groups, result.differenced_people, result.unproven_groups) == (3, 5, 0)
    assert (result.minimum_frequency, result.cells_below, result.combinations) == (13, 0, 5)


def test_more_answers_tell_more() -> None:
    """Women below 90 are one less than women, so that both people of 90 and over are known."""
    result = found(ANSWERS | {"women under 90": "sex = 'f' and age < 90"}, minimum_frequency=2)
    assert groups(result) == [
        (("women",), ("women under 90",), 1, ("women", "women under 90")),
        (
            ("all",), ("under 90", "women"), 1,
            ("all", "under 90", "women", "women under 90"),
        ),
    ]  # fmt: skip
    assert result.differenced_people == 2


def test_a_group_at_the_minimum_is_large_enough_and_a_small_answer_is_no_difference() -> None:
    assert groups(found({"a": "person <= 20", "b": "person <= 15"}, minimum_frequency=5)) == []
    assert [one.people for one in found({"a": "person <= 20", "b": "person <= 16"}, minimum_frequency=5)] == [4]
    small = found({"a": "person <= 3"})
    assert (small.cells_below, small.groups, small.minimum_frequency) == (1, (), 3)


def test_equal_answers_none_and_all_tell_nothing_new() -> None:
    result = found({"all": "1 = 1", "everybody": "1 = 1", "none": "1 = 0", "unknown": "nullif(1, 1) = 1"})
    assert [answer.people for answer in result.answers] == [26, 26, 0, 0]
    assert (result.groups, result.differenced_groups, result.minimum_frequency) == ((), 0, 26)


def test_null_is_no_and_people_are_in_an_answer_by_one_record() -> None:
    """Person 1 is in both towns: 3 people in Ulm, 2 in Bonn, and one in both."""
    people, towns_of = [1, 1, 1, 2, 3, 4, None, None], ["Ulm", "Bonn", None, "Ulm", "Ulm", "Bonn", "Kiel", "Kiel"]
    visits = pd.DataFrame({"person": people, "town": towns_of})
    towns = {name: f"town = '{name}'" for name in ("Ulm", "Bonn", "Kiel")} | {"all": "1 = 1"}
    told_apart = found(towns, visits, individual="person")
    assert [answer.people for answer in told_apart.answers] == [3, 2, 1, 5]
    records = found(towns, visits)
    assert [answer.people for answer in records.answers] == [3, 2, 2, 8]
    assert (("all",), ("Ulm", "Bonn", "Kiel"), 1) in [one[:3] for one in groups(records)]


@pytest.mark.parametrize("number", [30, 31, 60, 61])
def test_answers_beyond_a_word_of_bits_are_counted(number: int) -> None:
    """Answer n counts the people up to n, so that person n is alone between n and n - 1."""
    people = pd.DataFrame({"person": range(1, 71)})
    result = found([f"person <= {place}" for place in range(1, number + 1)], people, minimum_frequency=2)
    assert [answer.people for answer in result.answers] == list(range(1, number + 1))
    assert [one[:3] for one in groups(result)] == [
        ((f"answer {place}",), (f"answer {place - 1}",), 1) for place in range(2, number + 1)
    ]


BOXES = range(8)


class World(NamedTuple):
    """People in boxes, and answers that each count the people of some boxes."""

    counts: tuple[int, ...]
    answers: dict[str, frozenset[int]]

    @property
    def combinations(self) -> list[frozenset[int]]:
        """The boxes of each combination of answers that somebody is in."""
        found = dict[frozenset[str], set[int]]()
        for box in BOXES:
            inside = frozenset(name for name, own in self.answers.items() if box in own)
            if inside and self.counts[box]:
                found.setdefault(inside, set()).add(box)
        return [frozenset(own) for own in found.values()]

    def people(self, boxes: frozenset[int]) -> int:
        """Return the people in boxes."""
        return sum(self.counts[box] for box in boxes)

    def fitting(self, names: Sequence[str]) -> list[dict[frozenset[int], int]]:
        """Return all counts of combinations for which these answers add up, one after another."""
        cells = self.combinations
        sums = [([cell for cell in cells if cell <= self.answers[name]], name) for name in names]
        totals = [(own, sum(map(self.people, own))) for own, _ in sums if own]
        found: list[dict[frozenset[int], int]] = [{}]
        for cell in cells:
            mine = [(own, total) for own, total in totals if cell in own]
            if not mine:
                continue
            longer = list[dict[frozenset[int], int]]()
            for table in found:
                left = [total - sum(table.get(other, 0) for other in own) for own, total in mine]
                exact = [rest for rest, (own, _) in zip(left, mine, strict=True) if {*own} <= {*table, cell}]
                counts = range(min(left) + 1) if not exact else [exact[0]] if {*exact} == {exact[0]} else []
                longer += [{**table, cell: count} for count in counts if 0 <= count <= min(left)]
            found = longer
        return found

    def known(self, least: int) -> dict[frozenset[int], int]:
        """Return the boxes of the groups that follow from all answers, with their people."""
        cells = self.combinations
        answers = [frozenset(cell for cell in cells if cell <= own) for own in self.answers.values()]
        sought = {frozenset([cell]) for cell in cells} | {one - other for one in answers for other in answers}
        small = {own for own in sought - {frozenset(), *answers} if sum(map(self.people, own)) < least}
        tables = self.fitting([*self.answers])
        return {
            frozenset().union(*own): sum(map(self.people, own))
            for own in small
            if len({sum(table[cell] for cell in own) for table in tables}) == 1
        }


def worlds_of(seed: int, number: int) -> list[World]:
    """Return worlds that are drawn, each with 2 to 5 answers."""
    draw = Random(seed)
    return [
        World(
            tuple(draw.choice([0, 0, 1, 1, 2]) for _ in BOXES),
            {
                f"w{world} q{place}": frozenset(draw.sample(BOXES, draw.randint(1, 7)))
                for place in range(draw.randint(2, 5))
            },
        )
        for world in range(number)
    ]


def given_away(worlds: Sequence[World]) -> Differences:
    """Return what the answers of all worlds give away, which are one relation of people."""
    rows = [(world, box) for world, one in enumerate(worlds) for box in BOXES for _ in range(one.counts[box])]
    answers = {
        name: f"world = {world} and box in ({', '.join(map(str, sorted(own)))})"
        for world, one in enumerate(worlds)
        for name, own in one.answers.items()
    }
    return found(answers, pd.DataFrame(rows, columns=["world", "box"]), minimum_frequency=4)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_follows_is_what_enumeration_finds(seed: int) -> None:
    """All counts are tried for which all answers add up, and for each group those it is from."""
    worlds = worlds_of(seed, 40)
    result = given_away(worlds)
    followed = {(place, boxes): people for place, one in enumerate(worlds) for boxes, people in one.known(4).items()}
    listed = dict[tuple[int, frozenset[int]], int]()
    for group in result:
        place = int(group.inside[0].split()[0][1:])
        world = worlds[place]
        inside = frozenset.intersection(*(world.answers[name] for name in group.inside))
        outside = frozenset[int]().union(*(world.answers[name] for name in group.outside))
        boxes = frozenset(box for box in inside - outside if world.counts[box])
        listed[place, boxes] = group.people
        tables = world.fitting(group.answers)
        cells = [cell for cell in world.combinations if cell <= boxes]
        assert len({sum(table[cell] for cell in cells) for table in tables}) == 1, (world, group)
    assert listed == followed
    assert len(followed) > 40
    whose = {(place, box) for place, boxes in followed for box in boxes}
    assert result.differenced_groups == len(followed)
    assert result.differenced_people == sum(worlds[place].counts[box] for place, box in whose)
    assert result.unproven_groups == 0


def test_without_a_solver_only_nested_answers_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(product, "solver_installed", lambda: False)
    result = found(ANSWERS | {"women under 90": "sex = 'f' and age < 90"}, minimum_frequency=2)
    assert [one.state for one in result] == ["differenced", "not proven"]
    assert (result.differenced_groups, result.differenced_people, result.unproven_groups) == (None, None, 1)
    assert result.notes == (product.UNSOLVED,)
    assert result.reasons["differenced_groups"] == "not proven: 1 of 2 groups that may follow"


REFUSED: dict[str, tuple[Any, dict[str, Any], str]] = {
    "none": ([], {}, "the conditions of `answers`"),
    "a query": (["age in (select 1)"], {}, "the answer 'answer 1' is one SQL expression"),
    "a comment": (["age < 1 -- x"], {}, "it holds a comment"),
    "a bracket": (["1 = 1) or (1 = 1"], {}, "a parenthesis closes that was not opened"),
    "a column": (["ago < 1"], {}, "the answer 'answer 1': pandas frame has no column 'ago'"),
    "a word": (["age < "], {}, "the answer 'answer 1' is no expression of DuckDB"),
    "a parameter": (["age < ?"], {}, "has a parameter"),
    "too many": (["age < 1"] * 301, {}, "300 conditions at most"),
    "an attacker": (["age < 1"], {"known": 2, "individual": "person"}, "the comparison of `answers` does not take"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_answer_is_refused(case: str) -> None:
    answers, words, message = REFUSED[case]
    with pytest.raises(SpecError) as error:
        found(answers, **words)
    assert message in str(error.value)


def test_a_condition_is_of_one_record() -> None:
    """An aggregate would count once, whatever the records."""
    with pytest.raises(SpecError, match="the answer 'answer 2' is no condition"):
        found(["age > 3", "max(age) > 3"])


def test_tables_and_answers_are_asked_apart() -> None:
    table = sqlmetrics.Table(PEOPLE, outputs={"answers": ANSWERS})
    with pytest.raises(SpecError, match="ask by `published_answers`"):
        table.outputs()
    assert len(table.outputs(keys=["sex"])) == 1
    with pytest.raises(SpecError, match="which `cube` says nothing of"):
        sqlmetrics.published_answers(sqlmetrics.Table(PEOPLE, outputs={"answers": ANSWERS, "cube": ["sex"]}))


@pytest.mark.parametrize("individual", [None, "zip"])
def test_every_engine_counts_the_same_combinations(engine: Database, individual: str | None) -> None:
    """By plain loops: 33 answers, of which the bits of two are in a second number."""
    columns, rows = TABLES["t"]
    place_of = {column: place for place, column in enumerate(columns)}
    answers = {f"p is {number}": f"p = {number}" for number in range(32)} | {"p above 60": "p > 60"}
    told = Counter[tuple[int, int]]()
    by_person = dict[Any, set[int]]()
    for number, row in enumerate(rows):
        who = number if individual is None else row[place_of[individual]]
        value = row[place_of["p"]]
        own = {value} & {*range(32)} | ({32} if value > 60 else set())
        by_person[who] = by_person.get(who, set()) | own
    for own in by_person.values():
        told[sum(2**place for place in own if place < 30), sum(2 ** (place - 30) for place in own if place >= 30)] += 1
    spec = parse_spec({"relation": "t", "individual": individual, "outputs": {"answers": answers}})
    found = engine.rows(answers_question(spec).statement(engine.relation("t"), individual, engine.facts))
    assert Counter({(int(one), int(two)): int(people) for one, two, people in found}) == told
