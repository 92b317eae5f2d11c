"""The families of metrics that thresholds are on, and what a spec names to have them measured."""

from __future__ import annotations

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import Metric, catalogue, metrics_of

OF_ATTACKS = ("linkage", "repetition")
"""The attacks whose metrics may have thresholds."""

HELD = ("relation", "outputs", "noise", *OF_ATTACKS)
"""The families of metrics that may have thresholds, and the attacks.

They are about records, published tables, noisy answers, people who are looked for in a file, and
generated texts.
"""

NEEDS = {
    "noise": ("noisy_answers", "noisy answers: name them and their coins in `noisy_answers`"),
    "linkage": ("linkage", "a file of people: name it as the `file` of `linkage`"),
    "repetition": ("repetition", "generated texts: name them as `generated` in `repetition`"),
}
"""The word of a spec by which a family is measured, and what its metrics are about, to be named."""


def held_metrics(family: str) -> dict[str, Metric]:
    """Return the metrics of a family, or of an attack, that thresholds are on."""
    if family not in OF_ATTACKS:
        return dict(catalogue(family))
    return {metric.name: metric for metric in metrics_of(family)}


def family_of(metric: str) -> str:
    """Return the family of a metric, one of HELD."""
    return next(family for family in HELD if metric in held_metrics(family))


def check_asked(spec: Spec, threshold: object, metric: str) -> None:
    """Raise SpecError where a spec does not ask what a threshold on a metric is about."""
    family = family_of(metric)
    if family == "outputs" and not spec.outputs.is_asked:
        alone = catalogue("outputs")[metric].rows == "published_round"
        how = "name them as `published`" if alone else "name their columns"
        raise SpecError(f"the threshold {threshold} is about published tables: {how} in `outputs`")
    if family in NEEDS:
        word, about = NEEDS[family]
        if not getattr(spec, word).is_asked:
            raise SpecError(f"the threshold {threshold} is about {about}")
    if family == "relation" and spec.of_published:
        raise SpecError(
            f"the threshold {threshold} is about the records of a relation: name what an attacker knows of them in"
            " `quasi_identifiers`"
        )
