"""Population uniqueness by Zayatz (1991)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmetrics.risk.sample.sizes import ClassSizes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FACTORS = 64
"""The most factors of a probability that are multiplied one by one."""


def zayatz(sizes: ClassSizes) -> float:
    """Return the estimated share of the population that is alone in its class, from 0 to 1.

    With f_s classes of s records in the sample of n records, it is f_1/n times the probability that
    a class of one record in the sample has one person in the population. That probability is
    f_1 P(1) over the sum over s of f_s P(s), where P(s) is the probability that a sample has just
    one of s people. Zayatz, Estimation of the number of unique population elements using a sample,
    1991.
    """
    import numpy as np

    alone = sizes.of_size(1)
    if not alone:
        return 0.0
    size, classes = (np.array(column, dtype=float) for column in zip(*sizes.rows, strict=True))
    drawn = float(classes @ drawn_once(size, sizes.people, sizes.population))
    return alone / sizes.people * (sizes.fraction * alone / drawn)


def drawn_once(size: NDArray[np.float64], people: int, population: float) -> NDArray[np.float64]:
    """Return the probability that a sample has just one person of a class, by the class's size.

    It is hypergeometric: a class has s of the N people of the `population`, and n `people` are
    drawn. It is s n/N times the product of 1 - (n - 1)/(N - 1 - i) over i from 0 to s - 2. Where
    there are many factors the logarithm is integrated by Stirling's formula, in which large terms
    cancel on paper.
    """
    import numpy as np

    others, drawn, left = population - people, people - 1.0, size - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        factors = np.log1p(-np.minimum(1, drawn / (population - 1 - np.arange(FACTORS))))
        few = np.concatenate([[0.0], np.cumsum(factors)])[np.minimum(left, FACTORS).astype(int)]
        many = left * np.log1p(-drawn / population) + _bend(population, left) - _bend(others + 1, left)
    ways = np.where(left <= FACTORS, few, np.where(left < others + 1, many, -np.inf))
    return np.asarray(size * (people / population) * np.exp(ways))


def _bend(x: NDArray[np.float64] | float, k: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ln G(x - k) - ln G(x) + k ln x, without its 1/x: k^2/(2x) where k is small."""
    import numpy as np

    u = k / x
    series = -u * u * np.polyval([1 / power for power in range(8, 1, -1)], u)
    power = np.where(u < 1e-2, series, np.log1p(-u) + u)
    rest = 1 / (12 * (x - k)) - 1 / (12 * x)
    return np.asarray((x - k - 0.5) * power + u * (k + 0.5) + rest)
