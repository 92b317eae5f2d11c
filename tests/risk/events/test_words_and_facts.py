"""The guides' notes and linked tables, against loops over their few people."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations, product
from statistics import fmean

import pytest

import sqlmetrics
from conftest import ROOT
from exact_scores import points_by_person

FIXTURES = ROOT / "fixtures"
Traces = Mapping[str, frozenset[object]]


def rows(path: str) -> list[dict[str, str]]:
    """Return the records of a fixture."""
    with (FIXTURES / path).open(newline="") as lines:
        return list(csv.DictReader(lines))


def candidates(people: Traces, known: int) -> list[list[int]]:
    """Return how many people have each set of known points, in a list for each person."""
    return [
        [sum(set(some) <= other for other in people.values()) for some in combinations(own, min(known, len(own)))]
        for own in people.values()
    ]


def unicity(people: Traces, known: int) -> float:
    """Return the mean share of the sets of a person that nobody else has."""
    return fmean(fmean(number == 1 for number in own) for own in candidates(people, known))


def words() -> Traces:
    """Return the words of each patient's notes."""
    notes = rows("notes/notes.csv")
    return points_by_person(
        (one["patient"], word) for one in notes for word in re.findall("[a-z0-9]+", one["note"].lower())
    )


def telling(people: Traces) -> Traces:
    """Return the words of at most half of the people, for the people who have any."""
    spread = Counter(word for own in people.values() for word in own)
    return points_by_person(
        (person, word) for person, own in people.items() for word in own if spread[word] <= len(people) / 2
    )


def facts() -> Traces:
    """Return the facts of the linked tables for each clinic and number."""
    tables = {"patients": "born", "prescriptions": "drug", "visits": "ward"}
    return points_by_person(
        (f"{one['clinic']}-{one['number']}", (column, one[column]))
        for table, column in tables.items()
        for one in rows(f"linked/{table}.csv")
    )


def scored(spec: str, known: int | str) -> dict[str, float | None]:
    """Return the scores of a guide's spec by their names, unicity by its known points, too."""
    scores = sqlmetrics.score(spec=FIXTURES / spec, known=known, metrics="all")
    return {f"unicity {one.parameters}" if one.metric == "unicity" else one.metric: one.value for one in scores.scores}


@pytest.mark.parametrize(
    ("spec", "people"), [("notes/notes.yml", telling(words())), ("linked/linked.yml", facts())], ids=["notes", "linked"]
)
def test_the_guides_count_what_loops_count(spec: str, people: Traces) -> None:
    """k and unicity of one to four points, and of all of them, are the shares of sets."""
    for known in (2, 4):
        found = scored(spec, known)
        assert found["k_anonymity"] == min(map(min, candidates(people, known)))
        for fewer in range(1, known + 1):
            assert found[f"unicity known={fewer}"] == pytest.approx(unicity(people, fewer), abs=1e-12)
    alike = Counter(people.values())
    found = scored(spec, "all")
    assert found["k_anonymity"] == min(alike.values())
    assert found["uniqueness"] == sum(number == 1 for number in alike.values()) / len(people)


def test_the_notes_are_counted_by_hand() -> None:
    """One word singles out a quarter of eight people, three words six; one of nine has no word."""
    people = telling(words())
    assert (len(words()), len(people)) == (9, 8)
    assert [unicity(people, known) for known in (1, 2, 3)] == pytest.approx([1 / 4, 17 / 24, 3 / 4])
    assert sum(number == 1 for number in Counter(people.values()).values()) == 8
    assert round(unicity(words(), 2), 3) == 0.307


def test_each_linked_table_is_safe_and_all_together_are_not() -> None:
    """Six, four and six people are alike in a table; two by three by two kinds leave one."""
    people = facts()
    assert len(people) == 2 * 3 * 2
    for column, k in (("born", 6), ("drug", 4), ("ward", 6)):
        alone = [frozenset(fact for fact in own if fact[0] == column) for own in people.values()]  # type: ignore[index]
        assert min(number for own, number in Counter(alone).items() if own) == k
    assert set(Counter(people.values()).values()) == {1}
    assert [unicity(people, known) for known in (1, 2, 3, 4)] == pytest.approx([0, 0, 1 / 12, 1 / 3])
    assert [min(map(min, candidates(people, known))) for known in (2, 3)] == [2, 1]
    drugs = [frozenset({"metformin", "statin"}), frozenset({"metformin"}), frozenset()]
    kinds = {
        frozenset({("born", born), ("ward", ward), *(("drug", one) for one in taken)})
        for born, taken, ward in product(["1950s", "1980s"], drugs, ["eyes", "heart"])
    }
    assert set(people.values()) == kinds
