"""Names in printed statements: plain ones as the database keeps those that nobody quoted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlglot
from sqlglot import exp
from sqlglot.optimizer.normalize_identifiers import normalize_identifiers

import sqlmetrics
from conftest import Run
from grammars import GLOT, tree_of
from sqlmetrics.statement.dialects import DIALECTS, check_dialect
from sqlmetrics.statement.spelling import kept

Command = Callable[..., Run]

WORDS: dict[str, Any] = {"metrics": ["k", "DR"], "level": "class"}


def names_read(text: str, dialect: str) -> tuple[set[str], set[tuple[str, str]]]:
    """Return the columns of the source that a statement reads, and its tables with a schema."""
    tree = tree_of(text, dialect)
    columns = {column.name for column in tree.find_all(exp.Column) if column.table.lower() == "source"}
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
    assert 'from "CLINIC"."patients" source' in text


def test_the_analyst_pastes_into_a_warehouse(run: Command) -> None:
    """Tables that were made with bare names are found, by every command that prints a statement."""
    keys = ("clinic.patients", "-q", "age", "-q", "zip", "-s", "disease")
    printed = run("sql", *keys, "--dialect", "snowflake", "-m", "k")
    assert printed.code == 0
    assert 'from "CLINIC"."PATIENTS" source' in printed.out
    assert 'source."AGE"' in printed.out
    kept_names = run("sql", *keys, "--dialect", "snowflake", "-m", "k", "--exact-names").out
    assert '"clinic"."patients"' in kept_names
    assert '"AGE"' not in kept_names
    for command, *more in (("count",), ("suda",), ("baseline",), ("classes", "--where", "k < 5")):
        text = run(command, *keys, "--print-sql", "--dialect", "oracle", *more)
        assert text.code == 0
        assert '"CLINIC"."PATIENTS"' in text.out
        assert '"disease"' not in text.out
    subsets = run("sql", *keys, "--subsets", "all", "--dialect", "snowflake").out
    assert '"AGE"' in subsets
    assert '"age"' not in subsets
