"""The experiments of the ITPR paper (sections 5.1 and 5.2, figures 1 to 5), on tables of 10,000 records that DuckDB generates.

The paper prints no tables, only what is varied: epsilon, the difference between the frequencies of the key's values; lambda, the
difference between the frequencies of the sensitive values within a class; theta, by how much the entropy of a class falls below
the table's. Every table here is a matrix of counts, a row for each value of Age and a column for each of Disease.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum, log2

import duckdb
import pytest

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


def measure(connection: duckdb.DuckDBPyConnection, tables: Sequence[Counts], target: str = "disease") -> Curves:
    """Return the value of each metric for each table, as the product computes it; the target is Disease or the identity."""
    curves: Curves = {metric: [] for metric in METRICS}
    for table in tables:
        assert sum(map(sum, table)) == RECORDS
        cells = ", ".join(f"({age}, {disease}, {n})" for age, row in enumerate(table) for disease, n in enumerate(row))
        connection.execute(
            f"create or replace table people as select age, disease from (values {cells}) cells(age, disease, "
            "n), range(n) records"
        )
        sensitive = [] if target == "identity" else [target]
        scores = sqlmetrics.score("people", "age", sensitive, metrics=METRICS, connection=connection)
        for metric in METRICS:
            value = scores.value(metric, target=target)
            assert value is not None
            curves[metric].append(value)
    return curves


def entropy(counts: Sequence[int]) -> float:
    """Return the entropy of a distribution in bits."""
    total = sum(counts)
    return fsum(n / total * log2(total / n) for n in counts if n)


def diseases(table: Counts) -> list[int]:
    """Return how many records each disease has."""
    return [sum(column) for column in zip(*table, strict=True)]


def identities(table: Counts) -> Counts:
    """Return the table whose sensitive value is the record itself: a column for each."""
    sizes = [sum(row) for row in table]
    return [[0] * sum(sizes[:age]) + [1] * size + [0] * sum(sizes[age + 1 :]) for age, size in enumerate(sizes)]


def theta(table: Counts) -> float:
    """Return by how many bits the entropy of a class falls below the table's at most (the paper's equation 13)."""
    return entropy(diseases(table)) - min(entropy(row) for row in table)


def by_definition(table: Counts) -> dict[str, float]:
    """Return each metric by its definition, with the weight p(y) that the numbers of the paper's tables need."""
    total = entropy(diseases(table))
    weighted = [sum(row) / RECORDS * entropy(row) for row in table]
    information = total - fsum(weighted)
    return {
        ITPR: 1 - len(table) * min(weighted) / total,
        DR: information / total,
        MI: information,
        CP: 1 - 2**-information,
        MIL: total - min(weighted),
        ELD: 2 ** -min(entropy(row) for row in table),
    }


def rises(values: Sequence[float]) -> bool:
    return all(before < after for before, after in pairwise(values))


def falls(values: Sequence[float]) -> bool:
    return all(before > after for before, after in pairwise(values))


def agree(curves: Curves, tables: Sequence[Counts]) -> None:
    """Assert that each curve is what the definitions give."""
    expected = [by_definition(table) for table in tables]
    for metric, values in curves.items():
        assert values == pytest.approx([facts[metric] for facts in expected], rel=1e-9, abs=1e-12), metric


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


# Section 5.1: the risk of re-identification

EPSILONS = [*range(0, 10_000, 1000), 9800, 9900, 9980, 9998]


def two_values(epsilon: int) -> Counts:
    """Return a table in which one of two values has epsilon records more than the other."""
    return [[(RECORDS - epsilon) // 2], [(RECORDS + epsilon) // 2]]


def one_rare_value(epsilon: int) -> Counts:
    """Return a table in which one of ten values has epsilon records fewer than each of the nine others."""
    return [[1000 - 9 * epsilon // 10], *([1000 + epsilon // 10] for _ in range(9))]


def one_frequent_value(epsilon: int) -> Counts:
    """Return a table in which one of ten values has epsilon records more than each of the nine others."""
    return [[1000 + 9 * epsilon // 10], *([1000 - epsilon // 10] for _ in range(9))]


@pytest.fixture(scope="module")
def figure_1(connection: duckdb.DuckDBPyConnection) -> Curves:
    return measure(connection, [two_values(epsilon) for epsilon in EPSILONS], "identity")


def test_itpr_of_identity_spans_its_range_with_epsilon(figure_1: Curves) -> None:
    """ITPR rises with epsilon from 0.0753, where both values are as frequent, to 1, where one value has a single record."""
    assert rises(figure_1[ITPR])
    assert figure_1[ITPR][0] == pytest.approx(1 - log2(5000) / log2(10_000), rel=1e-9)
    assert figure_1[ITPR][-1] == 1


def test_averages_of_identity_fall_with_epsilon(figure_1: Curves) -> None:
    """DR stays below 0.1; it, MI and CP fall where the risk rises: MI is the entropy of the key, at most one bit of log2 10,000."""
    assert max(figure_1[DR]) == pytest.approx(1 / log2(10_000), rel=1e-9)
    assert max(figure_1[DR]) < 0.1
    for metric in (DR, MI, CP):
        assert falls(figure_1[metric]), metric
    assert figure_1[MI][0] == pytest.approx(1, rel=1e-9)
    assert figure_1[CP][0] == pytest.approx(0.5, rel=1e-9)


def test_mil_of_identity_rises_with_epsilon(figure_1: Curves) -> None:
    """MIL rises with epsilon from 7.1 to 13.3 bits, the paper's "between 7 and 13"."""
    assert rises(figure_1[MIL])
    assert figure_1[MIL][0] == pytest.approx(log2(10_000) - log2(5000) / 2, rel=1e-9)
    assert figure_1[MIL][-1] == pytest.approx(log2(10_000), rel=1e-9)


def test_eld_of_identity_rises_late(figure_1: Curves) -> None:
    """ELD is one over the size of the smaller class: it rises so slowly that epsilon = 9800 still gives 0.01, and ends at 1."""
    assert rises(figure_1[ELD])
    assert figure_1[ELD] == pytest.approx([2 / (RECORDS - epsilon) for epsilon in EPSILONS], rel=1e-9)


TEN_VALUES = {
    "one rare value": [one_rare_value(epsilon) for epsilon in (*range(0, 1110, 100), 1110)],
    "one frequent value": [one_frequent_value(epsilon) for epsilon in (*range(0, 9990, 1000), 9990)],
}


@pytest.mark.parametrize("tables", TEN_VALUES.values(), ids=TEN_VALUES)
def test_ten_values_behave_like_two(connection: duckdb.DuckDBPyConnection, tables: list[Counts]) -> None:
    """With ten values, too, ITPR, MIL and ELD rise with epsilon up to their highest values and DR, MI and CP fall.

    DR then begins at 0.25, so the paper's bound of 0.1 holds for two values only.
    """
    curves = measure(connection, tables, "identity")
    for metric in (ITPR, MIL, ELD):
        assert rises(curves[metric]), metric
    for metric in (DR, MI, CP):
        assert falls(curves[metric]), metric
    assert curves[DR][0] == pytest.approx(0.25, rel=1e-9)
    assert curves[ITPR][0] == pytest.approx(0.25, rel=1e-9)
    assert [curves[metric][-1] for metric in (ITPR, ELD, MIL)] == pytest.approx([1, 1, log2(10_000)], rel=1e-9)


def test_identity_agrees_with_the_definitions(connection: duckdb.DuckDBPyConnection, figure_1: Curves) -> None:
    """The identity scores like a sensitive attribute that is different in every record."""
    for curves, tables in (
        (figure_1, [two_values(epsilon) for epsilon in EPSILONS]),
        *((measure(connection, tables, "identity"), tables) for tables in TEN_VALUES.values()),
    ):
        agree(curves, [identities(table) for table in tables])


# Section 5.2: the risk of inference, by lambda

LAMBDAS = [*range(0, 2000, 200), 1990]


def favourites(choice: Sequence[int | None], gap: int) -> Counts:
    """Return 2,000 records for each of five ages over ten diseases; an age's favourite has `gap` records more than the others."""
    return [
        [200] * 10
        if favourite is None
        else [200 + 9 * gap // 10 if disease == favourite else 200 - gap // 10 for disease in range(10)]
        for favourite in choice
    ]


def pairs(gap: int) -> Counts:
    """Return 2,000 records for each of five ages; two diseases are an age's own, and every disease is as frequent in the table."""
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


@pytest.fixture(scope="module")
def by_lambda(connection: duckdb.DuckDBPyConnection) -> dict[str, Curves]:
    return {name: measure(connection, tables) for name, tables in BY_LAMBDA.items()}


@pytest.mark.parametrize("name", BY_LAMBDA)
def test_inference_risk_rises_with_lambda(by_lambda: dict[str, Curves], name: str) -> None:
    """ITPR, DR, MI, ELD and CP rise with lambda, from no risk where every disease is as frequent in every age."""
    curves = by_lambda[name]
    for metric in (ITPR, DR, MI, ELD, CP):
        assert rises(curves[metric]), metric
    for metric in (ITPR, DR, MI, CP):
        assert curves[metric][0] == pytest.approx(0, abs=1e-12)
    assert curves[ELD][0] == pytest.approx(0.1, rel=1e-9)
    assert curves[MIL][0] == pytest.approx(0.8 * log2(10), rel=1e-9)


@pytest.mark.parametrize("name", ["four ages alike", "three ages alike"])
def test_mil_falls_with_lambda_where_ages_are_alike(by_lambda: dict[str, Curves], name: str) -> None:
    """MIL falls with lambda, as figure 3b shows, where most ages favour the same disease: the table's entropy falls faster."""
    assert falls(by_lambda[name][MIL])


def test_mil_peaks_where_each_age_has_its_own_favourite(by_lambda: dict[str, Curves]) -> None:
    """MIL first rises and falls from lambda = 600 on where the favourites differ; the paper's text says that it falls throughout."""
    curve = by_lambda["each its own favourite"][MIL]
    peak = LAMBDAS.index(600)
    assert rises(curve[: peak + 1])
    assert falls(curve[peak:])
    assert curve[-1] < curve[0]


@pytest.mark.parametrize("name", ["one age only", "a uniform table"])
def test_mil_rises_with_lambda_elsewhere(by_lambda: dict[str, Curves], name: str) -> None:
    """MIL rises with lambda where the table's distribution hardly moves, or not at all; the paper's text says that it falls."""
    assert rises(by_lambda[name][MIL])


def test_alike_ages_give_nothing_away(connection: duckdb.DuckDBPyConnection) -> None:
    """Where all ages favour the same disease lambda grows without any inference from Age: only ELD rises, and MIL falls."""
    curves = measure(connection, [favourites((0, 0, 0, 0, 0), gap) for gap in LAMBDAS])
    for metric in (ITPR, DR, MI, CP):
        assert curves[metric] == pytest.approx([0] * len(LAMBDAS), abs=1e-12)
        assert min(curves[metric]) >= 0
    assert rises(curves[ELD])
    assert falls(curves[MIL])


@pytest.mark.parametrize("name", BY_LAMBDA)
def test_lambda_agrees_with_the_definitions(by_lambda: dict[str, Curves], name: str) -> None:
    """Every value of the experiment is what its definition gives."""
    agree(by_lambda[name], BY_LAMBDA[name])


# Section 5.2: the risk of inference, by theta


def apart(shift: int) -> Counts:
    """Return five ages: the first keeps its distribution of ten diseases, the others move from it towards the uniform one."""
    return [[1100, *[100] * 9], *([1100 - 9 * shift, *[100 + shift] * 9] for _ in range(4))]


SHIFTS = range(0, 101, 10)
FIGURE_4 = [apart(shift) for shift in SHIFTS]


@pytest.fixture(scope="module")
def figure_4(connection: duckdb.DuckDBPyConnection) -> Curves:
    return measure(connection, FIGURE_4)


def test_itpr_rises_with_theta(figure_4: Curves) -> None:
    """ITPR rises with theta from 0 and, the ages being as frequent, is theta as a share of the table's entropy."""
    assert rises(figure_4[ITPR])
    assert figure_4[ITPR] == pytest.approx(
        [theta(table) / entropy(diseases(table)) for table in FIGURE_4], rel=1e-9, abs=1e-12
    )


def test_eld_does_not_see_theta(figure_4: Curves) -> None:
    """ELD is constant in theta: it looks at the least diverse class and never at the table."""
    assert figure_4[ELD] == pytest.approx([2 ** -entropy([1100, *[100] * 9])] * len(SHIFTS), rel=1e-9)


def test_averages_rise_slowly_with_theta(connection: duckdb.DuckDBPyConnection, figure_4: Curves) -> None:
    """DR, MI, CP and MIL rise with theta; from theta = 0 to 0.4 MI by less than the paper's 0.02 and CP by less than its 0.01."""
    for metric in (DR, MI, CP, MIL):
        assert rises(figure_4[metric]), metric
    table = apart(36)
    assert theta(table) == pytest.approx(0.4, abs=0.005)
    curves = measure(connection, [apart(0), table])
    gain = {metric: after - before for metric, (before, after) in curves.items()}
    assert 0 < gain[MI] < 0.02
    assert 0 < gain[CP] < 0.01
    assert gain[ITPR] > 0.14


def test_theta_agrees_with_the_definitions(figure_4: Curves) -> None:
    """Every value of the experiment is what its definition gives."""
    agree(figure_4, FIGURE_4)


def test_theta_lies_between_mi_and_mil(by_lambda: dict[str, Curves], figure_4: Curves) -> None:
    """MI <= theta <= MIL on every table, as the mean over the classes and with each class's weight.

    The paper reports a MIL of 0.09 at theta = 0.4, which no table has: H(X) - p(y) H(X|Y=y) >= H(X) - H(X|Y=y).
    """
    for curves, tables in ((figure_4, FIGURE_4), *((by_lambda[name], BY_LAMBDA[name]) for name in BY_LAMBDA)):
        for table, information, leakage in zip(tables, curves[MI], curves[MIL], strict=True):
            assert information <= theta(table) + 1e-12
            assert theta(table) <= leakage + 1e-12


# Section 5.2: epsilon and theta together

GRID_EPSILONS = range(0, 1001, 200)
MERGED = range(6)


def rare_and_skewed(epsilon: int, merged: int) -> Counts:
    """Return ten ages over twenty diseases: one age has epsilon records fewer and there so many diseases give way to the first."""
    rare, other = (1000 - 9 * epsilon // 10) // 20, (1000 + epsilon // 10) // 20
    return [[rare * (1 + merged), *[rare] * (19 - merged), *[0] * merged], *([other] * 20 for _ in range(9))]


@pytest.fixture(scope="module")
def figure_5(connection: duckdb.DuckDBPyConnection) -> dict[int, Curves]:
    return {
        epsilon: measure(connection, [rare_and_skewed(epsilon, merged) for merged in MERGED])
        for epsilon in GRID_EPSILONS
    }


def test_itpr_rises_with_theta_at_every_epsilon(figure_5: dict[int, Curves]) -> None:
    """ITPR rises with theta, from 0 to 0.77 bits, whatever epsilon is."""
    for epsilon, curves in figure_5.items():
        thetas = [theta(rare_and_skewed(epsilon, merged)) for merged in MERGED]
        assert rises(thetas)
        assert thetas[0] == pytest.approx(0, abs=1e-12)
        assert thetas[-1] == pytest.approx(0.77, abs=0.01)
        assert rises(curves[ITPR])


def test_itpr_rises_with_epsilon_at_every_theta(figure_5: dict[int, Curves]) -> None:
    """ITPR rises with epsilon whatever theta is; without skew it is what the rare age lacks of a tenth of the records."""
    for merged in MERGED:
        assert rises([curves[ITPR][merged] for curves in figure_5.values()])
    unskewed = [curves[ITPR][0] for curves in figure_5.values()]
    assert unskewed == pytest.approx([0.9 * epsilon / 1000 for epsilon in GRID_EPSILONS], rel=1e-9, abs=1e-12)


def test_grid_agrees_with_the_definitions(figure_5: dict[int, Curves]) -> None:
    """Every value of the experiment is what its definition gives."""
    for epsilon, curves in figure_5.items():
        agree(curves, [rare_and_skewed(epsilon, merged) for merged in MERGED])
