"""How coarse a question may be: hand-derived and published levels, properties, all engines."""

from __future__ import annotations

import csv
import json
import math
import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from conftest import ROOT, Run
from engines import Database
from examples import examples
from reference import measure
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.semantic_levels import semantic_levels_sql
from sqlmetrics.risk.value_groups import groupings
from sqlmetrics.spec.call import call_spec
from statements import alike

Command = Callable[..., Run]
TABLES = ROOT / "fixtures" / "papers" / "tables"

PATIENTS = {
    "age": [*["young"] * 5, *["old"] * 3],
    "ill": ["flu", "flu", "flu", "gout", "gout", "rash", "cold", "burn"],
}
KINDS = "flu;airways;disease;*\ncold;airways;disease;*\ngout;other;disease;*\nrash;other;disease;*\nburn;burn;harm;*\n"


def bits(*sizes: int) -> float:
    """Return the entropy of counts."""
    return -sum(size / sum(sizes) * math.log2(size / sum(sizes)) for size in sizes)


RATES = (
    1 - (5 / 8 * bits(3, 2) + 3 / 8 * bits(1, 1, 1)) / bits(3, 2, 1, 1, 1),
    1 - (5 / 8 * bits(3, 2) + 3 / 8 * bits(1, 1, 1)) / bits(4, 3, 1),
    1 - 3 / 8 * bits(2, 1) / bits(7, 1),
)
"""The rates of the illnesses, by hand: 0.4428 as they are, 0.1454 in groups, 0.3665 in kinds."""


@pytest.fixture
def kinds(tmp_path: Path) -> Path:
    """Return the file of the illnesses' hierarchy."""
    path = tmp_path / "kinds.csv"
    path.write_text(KINDS)
    return path


def test_levels_by_hand(kinds: Path) -> None:
    """Groups tell less than illnesses, kinds more than groups, and all together nothing."""
    result = sqlmetrics.semantic_levels(PATIENTS, "age", "ill", limit=0.3, hierarchies={"ill": kinds})
    assert [level.value for level in result] == [*map(pytest.approx, RATES), None]
    named = [(level.level, level.partition, level.domains, level.classes, level.records) for level in result]
    assert named == [(0, None, 5, 2, 8), (1, "kinds:1", 3, 2, 8), (2, "kinds:2", 2, 2, 8), (3, "kinds:3", 1, 2, 8)]
    assert [level.reason for level in result] == [None, None, None, "the target has a single value"]
    assert [level.exceeds for level in result] == [True, False, True, False]


@pytest.mark.parametrize(("limit", "level"), [(0.1, 2), (0.3, 2), (0.4, 0), (0.45, None)])
def test_the_coarsest_level_above_the_limit_is_proposed(limit: float, level: int | None, kinds: Path) -> None:
    """It is looked for among all levels, since a finer one may be below the limit."""
    result = sqlmetrics.semantic_levels(PATIENTS, "age", "ill", limit=limit, hierarchies={"ill": kinds})
    proposed = result.proposed["ill"]
    assert (None if proposed is None else proposed.level) == level
    assert [one.level for one in result if one.proposed] == ([] if level is None else [level])
    assert result.partitions == ({"ill": ["raw", {"file": str(kinds), "level": level}]} if level else {})


def test_a_proposal_is_a_word_of_a_spec(kinds: Path) -> None:
    """The partitions of a result score the attribute as it is, and at the proposed level."""
    result = sqlmetrics.semantic_levels(PATIENTS, "age", "ill", limit=0.3, hierarchies={"ill": kinds})
    scores = sqlmetrics.score(PATIENTS, "age", "ill", partitions=result.partitions, metrics="discrimination_rate")
    rates = {score.partition: score.value for score in scores.scores if score.target == "ill"}
    assert rates == {None: pytest.approx(RATES[0], rel=1e-12), "kinds:2": pytest.approx(RATES[2], rel=1e-12)}


def test_a_threshold_is_the_limit(kinds: Path) -> None:
    """Without a limit it is the spec's threshold of the rate, of the attribute or of all."""
    words: dict[str, Any] = {"hierarchies": {"ill": kinds}}
    bounds = [{"at_most": 0.4, "target": "ill"}, {"at_most": 0.9}, {"at_most": 0.1, "target": "identity"}]
    result = sqlmetrics.semantic_levels(PATIENTS, "age", "ill", thresholds={"discrimination_rate": bounds}, **words)
    assert {level.limit for level in result} == {0.4}
    for limit, thresholds, message in (
        (None, {}, "give the largest rate that ill may have, or `at_most`"),
        (1.0, {}, "0 or more and below 1"),
        (None, {"discrimination_rate": {"at_most": 1}}, "0 or more and below 1"),
    ):
        with pytest.raises(SpecError, match=message):
            sqlmetrics.semantic_levels(PATIENTS, "age", "ill", limit=limit, thresholds=thresholds, **words)


def test_what_has_no_levels_is_refused(kinds: Path) -> None:
    """A sensitive attribute is needed, and a hierarchy of one has all values."""
    with pytest.raises(SpecError, match="name a sensitive attribute in `sensitive`"):
        sqlmetrics.semantic_levels(PATIENTS, "age", limit=0.3)
    with pytest.raises(SpecError, match="'ill' has a hierarchy, but is not a sensitive attribute"):
        sqlmetrics.semantic_levels(PATIENTS, "age", limit=0.3, hierarchies={"ill": kinds})
    others = PATIENTS | {"ill": [*PATIENTS["ill"][1:], "mumps"]}
    with pytest.raises(SpecError, match="has no domain for 1 value"):
        sqlmetrics.semantic_levels(others, "age", "ill", limit=0.3, hierarchies={"ill": kinds})


@pytest.mark.parametrize(
    ("table", "key", "secret", "partition", "printed"),
    [
        ("three_diverse", "age_star", "salary", "sp2", 0.61),
        ("three_diverse", "zip_star", "salary", "sp2", 0.19),
        ("t_close", "age_star_star", "salary", "sp2", 0.19),
        ("t_close", "zip_star", "salary", "sp2", 0.28),
        ("three_diverse", "age_star", "salary", "sp3", 0.61),
        ("t_close", "zip_star", "salary", "sp3", 1.0),
        ("three_diverse", "age_star", "disease", "sp4", 0.38),
        ("three_diverse", "zip_star", "disease", "sp4", 0.07),
        ("t_close", "age_star_star", "disease", "sp4", 0.07),
    ],
)
def test_the_papers_partitions_are_levels(
    table: str, key: str, secret: str, partition: str, printed: float, tmp_path: Path
) -> None:
    """The partitions of the SeDR paper, as levels of hierarchies, have the rates of its tables.

    Tables 11, 12 and 13 of Sondeck, Laurent and Frey 2017; two of them print 0.0728 and 0.1944 cut.
    """
    with (TABLES / f"partition_{partition}.csv").open() as file:
        pairs = [(row["value"], row["domain"]) for row in csv.DictReader(file)]
    path = tmp_path / "levels.csv"
    path.write_text("".join(f"{value};{domain};*\n" for value, domain in pairs))
    relation = TABLES / f"{table}.csv"
    result = sqlmetrics.semantic_levels(relation, key, secret, limit=0.5, hierarchies={secret: path})
    assert result.rows[1].value == pytest.approx(printed, abs=0.01)


@examples(25)
@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from([*"uvwxyz", None]), st.integers(0, 3)), max_size=10),
    st.lists(st.integers(0, 3), min_size=6, max_size=6),
    st.lists(st.integers(0, 2), min_size=4, max_size=4),
    st.booleans(),
)
def test_levels_agree_with_their_definition(rows: list[Any], groups: list[int], kinds: list[int], apart: bool) -> None:
    """Each level of any hierarchy has the rate of the recoded values, of records or of people.

    NULL stays NULL at each level. The knowledge in bits never grows with a coarser level.
    """
    ancestors = {value: (f"g{group}", f"k{kinds[group]}", "*") for value, group in zip("uvwxyz", groups, strict=True)}
    records = [dict(zip("kxp", row, strict=True)) for row in rows]
    words: dict[str, Any] = {"individual": "p" if apart else None}
    with duckdb.connect() as connection, TemporaryDirectory() as folder:
        connection.execute("create table t (k varchar, x varchar, p integer)")
        if rows:
            connection.executemany("insert into t values (?, ?, ?)", rows)
        file = Path(folder) / "x.csv"
        file.write_text("".join(f"{';'.join((value, *path))}\n" for value, path in ancestors.items()))
        result = sqlmetrics.semantic_levels(
            "t", "k", "x", limit=0.2, hierarchies={"x": file}, connection=connection, **words
        )
    known = []
    for level in result:
        recodings = (
            {} if level.level == 0 else {"x": {value: path[level.level - 1] for value, path in ancestors.items()}}
        )
        expected = measure(records, ["k"], "x", recodings=recodings, **words).table
        rate = expected["discrimination_rate"]
        assert (level.value is None) is (rate is None) is (level.reason is not None)
        assert rate is None or level.value == pytest.approx(rate, rel=1e-9, abs=1e-9)
        known.append(expected["mutual_information"])
    if rows and not apart:
        assert all(finer >= coarser - 1e-9 for finer, coarser in pairwise(known))  # type: ignore[operator]
    exceeding = [level.level for level in result if level.value is not None and level.value > 0.2]
    assert [level.level for level in result if level.proposed] == exceeding[-1:]


@pytest.mark.parametrize("individual", [None, "p"])
def test_every_engine_gives_the_same_levels(
    engine: Database, truth: Database, individual: str | None, tmp_path: Path
) -> None:
    """The printed statement gives DuckDB's records, classes, domains and rates on every engine."""
    file = tmp_path / "y.csv"
    file.write_text("3;few;*\n4;few;*\n10;ten or so;*\n11;ten or so;*\n20;it's many;*\n")

    def levels(database: Database) -> list[tuple[Any, ...]]:
        words = {"hierarchies": {"y": file}, "individual": individual, "database": "d"}
        spec = call_spec(database.written("t"), ["k", "g"], ["y"], words)
        return [alike(row) for row in database.rows(semantic_levels_sql(spec, dialect=database.dialect))]

    there, here = levels(engine), levels(truth)
    assert [(*row[:2], *map(int, row[2:5]), row[6]) for row in there] == [(*row[:5], row[6]) for row in here]
    assert [row[5] for row in there[:2]] == [pytest.approx(row[5], rel=1e-9) for row in here[:2]]
    assert [there[2][5], here[2][5]] == [None, None]


def test_numbers_of_records_are_whole_numbers_of_64_bits(kinds: Path) -> None:
    """Records, classes and domains are such, so that each program and each file keeps them."""
    text = semantic_levels_sql(call_spec("t", ["age"], ["ill"], {"hierarchies": {"ill": kinds}}))
    with duckdb.connect() as connection:
        connection.execute("create table t (age varchar, ill varchar)")
        types = {name: kind for name, kind, *_ in connection.execute(f"describe {text}").fetchall()}
    assert [types[name] for name in ("records", "classes", "domains", "value")] == [*["BIGINT"] * 3, "DOUBLE"]


def test_values_are_joined_by_hand() -> None:
    """Without a hierarchy illnesses are joined that the ages treat alike, and groups are scored.

    Flu and gout are of the young only, the others of the old: the last two groups are the ages.
    """
    result = sqlmetrics.semantic_levels(PATIENTS, "age", "ill", limit=0.5)
    named = [(level.domains, level.distance, level.joined_values, level.joined_records) for level in result]
    assert named == [(5, None, None, None), (4, 0, 2, 2), (3, 0, 3, 3), (2, 0, 2, 5)]
    assert [level.partition for level in result] == [None, "ill in 4 groups", "ill in 3 groups", "ill in 2 groups"]
    assert result.rows[3].value == pytest.approx(1)
    assert result.partitions == {
        "ill": [
            "raw",
            {"name": "ill in 2 groups", "domains": {"group 1": ["burn", "cold", "rash"], "group 2": ["flu", "gout"]}},
        ]
    }
    scores = sqlmetrics.score(PATIENTS, "age", "ill", partitions=result.partitions, metrics="discrimination_rate")
    rates = {score.partition: score.value for score in scores.scores if score.target == "ill"}
    assert rates == {None: pytest.approx(RATES[0]), "ill in 2 groups": pytest.approx(1)}


@pytest.mark.parametrize("seed", range(4))
def test_joins_are_those_of_scipy(seed: int, tmp_path: Path) -> None:
    """Distances are total variation, joins the average linkage of scipy, rates the semantic ones.

    NULL is a class, and no value; given distances take the place of the measured ones.
    """
    linkage = pytest.importorskip("scipy.cluster.hierarchy").linkage
    pick = random.Random(seed)
    rows = [{"k": pick.choice([None, *"abcde"]), "x": pick.choice([None, *"stuvwxyz"])} for _ in range(300)]
    values = sorted({row["x"] for row in rows if row["x"] is not None})
    counts = Counter((row["x"], row["k"]) for row in rows)
    sizes = Counter(row["x"] for row in rows)
    shares = {value: {key: counts[value, key] / sizes[value] for key in (None, *"abcde")} for value in values}
    spread = {
        (one, other): sum(abs(shares[one][key] - shares[other][key]) for key in shares[one]) / 2
        for one, other in combinations(values, 2)
    }
    given = {pair: pick.random() for pair in spread}
    file = tmp_path / "near.csv"
    lines = [f"{other},{one},{distance!r}" for (one, other), distance in given.items()]
    file.write_text("\n".join(["value,other,distance", "s,s,0", "s,nowhere,3", *lines]))
    asked: list[tuple[dict[tuple[str, str], float], dict[str, Any]]] = [
        (spread, {}),
        (given, {"distances": {"x": file}}),
    ]
    for distances, words in asked:
        result = sqlmetrics.semantic_levels(pd.DataFrame(rows), "k", "x", limit=0.1, **words)
        steps = linkage(list(distances.values()), "average")
        assert [level.distance for level in result][1:] == [pytest.approx(step[2]) for step in steps[:-1]]
        assert [level.joined_values for level in result][1:] == [int(step[3]) for step in steps[:-1]]
        for level, form in zip(result, result.forms["x"], strict=True):
            recoded = {} if form == "raw" else {one: name for name, own in form["domains"].items() for one in own}
            expected = measure(rows, ["k"], "x", recodings={"x": recoded} if recoded else {}).table
            assert level.value == pytest.approx(expected["discrimination_rate"], rel=1e-9)


@pytest.mark.parametrize(
    ("lines", "message", "detail"),
    [
        ("flu,gout,1\ngout,flu,2\n", "line 3: two values have another distance here", "'gout' and 'flu'"),
        ("flu,gout,-1\n", "line 2: a distance is a number from 0 up", None),
        ("flu,gout,far\n", "a distance is a number from 0 up", None),
        ("flu,flu,1\n", "another distance than 0 from itself", None),
        ("flu\n", "a value, another value and their distance are needed", None),
        ("flu,gout,1\n", "9 pairs of values of 'ill' have no distance", "such as 'burn' and 'cold'"),
    ],
)
def test_distances_that_are_none_are_refused(lines: str, message: str, detail: str | None, tmp_path: Path) -> None:
    """They are symmetric, never negative, complete; values stand in the detail of an error only."""
    file = tmp_path / "near.csv"
    file.write_text("value,other,distance\n" + lines)
    with pytest.raises(SpecError, match=message) as refused:
        sqlmetrics.semantic_levels(PATIENTS, "age", "ill", limit=0.3, distances={"ill": file})
    assert detail is None or detail in str(refused.value.detail)


def test_what_is_not_joined_is_refused(kinds: Path, tmp_path: Path) -> None:
    """Too many values, a column of another role, a hierarchy beside distances, and another file."""
    many = {"k": [number % 2 for number in range(51)], "x": [f"x{number}" for number in range(51)]}
    with pytest.raises(SpecError, match="'x' has more than 50 values, too many to join one by one"):
        sqlmetrics.semantic_levels(many, "k", "x", limit=0.3)
    beside = sqlmetrics.semantic_levels(many | {"y": many["k"]}, "k", ["x", "y"], limit=0.3)
    assert (beside.left_out, [level.target for level in beside]) == (("x",), ["y"])
    file = tmp_path / "near.csv"
    file.write_text("value,domain\n")
    refused: list[tuple[dict[str, Any], str]] = [
        ({"distances": {"age": file}}, "'age' has distances, but is not a sensitive attribute"),
        ({"distances": {"ill": file}, "hierarchies": {"ill": kinds}}, "'ill' has a hierarchy and distances"),
        ({"distances": {"ill": file}}, "column 'other' is missing"),
    ]
    for words, message in refused:
        with pytest.raises(SpecError, match=message):
            sqlmetrics.semantic_levels(PATIENTS, "age", "ill", limit=0.3, **words)


@pytest.mark.parametrize("individual", [None, "p"])
def test_every_engine_gives_the_same_distances(engine: Database, truth: Database, individual: str | None) -> None:
    """The printed statement gives DuckDB's values, records and distances on every engine."""

    def distances(database: Database) -> dict[tuple[Any, Any], tuple[int, float | None]]:
        spec = call_spec(database.written("t"), ["k", "g"], ["x"], {"individual": individual, "database": "d"})
        rows = [alike(row) for row in database.rows(semantic_levels_sql(spec, dialect=database.dialect))]
        return {(min(row[:2], key=str), max(row[:2], key=str)): (int(row[2]), row[3]) for row in rows}

    there, here = distances(engine), distances(truth)
    assert there.keys() == here.keys()
    for pair, (records, distance) in here.items():
        assert there[pair] == (records, None if distance is None else pytest.approx(distance, abs=1e-9))


def test_the_command_joins_values(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sizes and distances are shown, and values only by --show-values, as a block of a spec."""
    monkeypatch.chdir(tmp_path)
    pd.DataFrame(PATIENTS).to_csv("patients.csv", index=False)
    flags = ["score", "patients.csv", "-q", "age", "-s", "ill", "--propose-partition", "0.5"]
    shown = run(*flags)
    assert (shown.code, "flu" in shown.out) == (0, False)
    assert "ill in 2 groups: which of 2 domains" in " ".join(shown.out.split())
    document = json.loads(run(*flags, "-f", "json").out)
    assert (document["partitions"], document["distances"]) == ({}, {"ill": None})
    document = json.loads(run(*flags, "-f", "json", "--show-values").out)
    (tmp_path / "spec.yml").write_text(json.dumps({"partitions": document["partitions"]}))
    again = json.loads(run(*flags[:6], "--spec", "spec.yml", "-m", "discrimination_rate", "-f", "json").out)
    rates = {score["partition"]: score["value"] for score in again["scores"] if score["target"] == "ill"}
    assert rates["ill in 2 groups"] == pytest.approx(1)
    assert 'domains: {"group 1": [burn, cold, rash], "group 2": [flu, gout]}' in run(*flags, "--show-values").out
    printed = run("sql", *flags[1:]).out
    assert len(duckdb.execute(printed).fetchall()) == 5 + 4
    refused = run(*flags[:6], "--distances", "ill=near.csv")
    assert (refused.code, "give the LIMIT of --propose-partition, too" in refused.err) == (2, True)


def test_the_command(run: Command, kinds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`score` writes the levels, with the line of a spec, and `sql` prints their statement."""
    monkeypatch.chdir(tmp_path)
    pd.DataFrame(PATIENTS).to_csv("patients.csv", index=False)
    flags = ["patients.csv", "-q", "age", "-s", "ill", "--hierarchy", f"ill={kinds.name}", "--propose-partition", "0.3"]
    shown = run("score", *flags)
    assert shown.code == 0
    assert "The coarsest question about ill that is answered above 0.3 is kinds:2" in shown.out
    assert "partitions: {ill: [raw, {file: kinds.csv, level: 2}]}" in shown.out
    assert "flu" not in shown.out
    document = json.loads(run("score", *flags, "-f", "json").out)
    assert [level["value"] for level in document["levels"]] == [*map(pytest.approx, RATES), None]
    assert document["partitions"] == {"ill": ["raw", {"file": "kinds.csv", "level": 2}]}
    printed = run("sql", *flags).out
    assert [row[5] for row in duckdb.execute(printed).fetchall()] == [*map(pytest.approx, RATES), None]
    none = run("score", *flags[:-1], "0.5").out
    assert "No question about ill is answered above 0.5" in " ".join(none.split())
    only = run("score", *flags[:-1], "0.4").out
    assert "Only questions about the values of ill as they are" in " ".join(only.split())
    empty = run("score", *flags, "--where", "1 = 0").out
    assert ("No rate is defined." in empty, "level 0: the table has no records" in empty) == (True, True)
    refused = run("score", *flags, "--subsets", "1")
    assert (refused.code, "gives another result" in refused.err) == (2, True)


def test_harmonised_attributes_have_levels_each(kinds: Path) -> None:
    """With `harmonise` another sensitive attribute is among the keys of an attribute's levels."""
    table = PATIENTS | {"sex": [*"mmfffmfm"]}
    words: dict[str, Any] = {"limit": 0.3, "hierarchies": {"ill": kinds}}
    together = sqlmetrics.semantic_levels(table, "age", ["ill", "sex"], harmonise=True, **words)
    keys = sqlmetrics.semantic_levels(table, ["age", "sex"], "ill", **words)
    assert together.levels == keys.levels


@pytest.mark.parametrize(("nearer", "joined"), [(2e-13, ("a", "b")), (2e-11, ("c", "d"))])
def test_distances_that_are_alike_to_twelve_digits_are_one(nearer: float, joined: tuple[str, ...]) -> None:
    """Of two pairs the first in the order is joined first, unless the other is nearer than that."""
    distances = {frozenset(pair): 0.9 for pair in combinations("abcd", 2)}
    distances |= {frozenset("ab"): 0.5, frozenset("cd"): 0.5 - nearer}
    assert groupings("abcd", distances)[1].joined == joined
