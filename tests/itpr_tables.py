"""The tables of the ITPR paper's experiments (sections 5.1 and 5.2, figures 1 to 5).

They have 10,000 records. The paper prints no tables, only the quantities that vary: epsilon, the
difference between the frequencies of the key's values; lambda, the difference between the
frequencies of the sensitive values within a class; theta, the largest fall of a class's entropy
below the table's. Every table here is a matrix of counts, a row for each value of Age and a column
for each of Disease.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log2

import duckdb

import sqlmetrics

ITPR = "itpr"
DR = "discrimination_rate"
MI = "mutual_information"
CP = "conditional_privacy"
MIL = "maximum_information_leakage"
ELD = "entropy_l_diversity_risk"
METRICS = (ITPR, DR, MI, CP, MIL, ELD)
RECORDS = 10_000

Counts = list[list[int]]
Curves = dict[str, list[float]]


def measure(
    connection: duckdb.DuckDBPyConnection,
    tables: Sequence[Counts],
    target: str = "disease",
    metrics: Sequence[str] = METRICS,
) -> Curves:
    """Return the value of each metric for each table, as the product computes it.

    The target is Disease or the identity.
    """
    curves: Curves = {metric: [] for metric in metrics}
    for table in tables:
        assert sum(map(sum, table)) == RECORDS
        cells = ", ".join(f"({age}, {disease}, {n})" for age, row in enumerate(table) for disease, n in enumerate(row))
        connection.execute(
            f"create or replace table people as select age, disease from (values {cells}) cells(age, disease, "
            "n), range(n) records"
        )
        sensitive = [] if target == "identity" else [target]
        scores = sqlmetrics.score("people", "age", sensitive, metrics=metrics, connection=connection)
        for metric in metrics:
            value = scores.value(metric, target=target)
            assert value is not None
            curves[metric].append(value)
    return curves


def entropy(counts: Sequence[int]) -> float:
    """Return the entropy of a distribution in bits."""
    total = sum(counts)
    return fsum(n / total * log2(total / n) for n in counts if n)


def diseases(table: Counts) -> list[int]:
    """Return the number of records of each disease."""
    return [sum(column) for column in zip(*table, strict=True)]


def theta(table: Counts) -> float:
    """Return the largest fall of a class's entropy below the table's, in bits (equation 13)."""
    return entropy(diseases(table)) - min(entropy(row) for row in table)


# Section 5.1: the risk of re-identification

EPSILONS = [*range(0, 10_000, 1000), 9800, 9900, 9980, 9998]


def two_values(epsilon: int) -> Counts:
    """Return a table in which one of two values has epsilon records more than the other."""
    return [[(RECORDS - epsilon) // 2], [(RECORDS + epsilon) // 2]]


def one_rare_value(epsilon: int) -> Counts:
    """Return a table where one of ten values has epsilon records fewer than each other value."""
    return [[1000 - 9 * epsilon // 10], *([1000 + epsilon // 10] for _ in range(9))]


def one_frequent_value(epsilon: int) -> Counts:
    """Return a table where one of ten values has epsilon records more than each other value."""
    return [[1000 + 9 * epsilon // 10], *([1000 - epsilon // 10] for _ in range(9))]


TEN_VALUES = {
    "one rare value": [one_rare_value(epsilon) for epsilon in (*range(0, 1110, 100), 1110)],
    "one frequent value": [one_frequent_value(epsilon) for epsilon in (*range(0, 9990, 1000), 9990)],
}

# Section 5.2: the risk of inference, by lambda

LAMBDAS = [*range(0, 2000, 200), 1990]


def favourites(choice: Sequence[int | None], gap: int) -> Counts:
    """Return 2,000 records for each of five ages over ten diseases.

    An age's favourite has `gap` records more than the others.
    """
    return [
        [200] * 10
        if favourite is None
        else [200 + 9 * gap // 10 if disease == favourite else 200 - gap // 10 for disease in range(10)]
        for favourite in choice
    ]


def pairs(gap: int) -> Counts:
    """Return 2,000 records for each of five ages, two diseases of which are the age's own.

    Every disease is as frequent in the table.
    """
    own, other = 200 + 4 * gap // 5, 200 - gap // 5
    return [[own if disease // 2 == age else other for disease in range(10)] for age in range(5)]


BY_LAMBDA = {
    "four ages alike": [favourites((0, 0, 0, 0, 1), gap) for gap in LAMBDAS],
    "three ages alike": [favourites((0, 0, 0, 1, 1), gap) for gap in LAMBDAS],
    "each its own favourite": [favourites((0, 1, 2, 3, 4), gap) for gap in LAMBDAS],
    "one age only": [favourites((0, None, None, None, None), gap) for gap in LAMBDAS],
    "a uniform table": [pairs(gap) for gap in range(0, 1000, 100)],
}
"""How the ages' distributions may go apart as lambda grows, which the paper leaves open."""

# Section 5.2: the risk of inference, by theta


def apart(shift: int) -> Counts:
    """Return five ages, the first with a fixed distribution of ten diseases.

    The others move from it towards the uniform one.
    """
    return [[1100, *[100] * 9], *([1100 - 9 * shift, *[100 + shift] * 9] for _ in range(4))]


SHIFTS = range(0, 101, 10)
FIGURE_4 = [apart(shift) for shift in SHIFTS]

# Section 5.2: epsilon and theta together

GRID_EPSILONS = range(0, 1001, 200)
MERGED = range(6)


def rare_and_skewed(epsilon: int, merged: int) -> Counts:
    """Return ten ages over twenty diseases.

    One age has epsilon records fewer, and in it so many diseases give way to the first.
    """
    rare, other = (1000 - 9 * epsilon // 10) // 20, (1000 + epsilon // 10) // 20
    return [[rare * (1 + merged), *[rare] * (19 - merged), *[0] * merged], *([other] * 20 for _ in range(9))]
