"""A question: one statement for a relation that is open and for one that is only named."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest

from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.question import Asked, RelationQuestion, plain_spec
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.statement.planning import build_plan


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    """Return a spec of a table with a population and weights."""
    database = tmp_path / "people.duckdb"
    with duckdb.connect(str(database)) as connection:
        connection.execute("create table people as select 'a' as age, 'x' as ill, 2 as n from range(3)")
    return parse_spec(
        {
            "relation": "people",
            "database": str(database),
            "quasi_identifiers": ["age"],
            "sensitive": ["ill"],
            "weight": "n",
            "level": "class",
        }
    )


class Person(NamedTuple):
    """A record of the table."""

    age: str
    ill: str
    n: int


def write(asked: Asked) -> str:
    """Return a statement of the records, with the columns that are known."""
    return f"select {', '.join(asked.columns)} from {asked.from_sql} source"


def test_the_statement_that_runs_is_the_one_that_is_printed(spec: Spec) -> None:
    """Only the columns that nothing names, and the comment, tell the two texts apart."""
    question = RelationQuestion(spec, build_plan(spec), write, "the records of people", ["a row per record"])
    first, second, statement = question.printed("duckdb").splitlines()
    assert first.endswith(": the records of people")
    assert second == "-- a row per record"
    assert statement == 'select age, ill, n from "people" source'
    with question.opened() as found:
        assert found.text.startswith("select age, ill, n from ")
        assert found.rows(Person, "score") == [Person("a", "x", 2)] * 3
        assert found.key_types == {"age": "VARCHAR"}


def test_a_question_is_not_asked_of_a_relation_without_its_columns(spec: Spec) -> None:
    """The column that is missing is named before the statement runs."""
    other = spec.model_copy(update={"quasi_identifiers": ["ages"]})
    question = RelationQuestion(other, build_plan(other), write, "the records")
    with pytest.raises(SpecError, match="people has no column 'ages'"), question.opened():
        pass


def test_a_plain_spec_has_the_classes_of_the_table_alone(spec: Spec) -> None:
    """Weights and the level are left out; the words that are given stay."""
    plain = plain_spec(spec, metrics=["k_anonymity"])
    assert (plain.weight, plain.level, plain.metrics) == (None, "table", ["k_anonymity"])
    assert plain.quasi_identifiers == ["age"]
