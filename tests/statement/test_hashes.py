"""The hashes of values and classes are the same on every engine, and as Python's."""

from __future__ import annotations

from hashlib import md5
from typing import Any

import pytest

from engines import ENGINES, TABLES, Database
from sqlmetrics.statement.dialects import DIALECTS, Dialect
from sqlmetrics.statement.render import render

TEXTS = [
    "",
    " ",
    "a",
    "A",
    "a ",
    "it's",
    "x\\y",
    '"q"',
    "ünïcödé 名",
    "👩‍⚕️",
    "e\u0301",
    "tab\tend",
    "1.50",
    "-1",
    "%s",
    "1:a",
]
"""Texts that engines may write, fold, escape or encode differently."""


def python_hash(text: str) -> int:
    """Return the first 12 hexadecimal digits of the MD5 of a text's UTF-8, as a number."""
    return int(md5(text.encode(), usedforsecurity=False).hexdigest()[:12], 16)


def python_key_hash(value: Any, number: int) -> int:
    """Return the hash of a key's text, number or date, by the key's number."""
    return python_hash(str(number) if value is None else f"{number}:{value}")


def numbers(database: Database, query: str) -> list[int]:
    """Return the first column of a query's rows, in order, as whole numbers."""
    return sorted(int(row[0]) for row in database.rows(query))


def check_hashes(database: Database) -> None:
    """Compare hashes of texts, of columns and of classes with Python's."""
    dialect = database.facts

    def hashed(text: str) -> str:
        written = render("as_string", render("literal", text, dialect=dialect), dialect=dialect)
        return f"select {render('value_hash', written, dialect=dialect)} as h from {one}"

    one = f"(select y from {database.relation('t')} source where y = 20 group by y) one"
    assert numbers(database, " union all ".join(map(hashed, TEXTS))) == sorted(map(python_hash, TEXTS))
    for table, columns in (("t", ("k", "g", "x", "zip")), ("people", ("id", "born", "k", "x"))):
        rows = [dict(zip(TABLES[table].columns, row, strict=True)) for row in TABLES[table].rows]
        quoted = [render("quoted", column, dialect=dialect) for column in columns]
        hashes = [
            render("key_hash", f"source.{name}", number, dialect=dialect) for number, name in enumerate(quoted, 1)
        ]
        expected = [[python_key_hash(row[column], number) for number, column in enumerate(columns, 1)] for row in rows]
        for place, one in enumerate(hashes):
            assert numbers(database, f"select {one} as h from {database.relation(table)} source") == sorted(
                row[place] for row in expected
            ), (table, columns[place])
        together = render("class_hash", [f"h{place}" for place in range(len(hashes))], dialect=dialect)
        held = ", ".join(f"{one} as h{place}" for place, one in enumerate(hashes))
        query = f"select {together} as h from (select {held} from {database.relation(table)} source) hashed"
        assert numbers(database, query) == sorted(sum(row) % 2**48 for row in expected)


def test_duckdb_hashes_as_python() -> None:
    """DuckDB has the hashes of Python."""
    with ENGINES["duckdb"].open() as database:
        check_hashes(database)
        zeros = f"select {render('key_hash', 'x', 1)} from (values (-0.0::double), (0.0::double)) zeros(x)"
        assert database.connection.execute(zeros).fetchall() == [(python_hash("1:0.0"),)] * 2


def test_engines_hash_as_python(engine: Database) -> None:
    """Every engine has the hashes of Python, so that its sketches merge with others."""
    check_hashes(engine)


def test_the_sum_of_many_hashes_is_exact() -> None:
    """A class of 200 keys has the sum of their hashes modulo 2^48, to the last unit."""
    import duckdb

    hashes = [python_key_hash("x", number) for number in range(1, 201)]
    (found,) = duckdb.execute(f"select {render('class_hash', [str(number) for number in hashes])}").fetchall()
    assert found[0] == sum(hashes) % 2**48


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_every_dialect_takes_twelve_digits_of_md5(dialect: Dialect) -> None:
    """Each dialect's hash names MD5, or the function that the session is given."""
    text = render("value_hash", "x", dialect=dialect).lower()
    assert "md5" in text or text == "sqlmetrics_value_hash(x)"


def test_datafusion_adds_up_twelve_digits() -> None:
    """DuckDB has its functions, too, and finds the hashes of Python: of 12 digits alone."""
    import duckdb

    hashed = render("value_hash", "x", dialect=DIALECTS["datafusion"])
    rows = duckdb.execute(f"select x, {hashed} from (select unnest(?::text[]) as x)", [TEXTS]).fetchall()
    assert rows == [(text, python_hash(text)) for text in TEXTS]


def test_duckdb_adds_up_long_hashes() -> None:
    """A sum of hashes of 96 bits is exact: of the MD5, whose last byte is the highest."""
    import duckdb

    hashed = render("long_hash", "x", dialect=DIALECTS["duckdb"])
    ((found,),) = duckdb.execute(f"select sum({hashed}) from (select unnest(?::text[]) as x)", [TEXTS]).fetchall()
    digests = [md5(text.encode(), usedforsecurity=False).digest() for text in TEXTS]
    assert found == sum(int.from_bytes(digest[4:], "little") for digest in digests)
