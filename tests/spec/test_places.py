"""What the guide on places says of geohashes and map tiles, beside encoders of the tests."""

from __future__ import annotations

import random
import re
from collections import Counter
from decimal import Decimal
from math import cos, log, pi, radians, sin

import duckdb
import pytest
import sqlglot
from sqlglot import exp

import sqlmetrics
from conftest import ROOT
from sqlmetrics.spec.grid import METRES
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.statement.entries import recoding_entry
from sqlmetrics.statement.render import render

PAGE = (ROOT / "docs" / "how_to" / "places.md").read_text()
ROW = re.compile(r"^\| (\d) \| ([\d.]+) \| ([\d.]+) \| ([\d.,]+) (k?m) \|$", re.MULTILINE)
"""A line of the page's table: characters, the widths in degrees, and the height of a cell."""

BASE32 = "0123456789bcdefghjkmnpqrstuvwxyz"
"""The digits of a geohash."""


def geohash(lat: float, lon: float, characters: int) -> str:
    """Return a geohash by halving: a bit of the longitude, then one of the latitude, and so on."""
    ends, numbers, bits = [[-180.0, 180.0], [-90.0, 90.0]], (lon, lat), ""
    for turn in range(5 * characters):
        low, high = ends[turn % 2]
        middle = (low + high) / 2
        upper = numbers[turn % 2] >= middle
        ends[turn % 2] = [middle, high] if upper else [low, middle]
        bits += str(int(upper))
    return "".join(BASE32[int(bits[place : place + 5], 2)] for place in range(0, len(bits), 5))


def quadkey(lat: float, lon: float, level: int) -> str:
    """Return a quadkey by the sines of Microsoft's description of its tiles."""
    x = int((lon + 180) / 360 * 2**level)
    y = int((0.5 - log((1 + sin(radians(lat))) / (1 - sin(radians(lat)))) / (4 * pi)) * 2**level)
    return "".join(str((x >> bit & 1) + 2 * (y >> bit & 1)) for bit in reversed(range(level)))


def places(number: int) -> list[tuple[float, float]]:
    """Return places all over the Earth, and as many in a city, near each other."""
    pick = random.Random(5)
    everywhere = [(pick.uniform(-90, 90), pick.uniform(-180, 180)) for _ in range(number)]
    return everywhere + [(47.37 + pick.gauss(0, 0.02), 8.54 + pick.gauss(0, 0.02)) for _ in range(number)]


def test_the_page_has_each_length() -> None:
    """Eight lines, whose heights are their degrees in metres."""
    rows = ROW.findall(PAGE)
    assert [row[0] for row in rows] == [*"12345678"]
    for _, lat, _, height, unit in rows:
        metres = float(height.replace(",", "")) * (1000 if unit == "km" else 1)
        assert metres == pytest.approx(float(lat) * METRES, rel=0.005)


@pytest.mark.parametrize("row", ROW.findall(PAGE), ids=lambda row: row[0])
def test_a_geohash_is_a_grid(row: tuple[str, ...]) -> None:
    """Cells of the page's widths are geohashes of this length, one to one, also at their edges."""
    length, widths = int(row[0]), (Decimal(row[1]), Decimal(row[2]))
    edges = [(north * float(widths[0]), east * float(widths[1])) for north in (-2, -1, 0, 1) for east in (-4, -1, 0, 3)]
    points = [*places(500), *edges, (-90.0, -180.0)]
    cells = [
        render("recoded", column, recoding_entry(PartitionSpec(grid=width).resolve(column, ROOT)), "")
        for column, width in zip(("lat", "lon"), widths, strict=True)
    ]
    listed = ", ".join(f"({place}, {lat!r}::double, {lon!r}::double)" for place, (lat, lon) in enumerate(points))
    found = duckdb.execute(f"select {', '.join(cells)} from (values {listed}) t(i, lat, lon) order by i").fetchall()
    hashes = [geohash(lat, lon, length) for lat, lon in points]
    assert len({*zip(found, hashes, strict=True)}) == len({*found}) == len({*hashes})


def test_the_encoders_are_those_of_others() -> None:
    """Examples printed elsewhere: two geohashes, and the quadkey of tile 3, 5 at level 3."""
    assert geohash(57.64911, 10.40744, 11) == "u4pruydqqvj"
    assert geohash(42.605, -5.603, 5) == "ezs42"
    assert quadkey(-50, -40, 3) == "213"


def test_the_query_of_the_page_makes_quadkeys() -> None:
    """The page's classes of airports are their quadkeys of nine digits."""
    (query,) = re.findall(r'--query "([^"]+)"', PAGE)
    rows = duckdb.execute(query.replace("fixtures/airports.csv", str(ROOT / "fixtures" / "airports.csv"))).fetchall()
    where = {
        name: (lat, lon) for name, lat, lon in duckdb.execute(f"from '{ROOT / 'fixtures' / 'airports.csv'}'").fetchall()
    }
    keys = {(x, y, quadkey(*where[name], 9)) for name, x, y in rows}
    assert len(keys) == len({key[:2] for key in keys}) == len({key[2] for key in keys})
    alone = Counter(quadkey(lat, lon, 9) for lat, lon in where.values())
    frame = duckdb.execute(query.replace("fixtures/", f"{ROOT}/fixtures/")).df()
    scores = sqlmetrics.score(frame, ["x", "y"], metrics=["uniqueness"], look=False)
    assert scores.value("uniqueness") == sum(number == 1 for number in alone.values()) / len(where)


def test_how_wide_a_cell_is_elsewhere() -> None:
    """The page's widths of a kilometre at 40 degrees, at 30 and in Fairbanks (64.8)."""
    assert [round(cos(radians(lat)) / cos(radians(40)), 2) for lat in (30, 64.8)] == [1.13, 0.56]
    assert "1 km at 40 degrees is 1.13 km at 30, and 0.56 km in Fairbanks" in PAGE


H3 = re.compile(r"^\| (DuckDB|Snowflake|Databricks|BigQuery) .*\| `(.*?)`.* \|$", re.MULTILINE)
"""A line of the page's table of cells by a database's own function."""


def test_grammars_read_the_cells_of_databases() -> None:
    """Each is one call, of the numbers of a place."""
    found = H3.findall(PAGE)
    assert [database for database, _ in found] == ["DuckDB", "Snowflake", "Databricks", "BigQuery"]
    for database, cell in found:
        tree = sqlglot.parse_one(cell, dialect=database.lower())
        assert isinstance(tree, exp.Func)
        assert {column.name for column in tree.find_all(exp.Column)} == {"lat", "lon"}
