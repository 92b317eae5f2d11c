"""Lists of the point sets that few people have, and of the points that each record needs."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sqlglot import exp

from conftest import Run
from engines import Database
from events import Point, Traces, as_table, random_events, traces_of
from grammars import GLOT, tree_of
from sqlmetrics import Table
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.classes import classes_sql
from sqlmetrics.risk.events.point_sets import point_sets_sql, sets_query
from sqlmetrics.risk.events.question import points_plan, target_plan
from sqlmetrics.risk.events.sets import Sets
from sqlmetrics.risk.records import needed_query, records_sql
from sqlmetrics.risk.score import score_sql
from sqlmetrics.scoring.question import Asked
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.text import split_line

SetOfPoints = frozenset[tuple[str | None, ...]]


def texts(points: Any) -> SetOfPoints:
    """Return points as the texts of their values."""
    return frozenset(tuple(None if value is None else str(value) for value in point) for point in points)


def people_of(traces: Traces, points: Any) -> int:
    """Return how many people have all of the points."""
    return sum(set(points) <= own for own in traces.values())


def minimal_sets(traces: Traces, most: int, few: int) -> Iterator[tuple[frozenset[Point], int]]:
    """Yield by loops each set that fewer than `few` people have, as they have no part of it."""
    every = {frozenset(one) for own in traces.values() for p in range(1, most + 1) for one in combinations(own, p)}
    for one in every:
        people = people_of(traces, one)
        if people < few and all(people_of(traces, one - {point}) >= few for point in one if len(one) > 1):
            yield one, people


def needed(traces: Traces, person: Any, point: Point, most: int) -> int | None:
    """Return by loops the fewest points, this one among them, that single a person out."""
    own = traces.get(person, frozenset())
    sizes = (p for p in range(1, most + 1) for one in combinations(own, p) if point in one)
    alone = (p for p in sizes if any(point in one and people_of(traces, one) == 1 for one in combinations(own, p)))
    return next(alone, None)


def table_of(rows: Any, **words: Any) -> Table:
    """Return events as a table whose people are told apart."""
    return Table(as_table(rows), ["place", "hour"], individual="person", look=False, **words)


@pytest.mark.parametrize("seed", range(200, 220))
def test_minimal_sets_are_those_of_loops(seed: int) -> None:
    """The sets, their people and their order are those of loops, and so are their numbers."""
    pick = random.Random(seed)
    rows, most, few = random_events(pick), pick.randint(1, 4), pick.randint(2, 4)
    expected = {texts(one): people for one, people in minimal_sets(traces_of(rows), most, few)}
    found = table_of(rows, known=most).point_sets([f"k < {few}", "k <= 1"])
    listed = [frozenset(tuple(split_line(value)) for value in one.values) for one in found]
    assert dict(zip(listed, (one.people for one in found), strict=True)) == expected
    assert len(found) == len(expected)
    assert [(one.people, one.points) for one in found] == sorted((one.people, one.points) for one in found)
    assert [(one.set, one.points) for one in found] == [(place, len(one)) for place, one in enumerate(listed, 1)]
    assert list(found.numbers) == [sum(len(one) == p for one in expected) for p in range(1, most + 1)]
    first = table_of(rows, known=most).point_sets(f"k < {few}", limit=2)
    assert (first.numbers, first.sets) == (found.numbers, found.sets[:2])
    assert (found.individuals, found.events.nobodys) == (len(traces_of(rows)), sum(row[0] is None for row in rows))


@pytest.mark.parametrize("seed", range(220, 232))
def test_sets_of_drawn_people_are_rare(seed: int) -> None:
    """Drawn people have at most one set each, whose people are counted among all.

    No point of a larger set is enough, and nobody whom all their points single out is missed.
    """
    pick = random.Random(seed)
    rows, most = random_events(pick), pick.randint(1, 4)
    traces = traces_of(rows)
    found = table_of(rows, known=most, targets=5).point_sets("k < 3")
    assert found.events.targets == min(5, len(traces))
    assert len(found) <= min(5, len(traces))
    own = {person: texts(points) for person, points in traces.items()}
    everybody = table_of(rows, known=most, targets=100).point_sets("k < 3")
    listed = [frozenset(tuple(split_line(value)) for value in one.values) for one in everybody]
    for one, row in zip(listed, everybody, strict=True):
        assert sum(one <= points for points in own.values()) == row.people < 3
        if len(one) > 1:
            assert all(sum(point in points for points in own.values()) >= 3 for point in one)
    for points in own.values():
        if len(points) <= most and sum(points <= others for others in own.values()) < 3:
            assert any(one <= points for one in listed)


@pytest.mark.parametrize("seed", range(240, 255))
def test_each_record_has_the_points_that_are_needed(seed: int, tmp_path: Path) -> None:
    """The column is that of loops for each record; without a person it is NULL."""
    pick = random.Random(seed)
    rows, most = random_events(pick), pick.randint(1, 4)
    traces = traces_of(rows)
    number = table_of(rows, known=most).records(tmp_path / "records.parquet")
    found = duckdb.execute(f"from '{tmp_path / 'records.parquet'}'")
    columns = [name for name, *_ in found.description or ()]
    assert columns == ["person", "place", "hour", "secret", "points_to_single_out"]
    assert number == len(rows)
    assert Counter(found.fetchall()) == Counter((*row, needed(traces, row[0], row[1:3], most)) for row in rows)


def test_a_point_is_added_to_the_smallest_set_of_its_person(tmp_path: Path) -> None:
    """Only Ann has a, only she has b and c together, and everybody has d: she needs it and a."""
    rows = [(1, one, 1, None) for one in "abcd"] + [(2, one, 1, None) for one in "bd"]
    table_of([*rows, (3, "c", 1, None), (3, "d", 1, None)], known=3).records(tmp_path / "records.parquet")
    query = f"select place, points_to_single_out from '{tmp_path / 'records.parquet'}' where person = 1"
    assert dict(duckdb.execute(query).fetchall()) == {"a": 1, "b": 2, "c": 2, "d": 2}


@pytest.mark.parametrize("seed", range(260, 266))
def test_whole_traces_have_classes(seed: int, tmp_path: Path) -> None:
    """Classes and records of whole traces are those of a table with a trace per person."""
    rows = random_events(random.Random(seed))
    traces, secrets = traces_of(rows), {row[0]: row[3] for row in rows}
    words: dict[str, Any] = {"metrics": ["k_anonymity", "distinct_l_diversity"], "look": False}
    frame = {
        "person": [*traces],
        "trace": [str(sorted(points, key=str)) for points in traces.values()],
        "secret": [secrets[person] for person in traces],
    }
    plain = Table(frame, "trace", "secret", ignored=["person"], **words)
    table = table_of(rows, known="all", sensitive="secret", metrics=words["metrics"])
    conditions = ["k < 3", "l < 2"]
    found, expected = table.classes(conditions), plain.classes(conditions)
    for own, other in zip(found.breaches, expected.breaches, strict=True):
        assert own[:4] == other[:4]
        sizes = {str(sorted(points, key=str)): f"{len(points)}" for points in traces.values()}
        numbers = Counter((sizes[str(split_line(str(one.class_))[0])], one.records, one.values) for one in other.worst)
        assert Counter((one.class_, one.records, one.values) for one in own.worst) == numbers
    assert sum(map(int, found.to_pandas()["points"])) == sum(int(str(one.class_)) for own in found for one in own.worst)
    assert found.events is not None
    assert found.events.nobodys == sum(row[0] is None for row in rows)
    files = tmp_path / "own.parquet", tmp_path / "plain.parquet"
    assert table.records(files[0]) == len(rows)
    plain.records(files[1])
    columns = "k_anonymity, distinct_l_diversity_secret"
    records, people = (duckdb.execute(f"select person, {columns} from '{file}'").fetchall() for file in files)
    scores = {row[0]: row for row in people}
    assert all(row == scores.get(row[0], (None, None, None)) for row in records)


@pytest.mark.engines("quick")
def test_engines_list_the_same(engine: Database, truth: Database) -> None:
    """Sets, drawn sets and the points that records need are those of DuckDB."""
    words = {"relation": "t", "quasi_identifiers": ["k", "y"], "individual": "p", "known": 3}
    plan = points_plan(spec_over(words, "the test"), show_values=True)
    own = target_plan(plan, plan.targets[0])

    def rows(database: Database) -> list[Counter[Any]]:
        asked = Asked(own, database.facts, database.relation("t"), None, ["p", "k", "y"])
        listed = []
        for sets in (Sets(drawn=False), Sets(drawn=True, targets=40)):
            found = database.rows(sets_query(asked, 3, sets, 3))
            listed.append(Counter((*map(int, row[1:6]), frozenset(row[6:])) for row in found))
        needs = database.rows(needed_query(asked, 3))
        return [*listed, Counter(tuple(None if one is None else str(one) for one in row) for row in needs)]

    found = rows(engine)
    assert found == rows(truth)
    assert all(len(one) > 5 for one in found)


@pytest.mark.parametrize("dialect", GLOT)
def test_each_dialect_has_the_statements(dialect: str) -> None:
    """The statements of sets, of drawn ones, of records and of whole traces are queries.

    They write each column in one way, that of the dialect.
    """
    words: dict[str, Any] = {"relation": "visits", "quasi_identifiers": ["place", "hour"], "individual": "person"}
    some, drawn = (spec_over({**words, "known": 3, "targets": targets}, "the test") for targets in ("all", 100))
    whole = spec_over({**words, "known": "all", "sensitive": ["secret"]}, "the test")
    texts = [point_sets_sql(spec, ["k < 2"], dialect=dialect, show_values=True) for spec in (some, drawn)]
    texts += [records_sql(some, dialect=dialect), records_sql(whole, dialect=dialect)]
    texts += [classes_sql(whole, ["l < 2"], dialect=dialect), score_sql(whole, dialect=dialect)]
    for text in texts:
        assert isinstance(tree_of(text, dialect), exp.Select)
        spelt = {name.this for name in tree_of(text, dialect).find_all(exp.Identifier) if name.args.get("quoted")}
        assert not {"secret", "SECRET"} <= spelt


@pytest.mark.parametrize(
    ("words", "conditions", "message"),
    [
        ({}, [], "write the condition on classes"),
        ({}, "k > 2", "write a condition on k"),
        ({"sensitive": "b"}, "l < 2", "write a condition on k"),
        ({"known": None}, "k < 2", "give a number, such as 4"),
        ({"known": "all"}, "k < 2", "does not take `known: all`, .* answered by .*classes"),
        ({"individual": None}, "k < 2", "name the column that tells people apart"),
        ({"limit": 0}, "k < 2", "limit is the number"),
    ],
)
def test_refusals_say_what_to_do(words: dict[str, Any], conditions: Any, message: str) -> None:
    """What cannot be listed is refused in a sentence."""
    table = Table({"p": [1, 1, 2], "a": [1, 2, 1], "b": [1, 1, 2]}, "a")
    with pytest.raises(SpecError, match=message):
        table.point_sets(conditions, **{"individual": "p", "known": 2, **words})


def test_records_are_exact_or_refused(tmp_path: Path) -> None:
    """Too many sets are refused, with the longest trace; so is a name that is taken."""
    many = {"p": [1] * 400, "a": [*range(400)]}
    words: dict[str, Any] = {"individual": "p", "known": 4}
    with pytest.raises(SpecError, match=r"1,06\d,\d{3},\d{3} sets .* the longest trace, which has 400 points"):
        Table(many, "a", **words).records(tmp_path / "r.csv")
    taken = {"p": [1], "a": [1], "points_to_single_out": [1]}
    with pytest.raises(SpecError, match="the relation has a column 'points_to_single_out'"):
        Table(taken, "a", **words).records(tmp_path / "r.csv")
    assert not (tmp_path / "r.csv").exists()


def test_the_command_line(run: Callable[..., Run], tmp_path: Path) -> None:
    """`classes --known` shows values on request alone; its machine formats have all sets."""
    file = tmp_path / "events.csv"
    file.write_text('p,a,b\n1,x,1\n1,"y,y",1\n2,x,1\n2,z,2\n3,x,1\n3,"y,y",1\n', encoding="utf-8")
    listed = partial(run, "classes", file, "-q", "a", "-q", "b", "--individual", "p", "--known", 2)
    shown = listed("--condition", "k < 3")
    assert shown.code == 0, shown.err
    assert "2 sets, the rarest first" in shown.out
    assert "y" not in shown.out.partition("the rarest first")[2]
    assert "y,y, 1" in listed("--condition", "k < 3", "--show-values").out
    assert listed("--condition", "k < 3", "-f", "csv").out == "set,points,people\n1,1,1\n2,1,2\n"
    found = json.loads(listed("--condition", "k < 3", "--show-values", "-f", "json", "--limit", 1).out)
    assert found["numbers"] == [{"points": 1, "sets": 2}, {"points": 2, "sets": 0}]
    assert found["sets"] == [{"set": 1, "points": 1, "people": 1, "point_1": ["z", "2"], "point_2": None}]
    assert "There are none." in listed("--condition", "k < 1").out
    written = tmp_path / "records.csv"
    ended = run("records", file, "-q", "a", "--individual", "p", "--known", 2, "-o", written)
    assert (ended.code, ended.err.count("the points that single their people out")) == (0, 1)
    assert written.read_text(encoding="utf-8").splitlines()[-1].endswith(",")
    whole = run("classes", file, "-q", "a", "--individual", "p", "--known", "all", "--condition", "k < 2")
    assert "identity: 1 class, 1 person" in whole.out
