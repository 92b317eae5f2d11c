"""The self-test of a dialect: statements over rows of their own, which say whether they are right.

`self_test.csv` has what scores should be; `python tests/exact_scores.py` computes it exactly.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.risk.combinations.measured import subsets_sql
from sqlmetrics.risk.records import records_sql
from sqlmetrics.risk.score import score_sql
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.statement.dialects import DUCKDB, Dialect, check_dialect
from sqlmetrics.statement.render import parted, render
from sqlmetrics.statement.statement import function_notes, heading, joined_statements

FILE = Path(__file__).with_name("self_test.csv")
"""The scores as they should be: a line for each, with a value for each row of the answer."""

NAMES = ("person", "team", "part", "age", "it's zip", "select", "Größe")
"""The columns of the rows."""

ROWS = """\
1,red,north,23,x,a,1
2,blue,north,38,x,a,2
3,red,north,39,x,b,3
4,,north,39,x,it's,3
1,red,north,40,x,a,1
2,blue,north,51,x,b,3
5,blue,north,51,x,b,2
6,blue,north,51,x,b,2
7,red,north,62,x,it's,1
3,red,south,40,y,a,1
8,red,south,41,y,a,1
9,blue,south,41,y,a,2
4,,,23,,b,3
9,blue,,23,,,10
10,red,,,y,b,3
8,red,,51,y,b,1
6,blue,,23,x,A,
5,blue,,51,x,A,2
11,red,north,30,x,b,2"""
"""The records, an empty field for NULL; the question for scores repeats the last one."""

MANY = 5
"""The block's size in ten thousands; the square of such a class passes 32 bits."""


class OwnQuestion(NamedTuple):
    """A question of the self-test: its words, and the rows of a score by a column's values."""

    name: str
    words: Mapping[str, Any]
    column: str = "level"
    values: Sequence[str] = ("table",)
    write: Callable[..., str] = score_sql

    def text(self, dialect: Dialect) -> str:
        """Return the statement of the question, which reads `self_test`."""
        words = {
            "query": "select * from self_test",
            "exact_names": True,
            "quasi_identifiers": ["age", "it's zip"],
            "partitions": {"age": {"cuts": [40]}},
            "metrics": list(dict.fromkeys(row["score"].partition(",")[0] for row in expected_of(self.name))),
        }
        spec = spec_over(words | dict(self.words), self.name).checked()
        return self.write(spec, dialect=dialect.name, **({"show_values": True} if self.column in SHOWN else {}))


SHOWN = ("slice", "class")
ONE = {"sensitive": ["select"]}
KNOWN = {"individual": "person", "known": 2, "targets": "all"}
QUESTIONS = (
    OwnQuestion(
        "scores",
        {"quasi_identifiers": ["part", "it's zip"], "partitions": {}, "sensitive": ["Größe"], "metrics": []},
    ),
    OwnQuestion("by", {**ONE, "by": ["part"]}, "slice", ("north", "south", "-")),
    OwnQuestion(
        "class",
        {"sensitive": ["Größe"], "orders": {"Größe": "natural"}, "level": "class"},
        "class",
        ('"(-inf, 40)",x', '"[40, inf)",x', '"[40, inf)",y', '"(-inf, 40)",', ",y"),
    ),
    OwnQuestion("subsets", ONE, "quasi_identifiers", ("age", "it's zip", "age,it's zip"), subsets_sql),
    OwnQuestion("records", {**ONE, "metrics": ["k_anonymity", "recursive_cl_diversity"]}, "", ("",), records_sql),
    OwnQuestion("known", KNOWN, "parameters", ("known=1", "known=2")),
    OwnQuestion("known secrets", {**KNOWN, "sensitive": ["team"]}),
    OwnQuestion("no records", {**ONE, "where": "1 = 0"}),
    OwnQuestion("no domain", {"partitions": {"it's zip": {"mapping": {"x": "x"}, "unmapped": "error"}}}),
    OwnQuestion("known all", {"individual": "person", "known": "all"}),
)
"""A question of each kind that is printed; the file names the metrics of all but the first."""


@cache
def expected_of(question: str) -> list[Mapping[str, str]]:
    """Return the lines of a question."""
    with FILE.open(encoding="utf-8", newline="") as lines:
        return [row for row in csv.DictReader(lines) if row["question"] == question]


def expected_rows(question: OwnQuestion) -> list[list[str]]:
    """Return the rows of a question: place, score, records, top and bottom of the value, reason."""
    rows: list[list[str]] = []
    for row in expected_of(question.name):
        for about, records, value in zip(question.values, row["records"].split(), row["values"].split(), strict=True):
            if value != ".":
                top, bottom = ("-", 1) if value == "-" else Fraction(value).as_integer_ratio()
                reason = row["reason"] if value == "-" else "-"
                name = f"{row['score']}, {about}".removesuffix(", ")
                rows.append([f"{len(rows) + 100}", name, records, f"{top}", f"{bottom}", reason])
    return rows


def self_test_sql(dialect: str | None) -> str:
    """Return the statements of the self-test in a dialect, by default DuckDB's.

    Each reads no table, and its rows say `passed`, or `failed` with what a score is and should be.
    """
    texts = statements(DUCKDB if dialect is None else check_dialect(dialect))
    return joined_statements([text for _, text in texts])


def statements(dialect: Dialect) -> Iterator[tuple[OwnQuestion, str]]:
    """Yield each question with its statement, but for one that needs a function of our sessions."""
    for question in QUESTIONS:
        text = question.text(dialect)
        if function_notes(text):
            continue
        whole = parted(text, dialect)
        rows = [[_literal(field, dialect) for field in line.split(",")] for line in ROWS.split("\n")]
        many = MANY if question.name == "scores" else 0
        query = render(
            "self_test",
            *(whole.queries, whole.last, NAMES, rows, many, expected_rows(question), question.column),
            dialect=dialect,
        )
        yield question, f"{heading(f'self-test of {question.name} in {dialect.name}', 'it reads no table')}{query}\n"


def _literal(field: str, dialect: Dialect) -> str:
    """Return a field of a record as the dialect writes it."""
    return field or "null" if not field or field.isdecimal() else render("literal", field, dialect=dialect)
