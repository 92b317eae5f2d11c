"""Population uniqueness from the sizes of classes, by each estimator, and the one a rule takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlmetrics.risk.sample.negative_binomial import slide_negative_binomial
from sqlmetrics.risk.sample.pitman import pitman
from sqlmetrics.risk.sample.sizes import ClassSizes, PopulationEstimate
from sqlmetrics.risk.sample.zayatz import zayatz

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
