"""The numbers that the papers print, computed again; shared by the tests and scripts/papers."""

from __future__ import annotations

import csv
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from functools import cache
from math import isclose
from pathlib import Path
from typing import Literal, NamedTuple

import duckdb

import sqlmetrics

PAPERS = Path(__file__).resolve().parent.parent / "fixtures" / "papers"

METRICS = {
    "sdr": "discrimination_rate",
    "cdr": "discrimination_rate",
    "sedr": "discrimination_rate",
    "dr": "discrimination_rate",
    "background_knowledge": "discrimination_rate",
    "mi": "mutual_information",
    "cp": "conditional_privacy",
    "mil": "maximum_information_leakage",
    "eld": "entropy_l_diversity_risk",
    "max_inference_probability": "alpha_k_anonymity",
}
"""What the papers' metrics are called here; the others have the same name."""

SALARIES = [f"{thousands}K" for thousands in range(3, 16)]
"""The salaries of all tables, in order."""


class PrintedValue(NamedTuple):
    """A number of a paper, with its place, its definition, and the corrected definition's value.

    `y` joins several quasi-identifiers by `+`; `y_value` is the class, empty for the table;
    `computed` is the definition's value, to twelve significant digits, worked out apart from the
    product.
    """

    paper: str
    where: str
    table: str
    x: str
    y: str
    y_value: str
    metric: str
    partition: str
    printed: str
    computed: str
    verdict: str


def printed_values() -> list[PrintedValue]:
    """Return every number that the papers print, in their order."""
    with (PAPERS / "printed_values.csv").open(encoding="utf-8", newline="") as file:
        return [PrintedValue(**row) for row in csv.DictReader(file)]


def ours(value: PrintedValue) -> float | None:
    """Return what the product computes for a printed number."""
    if value.table == "generated":
        return generated(int(value.where.rpartition("= ")[2].rstrip(")"))).value(value.metric, target="identity")
    scores = table_scores(value.table, value.x, value.y, value.partition, "class" if value.y_value else "table")
    target = "identity" if value.metric == "k_anonymity" else value.x
    score = scores.value(
        METRICS.get(value.metric, value.metric), target=target, key=value.y_value.split("+") if value.y_value else None
    )
    return 1 - score if value.metric == "background_knowledge" and score is not None else score


@cache
def table_scores(table: str, x: str, y: str, partition: str, level: Literal["table", "class"]) -> sqlmetrics.Scores:
    """Return the scores of one of the papers' tables, x recoded by a partition if one is named."""
    tables = PAPERS / "tables"
    return sqlmetrics.score(
        tables / f"{table}.csv",
        y.split("+"),
        x,
        partitions={x: tables / f"partition_{partition.lower()}.csv"} if partition else None,
        orders={x: SALARIES} if x == "salary" and not partition else None,
        hierarchies={x: tables / "li_disease_hierarchy.csv"} if x == "disease" and table.startswith("li_") else None,
        level=level,
    )


@cache
def generated(rare: int) -> sqlmetrics.Scores:
    """Return the scores of 10,000 records of which so many have the first of two values of y."""
    with duckdb.connect() as connection:
        connection.execute(
            f"create table people as select case when range < {rare} then 'y1' else 'y2' end as y from range(10000)"
        )
        return sqlmetrics.score("people", "y", connection=connection)


def verdict(computed: float | None, printed: str) -> str:
    """Return how a printed number is made from the computed one.

    It is rounded, truncated, one minus a truncated number, or neither.
    """
    if computed is None:
        return "undefined"
    exact, digits = Decimal(f"{computed:.12g}"), Decimal(printed)
    if exact.quantize(digits, ROUND_HALF_UP) == digits:
        return "as printed"
    if exact.quantize(digits, ROUND_DOWN) == digits:
        return "printed truncated, not rounded"
    if 1 - (1 - exact).quantize(digits, ROUND_DOWN) == digits:
        return "one minus a truncated number"
    return "misprint"


def agrees(value: PrintedValue) -> bool:
    """Return whether the product gives the recorded number, in its digits, and the verdict."""
    score = ours(value)
    if score is None or verdict(score, value.printed) != value.verdict:
        return False
    return isclose(score, float(value.computed), rel_tol=1e-9, abs_tol=1e-12)


def label(value: PrintedValue) -> str:
    """Return what is measured: the metric, of x given y, and the table."""
    of = f"{value.y}={value.y_value}" if value.y_value else value.y
    return f"{value.metric} {value.x}|{of} in {value.table} {value.partition}".rstrip()
