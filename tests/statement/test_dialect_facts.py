"""The table of dialects is complete and used, and no other module names a dialect."""

from __future__ import annotations

import ast
import dataclasses
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from golden import GOLDEN

from conftest import ROOT
from engines import ENGINES
from sqlmetrics.engine.drivers import reported
from sqlmetrics.engine.engine import CLIENTS
from sqlmetrics.engine.url import dialect_of_url, dialect_to_write
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.statement import dialects, sessions
from sqlmetrics.statement.dialects import DIALECTS, DUCKDB, Dialect, HistoryTable, check_dialect
from sqlmetrics.statement.render import macro_files
from sqlmetrics.statement.sessions import Driver
from statements import CHECKED
from vendor_facts import BACKSLASH, CONSTRUCTS, RESERVED, TRAPS

TABLE, SESSIONS = Path(dialects.__file__), Path(sessions.__file__)
SPEAKS = {"googlesql": "bigquery", "sail": "spark"}
"""The dialects of those engines of the tests that are called otherwise."""


def facts(kind: type[Dialect | Driver | HistoryTable]) -> list[str]:
    """Return the names of the facts about a dialect, a driver or a history's table."""
    return [field.name for field in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else list(kind._fields)


def test_every_dialect_is_executed_or_checked() -> None:
    """An engine of the tests runs each executed dialect; the others have vendor's facts.

    All have an agreed text.
    """
    assert [name for name, dialect in DIALECTS.items() if dialect.name != name] == []
    executed = {name for name, dialect in DIALECTS.items() if dialect.executed}
    assert executed == {SPEAKS.get(name, name) for name in ENGINES}
    for documented in (CONSTRUCTS, TRAPS, BACKSLASH, RESERVED):
        assert set(documented) == set(CHECKED)
    assert {path.stem for path in GOLDEN.glob("*.sql")} == set(DIALECTS)


def test_macros_are_of_dialects() -> None:
    """What stands before a macro's name is a dialect, or default; parents are dialects."""
    variants = {
        match[1]
        for path in macro_files().values()
        for match in re.finditer(r"macro (\w+?)__\w+\(", path.read_text(encoding="utf-8"))
    }
    assert variants - {"default"} <= DIALECTS.keys()
    assert {parent for dialect in DIALECTS.values() for parent in dialect.parents} <= DIALECTS.keys()


def test_what_reaches_a_dialect_is_its_own() -> None:
    """Drivers and URL schemes lead to one dialect; a URL has a driver, which an extra installs."""
    packages = [driver.package for dialect in DIALECTS.values() for driver in dialect.drivers]
    schemes = [scheme for dialect in DIALECTS.values() for scheme in dialect.schemes]
    assert (len(packages), len(schemes)) == (len(set(packages)), len(set(schemes)))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for dialect in DIALECTS.values():
        assert dialect.client in CLIENTS
        assert bool(dialect.schemes) == (dialect.extra is not None)
        assert dialect.extra is None or dialect.extra in extras
        assert (dialect.url_driver is not None) == (bool(dialect.schemes) and dialect.client == "cursor")


def test_facts_agree_with_each_other() -> None:
    """A dialect with a version has a parent; counts are kept in one way; limits have a number."""
    for dialect in DIALECTS.values():
        assert dialect.version is None or dialect.parents
        assert not (dialect.keeps_counts and dialect.caches_counts)
        assert dialect.reads_files or not dialect.local_files
        assert (
            dialect.time_limit is None or dialect.time_limit.format(milliseconds=5, seconds=0.005) != dialect.time_limit
        )
        if dialect.history is not None and dialect.history.wait is not None:
            assert "7" in dialect.history.wait.format(milliseconds=7)


@pytest.mark.parametrize("kind", [Dialect, Driver, HistoryTable])
def test_every_fact_is_documented(kind: type[Dialect | Driver | HistoryTable]) -> None:
    """Below each field stands what it means."""
    (body,) = (
        node.body
        for path in (TABLE, SESSIONS)
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__
    )
    documented = [
        node.target.id
        for node, below in pairwise(body)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and len(str(below.value.value)) > 10
    ]
    assert documented == facts(kind)


@cache
def attributes_read() -> set[str]:
    """Return the names of all attributes that our modules read, which are parsed once."""
    paths = [*(ROOT / "sqlmetrics").rglob("*.py"), ROOT / "tests" / "statements.py"]
    trees = (ast.parse(path.read_text()) for path in paths)
    return {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("kind", [Dialect, Driver, HistoryTable])
def test_every_fact_is_used(kind: type[Dialect | Driver | HistoryTable]) -> None:
    """A fact without a use goes; `executed` is what the tests use."""
    assert set(facts(kind)) - attributes_read() == set()


def named_dialects(text: str) -> Iterator[str]:
    """Give the lines of a module that name a dialect or compare one, and how they do.

    A package of the same name, whose version is read, is no dialect.
    """
    tree = ast.parse(text)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    packages = {argument for call in calls if ast.unparse(call.func) == "version" for argument in call.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in DIALECTS and node not in packages:
            yield f"{node.lineno}: names {node.value}"
        elif isinstance(node, ast.Compare):
            sides = [ast.unparse(side) for side in (node.left, *node.comparators)]
            if any(re.fullmatch(r"DUCKDB(\.\w+)?|DIALECTS\[.*\](\.\w+)?|(.*\.)?dialect\.name", side) for side in sides):
                yield f"{node.lineno}: compares {' and '.join(sides)}"


def test_no_other_module_names_a_dialect() -> None:
    """Other modules use facts of the table, so that adding a dialect is adding its entry."""
    modules = [path for path in (ROOT / "sqlmetrics").rglob("*.py") if path not in {TABLE, SESSIONS}]
    named = [f"{path.relative_to(ROOT)}:{line}" for path in modules for line in named_dialects(path.read_text())]
    assert named == [], "ask a fact of sqlmetrics/statement/dialects.py, or add one"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('if engine.dialect.name == "postgres":\n    pass', "1: names postgres"),
        ('KEEPS = {"duckdb", "sqlite"}', "1: names sqlite"),
        ('LIMITS = {\n    "oracle": 1,\n}', "2: names oracle"),
        ('match name:\n    case "spark":\n        pass', "2: names spark"),
        ("x = engine.dialect is not DUCKDB", "1: compares engine.dialect and DUCKDB"),
        ("x = name == dialect.name", "1: compares name and dialect.name"),
        ("x = dialect in (DIALECTS[name],) or dialect is DIALECTS[name]", "1: compares dialect and DIALECTS[name]"),
    ],
)
def test_a_module_that_names_a_dialect_is_found(text: str, line: str) -> None:
    """The rule above fails where a dialect is named or compared."""
    assert line in list(named_dialects(text))


def test_a_fact_is_no_name() -> None:
    """What asks facts keeps the rule, and so does what builds an engine of DuckDB."""
    assert (
        list(
            named_dialects(
                "x = dialect.reads_files and Engine(DUCKDB, None).dialect.limits is None and version('duckdb')"
            )
        )
        == []
    )


def test_a_name_that_is_nearly_one_gets_a_hint() -> None:
    """An unknown dialect names the nearest one, where there is one, and all there are."""
    assert check_dialect("oracle") is DIALECTS["oracle"]
    with pytest.raises(
        SpecError, match=r"unknown dialect 'Postgresqll'; did you mean 'postgres'\? There are: duckdb, postgres, "
    ):
        check_dialect("Postgresqll")
    with pytest.raises(SpecError, match=r"unknown dialect 'foxpro'; there are: duckdb, "):
        check_dialect("foxpro")


def test_the_dialect_to_write() -> None:
    """It is the one named, else the URL's, else DuckDB's."""
    assert dialect_to_write(None, None) is DUCKDB
    assert dialect_to_write(None, "spark:yarn") is dialect_of_url("spark://h:7077") is DIALECTS["spark"]
    assert dialect_to_write("trino", "postgresql://h/d") is DIALECTS["trino"]
    with pytest.raises(SpecError, match="a duckdb file is opened"):
        dialect_to_write(None, "duckdb:///d.duckdb")


def test_a_name_in_another_case_is_explained() -> None:
    """The message says in which case the dialect keeps unquoted names, if it is another one."""
    assert [DIALECTS[name].folded("Ab") for name in ("oracle", "postgres", "mysql")] == ["AB", "ab", "Ab"]
    for name, message in (
        ("patients", r"name \(oracle keeps unquoted names in upper case\), your"),
        ("PATIENTS", "name, your"),
    ):
        with pytest.raises(QueryError, match=f"check the table's {message}"), reported(name, DIALECTS["oracle"]):
            raise ValueError("ORA-00942")
