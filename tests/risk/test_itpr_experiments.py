"""The experiments of the ITPR paper (sections 5.1 and 5.2, figures 1 to 5).

The tables are those of `itpr_tables`, which `scripts/itpr_figures` draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum, log2

import duckdb
import pytest

from itpr_tables import (
    BY_LAMBDA,
    CP,
    DR,
    ELD,
    EPSILONS,
    FIGURE_4,
    GRID_EPSILONS,
    ITPR,
    LAMBDAS,
    MERGED,
    MI,
    MIL,
    RECORDS,
    SHIFTS,
    TEN_VALUES,
    Counts,
    Curves,
    apart,
    diseases,
    entropy,
    favourites,
    measure,
    rare_and_skewed,
    theta,
    two_values,
)

pytestmark = pytest.mark.xdist_group("itpr")  # where each figure is measured once


def identities(table: Counts) -> Counts:
    """Return the table whose sensitive value is the record itself: a column for each."""
    sizes = [sum(row) for row in table]
    return [[0] * sum(sizes[:age]) + [1] * size + [0] * sum(sizes[age + 1 :]) for age, size in enumerate(sizes)]


def by_definition(table: Counts) -> dict[str, float]:
    """Return each metric by its definition, with the weight p(y) of the paper's tables."""
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
    """Assert that each curve follows the definitions."""
    expected = [by_definition(table) for table in tables]
    for metric, values in curves.items():
        assert values == pytest.approx([facts[metric] for facts in expected], rel=1e-9, abs=1e-12), metric


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


# Section 5.1: the risk of re-identification


@pytest.fixture(scope="module")
def figure_1(connection: duckdb.DuckDBPyConnection) -> Curves:
    return measure(connection, [two_values(epsilon) for epsilon in EPSILONS], "identity")


def test_itpr_of_identity_spans_its_range_with_epsilon(figure_1: Curves) -> None:
    """ITPR rises with epsilon from 0.0753 at equal frequencies to 1 for a value of one record."""
    assert rises(figure_1[ITPR])
    assert figure_1[ITPR][0] == pytest.approx(1 - log2(5000) / log2(10_000), rel=1e-9)
    assert figure_1[ITPR][-1] == 1


def test_averages_of_identity_fall_with_epsilon(figure_1: Curves) -> None:
    """DR stays below 0.1, and DR, MI and CP fall where the risk rises.

    MI is the entropy of the key, at most one bit of log2 10,000.
    """
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
    """ELD, one over the size of the smaller class, is 0.01 at epsilon = 9800 and 1 at the end."""
    assert rises(figure_1[ELD])
    assert figure_1[ELD] == pytest.approx([2 / (RECORDS - epsilon) for epsilon in EPSILONS], rel=1e-9)


@pytest.mark.parametrize("tables", TEN_VALUES.values(), ids=TEN_VALUES)
def test_ten_values_behave_like_two(connection: duckdb.DuckDBPyConnection, tables: list[Counts]) -> None:
    """ITPR, MIL and ELD of ten values rise with epsilon to their highest, and DR, MI and CP fall.

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


def test_epsilon_is_the_imbalance_of_classes(connection: duckdb.DuckDBPyConnection) -> None:
    """The quantity of equation 11 that the figures vary is the score `class_imbalance`."""
    some = EPSILONS[::4]
    curves = measure(connection, [two_values(epsilon) for epsilon in some], "identity", ["class_imbalance"])
    assert curves == {"class_imbalance": some}


# Section 5.2: the risk of inference, by lambda


@pytest.fixture(scope="module")
def by_lambda(connection: duckdb.DuckDBPyConnection) -> dict[str, Curves]:
    return {name: measure(connection, tables) for name, tables in BY_LAMBDA.items()}


@pytest.mark.parametrize("name", BY_LAMBDA)
def test_inference_risk_rises_with_lambda(by_lambda: dict[str, Curves], name: str) -> None:
    """ITPR, DR, MI, ELD and CP rise with lambda, from no risk where all ages are alike."""
    curves = by_lambda[name]
    for metric in (ITPR, DR, MI, ELD, CP):
        assert rises(curves[metric]), metric
    for metric in (ITPR, DR, MI, CP):
        assert curves[metric][0] == pytest.approx(0, abs=1e-12)
    assert curves[ELD][0] == pytest.approx(0.1, rel=1e-9)
    assert curves[MIL][0] == pytest.approx(0.8 * log2(10), rel=1e-9)


@pytest.mark.parametrize("name", BY_LAMBDA)
def test_lambda_is_the_imbalance_of_values(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """The quantity of equation 12 that the figures vary is the score `value_imbalance`."""
    curves = measure(connection, BY_LAMBDA[name][1::4], metrics=["value_imbalance"])
    gaps = range(0, 1000, 100) if name == "a uniform table" else LAMBDAS
    assert curves == {"value_imbalance": list(gaps[1::4])}


@pytest.mark.parametrize("name", ["four ages alike", "three ages alike"])
def test_mil_falls_with_lambda_where_ages_are_alike(by_lambda: dict[str, Curves], name: str) -> None:
    """MIL falls with lambda where most ages favour the same disease, as figure 3b shows.

    The table's entropy falls faster.
    """
    assert falls(by_lambda[name][MIL])


def test_mil_peaks_where_each_age_has_its_own_favourite(by_lambda: dict[str, Curves]) -> None:
    """MIL rises, and falls from lambda = 600 on, where the favourites differ.

    The paper's text says that it falls throughout.
    """
    curve = by_lambda["each its own favourite"][MIL]
    peak = LAMBDAS.index(600)
    assert rises(curve[: peak + 1])
    assert falls(curve[peak:])
    assert curve[-1] < curve[0]


@pytest.mark.parametrize("name", ["one age only", "a uniform table"])
def test_mil_rises_with_lambda_elsewhere(by_lambda: dict[str, Curves], name: str) -> None:
    """MIL rises with lambda where the table's distribution hardly moves, or not at all.

    The paper's text says that it falls.
    """
    assert rises(by_lambda[name][MIL])


def test_alike_ages_give_nothing_away(connection: duckdb.DuckDBPyConnection) -> None:
    """Lambda grows without any inference from Age where all ages favour the same disease.

    Only ELD rises, and MIL falls.
    """
    curves = measure(connection, [favourites((0, 0, 0, 0, 0), gap) for gap in LAMBDAS])
    for metric in (ITPR, DR, MI, CP):
        assert curves[metric] == pytest.approx([0] * len(LAMBDAS), abs=1e-12)
        assert min(curves[metric]) >= 0
    assert rises(curves[ELD])
    assert falls(curves[MIL])


@pytest.mark.parametrize("name", BY_LAMBDA)
def test_lambda_agrees_with_the_definitions(by_lambda: dict[str, Curves], name: str) -> None:
    """Every value of the experiment follows its definition."""
    agree(by_lambda[name], BY_LAMBDA[name])


# Section 5.2: the risk of inference, by theta


@pytest.fixture(scope="module")
def figure_4(connection: duckdb.DuckDBPyConnection) -> Curves:
    return measure(connection, FIGURE_4)


def test_itpr_rises_with_theta(figure_4: Curves) -> None:
    """ITPR rises with theta from 0: for equally frequent ages it is theta / H(Disease)."""
    assert rises(figure_4[ITPR])
    assert figure_4[ITPR] == pytest.approx(
        [theta(table) / entropy(diseases(table)) for table in FIGURE_4], rel=1e-9, abs=1e-12
    )


def test_eld_does_not_see_theta(figure_4: Curves) -> None:
    """ELD is constant in theta: it looks at the least diverse class and never at the table."""
    assert figure_4[ELD] == pytest.approx([2 ** -entropy([1100, *[100] * 9])] * len(SHIFTS), rel=1e-9)


def test_averages_rise_slowly_with_theta(connection: duckdb.DuckDBPyConnection, figure_4: Curves) -> None:
    """DR, MI, CP and MIL rise with theta.

    From theta = 0 to 0.4 MI rises by less than the paper's 0.02, and CP by less than its 0.01.
    """
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
    """Every value of the experiment follows its definition."""
    agree(figure_4, FIGURE_4)


def test_theta_lies_between_mi_and_mil(by_lambda: dict[str, Curves], figure_4: Curves) -> None:
    """MI <= theta <= MIL on every table, as the mean over the classes and with each class's weight.

    The paper reports a MIL of 0.09 at theta = 0.4, which no table has: H(X) - p(y) H(X|Y=y) >= H(X)
    - H(X|Y=y).
    """
    for curves, tables in ((figure_4, FIGURE_4), *((by_lambda[name], BY_LAMBDA[name]) for name in BY_LAMBDA)):
        for table, information, leakage in zip(tables, curves[MI], curves[MIL], strict=True):
            assert information <= theta(table) + 1e-12
            assert theta(table) <= leakage + 1e-12


# Section 5.2: epsilon and theta together


@pytest.fixture(scope="module")
def figure_5(connection: duckdb.DuckDBPyConnection) -> dict[int, Curves]:
    return {
        epsilon: measure(connection, [rare_and_skewed(epsilon, merged) for merged in MERGED])
        for epsilon in GRID_EPSILONS
    }


@pytest.mark.thorough
def test_itpr_rises_with_theta_at_every_epsilon(figure_5: dict[int, Curves]) -> None:
    """ITPR rises with theta, from 0 to 0.77 bits, whatever epsilon is."""
    for epsilon, curves in figure_5.items():
        thetas = [theta(rare_and_skewed(epsilon, merged)) for merged in MERGED]
        assert rises(thetas)
        assert thetas[0] == pytest.approx(0, abs=1e-12)
        assert thetas[-1] == pytest.approx(0.77, abs=0.01)
        assert rises(curves[ITPR])


def test_itpr_rises_with_epsilon_at_every_theta(figure_5: dict[int, Curves]) -> None:
    """ITPR rises with epsilon whatever theta is.

    Without skew it is the gap between the rare age's share and a tenth of the records.
    """
    for merged in MERGED:
        assert rises([curves[ITPR][merged] for curves in figure_5.values()])
    unskewed = [curves[ITPR][0] for curves in figure_5.values()]
    assert unskewed == pytest.approx([0.9 * epsilon / 1000 for epsilon in GRID_EPSILONS], rel=1e-9, abs=1e-12)


def test_grid_agrees_with_the_definitions(figure_5: dict[int, Curves]) -> None:
    """Every value of the experiment follows its definition."""
    for epsilon, curves in figure_5.items():
        agree(curves, [rare_and_skewed(epsilon, merged) for merged in MERGED])
