"""The statements that the guide shows for warehouses, read by grammars, as nobody runs them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from sqlglot import exp

import sqlmetrics
from conftest import ROOT
from engines import need

PAGE = ROOT / "docs" / "how_to" / "epsilon.md"

UNKNOWN = "alter table people_copy add privacy policy p entity key (id)"
"""The statement that no grammar here knows, as the page says."""


def statements(warehouse: str) -> list[str]:
    """Return the statements in the row of a warehouse."""
    (row,) = re.findall(rf"^\| {warehouse} \|.*$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    quoted = [text.rstrip(";") for text in re.findall(r"`([^`]+)`", row)]
    return [text for text in quoted if re.match(r"(create|alter|select) ", text)]


def is_read(statement: str, dialect: str) -> bool:
    """Return whether sqlglot makes a tree of a statement, and does not only pass its text on."""
    try:
        return not isinstance(sqlglot.parse_one(statement, read=dialect), exp.Command)
    except sqlglot.ParseError:
        return False


def test_what_the_page_shows_is_read() -> None:
    """All but two statements are; the page says which, and that nobody has run them."""
    assert [text for text in statements("Snowflake") if not is_read(text, "snowflake")] == [UNKNOWN]
    (private,) = [text for text in statements("BigQuery") if not is_read(text, "bigquery")]
    assert private.startswith("select with differential_privacy options (")
    assert (len(statements("Snowflake")), len(statements("BigQuery"))) == (3, 2)
    assert "Nobody has run the statements of the\ntwo warehouses there." in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("dialect", ["snowflake", "bigquery"])
def test_canaries_and_the_check_are_read(dialect: str, tmp_path: Path) -> None:
    """So is what is printed for them, each one statement."""
    people = {"id": [1, 2], "zip": ["a", "b"]}
    words: dict[str, Any] = {"into": "people_copy", "dialect": dialect, "individual": "id"}
    plan = sqlmetrics.epsilon_plan(people, key="zip", epsilon=1, canaries=60, companions=1, seed=1, **words)
    plan.coins.save(tmp_path / "coins.json")
    check = sqlmetrics.epsilon_check_sql("noisy", coins=tmp_path / "coins.json", answers="n", dialect=dialect)
    assert is_read(plan.statement, dialect)
    assert is_read(check, dialect)
    assert isinstance(sqlglot.parse_one(plan.statement, read=dialect), exp.Insert)


@pytest.mark.thorough
def test_the_private_query_of_bigquery_passes_the_analyser_of_googlesql() -> None:
    """A wrong option, a wrong name of the clause, and a column that is not there are refused."""
    api, types = need("zetasql.api", "zetasql"), need("zetasql.types", "zetasql")
    language = types.LanguageOptions.maximum_features()
    language.enabled_language_features.append(types.LanguageFeature.FEATURE_DIFFERENTIAL_PRIVACY)
    table = api.TableBuilder("people_copy").add_column("zip", types.TypeKind.TYPE_STRING)
    table = table.add_column("id", types.TypeKind.TYPE_INT64).build()
    functions = types.ZetaSQLBuiltinFunctionOptions(language_options=language)
    catalog = api.CatalogBuilder("d").add_table(table).with_builtin_functions(functions).build()
    analyser = api.Analyzer(types.AnalyzerOptions(language_options=language), catalog)
    query = statements("BigQuery")[-1].replace("d.people_copy", "people_copy")
    analyser.analyze_statement(query)
    for right, wrong in (("epsilon =", "epsilom ="), ("differential_privacy", "differential_privcy"), ("= id", "= ib")):
        assert right in query
        with pytest.raises(Exception, match="INVALID_ARGUMENT"):
            analyser.analyze_statement(query.replace(right, wrong))
