"""The choice between the textbook plan of scores and the one for near-unique keys.

Both give the same scores of any table. The one for near-unique keys reads the relation once for
each key and three times more, but keeps and sorts far less.
"""

from __future__ import annotations

from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.relation import table_parts
from sqlmetrics.statement.render import render

DRAWN = 20_000
"""About how many records are drawn to choose a plan."""

SMALL = 200_000
"""The records below which nothing is drawn, since both plans take less than a second."""

MOST_OTHERS = 2.0
"""The most other records that a record's class may have on average where keys are near-unique.

The two plans take equally long at about 3.
"""


def is_supported(entries: PlanEntries) -> bool:
    """Return whether the plan for near-unique keys can count what a statement scores."""
    return render("is_near_unique", {**entries, "near_unique": True}) == "yes"


def counted_near_unique(source: Source, plan: Plan, entries: PlanEntries) -> bool:
    """Return whether the plan for near-unique keys counts, as asked for or by a sample."""
    engine = source.engine
    if plan.near_unique is False or engine.shared is not None or engine.staged or not is_supported(entries):
        return False
    return True if plan.near_unique else _looks_near_unique(source, entries)


def _looks_near_unique(source: Source, entries: PlanEntries) -> bool:
    """Return whether a sample of a Parquet file or DuckDB table says that keys are near-unique."""
    engine, name, from_sql = source
    with engine.progress.step("plan", name):
        if not _reads_fast(source):
            return False
        ((records,),) = engine.client.rows(engine, f"select count(*) from {from_sql} source", name)  # noqa: S608 - quoted
        if records < SMALL:
            return False
        share = f"{100 * DRAWN / records:.9f}"
        ((drawn, pairs),) = engine.client.rows(engine, render("sampled_keys", entries, share), name)
    return drawn is not None and drawn > DRAWN // 4 and others(records, drawn, pairs) <= MOST_OTHERS


def others(records: int, drawn: int, pairs: int) -> float:
    """Return the estimated mean number of other records in a record's class.

    `pairs` is the number of ordered pairs of the drawn records that have the same keys.
    """
    return records * pairs / (drawn * (drawn - 1))


def _reads_fast(source: Source) -> bool:
    """Return whether a relation is a Parquet file or a DuckDB table, cheap to read by columns."""
    engine, name, from_sql = source
    if engine.dialect.client != "embedded":
        return False
    if from_sql.startswith("read_parquet(") or from_sql.endswith(".parquet'"):
        return True
    if not from_sql.startswith('"'):  # a query, another kind of file, or a frame
        return False
    try:
        table = render("literal", table_parts(from_sql)[-1].lower())
    except SpecError:
        return False
    kinds = engine.client.rows(engine, render("kinds_of_relation", table), name)
    return [kind for (kind,) in kinds] == ["table"]
