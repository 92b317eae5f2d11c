"""Population uniqueness by Zayatz (1991)."""

from __future__ import annotations

from math import exp, lgamma

from sqlmetrics.risk.sample.sizes import ClassSizes


def zayatz(sizes: ClassSizes) -> float:
    """Return the estimated share of the population that is alone in its class, from 0 to 1.

    With u classes in the sample, f_1 of one record and f_s of s, it is f_1/n times the
    probability that a class of one record in the sample has one person in the population:
    f_1/u over the sum over s of f_s/u Hyp(1; N, s, n). Zayatz, Estimation of the number of unique
    population elements using a sample, 1991.
    """
    alone = sizes.of_size(1)
    if not alone:
        return 0.0
    drawn = sum(row.classes * drawn_once(row.size, sizes.people, sizes.population) for row in sizes.rows)
    return alone / sizes.people * sizes.fraction * alone / drawn


def drawn_once(size: int, people: int, population: float) -> float:
    """Return the probability that a sample has just one person of a class of the population.

    It is hypergeometric: `size` people of a `population`, of which `people` are drawn.
    """
    others = population - people
    if size - 1 > others:
        return 0.0
    ways = lgamma(others + 1) - lgamma(others - size + 2) - lgamma(population) + lgamma(population - size + 1)
    return size * people / population * exp(ways)
