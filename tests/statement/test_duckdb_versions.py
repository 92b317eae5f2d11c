"""What versions of DuckDB compute otherwise is found in a text, and is other, or may be.

`test_agreed.py` holds each kind of printed statement to using none of it.
"""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

import sqlmetrics
from histories import entry
from sqlmetrics.gate.engine_versions import changes_of_engine, other_engine, own_version
from sqlmetrics.statement.duckdb_versions import OTHER_AT_EDGES, OTHER_VALUES, differing

ASKED: dict[str, dict[str, Any]] = {
    "every metric": {"metrics": ["all"], "level": "class"},
    "people": {"individual": "id", "metrics": ["all"]},
    "weights": {"weight": "w", "household": "h", "metrics": ["all"]},
    "orders": {"orders": {"disease": "natural"}},
    "partitions": {"partitions": {"age": {"cuts": [30]}, "zip": {"prefix": 2}}},
}
"""Questions whose statements are printed, beside those of `test_agreed.py`."""

RESULTS: dict[str, tuple[Any, Any]] = {
    "select '1075' ~ '75'": (False, True),
    "select '1075' !~ '75'": (True, False),
    "select count(distinct x collate nocase) from (values ('a'), ('A')) t(x)": (2, 1),
    "select min(m) = max(m) from (select mode(x) as m from (values (1), (2), (3)) t(x), range(99) group by range)": (
        True,
        False,
    ),
    "select approx_count_distinct(i) from range(1000) t(i)": (1249, 978),
    "select ln(0)": (None, float("-inf")),
    "select 7 // 0": (None, None),
    "select skewness(x) from (values (1), (1), (1)) t(x)": (pytest.approx(float("nan"), nan_ok=True), None),
}
"""Statements with their results in DuckDB 1.5 and 2.0, None for NULL or an error."""


@pytest.mark.parametrize("asked", ASKED)
def test_no_construct_of_other_values_is_used(asked: str) -> None:
    """What a question uses is among what agrees."""
    assert differing(sqlmetrics.sql("people.parquet", ["age", "zip"], ["disease"], **ASKED[asked]), OTHER_VALUES) == ()


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("select round(x), 'mode(x)' -- stats(x)\nfrom t", ("round()",)),
        ("a ~ '%' and b//2 = 1 and c!~'y' /* % */ and d % 2 = 0", ("~", "//", "!~", "%")),
        ('"Round" (x, 1) > 2 and mod(x, 2) = 1 and round > 1', ("round()", "mod()")),
        ("x collate nocase = 'a' and a ~~ 'b' and a like '%~%' and count(*) > -1", ("collate",)),
        ("a = 'b--c' and round(x) > 1 and d = 'e/*' and f % 2 = 0 and g = '*/'", ("round()", "%")),
        ('(select * from t using sample 5 rows) where "sample" = 1', ("sample",)),
    ],
)
def test_what_differs_is_found(text: str, used: tuple[str, ...]) -> None:
    """Names, texts, comments and other operators are none."""
    assert differing(text) == used


@pytest.mark.parametrize("text", RESULTS)
def test_it_does_differ(text: str) -> None:
    """The version at hand gives its own result, and the text is found; both versions run this."""
    try:
        ((found,),) = duckdb.execute(text).fetchall()
    except duckdb.Error:
        found = None
    assert found == RESULTS[text][not duckdb.__version__.startswith("1.")]
    assert differing(text, OTHER_VALUES | OTHER_AT_EDGES) != ()


def test_another_duckdb_is_said_where_a_condition_depends_on_it() -> None:
    """It takes both: another version, and SQL of the user's that uses what versions differ in."""
    old, new = "sqlmetrics 0, duckdb 1.5.6, python 3", "sqlmetrics 0, duckdb 2.0.1, python 3"
    said = "DuckDB 1.5.6 became 2.0.1, and `where` or `query` uses ~, which versions of DuckDB compute otherwise"
    for relation, told in (
        ("d.csv where zip ~ '7'", True),
        ("(select * from t where zip ~ '7')", True),
        ("~/d.csv where zip = '~'", False),
        ("s3://b//d.csv", False),
    ):
        assert (other_engine(relation, old, new) or "").startswith(said) is told, relation
        assert other_engine(relation, new, new) is None
    assert other_engine("d.csv where zip ~ '7'", "sqlmetrics 0, postgres 17.1", "sqlmetrics 0, postgres 18.4") is None
    runs = [entry(name, relation="d.csv where a % 2", versions=of) for name, of in (("a", old), ("b", new), ("c", new))]
    (told_once,) = changes_of_engine(runs)
    assert told_once.startswith("since run b: DuckDB 1.5.6 became 2.0.1")


def test_a_server_says_its_own_version() -> None:
    """Redshift says PostgreSQL's before its own, MariaDB's stands before its name."""
    of_redshift = "postgresql 8.0.2 on i686-pc-linux-gnu, compiled by gcc (gcc) 3.4.2, redshift 1.0.1234"
    assert own_version(of_redshift, "redshift") == " 1.0.1234"
    assert own_version("10.11.19-mariadb-0+deb12u1", "mariadb") == "10.11.19-mariadb-0+deb12u1"
