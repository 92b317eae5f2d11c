"""Scores of billions of records, against decimal arithmetic of 60 digits, on every engine.

Nearly all records of a class have one value there, as with a rare disease: sums of n ln n, which
are near N ln N, would leave few digits of the small entropies.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from decimal import Decimal, localcontext

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


@pytest.mark.parametrize("name", TABLES)
def test_entropies_of_large_and_lopsided_counts(engine: Database, name: str) -> None:
    """Each score is within 1e-10 of the true one, and the entropies within 1e-10 of their size."""
    cells = TABLES[name]
    metrics = [*expected(TABLES["few records"])]
    rows = " union all ".join(
        f"select {key} as key_1, {value} as value_1, {count} as records" for key, value, count in cells
    )
    plan = build_plan(call_spec("t", ["k"], ["x"], {"metrics": metrics}))
    statement = render("score", plan_entries(plan, "no.such_table", counted=f"({rows})"), dialect=engine.facts)
    scores = {row[0]: row[7] for row in engine.rows(statement) if row[1] == "x"}
    assert scores.keys() == set(metrics)
    with localcontext(prec=60):
        truth = expected(cells)
        for metric, value in scores.items():
            if metric not in truth:
                assert value is None
                continue
            error = abs(Decimal(value) - truth[metric])
            assert error <= Decimal("1e-10"), (metric, value)
            if metric in {"entropy", "conditional_entropy", "joint_entropy"}:
                assert error <= Decimal("1e-10") * truth[metric], (metric, value)
