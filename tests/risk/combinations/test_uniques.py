"""Minimal sample uniques and their scores: published examples, and every set of keys one by one."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations
from math import prod
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import ROOT, Run
from engines import TABLES, Database
from examples import examples
from sqlmetrics import suda
from sqlmetrics.errors import SpecError
from sqlmetrics.output.report import ReportTable
from sqlmetrics.output.results.suda import suda_report
from sqlmetrics.risk.combinations.room import Room
from sqlmetrics.risk.combinations.suda import (
    DISF,
    AttributeShare,
    Scoring,
    SpecialUniques,
    ValueShare,
    _check_fits,
    suda_statements,
    uniques_plan,
    weight,
)
from sqlmetrics.risk.combinations.suda import suda as suda_of
from sqlmetrics.spec.call import call_spec

GUIDE = {
    "residence": ["Urban", "Urban", "Urban", "Urban", "Rural", "Urban", "Urban", "Urban", "Urban", "Urban"],
    "gender": ["Female", "Female", "Female", "Male", "Female", "Male", "Female", "Male", "Female", "Female"],
    "education": [
        "Secondary incomplete",
        "Secondary incomplete",
        "Primary incomplete",
        "Secondary complete",
        "Secondary complete",
        "Secondary complete",
        "Primary complete",
        "Post-secondary",
        "Secondary incomplete",
        "Secondary incomplete",
    ],
    "labor": [
        "Employed",
        "Employed",
        "Non-LF",
        "Employed",
        "Unemployed",
        "Employed",
        "Non-LF",
        "Unemployed",
        "Non-LF",
        "Non-LF",
    ],
}
"""Table 4.5 of the SDC practice guide of the International Household Survey Network."""

BOOK = {
    "age": ["20s"] * 7 + ["60s"],
    "gender": ["male"] * 4 + ["female"] * 3 + ["male"],
    "income": ["50k+"] * 2 + ["50k-"] * 6,
    "education": ["highschool"] * 4 + ["university", "highschool", "middleschool", "university"],
}
"""An example of sdcMicro's tests, from a textbook."""


def written(table: dict[str, list[Any]], tmp_path: Path, **options: Any) -> list[tuple[float, float]]:
    """Return each record's SUDA and DIS-SUDA score, in the table's order, from the file."""
    columns = {"place": list(range(len(next(iter(table.values()))))), **table}
    path = tmp_path / "records.parquet"
    suda_of(call_spec(pa.table(columns), list(table)), output=path, **options)
    with duckdb.connect() as connection:
        return connection.execute(f"select suda_score, dis_suda_score from '{path}' order by place").fetchall()


def test_the_practice_guides_scores(tmp_path: Path) -> None:
    """The guide's SUDA scores hold with uniques of up to three of four keys, and of more."""
    for size in (3, 4, None):
        assert [suda for suda, _ in written(GUIDE, tmp_path, max_size=size)] == [0, 0, 6, 0, 12, 0, 6, 10, 0, 0]


def test_the_practice_guides_dis_scores(tmp_path: Path) -> None:
    """The guide's DIS-SUDA scores follow from the first program's weights, not its scores."""
    scores = [round(dis, 4) for _, dis in written(GUIDE, tmp_path, weights="ihsn")]
    assert scores == [0, 0, 0.0051, 0, 0.0107, 0, 0.0051, 0.0088, 0, 0]


def test_a_textbooks_scores(tmp_path: Path) -> None:
    """The textbook's example has the scores of sdcMicro's own tests."""
    assert [suda for suda, _ in written(BOOK, tmp_path)][4:] == [4, 2, 6, 8]


def test_contributions_of_attributes_as_sdcmicro_has_them() -> None:
    """Three records of three keys have sdcMicro's contributions, in any order of the keys.

    They are 50, 37.5 and 37.5 %.
    """
    table = {"a": [2, 1, 1], "b": [0, 3, 0], "c": [0, 6, 0]}
    for keys in ("abc", "acb", "cba"):
        result = suda(pa.table(table), list(keys))
        assert {share.attribute: share.contribution for share in result.attributes} == {
            "a": 0.5,
            "b": 0.375,
            "c": 0.375,
        }
        assert (result.records, result.singled_out, result.msus) == (3, 3, 5)


Rows = Sequence[tuple[Any, ...]]


def members(rows: Rows, people: Sequence[Any] | None) -> list[tuple[Any, tuple[Any, ...]]]:
    """Return each person's combinations of values, once each; each record is one without people."""
    return list(dict.fromkeys(zip(range(len(rows)) if people is None else people, rows, strict=True)))


def brute_force(rows: Rows, max_size: int, people: Sequence[Any] | None = None) -> list[list[tuple[int, ...]]]:
    """Return the minimal uniques of each member by trying every set of keys on every record."""
    keys = range(len(rows[0]) if rows else 0)
    crowds: dict[Any, set[Any]] = defaultdict(set)
    sets = [chosen for size in range(1, len(keys) + 1) for chosen in combinations(keys, size)]
    for person, row in members(rows, people):
        for chosen in sets:
            crowds[chosen, tuple(row[key] for key in chosen)].add(person)
    uniques = []
    for _, row in members(rows, people):
        alone = [chosen for chosen in sets if len(crowds[chosen, tuple(row[key] for key in chosen)]) == 1]
        minimal = [chosen for chosen in alone if not any(set(other) < set(chosen) for other in alone)]
        uniques.append([chosen for chosen in minimal if len(chosen) <= max_size])
    return uniques


def brute_scores(
    rows: Rows, max_size: int, disf: float, people: Sequence[Any] | None = None
) -> list[tuple[float, float]]:
    """Return the SUDA and DIS-SUDA score of each member."""
    count = len(rows[0])
    msus = brute_force(rows, max_size, people)
    scores = [
        float(sum(prod(count - i for i in range(len(one), max_size + 1) if i < count) for one in own)) for own in msus
    ]
    sizes = Counter(row for _, row in members(rows, people))
    unique, paired = sum(n == 1 for n in sizes.values()), sum(2 for n in sizes.values() if n == 2)
    if not unique:
        return [(0.0, 0.0)] * len(msus)
    dis = unique * disf / (unique * disf + paired * (1 - disf))
    power = 1 + (8 - count) / 20
    spread = sum(score**-power for score in scores if score)
    return [(score, 1 / (1 + (unique / dis - unique) / (score**power * spread)) if score else 0.0) for score in scores]


few = st.none() | st.integers(0, 3)


@examples(25)
@given(
    st.integers(1, 5).flatmap(lambda keys: st.lists(st.tuples(*[few] * keys, few), min_size=1, max_size=16)),
    st.integers(1, 5),
    st.booleans(),
)
def test_every_set_of_keys_tried(drawn: list[tuple[int | None, ...]], max_size: int, apart: bool) -> None:
    """Random tables have the uniques, scores and contributions of trying every set of keys.

    NULL is a value, and one person. Records are individuals, or a column tells people apart.
    """
    rows, people = [row[:-1] for row in drawn], [row[-1] for row in drawn] if apart else None
    keys = [f"c{place}" for place in range(len(rows[0]))]
    size = min(max_size, len(keys))
    columns = {key: pa.array([row[place] for row in drawn], pa.int64()) for place, key in enumerate([*keys, "person"])}
    words: dict[str, Any] = {"individual": "person"} if apart else {}
    result = suda(pa.table(columns), keys, max_size=max_size, disf=0.2, **words)
    msus = brute_force(rows, size, people)
    scores = brute_scores(rows, size, 0.2, people)
    who = [person for person, _ in members(rows, people)]
    assert (result.records, result.individuals) == (len(rows), len({*who}) if apart else None)
    expected = [(len(own), min(map(len, own)), *score) for own, score in zip(msus, scores, strict=True) if own]
    assert result.singled_out == len({person for person, own in zip(who, msus, strict=True) if own})
    assert result.msus == sum(map(len, msus))
    assert sorted(row[1:] for row in result.uniques) == [pytest.approx(row, rel=1e-9) for row in sorted(expected)]
    total = sum(score for score, _ in scores)
    for place, key in enumerate(keys):
        part = sum(weight(len(one), len(keys), size, "elliot") for own in msus for one in own if place in one)
        (share,) = (share.contribution for share in result.attributes if share.attribute == key)
        assert share == (pytest.approx(part / total) if total else None)


def test_more_than_28_keys(tmp_path: Path) -> None:
    """The exponent Q of DIS-SUDA is negative from 29 keys on, where it was read as a comment.

    Three records of six are uniques by one key, with the weight 30 - 1. Four are alone and two are
    a pair, so that 1 / 3 of the sample's uniques are the population's: 1 / (1 + 8 / 3) of each.
    """
    rows = [(number % 4, number // 4, *[number % 2] * 28) for number in (0, 1, 2, 3, 3, 4)]
    found = written({f"c{place}": [row[place] for row in rows] for place in range(30)}, tmp_path, max_size=1, disf=0.2)
    unique = pytest.approx((29, 3 / 11), rel=1e-9)
    assert found == [(0, 0), unique, unique, (0, 0), (0, 0), unique]


def test_people_are_singled_out_by_hand(tmp_path: Path) -> None:
    """Ann is alone in a = 1 with three records of two classes; Bob and Cem share a = 2 and b = x.

    Each of Ann's classes has the unique {a}, of weight 1 for two keys; her b = x is shared, and her
    b = y is hers alone, so that {b} is another unique of that class. Bob's b = z singles him out,
    and Cem and Bob hide in (2, x). A record without a name takes no part, so that two of three
    people are singled out.
    """
    rows = [(1, "x", "ann"), (1, "x", "ann"), (1, "y", "ann"), (2, "x", "bob"), (2, "x", "cem"), (2, "z", "bob")]
    table = pa.table(dict(zip("abp", zip(*rows, (1, "x", None), strict=True), strict=True)))
    spec = call_spec(table, ["a", "b"], (), {"individual": "p", "nulls": "drop"})
    result = suda_of(spec, show_values=True, output=tmp_path / "records.csv")
    assert (result.records, result.individuals, result.singled_out, result.msus) == (6, 3, 2, 4)
    listed = {row.class_: (row.msus, row.least_size, row.suda) for row in result.uniques}
    assert listed == {"1,x": (1, 1, 1), "1,y": (2, 1, 2), "2,z": (1, 1, 1)}
    assert {share.attribute: share.contribution for share in result.attributes} == {"a": 0.5, "b": 0.5}
    written = [line.rsplit(",", 1)[0] for line in (tmp_path / "records.csv").read_text().splitlines()[1:]]
    assert sorted(written) == sorted(
        ["1,x,ann,1.0", "1,x,ann,1.0", "1,y,ann,2.0", "2,x,bob,0.0", "2,x,cem,0.0", "2,z,bob,1.0", "1,x,,"]
    )


def test_weights_by_hand() -> None:
    """The weights of uniques by size are those worked out by hand, for both programs.

    Of four keys they are the products 3 2 1, 2 1, 1 and 1; looking for no more than two keys, 3 2
    and 2.
    """
    assert [weight(size, 4, 4, "elliot") for size in (1, 2, 3, 4)] == [6, 2, 1, 1]
    assert [weight(size, 4, 2, "elliot") for size in (1, 2)] == [6, 2]
    assert [weight(size, 6, 2, "elliot") for size in (1, 2)] == [20, 4]
    assert [weight(size, 4, 4, "ihsn") for size in (1, 2, 3, 4)] == [7 / 4, 1 / 2, 1 / 4, 0]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("individual", [None, "p"])
def test_every_engine_finds_the_same(engine: Database, truth: Database, individual: str | None) -> None:
    """The printed statement lists the records, scores and classes of DuckDB on every engine.

    They are those of trying every set of keys, also where a column tells people apart.
    """
    words: dict[str, Any] = {"partitions": {"zip": {"prefix": 3}}, "individual": individual}
    spec = call_spec("t", ["k", "g", "x", "zip"], (), words, connection=truth.connection)
    plan = uniques_plan(spec, 3, DISF, show_values=True, limit=None)
    sql = suda_statements(plan, engine.relation("t"), Scoring(3, DISF, "elliot"), engine.facts).records
    listed = [
        (
            row[0].decode() if isinstance(row[0], bytes | bytearray) else row[0],
            int(row[1]),
            int(row[2]),
            float(row[3]),
            float(row[4]),
        )
        for row in engine.rows(sql)
    ]
    expected = suda_of(spec, show_values=True, max_size=3).uniques
    assert sorted(row[1:] for row in listed) == [
        pytest.approx(tuple(row[1:]), rel=1e-9) for row in sorted(expected, key=lambda row: row[1:])
    ]
    assert {row[0] for row in listed} == {row.class_ for row in expected}
    rows = [(row[0], row[1], row[2], row[5][:3] + "*" * len(row[5][3:])) for row in TABLES["t"].rows]
    people = None if individual is None else [row[4] for row in TABLES["t"].rows]
    assert len(listed) == sum(1 for own in brute_force(rows, 3, people) if own)


@pytest.mark.engines("connection", "quick")
def test_uniques_are_listed_in_the_database_of_a_connection(engine: Database, truth: Database) -> None:
    """A connection's database runs the statement and gives the same uniques."""
    result = suda(engine.written("t"), ["k", "g", "x"], nulls="drop", connection=engine.connection)
    expected = suda("t", ["k", "g", "x"], nulls="drop", connection=truth.connection)
    assert (result.records, result.singled_out, result.msus) == (expected.records, expected.singled_out, expected.msus)
    assert {share.attribute: share.contribution for share in result.attributes} == {
        share.attribute: pytest.approx(share.contribution) for share in expected.attributes
    }
    assert {(share.attribute, share.value, round(share.contribution, 9)) for share in result.values} == {
        (share.attribute, share.value, round(share.contribution, 9)) for share in expected.values
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"disf": 0}, "between 0 and 1"),
        ({"max_size": 0}, "at least 1"),
        ({"partitions": {"g": {"mapping": {"1": "one"}}}}, "has no domain for 3 values"),
    ],
)
def test_what_cannot_be_listed_is_refused(truth: Database, options: dict[str, Any], message: str) -> None:
    """Impossible shares and sizes, and partitions with gaps, end with a message."""
    with pytest.raises(SpecError, match=message):
        suda("t", ["k", "g"], connection=truth.connection, **options)


def test_records_that_take_no_part_have_no_score(tmp_path: Path) -> None:
    """A record that `drop` leaves out has NULL in the file, and one that hides among others 0."""
    table = pa.table({"a": [1, 1, 2, None], "b": ["x", "x", "y", "z"]})
    path = tmp_path / "records.csv"
    suda_of(call_spec(table, ["a", "b"], (), {"nulls": "drop"}), output=path)
    lines = path.read_text().splitlines()
    assert lines[0] == "a,b,suda_score,dis_suda_score"
    assert sorted(line.partition(",")[2].rpartition(",")[0] for line in lines[1:]) == ["x,0.0", "x,0.0", "y,2.0", "z,"]


def test_the_command(run: Callable[..., Run], tmp_path: Path) -> None:
    """`suda` shows sizes, key values on request, JSON, CSV, records and its statement."""
    flags = [ROOT / "fixtures" / "anes96.parquet", "-q", "education", "-q", "vote", "-q", "party"]
    shown = run("suda", *flags)
    assert shown.code == 0
    assert "944 records" in shown.out
    assert "Dole" not in shown.out
    assert "Dole" in run("suda", *flags, "--show-values").out
    result = json.loads(run("suda", *flags, "--format", "json", "--records", tmp_path / "r.csv").out)
    assert result["records"] == 944
    assert len(result["uniques"]) == result["singled_out"]
    assert len((tmp_path / "r.csv").read_text().splitlines()) == 945
    assert run("suda", *flags, "--format", "csv").out.startswith("class,msus,least_size,suda,dis_suda\n")
    printed = run("suda", *flags, "--print-sql")
    with duckdb.connect() as connection:
        assert len(connection.execute(printed.out).fetchall()) == result["singled_out"]
    assert run("suda", *flags, "--records", tmp_path / "r.txt").code == 2


def test_the_room_of_combinations_by_hand() -> None:
    """A row of two words is 64 bytes of its group and four numbers of 8 bytes: 96 MiB for 2^20."""
    lattice: Any = SimpleNamespace(measured=range(1, 8))
    said: list[str] = []
    _check_fits(lattice, 2**20, 2, Room(50 * 2**20, 46 * 2**20), said.append)
    assert said == ["7 combinations: at most 1,048,576 rows, 96 MiB"]
    with pytest.raises(SpecError, match="96 MiB, which do not fit"):
        _check_fits(lattice, 2**20, 2, Room(50 * 2**20, 46 * 2**20 - 1), said.append)


def test_nobody_singled_out_is_an_answer() -> None:
    """A result without rows is as true as one with some."""
    found = suda({"k": [1, 1]}, "k")
    assert len(found) == 0
    assert bool(found) is True


def test_a_report_has_the_ten_greatest_values() -> None:
    """Of twelve values the two with the smallest part are not shown."""
    values = tuple(ValueShare("age", str(number), number / 78) for number in range(1, 13))
    found = SpecialUniques("t", 12, None, 12, 12, 1, (AttributeShare("age", 1.0),), (), values)
    (shown,) = (block for block in suda_report(found).blocks if isinstance(block, ReportTable) and block.leading == 2)
    assert [row[1] for row in shown.rows] == [str(number) for number in range(12, 2, -1)]
