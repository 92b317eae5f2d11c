"""What some points of a person give away, beside plain loops, published values and closed forms."""

from __future__ import annotations

import csv
import hashlib
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import comb, log, prod
from pathlib import Path
from statistics import fmean
from typing import Any

import duckdb
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pytest

import sqlmetrics
from conftest import ROOT, Run
from engines import Row
from events import Point, Traces, as_table, random_events, traces_of
from sqlmetrics.errors import SpecError
from sqlmetrics.output.points import events_sentences
from sqlmetrics.risk.events.question import known_entry
from sqlmetrics.scoring.known_points import EventsKnown
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

Sets = Callable[[int, int], Iterable[Sequence[Point]]]
Answer = dict[str, float | None]

TOY = ROOT / "fixtures" / "toy_trips.csv"
"""Scikit-mobility's toy: seven people at four places, each place with an hour."""


def every_set(traces: Traces) -> Sets:
    """Return what gives all sets of a number of points of a person."""
    return lambda person, p: combinations(traces[person], p)


def digest(text: str) -> int:
    """Return the first 12 hexadecimal digits of the MD5 of a text as a number."""
    return int(hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:12], 16)


def drawn_set(traces: Traces) -> Sets:
    """Return what gives the first points of a person in the drawn order, by MD5 alone."""

    def place(person: int, point: Point) -> int:
        own = (f"{number}" if value is None else f"{number}:{value}" for number, value in enumerate(point, 1))
        return digest(f"{digest(f'0:{person}')}/{sum(map(digest, own)) % 2**48}")

    def sets(person: int, p: int) -> list[list[Point]]:
        return [sorted(traces[person], key=lambda point: place(person, point))[:p]]

    return sets


def answered(
    traces: Traces, secrets: Mapping[int, object], p: int, sets: Sets, targets: Iterable[int] | None = None
) -> Answer:
    """Return by loops what p points of a person give away; a person's sets weigh one together.

    Of more points than a person has the attacker knows that there are no others. All people are
    looked for, or some `targets`.
    """
    first = Counter(secrets[person] for person in traces)
    rows, all_sets = [], []
    for person in traces if targets is None else targets:
        trace = traces[person]
        size = min(p, len(trace))
        own = []
        for known in sets(person, size):
            candidates = [other for other, held in traces.items() if set(known) <= held]
            weights: dict[object, float] = defaultdict(float)
            for other in candidates:
                points = len(traces[other])
                weights[secrets[other]] += 1 / comb(points, size) if p <= len(trace) else points == size
            shares = [weight / sum(weights.values()) for weight in weights.values() if weight]
            k, most = len(candidates), max(Counter(secrets[other] for other in candidates).values())
            own.append((k == 1, k < 5, -sum(share * log(share) for share in shares), max(shares)))
            all_sets.append((k, most / k))
        rows.append([fmean(column) for column in zip(*own, strict=True)])
    alone, at_risk, entropy, accuracy = (fmean(column) for column in zip(*rows, strict=True))
    whole = -sum(n / len(traces) * log(n / len(traces)) for n in first.values())
    return {
        "unicity": alone,
        "records_at_risk": at_risk,
        "k_anonymity": min(k for k, _ in all_sets),
        "discrimination_rate": 1 - entropy / whole if whole else None,
        "a_acc": accuracy - max(first.values()) / len(traces),
        "alpha_k_anonymity": max(alpha for _, alpha in all_sets),
    }


def scored(rows: Sequence[Row], p: int, **words: Any) -> sqlmetrics.Scores:
    """Return the scores of p known points of events."""
    words = {"individual": "person", "sensitive": "secret", "known": p, "look": False, **words}
    return sqlmetrics.score(as_table(rows), ["place", "hour"], **words)


def at_most(scores: sqlmetrics.Scores, p: int) -> dict[str, sqlmetrics.Score]:
    """Return the scores of p points by their metrics."""
    return {score.metric: score for score in scores.scores if score.parameter("known") == str(p)}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(25))
def test_exact_scores_are_those_of_loops(seed: int) -> None:
    """Of all sets every score of 1 to 4 points is that of plain loops, and no unicity falls."""
    rows = random_events(random.Random(seed))
    traces, secrets = traces_of(rows), {row[0]: row[3] for row in rows}
    before = 0.0
    for p in (1, 2, 3, 4):
        scores = scored(rows, p)
        found = {name: score.value for name, score in at_most(scores, p).items() if name != "points_to_single_out"}
        assert found == pytest.approx(answered(traces, secrets, p, every_set(traces)), abs=1e-12)
        assert scores.columns[-1] == "parameters"
        assert before <= (found["unicity"] or 0) + 1e-12
        before = found["unicity"] or 0
    assert scores.events is not None
    assert scores.events.nobodys == sum(row[0] is None for row in rows)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(25, 40))
def test_drawn_scores_are_those_of_loops(seed: int) -> None:
    """Of drawn sets, whose order is MD5's alone, values and bounds are those of plain loops."""
    rows = random_events(random.Random(seed))
    traces, secrets = traces_of(rows), {row[0]: row[3] for row in rows}
    for p in (1, 2, 3):
        scores = scored(rows, p, targets=100)
        expected = answered(traces, secrets, p, drawn_set(traces))
        found = at_most(scores, p)
        for name in ("unicity", "records_at_risk", "discrimination_rate", "a_acc"):
            assert found[name].value == pytest.approx(expected[name], abs=1e-12), name
        assert found["alpha_k_anonymity"].low == pytest.approx(expected["alpha_k_anonymity"], abs=1e-12)
        assert found["k_anonymity"].high == expected["k_anonymity"]
        assert scores.events == EventsKnown(str(p), len(traces), sum(row[0] is None for row in rows))
        assert scores.columns[-2:] == ("low", "high")


@pytest.mark.parametrize(("points", "as_bits"), [(4, True), (62, True), (63, False)])
def test_points_as_bits_are_those_of_loops(points: int, as_bits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 62 points at most, as bits of a number, and of one more, by joins, scores are right."""
    pick = random.Random(points)
    secrets = {person: pick.choice(["x", "y", "z", None]) for person in range(60)}
    rows: list[Row] = [
        (person, None if point == 3 else f"{point:02}", None, secrets[person])
        for person in range(60)
        for point in pick.sample(range(points), pick.randint(1, min(points, 40)))
    ]
    rows += [(person, f"{points - 1:02}", None, secrets[person]) for person in range(25)]
    traces = traces_of(rows)
    ways: list[bool] = []

    def told(plan: Plan, *arguments: Any, **more: Any) -> Any:
        entry = known_entry(plan, *arguments, **more)
        ways.append(entry["few"])
        return entry

    monkeypatch.setattr("sqlmetrics.risk.events.question.known_entry", told)
    expected = answered(traces, secrets, 3, drawn_set(traces))
    for fewest in (62, 0):
        monkeypatch.setattr("sqlmetrics.risk.events.people.FEW_POINTS", fewest)
        found = at_most(scored(rows, 3, targets=100), 3)
        assert found["alpha_k_anonymity"].low == pytest.approx(expected["alpha_k_anonymity"], abs=1e-12)
        for name in ("discrimination_rate", "a_acc"):
            assert found[name].value == pytest.approx(expected[name], abs=1e-12), name
    assert ways == [False, as_bits, False, False]


def test_many_candidates_in_the_sample_are_enough() -> None:
    """Points that many people share are not looked for any further, and the scores are the same."""
    pick = random.Random(5)
    rows: list[Row] = [
        (person, place, hour, None)
        for person in range(1500)
        for place, hour in [("all", 0), (pick.choice("ab"), 1), (pick.choice("cdefgh"), pick.randrange(90))]
    ]
    traces = traces_of(rows)
    own = {person: next(iter(drawn_set(traces)(person, 3))) for person in traces}
    holders: dict[Point, set[int]] = defaultdict(set)
    for person, points in traces.items():
        for point in points:
            holders[point].add(person)
    sampled = {person for person in traces if digest(f"0:{person}") < 2**48 / 64}
    for p in (1, 2, 3):
        found = at_most(scored(rows, p, sensitive=[], targets=1000), p)
        targets = sorted(traces, key=lambda person: digest(f"0:{person}"))[:1000]
        sets = [set.intersection(*(holders[point] for point in own[person][:p])) for person in targets]
        assert found["unicity"].value == pytest.approx(fmean(len(one) == 1 for one in sets), abs=1e-12)
        assert found["records_at_risk"].value == pytest.approx(fmean(len(one) < 5 for one in sets), abs=1e-12)
        assert found["k_anonymity"].high == min(len(one) for one in sets)
        assert (sum(len(one & sampled) >= 5 for one in sets) > 300) == (p < 3)  # so that the sample decides here


def test_the_published_toy() -> None:
    """People with a point of their own are those of scikit-mobility's table of risks."""
    with TOY.open(newline="") as lines:
        toy = list(csv.DictReader(lines))
    rows = [(int(row["person"]), row["place"], int(re.sub(r"\D", "", row["hour"])), None) for row in toy]
    places = [(person, place, None, None) for person, place, _, _ in rows]
    timed = scored(rows, 2, sensitive=[])
    assert timed.value("k_anonymity") == 1
    traces = traces_of(rows)
    assert {p: min_candidates(traces, p, 2) for p in traces} == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 1}
    of_places = traces_of(places)
    assert {p: min_candidates(of_places, p, 2) for p in traces} == {1: 3, 2: 4, 3: 3, 4: 3, 5: 4, 6: 4, 7: 4}
    assert {p: min_candidates(of_places, p, 3) for p in traces} == {1: 2, 2: 3, 3: 2, 4: 3, 5: 3, 6: 4, 7: 4}
    assert [scored(places, p, sensitive=[]).value("k_anonymity") for p in (2, 3)] == [3, 2]


def min_candidates(traces: Traces, person: int, p: int) -> int:
    """Return the fewest candidates for a set of p points of a person."""
    sets = combinations(traces[person], min(p, len(traces[person])))
    return min(sum(set(known) <= other for other in traces.values()) for known in sets)


def test_the_closed_form() -> None:
    """Unicity of m random points of V among N people is (1 - prod (m-i)/(V-i))^(N-1) on average."""
    pick, people, own, points = random.Random(7), 400, 5, 25
    rows: list[Row] = [
        (person, None, hour, None) for person in range(people) for hour in pick.sample(range(points), own)
    ]
    scores = scored(rows, 4, sensitive=[])
    for p in (2, 3, 4):
        chance = prod((own - i) / (points - i) for i in range(p))
        found = next(one for one in scores.scores if one.metric == "unicity" and one.parameter("known") == str(p))
        assert found.value == pytest.approx((1 - chance) ** (people - 1), abs=0.03)


@pytest.mark.thorough
def test_intervals_hold_the_exact_scores() -> None:
    """Of drawn people at least 9 of 10 intervals hold the exact score, over many tables."""
    held = dict.fromkeys(("unicity", "records_at_risk", "discrimination_rate", "a_acc"), 0)
    tables = 40
    for seed in range(tables):
        pick = random.Random(seed)
        secrets = [pick.choice("xxyz") for _ in range(150)]
        rows: list[Row] = [
            (person + 1000 * seed, pick.choice("abcdef"), pick.randrange(4), secrets[person])
            for person in range(150)
            for _ in range(pick.randint(1, 5))
        ]
        exact, drawn = at_most(scored(rows, 2), 2), at_most(scored(rows, 2, targets=60), 2)
        for name in held:
            low, value, high = drawn[name].low, exact[name].value, drawn[name].high
            assert low is not None
            assert value is not None
            assert high is not None
            held[name] += low <= value <= high
    assert all(number >= 0.9 * tables for number in held.values()), held


def test_mean_intervals_cover_where_people_are_alike() -> None:
    """Of people of whom few differ, at least 93 of 100 intervals of the mean hold it.

    Most draws have nobody who differs. Each number of people who do is weighed by its chance.
    """
    low, high = render("mean_low", "mean", "value"), render("mean_high", "mean", "most", "value")
    centre, error = render("mean_centre", "mean", "most", "n"), render("mean_error", "value", "most", "n")
    query = f"""
        with drawn as (
            select n, k, most, most * k / n as mean, most * most * k / n as value_squares
            from unnest([30, 100, 300]) sizes(n), range(301) numbers(k), unnest([1.0::double, 7.5]) ranges(most)
            where k <= n
        ),
        centres as (select *, {centre} as value_centre from drawn),
        bounded as (select *, {error} as value_error from centres)
        select n, most, k, ({low}) / most, ({high}) / most from bounded
    """
    ends = {(n, most, k): interval for n, most, k, *interval in duckdb.execute(query).fetchall()}
    assert len(ends) == 2 * (31 + 101 + 301)
    for n, most in {(n, most) for n, most, _ in ends}:
        for share in (0.0, 0.0005, 0.002, 0.01, 0.03, 0.1, 0.9, 0.99, 0.9995, 1.0):
            chances = (comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1))
            held = (ends[n, most, k][0] <= share <= ends[n, most, k][1] for k in range(n + 1))
            assert sum(chance for chance, one in zip(chances, held, strict=True) if one) > 0.93, (n, most, share)


def test_the_budget_cuts_the_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where candidates cost more than the budget, scores rest on the first people, who are said."""
    pick = random.Random(11)
    secrets = {person: pick.choice("xyz") for person in range(80)}
    rows: list[Row] = [
        (person, pick.choice("abbbccccc"), pick.randrange(3), secrets[person])
        for person in range(80)
        for _ in range(pick.randint(1, 5))
    ]
    traces = traces_of(rows)
    holders = Counter(point for points in traces.values() for point in points)
    drawn = sorted(traces, key=lambda person: digest(f"0:{person}"))[:50]
    taken, work, fewest, budget = list[int](), 0, 8, 300
    for place, person in enumerate(drawn, 1):
        first = next(iter(drawn_set(traces)(person, 2)))
        work += min(holders[point] for point in first) if len(first) > 1 else 0
        taken += [person] if place <= fewest or work <= budget else []
    assert fewest < len(taken) < len(drawn)

    def limited(plan: Plan, *arguments: Any, **more: Any) -> Any:
        of_secret = {"fewest": fewest, "work": budget} if plan.targets[0].column else {}
        return known_entry(plan, *arguments, **more) | of_secret

    monkeypatch.setattr("sqlmetrics.risk.events.question.known_entry", limited)
    scores = scored(rows, 2, targets=50)
    assert scores.events == EventsKnown("2", len(drawn), 0, len(taken))
    assert f"Some scores rest on {len(taken)} of them" in events_sentences(scores.events)
    found = at_most(scores, 2)
    for names, people in (
        (("unicity", "records_at_risk"), drawn),
        (("discrimination_rate", "a_acc"), taken),
    ):
        expected = answered(traces, secrets, 2, drawn_set(traces), people)
        for name in names:
            assert found[name].records == len(people)
            assert found[name].value == pytest.approx(expected[name], abs=1e-12), name
    budget = 0
    assert scored(rows, 2, targets=50).events == EventsKnown("2", len(drawn), 0, fewest)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"by": "b"}, "`by` does not go with `known`: slices are tables of their own"),
        ({"targets": 0}, "targets"),
        ({"known": None, "targets": 5}, "`targets` needs `known`"),
        ({"metrics": "itpr"}, "itpr is not scored where some points of a person are known"),
        ({"sensitive": "b"}, "2 people of .* have several values of 'b'"),
    ],
)
def test_refusals_say_what_to_do(words: dict[str, Any], message: str) -> None:
    """What cannot be measured is refused in a sentence."""
    table = {"p": [1, 1, 2, 2], "a": [1, 2, 1, 2], "b": [1, 2, 3, 4]}
    with pytest.raises(SpecError, match=message):
        sqlmetrics.score(table, "a", **{"individual": "p", "known": 2, **words})


def test_others_refuse_known_points() -> None:
    """What takes records one by one refuses `known`."""
    known: Any = {"individual": "p", "known": 2}
    with pytest.raises(SpecError, match="leave `known` out"):
        sqlmetrics.baseline({"p": [1, 1], "a": [1, 2], "s": [1, 1]}, "a", "s", **known)


@pytest.mark.parametrize(
    ("people", "expected"),
    [([], {"unicity": None}), ([None], {"unicity": None}), ([1], {"unicity": 1.0}), ([1, 2], {"unicity": 0.0})],
)
def test_few_people(people: list[int | None], expected: dict[str, float | None]) -> None:
    """One person is alone, two of one point are not; without people there is a reason."""
    table = pa.table({"p": pa.array(people, pa.int64()), "a": pa.array([1] * len(people), pa.int64())})
    known: Any = {"individual": "p", "known": 1}
    scores = sqlmetrics.score(table, "a", **known)
    found = at_most(scores, 1)
    assert found["unicity"].value == expected["unicity"]
    assert (found["unicity"].reason is None) == (expected["unicity"] is not None)


def test_the_command_line(run: Callable[..., Run], tmp_path: Path) -> None:
    """`score --known` has a line for each number of points, `sql --known` statements."""
    file = tmp_path / "events.csv"
    file.write_text("p,a\n1,x\n1,y\n2,x\n2,z\n", encoding="utf-8")
    shown = run("score", file, "-q", "a", "--individual", "p", "--known", 2, "--targets", "all")
    assert shown.code == 0, shown.err
    assert [line.split()[1] for line in shown.out.splitlines() if line.startswith("unicity")][:2] == ["0.5000", "1"]
    printed = run("sql", "events", "-q", "a", "--individual", "p", "--known", 2, "--dialect", "snowflake")
    assert printed.code == 0, printed.err
    assert "1,000 drawn people" in " ".join(printed.out.replace("--", " ").split())
    refused = run("score", file, "-q", "a", "--individual", "p", "--known", "few")
    assert refused.code == 2
