"""Population uniqueness by the slide negative binomial model (Chen and Keller-McNulty 1998)."""

from __future__ import annotations

from math import exp, expm1, log, log1p, sqrt

from sqlmetrics.risk.sample.roots import root
from sqlmetrics.risk.sample.sizes import ClassSizes


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
