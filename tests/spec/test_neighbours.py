"""Neighbours of cells: what a place gives away to an attacker who is off by one cell each time."""

from __future__ import annotations

import random
from decimal import Decimal
from itertools import combinations, product
from math import exp, floor, log1p, sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from engines import Database, Row
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.events.question import events_plan, points_query, target_plan
from sqlmetrics.risk.events.sets import Sets
from sqlmetrics.scoring.question import Asked
from sqlmetrics.spec.advice import GeneralizationSpec
from sqlmetrics.spec.grid import CoordinateGrid, Degrees
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.reading import spec_over

Cell = tuple[int, int]

LATITUDE: dict[str, Any] = {"grid": 4_000_000, "degrees": "latitude", "neighbours": True}
LONGITUDE: dict[str, Any] = {"grid": 4_000_000, "degrees": "longitude", "at": 30, "neighbours": True}
PAIR: dict[str, Any] = {"lat,lon": {"grid": 4_000_000, "at": 30, "neighbours": True}}
ROWS, COLUMNS = 5, 8
"""The cells of these grids from pole to pole, and round the Earth."""


def cells_near(lat: float, lon: float) -> set[Cell]:
    """Return the cell of a place and those around it: round the Earth, and none beyond a pole."""
    row = min(floor((lat + 90) / (180 / ROWS)), ROWS - 1)
    column = floor((lon + 180) / (360 / COLUMNS)) % COLUMNS
    around = product((-1, 0, 1), repeat=2)
    return {(row + up, (column + right) % COLUMNS) for up, right in around if 0 <= row + up < ROWS}


def singled_out(people: list[set[Cell]], known: int) -> float:
    """Return the mean chance that cells near a person are near nobody else."""

    def chance(mine: set[Cell]) -> float:
        sets = [{*some} for some in combinations(sorted(mine), known)]
        return fmean(sum(some <= other for other in people) == 1 for some in sets)

    return fmean(map(chance, people))


def random_places(draw: random.Random) -> list[tuple[int, float, float]]:
    """Return places of ten people, some at a pole and at the date line."""
    lats, lons = [-90.0, 90.0, 89.9, *(draw.uniform(-90, 90) for _ in range(9))], [180.0, -180.0, 179.9, -0.0, 44.9]
    places = [(draw.randrange(10), draw.choice(lats), draw.choice(lons)) for _ in range(9)]
    return [*places, *((person, draw.choice(lats), draw.uniform(-180, 180)) for person in range(10))]


def test_the_grids_have_the_cells_of_the_loop() -> None:
    """So the loop shares no width with what it checks."""
    found = [CoordinateGrid(Decimal(4_000_000), degrees, at).cells for degrees, at in AXES]
    assert found == [ROWS, COLUMNS]


AXES: list[tuple[Degrees, Decimal | None]] = [("latitude", None), ("longitude", Decimal(30))]


@pytest.mark.parametrize("seed", range(6))
def test_a_place_is_near_what_a_loop_finds(seed: int) -> None:
    """Poles and the date line included; no attacker who is off has fewer candidates than k."""
    places = random_places(random.Random(seed))
    frame = pd.DataFrame(places, columns=["person", "lat", "lon"])
    near: dict[int, set[Cell]] = {}
    for person, lat, lon in places:
        near.setdefault(person, set()).update(cells_near(lat, lon))
    people = [*near.values()]
    words: dict[str, Any] = {"individual": "person", "known": 2, "targets": "all", "look": False}
    scores = sqlmetrics.score(frame, ["lat", "lon"], partitions=PAIR, metrics=["unicity"], **words)
    assert [one.value for one in scores] == pytest.approx([singled_out(people, known) for known in (1, 2)])

    def smallest(**words: Any) -> float | None:
        once = frame.drop_duplicates("person")
        return sqlmetrics.score(once, ["lat", "lon"], metrics=["k_anonymity"], **words).value("k_anonymity")

    exact = smallest(partitions={"lat,lon": {"grid": 4_000_000, "at": 30}})
    off = smallest(partitions=PAIR, **(words | {"known": 1}))
    assert off is not None
    assert exact is not None
    assert off >= exact >= 1


def test_neighbours_of_a_place_without_a_pattern_are_as_poisson_says() -> None:
    """20,000 longitudes in n cells: a share of (1 - 3/n)^19,999 is alone in three of them."""
    points = duckdb.execute("select i as person, hash(i, 1) % 3600000 / 10000.0 - 180 as lon from range(20000) t(i)")
    frame = points.df()
    for width in (500, 1000, 4000):
        longitude = {"grid": width, "degrees": "longitude", "at": 0}
        cells = PartitionSpec.model_validate(longitude).resolve("lon", Path()).count
        share = exp(19_999 * log1p(-3 / cells))
        scores = sqlmetrics.score(
            frame,
            ["lon"],
            individual="person",
            known=1,
            targets="all",
            metrics=["unicity"],
            partitions={"lon": longitude | {"neighbours": True}},
            look=False,
        )
        assert scores.value("unicity") == pytest.approx(share, abs=5 * sqrt(share * (1 + share) / 20_000) + 1e-4)


def test_metres_have_neighbours_on_both_sides() -> None:
    """A grid without degrees has no end; its cells are named by where they begin."""
    frame = pd.DataFrame([("a", -1), ("b", 1000), ("c", 2999), ("d", 6000)], columns=["person", "east"])
    grid = {"grid": 1000, "neighbours": True}
    scores = sqlmetrics.score(
        frame, ["east"], individual="person", known=1, metrics=["unicity"], partitions={"east": grid}, look=False
    )
    (one,) = scores
    assert one.partition is None
    assert one.value == pytest.approx((2 / 3 + 0 + 1 / 3 + 1) / 4)


@pytest.mark.engines("quick")
def test_engines_find_the_same_neighbours(engine: Database, truth: Database) -> None:
    """Scores of two readings of a place are those of DuckDB."""

    def rows(database: Database) -> list[Row]:
        words: dict[str, Any] = {"relation": "t", "quasi_identifiers": ["y", "g", "m"], "individual": "p", "known": 2}
        east = {"grid": 300_000, "degrees": "longitude", "at": 47.2, "neighbours": True}
        north = {"grid": 1_000_000, "degrees": "latitude", "neighbours": True}
        words["partitions"] = {"y": north, "g": east, "m": {"grid": 1}}
        plan = events_plan(spec_over(words, "the test"))
        asked = Asked(target_plan(plan, plan.targets[-1]), database.facts, database.relation("t"), None, [])
        return database.rows(points_query(asked, 2, Sets(False, None, False)))

    own, duck = rows(engine), rows(truth)
    values = [[None if row[8] is None else float(row[8]) for row in found] for found in (own, duck)]
    assert values[0] == pytest.approx(values[1], rel=1e-9)
    assert any(value not in (None, 0, 1) for value in values[1])


NEAR = {"lat": LATITUDE, "lon": LONGITUDE}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"known": None}, "`neighbours` needs `known`"),
        ({"known": {"events": 2}}, "numbers of times have none: write `known: 2`"),
        ({"known": "all"}, "`neighbours` does not go with `known: all`"),
        ({"quasi_identifiers": ["lat"], "sensitive": ["lon"]}, "partition of 'lon': known places have neighbours"),
        ({"partitions": {"lat": {"prefix": 2, "neighbours": True}}}, "say the width of a cell as its grid"),
        (
            {
                "tables": {"main": {"relation": "t", "key": "p", "columns": ["lat"], "partitions": {"lat": LATITUDE}}},
                "quasi_identifiers": [],
                "individual": None,
                "partitions": {},
            },
            "`neighbours` of 'lat' in main: rows of `tables` are counted as they are",
        ),
    ],
)
def test_neighbours_of_nothing_known_are_refused(words: dict[str, Any], says: str) -> None:
    """Each sentence says what to do."""
    frame = pd.DataFrame([(1, 47.0, 8.0)], columns=["person", "lat", "lon"])
    own: dict[str, Any] = {"quasi_identifiers": ["lat", "lon"], "individual": "person", "known": 1, "partitions": NEAR}
    given = {name: value for name, value in (own | words).items() if value is not None}
    with pytest.raises(SpecError, match=says):
        sqlmetrics.score(None if "tables" in words else frame, **given)


def test_a_level_has_no_neighbours() -> None:
    """Levels are what a release may have, and its cells are the places' own."""
    with pytest.raises(SpecError, match="levels are cells as they are: leave `neighbours` out"):
        GeneralizationSpec.model_validate({"levels": [LATITUDE]}).resolve("lat", Path())
