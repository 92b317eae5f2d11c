"""Unicity at each resolution of columns, beside runs of `score` and plain loops."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from itertools import combinations
from math import cos, floor, pi, radians
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pytest

import sqlmetrics
from conftest import ROOT, Run, defined, same
from sqlmetrics.errors import SpecError
from sqlmetrics.output.grid import curves_grid, grid_text
from sqlmetrics.risk.events.resolution import AS_IT_IS
from sqlmetrics.spec.grid import EARTH

PLACES = {"a1": "a", "a2": "a", "b1": "b", "b2": "b"}
START = datetime.fromisoformat("2026-01-30 22:00")
WORDS: dict[str, Any] = {"individual": "person", "known": 3, "look": False}
Traces = Mapping[int, frozenset[Any]]


def moments(seed: int, people: int = 12, events: int = 60) -> pa.Table:
    """Return events of people at some places and in some hours around the end of a month."""
    pick = random.Random(seed)
    rows = [
        (pick.randrange(people), pick.choice([*PLACES]), START + timedelta(minutes=30 * pick.randrange(150)))
        for _ in range(events)
    ]
    columns = dict(zip(("person", "place", "hour"), zip(*rows, strict=True), strict=True))
    return pa.table({name: pa.array(column) for name, column in columns.items()})


def curves_of(table: Any, resolution: Any = ("place", "hour"), **words: Any) -> sqlmetrics.UnicityCurves:
    """Return the unicity curve of events, whose places have one coarser level."""
    words = WORDS | {"partitions": {"place": {"name": "town", "mapping": PLACES}}} | words
    return sqlmetrics.unicity_curves(table, ["place", "hour"], resolution=list(resolution), **words)


@pytest.mark.parametrize("targets", [None, 5])
def test_each_level_is_a_run_of_its_own(targets: Any) -> None:
    """Each combination has the unicities and intervals of `score` with its partitions."""
    table = moments(1)
    curve = curves_of(table, targets=targets)
    assert curve.levels == {
        "place": (AS_IT_IS, "town"),
        "hour": (AS_IT_IS, "hour", "day", "week", "month", "year"),
    }
    assert len(curve) == 2 * 6 * 3
    for place, hour in ((AS_IT_IS, "hour"), ("town", "week")):
        words = {"place": curve.partitions["place"].get(place), "hour": curve.partitions["hour"][hour]}
        partitions = {column: words for column, words in words.items() if words is not None}
        own = sqlmetrics.score(
            table, ["place", "hour"], partitions=partitions, metrics="unicity", targets=targets, **WORDS
        )
        rows = [one for one in curve if one.levels == (place, hour)]
        assert defined([part for one in rows for part in (one.unicity, one.low, one.high, one.targets)]) == same(
            [part for one in own.scores for part in (one.value, one.low, one.high, one.records)]
        )
        assert curve.unicity(place, hour) == pytest.approx(own.scores[-1].value)


def alone(traces: Traces, p: int) -> float:
    """Return by loops the unicity of p points: the mean share of a person's sets held alone."""
    shares = []
    for trace in traces.values():
        sets = [set(one) for one in combinations(trace, min(p, len(trace)))]
        shares.append(sum(sum(one <= other for other in traces.values()) == 1 for one in sets) / len(sets))
    return sum(shares) / len(shares)


def test_unicity_may_rise_where_points_of_a_person_become_one() -> None:
    """Of coarser points a rare one is a larger share of those of a person."""
    table = {"person": [1, 1, 1, 2, 2], "place": ["a1", "a2", "b1", "a1", "a2"], "hour": [0] * 5}
    curve = curves_of(table, ["place"], known=1)
    assert curve.unicity(AS_IT_IS) == pytest.approx((1 / 3 + 0) / 2)
    assert curve.unicity("town") == pytest.approx((1 / 2 + 0) / 2)


@pytest.mark.parametrize("seed", range(3))
def test_what_a_coarser_level_changes(seed: int) -> None:
    """Unicities are those of loops, and do not rise where all points of each person stay apart."""
    pick = random.Random(seed)
    fine: dict[int, frozenset[Any]] = {
        person: frozenset((town + pick.choice("12"), hour) for town in "ab" for hour in range(4) if pick.random() < 0.4)
        | {("a1", 9)}
        for person in range(12)
    }
    rows = [(person, *point) for person, trace in fine.items() for point in trace]
    table = dict(zip(("person", "place", "hour"), map(list, zip(*rows, strict=True)), strict=True))
    coarse = {person: frozenset((PLACES[place], hour) for place, hour in trace) for person, trace in fine.items()}
    assert all(len(coarse[person]) == len(trace) for person, trace in fine.items())
    curve = curves_of(table, ["place"])
    for p in (1, 2, 3):
        assert curve.unicity(AS_IT_IS, known=p) == pytest.approx(alone(fine, p))
        assert curve.unicity("town", known=p) == pytest.approx(alone(coarse, p))
        assert alone(coarse, p) <= alone(fine, p) + 1e-12


@pytest.mark.parametrize("seed", range(3))
def test_the_fewest_candidates_never_fall(seed: int) -> None:
    """A coarser level never lowers k, whatever becomes one point."""
    table = moments(seed, people=6, events=40)
    for p in (1, 2, 3):
        fewest = [
            sqlmetrics.score(
                table, ["place", "hour"], partitions=partitions, **WORDS | {"known": p, "metrics": "k_anonymity"}
            ).value("k_anonymity")
            for partitions in ({}, {"hour": {"date": "day"}}, {"hour": {"date": "day"}, "place": PLACES})
        ]
        assert fewest == sorted(fewest, key=lambda k: k or 0)


def test_levels_of_advise_and_dates() -> None:
    """Levels of `advise` are taken before partitions; a date has no hour, and is its own day."""
    table = moments(2).set_column(2, "hour", moments(2)["hour"].cast(pa.date32()))
    generalizations = {"place": {"prefix": [1, 0]}} | {"hour": {"date": ["week"]}}
    curve = curves_of(table, advise={"generalizations": {"place": generalizations["place"]}})
    assert curve.levels == {"place": (AS_IT_IS, "place:1"), "hour": (AS_IT_IS, "week", "month", "year")}
    assert curves_of(table, ["hour"], advise={"generalizations": generalizations}).levels == {
        "hour": (AS_IT_IS, "week")
    }
    assert curves_of(table, ["hour"]).unicity(AS_IT_IS) == pytest.approx(curves_of(moments(2), ["hour"]).unicity("day"))


WIDTHS = (100, 1000, 10_000, 30_000, 100_000)
"""The widths in fixtures/airports.yml, in metres."""


def test_coordinates_become_coarser_together() -> None:
    """The share of airports alone in a cell is a loop's at each width, and a limit is about one."""
    spec = ROOT / "fixtures" / "airports.yml"
    curve = sqlmetrics.unicity_curves(spec=spec)
    names = [AS_IT_IS, *(f"grid {width}" for width in WIDTHS)]
    assert [one.levels for one in curve] == [(name, name) for name in names]
    with (ROOT / "fixtures" / "airports.csv").open(newline="") as lines:
        places = [(float(row["lat"]), float(row["lon"])) for row in csv.DictReader(lines)]
    for width in WIDTHS:
        rows = floor(pi * EARTH / width)
        columns = floor(2 * pi * EARTH * cos(radians(40)) / width)
        cells = Counter((floor((lat + 90) * rows / 180), floor((lon + 180) * columns / 360)) for lat, lon in places)
        alone = sum(number == 1 for number in cells.values()) / len(places)
        assert curve.unicity(*[f"grid {width}"] * 2) == pytest.approx(alone, abs=1e-12)
    assert (curve.unicity(AS_IT_IS, AS_IT_IS), 0.2 < alone < 0.3) == (1, True)
    (outcome,) = sqlmetrics.check(spec=spec)
    assert outcome.held is not None
    assert outcome.held.verdicts[0].score.value == pytest.approx(alone, abs=1e-12)
    grid = curves_grid(curve)
    assert (grid.down, grid.rows, grid.columns) == ("lat and lon", tuple(names), ("1",))
    (line,) = curve.plot().lines
    assert line.get_ydata().tolist() == [one.unicity for one in curve]
    assert [label.get_text() for label in line.axes.get_xticklabels()] == names


def test_neighbours_stand_for_cells_of_each_width() -> None:
    """Where a partition has neighbours, the cells of each level have them, too."""
    widths = (30_000, 100_000)

    def grids(width: int, **words: Any) -> dict[str, Any]:
        lat, lon = ({"grid": width, "degrees": degrees} | words for degrees in ("latitude", "longitude"))
        return {"lat": lat, "lon": lon | {"at": 40}}

    levels = {column: one | {"grid": [*widths]} for column, one in grids(0).items()}
    table = sqlmetrics.Table(ROOT / "fixtures" / "airports.csv", ["lat", "lon"], individual="airport", known=1)
    near = grids(widths[0], neighbours=True)
    words: dict[str, Any] = {"resolution": ["lat", "lon"], "partitions": near, "advise": {"generalizations": levels}}
    curve = table.unicity_curves(look=False, **words)
    names = [f"grid {width} with neighbours" for width in widths]
    assert curve.levels == {"lat": (AS_IT_IS, *names), "lon": (AS_IT_IS, *names)}
    level = grids(widths[1], neighbours=True)["lat"] | {"name": f"lat: {names[1]}"}
    assert curve.partitions["lat"][names[1]] == level
    for width, name in zip(widths, names, strict=True):
        own = table.score(partitions=grids(width, neighbours=True), metrics="unicity", look=False)
        assert curve.unicity(name, name) == pytest.approx(own.value("unicity"), abs=1e-12)
    assert (curve.unicity(AS_IT_IS, AS_IT_IS), round(curve.unicity(names[1], names[1]) or 0, 4)) == (1, 0.0162)


def test_a_place_and_an_hour_are_two_columns_of_a_picture() -> None:
    """Coordinates of equal widths are one axis, an hour another; of other widths each is one."""
    pick = random.Random(4)
    rows = [
        (pick.randrange(9), pick.random() * 9, pick.random() * 9, START + timedelta(hours=n * 7)) for n in range(60)
    ]
    table = pa.table(dict(zip(("person", "east", "north", "hour"), map(list, zip(*rows, strict=True)), strict=True)))
    hours = {"hour": {"date": ["day", "week"]}}

    def grid(east: list[int], north: list[int]) -> Any:
        advise = {"generalizations": {"east": {"grid": east}, "north": {"grid": north}} | hours}
        keys = ["east", "north", "hour"]
        return curves_grid(
            sqlmetrics.unicity_curves(table, keys, resolution=keys, advise=advise, **WORDS | {"known": 1})
        )

    together = grid([1, 3], [1, 3])
    assert (together.down, together.across) == ("east and north", "hour")
    assert (together.rows, together.columns) == ((AS_IT_IS, "grid 1", "grid 3"), (AS_IT_IS, "day", "week"))
    apart = grid([1, 3], [1, 4])
    assert (apart.down, len(apart.rows)) == ("east, north and hour", 27)
    for place, name in enumerate(together.rows):
        for time, hour in enumerate(together.columns):
            if name != "grid 3":
                alone = apart.shares[apart.rows.index(f"{name}, {name}, {hour}")][0]
                assert alone == pytest.approx(together.shares[place][time], rel=1e-12)


@pytest.mark.parametrize(
    ("levels", "told"),
    [
        ({"grid": [1000, 100]}, "each grid is wider than the one before; write the smallest width first"),
        ({"prefix": 1, "degrees": "latitude"}, "degrees go with the grids whose cells they lie in"),
        ({"grid": 1000, "degrees": "longitude"}, "`at` goes with `degrees: longitude`"),
        ({"grid": 1000, "date": "day"}, "give one of file, cuts, prefix, date, grid, levels"),
    ],
)
def test_grids_of_several_widths(levels: Any, told: str) -> None:
    """What is no list of grids is refused with what to write."""
    with pytest.raises(SpecError, match=told):
        curves_of(moments(1), ["place"], advise={"generalizations": {"place": levels}})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"resolution": []}, "name the columns to coarsen in `resolution`"),
        ({"resolution": ["person"]}, "`resolution` names 'person', which is no quasi-identifier"),
        ({"resolution": ["place", "place"]}, "names 'place' 2 times"),
        ({"known": None}, "say how many, too, in `known`"),
        ({"known": "all"}, "does not take `known: all`"),
        ({"partitions": {}}, "names 'place', and no coarser level is known: write its levels in `partitions`"),
        ({"partitions": {"place": [PLACES, PLACES]}}, "the levels of 'place' need names of their own"),
        ({"partitions": {"place": [{"prefix": n} for n in range(1, 25)]}}, "150 combinations of levels"),
        ({"by": "sex"}, "unicity by `resolution` does not take `by`"),
    ],
)
def test_a_resolution_that_cannot_be_measured(words: dict[str, Any], message: str) -> None:
    """What cannot be measured is refused in a sentence that says what to do."""
    with pytest.raises(SpecError, match=message):
        curves_of(moments(1), **words)


def test_texts_of_every_level_are_dates() -> None:
    """The finest part of dates decides which texts are refused."""
    table = {"person": [1], "place": ["2026-11-23"], "hour": [0]}
    assert curves_of(table, ["place"], partitions={"place": [{"date": "month"}, {"date": "day"}]}).known == 3
    with pytest.raises(
        SpecError, match="the hour is kept of dates that are written as 2026-11-23 10:15, and 1 record "
    ):
        curves_of(table, ["place"], partitions={"place": [{"date": "month"}, {"date": "hour"}]})


def test_other_results_leave_the_resolution_out() -> None:
    """`score` has its scores beside a `resolution`, and without `known` refuses it."""
    table = moments(1)
    words: Any = {"resolution": ["hour"], "individual": "person"}
    assert sqlmetrics.score(table, ["place", "hour"], known=1, **words).value("unicity") is not None
    with pytest.raises(SpecError, match="`resolution` needs `known`"):
        sqlmetrics.score(table, ["place", "hour"], **words)


def test_the_grid() -> None:
    """Two columns are a grid of the most points; other numbers of columns a row per resolution."""
    table = moments(3)
    two, one = curves_of(table), curves_of(table, ["place"])
    grid = curves_grid(two)
    assert (grid.title, grid.down, grid.across) == ("unicity of 3 known points", "place", "hour")
    assert grid.shares[1][2] == two.unicity("town", "day")
    row = curves_grid(one)
    assert (row.rows, row.columns) == ((AS_IT_IS, "town"), ("1", "2", "3"))
    assert row.shares[1] == tuple(one.unicity("town", known=p) for p in (1, 2, 3))
    texts = [grid_text(share) for share in (None, 0, 0.001, 0.25, 0.999, 1)]
    assert texts == ["-", "0", "< .01", "0.25", "> .99", "1"]


def test_the_command_line(run: Callable[..., Run], tmp_path: Path) -> None:
    """`score --resolution` writes a grid, records and a picture, and `sql` a statement for each."""
    import pyarrow.parquet as parquet  # type: ignore[import-untyped, unused-ignore]

    file, picture = tmp_path / "events.parquet", tmp_path / "curve.svg"
    parquet.write_table(moments(1), file)
    asked = ["-q", "place", "-q", "hour", "--individual", "person", "--known", 2, "--partition", "place=1"]
    shown = run("score", file, *asked, "--resolution", "place,hour", "--plot", picture)
    assert shown.code == 0, shown.err
    curve = curves_of(file, known=2, partitions={"place": {"prefix": 1}})
    line = next(line.split() for line in shown.out.splitlines() if line.startswith("place:1"))
    assert line[1:] == " ".join(map(grid_text, curves_grid(curve).shares[1])).split()
    assert all(f">{name}<" in picture.read_text() for name in ("place:1", "week", "unicity of 2 known points"))
    written = run("score", file, *asked, "--resolution", "place", "--resolution", "hour", "-f", "json")
    document = json.loads(written.out)["unicities"]
    assert [(*one["levels"].values(), one["known"]) for one in document] == [(*one.levels, one.known) for one in curve]
    assert [one["unicity"] for one in document] == same([one.unicity for one in curve])
    table = run("score", file, *asked, "--resolution", "place", "-f", "csv")
    assert table.out.splitlines()[0] == "place_level,known,targets,unicity,low,high,reason"
    printed = run("sql", "events", *asked, "--resolution", "place", "--dialect", "postgres")
    assert printed.out.count("drawn points of 300 drawn people") == 2
    assert run("sql", "events", *asked, "--resolution", "hour").code == 2
    grids = [f"{column}=grid:{width}" for column in ("place", "hour") for width in (1, 5)]
    cells = [*asked[:-2], *(word for grid in grids for word in ("--partition", grid))]
    printed = run("sql", "events", *cells, "--resolution", "place,hour", "--dialect", "postgres")
    assert printed.out.count("drawn points of 300 drawn people") == 3
    assert run("score", file, *asked, "--plot", picture).code == 2
