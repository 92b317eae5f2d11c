"""The scores of combinations of keys, and the contribution of each attribute."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from sqlmetrics.scoring.result import Result
from sqlmetrics.scoring.scores import Score, Scores

Most = int | Literal["all"]
"""The largest number of keys of a combination."""

METRICS = ("k_anonymity", "prosecutor_risk", "uniqueness", "distinction", "separation", "itpr", "discrimination_rate")
"""The metrics of each combination where no metric is named."""

ADDED = ("uniqueness", "distinction", "separation", "discrimination_rate", "itpr", "records_at_risk")
"""The metrics that start from nothing where no key is known: each attribute adds to them."""


class Contribution(NamedTuple):
    """What one attribute adds to a metric of a target.

    A value is None where a score that it depends on is undefined.

    Attributes
    ----------
    attribute
        The quasi-identifier.
    target, partition, metric
        The subject of the score.
    alone
        The metric where only the attribute is known, less what it is where nothing is known.
    mean
        What the attribute adds to a combination without it, averaged over the combinations of each
        size and then over the sizes. Where all combinations are measured that is the Shapley value,
        and the values of all attributes add up to the metric of all keys.
    last
        What the attribute adds to all other keys, None where that was not measured.
    """

    attribute: str
    target: str
    partition: str | None
    metric: str
    alone: float | None
    mean: float | None
    last: float | None


class Combination(NamedTuple):
    """One combination of quasi-identifiers: its classes (the identity's) and its score records.

    `share` is the part of its classes that was counted, where scores were estimated.
    """

    quasi_identifiers: tuple[str, ...]
    classes: int
    scores: tuple[Score, ...]
    share: float | None = None


@dataclass(frozen=True, repr=False)
class SubsetScores(Result[Combination]):
    """The scores of every combination, the riskiest first, and what each attribute adds.

    `scores` has the records of all combinations, `combinations` the combinations with the riskiest
    first, and `attributes` what each quasi-identifier adds to a metric.

    Combinations are ranked by the share of records that are alone, then by the discrimination rates
    of the identity and of the sensitive attributes, then by fewer keys.

    Attributes
    ----------
    scores
        The score records of all combinations, fewest keys first.
    most
        The largest number of keys of a combination.
    quasi_identifiers
        The keys that were combined.
    combinations
        The combinations with their scores, the riskiest first.
    attributes
        What each attribute adds to each metric.
    """

    scores: Scores
    most: int
    quasi_identifiers: tuple[str, ...]
    combinations: tuple[Combination, ...]
    attributes: tuple[Contribution, ...]

    @property
    def rows(self) -> tuple[Combination, ...]:
        """The combinations."""
        return self.combinations

    def riskiest(self, limit: int | None = None) -> Scores:
        """Return the score records of the riskiest combinations, of all where there is no limit."""
        return replace(self.scores, scores=tuple(score for row in self.combinations[:limit] for score in row.scores))


class CombinationScore(NamedTuple):
    """A row of the macro `records`: a score, and the classes of its combination and target."""

    score: Score
    classes: int | None
