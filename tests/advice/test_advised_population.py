"""Advice for thresholds on a population, whose people are recoded as the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from sqlmetrics.advice.advice import advise
from sqlmetrics.advice.result import Advice
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.call import call_spec


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A table of 305 records over two keys, every third of them, and the same with strangers."""
    with duckdb.connect() as opened:
        opened.execute("create table town as select hash(range) % 40 as a, hash(range * 7) % 9 as b from range(300)")
        opened.execute("insert into town select 1000, range from range(5)")
        opened.execute("create table part as select * from town where (a + b) % 3 = 0")
        opened.execute("create table far as select a + 100 as a, b from town union all select * from part")
        yield opened


def advised(connection: duckdb.DuckDBPyConnection, relation: str, thresholds: dict[str, Any], **words: Any) -> Advice:
    """Return the advice for a relation with levels for both keys."""
    levels = {"a": {"cuts": [[10, 20, 30, 100], [20, 100]]}, "b": {"cuts": [3, 6]}}
    words |= {"thresholds": thresholds, "advise": {"generalizations": levels, "suppress": "5%"}}
    return advise(call_spec(relation, ["a", "b"], (), words, connection=connection))


def test_a_table_that_is_its_population_has_k_map_for_k(connection: duckdb.DuckDBPyConnection) -> None:
    """Classes then have as many people as records: the advice is that for k, with its proof."""
    sizes = advised(connection, "town", {"k_anonymity": {"at_least": 8}})
    people = advised(connection, "town", {"k_map": {"at_least": 8}}, population="town")
    reached = advised(connection, "town", {"journalist_risk": {"at_most": 1 / 8}}, population="town")
    assert sizes.suppressed > 0
    for other in (people, reached):
        assert (other.levels, other.loss, other.suppressed) == (sizes.levels, sizes.loss, sizes.suppressed)
        assert other.proof == sizes.proof == "monotone"


def test_people_beside_the_table_make_classes_larger(connection: duckdb.DuckDBPyConnection) -> None:
    """A sample of a town needs less recoding to hide in the town than in itself."""
    within = advised(connection, "part", {"k_anonymity": {"at_least": 8}})
    hidden = advised(connection, "part", {"k_map": {"at_least": 8}}, population="town")
    assert within.loss is not None
    assert hidden.loss is not None
    assert hidden.loss <= within.loss


def test_a_population_without_the_table_proves_nothing(connection: duckdb.DuckDBPyConnection) -> None:
    """A coarser class may lack people that its parts have: every cheaper node is asked instead."""
    advice = advised(connection, "town", {"k_map": {"at_least": 8}}, population="far")
    assert advice.proof == "order of loss"


def test_people_whom_a_level_does_not_know_are_refused(connection: duckdb.DuckDBPyConnection) -> None:
    """A level needs a domain for the values that the population alone has, too."""
    levels = {"a": [{"name": "known", "domains": {"low": list(range(20)), "high": list(range(20, 40))}}]}
    words = {"thresholds": {"k_map": {"at_least": 2}}, "population": "far", "advise": {"generalizations": levels}}
    with pytest.raises(SpecError, match=r"partition known of 'a' has no domain for 1 value in 5 records"):
        advise(call_spec("town", ["a", "b"], (), words, connection=connection))
