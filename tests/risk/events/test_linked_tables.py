"""Several tables of the same people: what rows of any of them give away together."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import comb
from pathlib import Path
from statistics import fmean
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import ROOT, Run
from engines import Database
from sqlmetrics.errors import SpecError
from sqlmetrics.output.linked_tables import linked_points
from sqlmetrics.risk.events.question import events_plan, points_plan, points_query, target_plan
from sqlmetrics.risk.events.sets import wanted_sets
from sqlmetrics.risk.events.traces import of_traces, traces_plan
from sqlmetrics.scoring.question import Asked
from sqlmetrics.spec.linked_tables import linked_relation
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.linked_tables import linked_entries, linked_extent_sql, linked_sql
from sqlmetrics.statement.statement import statement

World = Mapping[str, Sequence[tuple[Any, ...]]]
"""Tables by name: rows of a key of two columns, and values."""

LINKED = ROOT / "fixtures" / "linked"


def written(folder: Path, world: World, **columns: Sequence[str]) -> dict[str, Any]:
    """Write tables as Parquet files, and return the words of them."""
    tables = {}
    for name, rows in world.items():
        names = ["clinic", "number", *columns[name]]
        frame = pd.DataFrame([*rows], columns=names).convert_dtypes()
        frame.to_parquet(folder / f"{name}.parquet")
        tables[name] = {
            "relation": str(folder / f"{name}.parquet"),
            "key": ["clinic", "number"],
            "columns": list(columns[name]),
        }
    return tables


def traces_of(world: World, *, everybody: bool = False) -> dict[tuple[Any, ...], set[tuple[Any, ...]]]:
    """Return the points of each person of the main table, of all, or of those who have some."""
    people = {row[:2] for row in world["main"] if None not in row[:2]}
    traces: dict[tuple[Any, ...], set[tuple[Any, ...]]] = {person: set() for person in sorted(people)}
    for name, rows in world.items():
        for row in rows:
            if row[:2] in traces and (name != "main" or len(row) > 2):
                traces[row[:2]].add((name, *row[2:]))
    return {person: points for person, points in traces.items() if points or everybody}


def unicity(traces: Mapping[Any, set[Any]], p: int) -> float:
    """Return the mean share of the sets of p points of a person that nobody else has all of."""
    return fmean(
        fmean(
            sum(set(known) <= other for other in traces.values()) == 1
            for known in combinations(sorted(trace, key=str), min(p, len(trace)))
        )
        for trace in traces.values()
    )


def fewest(traces: Mapping[Any, set[Any]], p: int) -> int:
    """Return the fewest people who have all of a set of p points of a person."""
    return min(
        sum(set(known) <= other for other in traces.values())
        for trace in traces.values()
        for known in combinations(sorted(trace, key=str), min(p, len(trace)))
    )


def random_world(rng: random.Random, *, values: bool) -> World:
    """Return people and two tables, with orphans, rows without a key, NULLs and repeated rows."""
    people = rng.sample([(clinic, number) for clinic in ("a", "a,1", '"') for number in range(1, 5)], 7)
    strangers = [*people, ("z", 1), ("a", None), (None, 2)]
    main = [(*person, rng.choice([1950, None, 1960])) if values else person for person in people]
    return {
        "main": [*main, ("b", None, 1950)] if values else [*main, (None, 3)],
        "visits": [(*rng.choice(strangers), rng.choice(["x", "y", None]), rng.choice([1, 2])) for _ in range(14)],
        "orders": [(*rng.choice(strangers), rng.choice(["x", "", None, "y,1"])) for _ in range(9)],
    }


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(12))
def test_small_worlds_are_those_of_loops(seed: int, tmp_path: Path) -> None:
    """Unicity, k and the classes of traces are counted from lists, with what is left out."""
    values = seed % 2 == 0
    world = random_world(random.Random(seed), values=values)
    tables = written(tmp_path, world, main=["born"] if values else [], visits=["ward", "day"], orders=["item"])
    traces = traces_of(world)
    found = sqlmetrics.score(None, tables=tables, known=3, metrics=["unicity", "k_anonymity"])
    for p in (1, 2, 3):
        own = [one.value for one in found if one.metric == "unicity" and one.parameter("known") == str(p)]
        assert own == [pytest.approx(unicity(traces, p), abs=1e-12)]
    assert found["k_anonymity"] == fewest(traces, 3)
    assert found.individuals == len(traces)
    assert found.tables is not None
    everybody = traces_of(world, everybody=True)
    assert (found.tables.people, found.tables.pointless) == (7, 7 - len(traces))
    for table in found.tables.tables:
        rows = world[table.table]
        there = {row[:2] for row in rows} & everybody.keys()
        assert (table.records, table.people, table.without) == (len(rows), len(there), 7 - len(there))
        assert table.nobodys == sum(None in row[:2] for row in rows)
        assert table.orphans == sum(None not in row[:2] and row[:2] not in everybody for row in rows)
        alone = traces_of({"main": [row[:2] for row in world["main"]], table.table: rows})
        shares = [one.value for one in table.scores if one.metric == "unicity"]
        assert shares == ([pytest.approx(unicity(alone, p)) for p in (1, 2, 3)] if table.columns else [])
        bare = [row[:2] for row in rows] if table.table == "main" else []
        others = traces_of({**world, table.table: bare})
        without = [one.value for one in table.others if one.metric == "unicity"]
        assert without == ([pytest.approx(unicity(others, p)) for p in (1, 2, 3)] if table.columns else [])
    whole = sqlmetrics.score(None, tables=tables, known="all", metrics=["uniqueness", "k_anonymity"])
    sizes = [list(everybody.values()).count(trace) for trace in everybody.values()]
    assert whole["k_anonymity"] == min(sizes)
    assert whole["uniqueness"] == pytest.approx(sizes.count(1) / 7)
    assert whole.individuals == 7


def test_disjoint_tables_have_a_closed_form(tmp_path: Path) -> None:
    """Each of m tables puts people into two halves by a bit; p of m bits leave 2 to the m - p.

    So each table is safe by itself, and all of them together tell everybody.
    """
    bits = 4
    people = range(2**bits)
    pd.DataFrame({"id": people}).to_parquet(tmp_path / "main.parquet")
    tables: dict[str, Any] = {"main": {"relation": tmp_path / "main.parquet", "key": "id"}}
    for bit in range(bits):
        file = tmp_path / f"t{bit}.parquet"
        pd.DataFrame({"person": people, "value": [person >> bit & 1 for person in people]}).to_parquet(file)
        tables[f"t{bit}"] = {"relation": file, "key": "person", "columns": "value"}
    for p in (2, bits):
        found = sqlmetrics.score(None, tables=tables, known=p, metrics=["unicity", "k_anonymity"])
        assert found["k_anonymity"] == 2 ** (bits - p)
        assert [one.value for one in found if one.metric == "unicity"] == [*[0.0] * (p - 1), float(p == bits)]
        assert found.tables is not None
        alone = [{one.metric: one.value for one in table.scores} for table in found.tables.tables]
        assert alone == [{}, *[{"k_anonymity": 2 ** (bits - 1), "unicity": 0.0}] * bits]
    whole = sqlmetrics.score(None, tables=tables, known="all", metrics=["k_anonymity", "uniqueness"])
    assert (whole["k_anonymity"], whole["uniqueness"]) == (1, 1)


def test_a_rare_row_is_known_by_hand(tmp_path: Path) -> None:
    """One of 20 people has a row that nobody else has, among m: 1 - C(m-1, p) / C(m, p) of sets."""
    pd.DataFrame({"id": range(20)}).to_parquet(tmp_path / "main.parquet")
    common = [(person, f"v{number}") for person in range(20) for number in range(3)]
    pd.DataFrame(common, columns=["id", "v"]).to_parquet(tmp_path / "a.parquet")
    pd.DataFrame([(7, "rare")], columns=["id", "v"]).to_parquet(tmp_path / "b.parquet")
    tables: dict[str, Any] = {
        name: {"relation": tmp_path / f"{name}.parquet", "key": "id", "columns": "v"} for name in ("a", "b")
    }
    tables["main"] = {"relation": tmp_path / "main.parquet", "key": "id"}
    found = sqlmetrics.score(None, tables=tables, known=3, metrics="unicity")
    for score, p in zip(found, (1, 2, 3), strict=True):
        assert score.value == pytest.approx((1 - comb(3, p) / comb(4, p)) / 20)


def test_the_patients_are_those_of_the_guide() -> None:
    """k is 6, 4 and 6 in the tables, and 1 in all of them."""
    found = sqlmetrics.score(LINKED / "linked.yml", metrics=["k_anonymity", "uniqueness"])
    assert found.tables is not None
    alone = {table.table: table.scores[0].value for table in found.tables.tables}
    assert alone == {"main": 6, "prescriptions": 4, "visits": 6}
    assert (found["k_anonymity"], found["uniqueness"]) == (1, 1)
    shares = [one.value for one in sqlmetrics.score(LINKED / "linked.yml", known=4, metrics="unicity")]
    assert shares == [0, 0, pytest.approx(1 / 12), pytest.approx(1 / 3)]


def test_columns_are_recoded_in_their_table_and_secrets_are_of_main(tmp_path: Path) -> None:
    """A partition makes points alike; what they tell of a secret is what they tell of a union."""
    rng = random.Random(3)
    main = pd.DataFrame({"id": range(30), "ill": [rng.choice("xyz") for _ in range(30)]})
    visits = pd.DataFrame({"id": [rng.randrange(30) for _ in range(60)], "day": [rng.randrange(20) for _ in range(60)]})
    orders = pd.DataFrame(
        {"id": [rng.randrange(30) for _ in range(40)], "item": [rng.choice("pqr") for _ in range(40)]}
    )
    for name, frame in {"main": main, "visits": visits, "orders": orders}.items():
        frame.to_parquet(tmp_path / f"{name}.parquet")
    tables: dict[str, Any] = {
        name: {"relation": tmp_path / f"{name}.parquet", "key": "id"} for name in ("main", "visits", "orders")
    }
    tables["visits"] |= {"columns": "day", "partitions": {"day": {"cuts": [7, 14]}}}
    tables["orders"] |= {"columns": "item"}
    found = sqlmetrics.score(None, sensitive="ill", tables=tables, known=2)
    cut = visits.assign(table="visits", value=[str(day // 7) for day in visits["day"]])
    named = orders.assign(table="orders", value=orders["item"])
    union = pd.concat([cut, named]).merge(main, on="id")
    expected = sqlmetrics.score(union, ["table", "value"], "ill", individual="id", known=2)
    assert [(one.metric, one.target, one.parameters) for one in found] == [
        (one.metric, one.target, one.parameters) for one in expected
    ]
    for own, other in zip(found, expected, strict=True):
        assert own.value == pytest.approx(other.value, abs=1e-12)
    assert found.tables is not None
    assert linked_points(found.tables) == "a row of visits (day as day) or orders (item)"


MAIN: Any = {"relation": LINKED / "patients.csv", "key": ["clinic", "number"]}
VISITS: Any = {"relation": LINKED / "visits.csv", "key": ["clinic", "number"], "columns": "ward"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"tables": {"visits": VISITS}}, "name the table with a row for each person `main`"),
        ({"tables": {"main": MAIN, "visits": VISITS | {"key": "number"}}}, "the key of visits has 1 columns and"),
        ({"tables": {"main": MAIN, "visits": VISITS | {"key": ["clinic", "nr"]}}}, "has no column 'nr'"),
        ({"tables": {"main": MAIN, "visits": VISITS | {"columns": "wards"}}}, "has no column 'wards'"),
        ({"tables": {"main": MAIN, "visits": VISITS | {"relation": "no.csv"}}}, "no such file: no.csv"),
        ({"tables": {"main": MAIN, "visits": VISITS | {"columns": "clinic"}}}, "'clinic' of visits is its key"),
        ({"tables": {"main": MAIN}}, "have no point of a person: name `columns` of main"),
        (
            {"tables": {"main": MAIN | {"key": "clinic"}, "visits": VISITS | {"key": "clinic"}}},
            "main has 10 further rows of people who have one already",
        ),
        (
            {"tables": {"main": MAIN, "visits": VISITS | {"key": ["ward", "number"], "columns": "clinic"}}},
            "no key of visits is in main: compare ward and number there with clinic and number",
        ),
        ({"tables": {"main": MAIN, "visits": VISITS}, "individual": "number"}, "leave `individual` out"),
        ({"tables": {"main": MAIN, "visits": VISITS}, "text": "ward"}, "`text` does not go with `tables`"),
        ({"tables": {"main": MAIN, "visits": VISITS}, "where": "number = 1"}, "`where` picks records of one relation"),
        ({"tables": {"main": MAIN, "visits": VISITS}, "known": None}, "`tables` needs `known`"),
        ({"tables": {"main": MAIN, "visits": VISITS}, "query": "select 1"}, "`tables` stand in place of a `query`"),
        (
            {"tables": {"main": MAIN, "visits": VISITS | {"partitions": {"day": {"date": "month"}}}}},
            "visits has a partition of 'day', which is none of its `columns`",
        ),
    ],
)
def test_what_cannot_be_linked_is_refused_in_a_sentence(words: dict[str, Any], says: str) -> None:
    """A child without a parent, keys that are none, and words that say something else."""
    with pytest.raises(SpecError, match=says.replace("(", r"\(")):
        sqlmetrics.score(None, **{"known": 2, **words})


LINKS: dict[str, Any] = {
    "main": {"relation": "people", "key": "id", "columns": ["k", "f"]},
    "visits": {
        "relation": "visits",
        "key": "id",
        "columns": ["hospital", "day"],
        "partitions": {"day": {"date": "month"}},
    },
    "t": {"relation": "t", "key": ["p"], "columns": []},
}
"""Tables of the engines: texts that collations fold, NULLs, floats, dates, and no columns."""


@pytest.mark.parametrize("known", [{"known": 2, "targets": "all"}, {"known": 2}, {"known": "all"}])
def test_engines_link_the_same_rows(known: dict[str, Any], engine: Database, truth: Database) -> None:
    """What is in each table, and the scores of all together, are those of DuckDB."""
    spec = spec_over({"tables": LINKS, "sensitive": "x", "metrics": ["k_anonymity"], **known}, "the test")
    linked = linked_relation(spec)

    def rows(database: Database) -> list[Any]:
        relations = [database.relation(name) for name in ("people", "visits", "t")]
        entries = linked_entries(linked, relations, database.facts)
        from_sql = linked_sql(entries, database.facts)
        extents = sorted(database.rows(linked_extent_sql(entries, database.facts)))
        if spec.known == "all":
            asked = Asked(points_plan(spec), database.facts, from_sql, None, [])
            plan, _, people, _, _ = of_traces(spec, traces_plan(spec), asked)
            scores = statement(plan, "tables", plan_entries(plan, people, needed=True), database.facts)
        else:
            whole = events_plan(spec)
            plan = target_plan(whole, whole.targets[0])
            scores = points_query(Asked(plan, database.facts, from_sql, None, []), 2, wanted_sets(spec))
        return [[*map(int, row)] for row in extents] + [[row[0], row[1], row[8]] for row in database.rows(scores)]

    assert rows(engine) == rows(truth)


def test_what_is_left_out_is_said(tmp_path: Path, run: Callable[..., Run]) -> None:
    """The answer has rows of nobody, people without a row, and the table that contributes most."""
    world: World = {
        "main": [("a", number) for number in range(4)],
        "visits": [("a", 0, "x"), ("a", 1, "x"), ("b", 7, "x"), ("b", 8, "y"), ("a", None, "y")],
        "orders": [("a", 0, "p"), ("a", 1, "q")],
    }
    tables = written(tmp_path, world, main=[], visits=["ward"], orders=["item"])
    for name in tables:
        tables[name]["relation"] = f"{name}.parquet"
    spec = tmp_path / "spec.yml"
    spec.write_text(json.dumps({"tables": tables, "known": 2, "metrics": ["unicity", "k_anonymity"]}))
    shown = run("score", "--spec", spec)
    lines = [" ".join(line.split()) for line in shown.out.splitlines()]
    text = " ".join(lines)
    assert "a row of visits (ward) or orders (item)?" in text
    assert "Left out: 2 rows of visits whose key main lacks and 1 row of visits without a key." in text
    assert "People without a row: 2 in visits and 2 in orders." in text
    assert "2 people without any point: in no score." in text
    place = lines.index("orders 2 1 1 2 0")
    assert lines[place : place + 3] == ["orders 2 1 1 2 0", "visits 2 2 0 1 1", "all together 2 1 1"]
    found = json.loads(run("score", "--spec", spec, "-f", "json").out)
    assert [(one["metric"], one["parameters"]) for one in found["scores"]] == [
        ("k_anonymity", "known=2"),
        ("unicity", "known=1"),
        ("unicity", "known=2"),
    ]
    alone = found["tables"]
    assert (alone["people"], alone["pointless"], [one["table"] for one in alone["alone"]]) == (
        4,
        2,
        ["main", "visits", "orders"],
    )


def test_tables_of_a_database_are_the_files(tmp_path: Path) -> None:
    """A file of DuckDB has the same people, and so has a connection."""
    tables: dict[str, Any] = {
        "main": MAIN | {"relation": "patients", "columns": "born"},
        "visits": VISITS | {"relation": "visits"},
    }
    with duckdb.connect(tmp_path / "c.duckdb") as connection:
        for name in ("patients", "visits"):
            connection.execute(f"create table {name} as from '{LINKED / name}.csv'")
        lent = sqlmetrics.score(None, tables=tables, known=2, connection=connection)
    held = sqlmetrics.score(None, tables=tables, known=2, database=tmp_path / "c.duckdb")
    files = {name: table | {"relation": LINKED / f"{table['relation']}.csv"} for name, table in tables.items()}
    read = sqlmetrics.score(None, tables=files, known=2)
    values = [(one.metric, one.parameters, one.value) for one in read]
    assert [[(one.metric, one.parameters, one.value) for one in found] for found in (lent, held)] == [values, values]
    assert values[0] == ("k_anonymity", "known=2", 3)


def test_a_certificate_of_tables_is_measured_again_by_its_spec(tmp_path: Path, run: Callable[..., Run]) -> None:
    """The certificate holds keys and columns, and no place: the spec says where the tables lie."""
    page, held = tmp_path / "report.html", tmp_path / "report.json"
    spec = LINKED / "linked.yml"
    assert run("report", "--spec", spec, "--internal", "-o", page, "--json", held).code == 0
    document = json.loads(held.read_text())
    assert document["spec"]["tables"]["main"] == {"key": ["clinic", "number"], "columns": ["born"]}
    assert [(one["name"], one["smallest"]["value"]) for one in document["points"]["tables"]] == [
        ("main", 6),
        ("prescriptions", 4),
        ("visits", 6),
    ]
    again = run("verify", held, "--spec", spec)
    assert (again.code, "measured again, nothing differs" in again.out) == (0, True)
    refused = run("verify", held, "--relation", LINKED / "patients.csv")
    assert (refused.code, "about several tables, whose places it does not hold" in refused.err) == (2, True)
