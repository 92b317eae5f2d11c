"""Rows with names: columns in the order of the fields, plain values, no other shapes."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal, NamedTuple

import pytest

from sqlmetrics.engine.engine import own_engine
from sqlmetrics.engine.rows import fetch_row, fetch_rows, kinds_of, read_rows


class Person(NamedTuple):
    """A row with a column of each kind."""

    name: str
    age: int
    weight: float | None
    left: bool = False
    note: Any = None


class Interval(NamedTuple):
    """A part of a row."""

    low: float
    high: float


class Measured(NamedTuple):
    """A row of which two parts are rows, one of them repeated, between columns of their own."""

    person: Person
    intervals: tuple[Interval, ...]
    codes: tuple[str | None, ...]
    records: int


def test_values_of_drivers_are_plain() -> None:
    """Bytes are text, and decimals have the type of the annotation; Any changes bytes alone."""
    (person,) = read_rows([(b"Ann", Decimal("41"), Decimal("60.5"), 1, bytearray(b"x"))], Person)
    assert person == Person("Ann", 41, 60.5, True, "x")
    assert [type(value) for value in person] == [str, int, float, bool, str]


def test_last_fields_with_a_default_may_be_missing() -> None:
    """A row has at least the columns without a default."""
    assert read_rows([("Ann", 41, None), ("Bob", 1, 2, 0)], Person) == [
        Person("Ann", 41, None),
        Person("Bob", 1, 2.0, False),
    ]


@pytest.mark.parametrize("row", [("Ann", 41), ("Ann", 41, 1.0, False, None, 7), ()])
def test_a_row_of_another_length_is_refused(row: tuple[Any, ...]) -> None:
    """A column more or less is not taken for another one."""
    with pytest.raises(
        ValueError, match=rf"a row of {len(row)} columns is no Person, whose fields are name, age, weight, left, note"
    ):
        read_rows([row], Person)


def test_null_is_refused_where_a_field_has_none() -> None:
    """NULL does not become a text or a number."""
    with pytest.raises(ValueError, match=r"Person\.name is NULL"):
        read_rows([(None, 41, None)], Person)


def test_parts_of_a_row_are_rows() -> None:
    """A nested row takes its fields without a default, a repeated one all columns that are left."""
    row = ("Ann", 41, None, 1, 2, Decimal(3), 4, b"c", None, 9)
    expected = Measured(Person("Ann", 41, None), (Interval(1.0, 2.0), Interval(3.0, 4.0)), ("c", None), 9)
    assert read_rows([row], Measured, sizes={"codes": 2}) == [expected]
    assert read_rows([row], Measured, sizes={"intervals": 2}) == [expected]
    with pytest.raises(ValueError, match=r"no whole number of items of Measured\.intervals"):
        read_rows([row], Measured, sizes={"codes": 1})
    with pytest.raises(ValueError, match="is no Measured"):
        read_rows([row], Measured)


def test_statements_return_named_rows() -> None:
    """A statement's rows are read as they are fetched."""
    with own_engine() as engine:
        sql = "select 'p' || i, i, cast(i as decimal(9, 1)) / 2 from range(1, 3) t(i) order by i"
        assert fetch_rows(engine, sql, "people", Person) == [Person("p1", 1, 0.5), Person("p2", 2, 1.0)]
        assert fetch_row(engine, "select 0.5, 1", "an interval", Interval) == Interval(0.5, 1.0)


class Kept(NamedTuple):
    """A row that is kept, with a column whose name is a word of Python's."""

    class_: str | None
    records: int | None
    share: float
    passed: bool | None
    bound: Literal["at_least", "at_most"]
    value: int | str


def test_columns_have_the_kinds_of_their_fields() -> None:
    """What is no number and no truth value is text, and class_ is the column class."""
    assert dict(kinds_of(Kept)) == {
        "class": str,
        "records": int,
        "share": float,
        "passed": bool,
        "bound": str,
        "value": str,
    }
