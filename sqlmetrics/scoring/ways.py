"""The choice between the textbook plan of scores and the plans in which records become numbers.

All give the same scores of any table. The other two read the relation once for each key and two or
three times more for each sensitive attribute, but keep and sort far less.
"""

from __future__ import annotations

from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import Plan, Way
from sqlmetrics.statement.relation import table_parts
from sqlmetrics.statement.render import render

DRAWN = 20_000
"""About how many records are drawn to choose a plan."""

SMALL = 200_000
"""The records below which nothing is drawn, since all plans take less than a second."""

NEAR_UNIQUE = 2.0
"""The most other records that a record's class may have on average where keys are near-unique."""

SORTED, SORTED_IN_ORDER = 4.0, 16.0
"""The most other records that a record's cell may have on average where sorting takes less time.

A target with an order has more windows in the textbook plan.
"""

BITS = 48.0
"""The most bits of a class's number, by the values drawn, where it has room for the others."""


def is_supported(entries: PlanEntries, way: Way = "sorted") -> bool:
    """Return whether a plan in which records become numbers can count what a statement scores."""
    return render("is_coded", {**entries, "way": way}) == "yes"


def counting_way(source: Source, plan: Plan, entries: PlanEntries) -> Way:
    """Return the plan that counts, as asked for or by a sample."""
    engine = source.engine
    if plan.way == "textbook" or engine.shared is not None or engine.staged or not is_supported(entries):
        return "textbook"
    way = _sampled_way(source, entries) if plan.way == "auto" else plan.way
    return way if is_supported(entries, way) else "textbook"


def _sampled_way(source: Source, entries: PlanEntries) -> Way:
    """Return the plan that a sample of a Parquet file or DuckDB table calls for."""
    engine, name, from_sql = source
    with engine.progress.step("plan", name):
        if not _reads_fast(source):
            return "textbook"
        ((records,),) = engine.client.rows(engine, f"select count(*) from {from_sql} source", name)  # noqa: S608 - quoted
        if records < SMALL:
            return "textbook"
        share = f"{100 * DRAWN / records:.9f}"
        ((drawn, pairs, cell_pairs, bits),) = engine.client.rows(engine, render("sampled_keys", entries, share), name)
    if drawn is None or drawn <= DRAWN // 4:
        return "textbook"
    if others(records, drawn, pairs) <= NEAR_UNIQUE and is_supported(entries, "near-unique"):
        return "near-unique"
    most = SORTED_IN_ORDER if any(target["order"] for target in entries["targets"]) else SORTED
    return "sorted" if others(records, drawn, cell_pairs) <= most and bits <= BITS else "textbook"


def others(records: int, drawn: int, pairs: int) -> float:
    """Return the estimated mean number of other records in a record's class, or cell.

    `pairs` is the number of ordered pairs of the drawn records that are in the same one.
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
