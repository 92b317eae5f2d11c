"""Closeness of releases: against lists of distances, published values, and properties."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from datetime import date, timedelta
from statistics import median
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from engines import Database
from sqlmetrics.engine.comparison import Compared
from sqlmetrics.errors import SpecError
from sqlmetrics.output.results.closeness import closeness_report
from sqlmetrics.output.terminal import terminal_text
from sqlmetrics.release.attack.closeness.options import ClosenessOptions
from sqlmetrics.release.attack.closeness.scores import epsilon_bound, of_difference, of_ranks
from sqlmetrics.release.attack.closeness.searches import MemberDistances, Missed, Rate, Searches, Side, SideExtent
from sqlmetrics.risk.intervals.proportions import ShareInterval, clopper_pearson, wilson
from sqlmetrics.scoring.scores import ReleaseScores

Record = tuple[Any, ...]

TAIL = 0.025 / 4
"""What an end of an exact interval leaves beyond it, of the four that bound epsilon."""


# The reference: every pair of records, in plain Python.


def ranges(original: Sequence[Record]) -> list[float | None]:
    """Return the range of each column of numbers or dates, 0 for a constant one, None for texts."""
    found: list[float | None] = []
    for column in zip(*original, strict=True):
        held = [_numeric(value) for value in column if value is not None]
        found.append(None if any(isinstance(value, str) for value in held) else max(held) - min(held) if held else 0.0)
    return found


def _numeric(value: Any) -> Any:
    return value.toordinal() if isinstance(value, date) else value


def apart(one: Record, other: Record, spans: Sequence[float | None]) -> float:
    """Return the distance of two records."""
    parts = []
    for left, right, span in zip(one, other, spans, strict=True):
        if left is None or right is None:
            parts.append(float((left is None) != (right is None)))
        elif span is None or not span:
            parts.append(float(left != right))
        else:
            parts.append(min(abs(_numeric(left) - _numeric(right)) / span, 1.0))
    return round(sum(parts) / len(parts), 11)


def nearest(records: Sequence[Record], others: Sequence[Record], spans: Sequence[float | None]) -> list[list[float]]:
    """Return the sorted distances of each record to the others."""
    return [sorted(apart(record, other, spans) for other in others) for record in records]


def draws(count: int, seed: int) -> list[float]:
    """Return the random numbers of 1 to `count`, from 0 to 1, by the generator's description."""
    modulus = 2**31 - 1
    firsts = [(number * 48271 + (seed * 7919 + 12345) % modulus) % modulus for number in range(1, count + 1)]
    return [first * (1 + first % 65521) % modulus / modulus for first in firsts]


def uniform(original: Sequence[Record], size: int, seed: int) -> list[Record]:
    """Return records that are drawn from the domains of columns."""
    columns = list(zip(*original, strict=True))
    numbers = draws(size * len(columns), seed + 2)
    made = []
    for row in range(size):
        values: list[Any] = []
        for place, column in enumerate(columns):
            drawn, held = numbers[row * len(columns) + place], [value for value in column if value is not None]
            if isinstance(held[0], str):
                domain = [*sorted(set(held)), *([None] if None in column else [])]
                values.append(domain[math.floor(drawn * len(domain))])
            elif isinstance(held[0], float):
                values.append(min(held) + drawn * (max(held) - min(held)))
            else:
                steps = (max(held) - min(held)).days if isinstance(held[0], date) else max(held) - min(held)
                step = math.floor(drawn * (steps + 1))
                values.append(min(held) + (timedelta(step) if isinstance(held[0], date) else step))
        made.append(tuple(values))
    return made


def reference(original: list[Record], release: list[Record], control: list[Record]) -> dict[str, float | None]:
    """Return what every pair of records says."""
    spans = ranges(original)
    to_original = nearest(release, original, spans)
    ratios = [found[0] / found[1] for found in to_original if found[1] > 0]
    dcr = median(found[0] for found in to_original)
    random_dcr = median(found[0] for found in nearest(uniform(original, 1000, 0), original, spans))
    to_control = [found[0] for found in nearest(release, control, spans)]
    wins = [
        1.0 if mine[0] < other else 0.5 if mine[0] == other else 0.0
        for mine, other in zip(to_original, to_control, strict=True)
    ]
    share = sum(wins) / len(wins)
    members = [found[0] for found in nearest(original, release, spans)]
    others = [found[0] for found in nearest(control, release, spans)]
    limits = [-1.0, *sorted({*members, *others})]
    curve = [
        (sum(one <= limit for one in others) / len(others), sum(one <= limit for one in members) / len(members))
        for limit in limits
    ]
    return {
        "distance_to_closest": dcr,
        "distance_to_closest_low": sorted(found[0] for found in to_original)[-(-len(to_original) // 20) - 1],
        "distance_ratio": median(ratios) if ratios else None,
        "baseline_protection": min(1.0, dcr / random_dcr) if random_dcr else None,
        "closer_to_original": share,
        "overfitting_protection": min(1.0, 2 * (1 - share)),
        "membership_auc": _auc(members, others),
        "membership_advantage": max(found - false for false, found in curve),
        "0.1": max(found for false, found in curve if false <= 0.1),
        "0.01": max(found for false, found in curve if false <= 0.01),
    }


def _auc(members: Sequence[float], others: Sequence[float]) -> float:
    pairs = [1.0 if one < other else 0.5 if one == other else 0.0 for one in members for other in others]
    return sum(pairs) / len(pairs)


def scored(result: ReleaseScores) -> dict[str, float | None]:
    """Return the values by metric, rates by their rate, without the bound of epsilon."""
    return {
        (score.parameters or score.metric).removeprefix("false_positive_rate="): score.value
        for score in result.scores
        if score.metric != "epsilon_bound"
    }


KINDS = ("integer", "varchar", "double", "date", "integer")
DAY = date(2020, 1, 1)


def drawn_records(rng: random.Random, count: int, wide: int) -> list[Record]:
    """Return records of whole numbers, texts, doubles, dates and a column of few values."""
    return [
        (
            rng.choice([*range(wide), None]),
            rng.choice(["a", "A", "b'", None]),
            rng.choice([0.5, 1.25, 2.0, 7.5 + wide / 8]),
            DAY + timedelta(rng.randrange(wide)),
            7 if rng.random() < 0.9 else 8 + wide % 2,
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_distances_of_all_pairs_say_the_same(seed: int) -> None:
    """Random tables with NULL, constant columns and values beyond the range agree with lists."""
    rng = random.Random(seed)
    original = [(*record[:4], 7) if seed % 2 else record for record in drawn_records(rng, 23, 9)]
    release, control = drawn_records(rng, 17, 9 + seed), drawn_records(rng, 23, 12)
    with duckdb.connect() as connection:
        for name, records in (("original", original), ("release", release), ("control", control)):
            columns = ", ".join(f"{letter} {kind}" for letter, kind in zip("abcde", KINDS, strict=True))
            connection.execute(f"create table {name} ({columns})")
            connection.executemany(f"insert into {name} values (?, ?, ?, ?, ?)", records)
        result = sqlmetrics.closeness("original", "release", control="control", connection=connection)
    expected = reference(original, release, control)
    assert scored(result) == pytest.approx(expected, abs=1e-9)


def test_the_published_distance() -> None:
    """SDMetrics' example: 5 beside 0, 10, 3, 4 and 1 is a tenth of the range away from 4."""
    result = sqlmetrics.closeness(pd.DataFrame({"a": [0, 10, 3, 4, 1]}), pd.DataFrame({"a": [5]}))
    assert result["distance_to_closest"] == 0.1
    assert result["distance_ratio"] == 0.5
    assert [score.metric for score in result.scores] == [
        "distance_to_closest",
        "distance_to_closest_low",
        "distance_ratio",
        "baseline_protection",
    ]
    before, _, numbers = terminal_text(closeness_report(result)).partition("DCR")
    assert ("Distances alone decide nothing about privacy" in before, "0.1000" in numbers) == (True, True)


def test_ranges_are_the_originals() -> None:
    """The control group's own range changes no distance, and no difference is more than 1.

    Of 5, the original's 4 is 1/10 away, the control group's 1000 is 1, not 995/996.
    """
    original, control = pd.DataFrame({"a": [0, 10, 4]}), pd.DataFrame({"a": [1000, 2000, 4000]})
    result = sqlmetrics.closeness(original, pd.DataFrame({"a": [5, 90]}), control=control)
    assert result["distance_to_closest"] == pytest.approx((0.1 + 1) / 2)
    assert result["closer_to_original"] == (1 + 0.5) / 2  # 90 is 1 from either: a tie
    assert result["overfitting_protection"] == 0.5
    (note,) = [note for note in result.notes if "as close" in note]
    assert "1 of 2 records (50.0%)" in note


def test_a_constant_column() -> None:
    """A column of one value is at 0 from the same value, and at 1 from another one."""
    original = pd.DataFrame({"a": [3, 3, 3], "b": [0, 5, 10]})
    result = sqlmetrics.closeness(original, {"same": pd.DataFrame({"a": [3], "b": [5]})})
    assert result["distance_to_closest"] == 0
    other = sqlmetrics.closeness(original, pd.DataFrame({"a": [4], "b": [5]}))
    assert other["distance_to_closest"] == 0.5
    assert other["distance_ratio"] == pytest.approx(0.5 / 0.75)


def test_random_records_at_no_distance() -> None:
    """Where random records are in the original, the baseline protects from nothing."""
    table = pd.DataFrame({"a": [1, 1, 1]})
    result = sqlmetrics.closeness(table, table)
    assert result["baseline_protection"] is None
    assert result["distance_ratio"] is None
    assert {score.reason for score in result.scores if score.value is None} == {
        "random records are at no distance from the original",
        "no released record has a second closest record at a distance",
    }


def test_a_copy_of_the_original() -> None:
    """A copy is at no distance, gives every member away, and proves an epsilon."""
    people = pd.DataFrame({"a": range(0, 1000, 2), "b": [0.0] * 500})
    others = people.assign(a=people.a + 1)
    result = sqlmetrics.closeness(people, people, control=others, columns=["a", "b"])
    assert result["distance_to_closest"] == 0
    assert result["closer_to_original"] == result["membership_auc"] == result["membership_advantage"] == 1
    assert result.value("true_positive_rate", false_positive_rate=0.01) == 1
    assert result["overfitting_protection"] == 0
    # all of 500 members and none of 500 others, each end left by 0.625 %
    low, high = 0.00625 ** (1 / 500), 1 - 0.00625 ** (1 / 500)
    assert result["epsilon_bound"] == pytest.approx(math.log(low / high), rel=1e-9)


def test_people_of_the_same_distribution() -> None:
    """A release of neither group tells nothing: half is inside each interval, epsilon is 0."""
    rng = random.Random(5)
    tables = [pd.DataFrame({"a": [rng.random() for _ in range(400)]}) for _ in range(3)]
    result = sqlmetrics.closeness(tables[0], tables[1], control=tables[2])
    for name in ("closer_to_original", "membership_auc"):
        (score,) = [score for score in result.scores if score.metric == name]
        assert score.low is not None
        assert score.high is not None
        assert score.low < 0.5 < score.high
    assert result["epsilon_bound"] == 0


def test_the_nearest_record_of_a_person_counts() -> None:
    """With individuals, a person is as near as the nearest of the records."""
    people = pd.DataFrame({"p": [1, 1, 2, 2], "a": [0, 10, 9, 10]})
    others = pd.DataFrame({"p": [7, 8, 8], "a": [5, 5, 6]})
    release = pd.DataFrame({"a": [0, 9]})
    result = sqlmetrics.closeness(people, release, control=others, individual="p")
    assert result["membership_auc"] == 1
    assert [score.records for score in result.scores if score.metric == "membership_auc"] == [4]


def test_a_sample_is_drawn_and_said() -> None:
    """Beyond the limit of pairs some records are drawn, the same ones for a seed."""
    rng = random.Random(1)
    tables = [pd.DataFrame({"a": [rng.random() for _ in range(300)]}) for _ in range(3)]
    results = [
        sqlmetrics.closeness(tables[0], tables[1], control=tables[2], max_pairs=30_000, seed=seed) for seed in (3, 3, 4)
    ]
    assert results[0].scores == results[1].scores != results[2].scores
    assert {score.records for score in results[0].scores if score.attack == "nearest_record"} == {100}
    assert any("100 of 300 records" in note and "seed 3" in note for note in results[0].notes)


def test_groups_of_other_sizes_are_compared_alike() -> None:
    """Of ten times as many people one is closer by chance; as many of them are drawn."""
    rng = random.Random(2)
    large, small, release = (pd.DataFrame({"a": [rng.random() for _ in range(size)]}) for size in (3000, 300, 400))
    result = sqlmetrics.closeness(large, release, control=small)
    assert 0.4 < (result["closer_to_original"] or 0) < 0.6
    assert any("300 of them" in note for note in result.notes)


def test_many_others_at_the_least_distance() -> None:
    """Where more others than a rate allows are nearest, nobody is found, and a note says why."""
    people = pd.DataFrame({"a": [0] * 15 + [9] * 5})
    result = sqlmetrics.closeness(people, pd.DataFrame({"a": [0]}), control=people)
    assert result.value("true_positive_rate", false_positive_rate=0.1) == 0
    (note,) = [note for note in result.notes if "least distance" in note]
    assert "at a false positive rate of 0.1 nobody is taken for a member" in note
    assert any("at a false positive rate of 0.01 none of 20 others" in note for note in result.notes)


def test_a_table_without_records() -> None:
    """Without released records nothing is defined, and the reasons say why."""
    table = pd.DataFrame({"a": [1.0, 2.0, 4.0]})
    result = sqlmetrics.closeness(table, table[:0], control=table)
    assert {score.value for score in result.scores} == {None}
    assert all(score.reason for score in result.scores)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"max_pairs": 0}, "`max_pairs` is at least 1"),
        ({"delta": 1.0}, "`delta` is at least 0 and below 1"),
        ({"delta": math.nan}, "`delta` is at least 0 and below 1"),
        ({"seed": -1}, "`seed` is at least 0"),
        ({"columns": ["a"], "record_id": "a"}, "'a' tells records or individuals apart"),
        ({"columns": ["c"]}, "has no column 'c'"),
        ({"control": pd.DataFrame({"b": [1]})}, "has no column 'a'"),
    ],
)
def test_what_does_not_fit_is_refused(words: dict[str, Any], says: str) -> None:
    """A number out of range or a column that is not there stops before anything is compared."""
    with pytest.raises(SpecError, match=says):
        sqlmetrics.closeness(pd.DataFrame({"a": [1, 2]}), pd.DataFrame({"a": [1, 2]}), **words)


# Intervals


def tail(hits: int, trials: int, share: float) -> float:
    """Return the probability of at least so many hits."""
    return math.fsum(math.comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(hits, trials + 1))


@pytest.mark.parametrize(("hits", "trials"), [(1, 1), (1, 20), (5, 10), (7, 300), (299, 300)])
def test_exact_intervals(hits: int, trials: int) -> None:
    """At each end of an exact interval, what was found is as unlikely as it says."""
    low, high = clopper_pearson(hits, trials)
    assert tail(hits, trials, low) == pytest.approx(0.025, rel=1e-9)
    assert 1 - tail(hits + 1, trials, high) == pytest.approx(0.025, rel=1e-8) or (hits == trials and high == 1)


def test_published_intervals() -> None:
    """Known intervals: none of 10, five of 10, and Wilson's of five of 10."""
    assert clopper_pearson(0, 10) == pytest.approx(ShareInterval(0, 1 - 0.025**0.1), abs=1e-12)
    assert clopper_pearson(5, 10) == pytest.approx(ShareInterval(0.18709, 0.81291), abs=1e-5)
    assert wilson(0.5, 10) == pytest.approx(ShareInterval(0.23659, 0.76341), abs=1e-5)


def test_intervals_of_ranks_and_differences_hold_their_values() -> None:
    """An interval has its value inside, also at the ends, and narrows with more people."""
    for auc, variance in ((0.0, 0.0), (1.0, 0.0), (0.5, 0.0), (0.7, 0.01), (0.99, 1e-9)):
        low, high = of_ranks(auc, variance, 50)
        assert 0 <= low <= auc <= high <= 1
        assert high - low <= of_ranks(auc, None, 20).high - of_ranks(auc, None, 20).low
    assert of_difference(0.3, 10**6, 10**6) == pytest.approx((0.3, 0.3), abs=0.01)
    assert of_difference(0.3, 10, 10) == (0, 1)


def test_the_variance_of_ranks() -> None:
    """DeLong's variance from lists of placements, by hand of three members and two others.

    Members at 0, 1, 2 and others at 1, 3: placements 1, 3/4, 1/2 and 1/2, 1; AUC 3/4.
    """
    original = pd.DataFrame({"a": [0.0, 1.0, 2.0, 100.0]})
    control = pd.DataFrame({"a": [1.0, 3.0]})
    result = sqlmetrics.closeness(original[:3].assign(a=[0.0, 1.0, 2.0]), pd.DataFrame({"a": [0.0]}), control=control)
    (score,) = [score for score in result.scores if score.metric == "membership_auc"]
    # the range is 2: 2 and 3 are both 1 away, and so the last of both tie
    members, others = [0.0, 0.5, 1.0], [0.5, 1.0]
    one = [sum((m < o) + (m == o) / 2 for o in others) / 2 for m in members]
    two = [sum((m < o) + (m == o) / 2 for m in members) / 3 for o in others]
    auc = sum(one) / 3
    variance = sum((v - auc) ** 2 for v in one) / 2 / 3 + sum((v - auc) ** 2 for v in two) / 1 / 2
    assert (score.value, score.low, score.high) == pytest.approx((auc, *of_ranks(auc, variance, 2)))


def test_the_bound_of_epsilon() -> None:
    """It is the best of the rates at the ends of exact intervals, less delta, and never below 0."""
    row = MemberDistances(1000, 1000, 0.8, 0.01, 0.5, (Rate(600, 100), Rate(300, 10)), (Missed(0, 0), Missed(0, 0)))
    low, high = clopper_pearson(300, 1000, TAIL).low, clopper_pearson(10, 1000, TAIL).high
    assert epsilon_bound(row, 0.0) == pytest.approx(math.log(low / high))
    assert epsilon_bound(row, 0.1) == pytest.approx(
        max(
            math.log((clopper_pearson(hits, 1000, TAIL).low - 0.1) / clopper_pearson(false, 1000, TAIL).high)
            for hits, false in row.rates
        )
    )
    assert epsilon_bound(row, 0.9) == 0
    nothing = row._replace(rates=(Rate(100, 100), Rate(10, 10)))
    assert epsilon_bound(nothing, 0.0) == 0
    # half of the others are further than every member
    found = nothing._replace(misses=(Missed(500, 0), Missed(500, 0)))
    apart = clopper_pearson(500, 1000, TAIL).low / clopper_pearson(0, 1000, TAIL).high
    assert epsilon_bound(found, 0.0) == pytest.approx(math.log(apart))


def test_people_who_were_not_there_prove_an_epsilon() -> None:
    """Half of the others are far from the release: nobody who is there is, which bounds epsilon."""
    members = pd.DataFrame({"x": [number / 40 for number in range(400)], "y": [0.5] * 400})
    others = pd.DataFrame({"x": [*(number / 20 for number in range(200)), *[50.0] * 200], "y": [0.5] * 400})
    result = sqlmetrics.closeness(members, members[::2], control=others, columns=["x", "y"])
    least = clopper_pearson(200, 400, TAIL).low / clopper_pearson(0, 400, TAIL).high
    assert result["epsilon_bound"] == pytest.approx(math.log(least))


# Engines


ENTRIES = tuple(
    {"name": name, "kind": kind, "place": place}
    for place, (name, kind) in enumerate((("k", "text"), ("y", "number"), ("f", "number"), ("zip", "text")), 1)
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("individual", [None, "p"])
def test_engines_find_the_same(engine: Database, truth: Database, individual: str | None) -> None:
    """Every search, with samples of each side, gives DuckDB's row."""

    def rows(database: Database) -> list[tuple[Any, ...]]:
        def side(condition: str, records: int) -> Side:
            relation = Compared("t", f"(select * from {database.relation('t')} t0 where {condition})", ())
            return Side(relation, SideExtent(records, records))

        options = ClosenessOptions(individual=individual, control="c", max_pairs=50 * 40, seed=1)
        searches = Searches(side("g > 1", 50), side("g < 3", 40), side("p > 4", 30), ENTRIES, options)
        return [database.rows(one.text(database.facts))[0] for one in searches.statements.values()]

    for found, expected in zip(rows(engine), rows(truth), strict=True):
        assert [None if cell is None else float(cell) for cell in found] == pytest.approx(
            [None if cell is None else float(cell) for cell in expected], rel=1e-9, abs=1e-12
        )
