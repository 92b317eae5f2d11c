"""Partitions: how they are read, their errors, and how each kind recodes keys and targets."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.entries import CASED_VALUES

NUMBERS = "select i as x, i % 2 as side from range(100) t(i)"


def entropy(partition: Any, query: str = NUMBERS, column: str = "x") -> float | None:
    """Return the entropy of a column of the query as the partition recodes it."""
    connection = duckdb.connect()
    connection.execute(f"create table data as {query}")
    other = "side" if column == "x" else "x"
    return sqlmetrics.score(
        "data", other, column, partitions={column: partition}, metrics="entropy", connection=connection
    ).value("entropy", target=column)


def classes(partition: Any, query: str = NUMBERS) -> dict[str | None, int]:
    """Return the size of each class of x as the partition recodes it."""
    connection = duckdb.connect()
    connection.execute(f"create table data as {query}")
    scores = sqlmetrics.score(
        "data", "x", partitions={"x": partition}, metrics="k_anonymity", level="class", connection=connection
    )
    return {score.class_: score.records for score in scores.scores}


@pytest.mark.parametrize(
    ("partition", "expected"),
    [
        ({"cuts": [10, 30]}, {"(-inf, 10)": 10, "[10, 30)": 20, "[30, inf)": 70}),
        ({"cuts": [10, 30], "closed": "right"}, {"(-inf, 10]": 11, "(10, 30]": 20, "(30, inf)": 69}),
        ({"cuts": [10, 30], "labels": ["low", "mid", "high"]}, {"low": 10, "mid": 20, "high": 70}),
        ({"cuts": [9.5]}, {"(-inf, 9.5)": 10, "[9.5, inf)": 90}),
        ({"intervals": {"a": "[0, 10)", "b": "[10,10]", "c": "(10, inf)"}}, {"a": 10, "b": 1, "c": 89}),
        ({"intervals": {"a": "(-inf, 0]"}, "unmapped": "rest"}, {"a": 1, "rest": 99}),
        ({"prefix": 1}, {str(d): 1 for d in range(10)} | {f"{d}*": 10 for d in range(1, 10)}),
        ({"mapping": {0: "zero"}, "unmapped": "other"}, {"zero": 1, "other": 99}),
        ({"domains": {"even": list(range(0, 100, 2)), "odd": list(range(1, 100, 2))}}, {"even": 50, "odd": 50}),
        ({str(i): "low" if i < 30 else "high" for i in range(100)}, {"low": 30, "high": 70}),
    ],
)
def test_a_partition_recodes_a_quasi_identifier(partition: Any, expected: dict[str, int]) -> None:
    """Every form of partition puts each value into the domain that its definition says."""
    assert {name and name.strip('"'): size for name, size in classes(partition).items()} == expected


@pytest.mark.parametrize("values", [CASED_VALUES, CASED_VALUES + 1])
def test_a_small_mapping_is_a_case_and_a_large_one_a_derived_table(values: int) -> None:
    """Both sides of the threshold give the same recoding; only the larger joins a table."""
    mapping = {str(i): f"d'{i % 4}" for i in range(values)}
    query = f"select i as x, i % 2 as side from range({values}) t(i)"
    statement = sqlmetrics.sql("data", "side", "x", partitions={"x": mapping}, dialect="duckdb")
    assert ("left join (" in statement) is (values > CASED_VALUES)
    sizes = [len(range(rest, values, 4)) / values for rest in range(4)]
    import math

    assert entropy(mapping, query) == pytest.approx(-math.fsum(p * math.log2(p) for p in sizes), abs=1e-12)
    assert sum(classes(mapping, query).values()) == values


@pytest.mark.parametrize("marks", ["", "|", "|;'", "|;\t\x1f\x1e\x1d"])
def test_a_mapping_of_thousands_is_two_texts(marks: str) -> None:
    """Whatever its values hold, each is in its own domain; the empty one is a value too."""
    mapping = {f"{marks}{i}": f"{marks}{i // 100}" for i in range(1500)} | {"": "empty"}
    text = " || ".join(["''", *(f"chr({ord(mark)})" for mark in marks)])
    query = f"select case i when 0 then '' else {text} || i + 1399 end as x from range(101) t(i)"
    assert classes(mapping, query) == {"empty": 1, f"{marks}14": 100}


def test_null_stays_null_in_every_partition() -> None:
    """A partition that names the rest, or keeps it, still leaves NULL a category of its own."""
    query = "select * from (values (null, 1), ('a', 1), ('b', 2)) t(x, side)"
    for partition in (
        {"mapping": {"a": "A"}, "unmapped": "rest"},
        {"mapping": {"a": "A"}, "unmapped": "keep"},
        {"prefix": 0},
    ):
        assert classes(partition, query)[""] == 1


def test_not_a_number_lies_in_no_interval() -> None:
    """NaN is unmapped even where the last interval is unbounded."""
    query = "select * from (values ('nan'::double), (1.0)) t(x)"
    with pytest.raises(SpecError) as error:
        classes({"cuts": [0]}, query)
    assert error.value.detail == "values without a domain: 'nan' (1 record)"


@pytest.mark.parametrize("client", ["duckdb", "sqlite"])
def test_the_year_is_kept_of_dates_alone(client: str) -> None:
    """Texts that are written in another way than 2026-11-23 are refused, not cut."""
    connection: Any = duckdb.connect() if client == "duckdb" else sqlite3.connect(":memory:")
    connection.execute("create table data (iso text, us text, german text, short text, day date)")
    rows = [("2026-11-23", "11/23/2026", "23.11.2026", "1.1.26", "2026-11-23"), ("1999", "*", None, "1.1.26", None)]
    connection.executemany("insert into data values (?, ?, ?, ?, ?)", rows)
    for column, part, of_part in (("iso", "year", 4), ("iso", "month", 7), ("day", "month", 7)):
        score = sqlmetrics.Table("data", column, metrics="k_anonymity", level="class", connection=connection).score
        dates = score(partitions={column: {"date": part}})
        prefix = score(partitions={column: {"prefix": of_part}})
        assert {one.class_ for one in dates.scores} == {one.class_ for one in prefix.scores}
    for column, part, records in (
        ("us", "year", "1 record"),
        ("german", "month", "1 record"),
        ("short", "month", "2 records"),
    ):
        with pytest.raises(SpecError, match=f"the {part} is kept of dates .* and {records} of data ha(s|ve) other"):
            sqlmetrics.score("data", column, partitions={column: {"date": part}}, connection=connection)


def test_unmapped_values_are_listed_with_their_records() -> None:
    """Values in no domain are an error with their number, their records and a remedy.

    Its detail names the values.
    """
    with pytest.raises(SpecError) as error:
        entropy({"intervals": {"a": "[0, 98)"}})
    assert "2 values in 2 records" in str(error.value)
    assert "98'" not in str(error.value)
    assert error.value.detail == "values without a domain: '98' (1 record), '99' (1 record)"
    assert "unmapped: keep" in str(error.value)


def test_the_printed_statement_gives_no_number_where_a_value_is_unmapped() -> None:
    """Run by hand, the statement says why instead of scoring a part of the table."""
    connection = duckdb.connect()
    connection.execute(f"create table data as {NUMBERS}")
    for statement in (
        sqlmetrics.sql("data", "side", "x", partitions={"x": {"intervals": {"a": "[0, 98)"}}}),
        sqlmetrics.sql("data", "x", "side", partitions={"x": {"intervals": {"a": "[0, 98)"}}}),
    ):
        rows = [
            dict(zip((column[0] for column in connection.description), row, strict=True))
            for row in connection.execute(statement).fetchall()
        ]
        wrong = [row for row in rows if row["target"] != "identity" or "key_1 is null" in statement]
        assert wrong
        assert all(
            row["value"] is None and row["reason"] == "a partition has no domain for some values" for row in wrong
        )


def test_a_record_that_is_not_suppressed_is_lost_by_one_key() -> None:
    """Beside marks of suppression, too, a value of either key without a domain leaves no number."""
    words: dict[str, Any] = {"suppressed": "*", "metrics": ["k_anonymity"]}
    words["partitions"] = {name: {"mapping": {"x": "X", "y": "Y"}} for name in "ab"}
    known = [("x", "y"), ("x", "y"), ("*", "*")]
    values = []
    for further in ([], [("z", "x")], [("x", "z")]):
        with duckdb.connect() as connection:
            connection.execute("create table data (a varchar, b varchar)")
            connection.executemany("insert into data values (?, ?)", [*known, *further])
            found = connection.execute(sqlmetrics.sql("data", ["a", "b"], **words)).fetchall()
        values.append([(row[8], (row[9] or "").partition(";")[0]) for row in found])
    assert values == [[(2, "")], *[[(None, "a partition has no domain for some values")]] * 2]


@pytest.mark.parametrize(
    ("partition", "message"),
    [
        ({"domains": {"a": ["1"], "b": ["1"]}}, "value '1' is in two domains, 'a' and 'b'"),
        ({"intervals": {"a": "[0, 10]", "b": "[10, 20]"}}, "the domains 'a' and 'b' overlap"),
        ({"intervals": {"a": "[0, inf)", "b": "[10, 20]"}}, "the domains 'a' and 'b' overlap"),
        ({"intervals": {"a": "(5, 5]"}}, "is empty"),
        ({"intervals": {"a": "[9, 5]"}}, "is empty"),
        ({"intervals": {"a": "0-10"}}, "is not an interval"),
        ({"intervals": {"a": "[0, 1); drop table x)"}}, "is not a"),
        ({"intervals": {"a": "[1_0, inf)"}}, "is not a number"),
        ({"cuts": [2, 1]}, "in increasing order"),
        ({"cuts": [1], "labels": ["a"]}, "2 intervals, but there are 1 labels"),
        ({"cuts": [1], "labels": ["a", "a"]}, "the same label"),
        ({"cuts": [1], "prefix": 2}, "exactly one of"),
        ({"name": "x"}, "exactly one of"),
        ({"cuts": [1], "level": 2}, "a level goes with the file"),
        ({"prefix": 1, "labels": ["a"]}, "labels go with cuts"),
        ({"mapping": {}}, "maps no value"),
        ({"cutz": [1]}, "key 'partitions.x.0.cutz' is unknown; did you mean 'cuts'?"),
        ({"cuts": ["a"]}, "key 'partitions.x.0.cuts.0'"),
    ],
)
def test_a_wrong_partition_is_named(partition: Any, message: str) -> None:
    """What is wrong with a partition is said in terms of what was written."""
    with pytest.raises(SpecError) as error:
        entropy(partition)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("content", "level", "message"),
    [
        ("value,group\na,b\n", None, "column 'domain' is missing"),
        ("", None, "column 'value' is missing"),
        ("value,domain\na\n", None, "line 2"),
        ("value,domain\na,1\na,2\n", None, "a value is in two domains"),
        ("a;b;c\nb;b\n", 1, "line 2: 1 levels"),
        ("a;b;c\nb;b;c\n", 3, "has the levels 0 (the value) to 2, not 3"),
        ("a;b;c\nx;b;d\n", 1, "level 2: a value is in two domains"),
        ("", 1, "the hierarchy is empty"),
    ],
)
def test_a_wrong_mapping_file_is_named(tmp_path: Path, content: str, level: int | None, message: str) -> None:
    """A mapping file says which line or column is wrong."""
    path = tmp_path / "mapping.csv"
    path.write_text(content)
    with pytest.raises(SpecError) as error:
        entropy({"file": path, "level": level} if level is not None else str(path))
    assert message in str(error.value)
    assert str(path) in str(error.value)


@pytest.mark.parametrize(
    ("content", "level", "detail"),
    [
        ("value,domain\na,1\na,2\n", None, "value 'a' is in two domains, '1' and '2'"),
        ("a;b;c\nx;b;d\n", 1, "value 'b' is in two domains, 'c' and 'd'"),
    ],
)
def test_a_value_of_a_mapping_file_is_a_detail(tmp_path: Path, content: str, level: int | None, detail: str) -> None:
    """Values of a file may be those of the data; a message leaves them to its detail."""
    path = tmp_path / "mapping.csv"
    path.write_text(content)
    with pytest.raises(SpecError) as error:
        entropy({"file": path, "level": level} if level is not None else str(path))
    assert error.value.detail == detail
    assert detail not in str(error.value)


def test_a_mapping_file_may_be_missing(tmp_path: Path) -> None:
    """A mapping file that is not there is named."""
    with pytest.raises(SpecError, match="no such mapping file"):
        entropy(str(tmp_path / "none.csv"))


def test_a_level_of_a_hierarchy_is_a_partition(tmp_path: Path) -> None:
    """FILE:LEVEL takes one column of the hierarchy; level 0 is the value itself."""
    path = tmp_path / "tree.csv"
    path.write_text("".join(f"{i};{i // 10}x;*\n" for i in range(100)))
    assert len(classes(f"{path}:0")) == 100
    assert classes(f"{path}:1") == {f"{i}x": 10 for i in range(10)}
    assert classes(f"{path}:2") == {"*": 100}


def test_values_and_domains_are_text_that_cannot_break_out() -> None:
    """Quotes, backslashes, comment marks and newlines in a mapping are values like any other."""
    nasty = ["it's", 'say "x"', "a\\", "-- no", "/*", "a\nb", "{{ x }}", "%s", "'; drop table data; --"]
    rows = ", ".join("('" + value.replace("'", "''") + "', 1)" for value in nasty)
    query = f"select * from (values {rows}) t(x, side)"
    assert sorted(classes({value: value for value in nasty}, query).values()) == [1] * len(nasty)
    assert entropy(dict.fromkeys(nasty, nasty[0]), query) == 0


def test_several_partitions_of_a_target_are_scored_apart() -> None:
    """A list gives one target per attacker's model; `raw` keeps the values as they are."""
    connection = duckdb.connect()
    connection.execute(f"create table data as {NUMBERS}")
    scores = sqlmetrics.score(
        "data",
        "side",
        "x",
        partitions={"x": ["raw", {"name": "half", "cuts": [50]}, {"name": "tenth", "cuts": [10]}]},
        metrics="entropy",
        connection=connection,
    )
    values = {score.partition: score.value for score in scores.scores if score.target == "x"}
    assert values["half"] == pytest.approx(1)
    assert values["tenth"] == pytest.approx(0.46899559358928117)
    assert values[None] == pytest.approx(6.643856189774724)


def test_values_of_a_frames_library_name_what_they_hold() -> None:
    """numpy scalars, dates and decimals as keys of a mapping are the values that they print as."""
    import datetime
    from decimal import Decimal

    import numpy as np

    query = (
        "select * from (values (1, date '2020-01-02', 1.50::decimal(4, 2), true), (2, date '2021-01-01', 2.00, false))"
        " t(i, d, c, x)"
    )
    connection = duckdb.connect()
    connection.execute(f"create table data as {query}")
    for column, value in {
        "i": np.int64(1),
        "d": datetime.date(2020, 1, 2),
        "c": Decimal("1.50"),
        "x": np.True_,
    }.items():
        scores = sqlmetrics.score(
            "data",
            column,
            partitions={column: {"mapping": {value: "one"}, "unmapped": "rest"}},
            level="class",
            connection=connection,
        )
        assert {score.class_ for score in scores.scores} == {"one", "rest"}


def test_ends_of_intervals_are_exact() -> None:
    """Neighbouring whole numbers beyond the precision of floats are different ends."""
    big = 2**53
    partition = {"intervals": {"a": f"[{big}, {big + 1})", "b": f"[{big + 1}, inf)"}}
    assert classes(partition, f"select {big} + i as x, 1 as side from range(3) t(i)") == {"a": 1, "b": 2}


def test_a_distance_needs_one_root(tmp_path: Path) -> None:
    """A hierarchy without a root has no distance between branches; an order names values once."""
    path = tmp_path / "tree.csv"
    path.write_text("0;A\n1;B\n")
    connection = duckdb.connect()
    connection.execute(f"create table data as {NUMBERS}")
    with pytest.raises(SpecError, match="add a level with one"):
        sqlmetrics.score("data", "x", "side", hierarchies={"side": path}, connection=connection)
    for order in ([], [0, 1, 0]):
        with pytest.raises(SpecError, match="must name each value once"):
            sqlmetrics.score("data", "x", "side", orders={"side": order}, connection=connection)
