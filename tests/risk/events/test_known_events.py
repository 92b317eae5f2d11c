"""What some events of a person give away, among which a point may come again, beside loops."""

from __future__ import annotations

import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from math import comb, log, prod
from statistics import fmean
from typing import Any

import pytest

import sqlmetrics
from events import Point, as_table, random_events, times_of

Times = Mapping[int, Counter[Point]]
Shown = Callable[[int, int], Iterable[Counter[Point]]]

TOY = {
    1: "a08 b09 c10 d34",
    2: "a08 c09 a34 b35",
    3: "b08 c09 a34 d35",
    4: "c34 b35 d36",
    5: "c34 d35 a60",
    6: "a34 b35",
    7: "a34 a35 d60",
}
"""The people of scikit-mobility's toy (examples/privacy_toy.csv): places, each with an hour."""


def digest(text: str) -> int:
    """Return the first 12 hexadecimal digits of the MD5 of a text as a number."""
    return int(hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:12], 16)


def every_set(times: Times) -> Shown:
    """Return what gives the points of all sets of a number of events of a person."""
    return lambda person, p: map(Counter, combinations(times[person].elements(), p))


def drawn_set(times: Times) -> Shown:
    """Return what gives the points of the first events of a person in the drawn order."""

    def place(person: int, point: Point, copy: int) -> int:
        own = (f"{number}" if value is None else f"{number}:{value}" for number, value in enumerate(point, 1))
        return digest(f"{digest(f'0:{person}')}/{sum(map(digest, own)) % 2**48}/{copy}")

    def sets(person: int, p: int) -> list[Counter[Point]]:
        events = [(point, copy) for point, number in times[person].items() for copy in range(1, number + 1)]
        ordered = sorted(events, key=lambda event: place(person, *event))
        return [Counter(point for point, _ in ordered[:p])]

    return sets


def answered(times: Times, secrets: Mapping[int, object], p: int, shown: Shown) -> dict[str, float]:
    """Return by loops what p events of a person give away; who has fewer is known by all."""
    rows, all_sets = [], []
    for person, own_times in times.items():
        size = min(p, own_times.total())
        own = []
        for known in shown(person, size):
            candidates = [other for other, held in times.items() if known <= held]
            weights: dict[object, float] = defaultdict(float)
            for other in candidates:
                ways = prod(comb(times[other][point], number) for point, number in known.items())
                events = times[other].total()
                weights[secrets[other]] += ways / comb(events, size) if p <= own_times.total() else events == size
            shares = [weight / sum(weights.values()) for weight in weights.values() if weight]
            k, most = len(candidates), max(Counter(secrets[other] for other in candidates).values())
            own.append((k == 1, k < 5, -sum(share * log(share) for share in shares), max(shares)))
            all_sets.append((k, most / k))
        rows.append([fmean(column) for column in zip(*own, strict=True)])
    alone, at_risk, entropy, accuracy = (fmean(column) for column in zip(*rows, strict=True))
    return {
        "unicity": alone,
        "records_at_risk": at_risk,
        "entropy": entropy,
        "accuracy": accuracy,
        "k_anonymity": min(k for k, _ in all_sets),
        "alpha_k_anonymity": max(alpha for _, alpha in all_sets),
    }


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("seed", range(200, 206))
def test_scores_are_those_of_loops(seed: int, drawn: bool) -> None:
    """Of all sets of events, and of drawn ones, the scores are those of plain loops."""
    rows = random_events(random.Random(seed))
    times, secrets = times_of(rows), {row[0]: row[3] for row in rows}
    whole = [number / len(times) for number in Counter(secrets[person] for person in times).values()]
    before = -sum(share * log(share) for share in whole)
    for p in (1, 3):
        words: dict[str, Any] = {"individual": "person", "sensitive": "secret", "look": False}
        words |= {"known": {"events": p}, **({"targets": 100} if drawn else {})}
        scores = sqlmetrics.score(as_table(rows), ["place", "hour"], **words)
        found = {one.metric: one for one in scores.scores if one.parameter("known") in {f"{p} events", f"{p} event"}}
        expected = answered(times, secrets, p, drawn_set(times) if drawn else every_set(times))
        assert found["unicity"].value == pytest.approx(expected["unicity"], abs=1e-12)
        assert found["records_at_risk"].value == pytest.approx(expected["records_at_risk"], abs=1e-12)
        assert found["a_acc"].value == pytest.approx(expected["accuracy"] - max(whole), abs=1e-12)
        rate = 1 - expected["entropy"] / before if before else None
        assert found["discrimination_rate"].value == (None if rate is None else pytest.approx(rate, abs=1e-12))
        k, alpha = found["k_anonymity"], found["alpha_k_anonymity"]
        assert (k.high if drawn else k.value) == expected["k_anonymity"]
        assert (alpha.low if drawn else alpha.value) == pytest.approx(expected["alpha_k_anonymity"], abs=1e-12)


def test_the_published_toy() -> None:
    """The fewest candidates for some events of each person are those of scikit-mobility's risks."""
    times = {person: Counter(point[0] for point in text.split()) for person, text in TOY.items()}
    published = {2: [3, 2, 3, 3, 4, 4, 2], 3: [2, 1, 2, 3, 3, 4, 1]}
    for p, fewest in published.items():
        found = [
            min(sum(known <= held for held in times.values()) for known in map(Counter, sets))
            for own in times.values()
            for sets in [list(combinations(own.elements(), min(p, own.total())))]
        ]
        assert found == fewest
        rows = [(person, place) for person, own in times.items() for place in own.elements()]
        table = {"person": [row[0] for row in rows], "place": [row[1] for row in rows]}
        known: dict[str, Any] = {"individual": "person", "known": {"events": p}, "look": False}
        assert sqlmetrics.score(table, "place", **known).value("k_anonymity") == min(fewest)
