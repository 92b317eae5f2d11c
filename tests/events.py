"""Random events of people, for tests of what their points give away."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

from engines import Row

Point = tuple[Any, ...]
Traces = Mapping[int, frozenset[Point]]


def random_events(pick: random.Random) -> list[Row]:
    """Return events with NULLs, duplicates, people with few points and events of nobody."""
    people = pick.randint(1, 8)
    secrets = {person: pick.choice(["x", "y", None]) for person in range(people)}
    drawn = [pick.choice([*range(people), None]) for _ in range(pick.randint(2, 28))]
    return [
        (person, pick.choice(["a", "b", "", None]), pick.choice([1, 2, None]), secrets.get(person))
        for person in [0, *drawn]
    ]


def as_table(rows: Sequence[Row]) -> pa.Table:
    """Return events as a table with typed columns."""
    kinds = {"person": pa.int64(), "place": pa.string(), "hour": pa.int64(), "secret": pa.string()}
    columns = zip(*rows, strict=True)
    return pa.table({name: pa.array(column, kinds[name]) for name, column in zip(kinds, columns, strict=True)})


def traces_of(rows: Sequence[Row]) -> Traces:
    """Return the set of points of each person."""
    traces: dict[int, set[Point]] = defaultdict(set)
    for person, *point, _ in rows:
        if person is not None:
            traces[person].add(tuple(point))
    return {person: frozenset(points) for person, points in traces.items()}


def times_of(rows: Sequence[Row]) -> dict[int, Counter[Point]]:
    """Return how often each point is a person's."""
    times: dict[int, Counter[Point]] = defaultdict(Counter)
    for person, *point, _ in rows:
        if person is not None:
            times[person][tuple(point)] += 1
    return dict(times)
