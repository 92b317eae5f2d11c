"""One text, one number: every engine gives DuckDB's values of utility.

They are coverage, the answers of a workload, and information loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlglot import exp

import sqlmetrics
from conftest import defined, same
from engines import COLUMNS, ENGINES, TABLES, Database
from grammars import tree_of
from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import Engine
from sqlmetrics.release.utility.answers import queries_plan
from sqlmetrics.release.utility.column_scores import linked_plans, pairs_plan
from sqlmetrics.release.utility.columns import UtilityColumn
from sqlmetrics.release.utility.groups import Relations
from sqlmetrics.release.utility.measured import columns_plan
from sqlmetrics.release.utility.propensity import propensities_plan
from sqlmetrics.release.utility.workload import generic_bases
from sqlmetrics.release.utility.workload_file import friendly_bases
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import render
from statements import CHECKED, EXPLAIN

TREE = tuple((str(value), "few" if value < 10 else "many", "*") for value in (3, 4, 10, 11, 20))
"""The hierarchy of the column y."""

NAMES = ("k", "g", "x", "y", "f", "m")


def columns() -> list[UtilityColumn]:
    """Return the columns of the original table, as they are measured."""
    described = []
    for number, name in enumerate(NAMES, 1):
        values = [row[list(COLUMNS).index(name)] for row in TABLES["t"].rows]
        there = [value for value in values if value is not None]
        kind = "text" if COLUMNS[name] == "text" else "number"
        described.append(UtilityColumn(number, name, kind, min(there), max(there), len({*there}), text=name == "y"))
    return [replace(column, continuous=column.name in {"g", "m"}) for column in described]


def statements(database: Database) -> dict[str, str]:
    """Return statements about an original, a release that lacks records, and an empty one.

    Small sizes make conditions.
    """
    table = database.relation("t")
    names = tuple((name, "") for name in COLUMNS)
    mapped = render("as_string", "t.y", dialect=database.facts)
    kept = ", ".join(f"t.{render('quoted', name, dialect=database.facts)}" for name in COLUMNS if name != "y")
    as_text = mapped.replace("t.y", "t." + render("quoted", "y", dialect=database.facts))
    word = render("literal", "few", dialect=database.facts)
    y = render("quoted", "y", dialect=database.facts)
    fewer = (
        f"(select {kept}, case when t.{y} < 10 then {word} else {as_text} end as {y} from {table} t where t.{y} <> 20)"
    )
    relations = Relations(
        Engine(database.facts, None),
        Compared("t", table, names),
        (Compared("fewer", fewer, names), Compared("empty", database.relation("empty"), names)),
        "p",
        "a ",
    )
    of = columns()
    numbers = [column for column in of if column.name in {"k", "g", "m"}]
    generic = generic_bases(numbers, len(TABLES["t"].rows), seed=3, counted=True)
    alone = replace(relations, individual=None)
    generated = queries_plan(relations, generic, 40, 3)
    generated["selected"]["bands"] = [3, 6, 12, 25, 50, 201]
    unselected = friendly_bases(
        [
            {"columns": ["k", "g"], "bins": {"g": 2}, "measures": ["records", {"sum": "m"}]},
            {"columns": ["f"], "bins": {"f": [1, 1.5]}},
        ],
        {column.name: column for column in of},
        counted=False,
        first=1,
        where="here",
    )
    plans = {
        "column_losses": columns_plan(replace(relations, releases=relations.releases[:1]), of, {"y": TREE}),
        "pair_losses": pairs_plan(relations, numbers),
        "linked_losses": linked_plans(relations, relations.releases[0], numbers, "p")[0],
        "saturated_propensities": propensities_plan(relations, [column for column in of if column.name in "kgx"]),
        "propensity_cells": propensities_plan(relations, of),
    }
    texts = {name: render(name, plan, dialect=database.facts) for name, plan in plans.items()}
    texts["generated"] = render("asked_queries", generated, dialect=database.facts)
    texts["unselected"] = render("asked_queries", queries_plan(alone, unselected, None, 1), dialect=database.facts)
    texts["extremes"] = render("column_extremes", table, ["g", "f"], dialect=database.facts)
    texts["repeated"] = render("repeated_records", table, "p", dialect=database.facts)
    return texts


STATEMENTS = (
    *("column_losses", "pair_losses", "linked_losses", "saturated_propensities"),
    *("generated", "unselected", "extremes", "repeated"),
)


@pytest.fixture(scope="module")
def expected() -> Iterator[dict[str, list[Any]]]:
    """Return DuckDB's rows of each statement."""
    with ENGINES["duckdb"].open() as database:
        yield {name: plain(database.rows(statement)) for name, statement in statements(database).items()}


def plain(rows: list[Any]) -> list[list[float | str | None]]:
    """Return rows of numbers, and of texts for cells that are none, without drivers' own types."""
    plain_rows = []
    for row in rows:
        cells: list[float | str | None] = []
        for cell in row:
            value = cell.decode() if isinstance(cell, bytes | bytearray) else cell
            try:
                cells.append(None if value is None else float(value))
            except (TypeError, ValueError):
                cells.append(str(value))
        plain_rows.append(cells)
    return plain_rows


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", STATEMENTS)
def test_every_engine_says_what_duckdb_says(engine: Database, expected: dict[str, list[Any]], name: str) -> None:
    """Rows, numbers to 1e-9 and NULLs are the same.

    The generated workload has the same conditions.
    """
    rows, wanted = plain(engine.rows(statements(engine)[name])), expected[name]
    assert len(rows) == len(wanted) > 0
    for mine, other in zip(rows, wanted, strict=True):
        assert [cell for cell in mine if isinstance(cell, str)] == [cell for cell in other if isinstance(cell, str)]
        assert defined([cell for cell in mine if not isinstance(cell, str)]) == same(
            [cell for cell in other if not isinstance(cell, str)]
        )


def test_every_engine_counts_the_cells_of_a_model(engine: Database, expected: dict[str, list[Any]]) -> None:
    """The combinations of values with their records are DuckDB's, in whatever order they come."""
    rows = plain(engine.rows(statements(engine)["propensity_cells"]))
    assert len(rows) > 100
    assert sorted(rows, key=repr) == sorted(expected["propensity_cells"], key=repr)


@pytest.mark.engines("plan")
@pytest.mark.parametrize("name", [name for name in STATEMENTS if name not in {"extremes", "repeated"}])
def test_engines_that_keep_a_with_clause_read_each_relation_once(engine: Database, name: str) -> None:
    """SQLite and PostgreSQL scan the original and each release once.

    This holds however many columns, pairs and queries there are.
    """
    explain, _ = EXPLAIN[engine.dialect]
    plan = engine.rows(explain + statements(engine)[name])
    read = re.compile(r"^(?:SCAN|SEARCH) (?:source|t)\b|Scan on (?:t|empty)( source(_\d+)?)? ")
    relations = 2 if name in {"column_losses", "linked_losses"} else 3
    assert len([row for row in plan if read.search(str(row[-1]))]) == relations


def test_linked_columns_keep_to_the_tables_of_a_statement() -> None:
    """MariaDB allows 64 common table expressions, so that thirteen columns are two statements."""
    linked = [UtilityColumn(number, f"c{number}", "text") for number in range(1, 14)]
    named = tuple((column.name, "") for column in linked)
    mariadb = DIALECTS["mariadb"]
    release = Compared("r", "r", named)
    relations = Relations(Engine(mariadb, None), Compared("t", "t", named), (release,), None, None)
    plans = linked_plans(relations, release, linked, "id")
    assert [len(plan["columns"]) for plan in plans] == [12, 1]
    texts = [render("linked_losses", plan, dialect=mariadb) for plan in plans]
    tables = [len(re.findall(r"^\w+ as \($", text, re.MULTILINE)) for text in texts]
    assert tables == [50, 6]
    assert max(tables) <= mariadb.ctes


TYPED = """select
    cast(md5(cast(i as text)) as uuid) as id, i, 9007199254740992 + i % 40 as big, i % 4 / 4.0 as tenth,
    cast(i % 3 as double precision) as approximate, date '2024-02-28' + i % 3 as day,
    timestamp '2024-02-28 12:00' + i % 3 * interval '1 hour' as moment, cast(md5(cast(i % 5 as text)) as uuid) as uuid,
    i % 2 = 0 as truth, cast(case i % 2 when 0 then 'glad' else 'sad' end as mood) as mood, cast(i % 7 as text) as word,
    cast(null as integer) as nothing
from generate_series(1, 120) s(i)"""
"""Columns of types that do not mix, and of which some have no least value."""


def test_columns_of_all_types_are_counted_together() -> None:
    """Columns whose types PostgreSQL does not tell are still counted as they are.

    There are large integers, decimals, uuids, enums, and a column without a value.
    """
    names = ("tenth", "approximate", "day", "moment", "uuid", "truth", "mood", "word")
    columns = [*names, "big", "nothing", "i"]
    with ENGINES["postgres"].open() as database:
        database.connection.execute("create type mood as enum ('glad', 'sad')")
        database.connection.execute(f"create temp table typed as {TYPED}")
        database.connection.execute("create temp table half as select * from typed where i > 60")
        utility = sqlmetrics.utility(
            "typed", ["typed", "half"], columns=columns, connection=database.connection, individual="id"
        )
    covered = {(score.release, score.target): score.value for score in utility.scores if score.metric == "coverage"}
    assert [covered[release, name] for name in names for release in ("typed", "half")] == [1] * 16
    assert (covered["typed", "big"], covered["half", "big"], covered["typed", "nothing"]) == (1, 1, None)
    assert (covered["typed", "i"], covered["half", "i"]) == (1, 0.5)
    assert {score.value for score in utility.scores if score.metric == "accuracy" and score.release == "typed"} == {1.0}


def test_the_conditions_are_of_every_size(expected: dict[str, list[Any]]) -> None:
    """The compared workload has forty conditions of all bands, and only one release answers them.

    The other release is empty.
    """
    rows = expected["generated"]
    assert len(rows) == 40
    assert {row[1] for row in rows} >= {1.0, 2.0, 3.0, 4.0}
    assert any(row[-9] is not None for row in rows)
    assert all(row[-8] is None for row in rows)


@pytest.mark.parametrize("dialect", CHECKED)
def test_the_statements_are_queries_of_the_dialects_without_an_engine(dialect: str) -> None:
    """A grammar reads each statement as one query of the dialect.

    That is less than executing it.
    """
    texts = statements(Database(dialect, lambda _: []))
    for name in ("column_losses", "linked_losses", "saturated_propensities", "propensity_cells", "generated"):
        assert isinstance(tree_of(texts[name], dialect), exp.Select)
