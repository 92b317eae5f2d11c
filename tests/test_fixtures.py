"""The fixtures are what scripts write from a seed, or what their page says of them."""

from __future__ import annotations

import csv
import runpy
import sys
from collections import Counter, defaultdict
from datetime import datetime
from itertools import combinations
from pathlib import Path
from statistics import fmean

import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
import pytest

import sqlmetrics
from conftest import ROOT


@pytest.mark.parametrize("name", ["members", "monthly", "skewness", "trial"])
def test_a_script_writes_its_fixture_again(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file comes out byte for byte, on any machine."""
    monkeypatch.setattr(sys, "argv", [name])
    script = runpy.run_path(str(ROOT / "scripts" / name))
    script["main"].__globals__["FOLDER"] = tmp_path
    script["main"]()
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in (ROOT / "fixtures" / name).iterdir()}


def test_a_script_draws_a_figure_of_the_itpr_paper_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture over theta comes out byte for byte; each figure is drawn the same way."""
    monkeypatch.setattr(sys, "argv", ["itpr_figures", "--figure", "4"])
    script = runpy.run_path(str(ROOT / "scripts" / "itpr_figures"))
    script["main"].__globals__["FOLDER"] = tmp_path
    script["main"]()
    (made,) = tmp_path.iterdir()
    assert made.read_bytes() == (ROOT / "docs" / "images" / made.name).read_bytes()


def test_the_people_of_adult_have_invented_names(adult: Path) -> None:
    """Nobody can be reached, the same come out again, and no release names anybody."""
    script = runpy.run_path(str(ROOT / "scripts" / "adult_people"))
    made, again = script["tables"](adult), script["tables"](adult)
    assert all(made[name].equals(again[name]) for name in made)
    people, control = made["people"], made["control"]
    assert (len(people), len(control), len(made["register"])) == (24_162, 6_000, 4_000)
    assert people["email"].str.endswith("@example.org").all()
    assert people["zip"].str.startswith("000").all()
    assert not {*people["person_id"]} & {*control["person_id"]}
    for name in script["SWAPPED"]:
        assert not {*script["NAMING"]} & {*made[name].columns}
        for column in ("birth_date", "occupation"):
            assert Counter(made[name][column]) == Counter(people[column])


def test_the_flights_are_those_of_two_weeks() -> None:
    """Few flights have no aeroplane, an aeroplane has one airline, and each airport has a zone."""
    flights = pq.read_table(ROOT / "fixtures" / "flights.parquet").to_pylist()
    assert (len(flights), sum(flight["tailnum"] is None for flight in flights)) == (12_208, 24)
    assert {flight["hour"].date() for flight in flights} == {datetime(2013, 1, day).date() for day in range(1, 15)}
    flown = {(flight["tailnum"], flight["carrier"]) for flight in flights if flight["tailnum"] is not None}
    assert len(flown) == len({tailnum for tailnum, _ in flown}) == 2_631
    with (ROOT / "fixtures" / "flights" / "dest.csv").open(newline="") as lines:
        zones = {airport: zone for airport, zone, _ in csv.reader(lines, delimiter=";")}
    assert zones.keys() == {flight["dest"] for flight in flights}
    assert len(set(zones.values())) == 6


def test_the_monthly_releases_are_true_and_pass_by_themselves() -> None:
    """Each record has its patient's disease and values within its bands, and no class is small."""
    folder = ROOT / "fixtures" / "monthly"
    truth = {one["patient"]: one for one in _rows(folder / "patients.csv")}
    assert len(truth) == 600
    for series, k in (("recut", 5), ("kept", 5), ("wide", 20)):
        for month in range(1, 7):
            rows = _rows(folder / f"{series}_{month}.csv")
            assert len({row["patient"] for row in rows}) == len(rows)
            assert min(Counter((row["age"], row["zip"]) for row in rows).values()) >= k
            for row in rows:
                own = truth[row["patient"]]
                assert row["disease"] == own["disease"]
                for key in ("age", "zip"):
                    first, last = row[key].split("-")
                    assert int(first) <= int(own[key]) <= int(last)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as lines:
        return list(csv.DictReader(lines))


def test_two_flights_single_out_as_many_aeroplanes_as_loops_say() -> None:
    """Of the flights, unicity of two points is what counting every pair by itself gives."""
    traces = defaultdict(set)
    for flight in pq.read_table(ROOT / "fixtures" / "flights.parquet").to_pylist():
        if flight["tailnum"] is not None:
            traces[flight["tailnum"]].add((flight["dest"], flight["hour"]))
    pairs = {plane: list(combinations(sorted(trace), min(2, len(trace)))) for plane, trace in traces.items()}
    holders = Counter(pair for own in pairs.values() for pair in own)
    singles = {plane for plane, trace in traces.items() if len(trace) == 1}
    holders.update((point,) for plane, trace in traces.items() if plane not in singles for point in trace)
    expected = fmean(fmean(holders[pair] == 1 for pair in own) for own in pairs.values())
    flights = ROOT / "fixtures" / "flights.parquet"
    scores = sqlmetrics.score(flights, ["dest", "hour"], individual="tailnum", known=2, look=False)
    assert expected == pytest.approx(0.8323, abs=5e-5)
    assert [score.value for score in scores.scores if score.metric == "unicity"][-1] == pytest.approx(expected)
