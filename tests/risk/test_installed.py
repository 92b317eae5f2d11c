"""A statement that is installed gives the scores of the printed one, and names never act."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

import duckdb
import pytest
import sqlglot

from conftest import Run
from engines import Database
from grammars import GLOT
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.installed import Installed, forms_of, installed_sql
from sqlmetrics.risk.score import score_sql
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import parted

ODD = "a%I's $sqlmetrics$ {0}"
"""A name of a column that a format, a quoted text or a template could take for its own."""

HOSTILE = ("people; drop table people", "people' --", "(select 1)", 'people"; drop table people; --', "%I", "$$")
"""Texts that are no name of a table."""


def asked(**words: Any) -> Spec:
    """Return a spec of the people."""
    roles = {"quasi_identifiers": ["age", ODD], "sensitive": ["ill"], "exact_names": True}
    return spec_over({"relation": "people", "database": "people.duckdb", **roles, **words}, "the test").checked()


CREATE = f"""create table people as
select col0 as age, col1 as "{ODD}", col2 as ill
from (values (1, 'x', 'flu'), (1, 'x', 'hiv'), (2, 'x', 'flu'), (2, 'y', null), (2, 'y', 'flu'))"""


@pytest.fixture
def people() -> Iterator[duckdb.DuckDBPyConnection]:
    """A database of five people; k is 1, and four of five are in a class of two."""
    with duckdb.connect() as connection:
        connection.execute(CREATE)
        yield connection


@pytest.mark.parametrize(("form", "call"), [("view", "sqlmetrics_scores"), ("macro", "sqlmetrics_scores('people')")])
def test_duckdb_gives_the_scores(people: duckdb.DuckDBPyConnection, form: Installed, call: str) -> None:
    """A view and a table macro give the rows of the printed statement, until they are removed."""
    spec = asked()
    people.execute(installed_sql(spec, form))
    rows = people.execute(f"from {call}").fetchall()
    assert rows == people.execute(score_sql(spec)).fetchall()
    scores = {row[:2]: row[8] for row in rows}
    assert scores["k_anonymity", "identity"] == 1
    assert scores["uniqueness", "identity"] == 0.2
    assert scores["alpha_k_anonymity", "ill"] == 1
    people.execute(installed_sql(spec, form, drop=True))
    with pytest.raises(duckdb.CatalogException):
        people.execute(f"from {call}")


def test_a_macro_takes_a_table_of_an_attached_file(people: duckdb.DuckDBPyConnection) -> None:
    """The argument is any table or view by its name; of an attached file, too."""
    people.execute(installed_sql(asked(metrics=["k_anonymity"], sensitive=[]), "macro"))
    people.execute("attach ':memory:' as other; create table other.main.two as from people where age = 2")
    people.execute("create view other.main.one as from other.main.two where ill is null")
    for relation, least in (("other.main.two", 1), ("other.main.one", 1)):
        (row,) = people.execute("from sqlmetrics_scores(?)", [relation]).fetchall()
        assert (row[7], row[8]) == ({"two": 3, "one": 1}[relation.rpartition(".")[2]], least)


@pytest.mark.parametrize("relation", HOSTILE)
def test_an_argument_is_a_name_alone(people: duckdb.DuckDBPyConnection, relation: str) -> None:
    """A text that is no table's name is an error, and nothing else happens."""
    people.execute(installed_sql(asked(), "macro"))
    with pytest.raises(duckdb.Error):
        people.execute("from sqlmetrics_scores(?)", [relation]).fetchall()
    assert people.execute("select count(*) from people").fetchall() == [(5,)]


@pytest.mark.engines("server", "tables")
def test_a_server_gives_the_scores(engine: Database) -> None:
    """A view gives the rows of the printed statement; so does a function of PostgreSQL."""
    table = engine.relation("people")
    spec = spec_over(
        {"relation": engine.written("people"), "quasi_identifiers": ["k", "zip"], "sensitive": ["x"]}, "the test"
    ).checked()
    name = f'"{engine.schema}".installed'
    printed = engine.rows(score_sql(spec, dialect=engine.dialect))
    engine.rows(installed_sql(spec, "view", name=name, dialect=engine.dialect))
    view = engine.relation("installed")
    assert sorted(map(repr, engine.rows(f"select * from {view}"))) == sorted(map(repr, printed))
    engine.rows(installed_sql(spec, "view", name=name, drop=True, dialect=engine.dialect))
    if engine.dialect != "postgres":
        return
    engine.rows(installed_sql(spec, "function", name=name, dialect="postgres"))
    literal = "'" + table.replace("'", "''") + "'"
    assert engine.rows(f"select * from {view}({literal})") == printed
    for relation in HOSTILE:
        with pytest.raises(Exception, match=r"invalid name|does not exist"):
            engine.rows(f"select * from {view}('{relation.replace(chr(39), chr(39) * 2)}'::text::regclass)")
    assert engine.rows(f"select count(*) from {table}") == [(80,)]
    engine.rows(installed_sql(spec, "function", name=name, drop=True, dialect="postgres"))


def test_names_of_the_caller_are_not_searched(people: duckdb.DuckDBPyConnection) -> None:
    """A function of PostgreSQL has the caller's rights, and searches the system's schema alone."""
    text = installed_sql(asked(), "function", dialect="postgres")
    assert " security invoker set search_path = pg_catalog, pg_temp as " in text
    assert text.count("from (select * from %1$I.%2$I) source") == 1
    assert "a%%I's $sqlmetrics$ {0}" in text


@pytest.mark.parametrize("dialect", GLOT)
def test_a_view_is_held_by_the_grammar(dialect: str) -> None:
    """The text of a view is one statement; SQL Server's has no order, which a view cannot have."""
    text = installed_sql(asked(), "view", name="scores", dialect=dialect)
    (tree,) = [one for one in sqlglot.parse(text, read=GLOT[dialect]) if one is not None]
    assert tree.key == "create"
    assert tree.kind == "VIEW"  # type: ignore[attr-defined]
    order = parted(score_sql(asked(), dialect=dialect), DIALECTS[dialect]).order
    assert order == "order by place_of_metric"
    assert text.endswith(f"{order};\n") == (dialect != "sqlserver")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_dialect_says_which_forms_it_has(dialect: str) -> None:
    """A form that a dialect lacks is refused with those that it has."""
    forms = forms_of(DIALECTS[dialect])
    for form in get_args(Installed):
        if form not in forms:
            with pytest.raises(SpecError) as refused:
                installed_sql(asked(), form, dialect=dialect)
            start = f"{dialect} has no {form} here; it has "
            assert str(refused.value).startswith(start + (" and ".join(forms)))


def test_the_command_refuses_what_is_no_single_statement(run: Callable[..., Run]) -> None:
    """`sql --as` takes one statement of scores alone; --drop and --name are about it."""
    people = ["sql", "people", "--database", "p.duckdb", "-q", "age"]
    assert run(*people, "--as", "view", "--name", "s.v").out.splitlines()[-1].startswith("from ")
    assert run(*people, "--as", "view", "--drop", "--name", "s.v").out == 'drop view "s"."v";\n'
    several = run(*people, "-s", "ill", "--individual", "id", "--known", 2, "--as", "view")
    assert (several.code, "these scores take more" in several.err) == (2, True)
    for flags in (["--drop"], ["--name", "v"], ["--as", "view", "--staged"], ["--as", "view", "--subsets", "all"]):
        assert (run(*people, *flags).code, run(*people, *flags).out) == (2, "")
    known = run(*people, "--individual", "id", "--known", 2, "--as", "macro")
    assert "a macro or a function does not take `known` (--known): it takes one relation" in known.err
    attackers = ["sql", "people", "--database", "p.duckdb", "--attacker", "a=age", "--attacker", "b=zip"]
    assert "does not take `attackers` (--attacker): it takes one relation" in run(*attackers, "--as", "macro").err
