"""Statements with placeholders: the text that runs, without the values that are in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sqlmetrics.risk.score import score_sql
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.entries import NOTE

MANY = {f"secret-{number}": f"group-{number % 3}" for number in range(70)}

WORDS = {
    "relation": "hospital.wards",
    "quasi_identifiers": ["town", "job", "income", "born"],
    "sensitive": ["ill", "stage"],
    "partitions": {
        "town": [{"domains": {"Secret North": ["secret-a", "secret'b"]}, "unmapped": "secret-rest"}],
        "job": [{"mapping": MANY}],
        "income": [{"cuts": ["83417.25", "91733.5"], "labels": ["secret-low", "secret-mid", "secret-high"]}],
        "born": [{"prefix": 4}],
        "ill": ["raw", {"mapping": {"secret-ill": "secret-ills", "0.0": "secret-zero"}, "name": "broad"}],
    },
    "orders": {"stage": ["secret-1", "secret-2"]},
    "hierarchies": {"ill": "ills.csv"},
    "where": "income > 83417.25 and town <> 'secret-a'",
    "metrics": ["all"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a hierarchy."""
    (tmp_path / "ills.csv").write_text("secret-ill;secret-kind;secret-root\n")
    return tmp_path


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_dialect_writes_a_value_into_a_public_statement(dialect: str, folder: Path) -> None:
    """Domains, values, cuts, orders, hierarchies and conditions have names in their place."""
    words = {**WORDS, "hierarchies": {"ill": str(folder / "ills.csv")}}
    text = score_sql(parse_spec(words), dialect=dialect, placeholders=True)
    assert not [secret for secret in ("secret", "83417", "91733", "group-", str(folder)) if secret in text.lower()]
    assert NOTE in text
    for name in (":domain_1", ":values_1", ":value_1", ":domains_", ":nodes_1", ":condition", "broad"):
        assert name in text
    assert "secret" in score_sql(parse_spec(words), dialect=dialect)


def test_a_placeholder_stands_for_one_value_everywhere(folder: Path) -> None:
    """The end of one range is the beginning of the next one, and the ranges stay readable."""
    words = {"relation": "wards.csv", "quasi_identifiers": ["age"], "partitions": {"age": [{"cuts": [30, 40]}]}}
    text = score_sql(parse_spec(words), placeholders=True)
    assert 'when source."age" < :value_1 then :domain_1' in text
    assert 'when source."age" >= :value_1 and source."age" < :value_2 then :domain_2' in text
    assert 'from "wards.csv"' in text


def test_files_are_without_their_folder_and_tables_as_they_are_named(folder: Path) -> None:
    """The text has the names of files; a statement without values is else the one that runs."""
    (folder / "wards.csv").write_text("age,ill\n1,a\n")
    (folder / "people.csv").write_text("age\n1\n")
    words = {"relation": str(folder / "wards.csv"), "quasi_identifiers": ["age"], "sensitive": ["ill"]}
    spec = parse_spec({**words, "population": str(folder / "people.csv"), "metrics": ["all"]})
    text = score_sql(spec, placeholders=True)
    assert str(folder) not in text
    assert 'from "people.csv"' in text
    plain = score_sql(spec)
    for name in ("wards.csv", "people.csv"):
        plain = re.sub(rf"read_csv\('{re.escape(str(folder / name))}',\s.*?\}}\)", f'"{name}"', plain, flags=re.DOTALL)
    head = plain.replace(f"{folder}/", "").replace("\n-- ", " ", 2)  # a long path is on lines of its own
    shown, own = (one.partition("NULL is")[2].split() for one in (text.replace(f"-- {NOTE}\n", ""), head))
    assert shown == own  # lines end elsewhere where names are longer
    table = parse_spec({**words, "relation": "hospital.wards", "query": None})
    assert "hospital" in score_sql(table, placeholders=True)


def test_a_query_is_a_placeholder() -> None:
    """Nothing of a user's own query is in the text."""
    spec = parse_spec({"query": "select * from wards where town = 'secret'", "quasi_identifiers": ["age"]})
    text = score_sql(spec, placeholders=True)
    assert "from (:query) source" in text
    assert "of (:query): what age tells about identity" in text
    assert "secret" not in text
