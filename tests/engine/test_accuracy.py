"""Scores of up to 10^15 records, against decimal arithmetic of 60 digits, on every engine.

Nearly all records of a class have one value there, as with a rare disease: the share of that value
is rounded near 1, which would leave few digits of small entropies. Or keys tell next to nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from decimal import Decimal, localcontext
from typing import Any

import pytest

from engines import Database
from sqlmetrics.spec.call import call_spec
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render

Cell = tuple[int, int, int]
"""A class, a value, and the records of both."""

TABLES: dict[str, list[Cell]] = {
    "one record of a billion": [(0, 0, 499_999_999), (0, 1, 1), (1, 0, 500_000_000)],
    "a thousand of 10^8": [(0, 0, 10**8 - 1000), (0, 1, 1000)],
    "a class of its own": [(0, 0, 10**8 - 1000), (1, 1, 1000)],
    "several rare values": [(0, 0, 10**9), (0, 1, 3), (0, 2, 7), (1, 0, 10**9), (1, 1, 1), (2, 0, 55), (2, 1, 45)],
    "ends of what is rare": [(0, 0, 10**10), (0, 1, 999_999), (1, 0, 10**10), (1, 1, 1_000_001), (1, 2, 1)],
    "no rare value": [(key, value, 10**7 + 3 * key + value) for key in range(5) for value in range(5)],
    "a billion of one value": [(0, 0, 10**9), (1, 0, 10**9)],
    "one record of 10^15": [(0, 0, 10**15 // 2), (0, 1, 1), (1, 0, 10**15 // 2 - 1)],
    "a trillion, some of a thousand values": [(0, 0, 10**12)]
    + [(value % 7, value, 1 + value % 3) for value in range(1, 40)],
    "a rare value in each class": [(key, 0, 10**14 + 17 * key) for key in range(9)]
    + [(key, 1, 1 + key % 2) for key in range(9)],
    "classes of other values": [(0, 0, 10**15 - 10**7), (1, 1, 10**7 - 3), (1, 0, 2), (2, 2, 1)],
    "next to independent": [(key, value, 10**13 + key * value) for key in range(4) for value in range(3)],
    "a rare value, next to independent": [(0, 0, 10**14), (1, 0, 3 * 10**14), (0, 1, 10**6 + 1), (1, 1, 3 * 10**6 - 1)],
    "independent": [(key, value, 10**6 * (key + 1) * (value + 2)) for key in range(3) for value in range(3)],
    "few records": [(0, 0, 5), (0, 1, 7), (1, 0, 3)],
}


def entropy(counts: Iterable[int]) -> Decimal:
    """Return the entropy of counts in bits."""
    counts = list(counts)
    total = Decimal(sum(counts))
    return sum(((count / total) * (total / count).ln() for count in map(Decimal, counts)), Decimal(0)) / Decimal(2).ln()


def expected(cells: list[Cell]) -> dict[str, Decimal]:
    """Return the scores of a count table, NULL ones left out."""
    total = Decimal(sum(records for *_, records in cells))
    values, classes = Counter[int](), defaultdict[int, list[int]](list)
    for key, value, records in cells:
        values[value] += records
        classes[key].append(records)
    target = entropy(values.values())
    uncertain = {key: entropy(records) for key, records in classes.items()}
    weighted = [sum(classes[key]) / total * bits for key, bits in uncertain.items()]
    found = {
        "entropy": target,
        "conditional_entropy": sum(weighted),
        "joint_entropy": entropy(records for *_, records in cells),
        "mutual_information": target - sum(weighted),
        "maximum_information_leakage": target - min(weighted),
        "skewness": target - min(uncertain.values()),
    }
    if target:
        found["discrimination_rate"] = 1 - sum(weighted) / target
        found["normalized_conditional_entropy"] = sum(weighted) / target
        found["itpr"] = 1 - len(classes) * min(weighted) / target
    return {metric: Decimal(value) for metric, value in found.items()}


def scored(engine: Database, cells: list[Cell], metrics: list[str], level: str) -> list[tuple[Any, ...]]:
    """Return metric, class and value of each score of the attribute of a count table."""
    rows = " union all ".join(
        f"select {key} as key_1, {value} as value_1, {count} as records" for key, value, count in cells
    )
    plan = build_plan(call_spec("t", ["k"], ["x"], {"metrics": metrics, "level": level}), show_values=True)
    entries = plan_entries(plan, "no.such_table", counted=f"({rows})", needed=True)
    statement = render("score", entries, dialect=engine.facts)
    return [(row[0], row[6], row[8]) for row in engine.rows(statement) if row[1] == "x"]


@pytest.mark.parametrize("name", TABLES)
def test_entropies_of_large_and_lopsided_counts(engine: Database, name: str) -> None:
    """Entropies of the attribute are within 1e-12 of their size, what keys tell within 1e-14.

    That is more than the page on accuracy promises, whatever the number of records.
    """
    cells = TABLES[name]
    metrics = [*expected(TABLES["few records"])]
    scores = {metric: value for metric, _, value in scored(engine, cells, metrics, "table")}
    assert scores.keys() == set(metrics)
    with localcontext(prec=60):
        truth = expected(cells)
        for metric, value in scores.items():
            if metric not in truth:
                assert value is None
                continue
            error = abs(Decimal(value) - truth[metric])
            assert error <= Decimal("1e-12"), (metric, value)
            if metric in {"entropy", "conditional_entropy"}:
                assert error <= Decimal("1e-12") * truth[metric], (metric, value)
            if metric in {"mutual_information", "discrimination_rate"}:
                assert error <= Decimal("1e-14"), (metric, value)


def test_gains_of_next_to_nothing(engine: Database) -> None:
    """One record of 10^12 that moves a share is seen, within the rounding of shares."""
    cells = [(0, 0, 25 * 10**10 + 1), (0, 1, 25 * 10**10), (1, 0, 25 * 10**10), (1, 1, 25 * 10**10)]
    expected = {"basic_beta_likeness": 1e-12, "delta_disclosure": 1e-12, "t_closeness_equal": 5e-13, "a_diff": 5e-13}
    scores = {metric: value for metric, _, value in scored(engine, cells, [*expected], "table")}
    assert scores == pytest.approx(expected, abs=1e-15)


CLASSES = ("one record of 10^15", "a rare value in each class", "classes of other values", "next to independent")


@pytest.mark.parametrize("name", CLASSES)
def test_entropies_of_single_classes(engine: Database, name: str) -> None:
    """The scores of each class are within 1e-12 of the true ones."""
    cells = TABLES[name]
    metrics = ["discrimination_rate", "itpr", "skewness", "maximum_information_leakage", "entropy_l_diversity"]
    scores = scored(engine, cells, metrics, "class")
    values, classes = Counter[int](), defaultdict[str, list[int]](list)
    for key, value, records in cells:
        values[value] += records
        classes[str(key)].append(records)
    assert len(scores) == len(metrics) * len(classes)
    with localcontext(prec=60):
        target, total = entropy(values.values()), Decimal(sum(values.values()))
        for metric, name_of_class, score in scores:
            bits = entropy(classes[name_of_class])
            weighted = sum(classes[name_of_class]) / total * bits
            truth = {
                "discrimination_rate": 1 - weighted / target,
                "itpr": 1 - len(classes) * weighted / target,
                "skewness": target - bits,
                "maximum_information_leakage": target - weighted,
                "entropy_l_diversity": (bits * Decimal(2).ln()).exp(),
            }
            assert abs(Decimal(score) - truth[metric]) <= Decimal("1e-12"), (metric, name_of_class)
