"""Grids of coordinates: where cells begin and end, in metres and in degrees."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from math import cos, exp, floor, log1p, radians, sqrt
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.grid import EARTH, METRES, CoordinateGrid
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.entries import recoding_entry
from sqlmetrics.statement.render import render

ROUND = 2 * 3.141592653589793 * EARTH
"""The metres of the equator."""


def cells_of(numbers: list[float], **words: Any) -> list[str | None]:
    """Return the cell that DuckDB finds for each number."""
    entry = recoding_entry(PartitionSpec.model_validate(words).resolve("x", None))  # type: ignore[arg-type]
    listed = ", ".join(f"({place}, {number!r}::double)" for place, number in enumerate(numbers))
    cell = render("recoded", "x", entry, "")
    return [row[0] for row in duckdb.execute(f"select {cell} from (values {listed}) t(i, x) order by i").fetchall()]


def test_metres_begin_at_0_and_are_named_by_where_they_begin() -> None:
    """A cell from 4,321,000 has its lower end, and not its upper one; so have negative ones."""
    assert cells_of([4_321_000, 4_321_999.9, 4_322_000, 0, -0.0, -0.1, -1000, -1000.1], grid=1000) == [
        "4321000",
        "4321000",
        "4322000",
        "0",
        "0",
        "-1000",
        "-1000",
        "-2000",
    ]


def test_a_width_with_a_fraction_numbers_its_cells() -> None:
    """Half a unit: 0.5 begins the second cell."""
    assert cells_of([0, 0.49, 0.5, 1.2, -0.1], grid=Decimal("0.5")) == ["0", "0", "1", "2", "-1"]


@pytest.mark.parametrize("width", [1, 100, 1000, 30_000, 9_000_000, 30_000_000])
def test_latitudes_are_cut_from_pole_to_pole(width: int) -> None:
    """So many equal cells that none is narrower; the North Pole is in the last one."""
    grid = CoordinateGrid(Decimal(width), "latitude")
    assert grid.cells == max(1, floor(ROUND / 2 / width))
    assert grid.cells * grid.size == pytest.approx(180, rel=1e-15)
    assert grid.size * METRES >= min(width, ROUND / 2) * (1 - 1e-12)
    last = str(grid.cells - 1)
    assert cells_of([-90, 90, 89.9999999999], grid=width, degrees="latitude") == ["0", last, last]


@pytest.mark.parametrize("at", [0, 47.2, -60, 89.9])
def test_longitudes_go_round(at: float) -> None:
    """180 degrees are -180 degrees; a cell has its width at the latitude that is said."""
    grid = CoordinateGrid(Decimal(1000), "longitude", Decimal(str(at)))
    assert grid.cells is not None
    assert 1000 <= ROUND * cos(radians(at)) / grid.cells <= 1000 * (1 + 2 / grid.cells)
    east = [-180, 180, 180 - 1e-14, -179.99999999, 180 - grid.size / 2]
    first = ["0", "0", "0", "0", str(grid.cells - 1)]
    assert cells_of(east, grid=1000, degrees="longitude", at=at) == first


def test_a_cell_that_fits_exactly_is_not_lost_by_rounding() -> None:
    """Half the meridian in n cells of its n-th part is n cells, whatever the last digit says."""
    for number in range(1, 2000):
        assert CoordinateGrid(Decimal(repr(ROUND / 2 / number)), "latitude").cells == number


def test_every_cell_is_what_a_loop_finds() -> None:
    """Ten thousand numbers fall into the cells of plain arithmetic."""
    numbers = [place * 0.0179 - 90 for place in range(10_000)]
    grid = CoordinateGrid(Decimal(5000), "latitude")
    expected = [str(min(floor((number + 90) / grid.size), (grid.cells or 0) - 1)) for number in numbers]
    assert cells_of(numbers, grid=5000, degrees="latitude") == expected
    assert cells_of(numbers, grid=3) == [str(floor(number / 3) * 3) for number in numbers]


def test_what_is_no_place_has_no_cell() -> None:
    """Numbers out of range, NaN, infinities are in no cell, unless a domain is named for them."""
    places = "select {} from (values (91.0), ('nan'::double), ('-inf'::double), (null)) t(x)"
    for words, expected in (({}, [None] * 4), ({"unmapped": "nowhere"}, ["nowhere"] * 3 + [None])):
        spec = PartitionSpec.model_validate({"grid": 10, "degrees": "latitude"} | words)
        cell = render("recoded", "x", recoding_entry(spec.resolve("x", None)), "")  # type: ignore[arg-type]
        assert [row[0] for row in duckdb.execute(places.format(cell)).fetchall()] == expected
    assert cells_of([float("1e300"), 8.9e15], grid=1) == [None, "8900000000000000"]


def test_a_place_out_of_range_is_told() -> None:
    """The message says what a latitude is, and never a value."""
    frame = duckdb.execute("select * from (values (47.0, 'a'), (91.0, 'b')) t(lat, s)").df()
    with pytest.raises(SpecError, match=r"no domain for 1 value in 1 record; a latitude lies from -90 to 90: corr"):
        sqlmetrics.score(frame, ["lat"], partitions={"lat": {"grid": 1000, "degrees": "latitude"}})
    with pytest.raises(SpecError, match="a grid needs a column of numbers, and 's'"):
        sqlmetrics.score(frame, ["s"], partitions={"s": {"grid": 1000}})


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"grid": 1000, "degrees": "longitude"}, "`at` goes with `degrees: longitude`"),
        ({"grid": 1000, "at": 47}, "`at` goes with `degrees: longitude`"),
        ({"prefix": 1, "degrees": "latitude"}, "degrees go with the grid"),
        ({"grid": 0}, "greater than 0"),
        ({"grid": 1000, "degrees": "longitude", "at": 90}, "less than 90"),
        ({"grid": 1, "prefix": 1}, r"give exactly one of .* \(found: prefix, grid\)"),
    ],
)
def test_words_that_make_no_grid_are_refused(words: dict[str, Any], told: str) -> None:
    """Each says what is lacking."""
    with pytest.raises(SpecError, match=told):
        sqlmetrics.score([{"x": 1}], ["x"], partitions={"x": words})


@pytest.mark.parametrize(
    ("column", "degrees"),
    [("lat", "latitude"), ("home_lat", "latitude"), ("pickupLongitude", "longitude"), ("LNG", "longitude")],
)
def test_a_cell_of_the_whole_earth_is_no_answer(column: str, degrees: str) -> None:
    """Metres without `degrees` would hide everybody; the message has the words that were meant."""
    told = rf"cell of 1000 degrees holds every {degrees}; .* as {{grid: 1000, degrees: {degrees}(, at: 47)?}}"
    with pytest.raises(SpecError, match=told):
        PartitionSpec(grid=Decimal(1000)).resolve(column, ROOT)
    for other in ("east", "plateau", "long", "x"):
        assert PartitionSpec(grid=Decimal(1000)).resolve(other, ROOT).grid == CoordinateGrid(Decimal(1000))
    assert PartitionSpec(grid=Decimal(90)).resolve(column, ROOT).grid == CoordinateGrid(Decimal(90))


def test_points_without_a_pattern_are_alone_as_poisson_says() -> None:
    """20,000 points in n squares: a share of (1 - 1/n)^19,999 is alone."""
    points = duckdb.execute(
        "select hash(i, 1) % 100000 as east, hash(i, 2) % 100000 as north from range(20000) t(i)"
    ).df()
    for width in (500, 1000, 2000, 10_000):
        squares = (100_000 // width) ** 2
        grid = {"grid": width}
        scores = sqlmetrics.score(
            points, ["east", "north"], metrics=["uniqueness"], partitions={"east": grid, "north": grid}
        )
        share = exp(19_999 * log1p(-1 / squares))
        (uniqueness,) = [score.value for score in scores.scores if score.metric == "uniqueness"]
        assert uniqueness == pytest.approx(share, abs=5 * sqrt(share * (1 + share) / 20_000) + 1e-4)
        seen = Counter(zip(points["east"] // width, points["north"] // width, strict=True))
        assert uniqueness == sum(1 for number in seen.values() if number == 1) / 20_000


def test_a_pair_of_coordinates_has_one_grid() -> None:
    """`lat,lon` stands for a grid of each, in degrees by their names."""
    places = duckdb.execute(
        "select * from (values (47.0, 15.4, 'a'), (47.0001, 15.4001, 'b'), (47.1, 15.4, 'c')) t(lat, lon, s)"
    ).df()
    single = {"lat": {"grid": 1000, "degrees": "latitude"}, "lon": {"grid": 1000, "degrees": "longitude", "at": 47}}
    pair = {"lat,lon": {"grid": 1000, "at": 47}}
    one, other = (
        sqlmetrics.score(places, ["lat", "lon"], metrics=["uniqueness"], partitions=own, look=False)
        for own in (single, pair)
    )
    assert one.scores == other.scores
    assert one.value("uniqueness") == pytest.approx(1 / 3)
    spec = parse_spec({"quasi_identifiers": ["x", "y"], "partitions": {"x,y": {"grid": 10}}})
    assert spec.partitions["x"] == spec.partitions["y"]
    (longitude,) = parse_spec({"partitions": {"lat,lon": {"grid": 10}}}).partitions["lon"]
    assert longitude != "raw"
    assert longitude.at == 0
