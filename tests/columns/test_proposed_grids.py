"""Grids that `init` proposes: which neighbours are a place, and which of them is the longitude."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from sqlmetrics.columns.profile import profile
from sqlmetrics.columns.proposed_grids import proposed_grids
from sqlmetrics.spec.spec import Spec

NORTH, EAST = "47.1234 + i / 977", "8.1234 + i / 977"
"""Coordinates around Zurich: the middle of 98 latitudes rounds to 47."""


def proposed(folder: Path, columns: str) -> list[Any]:
    """Return the grids that are proposed for 98 records."""
    path = folder / "places.parquet"
    duckdb.execute(f"copy (select {columns} from range(98) t(i)) to '{path}'")
    return [tuple(one) for one in proposed_grids(profile(Spec(relation=str(path))).columns)]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (f"i % 9 as age, {NORTH} as lat, {EAST} as lon", [("lat", "lon", 47)]),
        (f"{EAST} as lng, {NORTH} as lat", [("lat", "lng", 47)]),
        (f"{EAST} as laengengrad, {NORTH} as breitengrad", [("breitengrad", "laengengrad", 47)]),
        (f"{NORTH} as q1, {EAST} as q2", [("q1", "q2", 47)]),
        (f"-({NORTH}) as latitude, {EAST} + 150 as longitude", [("latitude", "longitude", -47)]),
        (f"{EAST} + 100 as coord_a, {NORTH} as coord_b", [("coord_b", "coord_a", 47)]),
        ("89.98 as latitude, i as longitude", [("latitude", "longitude", 89)]),
        (
            f"{NORTH} as home_lat, {EAST} as home_lon, {NORTH} - 9 as dest_lat, {EAST} as dest_lon",
            [("home_lat", "home_lon", 47), ("dest_lat", "dest_lon", 38)],
        ),
        (f"{NORTH} as lat, i as visits", []),
        (f"{EAST} as lon, {EAST} + 0.5 as lon_2", []),
        (f"({NORTH}) || ', ' || ({EAST}) as coordinates, {NORTH} as lat", []),
        ("200 + i as lat, 300 + i as lon", []),
    ],
)
def test_a_latitude_and_a_longitude_are_told_apart(tmp_path: Path, columns: str, expected: list[Any]) -> None:
    """Values beyond 90 degrees and names tell a longitude; the middle latitude is whole."""
    assert proposed(tmp_path, columns) == expected


def test_the_proposal_is_a_spec_that_scores(tmp_path: Path) -> None:
    """The lines below the comment, without their marks, make cells of a kilometre."""
    path = tmp_path / "people.parquet"
    duckdb.execute(f"copy (select i as id, {NORTH} as lat, {EAST} as lon from range(98) t(i)) to '{path}'")
    text = sqlmetrics.init(path)
    at = text.index("# To know a place to a kilometre, make lat and lon `quasi_identifiers`")
    lines = [line.removeprefix("#") for line in text[at:].splitlines()[1:3]]
    spec = tmp_path / "spec.yml"
    spec.write_text("\n".join(["relation: people.parquet", "quasi_identifiers: [lat, lon]", "partitions:", *lines]))
    scores = sqlmetrics.score(spec=spec, look=False)
    assert scores.recodings == {"lat": "lat: grid 1000", "lon": "lon: grid 1000"}
    assert 0 < (scores.value("uniqueness") or 0) < 1
