"""How often utility reads a relation, and which of its bins a sample counts."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import duckdb
import pytest

import sqlmetrics
from engines import Database
from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import Engine
from sqlmetrics.release.utility.answers import queries_plan
from sqlmetrics.release.utility.columns import Bin, UtilityColumn
from sqlmetrics.release.utility.groups import GroupSample, Relations
from sqlmetrics.release.utility.workload import Base, Grade
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import render
from statements import EXPLAIN


@pytest.mark.engines("plan")
def test_a_comparison_reads_each_relation_once_a_statement(engine: Database) -> None:
    """SQLite and PostgreSQL scan the original and its release once for all columns together.

    They scan them once more for all pairs of columns, twice for the propensity scores, and once for
    all queries of the workload.
    """
    texts = sqlmetrics.utility_sql(
        engine.written("t"),
        [engine.written("big")],
        columns=["k", "y"],
        connection=engine.connection,
        pairs=True,
        pmse=True,
    )
    statements = [text.partition("\n")[2].strip().rstrip(";") for text in texts.split("-- sqlmetrics")[1:]]
    assert len(statements) == 5
    explain, _ = EXPLAIN[engine.dialect]
    for statement in statements:
        plan = [str(row[-1]) for row in engine.rows(explain + statement)]
        read = [scan[1] for row in plan if (scan := re.search(r"(?:^SCAN main\.|Scan on )(t|big)\b", row))]
        assert sorted(read) == ["big", "t"]


WIDTH, SIZE, BLOCKS, FIRST = 5, 2, 4, 3
"""Blocks of two bins of five values, of which every fourth is counted, from the last on."""


def answers(values: Sequence[float], released: Sequence[float], kind: str) -> dict[int, tuple[float, float | None]]:
    """Return the records of the original and of its release in each bin of the sample."""
    with duckdb.connect() as connection:
        for name, numbers in (("o", values), ("r", released)):
            connection.execute(f"create table {name} as select cast(unnest($1) as {kind}) as x", [[*numbers]])
        column = UtilityColumn(1, "x", "number", min(values), max(values), len(set(values)), type=kind)
        bins = Bin("number", width=Fraction(WIDTH))
        grade, sample = Grade(1, (1,)), GroupSample(1, SIZE, BLOCKS, FIRST)
        base = Base(1, "generic", ((column, bins),), None, (grade,), ("records",), sample)
        relations = Relations(
            Engine(DIALECTS["duckdb"], connection),
            Compared("o", "o", (("x", kind),)),
            (Compared("r", "r", (("x", kind),)),),
            None,
            None,
        )
        statement = render("asked_queries", queries_plan(relations, [base], None, 1), dialect=DIALECTS["duckdb"])
        assert ("%" in statement) is (kind == "BIGINT" and min(values) >= 0)
        return {int(float(row[3])): (row[5], row[13]) for row in connection.execute(statement).fetchall()}


@pytest.mark.parametrize("kind", ["BIGINT", "DOUBLE"])
@pytest.mark.parametrize("least", [0, -60])
def test_a_sample_has_every_block_s_bins(kind: str, least: int) -> None:
    """A remainder of whole numbers tells the bins that bins of doubles tell.

    Those of a release that are below all of the original are of no condition.
    """
    pick = random.Random(7)
    values = [pick.randrange(least, 400) for _ in range(900)]
    released = [-1, -7, 2**62, *(pick.randrange(-80, 480) for _ in range(900))]
    counted = Counter(value // WIDTH for value in values)
    there = Counter(value // WIDTH for value in released)
    assert answers(values, released, kind) == {
        code: (records, there.get(code)) for code, records in counted.items() if code // SIZE % BLOCKS == FIRST
    }
