"""Population uniqueness from the sizes of classes, by each estimator, and the one a rule takes.

The estimators are the model of Ewens and Pitman (Hoshino 2001), Zayatz (1991), and the
slide negative binomial model (Chen and Keller-McNulty 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp, expm1, lgamma, log, log1p, sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sqlmetrics.scoring.sample.roots import root
from sqlmetrics.scoring.sample.sizes import ClassSizes, PopulationEstimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def slide_negative_binomial(sizes: ClassSizes) -> float | None:
    """Return the estimated share of the population that is alone in its class, from 0 to 1.

    A class has one person, and further ones by a negative binomial distribution of the parameters
    a > 0 and b from 0 to 1. So K b^a of the population's K classes have one person alone. K is
    estimated by Shlosser's estimator, and a and b give the sample as many classes of one and of two
    records as it has. None where no a and b do. Chen and Keller-McNulty, Estimation of
    identification disclosure risk in microdata, 1998.
    """
    alone, pairs = sizes.of_size(1), sizes.of_size(2)
    if not alone:
        return 0.0
    if not pairs:
        return None
    fraction, classes = sizes.fraction, population_classes(sizes)
    ratio = 2 * pairs / (fraction * alone)

    def missing(b: float) -> float:
        """Return the logarithm of the expected classes of one record over the observed ones."""
        a, z = _shape(ratio, b, fraction), (1 - b) * (1 - fraction)
        return log(classes * fraction / alone) + a * log(b / (1 - z)) + log1p(a * z / (1 - z))

    b = root(missing, 1e-12, 1 - 1e-12)
    return None if b is None else min(1.0, classes * exp(_shape(ratio, b, fraction) * log(b)) / sizes.population)


def _shape(ratio: float, b: float, fraction: float) -> float:
    """Return the a at which a sample has the right number of classes of two records beside one.

    It is the positive root of z a^2 + (2 - z - z r) a - r (1 - z), r = ratio (1 - z)/(1 - b).
    """
    z = (1 - b) * (1 - fraction)
    scaled = ratio * (1 - z) / (1 - b)
    half = (2 - z - z * scaled) / 2
    under = sqrt(half * half + z * scaled * (1 - z))
    return scaled * (1 - z) / (half + under) if half > 0 else (under - half) / z


def population_classes(sizes: ClassSizes) -> float:
    """Return the estimated number of classes of the population, by Shlosser's estimator.

    It is the third modification of it in Haas and Stokes, Estimating the number of classes in a
    finite population, 1998.
    """
    f = sizes.fraction
    unseen, once, kept, more = 0.0, 0.0, 0.0, 0.0
    for size, classes in sizes.rows:
        unseen += classes * exp(size * log1p(-f))
        once += classes * size * f * exp((size - 1) * log1p(-f))
        kept += classes * size * f * f * exp((size - 1) * log1p(-f * f))
        more -= classes * exp(size * log1p(-f * f)) * expm1(-size * log1p(f))
    return sizes.classes + sizes.of_size(1) * (kept / more) * (unseen / once) ** 2


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


SMALL = 1e-7
"""The smallest alpha that is told apart from 0."""

LOGARITHMS = (-30.0, 70.0)
"""The bounds of ln(theta + alpha) between which a maximum is sought."""


class Pitman(NamedTuple):
    """The parameters of the model: 0 < `alpha` < 1, and `theta` above -alpha."""

    alpha: float
    theta: float


def pitman(sizes: ClassSizes) -> float | None:
    """Return the estimated share of the population that is alone in its class, from 0 to 1.

    With the most likely parameters it is G(t+1)/G(t+a) N^(a-1). None where no parameters are the
    most likely. Hoshino, Applying Pitman's sampling formula to microdata
    disclosure risk assessment, 2001.
    """
    if not sizes.of_size(1):
        return 0.0
    fitted = fitted_pitman(sizes)
    if fitted is None:
        return None
    above, step = fitted.theta + fitted.alpha, 1 - fitted.alpha
    return min(1.0, exp(log_gamma_step(above, step) - step * log(sizes.population)))


def fitted_pitman(sizes: ClassSizes) -> Pitman | None:
    """Return the most likely parameters of classes, None where there are none.

    At each alpha the most likely theta is sought; so taken, the likelihood rises in alpha up to its
    greatest value, and falls from there on. It rises up to 1 where all records are alone, and falls
    from 0 on where the classes differ too little in size.
    """
    import numpy as np

    if sizes.classes in {1, sizes.people}:
        return None
    further = np.array([row.size - 1 for row in sizes.rows], dtype=float)
    classes = np.array([row.classes for row in sizes.rows], dtype=float)

    def slope(alpha: float) -> float:
        theta = _theta(sizes, alpha)
        return np.nan if theta is None else _slope_of_alpha(Pitman(alpha, theta), sizes.classes, further, classes)

    alpha = root(slope, SMALL, 1 - 1e-15)
    theta = None if alpha is None else _theta(sizes, alpha)
    return None if alpha is None or theta is None else Pitman(alpha, theta)


def _theta(sizes: ClassSizes, alpha: float) -> float | None:
    """Return the most likely theta at an alpha.

    There the sum of 1/(t + i a) over the classes but one equals the sum of 1/(t + i) over the
    people but one.
    """

    def slope(logarithm: float) -> float:
        above = exp(logarithm)
        return _sum(above, alpha, sizes.classes - 1) - _sum(above + 1 - alpha, 1.0, sizes.people - 1)

    logarithm = root(slope, *LOGARITHMS)
    return None if logarithm is None else exp(logarithm) - alpha


def _sum(first: float, step: float, terms: int) -> float:
    """Return the sum of `terms` of 1/(first + i step), from i = 0 on."""
    return float(digamma_step(first / step, float(terms))) / step


def _slope_of_alpha(fitted: Pitman, classes: int, further: NDArray[np.float64], counts: NDArray[np.float64]) -> float:
    """Return the slope of the logarithm of the likelihood along alpha.

    It is the sum of i/(t + i a) over the classes but one, less the sum of 1/(j - a) over the
    records of each class but its first.
    """
    alpha, theta = fitted
    gained = (classes - 1 - theta * _sum(theta + alpha, alpha, classes - 1)) / alpha
    return gained - float(counts @ digamma_step(1 - alpha, further))


Number = TypeVar("Number", float, "NDArray[np.float64]")

LARGE = 16
"""The argument from which on the series of Stirling have sixteen digits."""


def log_gamma_step(x: float, step: float) -> float:
    """Return ln G(x + step) - ln G(x), for x > 0 and a step from 0 to 1."""
    if x < LARGE:
        return lgamma(x + step) - lgamma(x)
    main = (x + step - 0.5) * log1p(step / x) + step * (log(x) - 1)
    return main + _stirling(x + step) - _stirling(x)


def digamma_step(x: float, step: Number) -> Number:
    """Return psi(x + step) - psi(x), for x > 0 and a step of 0 or more, or for each of many."""
    import numpy as np

    below = step * 0.0
    if x < LARGE:
        for place in range(LARGE):
            below = below + step / ((x + place) * (x + place + step))
        x += LARGE
    to = x + step
    above: Number = below + np.log1p(step / x) + step / (2 * x * to)
    return above + _digamma_rest(to) - _digamma_rest(x)


def _stirling(x: float) -> float:
    """Return ln G(x) without (x - 1/2) ln x - x + ln(2 pi)/2."""
    square = 1 / (x * x)
    return (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / x


def _digamma_rest(x: Number) -> Number:
    """Return psi(x) without ln x - 1/(2x)."""
    square = 1 / (x * x)
    return -square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))))


LARGE_SAMPLE = 0.1
"""The largest sampling fraction for which the rule takes Pitman's estimate."""

ESTIMATORS: Mapping[str, tuple[str, Callable[[ClassSizes], float | None]]] = {
    "population_uniqueness_pitman": ("pitman", pitman),
    "population_uniqueness_zayatz": ("zayatz", zayatz),
    "population_uniqueness_snb": ("snb", slide_negative_binomial),
}
"""The estimators by their metrics, each with the name that the rule has for it."""


def population_uniqueness(sizes: ClassSizes) -> dict[str, PopulationEstimate]:
    """Return the estimates by their metrics, and the one that the rule takes.

    A sample that is its whole population has nothing to estimate: it is the sample's uniqueness.
    """
    if sizes.fraction == 1:
        known = PopulationEstimate(sizes.uniqueness)
        return {
            **dict.fromkeys(ESTIMATORS, known),
            "population_uniqueness": PopulationEstimate(known.value, None, "rule=sample"),
        }
    values = {metric: estimator(sizes) for metric, (_, estimator) in ESTIMATORS.items()}
    taken = _chosen(values, sizes)
    return {
        **{metric: PopulationEstimate(value) for metric, value in values.items()},
        "population_uniqueness": PopulationEstimate(values[taken], None, f"rule={ESTIMATORS[taken][0]}"),
    }


def _chosen(values: Mapping[str, float | None], sizes: ClassSizes) -> str:
    """Return the metric of the estimate that the rule takes.

    For samples of at most a tenth it takes Pitman's estimate, or Zayatz's where Pitman's is
    undefined. For larger ones it takes the smaller of two estimates, by Zayatz and by the slide
    negative binomial model. Dankar, El Emam, Neisa and Roffey, Estimating the re-identification
    risk of clinical data sets, 2012.
    """
    names = ["population_uniqueness_pitman"]
    if sizes.fraction > LARGE_SAMPLE:
        names = ["population_uniqueness_zayatz", "population_uniqueness_snb"]
    known = [(value, name) for name in names if (value := values[name]) is not None]
    return min(known)[1] if known else "population_uniqueness_zayatz"
