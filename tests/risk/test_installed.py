"""A statement that is installed gives the scores of the printed one, and names never act."""

from __future__ import annotations

import math
import subprocess
from collections.abc import Callable, Iterator
from typing import Any, get_args

import duckdb
import pytest
import sqlglot
from sqlglot.tokenizer_core import TokenType

from conftest import Run
from engines import Database, need
from grammars import FLUFF, GLOT, unread
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.installed import ARGUMENT, installations_of, installed_sql
from sqlmetrics.risk.score import score_sql
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import Metric, metrics
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.installations import Installed
from sqlmetrics.statement.render import parted
from sqlmetrics.text import joined

ODD = "a%I's $sqlmetrics$ {0}"
"""A name of a column that a format, a quoted text or a template could take for its own."""

HOSTILE = ("people; drop table people", "people' --", "(select 1)", 'people"; drop table people; --', "%I", "$$")
"""Texts that are no name of a table."""


def asked(**words: Any) -> Spec:
    """Return a spec of the people."""
    roles = {"quasi_identifiers": ["age", ODD], "sensitive": ["ill"], "exact_names": True}
    relation = {} if "query" in words else {"relation": "people"}
    return spec_over({**relation, "database": "people.duckdb", **roles, **words}, "the test").checked()


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
    if engine.dialect == "mariadb":
        check_procedure(engine, spec, name, printed)
        return
    engine.rows(installed_sql(spec, "function", name=name, dialect="postgres"))
    literal = "'" + table.replace("'", "''") + "'"
    assert engine.rows(f"select * from {view}({literal})") == printed
    for relation in HOSTILE:
        with pytest.raises(Exception, match=r"invalid name|does not exist"):
            engine.rows(f"select * from {view}('{relation.replace(chr(39), chr(39) * 2)}'::text::regclass)")
    assert engine.rows(f"select count(*) from {table}") == [(80,)]
    engine.rows(installed_sql(spec, "function", name=name, drop=True, dialect="postgres"))


def check_procedure(engine: Database, spec: Spec, name: str, printed: list[Any]) -> None:
    """Assert that a procedure of MariaDB, created by its console, takes a name alone."""
    table, procedure = engine.relation("people"), engine.relation("installed")
    created = subprocess.run(
        engine.client,
        input=installed_sql(spec, "procedure", name=name, dialect="mariadb"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (created.returncode, created.stderr) == (0, "")
    odd = "`my schema`.`a.b``c; drop table people -- $$`"
    engine.rows(f"create view {odd} as select * from {table}")
    for relation in (table, odd):
        assert engine.rows(f"call {procedure}('{relation}')") == printed
    names = (
        "`my schema`.people; drop table people",
        "people -- ",
        "(select 1) x",
        "a.b.c",
        "people\n",
        "people/**/",
        "",
    )
    for relation in (*HOSTILE, *names):
        with pytest.raises(Exception, match=r"name a table or a view, as schema.table|'my schema.\$\$' doesn't exist"):
            engine.rows(f"call {procedure}('{relation.replace(chr(39), chr(39) * 2)}')")
    with pytest.raises(Exception, match="name a table or a view"):
        engine.rows(f"call {procedure}(null)")
    assert engine.rows(f"select count(*) from {table}") == [(80,)]
    engine.rows(f"drop view {odd}")
    engine.rows(installed_sql(spec, "procedure", name=name, drop=True, dialect="mariadb"))
    with pytest.raises(Exception, match="does not exist"):
        engine.rows(f"call {procedure}('people')")


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


def of_argument(dialect: str, **words: Any) -> str:
    """Return the printed statement of a query of the argument, without its comment."""
    whole = score_sql(asked(query=f"select * from {ARGUMENT}", **words), dialect=dialect)
    return whole.removeprefix(parted(whole, DIALECTS[dialect]).comment).rstrip("\n")


JOINTS = {"mysql": ", relation", "mariadb": ", relation", "sqlserver": "+ @ name", "oracle": "; query := || named"}
"""The words between the texts that a procedure joins to its query; the last one is the relation."""


@pytest.mark.parametrize("dialect", [*JOINTS, "databricks"])
def test_a_procedure_runs_the_printed_statement(dialect: str) -> None:
    """Another reader of its texts finds the printed statement of the relation's name."""
    *_, relation = joints = JOINTS.get(dialect, "-").split()
    text = installed_sql(asked(), "procedure", name="p", dialect=dialect).replace("execute immediate", "select")
    found: list[str] = []
    for token in sqlglot.tokenize(text, read=GLOT[dialect]):
        is_text = token.token_type in {TokenType.STRING, TokenType.NATIONAL_STRING}
        if is_text and (found or token.text.startswith("with\n")):
            found.append(token.text)
        elif found and token.text == relation:
            found.append(ARGUMENT)
        elif found and token.text not in joints:
            break
    assert "".join(found).replace("identifier(:relation)", ARGUMENT) == of_argument(dialect)


@pytest.mark.parametrize("dialect", [one for one in FLUFF if "procedure" in installations_of(DIALECTS[one])])
def test_a_procedure_is_read_by_the_second_grammar(dialect: str) -> None:
    """The second grammar reads what creates a procedure, and what removes it."""
    words: dict[str, Any] = {"name": "p", "dialect": dialect}
    assert (
        unread(installed_sql(asked(metrics=["k_anonymity"]), "procedure", **words).removesuffix("/\n"), dialect) == []
    )
    assert unread(installed_sql(asked(), "procedure", drop=True, **words), dialect) == []


def body_of(text: str) -> str:
    """Return what stands between dollars, or else in the one long text."""
    if text.count("$$") == 2:
        return text.split("$$")[1]
    return max((token.text for token in sqlglot.tokenize(text, read="snowflake")), key=len)


@pytest.mark.parametrize("column", [ODD, "$$; drop table people; $$", "it's \\ -- /*"])
def test_a_procedure_of_snowflake_holds_any_name(column: str) -> None:
    """The body is the printed statement of `identifier(:relation)`, whatever is in its names."""
    spec = asked(quasi_identifiers=["age", column])
    text = installed_sql(spec, "procedure", name="p", dialect="snowflake")
    assert "\nexecute as caller\nas " in text
    query = of_argument("snowflake", quasi_identifiers=["age", column])
    start, end = "declare\n    score_rows resultset default (\n", "    );\nbegin\n    return table(score_rows);\nend;"
    assert body_of(text).strip() == start + query.replace(ARGUMENT, "identifier(:relation)") + f"\n{end}"
    (tree,) = sqlglot.parse(text, read="snowflake")
    assert (tree.key, tree.kind) == ("create", "PROCEDURE")  # type: ignore[union-attr]


@pytest.mark.parametrize("metric", [metric for metric in metrics() if "identity" in metric.targets.split()])
def test_a_data_metric_function_is_one_number(metric: Metric, people: duckdb.DuckDBPyConnection) -> None:
    """A data metric function gives the score, as a whole number on its riskier side."""
    words: dict[str, Any] = {"metrics": [metric.name], "sensitive": []}
    text = installed_sql(asked(**words), "metric", dialect="snowflake", column_type={"age": "number(10, 2)"})
    assert f'    relation table("age" number(10, 2), "{ODD}" varchar)\n)\nreturns number' in text
    assert '-- remove it: drop function "sqlmetrics_scores"(table(number(10, 2), varchar))\n' in text
    read = sqlglot.transpile(body_of(text).replace("from relation)", "from people)"), read="snowflake", write="duckdb")
    ((number,),) = people.execute(read[0]).fetchall()
    ((*_, score, _, unit, direction, _),) = people.execute(score_sql(asked(**words))).fetchall()
    scaled = score if unit == "individuals" else score * 1_000_000
    assert number == (math.floor(scaled) if direction == "higher is safer" else math.ceil(scaled))


@pytest.mark.parametrize(
    "words", [{}, {"metrics": ["k_anonymity"]}, {"metrics": ["k_anonymity", "uniqueness"], "sensitive": []},
              {"metrics": ["k_anonymity"], "sensitive": [], "by": ["age"], "quasi_identifiers": [ODD]},
              {"metrics": ["k_anonymity"], "sensitive": [], "level": "class"},
              {"metrics": ["alpha_k_anonymity"]}, {"metrics": ["all"]}]
)  # fmt: skip
def test_a_data_metric_function_of_more_is_refused(words: dict[str, Any]) -> None:
    """A data metric function is one number of the identity."""
    with pytest.raises(SpecError, match="a data metric function is one number: "):
        installed_sql(asked(**words), "metric", dialect="snowflake")


@pytest.mark.parametrize("given", ["int64; drop table people", "number)", "a--b", "varchar(", "", "'x'", "a$$", "a/*"])
def test_a_type_is_a_name_alone(given: str) -> None:
    """A text that is no name of a type is refused."""
    with pytest.raises(SpecError, match="is not the name of a type"):
        installed_sql(asked(), "function", dialect="bigquery", column_type={"age": given})
    with pytest.raises(SpecError, match="a procedure of snowflake names no types"):
        installed_sql(asked(), "procedure", dialect="snowflake", column_type={"age": given})


def test_a_function_of_bigquery_takes_a_typed_table() -> None:
    """GoogleSQL's own analyzer takes the function, whose query is the printed one."""
    api, types = need("zetasql.api", "zetasql"), need("zetasql.types", "zetasql")
    words: dict[str, Any] = {"quasi_identifiers": ["age", "zip`; drop"]}
    text = installed_sql(asked(**words), "function", name="d.f", dialect="bigquery", column_type={"age": "int64"})
    language = types.LanguageOptions.maximum_features()
    language.supported_statement_kinds = []
    options = types.AnalyzerOptions(language_options=language)
    catalog = api.CatalogBuilder("d").with_builtin_functions(
        types.ZetaSQLBuiltinFunctionOptions(language_options=language)
    )
    analyzed = api.Analyzer.analyze_statement_static(text, options, catalog.build())
    assert type(analyzed).__name__ == "ResolvedCreateTableFunctionStmt"
    body = text[text.index("as (\nwith\n") + len("as (\n") :].removesuffix("\n);\n")
    assert body == of_argument("bigquery", **words).replace(ARGUMENT, "relation")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_dialect_says_which_forms_it_has(dialect: str) -> None:
    """A form that a dialect lacks is refused with those that it has."""
    forms = installations_of(DIALECTS[dialect])
    for form in get_args(Installed):
        if form not in forms:
            with pytest.raises(SpecError) as refused:
                installed_sql(asked(), form, dialect=dialect)
            start = f"{dialect} has no {form} here; it has "
            assert str(refused.value).startswith(start + joined(list(forms)))


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
    assert "what takes a relation does not take `known` (--known): it takes one relation" in known.err
    attackers = ["sql", "people", "--database", "p.duckdb", "--attacker", "a=age", "--attacker", "b=zip"]
    assert "does not take `attackers` (--attacker): it takes one relation" in run(*attackers, "--as", "macro").err
