"""The advice for a table is the same whatever engine holds it, and the view scores there so."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import duckdb
import pytest
from hypothesis import given

from conftest import defined, same
from engines import TABLES, Connection, Database
from examples import examples
from lattices import Case, cases
from sqlmetrics.advice import advice as advice_module
from sqlmetrics.advice.advice import advise, advised_plan
from sqlmetrics.advice.cuts.classes import Border, ClassValues, Cut, CutClasses, CutKey
from sqlmetrics.advice.result import Advice
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.source import Source
from sqlmetrics.publication import planned as planned_module
from sqlmetrics.publication.planned import planned_release
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.render import render

LEVELS: dict[str, Any] = {
    "zip": {"prefix": [3, 1]},
    "born": {"date": ["month", "year"]},
    "f": {"cuts": [[1, 1.5], [1]]},
    "k": [{"name": "letters", "domains": {"a's": ["a", "A", "a "]}, "unmapped": "other"}],
}

KINDS = {"name": "kinds", "domains": {"flu": ["flu", "Flu"]}, "unmapped": "other"}

CASES: dict[str, tuple[list[str], list[str], dict[str, Any]]] = {
    "sizes": (["zip", "born", "f", "k"], [], {"thresholds": {"k_anonymity": {"at_least": 4}}}),
    "values": (
        ["zip", "born", "k"],
        ["x"],
        {
            "partitions": {"x": ["raw", KINDS]},
            "thresholds": {
                "k_anonymity": {"at_least": 3},
                "distinct_l_diversity": {"at_least": 2},
                "t_closeness_equal": {"at_most": 0.55, "target": "x"},
            },
        },
    ),
    "nulls": (
        ["zip", "f", "k"],
        ["x"],
        {
            "nulls": "drop",
            "thresholds": {"k_anonymity": {"at_least": 3}, "discrimination_rate": {"at_most": 0.9}},
        },
    ),
    "people": (["born", "f"], ["x"], {"individual": "zip", "thresholds": {"k_anonymity": {"at_least": 3}}}),
    "order": (
        ["zip", "f"],
        ["x"],
        {
            "orders": {"x": ["flu", "Flu", "it's", "x\\y"]},
            "nulls": "drop",
            "thresholds": {"t_closeness_ordered": {"at_most": 0.5}},
        },
    ),
    "population": (
        ["zip", "f"],
        [],
        {"population": "people", "where": "id < 41", "thresholds": {"k_map": {"at_least": 6}}},
    ),
}
"""The keys, sensitive attributes and words of a search."""


def advised(database: Database, case: str, monkeypatch: pytest.MonkeyPatch) -> Advice:
    """Return the advice for the people of a database."""
    keys, sensitive, words = CASES[case]
    levels = {column: level for column, level in LEVELS.items() if column in keys}
    words = {**words, "advise": {"generalizations": levels, "suppress": "20%"}}
    if "population" in words:
        words["population"] = database.written("people")
    spec = call_spec(database.written("people"), keys, sensitive, words, connection=database.connection or object())
    read_people(database, spec, advice_module, monkeypatch)
    return advise(spec)


def read_people(database: Database, spec: Spec, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a module open the people of a database that has no connection."""
    if database.connection is None:

        @contextmanager
        def opened(*_: object, **__: object) -> Iterator[Source]:
            engine = Engine(database.facts, Connection(database, TABLES["people"].columns))
            yield Source(engine, "people", database.relation("people")).filtered(spec.where)

        monkeypatch.setattr(module, "opened_records", opened)


def numbers(advice: Advice) -> list[float | None]:
    """Return the loss, and the scores before and after."""
    return [advice.loss, *(value for change in advice.thresholds for value in (change.before, change.after))]


@pytest.fixture(scope="module")
def expected(truth: Database) -> Callable[[str], Advice]:
    """Give the advice of DuckDB for each case, found once."""
    found: dict[str, Advice] = {}

    def give(case: str) -> Advice:
        if case not in found:
            with pytest.MonkeyPatch.context() as patch:
                found[case] = advised(truth, case, patch)
        return found[case]

    return give


@pytest.mark.sampled(2)
@pytest.mark.engines("quick", "staged")
@pytest.mark.parametrize("case", CASES)
def test_advice_is_that_of_duckdb(
    case: str, engine: Database, expected: Callable[[str], Advice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Levels, loss, records suppressed and the view's own scores are the same on every engine."""
    wanted = expected(case)
    found = advised(engine, case, monkeypatch)
    assert found.passed
    assert (found.levels, found.suppressed, found.ties) == (wanted.levels, wanted.suppressed, wanted.ties)
    assert numbers(found) == same(numbers(wanted))


@pytest.mark.engines("quick")
def test_turns_of_attackers_leave_as_many_records(
    engine: Database, truth: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each engine's statement drops the records that are dropped for several attackers in turn."""
    words: dict[str, Any] = {
        "attackers": {"neighbour": ["zip", "k"], "friend": ["born", "k"]},
        "thresholds": {"k_anonymity": 3, "t_closeness_equal": 0.6},
        "release": {"levels": {"zip": {"prefix": 3}}, "drop": "95%"},
    }
    found = []
    for database in (truth, engine):
        people = database.written("people")
        spec = call_spec(people, (), ["x"], words, connection=database.connection or object())
        read_people(database, spec, planned_module, monkeypatch)
        planned = planned_release(spec)
        query = planned.written(database.relation("people"), database.facts)
        ((left,),) = database.rows(f"select count(*) from (\n{query}\n) source")
        assert left == planned.records - planned.dropped
        found.append((planned.records, planned.dropped, len(planned.recoding.turns)))
    assert found[0] == found[1]
    assert (found[0][0] > found[0][1] > 0, found[0][2] > 2) == (True, True)


@pytest.mark.engines("quick")
@pytest.mark.parametrize("strategy", ["mondrian", "mondrian_relaxed"])
def test_classes_of_cuts_are_made_where_the_table_lies(
    strategy: str, engine: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each engine's statement puts every record into a class that keeps the limits."""
    words: dict[str, Any] = {
        "thresholds": {"k_anonymity": 3, "distinct_l_diversity": 2},
        "release": {"strategy": strategy},
    }
    spec = call_spec(engine.written("people"), [*LEVELS], ["x"], words, connection=engine.connection or object())
    read_people(engine, spec, planned_module, monkeypatch)
    planned = planned_release(spec)
    query = planned.written(engine.relation("people"), engine.facts)
    quoted = {name: render("quoted", name, dialect=engine.facts) for name in [*LEVELS, "x"]}
    keys = ", ".join(quoted[name] for name in LEVELS)
    values = f"count(distinct coalesce({quoted['x']}, 'none'))"
    sizes = engine.rows(f"select {keys}, count(*), {values} from (\n{query}\n) source group by {keys}")
    assert planned.recoding.cuts is not None
    assert len(sizes) == len(planned.recoding.cuts.classes) > 3
    assert sum(int(row[-2]) for row in sizes) == planned.records
    assert all(int(row[-2]) >= 3 and int(row[-1]) >= 2 for row in sizes)


@pytest.mark.engines("quick")
def test_cuts_may_lie_deep_within_others(engine: Database) -> None:
    """Thirty cuts one within another are made in stages, which no engine's parser runs out on."""
    spec = call_spec("people", ["id"], (), {"thresholds": {"k_anonymity": 1}}, connection=object())
    regions = [1, *range(2, 62, 2)]
    cuts = [
        Cut(region, 1, 2 * place, 2 * place + 1, (Border(31 - place, 32 - place, str(31 - place)),))
        for place, region in enumerate(regions[:-1], 1)
    ]
    leaves = [ClassValues(60, ("1",)), *(ClassValues(2 * place + 1, (str(32 - place),)) for place in range(1, 31))]
    found = CutClasses((CutKey("id", "number", False),), tuple(cuts), tuple(leaves))
    text = found.query(["id"], advised_plan(spec), engine.relation("people"), engine.facts)
    rows = engine.rows(f"select {render('quoted', 'id', dialect=engine.facts)} from (\n{text}\n) source")
    ids = engine.rows(f"select id from {engine.relation('people')} source")
    assert sorted(int(row[0]) for row in rows) == sorted(min(int(row[0]), 31) for row in ids)


@pytest.fixture(scope="module")
def duck() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection on which random tables are registered."""
    with duckdb.connect(config={"python_enable_replacements": False}) as opened:
        yield opened


def in_sqlite(case: Case) -> sqlite3.Connection:
    """Return a database with the tables of a case."""
    connection = sqlite3.connect(":memory:")
    for name, rows in (("given", case.rows), ("everybody", case.population or [])):
        kinds = {column: "integer" if column in case.numbers else "text" for column in case.rows[0]}
        columns = ", ".join(f"{render('quoted', column)} {kind}" for column, kind in kinds.items())
        connection.execute(f"create table {name} ({columns})")
        marks = ", ".join("?" * len(kinds))
        connection.executemany(
            f"insert into {name} values ({marks})", [[row[column] for column in kinds] for row in rows]
        )
    return connection


@examples(12, thorough=1 / 3)
@given(case=cases())
def test_random_advice_is_that_of_duckdb(duck: duckdb.DuckDBPyConnection, case: Case) -> None:
    """Tables with odd names and values, people, populations, any threshold and loss, in SQLite."""
    duck.register("given", case.table(case.rows))
    duck.register("everybody", case.table(case.population or case.rows))
    with tempfile.TemporaryDirectory() as folder:
        words = case.options(Path(folder)) | ({} if case.population is None else {"population": "everybody"})
        wanted, found = (
            advise(call_spec("given", case.keys, case.sensitive, words, connection=connection))
            for connection in (duck, in_sqlite(case))
        )
    assert (found.levels, found.ties, found.nodes) == (wanted.levels, wanted.ties, wanted.nodes)
    assert defined(numbers(found)) == same(numbers(wanted))
