"""Names in printed statements: plain ones as the database keeps those that nobody quoted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
import sqlglot
from sqlglot import exp
from sqlglot.optimizer.normalize_identifiers import normalize_identifiers

import sqlmetrics
from conftest import Run
from engines import Database
from grammars import GLOT, tree_of
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.dialects import DIALECTS, check_dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import catalogued, kept

Command = Callable[..., Run]

WORDS: dict[str, Any] = {"metrics": ["k", "DR"], "level": "class"}


def names_read(text: str, dialect: str) -> tuple[set[str], set[tuple[str, str]]]:
    """Return the columns of the source that a statement reads, and its tables with a schema."""
    tree = tree_of(text, dialect)
    readers = [select for select in tree.find_all(exp.Select) if any(table.db for table in select.find_all(exp.Table))]
    read = [column for column in readers[-1].find_all(exp.Column) if column.table.lower() in {"", "source"}]
    columns = {column.name for column in read}
    tables = {(table.db, table.name) for table in tree.find_all(exp.Table) if table.db}
    return columns, tables


@pytest.mark.parametrize("dialect", [name for name in GLOT if DIALECTS[name].folds])
def test_plain_names_are_those_of_unquoted_ones(dialect: str) -> None:
    """What is printed names the objects that a statement with the bare names would."""
    text = sqlmetrics.sql(
        "clinic.Patients", ["age", "Zip_3"], ["disease"], individual="Person", dialect=dialect, **WORDS
    )
    bare = sqlglot.parse_one("select age, Zip_3, disease, Person from clinic.Patients", read=GLOT[dialect])
    wanted = normalize_identifiers(bare, dialect=GLOT[dialect])
    columns, tables = names_read(text, dialect)
    assert columns == {column.name for column in wanted.find_all(exp.Column)}
    assert tables == {(table.db, table.name) for table in wanted.find_all(exp.Table)}
    assert "'disease'" in text, "results keep the names as the user writes them"
    note = f"-- names are in {DIALECTS[dialect].folds} case, as {dialect} keeps unquoted ones; the flag or word exact"
    assert note in text
    assert note not in sqlmetrics.sql("Patients", "Zip_3", dialect=dialect, exact_names=True)
    for name, changed in (("Patients", True), ("patients", False), ("PATIENTS", True)):
        there = note in sqlmetrics.sql(f"clinic.{name}", "age", dialect=dialect, metrics="k_anonymity")
        assert there is (changed or DIALECTS[dialect].folds == "upper")


@pytest.mark.parametrize("dialect", GLOT)
def test_exact_names_are_kept_in_every_dialect(dialect: str) -> None:
    """So are names that need quotes, and in the dialects that do not fold all names."""
    exact = sqlmetrics.sql("clinic.Patients", ["age", "Zip"], ["ill"], dialect=dialect, exact_names=True, **WORDS)
    assert names_read(exact, dialect) == ({"age", "Zip", "ill"}, {("clinic", "Patients")})
    odd = sqlmetrics.sql('clinic."my Patients"', ["native-country"], ["größe"], dialect=dialect, **WORDS)
    columns, tables = names_read(odd, dialect)
    assert columns == {"native-country", "größe"}
    assert {name for _, name in tables} == {"my Patients"}


def test_quotes_keep_a_name() -> None:
    """A column or a part of a table's name in double quotes is spelt as it stands there."""
    snowflake = check_dialect("snowflake")
    assert [kept(name, snowflake) for name in ("age", '"age"', "Native_1", "a b", "1a", '"a""b"')] == [
        *("AGE", "age", "NATIVE_1", "a b", "1a", 'a"b')
    ]
    assert kept('"age"', check_dialect("duckdb")) == '"age"'
    text = sqlmetrics.sql('clinic."patients"', ["age"], dialect="snowflake", metrics=["k"])
    assert 'from "CLINIC"."patients"' in text


def test_the_analyst_pastes_into_a_warehouse(run: Command) -> None:
    """Tables that were made with bare names are found, by every command that prints a statement."""
    keys = ("clinic.patients", "-q", "age", "-q", "zip", "-s", "disease")
    printed = run("sql", *keys, "--dialect", "snowflake", "-m", "k")
    assert printed.code == 0
    assert 'from "CLINIC"."PATIENTS"' in printed.out
    assert '"AGE"' in printed.out
    kept_names = run("sql", *keys, "--dialect", "snowflake", "-m", "k", "--exact-names").out
    assert '"clinic"."patients"' in kept_names
    assert '"AGE"' not in kept_names
    for command, *more in (("count",), ("suda",), ("baseline",), ("posterior",), ("classes", "--condition", "k < 5")):
        text = run(command, *keys, "--print-sql", "--dialect", "oracle", *more)
        assert text.code == 0
        assert '"CLINIC"."PATIENTS"' in text.out
        assert '"disease"' not in text.out
    subsets = run("sql", *keys, "--subsets", "all", "--dialect", "snowflake").out
    assert '"AGE"' in subsets
    assert '"age"' not in subsets


RELEASED = ("rel", "--original", "Clinic.People", "--database", "d.duckdb", "--print-sql", "--dialect", "snowflake")


@pytest.mark.parametrize(
    "arguments",
    [
        ("attacks", *RELEASED, "-q", "age", "-q", "zip", "-s", "disease", "--record-id", "pid"),
        ("gda", *RELEASED, "--known", "age", "--known", "zip", "--secret", "disease"),
        ("tradeoff", "Clinic.People", *RELEASED[:1], *RELEASED[3:], "-q", "age", "-s", "disease", "-w", "zip"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_statements_on_releases_write_the_same_names(
    arguments: tuple[str, ...], run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacks and trade-offs name columns and tables as `score` does."""
    monkeypatch.chdir(tmp_path)
    printed = run(*arguments)
    assert printed.code == 0
    assert 'from "CLINIC"."PEOPLE"' in printed.out
    assert '"AGE"' in printed.out
    assert not [name for name in ("age", "zip", "disease", "pid", "rel") if f'"{name}"' in printed.out]
    exact = run(*arguments, "--exact-names").out
    assert 'from "Clinic"."People" source' in exact
    assert '"AGE"' not in exact


def test_utility_is_printed_for_the_other_database(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables of a file that is read for its bins have their names in the other database."""
    monkeypatch.chdir(tmp_path)
    with duckdb.connect("d.duckdb") as connection:
        connection.execute("create table people as select i % 7 as age, i % 2 as ill from range(60) r(i)")
        connection.execute("create table rel as select * from people")
    arguments = ("utility", "rel", "--original", "people", "--database", "d.duckdb", "--column", "AGE", "--print-sql")
    own = run(*arguments)
    assert own.code == 0
    assert "sqlmetrics_database" not in own.out
    printed = run(*arguments, "--dialect", "snowflake").out
    assert 'source."ILL" as "ill" from "PEOPLE" source' in printed
    assert 'from "people"' in run(*arguments, "--dialect", "snowflake", "--exact-names").out


def test_the_catalogue_decides_what_a_name_means() -> None:
    """A name means the column that it spells, also folded, or the only one of its letters."""
    duckdb_, snowflake = check_dialect("duckdb"), check_dialect("snowflake")
    assert catalogued(["age", "ZIP", "no"], ["Age", "zip"], duckdb_, "t") == {"age": "Age", "ZIP": "zip"}
    assert catalogued(["age", '"zip"', '"Sex"'], ["AGE", "zip", "SEX"], snowflake, "t") == {
        "age": "AGE",
        '"zip"': "zip",
    }
    assert catalogued(["AGE", "age"], ["AGE"], snowflake, "t") == {}
    with pytest.raises(SpecError, match="'age' may be 'Age' or 'AGE' of t; write it as it is spelt there"):
        catalogued(["age"], ["Age", "AGE"], duckdb_, "t")
    with pytest.raises(SpecError, match="'age' may be 'age' or 'AGE' of t; write it in double quotes"):
        catalogued(["age"], ["age", "AGE"], snowflake, "t")


@pytest.mark.engines("url")
def test_names_are_those_of_the_database_behind_a_url(engine: Database, run: Command) -> None:
    """A name in other letters finds its column or table, and results spell it as the user does."""
    assert engine.url is not None

    def quoted(name: str) -> str:
        return str(render("quoted", name, dialect=engine.facts))

    place = "" if engine.schema is None else f"{quoted(engine.schema)}."
    engine.rows(f"create table {place}people_folded ({quoted('Age')} integer, zip integer, ill integer)")
    try:
        engine.rows(f"insert into {place}people_folded values (1, 2, 3), (1, 2, 4), (2, 2, 3)")
        if engine.connection is not None and hasattr(engine.connection, "commit"):
            engine.connection.commit()
        schema = "" if engine.schema is None else f'"{engine.schema}".'
        table = f"{schema}{'People_Folded' if engine.facts.folds else 'people_folded'}"
        ended = run("score", table, "-q", "AGE", "-q", "Zip", "-s", "ILL", "--url", engine.url, "-f", "json")
        assert ended.code == 0, ended.err
        result = json.loads(ended.out)
        assert result["columns"]["quasi_identifiers"] == ["AGE", "Zip"]
        (smallest,) = (score["value"] for score in result["scores"] if score["metric"] == "k_anonymity")
        assert smallest == 1
        assert {score["target"] for score in result["scores"]} == {"identity", "ILL"}
        if engine.facts.tables is not None:
            missing = run("score", f"{schema}Peple_folded", "-q", "zip", "--url", engine.url)
            assert (missing.code, missing.out) == (3, "")
            assert f"no such table: {schema}Peple_folded".replace('"', "") in missing.err
            assert "; did you mean " in missing.err
            assert f"'{schema}people_folded'" in missing.err
    finally:
        engine.rows(f"drop table {place}people_folded")
